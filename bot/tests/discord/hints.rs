//! Hints and games against the bot.

use std::time::Duration;

use discord_double::{Argument, Options};

use crate::house::{A_WHILE, House, Table};

/// An engine that answers quickly.
const QUICK: &str = "[engine]\nthreads = 1\nhint_time = \"300ms\"\npause = \"0s\"\n";

async fn quick() -> (House, Table) {
    let mut house = House::closed(Options::default()).await;
    house.add(QUICK);
    let table = Table::in_house(&house);
    house.start().await;
    (house, table)
}

#[tokio::test]
async fn a_hint_is_for_the_one_who_asked_and_comes_in_three_steps() {
    let (house, table) = quick().await;
    let (thread, board) = table.begin("chess").await;
    let Table { ann, bob, channel, .. } = &table;
    assert!(board.labels().contains(&"Hint".to_owned()), "{:?}", board.labels());

    let refused = bob.presses(&board, "Hint").answer().await;
    assert_eq!(refused.only_for, Some(bob.id()));
    assert!(refused.says("It isn't your turn"), "{}", refused.text());

    thread.read_all();
    let first = ann.presses(&board, "Hint").answer().await;
    assert_eq!(first.only_for, Some(ann.id()));
    assert!(first.says("Look at your"), "{}", first.text());
    let picture = first.files[0].description.clone().unwrap();
    assert!(picture.contains("Look at "), "{picture}");
    let second = ann.presses(&first, "Hint").answer().await;
    assert_eq!(second.only_for, Some(ann.id()));
    assert!(second.says("should go to"), "{}", second.text());
    let third = ann.presses(&second, "Hint").answer().await;
    assert_eq!(third.only_for, Some(ann.id()));
    assert!(third.says("Play "), "{}", third.text());
    assert!(third.files[0].description.as_deref().unwrap().contains("Arrow "));
    assert!(third.buttons().is_empty());

    // As a command it is told later, in place of what shows that the bot thinks.
    ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    let told = bob.slash(&thread, "hint").option("tell", "move").send().answer().await;
    assert_eq!(told.only_for, Some(bob.id()));
    assert!(told.says("Play "), "{}", told.text());

    // Typed, it comes where nobody else reads.
    bob.says(&thread, "e5");
    thread.hears("1... e5").await;
    ann.says(&thread, "!hint");
    let whispered = ann.direct().hears("Look at your").await;
    assert!(!whispered.files.is_empty());
    channel.stays_quiet(A_WHILE).await;
    assert!(thread.messages().iter().all(|message| message.is_ephemeral() || !message.says("Look at your")));

    bob.slash(&thread, "resign").option("confirm", "yes").send().acknowledged().await;
    let end = thread.hears("resigns").await;
    assert!(end.says("White used 2 hints. Black used 1 hint."), "{}", end.text());
    assert_eq!(end.labels(), ["Rematch", "Review"]);
    bob.presses(&end, "Review").acknowledged().await;
    thread.hears("looked at again").await;
    assert!(house.discord.now(&end).is_some_and(|end| !end.buttons().is_empty()), "the end keeps its buttons");
}

#[tokio::test]
async fn who_cannot_be_told_alone_is_told_how() {
    let (_house, table) = quick().await;
    let (thread, _) = table.begin("chess").await;
    table.ann.closes_direct_messages();
    table.ann.says(&thread, "!hint");
    let told = thread.hears("everybody would read that here").await;
    assert!(!told.says("Look at"), "{}", told.text());
}

#[tokio::test]
async fn a_short_game_against_the_bot() {
    let (house, table) = quick().await;
    let Table { ann, channel, .. } = &table;
    ann.slash(channel, "challenge")
        .option("game", "chess")
        .option("colour", "white")
        .option("level", 1)
        .send()
        .acknowledged()
        .await;
    let thread = channel.thread("#1 Chess: ann – Centaur (level 1)").await;
    let board = thread.hears("begins").await;
    assert!(ann.is_pinged_by(&board));
    ann.says(&thread, "e4");
    let answer = thread.hears("1... ").await;
    assert!(ann.is_pinged_by(&answer));
    ann.presses(&answer, "Take back").acknowledged().await;
    thread.hears("2 moves taken back").await;
    ann.says(&thread, "Nc3");
    let answer = thread.hears("1... ").await;
    ann.presses(&answer, "Offer a draw").acknowledged().await;
    thread.hears("Centaur (level 1) declines the draw").await;
    ann.slash(&thread, "resign").option("confirm", "yes").send().acknowledged().await;
    let end = thread.hears("resigns").await;
    ann.presses(&end, "Rematch").acknowledged().await;
    thread.hears("#2 1. ").await;

    // By name, too.
    ann.says(channel, &format!("!challenge {} level 2 bird white", house.discord.bot_mention()));
    channel.thread("#3").await.hears("Black: Centaur (level 2)").await;

    // With White it begins at once, in the thread all the same.
    let slash = ann.slash(channel, "challenge").option("opponent", Argument::Person(house.discord.bot()));
    slash.option("colour", "black").send().acknowledged().await;
    channel.thread("#4").await.hears("#4 1. ").await;
}

#[tokio::test]
async fn killed_while_it_thinks_the_bot_moves_once_after_the_restart() {
    let (mut house, table) = quick().await;
    let Table { ann, channel, .. } = &table;
    house.kill();
    house.configure_again("pause = \"0s\"", "pause = \"3s\"");
    house.start().await;
    ann.slash(channel, "challenge")
        .option("game", "chess")
        .option("colour", "white")
        .option("level", 3)
        .send()
        .acknowledged()
        .await;
    let thread = channel.thread("#1").await;
    thread.hears("begins").await;
    ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    house.kill();
    thread.read_all();
    house.configure_again("pause = \"3s\"", "pause = \"0s\"");
    house.start().await;
    thread.hears("1... ").await;
    house.kill();
    house.start().await;
    thread.stays_quiet(Duration::from_secs(2)).await;
}
