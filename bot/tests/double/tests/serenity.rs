//! A bot on serenity lives in the double as it would on Discord.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use discord_double::{Double, Failure, Options, permissions};
use serenity::all::*;
use serenity::async_trait;

/// A bot that greets, with a picture and a button.
struct Greeter;

/// The smallest PNG there is: one pixel.
const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60, 0, 0, 0, 2, 0,
    1, 0x48, 0xaf, 0xa4, 0x71, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

#[async_trait]
impl EventHandler for Greeter {
    async fn ready(&self, context: Context, ready: Ready) {
        assert_eq!(ready.user.name, "Centaur");
        let greet = CreateCommand::new("greet")
            .description("Greets somebody")
            .add_option(CreateCommandOption::new(CommandOptionType::User, "whom", "Whom").required(true))
            .add_option(CreateCommandOption::new(CommandOptionType::String, "how", "How").set_autocomplete(true))
            .add_option(
                CreateCommandOption::new(CommandOptionType::Integer, "times", "How often")
                    .min_int_value(1)
                    .max_int_value(3),
            );
        let later = CreateCommand::new("later")
            .description("Takes its time")
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User]);
        let form = CreateCommand::new("form").description("Asks for something");
        let menu = CreateCommand::new("Greet this person").kind(CommandType::User);
        let quote = CreateCommand::new("Quote").kind(CommandType::Message);
        Command::set_global_commands(&context.http, vec![greet, later, form, menu, quote]).await.unwrap();
    }

    async fn message(&self, context: Context, message: Message) {
        if message.author.bot || message.content.is_empty() {
            return;
        }
        let button = CreateButton::new("wave").label("Wave back");
        let choices = ["red", "green"].map(|color| CreateSelectMenuOption::new(color, format!("paint:{color}")));
        let select = CreateSelectMenu::new("paint", CreateSelectMenuKind::String { options: choices.to_vec() });
        let reply = CreateMessage::new()
            .content(format!("Hello, {}: {}", message.author.name, message.content))
            .add_file(CreateAttachment::bytes(PIXEL, "pixel.png").description("A single pixel"))
            .embed(CreateEmbed::new().title("A pixel").image("attachment://pixel.png"))
            .components(vec![
                CreateActionRow::Buttons(vec![button]),
                CreateActionRow::SelectMenu(select.placeholder("Paint it")),
            ])
            .allowed_mentions(CreateAllowedMentions::new().replied_user(true))
            .reference_message(&message)
            .nonce(Nonce::String(message.id.to_string()))
            .enforce_nonce(true);
        // A refusal is for the test to see, not for the bot to mend.
        let _ = message.channel_id.send_message(&context.http, reply).await;
    }

    async fn message_update(
        &self,
        context: Context,
        _: Option<Message>,
        _: Option<Message>,
        event: MessageUpdateEvent,
    ) {
        if event.author.is_some_and(|author| !author.bot) {
            event.channel_id.say(&context.http, "I saw that edit").await.unwrap();
        }
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let http = &context.http;
        let say = |words: String| {
            CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content(words).ephemeral(true))
        };
        match interaction {
            Interaction::Command(command) if command.data.name == "later" => {
                command.defer(http).await.unwrap();
                let edit = EditInteractionResponse::new().content("Here at last");
                command.edit_response(http, edit).await.unwrap();
                let more = CreateInteractionResponseFollowup::new().content("And more");
                command.create_followup(http, more).await.unwrap();
            }
            Interaction::Command(command) if command.data.name == "form" => {
                let field = CreateInputText::new(InputTextStyle::Short, "Name", "name");
                let form = CreateModal::new("who", "Who are you?").components(vec![CreateActionRow::InputText(field)]);
                command.create_response(http, CreateInteractionResponse::Modal(form)).await.unwrap();
            }
            Interaction::Modal(form) => {
                let ActionRowComponent::InputText(field) = &form.data.components[0].components[0] else { return };
                form.create_response(http, say(format!("Hello, {}", field.value.as_deref().unwrap()))).await.unwrap();
            }
            Interaction::Command(command) if command.data.name == "Quote" => {
                let quoted = command.data.resolved.messages.values().next().unwrap().content.clone();
                command.create_response(http, say(format!("> {quoted}"))).await.unwrap();
            }
            Interaction::Command(command) => {
                let whom = command.data.resolved.users.values().next().unwrap().name.clone();
                command.create_response(http, say(format!("Hello, {whom}"))).await.unwrap();
            }
            Interaction::Autocomplete(typing) => {
                let typed = typing.data.autocomplete().unwrap().value.to_owned();
                let choices = CreateAutocompleteResponse::new().add_string_choice(format!("{typed}ly"), typed);
                typing.create_response(http, CreateInteractionResponse::Autocomplete(choices)).await.unwrap();
            }
            Interaction::Component(press) => {
                if let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind {
                    press.defer(http).await.unwrap();
                    let edit = EditInteractionResponse::new().content(values.join(", ")).components(Vec::new());
                    press.edit_response(http, edit).await.unwrap();
                    return;
                }
                let update = CreateInteractionResponseMessage::new().content("You waved").components(Vec::new());
                press.create_response(http, CreateInteractionResponse::UpdateMessage(update)).await.unwrap();
            }
            _ => {}
        }
    }
}

/// Starts the bot and waits until it's there.
async fn greeter(discord: &Double, intents: GatewayIntents) {
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, intents).event_handler(Greeter).await.unwrap();
    tokio::spawn(async move { client.start().await });
    discord.logged_in().await;
    discord.has_command("greet").await;
}

fn all_intents() -> GatewayIntents {
    GatewayIntents::non_privileged() | GatewayIntents::MESSAGE_CONTENT | GatewayIntents::GUILD_MEMBERS
}

#[tokio::test]
async fn a_message_is_answered_with_picture_embed_button_and_select() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, all_intents()).await;

    let said = alice.says(&room, "hello");
    let reply = room.hears("Hello, alice: hello").await;
    assert_eq!(reply.replies_to, Some(said.id));
    assert!(alice.is_pinged_by(&reply));
    assert_eq!(reply.files[0].png_size(), Some((1, 1)));
    assert_eq!(reply.files[0].description.as_deref(), Some("A single pixel"));
    assert_eq!(reply.labels(), ["Wave back"]);

    let waved = alice.presses(&reply, "Wave back").answer().await;
    assert_eq!((waved.id, waved.content.as_str()), (reply.id, "You waved"));
    assert!(waved.labels().is_empty());
    // serenity lists the attachments to keep in every such update, and lists none by itself.
    assert!(waved.files.is_empty());

    alice.says(&room, "and again");
    let reply = room.hears("and again").await;
    let painted = alice.selects(&reply, "Paint it", &["green"]).answer().await;
    assert_eq!(painted.content, "paint:green");
    assert_eq!(painted.files.len(), 1, "an edit of a deferred answer leaves the picture");
}

#[tokio::test]
async fn commands_of_every_kind_are_answered() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let (alice, bob) = (server.member("alice"), server.member("bob"));
    greeter(&discord, all_intents()).await;

    let greet = alice.slash(&room, "greet").option("whom", &bob).option("times", 2).send();
    let answer = greet.answer().await;
    assert_eq!(answer.content, "Hello, bob");
    assert_eq!(answer.only_for, Some(alice.id()));
    assert!(greet.acknowledged().await < Duration::from_secs(3));
    assert!(room.bot_messages().is_empty(), "nobody else sees it");

    let typing = alice.slash(&room, "greet").suggest("how", "warm");
    assert_eq!(typing.suggestions().await, [("warmly".to_owned(), "warm".into())]);

    let later = bob.slash(&room, "later").send();
    assert_eq!(later.answer().await.content, "Here at last");
    assert_eq!(later.follow_up("more").await.content, "And more");

    let answer = alice.uses_on_person(&room, "Greet this person", &bob).answer().await;
    assert_eq!(answer.content, "Hello, bob");
    let said = bob.says(&room, "I have been quoted");
    let answer = alice.uses_on_message("Quote", &said).answer().await;
    assert_eq!(answer.content, "> I have been quoted");

    let form = alice.slash(&room, "form").send();
    assert_eq!(form.form().await["title"], "Who are you?");
    assert_eq!(form.submits(&[("name", "Alice")]).answer().await.content, "Hello, Alice");

    let direct = alice.direct();
    let answer = alice.slash(&direct, "greet").option("whom", &bob).send().answer().await;
    assert_eq!(answer.content, "Hello, bob");
}

#[tokio::test]
async fn words_are_hidden_without_the_intent_except_where_the_bot_is_meant() {
    let discord = Double::with(Options { message_content: false, ..Options::default() }).await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, GatewayIntents::non_privileged()).await;

    alice.says(&room, "hidden");
    room.stays_quiet(Duration::from_millis(300)).await;
    alice.says(&room, &format!("{} seen", discord.bot_mention()));
    let reply = room.hears("seen").await;
    alice.replies(&reply, "seen as well");
    room.hears("seen as well").await;
    let direct = alice.direct();
    alice.says(&direct, "seen in private");
    direct.hears("seen in private").await;
    let login = &discord.gateway().logins()[0];
    assert_eq!(login["intents"].as_u64().unwrap() & discord_double::events::MESSAGE_CONTENT, 0);
}

#[tokio::test]
async fn a_forbidden_intent_ends_the_login() {
    let discord = Double::with(Options { message_content: false, ..Options::default() }).await;
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, all_intents()).event_handler(Greeter).await.unwrap();
    let error = client.start().await.unwrap_err();
    assert!(matches!(error, Error::Gateway(GatewayError::DisallowedGatewayIntents)), "{error:?}");
}

#[tokio::test]
async fn a_session_outlives_its_connections_and_misses_nothing() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, all_intents()).await;
    let gateway = discord.gateway();

    gateway.drops();
    alice.says(&room, "said while away");
    room.hears("said while away").await;
    gateway.has_resumes(1).await;

    gateway.asks_to_reconnect();
    gateway.has_resumes(2).await;
    alice.says(&room, "after op 7");
    room.hears("after op 7").await;

    gateway.invalidates_session(false);
    gateway.has_logins(2).await;
    alice.says(&room, "in a new session");
    room.hears("in a new session").await;
}

#[tokio::test]
async fn events_come_twice_and_late() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, all_intents()).await;

    discord.gateway().delivers_twice("MESSAGE_CREATE", 1);
    alice.says(&room, "twice");
    room.hears("twice").await;
    discord.has_requested("POST /channels/*/messages", 2).await;
    assert_eq!(room.bot_messages().len(), 1, "the nonce was enforced");

    discord.gateway().delivers_late("MESSAGE_CREATE", 1, Duration::from_millis(300));
    alice.says(&room, "late");
    alice.says(&room, "prompt");
    room.hears("prompt").await;
    room.hears("late").await;

    let said = alice.says(&room, "one");
    room.hears("one").await;
    alice.edits(&said, "two");
    room.hears("I saw that edit").await;
}

#[tokio::test]
async fn requests_fail_as_planned_and_by_permissions() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, all_intents()).await;
    let statuses = || -> Vec<(u16, u64)> {
        let all = discord.requests("POST /channels/*/messages");
        all.iter().map(|request| (request.status, request.answer["code"].as_u64().unwrap_or(0))).collect()
    };

    discord.fail("POST /channels/*/messages", 1, Failure::Status(502));
    discord.fail("POST /channels/*/messages", 1, Failure::MISSING_PERMISSIONS);
    for words in ["one", "two", "three"] {
        let count = statuses().len();
        alice.says(&room, words);
        discord.has_requested("POST /channels/*/messages", count + 1).await;
    }
    assert_eq!(statuses(), [(502, 0), (403, 50013), (200, 0)]);

    room.deny_bot(permissions::ATTACH_FILES);
    alice.says(&room, "no files");
    discord.has_requested("POST /channels/*/messages", 4).await;
    assert_eq!(statuses()[3], (403, 50013));

    let thread = alice.opens_thread(&room, "A thread");
    room.allow_bot(permissions::ATTACH_FILES);
    alice.says(&thread, "in the thread");
    thread.hears("in the thread").await;
    thread.lock();
    alice.says(&thread, "locked");
    discord.has_requested("POST /channels/*/messages", 6).await;
    assert_eq!(statuses()[5], (403, 160_005));
}

#[tokio::test]
async fn wrong_requests_are_told() {
    let mut discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let channel = ChannelId::new(room.id());

    let too_long = channel.say(&http, "x".repeat(2001)).await;
    assert!(matches!(too_long, Err(Error::Model(ModelError::MessageTooLong(1)))), "serenity counts for itself");
    let rows = vec![CreateActionRow::Buttons(vec![CreateButton::new("a").label("x".repeat(81))])];
    let long_label = channel.send_message(&http, CreateMessage::new().content("-").components(rows)).await;
    assert!(matches!(long_label, Err(Error::Http(_))) || !discord.is_checking());
    let twins = vec![CreateActionRow::Buttons(vec![
        CreateButton::new("same").label("One"),
        CreateButton::new("same").label("Two"),
    ])];
    let twins = channel.send_message(&http, CreateMessage::new().content("-").components(twins)).await;
    let Err(Error::Http(HttpError::UnsuccessfulRequest(refused))) = twins else { panic!("{twins:?}") };
    assert_eq!(refused.error.code, 50035);

    if discord.is_checking() {
        let violations = discord.violations();
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert!(violations[0].contains("/components/0/components/0/label"), "{violations:?}");
    }
    discord.tolerate_violations();
}

#[tokio::test]
async fn people_bring_the_bot_along_to_where_it_is_not() {
    let discord = Double::start().await;
    discord.server("Chess club");
    let elsewhere = discord.server_without_bot("Elsewhere");
    let room = elsewhere.channel("general");
    let alice = elsewhere.member("alice");
    greeter(&discord, all_intents()).await;

    let later = alice.slash(&room, "later").send();
    assert_eq!(later.answer().await.content, "Here at last");
    later.follow_up("more").await;
    alice.says(&room, "nobody hears this");
    room.read_all();
    room.stays_quiet(Duration::from_millis(300)).await;
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let refused = ChannelId::new(room.id()).say(&http, "hello").await;
    let Err(Error::Http(HttpError::UnsuccessfulRequest(refused))) = refused else { panic!("{refused:?}") };
    assert_eq!(refused.error.code, 50001);
}

#[tokio::test]
async fn the_gateway_troubles_the_bot_in_every_way() {
    let options = Options { heartbeat: Duration::from_millis(400), ..Options::default() };
    let discord = Double::with(options).await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    greeter(&discord, all_intents()).await;
    let gateway = discord.gateway();
    let answered = async |words: &str| {
        alice.says(&room, words);
        room.hears(words).await;
    };

    // serenity logs in anew after a silence.
    gateway.ignores_heartbeats(true);
    gateway.has_logins(2).await;
    gateway.ignores_heartbeats(false);
    answered("after a connection that was dead").await;

    let before = gateway.resumes();
    gateway.closes(4000);
    gateway.has_resumes(before + 1).await;
    answered("after a close that allows a resume").await;

    let before = gateway.logins().len();
    gateway.forgets_sessions();
    gateway.has_logins(before + 1).await;
    answered("after a resume that was refused").await;

    let before = gateway.logins().len();
    gateway.closes(4009);
    gateway.has_logins(before + 1).await;
    answered("after a session that timed out").await;
    assert!(gateway.heartbeats() > 0);
}
