//! Clocks in play: deadlines, reminders, the end of time, weekends, vacations, takebacks.
//!
//! The hall opens on Sunday, 1 March 2026, at noon in UTC.

use centaur::game::{End, Reason};
use centaur::talk::{Content, GameNumber};
use centaur::text;
use rules::{Color, Score};

use crate::hall::{Hall, text_of};

const BEGUN: &str = "alice: !challenge @bob chess white 3d\nbob: !accept\nalice: e4\nbob: e5\n";

fn begun(script: &str) -> Hall {
    Hall::after(&format!("{BEGUN}{script}"))
}

#[test]
fn time_is_agreed_on_in_the_challenge_and_said() {
    Hall::after(
        "alice: !challenge @bob chess white 3 days a move, weekends off
           < Friendly, hints allowed. 3 days a move, weekends off.
         bob: !accept
           < 3 days a move, weekends off.
           < Alice (White) to move, until 2026-03-05 00:00 UTC.
         alice: !challenge @bob chess bank:10d+1d cap:20d vacation:14 flag:claim
           < 10 days and 1 more for each move, at most 20, 14 days of vacation a year, wins on time have to be claimed.
         alice: !challenge @bob chess 15d
           < I don't understand that clock.
         alice: !challenge @bob chess weekends:off
           < I don't understand that clock.
         alice: !challenge @bob chess bank:20d+1d cap:10d
           < I don't understand that clock.
         bob: !decline 2
         alice: !challenge @bob chess noclock
           < Friendly, hints allowed.
         bob: !decline 3
         alice: !challenge @bob chess 10d+1d
           < 10 days and 1 more for each move, at most 10.",
    );
}

#[test]
fn a_reminder_comes_once_and_the_end_by_itself() {
    begun(
        "alice: !clock
           < #1 Alice (White): 2 days 23 hours left, to move until 2026-03-04 12:04 UTC. Bob (Black): 3 days left.
         (after 53 hours)
           (nothing)
         (after 1 hours)
           < #1 Alice: it is your move, until 2026-03-04 12:04 UTC (17 hours 59 minutes from now).
           (pings alice)
         (restart)
         (after 1 hours)
           (nothing)
         alice: Nf3
           < Bob (Black) to move, until 2026-03-06 19:06 UTC.
         (after 1 days)
           (nothing)
         (restart)
         (after 2 days)
           < #1 1-0 Alice (White) wins on time.
           (pings bob)
         bob: Nc6
           (nothing)
         bob: 1 Nc6
           < #1 is over.
         (after 9 days)
           (nothing)",
    );
}

#[test]
fn a_move_that_is_too_late_is_no_move_even_before_the_timer() {
    let mut hall = begun("");
    hall.now = "2026-03-04T12:04:00Z".parse().unwrap();
    let late = hall.ask("alice", "hall", "Nf3");
    hall.hear(&late);
    assert_eq!(hall.words(), "#1 0-1 Bob (Black) wins on time. !rematch 1 for another game with colours swapped.");
    assert!(hall.hear(&late).is_empty());
    hall.play("(after 1 days)\n(nothing)\nalice: !pgn 1");
    let pgn = text_of(&hall.heard[0].attachments[0]);
    assert!(pgn.contains("[TimeControl \"1/259200\"]\n[Termination \"time forfeit\"]"), "{pgn}");
    assert!(pgn.contains("1. e4 {[%clk 71:59:00]} e5 {[%clk 71:59:00]} {time forfeit} 0-1"), "{pgn}");
    // A moment earlier it is in time.
    let mut hall = begun("");
    hall.now = "2026-03-04T12:03:59.999Z".parse().unwrap();
    hall.say("alice", "Nf3");
    assert!(hall.words().contains("2. Nf3 · Bob"), "{}", hall.words());
}

#[test]
fn other_words_of_the_late_player_are_too_late_as_well() {
    for typed in ["!resign 1 yes", "!draw", "!takeback", "!abort", "!games"] {
        let mut hall = begun("(after 2 days)");
        hall.now = "2026-03-04T13:00:00Z".parse().unwrap();
        hall.say("alice", typed);
        assert!(hall.words().starts_with("#1 0-1 Bob (Black) wins on time."), "{typed}: {}", hall.words());
    }
}

#[test]
fn whoever_never_moved_loses_nothing() {
    Hall::after(
        "alice: !challenge @bob chess white 1d
         bob: !accept
         alice: e4
         (after 1 days)
           < #1 Bob has not made a first move in time. #1 is aborted, without a result.",
    );
}

#[test]
fn a_win_on_time_can_be_left_to_a_claim() {
    Hall::after(
        "alice: !challenge @bob chess white 1d flag:claim
         bob: !accept
         alice: e4
         bob: e5
         bob: !claim
           < The time of your opponent in #1 isn't up before 2026-03-02 12:04 UTC.
         (after 18 hours)
           < it is your move
         (after 6 hours)
           < #1 The time of Alice is up. Bob can end the game with !claim 1 until Alice moves.
           (pings bob)
         (restart)
         (after 1 days)
           (nothing)
         alice: !claim
           < Your opponent's clock isn't running in #1.
         bob: !games
           < their turn, time up since 2026-03-02 12:04 UTC
         alice: Nf3
           < 2. Nf3 · Bob (Black) to move, until 2026-03-04 12:08 UTC.
         bob: !claim
           < Your opponent's clock isn't running
         (after 1 days)
         alice: !claim
           < #1 1-0 Alice (White) wins on time.
           (pings bob)",
    );
}

#[test]
fn a_bank_fills_up_to_its_cap() {
    Hall::after(
        "alice: !challenge @bob chess white bank:3d+1d
         bob: !accept
         (after 2 days)
           (nothing)
         alice: e4
         alice: !clock
           < Alice (White): 1 day 23 hours left. Bob (Black): 2 days 23 hours left, to move until
         bob: e5
         bob: !clock
           < Bob (Black): 3 days left.
         (after 36 hours)
           < Alice: it is your move
         alice: !clock
           < Alice (White): 11 hours 57 minutes left, to move until",
    );
}

#[test]
fn a_takeback_gives_back_the_time_and_the_clock_runs_on() {
    // pitfalls: a takeback near the deadline lost on time, or stopped the clock for good.
    Hall::after(
        "alice: !challenge @bob chess white bank:3d+1d cap:5d
         bob: !accept
         (after 2 days)
         alice: e4
         (after 71 hours)
         alice: !takeback
         bob: !takeback accept
           < Alice (White) to move, until 2026-03-09 11:05 UTC.
         alice: !clock
           < Alice (White): 2 days 23 hours left, to move until 2026-03-09 11:05 UTC. Bob (Black): 3 days left.
         alice: d4
         bob: d5
           < Alice (White) to move, until 2026-03-10 11:06 UTC.
         (after 90 hours)
           < Alice: it is your move
         (restart)
         (after 6 hours)
           < Bob (Black) wins on time",
    );
}

#[test]
fn weekends_are_those_of_the_player_to_move() {
    Hall::after(
        "(zone alice Pacific/Auckland)
         (zone bob America/New_York)
         alice: !challenge @bob chess white 3d weekends:off
         bob: !accept
           < Alice (White) to move, until 2026-03-05 01:02 NZDT.
         (zone alice America/New_York)
         alice: !clock
           < to move until 2026-03-04 07:02 EST.
         (after 1 days)
         alice: e4
           < Bob (Black) to move, until 2026-03-05 07:04 EST.
         (after 2 days)
         bob: e5
           < Alice (White) to move, until 2026-03-09 07:05 EDT.
         (after 4 days)
         alice: !clock
           < the clock stands still until 2026-03-09 00:00 EDT",
    );
}

#[test]
fn an_empty_bank_that_nobody_claims_is_announced_once() {
    Hall::after(
        "alice: !challenge @bob chess white bank:2d flag:claim
         bob: !accept
         alice: e4
         (after 36 hours)
           < it is your move
         (after 12 hours)
           < #1 The time of Bob is up. Alice can end the game with !claim 1 until Bob moves.
         bob: e5
         alice: Nf3
           < 2. Nf3 · Bob (Black) to move, with no time left.
         (after 1 hours)
           (nothing)
         bob: Nc6
         alice: Bb5
         (after 1 hours)
           (nothing)
         alice: !claim
           < #1 1-0 Alice (White) wins on time.",
    );
}

#[test]
fn times_are_told_in_the_zone_of_whoever_they_are_for() {
    Hall::after(
        "(zone bob Asia/Kolkata)
         alice: !challenge @bob chess white 1d
           < until 2026-03-08 17:31 IST.
         bob: !accept
           < Alice (White) to move, until 2026-03-02 12:02 UTC.
         alice: e4
           < Bob (Black) to move, until 2026-03-02 17:33 IST.
         alice: !clock
           < to move until 2026-03-02 12:03 UTC
         bob: !clock
           < to move until 2026-03-02 17:33 IST
         alice: !games
           < 2026-03-02 12:03 UTC
         alice: !claim
           < isn't up before 2026-03-02 12:03 UTC.
         (after 23 hours)
           < Bob: it is your move, until 2026-03-02 17:33 IST
         bob: e5
         bob: !claim
           < isn't up before 2026-03-03 16:38 IST.",
    );
}

#[test]
fn a_vacation_stops_the_clock_for_the_days_agreed_on() {
    Hall::after(
        "alice: !challenge @bob chess white 2d vacation:3
         bob: !accept
         alice: e4
           < until 2026-03-03 12:03 UTC
         bob: !vacation
           < You aren't on vacation.
         (after 1 days)
         bob: !vacation for 2 days
           < You are on vacation until 2026-03-04 12:05 UTC. !vacation off ends it.
           < #1 nothing of 3 days used this year, to move until 2026-03-05 12:03 UTC
           (privately)
         (restart)
         (after 1 days)
           (nothing)
         bob: !clock
           < the clock stands still until 2026-03-04 12:05 UTC
         bob: !vacation off
           < #1 1 day of 3 days used this year, to move until 2026-03-04 12:05 UTC
         bob: !vacation until 2026-03-20
           < You are on vacation until 2026-03-20 00:00 UTC.
           < 1 day of 3 days used this year, to move until 2026-03-06 12:03 UTC
         bob: !vacation until yesterday
           < How long are you away?
         bob: !vacation until 2026-03-01
           < A vacation ends later than now
         alice: !vacation
           < You aren't on vacation.
         (after 2 days)
           (nothing)
         (after 12 hours)
           < Bob: it is your move, until 2026-03-06 12:03 UTC
         (after 1 days)
           < aborted",
    );
}

#[test]
fn a_vacation_comes_too_late_for_time_that_is_up() {
    let mut hall = Hall::after("alice: !challenge @bob chess white 1d vacation:9\nbob: !accept\nalice: e4\nbob: e5");
    hall.now = "2026-03-02T12:04:00Z".parse().unwrap();
    hall.say("alice", "!vacation 3 days");
    assert!(hall.words().starts_with("#1 0-1 Bob (Black) wins on time."), "{}", hall.words());
    assert!(hall.words().contains("None of your games"), "{}", hall.words());
}

#[test]
fn what_was_missed_is_said_once_and_in_one_post() {
    let mut hall = Hall::after("alice: !challenge @bob bird");
    for number in 2..=5 {
        hall.play(&format!("alice: !challenge @bob chess white 1d\nbob: !accept {number}\nalice: {number} e4"));
        hall.play(&format!("bob: {number} e5\nalice: {number} Nf3"));
    }
    hall.play("alice@den: !challenge @bob chess white 2d\nbob@den: !accept\n(restart)\n(after 30 days)");
    assert_eq!(hall.heard.len(), 2, "{}", hall.words());
    let [hall_post, den_post] = &hall.heard[..] else { panic!("{}", hall.words()) };
    let missed = hall_post.text.to_string();
    assert!(missed.starts_with("While I was away:\n#2 1-0 Alice (White) wins on time."), "{missed}");
    assert!(missed.ends_with("has expired without an answer."), "{missed}");
    assert_eq!((missed.lines().count(), &hall_post.ping), (6, &None));
    assert!(den_post.text.to_string().starts_with("#6 Alice has not made a first move in time."));
    hall.play("(after 1 days)\n(nothing)");
}

#[test]
fn reminders_are_as_each_person_wishes() {
    let mut hall = Hall::new();
    hall.play(
        "alice: !set reminders half
         bob: !set reminders never
         alice: !challenge @bob chess white 2d
         bob: !accept
         (after 23 hours)
           (nothing)
         (after 1 hours)
           < Alice: it is your move
         alice: e4
         (after 47 hours)
           (nothing)
         (after 1 hours)
           < aborted",
    );
}

#[test]
fn the_most_urgent_game_is_listed_first() {
    let hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !challenge @bob chess white 5d
         bob: !accept
         alice: !challenge @bob chess white 2d
         bob: !accept
         alice: !challenge @bob chess black 1d
         bob: !accept
         alice: !games
           < #3 Chess against Bob, move 1: your turn, until 2026-03-03 12:06 UTC (1 day 23 hours left)
           < #4 Chess against Bob, move 1: their turn, until 2026-03-02 12:08 UTC (23 hours 59 minutes left)",
    );
    let numbers: Vec<String> = hall.words().lines().skip(1).map(|line| line[..2].to_owned()).collect();
    assert_eq!(numbers, ["#3", "#2", "#1", "#4"]);
}

#[test]
fn a_button_pressed_too_late_counts_no_more_than_words() {
    let mut hall = begun("bob: !draw");
    hall.now = "2026-03-04T12:04:00Z".parse().unwrap();
    let mut ask = hall.ask("alice", "hall", "");
    let act = centaur::command::Act::Draw(centaur::command::DrawStep::Accept);
    ask.content = Content::Command(centaur::command::Command { game: Some(GameNumber(1)), act });
    hall.hear(&ask);
    assert!(hall.words().contains("wins on time.") && hall.words().contains("#1 is over."), "{}", hall.words());
}

#[test]
fn a_bare_king_wins_nothing_on_time() {
    let mut hall = begun("");
    let mut game = hall.club().running_game(GameNumber(1)).unwrap().unwrap();
    let lose_on_time = |game: &mut centaur::game::Game, fen: &str| {
        game.record = rules::Game::from_position(rules::fen::parse(&rules::variants::CHESS, fen).unwrap());
        for typed in ["Ke2", "Ke7"] {
            let played = rules::read::read(game.record.position(), typed).unwrap();
            game.record.play(played).unwrap();
        }
        let end = game.end_on_time();
        game.summary.end = Some(end);
        (end, text::ended_on_time(game, end).to_string())
    };
    let (end, said) = lose_on_time(&mut game, "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1");
    assert_eq!(end, End::drawn(Reason::Time));
    assert!(
        said.starts_with("#1 ½–½ A draw: the time of Alice is up, but Bob has nothing left to mate with."),
        "{said}"
    );
    let (end, said) = lose_on_time(&mut game, "4k3/7p/8/8/8/8/8/4KQ2 w - - 0 1");
    assert_eq!(end, End { score: Some(Score::Win(Color::Black)), reason: Reason::Time });
    assert!(said.starts_with("#1 0-1 Bob (Black) wins on time."), "{said}");
}

#[test]
fn the_picture_names_the_players_and_shows_the_clocks_of_the_turns_beginning() {
    let mut hall = begun("");
    let captions = |hall: &Hall| hall.heard[0].board.clone().unwrap().players.unwrap();
    let left = captions(&hall).map(|caption| caption.left.map(text::clock_shown));
    assert_eq!(left, [Some("3 d".to_owned()), Some("3 d".to_owned())]);
    hall.play("(after 1 days)\ncarol: !board 1");
    assert_eq!(
        captions(&hall).map(|caption| (caption.name, caption.left)),
        ["Alice", "Bob"].map(|name| (name.into(), None))
    );
}
