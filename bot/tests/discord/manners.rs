//! How the bot behaves among people.

use discord_double::Options;

use crate::house::{A_WHILE, House, Table};

#[tokio::test]
async fn chat_is_left_alone() {
    let (house, table) = House::open().await;
    table.ann.says(&table.channel, "e4");
    table.ann.says(&table.channel, "!help");
    table.ann.says(&table.channel, "hello everybody");
    let (thread, _) = table.begin("chess").await;
    table.ann.says(&thread, "I think I'll play e4");
    table.ann.says(&thread, "good luck!");
    thread.stays_quiet(A_WHILE).await;
    table.channel.stays_quiet(A_WHILE).await;
    assert!(!house.logged().contains("ERROR"));
}

#[tokio::test]
async fn a_refusal_explains_in_a_reply_that_calls_nobody() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    let typed = table.ann.says(&thread, "Ra3");
    let refusal = thread.hears("a1").await;
    assert_eq!(refusal.replies_to, Some(typed.id));
    assert!(refusal.pings.is_empty());
    let refusal = table.ann.slash(&thread, "move").option("move", "Ra3").send().answer().await;
    assert_eq!(refusal.only_for, Some(table.ann.id()));
}

#[tokio::test]
async fn edits_and_embeds_are_never_moves() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    let message = table.ann.says(&thread, "hm");
    table.ann.edits(&message, "e4");
    table.ann.link_is_shown(&message);
    thread.stays_quiet(A_WHILE).await;
    let played = table.ann.says(&thread, "d4");
    thread.hears("1. d4").await;
    table.ann.edits(&played, "e4");
    table.ann.deletes(&played);
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn names_neither_format_nor_call() {
    let mut house = House::closed(Options::default()).await;
    let table = Table::in_house(&house);
    table.ann.calls_themselves("@everyone **<@&1>**");
    table.bob.is_called(&table.server, "`_x_` <#5>\n# big");
    house.start().await;
    let card = table.challenge("chess").await;
    assert!(!card.pings_everyone && card.pings_roles.is_empty());
    assert_eq!(card.pings, [table.bob.id()]);
    assert!(!card.content.contains("@everyone"), "{}", card.content);
    assert!(card.content.contains(r"\*\*"), "{}", card.content);
    table.bob.presses(&card, "Accept").acknowledged().await;
    let thread = table.channel.thread("#1").await;
    let board = thread.hears("begins").await;
    assert_eq!(board.pings, [table.ann.id()]);
}

#[tokio::test]
async fn other_bots_and_absent_people_cannot_be_challenged() {
    let (house, table) = House::open().await;
    let robot = table.server.other_bot("robot");
    let stranger = house.discord.person("stranger");
    for opponent in [&robot, &stranger, &table.ann] {
        let slash = table.ann.slash(&table.channel, "challenge").option("opponent", opponent);
        let refusal = slash.send().answer().await;
        assert_eq!(refusal.only_for, Some(table.ann.id()));
    }
    robot.says(&table.channel, "!challenge carrera");
    table.channel.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn nobody_is_challenged_where_they_cannot_see_it() {
    let (_house, table) = House::open().await;
    let direct = table.ann.direct();
    let refusal = table.ann.slash(&direct, "challenge").option("opponent", &table.bob).send().answer().await;
    assert!(!refusal.says("challenges"), "{}", refusal.text());
}

#[tokio::test]
async fn an_answer_that_takes_long_is_put_off() {
    let (house, table) = House::open().await;
    let (thread, board) = table.begin("chess").await;
    let busy = house.keep_database_busy();
    let slash = table.ann.slash(&thread, "move").option("move", "e4").send();
    let refused = table.bob.slash(&thread, "move").option("move", "e5 e5").send();
    let press = table.bob.presses(&board, "Offer a draw");
    for interaction in [&slash, &refused, &press] {
        assert!(interaction.acknowledged().await > std::time::Duration::from_secs(1));
    }
    drop(busy);
    thread.hears("1. e4").await;
    assert_eq!(refused.answer().await.only_for, Some(table.bob.id()));
    thread.hears("offers a draw").await;
    assert!(slash.messages().is_empty(), "nothing is left of what was put off");
}

#[tokio::test]
async fn without_message_content_moves_come_by_mention_reply_and_direct_message() {
    let mut house = House::closed(Options { message_content: false, ..Options::default() }).await;
    house.add("[discord]\nmessage_content = false");
    let table = Table::in_house(&house);
    house.start().await;
    assert!(house.logged().contains("messages aren't read"), "{}", house.logged());
    let (thread, board) = table.begin("chess").await;
    assert!(board.says("reply"), "{}", board.text());
    table.ann.says(&thread, "e4");
    thread.stays_quiet(A_WHILE).await;
    table.ann.says(&thread, &format!("{} e4", house.discord.bot_mention()));
    let board = thread.hears("1. e4").await;
    table.bob.replies(&board, "e5");
    thread.hears("1... e5").await;
    table.ann.says(&table.ann.direct(), "d4");
    thread.hears("2. d4").await;
    table.ann.direct().hears("d4").await;
}

#[tokio::test]
async fn a_call_by_name_is_a_command_without_prefix() {
    let (house, table) = House::open().await;
    let me = house.discord.bot_mention();
    table.ann.says(&table.channel, &format!("{me} challenge {} bird white", table.bob.mention()));
    let card = table.channel.hears("challenges").await;
    assert_eq!(card.pings, [table.bob.id()]);
    table.ann.says(&table.channel, &me);
    table.channel.hears("/challenge").await;
}

#[tokio::test]
async fn a_game_in_a_server_without_the_bot() {
    let mut house = House::closed(Options::default()).await;
    let table = Table::in_server(house.discord.server_without_bot("Elsewhere"));
    house.discord.server("Home");
    house.start().await;
    let slash = table.ann.slash(&table.channel, "challenge");
    let slash = slash.option("opponent", &table.bob).option("game", "chess").option("colour", "white");
    let card = slash.send().answer().await;
    assert!(card.only_for.is_none() && card.says("challenges"));
    let opened = table.bob.presses(&card, "Accept").answer().await;
    assert!(opened.says("begins"));
    let moved = table.ann.slash(&table.channel, "move").option("move", "e4").send().answer().await;
    assert!(moved.says("1. e4"));
    assert!(house.discord.requests("POST /channels/*/messages").is_empty());
}

#[tokio::test]
async fn help_and_lists_are_private() {
    let (_house, table) = House::open().await;
    for command in ["help", "games", "challenges", "rules"] {
        let answer = table.ann.slash(&table.channel, command).send().answer().await;
        assert_eq!(answer.only_for, Some(table.ann.id()), "{command}");
    }
    table.channel.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn the_invitation_is_printed_with_the_permissions_needed() {
    let house = House::closed(Options::default()).await;
    let printed = house.check_config();
    // As the token says that the double wants.
    assert!(printed.contains("client_id=123456789012345678"), "{printed}");
    assert!(printed.contains("permissions=309237746688"), "{printed}");
    assert!(!printed.contains(house.discord.token()), "{printed}");
}
