//! Threads and channels that can't be used.

use discord_double::permissions::{ATTACH_FILES, CREATE_PUBLIC_THREADS, SEND_MESSAGES_IN_THREADS};

use crate::house::{A_WHILE, House};

#[tokio::test]
async fn without_permission_for_threads_the_game_is_in_the_channel_and_the_owner_is_told_once() {
    let (_house, table) = House::open().await;
    let owner = table.server.owner().direct();
    table.channel.deny_bot(CREATE_PUBLIC_THREADS);
    for number in ["#1", "#2"] {
        let card = table.challenge("chess").await;
        table.bob.presses(&card, "Accept").acknowledged().await;
        let board = table.channel.hears("begins").await;
        assert!(board.says(number), "{}", board.text());
    }
    let told = owner.hears("Create Public Threads").await;
    assert!(told.says("general"));
    owner.stays_quiet(A_WHILE).await;
    table.ann.says(&table.channel, "1 e4");
    table.channel.hears("#1 1. e4").await;
}

#[tokio::test]
async fn without_permission_for_files_the_board_is_told_in_words() {
    let (_house, table) = House::open().await;
    table.channel.deny_bot(ATTACH_FILES);
    let card = table.challenge("chess").await;
    assert!(card.files.is_empty() && card.says("White to move"), "{}", card.text());
    let owner = table.server.owner().direct();
    owner.hears("Attach Files").await;
    table.bob.presses(&card, "Accept").acknowledged().await;
    let board = table.channel.thread("#1").await.hears("begins").await;
    assert!(board.files.is_empty() && board.says("White to move"), "{}", board.text());
    assert_eq!(board.labels().len(), 6);
    owner.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn a_locked_thread_sends_the_game_to_its_channel() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    thread.lock();
    thread.archive();
    table.ann.slash(&table.channel, "move").option("move", "e4").option("game", 1).send().acknowledged().await;
    table.channel.hears("1. e4").await;
    table.bob.says(&table.channel, "e5");
    table.channel.hears("1... e5").await;
}

#[tokio::test]
async fn an_offer_leaves_a_locked_thread_too() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    table.ann.says(&thread, "e4");
    let board = thread.hears("1. e4").await;
    thread.lock();
    thread.archive();
    table.ann.presses(&board, "Offer a draw").acknowledged().await;
    table.channel.hears("offers a draw").await;
    table.bob.says(&table.channel, "e5");
    table.channel.hears("1... e5").await;
}

#[tokio::test]
async fn an_archived_thread_is_used_on() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    thread.archive();
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
}

#[tokio::test]
async fn a_deleted_thread_sends_the_game_to_its_channel() {
    let (_house, table) = House::open().await;
    let (thread, _) = table.begin("chess").await;
    thread.delete();
    table.ann.slash(&table.channel, "move").option("move", "e4").option("game", 1).send().acknowledged().await;
    table.channel.hears("1. e4").await;
}

#[tokio::test]
async fn a_bot_that_was_kicked_plays_on_by_direct_message() {
    let (house, table) = House::open().await;
    let other = house.discord.server("Other");
    other.join(&table.ann);
    other.join(&table.bob);
    let (ann, bob) = (table.ann.direct(), table.bob.direct());
    table.begin("chess").await;
    table.server.kicks_bot();
    table.ann.says(&ann, "e4");
    bob.hears("1. e4").await;
    ann.hears("1. e4").await;
    table.bob.says(&bob, "e5");
    ann.hears("1... e5").await;
    bob.hears("1... e5").await;
    ann.stays_quiet(A_WHILE).await;
    bob.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn a_deleted_channel_sends_the_game_to_direct_messages() {
    let (_house, table) = House::open().await;
    table.channel.deny_bot(SEND_MESSAGES_IN_THREADS | CREATE_PUBLIC_THREADS);
    let card = table.challenge("chess").await;
    table.bob.presses(&card, "Accept").acknowledged().await;
    table.channel.hears("begins").await;
    table.channel.delete();
    table.ann.says(&table.ann.direct(), "e4");
    let board = table.bob.direct().hears("1. e4").await;
    table.bob.replies(&board, "e5");
    table.ann.direct().hears("1... e5").await;
}

#[tokio::test]
async fn a_member_who_left_plays_on_by_direct_message() {
    let (house, table) = House::open().await;
    let other = house.discord.server("Other");
    other.join(&table.bob);
    let (thread, _) = table.begin("chess").await;
    table.bob.leaves(&table.server);
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    table.bob.says(&table.bob.direct(), "e5");
    thread.hears("1... e5").await;
}
