//! What goes wrong on the way: gateway and requests.

use std::time::Duration;

use discord_double::{Failure, Options};

use crate::house::{A_WHILE, House, Table};

/// Where messages are sent.
const SAY: &str = "POST /channels/*/messages";

#[tokio::test]
async fn a_dropped_gateway_is_resumed_and_nothing_is_missed() {
    let (house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    house.discord.gateway().drops();
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    house.discord.gateway().has_resumes(1).await;
    table.bob.says(&thread, "e5");
    thread.hears("1... e5").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn trouble_of_discords_is_waited_out_in_order() {
    let (house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    for failure in [
        Failure::Status(500),
        Failure::RateLimited { retry_after: Duration::from_millis(200), global: false },
        Failure::Cut,
    ] {
        house.discord.fail(SAY, 1, failure);
    }
    table.ann.says(&thread, "e4");
    table.bob.slash(&thread, "draw").send().acknowledged().await;
    thread.hears("1. e4").await;
    thread.hears("offers a draw").await;
    assert_eq!(house.discord.failures_left(), 0);
}

#[tokio::test]
async fn what_was_sent_although_the_answer_was_lost_is_there_once() {
    let (house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    house.discord.fail(SAY, 1, Failure::DoneButCut);
    house.discord.fail(SAY, 1, Failure::DoneBut(502));
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    table.bob.says(&thread, "e5");
    thread.hears("1... e5").await;
    thread.stays_quiet(A_WHILE * 3).await;
}

#[tokio::test]
async fn an_answer_that_arrived_although_nothing_came_back_is_there_once() {
    let (house, table) = House::open().await;
    house.discord.fail("POST /interactions/*/*/callback", 1, Failure::DoneButCut);
    let help = table.ann.slash(&table.channel, "help").send();
    help.answer().await;
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(help.messages().len(), 1);
    house.discord.fail("POST /interactions/*/*/callback", 1, Failure::Status(500));
    table.ann.slash(&table.channel, "help").send().answer().await;
}

#[tokio::test]
async fn a_final_no_is_not_asked_again() {
    let (house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    table.bob.closes_direct_messages();
    house.discord.fail("POST /channels/*/messages", 10, Failure::MISSING_ACCESS);
    table.ann.says(&thread, "e4");
    house.logs("a post can't be delivered").await;
    let tried = house.discord.requests(SAY).len();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(house.discord.requests(SAY).len(), tried, "nothing loops");
    assert!(tried < 12, "{tried}");
    house.discord.fail_no_more();
    // The position is kept.
    table.bob.slash(&thread, "move").option("move", "e5").option("game", 1).send().acknowledged().await;
    let board = table.ann.slash(&thread, "board").option("game", 1).send().answer().await;
    assert!(board.files[0].description.as_deref().unwrap().contains("White to move"));
}

#[tokio::test]
async fn messages_delivered_twice_and_late_count_once() {
    let (house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    house.discord.gateway().delivers_twice("MESSAGE_CREATE", 1);
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    house.discord.gateway().delivers_late("MESSAGE_CREATE", 1, Duration::from_millis(300));
    table.bob.says(&thread, "e5");
    thread.hears("1... e5").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn a_command_delivered_twice_is_answered_once() {
    let (house, table) = House::open().await;
    house.discord.gateway().delivers_twice("INTERACTION_CREATE", 1);
    let help = table.ann.slash(&table.channel, "help").send();
    help.answer().await;
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(help.messages().len(), 1);
    let card = table.challenge("chess").await;
    house.discord.gateway().delivers_twice("INTERACTION_CREATE", 1);
    table.bob.presses(&card, "Accept").acknowledged().await;
    let thread = table.channel.thread("#1").await;
    thread.hears("begins").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn two_moves_at_once_are_one() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    table.ann.says(&thread, "e4");
    table.ann.says(&thread, "d4");
    thread.hears("1. e4").await;
    thread.hears("turn").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn many_messages_are_dealt_with_in_order() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6"];
    for (index, played) in moves.iter().enumerate() {
        let player = if index % 2 == 0 { &table.ann } else { &table.bob };
        player.says(&thread, played);
    }
    for played in moves {
        thread.hears(played).await;
    }
}

#[tokio::test]
async fn a_kill_leaves_no_room_untold() {
    let (mut house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    house.discord.fail(SAY, 1000, Failure::Status(503));
    table.ann.says(&thread, "e4");
    house.discord.has_requested(SAY, 3).await;
    house.kill();
    house.discord.fail_no_more();
    house.start().await;
    thread.hears("1. e4").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn moves_typed_while_the_bot_is_away_are_played_once() {
    let (mut house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    let talk = table.ann.says(&table.channel, "challenge me");
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    assert!(house.stop().await);
    table.bob.says(&thread, "!board");
    let edited = table.bob.says(&thread, "hm");
    table.bob.edits(&edited, "d5");
    table.ann.edits(&talk, "d4");
    (0..130).for_each(|number| drop(table.ann.says(&thread, &format!("chat {number}"))));
    table.bob.says(&thread, "e5");
    table.ann.says(&thread, "Nf3");
    house.start().await;
    thread.hears("1... e5").await;
    thread.hears("2. Nf3").await;
    thread.stays_quiet(A_WHILE).await;
    house.kill();
    house.start().await;
    table.bob.says(&thread, "Nc6");
    thread.hears("2... Nc6").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn serenitys_limits_are_kept_and_waited_out() {
    let mut house = House::closed(Options { tls: true, ..Options::default() }).await;
    let tls = house.discord.tls();
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("authority.pem");
    std::fs::write(&certificate, tls.authority()).unwrap();
    house.configure(&format!(
        "[discord.testing]\naddress = \"{}\"\ncertificate = {certificate:?}\ngateway = \"{}\"\n",
        tls.address(),
        house.discord.gateway_url()
    ));
    let table = Table::in_house(&house);
    house.start().await;
    house.discord.limit(SAY, 2, Duration::from_secs(1));
    let (thread, _) = table.begin("chess").await;
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    for (index, played) in moves.iter().enumerate() {
        let player = if index % 2 == 0 { &table.ann } else { &table.bob };
        player.says(&thread, played);
    }
    for played in moves {
        thread.hears(played).await;
    }
}

#[tokio::test]
async fn a_process_looks_after_the_shards_it_is_given() {
    let mut house = House::closed(Options { shards: 4, ..Options::default() }).await;
    house.add("[discord]\nshards = \"1-2/4\"\nstatus = \"waiting for you\"");
    house.start().await;
    house.discord.gateway().has_logins(2).await;
    let logins = house.discord.gateway().logins();
    let shards: Vec<String> = logins.iter().map(|login| login["shard"].to_string()).collect();
    assert_eq!(shards, ["[1,4]", "[2,4]"]);
    assert_eq!(logins[0]["presence"]["activities"][0]["state"], "waiting for you");
}

#[tokio::test]
async fn an_intent_that_is_not_allowed_is_said_in_words() {
    let mut house = House::closed(Options { message_content: false, ..Options::default() }).await;
    let (status, said) = house.fails_to_start().await;
    // Whatever starts services isn't to try it again before somebody has allowed it.
    assert_eq!(status.code(), Some(78));
    assert!(said.contains("Message Content Intent"), "{said}");
}

#[tokio::test]
async fn the_token_is_never_logged() {
    let (mut house, table) = House::open().await;
    table.begin("chess").await;
    assert!(house.stop().await);
    let logged = house.logged();
    assert!(!logged.is_empty());
    assert!(!logged.contains(house.discord.token()));
    assert!(!logged.contains("interaction-token"), "{logged}");
}
