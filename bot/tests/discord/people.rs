//! Settings, moderators, and cards and files of games.

use discord_double::permissions::MANAGE_MESSAGES;

use crate::house::{A_WHILE, House, Table};

#[tokio::test]
async fn settings_are_chosen_and_moves_offered_in_ones_own_letters() {
    let (_house, table) = House::open().await;
    let Table { channel, ann, .. } = &table;
    let zones = ann.slash(channel, "set").suggest("zone", "berl").suggestions().await;
    assert_eq!(zones.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Europe/Berlin"]);
    let set = ann.slash(channel, "set").option("zone", "Europe/Berlin").option("letters", "german");
    let shown = set.send().answer().await;
    assert_eq!(shown.only_for, Some(ann.id()));
    assert!(shown.says("Europe/Berlin") && shown.says("german"), "{}", shown.text());
    let (thread, _) = table.begin("chess").await;
    let moves = ann.slash(&thread, "move").suggest("move", "s").suggestions().await;
    assert_eq!(moves.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Sa3", "Sc3", "Sf3", "Sh3"]);
    ann.says(&thread, "Sf3");
    thread.hears("1. Nf3").await;
}

#[tokio::test]
async fn settings_are_lists_below_themselves_and_what_is_chosen_takes_their_place() {
    let (mut house, table) = House::open().await;
    let Table { channel, ann, .. } = &table;
    let settings = ann.slash(channel, "settings").send().answer().await;
    assert_eq!(settings.only_for, Some(ann.id()));
    let lists = settings.selects();
    let firsts: Vec<&str> = lists.iter().map(|list| list.options[0].0.as_str()).collect();
    assert_eq!(firsts, ["view: own", "pings: every", "reminders: quarter", "theme: harbour", "letters: english"]);
    assert!(house.stop().await);
    house.start().await;
    let chosen = ann.selects(&settings, "~select 3", &["theme: walnut"]);
    let changed = chosen.answer().await;
    assert!(chosen.changed_its_message() && changed.says("**theme** `walnut`"), "{}", changed.text());
    let again = ann.selects(&changed, "~select 4", &["letters: german"]).answer().await;
    assert!(again.says("**theme** `walnut`") && again.says("**letters** `german`"), "{}", again.text());
}

#[tokio::test]
async fn what_is_stored_about_somebody_is_for_nobody_else() {
    let (_house, table) = House::open().await;
    let Table { channel, ann, .. } = &table;
    let (thread, _) = table.begin("chess").await;
    let told = ann.slash(channel, "export-me").send().answer().await;
    assert_eq!((told.only_for, told.files.len()), (Some(ann.id()), 1));
    // Typed for everybody to see, it is answered in a direct message.
    ann.says(&thread, "!export-me");
    assert_eq!(ann.direct().hears("everything that I have stored").await.files.len(), 1);
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn moderators_rule_a_channel_and_its_threads() {
    let (_house, table) = House::open().await;
    let Table { channel, ann, server, .. } = &table;
    let warden = server.member("warden");
    let role = server.role("wardens", MANAGE_MESSAGES);
    server.gives(&warden, role);
    let (thread, _) = table.begin("chess").await;
    let refusal = ann.slash(&thread, "stop").send().answer().await;
    assert!(refusal.only_for == Some(ann.id()) && refusal.says("Only moderators"), "{}", refusal.text());

    warden.slash(channel, "room").option("bot", "off").send().acknowledged().await;
    channel.hears("I am silent in this room").await;
    ann.says(&thread, "e4");
    thread.stays_quiet(A_WHILE).await;
    // By message, in a thread.
    warden.says(&thread, "!room on");
    thread.hears("I play in this room").await;
    ann.says(&thread, "e4");
    thread.hears("1. e4").await;

    let games = warden.slash(channel, "adjudicate").suggest("game", "").suggestions().await;
    assert!(games.len() == 1 && games[0].0.contains("ann – bob"), "{games:?}");
    let decided = warden.slash(channel, "adjudicate").option("result", "white").option("game", 1);
    decided.send().acknowledged().await;
    thread.hears("warden, a moderator, has decided").await;
}

#[tokio::test]
async fn an_old_card_never_answers_an_offer_and_numbers_are_suggested() {
    let (_house, table) = House::open().await;
    let Table { channel, ann, bob, .. } = &table;
    let card = table.challenge("chess").await;
    let waiting = bob.slash(channel, "accept").suggest("game", "").suggestions().await;
    assert!(waiting.len() == 1 && waiting[0].0.contains("ann"), "{waiting:?}");
    assert!(ann.slash(channel, "accept").suggest("game", "").suggestions().await.is_empty());
    bob.presses(&card, "Accept").acknowledged().await;
    let thread = channel.thread("#1").await;
    thread.hears("begins").await;
    ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    ann.says(&thread, "!draw");
    thread.hears("offers a draw").await;
    let refusal = bob.presses_as_seen(&card, "Accept").answer().await;
    assert!(refusal.only_for == Some(bob.id()) && refusal.says("no longer open"), "{}", refusal.text());
    bob.says(&thread, "!draw accept");
    let end = thread.hears("by agreement").await;
    let replay = end.files.iter().find(|file| file.name == "game-1.gif").unwrap();
    assert!(replay.bytes.starts_with(b"GIF89a"));
    let over = ann.slash(channel, "rematch").suggest("game", "bob").suggestions().await;
    assert_eq!(over.len(), 1);
}
