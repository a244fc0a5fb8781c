//! Whole games at the terminal, from scripts on standard input, through the real binary.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use tempfile::TempDir;

/// A room that isn't opened yet, with its database in a folder of its own.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("club.sqlite")
    }

    /// The room with this script as its input, until the end.
    fn play(&self, script: &str) -> Output {
        let mut room = open(&self.database());
        room.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        room.wait_with_output().unwrap()
    }

    /// Plays a script in which each line is said or, after `>`, expected: a part of the reply to what was said
    /// last, in order.
    fn follow(&self, script: &str) {
        let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut turns: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in lines {
            match line.strip_prefix("> ") {
                Some(expected) => turns.last_mut().unwrap().1.push(expected),
                None => turns.push((line, Vec::new())),
            }
        }
        let mut room = Room::enter(&self.database());
        for (said, expected) in turns {
            let reply = room.say(said);
            let mut rest = reply.as_str();
            for part in expected {
                let Some((_, after)) = rest.split_once(part) else {
                    panic!("after {said:?} there is no {part:?} (in this order) in:\n{reply}");
                };
                rest = after;
            }
        }
        room.leave();
    }
}

/// What the engine is like unless a test says otherwise.
const QUICK: &str = "[engine]\npause = '0s'\nhint_time = '100ms'";

fn open(database: &Path) -> Child {
    let config = database.with_file_name("config.toml");
    if !config.exists() {
        std::fs::write(&config, QUICK).unwrap();
    }
    Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(["terminal", "--database"])
        .arg(database)
        .env("CENTAUR_CONFIG", config)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A room with a script that depends on the replies.
struct Room {
    process: Child,
    replies: BufReader<ChildStdout>,
}

impl Room {
    fn enter(database: &Path) -> Room {
        let mut process = open(database);
        let replies = BufReader::new(process.stdout.take().unwrap());
        Room { process, replies }
    }

    /// Says a line and gives all that is printed about it: everything before the answer to a question asked after it.
    fn say(&mut self, line: &str) -> String {
        let stdin = self.process.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}\nquestioner: !help fen").unwrap();
        let mut said = String::new();
        loop {
            let start = said.len();
            assert!(self.replies.read_line(&mut said).unwrap() > 0, "the room was closed after {line:?}: {said}");
            if said[start..].starts_with("!fen –") {
                let mut end = String::new();
                self.replies.read_line(&mut end).unwrap();
                assert_eq!(end, "\n", "the answer is a line");
                said.truncate(start);
                return said;
            }
        }
    }

    /// Lets the input end.
    fn leave(mut self) {
        drop(self.process.stdin.take());
        assert!(self.process.wait().unwrap().success());
    }

    /// Kills the process as `kill -9` does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[test]
fn chess_to_checkmate_and_a_rematch_resigned() {
    Place::new().follow(
        "
        ann: !challenge @bob chess white
        > #1 ann challenges bob to Chess.
        ann: !accept
        > There is nothing here that waits for that.
        carl: !accept 1
        > Only bob can answer #1.
        bob: !accept
        > begins. White: ann, Black: bob.
        > ann (White) to move.
        bob: e5
        > It isn't your turn
        ann: hello bob, shall I play e4?
        ann: Ke2
        > own pawn on e2
        ann: 1. e4
        > #1 1. e4
        > 4   .  .  . <P> .  .  .  .   4
        bob: e7-e5
        > #1 1... e5
        ann: bc4
        > Bc4
        bob: knight to c6
        > Nc6
        ann: Qh5
        bob: 0-0
        > bishop on f8
        bob: nf6??
        > Nf6
        ann: qxf7
        > #1 4. Qxf7#
        > 1-0 ann (White) wins by checkmate.
        bob: !rematch
        > #2 bob asks ann for a rematch of #1
        ann: !accept
        > White: bob, Black: ann.
        bob: d4
        ann: !resign
        > Do you really resign #2 against bob?
        ann: !resign yes
        > 1-0 bob (White) wins: ann resigns.
        ",
    );
}

#[test]
fn capablanca_with_castling_and_a_takeback() {
    Place::new().follow(
        "
        ann: !challenge @bob capablanca black
        bob: !accept
        > White: bob, Black: ann.
        bob: O-O
        > bishop on g1
        bob: h3
        ann: h6
        bob: Bh2
        ann: Bh7
        bob: chancellor g3
        > Cg3
        ann: Cg6
        bob: i1-j3
        > Nj3
        ann: a6
        bob: f1h1
        > king on f1
        bob: f1i1
        > #1 5. O-O
        ann: !takeback
        > ann would like to take back 2 moves
        bob: !accept
        > 2 moves taken back. ann (Black) to move.
        ann: Nj6
        bob: oo
        > O-O
        ann: 0-0
        > O-O
        ann: !fen
        > rnabq2rk1/pppppppbpp/6cp1n/10/10/6CP1N/PPPPPPPBPP/RNABQ2RK1 w - - 8 6
        ",
    );
}

#[test]
fn carrera_with_its_own_rules_and_a_draw_agreed() {
    Place::new().follow(
        "
        ann: !challenge @bob carrera white
        > Carrera's Chess (1617)
        bob: !accept
        ann: O-O-O
        > no castling
        ann: champion h3
        > Ch3
        bob: C8h6
        > Ch6
        ann: e2e4
        bob: f5
        ann: e5
        bob: d5
        ann: exd6
        > nothing to capture
        ann: exd6 e.p.
        > nothing to capture
        ann: !draw
        > ann offers a draw. bob: !draw 1 accept
        ann: !draw accept
        bob: !draw decline
        > bob declines the draw.
        bob: !draw
        > bob offers a draw.
        ann: !accept
        > ½–½ A draw by agreement.
        bob: !takeback 1
        > #1 is over
        ",
    );
}

#[test]
fn modern_carrera_with_a_capture_in_passing() {
    Place::new().follow(
        "
        ann: !challenge @bob modern carrera white
        > Modern Carrera's Chess
        bob: !accept
        ann: e2-e4
        bob: a6
        ann: e4e5
        bob: d7d5
        ann: e:d6
        > exd6
        >  6   .  .  .  .  .  . <P> .  .  p   6
        bob: cxd6
        ann: !moves
        > Nd3
        ann: resign
        bob: !resign yes
        > 1-0 ann (White) wins: bob resigns.
        ann: !pgn
        > [Variant \"carrera-modern\"]
        > 1. e4 a6 2. e5 d5 3. exd6 cxd6
        ",
    );
}

#[test]
fn bird_with_a_draw_claimed() {
    Place::new().follow(
        "
        ann: !challenge @bob bird white
        bob: !accept
        ann: Nc3
        bob: Nc6
        ann: !draw claim
        > No draw can be claimed in #1 yet
        ann: Nb1
        bob: Nb8
        ann: Nc3
        bob: Nc6
        ann: Nb1
        bob: Nb8
        > A draw by threefold repetition can be claimed: !draw 1 claim
        bob: !draw claim
        > Only the player on the move
        ann: !draw claim
        > ½–½ A draw claimed by threefold repetition.
        ",
    );
}

#[test]
fn bird_reversed_refused_withdrawn_aborted_and_played() {
    Place::new().follow(
        "
        ann: !challenge @ann bird-reversed
        > You can't challenge yourself.
        ann: !challenge @bob bird-reversed white
        bob: !decline
        > bob declines the challenge #1 of ann.
        ann: !challenge bird-reversed white
        > #2 ann challenges anybody here
        ann: !withdraw
        > ann withdraws the challenge #2.
        carl: !accept
        ann: !challenge bird-reversed white
        > #3
        carl: !accept 3
        > White: ann, Black: carl.
        > 8   r  n  b  e  k  q  g  b  n  r   8
        bob: e4
        ann: e4
        carl: !abort
        > #3 is aborted
        ann: !challenge @carl bird-reversed black
        carl: !accept
        carl: Gd4
        > guard on d1
        carl: guard c3
        > #4 1. Gc3
        ann: e5
        carl: !games
        > #4
        carl: 4 Nc3
        > own guard on c3
        ann: !resign
        carl: 4 gc7
        > #4 2. Gxc7
        ann: !resign 4 yes
        > 1-0 carl (White) wins: ann resigns.
        ",
    );
}

#[test]
fn combination_with_joining_parting_and_capturing() {
    Place::new().follow(
        "
        ann: !challenge @bob combination white
        > share a square
        bob: !accept
        ann: e4
        bob: e5
        ann: Be2
        bob: d5
        ann: N1e2
        > Ne2 (knight joins the bishop on e2: archbishop)
        >  2    P     P     P   <[NB]>  P 
        bob: Bg4
        ann: Bxg4
        > Only a whole stack captures
        ann: Nbc3
        > Nbc3
        bob: d4
        ann: NBxg4
        > NBxg4
        bob: dxc3
        ann: g4e3:n
        > #1 6. Ne3
        bob: cxd2
        ann: bd2
        > Bxd2
        ann: !fen
        > rn1qkbnr/ppp2ppp/8/4p3/4P1B1/4N3/PPPB1PPP/R2QK2R b KQkq - 0 7
        bob: !board at 5
        > [NB]
        ",
    );
}

#[test]
fn combination_with_pritchards_addition() {
    Place::new().follow(
        "
        ann: !challenge @bob combination-pritchard white
        bob: !accept
        ann: e4
        bob: e5
        ann: Be2
        bob: d5
        ann: Nge2
        bob: a6
        ann: Bb5
        > part
        ann: NBb5
        > NBb5+
        bob: axb5
        > axb5
        ann: !fen
        > rnbqkbnr/1pp2ppp/8/1p1pp3/4P3/8/PPPP1PPP/RNBQK2R w KQkq - 0 5
        ",
    );
}

#[test]
fn a_game_goes_on_after_a_kill() {
    let place = Place::new();
    let mut room = Room::enter(&place.database());
    room.say("ann: !challenge @bob bird white");
    room.say("bob: !accept");
    room.say("ann: e4");
    assert!(room.say("bob: e5").contains("#1 1... e5"));
    room.kill();
    let mut room = Room::enter(&place.database());
    assert!(room.say("bob: Nc6").contains("It isn't your turn"));
    let reply = room.say("ann: Nc3");
    assert!(reply.contains("#1 2. Nc3"), "{reply}");
    room.kill();
    place.follow("bob: !fen\n> rnbgqkebnr/pppp1ppppp/10/4p5/4P5/2N7/PPPP1PPPPP/R1BGQKEBNR b KQkq - 1 2");
}

#[test]
fn a_second_process_on_the_same_database_is_refused() {
    let place = Place::new();
    let mut room = Room::enter(&place.database());
    room.say("ann: hello");
    let second = place.play("bob: hello\n");
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!((second.status.code(), second.stdout.len()), (Some(1), 0));
    assert!(said.contains("in use by another process"), "{said}");
    room.leave();
}

#[test]
fn a_line_that_nobody_says_is_named_and_the_rest_goes_on() {
    let output = Place::new().play("ann: !rules bird\n\nno name here\nann:\n\u{a0}\nbob: !rules chess\n");
    assert!(output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = errors.lines().map(|line| line.split(" is ").next().unwrap()).collect();
    assert_eq!(lines, ["line 3", "line 4"], "{errors}");
    let replies = String::from_utf8(output.stdout).unwrap();
    assert!(replies.contains("Bird's Chess") && replies.contains("Played as chess"), "{replies}");
}

#[test]
fn a_game_against_the_bot_with_hints_and_a_look_back() {
    Place::new().follow(
        "
        ann: !challenge @centaur chess white level:1
        > #1 Chess begins. White: ann, Black: Centaur (level 1). Friendly, hints allowed.
        ann: !hint
        > #1 Look at your
        ann: !hint
        > should go to
        ann: !hint
        > #1 Play
        ann: f3
        > #1 1. f3
        > #1 1... 
        > ann (White) to move.
        ann: !draw
        > Centaur (level 1) declines the draw.
        ann: !resign yes
        > White used 1 hint.
        ann: !review
        > I am going through #1
        > #1 Chess between ann and Centaur (level 1), looked at again:
        ann: !rematch
        > #2 Chess begins. White: Centaur (level 1), Black: ann.
        > #2 1. 
        > ann (Black) to move.
        ",
    );
}

#[test]
fn killed_while_it_thinks_the_bot_moves_once() {
    let place = Place::new();
    let config = place.folder.path().join("config.toml");
    std::fs::write(&config, "[engine]\npause = '1h'").unwrap();
    let mut room = Room::enter(&place.database());
    let mut said = String::new();
    for line in ["ann: !challenge centaur bird white", "ann: e4"] {
        writeln!(room.process.stdin.as_mut().unwrap(), "{line}").unwrap();
    }
    while !said.contains("#1 1. e4") {
        assert!(room.replies.read_line(&mut said).unwrap() > 0, "{said}");
    }
    room.kill();
    std::fs::write(&config, QUICK).unwrap();
    let mut room = Room::enter(&place.database());
    let told = room.say("ann: !board");
    assert_eq!(told.matches("#1 1... ").count(), 1, "{told}");
    room.kill();
    let mut room = Room::enter(&place.database());
    let told = room.say("ann: !pgn");
    assert!(told.contains("1. e4 ") && !told.contains("2. "), "{told}");
    room.leave();
}
