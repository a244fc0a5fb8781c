//! Clocks and conditional moves through Discord's own forms.

use crate::house::{House, Table};

#[tokio::test]
async fn a_clock_is_chosen_by_options_and_prepared_moves_stay_private() {
    let (_house, table) = House::open().await;
    let Table { channel, ann, bob, .. } = &table;
    let challenge = ann.slash(channel, "challenge").option("opponent", bob).option("game", "chess");
    let challenge = challenge.option("colour", "white").option("days", 3).option("weekends", "off");
    challenge.option("vacation", 14).option("flag", "claim").send().acknowledged().await;
    let card = channel.hears("3 days a move, weekends off, 14 days of vacation a year").await;
    bob.presses(&card, "Accept").acknowledged().await;
    let thread = channel.thread("#1 Chess: ann – bob").await;
    thread.hears("begins").await;
    ann.says(&thread, "e4");
    let turn = thread.hears("to move, until").await;
    assert!(turn.says("<t:"), "in each reader's own zone: {}", turn.text());

    let prepared = ann.slash(&thread, "if").option("line", "e5 Nf3; any: d4").send().answer().await;
    assert!(prepared.says("if") && prepared.says("e5 Nf3"), "{}", prepared.text());
    assert_eq!(prepared.only_for, Some(ann.id()));
    bob.says(&thread, "e5");
    let both = thread.hears("2. Nf3").await;
    assert!(both.says("1... e5") && bob.is_pinged_by(&both) && !ann.is_pinged_by(&both), "{}", both.text());

    let away = bob.slash(channel, "vacation").option("days", 2).send().answer().await;
    assert_eq!(away.only_for, Some(bob.id()));
    assert!(away.says("You are on vacation until"), "{}", away.text());
    ann.slash(&thread, "clock").send().acknowledged().await;
    thread.hears("the clock stands still until").await;
}
