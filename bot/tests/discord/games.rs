//! Games from challenge to rematch.

use crate::house::{A_WHILE, House, Table};

#[tokio::test]
async fn a_game_by_text_command_and_choice_until_the_rematch() {
    let (house, table) = House::open().await;
    let Table { channel, ann, bob, .. } = &table;

    let card = table.challenge("chess").await;
    assert!(bob.is_pinged_by(&card) && !ann.is_pinged_by(&card));
    assert_eq!(card.labels(), ["Accept", "Decline", "Withdraw"]);
    assert!(card.files[0].description.as_deref().unwrap().contains("White to move"));
    bob.presses(&card, "Accept").acknowledged().await;

    let thread = channel.thread("#1 Chess: ann – bob").await;
    let board = thread.hears("begins").await;
    assert!(ann.is_pinged_by(&board) && !bob.is_pinged_by(&board));
    assert_eq!(board.labels(), ["Move…", "Offer a draw", "Take back", "Resign", "Flip", "Hint"]);
    house.discord.becomes(&card, "without buttons", |card| card.buttons().is_empty()).await;

    // By text.
    ann.says(&thread, "f3");
    let after_white = thread.hears("1. f3").await;
    assert!(bob.is_pinged_by(&after_white));
    house.discord.becomes(&board, "without buttons", |board| board.buttons().is_empty()).await;

    // By command, with what can be typed.
    let suggested = bob.slash(&thread, "move").suggest("move", "e").suggestions().await;
    let names: Vec<&str> = suggested.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["e5", "e6"]);
    bob.slash(&thread, "move").option("move", "e5").send().acknowledged().await;
    let after_black = thread.hears("1... e5").await;

    // By choosing a piece and a square, seen by Ann alone.
    let pieces = ann.presses(&after_black, "Move").answer().await;
    assert_eq!(pieces.only_for, Some(ann.id()));
    let squares = ann.selects(&pieces, "Choose", &["pawn g2"]);
    assert!(squares.changed_its_message() || squares.acknowledged().await.as_secs() < 3);
    let squares = squares.answer().await;
    ann.selects(&squares, "Choose", &["g4"]).acknowledged().await;
    thread.hears("2. g4").await;

    bob.says(&thread, "Qh4");
    let end = thread.hears("checkmate").await;
    assert!(end.says("0-1") || end.says("0–1"), "{}", end.text());
    assert_eq!(end.labels(), ["Rematch", "Review"]);
    assert!(end.files.iter().any(|file| file.name == "game-1.pgn"));

    // Both at once get one game.
    ann.presses(&end, "Rematch");
    bob.presses(&end, "Rematch");
    thread.hears("#2").await;
    thread.hears("begins").await;
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn draws_takebacks_and_resignations_need_the_right_word() {
    let (_house, table) = House::open().await;
    let (thread, board) = table.begin("carrera").await;
    let Table { ann, bob, .. } = &table;

    let not_yet = bob.presses(&board, "Take back").answer().await;
    assert_eq!(not_yet.only_for, Some(bob.id()));
    ann.says(&thread, "e4");
    let board = thread.hears("1. e4").await;

    ann.presses(&board, "Take back").acknowledged().await;
    let wish = thread.hears("take back").await;
    assert!(bob.is_pinged_by(&wish));
    let refused = ann.presses(&wish, "Allow").answer().await;
    assert_eq!(refused.only_for, Some(ann.id()));
    bob.presses(&wish, "Allow").acknowledged().await;
    thread.hears("taken back").await;

    ann.says(&thread, "d4");
    let board = thread.hears("1. d4").await;
    bob.presses(&board, "Offer a draw").acknowledged().await;
    let offer = thread.hears("offers a draw").await;
    ann.presses(&offer, "Decline").acknowledged().await;
    thread.hears("declines").await;

    bob.says(&thread, "d5");
    let board = thread.hears("1... d5").await;
    let question = ann.presses(&board, "Resign").answer().await;
    assert_eq!(question.only_for, Some(ann.id()));
    thread.stays_quiet(A_WHILE).await;
    ann.presses(&question, "Resign").acknowledged().await;
    thread.hears("resigns").await;
}

#[tokio::test]
async fn five_quick_presses_do_one_thing() {
    let (_house, table) = House::open().await;
    let card = table.challenge("bird").await;
    let presses: Vec<_> = (0..5).map(|_| table.bob.presses_as_seen(&card, "Accept")).collect();
    for press in presses {
        press.acknowledged().await;
    }
    let thread = table.channel.thread("#1").await;
    thread.hears("begins").await;
    thread.stays_quiet(A_WHILE).await;
    assert_eq!(table.channel.threads().len(), 1);
}

#[tokio::test]
async fn wrong_people_get_a_private_sentence() {
    let (_house, table) = House::open().await;
    let carol = table.server.member("carol");
    let card = table.challenge("chess").await;
    for person in [&carol, &table.ann] {
        let refusal = person.presses(&card, "Accept").answer().await;
        assert_eq!(refusal.only_for, Some(person.id()));
    }
    table.bob.presses(&card, "Accept").acknowledged().await;
    let thread = table.channel.thread("#1").await;
    let board = thread.hears("begins").await;
    let refusal = carol.presses(&board, "Move").answer().await;
    assert_eq!(refusal.only_for, Some(carol.id()));
    let refusal = table.bob.presses(&board, "Move").answer().await;
    assert_eq!(refusal.only_for, Some(table.bob.id()));
    carol.says(&thread, "e4");
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn buttons_work_after_a_restart_and_a_week_later() {
    let (mut house, table) = House::open().await;
    let card = table.challenge("chess").await;
    house.kill();
    house.start().await;
    table.bob.presses(&card, "Accept").acknowledged().await;
    let thread = table.channel.thread("#1").await;
    let board = thread.hears("begins").await;
    assert!(house.stop().await);
    house.start().await;
    let pieces = table.ann.presses(&board, "Move").answer().await;
    assert_eq!(pieces.selects()[0].options.len(), 10);
    table.ann.says(&thread, "e4");
    thread.hears("1. e4").await;
    house.discord.becomes(&board, "without buttons", |board| board.buttons().is_empty()).await;
}

#[tokio::test]
async fn the_board_is_turned_for_one_person() {
    let (_house, table) = House::open().await;
    let (thread, board) = table.begin("carrera").await;
    let turned = table.bob.presses(&board, "Flip").answer().await;
    assert_eq!(turned.only_for, Some(table.bob.id()));
    assert_ne!(turned.files[0].bytes, board.files[0].bytes);
    thread.stays_quiet(A_WHILE).await;
}

#[tokio::test]
async fn menus_challenge_people_and_show_boards() {
    let (house, table) = House::open().await;
    house.discord.has_command("help").await;
    table.ann.uses_on_person(&table.channel, "Challenge to a game", &table.bob).acknowledged().await;
    let card = table.channel.hears("challenges").await;
    table.bob.presses(&card, "Accept").acknowledged().await;
    let thread = table.channel.thread("#1").await;
    let board = thread.hears("begins").await;
    let shown = table.bob.uses_on_message("Show the board", &board).answer().await;
    assert_eq!(shown.files.len(), 1);
}

#[tokio::test]
async fn own_games_are_suggested() {
    let (_house, table) = House::open().await;
    table.begin("chess").await;
    let games = table.ann.slash(&table.channel, "board").suggest("game", "").suggestions().await;
    assert_eq!(games.len(), 1);
    assert!(games[0].0.contains("#1") && games[0].0.contains("bob"), "{games:?}");
    assert_eq!(games[0].1, 1);
    let topics = table.ann.slash(&table.channel, "help").suggest("command", "re").suggestions().await;
    let topics: Vec<&str> = topics.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(topics, ["resign", "rematch", "review", "replay"]);
    let nobody = table.server.member("carol");
    assert!(nobody.slash(&table.channel, "board").suggest("game", "").suggestions().await.is_empty());
}

#[tokio::test]
async fn commands_are_registered_once() {
    let (mut house, _table) = House::open().await;
    assert_eq!(house.discord.requests("PUT /applications/*/commands").len(), 1);
    assert!(house.stop().await);
    house.start().await;
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(house.discord.requests("PUT /applications/*/commands").len(), 1, "nothing has changed");
}

#[tokio::test]
async fn long_lists_are_paged() {
    let (_house, table) = House::open().await;
    let (thread, mut board) = table.begin("combination").await;
    // A rook and a knight on one square can go as a whole or in part: 31 moves.
    for (white, black) in [("Rg1", "a6"), ("RNf3", "a5")] {
        table.ann.says(&thread, white);
        thread.hears(white).await;
        table.bob.says(&thread, black);
        board = thread.hears(black).await;
    }
    let pieces = table.ann.presses(&board, "Move").answer().await;
    let first = table.ann.selects(&pieces, "Choose", &["f3"]).answer().await;
    assert_eq!(first.selects()[0].options.len(), 25);
    assert_eq!(first.labels(), ["▶", "Another piece"]);
    let second = table.ann.presses(&first, "▶").answer().await;
    assert_eq!(second.selects()[0].options.len(), 6);
    assert_eq!(second.labels(), ["◀", "Another piece"]);
    let (played, _) = second.selects()[0].options[0].clone();
    table.ann.selects(&second, "Choose", &[&played]).acknowledged().await;
    thread.hears(&format!("3. {played}")).await;
}

#[tokio::test]
async fn a_draw_is_agreed_by_buttons() {
    let (_house, table) = House::open().await;
    let (thread, board) = table.begin("bird").await;
    table.ann.presses(&board, "Offer a draw").acknowledged().await;
    let offer = thread.hears("offers a draw").await;
    table.bob.presses(&offer, "Accept the draw").acknowledged().await;
    let end = thread.hears("by agreement").await;
    assert_eq!(end.labels(), ["Rematch"]);
}

#[tokio::test]
async fn commands_have_names_in_other_languages() {
    let (house, _table) = House::open().await;
    let command = house.discord.has_command("takeback").await;
    assert_eq!(command["name_localizations"]["de"], "zurücknehmen");
}
