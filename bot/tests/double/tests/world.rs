//! Discord's rules, as far as a bot meets them: who may what, who is notified, what is refused.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use discord_double::{Double, Failure, Id, Options, Person, Room, Server, permissions};
use serenity::all::*;

/// A world, and the bot's requests without a bot around them.
struct Scene {
    discord: Double,
    server: Server,
    room: Room,
    alice: Person,
    bob: Person,
    http: Http,
}

impl Scene {
    async fn new() -> Scene {
        Scene::with(Options::default()).await
    }

    async fn with(options: Options) -> Scene {
        let discord = Double::with(options).await;
        let server = discord.server("Chess club");
        let room = server.channel("general");
        let (alice, bob) = (server.member("alice"), server.member("bob"));
        let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
        let application = discord.bot();
        http.set_application_id(application.into());
        Scene { discord, server, room, alice, bob, http }
    }

    fn channel(&self) -> ChannelId {
        ChannelId::new(self.room.id())
    }

    async fn registers(&self, name: &str) {
        let command = CreateCommand::new(name).description("Something");
        Command::create_global_command(&self.http, command).await.unwrap();
    }

    /// The numbers of the last interaction, which a bot would have from its event.
    fn last_interaction(&self, interaction: &discord_double::Interaction) -> (InteractionId, String) {
        (InteractionId::new(interaction.id()), interaction.token())
    }
}

/// Discord's number for why a request was refused.
fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> isize {
    match result {
        Err(Error::Http(HttpError::UnsuccessfulRequest(refused))) => refused.error.code,
        other => panic!("not refused: {other:?}"),
    }
}

fn answer(words: &str) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content(words))
}

#[tokio::test]
async fn only_those_allowed_are_notified() {
    let scene = Scene::new().await;
    let (alice, bob) = (&scene.alice, &scene.bob);
    let role = scene.server.role("Players", 0);
    let words = format!("{} {} <@&{role}> @everyone", alice.mention(), bob.mention());
    let pings = async |allowed: Option<CreateAllowedMentions>| -> (Vec<Id>, Vec<Id>, bool) {
        let mut message = CreateMessage::new().content(&words);
        if let Some(allowed) = allowed {
            message = message.allowed_mentions(allowed);
        }
        scene.channel().send_message(&scene.http, message).await.unwrap();
        let last = scene.room.bot_messages().pop().unwrap();
        (last.pings, last.pings_roles, last.pings_everyone)
    };
    let (a, b) = (alice.id(), bob.id());
    assert_eq!(pings(None).await, (vec![a, b], vec![], false), "everyone takes a right");
    scene.server.grants_bot(permissions::MENTION_EVERYONE);
    assert_eq!(pings(None).await, (vec![a, b], vec![role], true));
    assert_eq!(pings(Some(CreateAllowedMentions::new())).await, (vec![], vec![], false));
    assert_eq!(pings(Some(CreateAllowedMentions::new().users([UserId::new(b)]))).await, (vec![b], vec![], false));
    assert_eq!(pings(Some(CreateAllowedMentions::new().all_users(true))).await, (vec![a, b], vec![], false));
    assert_eq!(pings(Some(CreateAllowedMentions::new().everyone(true))).await, (vec![], vec![], true));
}

#[tokio::test]
async fn a_reply_notifies_only_when_it_may() {
    let scene = Scene::new().await;
    let said = scene.alice.says(&scene.room, "hello");
    for (allowed, pinged) in [(None, true), (Some(false), false), (Some(true), true)] {
        let reference = (scene.channel(), MessageId::new(said.id));
        let mut message = CreateMessage::new().content("-").reference_message(reference);
        if let Some(replied) = allowed {
            message = message.allowed_mentions(CreateAllowedMentions::new().replied_user(replied));
        }
        scene.channel().send_message(&scene.http, message).await.unwrap();
        let reply = scene.room.bot_messages().pop().unwrap();
        assert_eq!((reply.replies_to, scene.alice.is_pinged_by(&reply)), (Some(said.id), pinged));
    }
    scene.alice.deletes(&said);
    let gone = CreateMessage::new().content("-").reference_message((scene.channel(), MessageId::new(said.id)));
    assert_eq!(code(scene.channel().send_message(&scene.http, gone).await), 50035);
}

#[tokio::test]
async fn a_nonce_counts_once_when_it_is_enforced() {
    let scene = Scene::with(Options { nonce_lasts: Duration::from_millis(300), ..Options::default() }).await;
    let send = async |words: &str, enforce: bool| {
        let nonce = Nonce::String("outbox-7".to_owned());
        let message = CreateMessage::new().content(words).nonce(nonce).enforce_nonce(enforce);
        scene.channel().send_message(&scene.http, message).await.unwrap()
    };
    let first = send("first", true).await;
    let second = send("second", true).await;
    assert_eq!((second.id, second.content.as_str()), (first.id, "first"));
    assert_ne!(send("unenforced", false).await.id, first.id);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_ne!(send("much later", true).await.id, first.id);
}

#[tokio::test]
async fn an_answer_that_was_lost_is_found_by_its_nonce() {
    let scene = Scene::new().await;
    let send = async || {
        let message = CreateMessage::new().content("once").nonce(Nonce::String("n".to_owned())).enforce_nonce(true);
        scene.channel().send_message(&scene.http, message).await
    };
    for failure in [Failure::DoneBut(500), Failure::DoneButCut] {
        scene.discord.fail("POST /channels/*/messages", 1, failure);
        send().await.unwrap_err();
    }
    send().await.unwrap();
    assert_eq!(scene.room.bot_messages().len(), 1);
    assert_eq!(scene.discord.failures_left(), 0);
}

#[tokio::test]
async fn rights_come_from_roles_and_exceptions() {
    let scene = Scene::new().await;
    let say = async || scene.channel().say(&scene.http, "hello").await;
    say().await.unwrap();
    scene.server.takes_from_everyone(permissions::SEND_MESSAGES);
    assert_eq!(code(say().await), 50013);
    scene.server.grants_bot(permissions::SEND_MESSAGES);
    say().await.unwrap();
    scene.room.deny_bot(permissions::SEND_MESSAGES);
    assert_eq!(code(say().await), 50013);
    scene.room.deny_bot(permissions::VIEW_CHANNEL);
    assert_eq!(code(say().await), 50001);
    scene.server.grants_bot(permissions::ADMINISTRATOR);
    say().await.unwrap();
    scene.server.kicks_bot();
    assert_eq!(code(say().await), 50001);
    scene.room.delete();
    assert_eq!(code(say().await), 10003);
}

#[tokio::test]
async fn embeds_files_and_reactions_take_rights() {
    let scene = Scene::new().await;
    scene.room.deny_bot(permissions::EMBED_LINKS | permissions::ADD_REACTIONS | permissions::MANAGE_MESSAGES);
    let embed = CreateMessage::new().embed(CreateEmbed::new().title("A game"));
    assert_eq!(code(scene.channel().send_message(&scene.http, embed).await), 50013);
    let said = scene.alice.says(&scene.room, "hello");
    let message = scene.channel().message(&scene.http, said.id).await.unwrap();
    assert_eq!(code(message.react(&scene.http, '👍').await), 50013);
    scene.bob.reacts(&said, "👍");
    message.react(&scene.http, '👍').await.unwrap();
    assert_eq!(scene.discord.now(&said).unwrap().reactions["👍"].len(), 2);
    assert_eq!(code(message.delete(&scene.http).await), 50013);
    assert_eq!(code(scene.channel().edit_message(&scene.http, said.id, EditMessage::new().content("-")).await), 50005);
}

#[tokio::test]
async fn threads_open_archive_and_lock() {
    let scene = Scene::new().await;
    let said = scene.alice.says(&scene.room, "hello");
    let open = || CreateThread::new("A game");
    let thread = scene.channel().create_thread_from_message(&scene.http, said.id, open()).await.unwrap();
    assert_eq!(thread.id.get(), said.id, "a thread has its message's number");
    assert_eq!(code(scene.channel().create_thread_from_message(&scene.http, said.id, open()).await), 160_004);
    let handle = scene.room.thread("A game").await;

    handle.archive();
    thread.id.say(&scene.http, "opens it again").await.unwrap();
    handle.archive();
    let edit = EditThread::new().name("Another name");
    assert_eq!(code(thread.id.edit_thread(&scene.http, edit).await), 50083);
    handle.lock();
    assert_eq!(code(thread.id.say(&scene.http, "locked").await), 50083);
    handle.reopen();
    handle.lock();
    assert_eq!(code(thread.id.say(&scene.http, "locked").await), 160_005);
    scene.server.grants_bot(permissions::MANAGE_THREADS);
    thread.id.say(&scene.http, "a moderator writes all the same").await.unwrap();

    scene.room.deny_bot(permissions::CREATE_PUBLIC_THREADS);
    let alone = scene.channel().create_thread(&scene.http, open().kind(ChannelType::PublicThread)).await;
    assert_eq!(code(alone), 50013);
    let private = scene.channel().create_thread(&scene.http, open().kind(ChannelType::PrivateThread)).await.unwrap();
    private.id.add_thread_member(&scene.http, UserId::new(scene.bob.id())).await.unwrap();
    handle.delete();
    assert_eq!(code(thread.id.say(&scene.http, "gone").await), 10003);
}

#[tokio::test]
async fn direct_messages_can_be_closed() {
    let scene = Scene::new().await;
    let direct = UserId::new(scene.alice.id()).create_dm_channel(&scene.http).await.unwrap();
    direct.id.say(&scene.http, "psst").await.unwrap();
    scene.alice.direct().hears("psst").await;
    scene.alice.closes_direct_messages();
    assert_eq!(code(direct.id.say(&scene.http, "psst").await), 50007);
}

#[tokio::test]
async fn files_join_those_that_are_there_unless_it_is_said_which_stay() {
    let scene = Scene::new().await;
    let file = |name: &str| CreateAttachment::bytes(name.as_bytes(), name);
    let message = CreateMessage::new().add_file(file("one.txt"));
    let message = scene.channel().send_message(&scene.http, message).await.unwrap();
    let names = || -> Vec<String> { scene.room.bot_messages()[0].files.iter().map(|file| file.name.clone()).collect() };
    let large = CreateMessage::new().add_file(CreateAttachment::bytes(vec![0; 11 << 20], "large.bin"));
    assert_eq!(code(scene.channel().send_message(&scene.http, large).await), 40005);
    let edit = EditMessage::new().content("with words");
    scene.channel().edit_message(&scene.http, message.id, edit).await.unwrap();
    assert_eq!(names(), ["one.txt"]);
    let both = EditAttachments::keep_all(&message).add(file("two.txt"));
    scene.channel().edit_message(&scene.http, message.id, EditMessage::new().attachments(both)).await.unwrap();
    assert_eq!(names(), ["one.txt", "two.txt"]);
    let only = EditMessage::new().attachments(EditAttachments::new().add(file("three.txt")));
    let edited = scene.channel().edit_message(&scene.http, message.id, only).await.unwrap();
    assert_eq!(names(), ["three.txt"]);
    assert_eq!(edited.attachments[0].download().await.unwrap(), b"three.txt");
}

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_time() {
    let scene = Scene::with(Options { answer_within: Duration::from_millis(300), ..Options::default() }).await;
    scene.registers("play").await;
    let used = scene.alice.slash(&scene.room, "play").send();
    let (id, token) = scene.last_interaction(&used);
    let early = scene.http.get_original_interaction_response(&token).await;
    assert_eq!(code(early), 10015);
    scene.http.create_interaction_response(id, &token, &answer("first"), Vec::new()).await.unwrap();
    let twice = scene.http.create_interaction_response(id, &token, &answer("second"), Vec::new()).await;
    assert_eq!(code(twice), 40060);
    let shown = scene.http.get_original_interaction_response(&token).await.unwrap();
    assert_eq!(shown.content, "first");
    used.expires();
    assert_eq!(code(scene.http.get_original_interaction_response(&token).await), 50027);

    let used = scene.alice.slash(&scene.room, "play").send();
    tokio::time::sleep(Duration::from_millis(400)).await;
    let (id, token) = scene.last_interaction(&used);
    let late = scene.http.create_interaction_response(id, &token, &answer("late"), Vec::new()).await;
    assert_eq!(code(late), 10062);
}

#[tokio::test]
async fn what_one_person_sees_is_hidden_from_rest() {
    let scene = Scene::new().await;
    scene.registers("play").await;
    let used = scene.alice.slash(&scene.room, "play").send();
    let (id, token) = scene.last_interaction(&used);
    let private = CreateInteractionResponseMessage::new().content("only you").ephemeral(true);
    let response = CreateInteractionResponse::Message(private);
    scene.http.create_interaction_response(id, &token, &response, Vec::new()).await.unwrap();
    let seen = used.answer().await;
    assert_eq!(seen.only_for, Some(scene.alice.id()));
    assert_eq!(code(scene.channel().message(&scene.http, seen.id).await), 10008);
    assert!(scene.room.bot_messages().is_empty());
}

#[tokio::test]
async fn people_and_members_are_looked_up() {
    let scene = Scene::new().await;
    let guild = GuildId::new(scene.server.id());
    scene.alice.calls_themselves("Alice @everyone");
    scene.alice.is_called(&scene.server, "**Ali**");
    let member = guild.member(&scene.http, scene.alice.id()).await.unwrap();
    assert_eq!(member.display_name(), "**Ali**");
    assert_eq!(member.user.global_name.as_deref(), Some("Alice @everyone"));
    scene.alice.leaves(&scene.server);
    assert_eq!(code(guild.member(&scene.http, scene.alice.id()).await), 10007);
    assert_eq!(guild.members(&scene.http, None, None).await.unwrap().len(), 3);
    let stranger = scene.discord.person("carol");
    assert_eq!(UserId::new(stranger.id()).to_user(&scene.http).await.unwrap().name, "carol");
}

#[tokio::test]
async fn a_command_keeps_its_number_and_options_are_checked() {
    let scene = Scene::new().await;
    let command = || {
        CreateCommand::new("play").description("Plays").add_option(
            CreateCommandOption::new(CommandOptionType::String, "game", "Which")
                .required(true)
                .add_string_choice("Carrera's chess", "carrera"),
        )
    };
    let first = Command::set_global_commands(&scene.http, vec![command()]).await.unwrap();
    let again = Command::set_global_commands(&scene.http, vec![command()]).await.unwrap();
    assert_eq!(first[0].id, again[0].id);
    let option = |name: &str| CreateCommandOption::new(CommandOptionType::String, name, "Which");
    let upside_down = command().add_option(option("late").required(true)).add_option(option("twice"));
    let upside_down = upside_down.add_option(option("twice").required(true));
    assert_eq!(code(Command::create_global_command(&scene.http, upside_down).await), 50035);
    let panics = |use_it: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(use_it)).is_err();
    let begin = || scene.alice.slash(&scene.room, "play");
    assert!(panics(&|| drop(begin().send())), "the option is required");
    assert!(panics(&|| drop(begin().option("game", "draughts").send())), "not among the choices");
    assert!(panics(&|| drop(begin().option("days", 3).send())), "no such option");
    begin().option("game", "Carrera's chess").send();
    begin().option("game", "carrera").send();
}
