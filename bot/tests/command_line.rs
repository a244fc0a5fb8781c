//! The subcommands, through the real binary: what they print, where, and their exit status.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program gave.
struct Run {
    stdout: String,
    stderr: String,
    status: i32,
}

impl Run {
    /// The standard output of a run that must succeed without a word on standard error.
    fn fine(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// The standard error of a run that must fail with this status and print nothing else.
    fn fails(self, status: i32) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (status, ""), "{}", self.stderr);
        self.stderr
    }
}

fn centaur(arguments: &[&str]) -> Run {
    centaur_reading(arguments, "")
}

fn centaur_reading(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have no use for its input and be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

/// Lines of an oracle's file, at most this many a game.
fn oracle(text: &'static str, a_game: usize) -> impl Iterator<Item = Value> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(move |value| {
        let count = seen.entry(value["game"].as_str().unwrap().to_owned()).or_default();
        *count += 1;
        *count <= a_game
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn games_lists_key_and_name() {
    let output = centaur(&["games"]).fine();
    let lines: Vec<(&str, &str)> = output.lines().map(|line| line.split_once('\t').unwrap()).collect();
    assert_eq!(lines.len(), 8);
    assert!(lines.contains(&("carrera", "Carrera's Chess (1617)")));
    assert!(lines.contains(&("combination-pritchard", "Combination Chess with Pritchard's addition")));
}

#[test]
fn perft_prints_the_number_alone() {
    assert_eq!(centaur(&["perft", "--game", "bird-reversed", "3"]).fine(), "25225\n");
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(centaur(&["perft", "--game", "chess", "--fen", after_e4, "3"]).fine(), "13160\n");
    assert_eq!(centaur(&["perft", "--game", "chess", "0"]).fine(), "1\n");
}

#[test]
fn perft_divides_below_each_first_move() {
    let output = centaur(&["perft", "--game", "combination", "--divide", "2"]).fine();
    let (moves, total) = output.split_once("\n\n").unwrap();
    assert_eq!(total, "529\n");
    assert_eq!(moves.lines().count(), 23);
    assert!(moves.lines().is_sorted());
    let counts = moves.lines().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 529);
}

#[test]
fn moves_lists_both_forms_sorted() {
    for line in oracle(include_str!("../../rules/oracle/moves.jsonl"), 3) {
        let mut expected: Vec<String> = line["moves"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(coordinates, san)| format!("{coordinates}\t{}\n", text(san)))
            .collect();
        expected.sort();
        let output = centaur(&["moves", "--game", text(&line["game"]), "--fen", text(&line["fen"])]).fine();
        assert_eq!(output, expected.concat());
    }
}

#[test]
fn replay_takes_arguments_and_standard_input_to_the_oracles_end() {
    for line in oracle(include_str!("../../rules/oracle/games.jsonl"), 2) {
        let list = |field: &str| line[field].as_array().unwrap().iter().map(text).collect::<Vec<&str>>();
        let start = ["replay", "--game", text(&line["game"]), "--fen", text(&line["start"])];
        let by_argument = centaur(&[&start[..], &list("moves")].concat()).fine();
        let by_input = centaur_reading(&start, &list("san").join("\n")).fine();
        assert_eq!(by_argument, by_input);
        assert_eq!(by_argument.lines().next(), Some(text(&line["final_fen"])));
    }
}

#[test]
fn replay_tells_the_result() {
    let last_line = |arguments: &[&str], input: &str| {
        let output = centaur_reading(&[&["replay", "--game"], arguments].concat(), input).fine();
        output.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(last_line(&["chess"], "1. f3 e5\n2. g4 Qh4#  0-1\n"), "0-1 checkmate");
    assert_eq!(last_line(&["chess", "--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7"], ""), "1/2-1/2 stalemate");
    let there_and_back = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(last_line(&["chess"], there_and_back), "* threefold repetition may be claimed");
    let shuffling = "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80";
    assert_eq!(last_line(&["chess", "--fen", shuffling, "Ra2"], ""), "* fifty-move rule may be claimed");
    assert_eq!(last_line(&["bird"], ""), "*");
}

#[test]
fn replay_takes_moves_with_spaces_in_them() {
    let output = centaur(&["replay", "--game", "combination", "knight to c3", "e7 - e5", "R b1", "1... d6 e4"]).fine();
    assert_eq!(output.lines().next(), Some("rnbqkbnr/ppp2ppp/3p4/4p3/4P3/2N5/PPPP1PPP/1RBQKBNR b Kkq - 0 3"));
}

#[test]
fn replay_says_which_move_failed_and_why() {
    let error = centaur(&["replay", "--game", "carrera", "e2e4", "e7e5", "f1i1"]).fails(1);
    assert!(error.starts_with("centaur: move 3 (2. f1i1): "), "{error}");
    assert!(error.contains("There is no castling in this game"), "{error}");
    let error = centaur_reading(&["replay", "--game", "chess"], "e4\n\nhello there\n").fails(1);
    assert!(error.starts_with("centaur: move 2 (1... hello there): "), "{error}");
}

#[test]
fn explain_prints_the_notation_of_a_legal_move() {
    assert_eq!(centaur(&["explain", "--game", "capablanca", "b1c3"]).fine(), "Nc3\n");
}

#[test]
fn explain_says_in_words_what_is_wrong() {
    let wrong = |arguments: &[&str]| {
        let run = centaur(&[&["explain", "--game"], arguments].concat());
        assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{arguments:?}");
        run.stdout
    };
    assert!(wrong(&["chess", "Ra3"]).contains("your own pawn on a2"));
    assert!(wrong(&["bird", "hello"]).contains("is no move that I can read"));
    let pinned = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
    assert!(wrong(&["chess", "--fen", pinned, "Nf3"]).contains("the bishop on b4"));
    let promoting = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    assert!(wrong(&["chess", "--fen", promoting, "e8"]).contains("e8=Q"));
    let in_check = "9k/10/10/3p6/K8r/10/4P5/10 w - - 0 1";
    assert!(wrong(&["carrera", "--fen", in_check, "e4"]).contains("d5"));
}

#[test]
fn check_config_tells_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let check = |text: &str| {
        std::fs::write(&file, text).unwrap();
        centaur(&["check-config", "--config", file.to_str().unwrap()])
    };
    let database = folder.path().join("games.sqlite");
    let fine =
        check(&format!("database = '{}'\nlog = 'info'\n[terminal]\npictures = false\n", database.display())).fine();
    assert!(fine.contains(&format!("games are kept in {}", database.display())), "{fine}");
    let wrong = check("databse = 'games.sqlite'").fails(78);
    assert!(wrong.contains("unknown field `databse`") && wrong.contains("config.toml"), "{wrong}");
    assert!(centaur(&["check-config", "--config", "/nowhere.toml"]).fails(78).contains("/nowhere.toml"));

    let engine = |program: &str| {
        check(&format!("[engine.outside]\nprogram = '{program}'\narguments = ['uci']\ngames = ['bird']"))
    };
    let plays = engine(env!("CARGO_BIN_EXE_centaur")).fine();
    assert!(plays.contains("the engine from outside, Centaur ") && plays.contains(", plays bird\n"), "{plays}");
    let nowhere = engine("/nowhere/engine");
    assert_eq!(nowhere.status, 1);
    assert!(
        nowhere.stderr.contains("from outside can't be used: /nowhere/engine can't be started"),
        "{}",
        nowhere.stderr
    );
}

#[test]
fn variants_prints_our_games_for_another_engine() {
    let file = centaur(&["variants"]).fine();
    let start = |key: &str| format!("startFen = {}\n", rules::variants::by_key(key).unwrap().start);
    for key in ["carrera", "carrera-modern", "bird"] {
        let (_, section) = file.split_once(&format!("\n[{key}:capablanca]\n")).unwrap();
        assert!(section.split("\n[").next().unwrap().contains(&start(key)), "{key}");
    }
}

#[test]
fn games_are_exported_and_backed_up_while_the_bot_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (database, copy) = (path("club.sqlite"), path("copy.sqlite"));
    let script = "ann: !challenge @bob bird white\nbob: !accept\nann: e4\nbob: e5\n";
    let mut bot = Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(["terminal", "--database", &database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    bot.stdin.as_mut().unwrap().write_all(script.as_bytes()).unwrap();
    let mut replies = BufReader::new(bot.stdout.take().unwrap()).lines();
    assert!(replies.any(|line| line.unwrap().starts_with("#1 1... e5")));

    assert_eq!(centaur(&["backup", "--database", &database, &copy]).fine(), "");
    assert!(centaur(&["backup", "--database", &database, &copy]).fails(1).contains("such a file already"));
    assert!(centaur(&["backup", "--database", &path("other"), &path("copy-2")]).fails(1).contains("other"));
    for database in [&database, &copy] {
        let export = ["export", "--database", database, "--game-id"];
        let pgn = centaur(&[&export[..], &["1"]].concat()).fine();
        assert!(pgn.contains("[Variant \"bird\"]\n") && pgn.ends_with("1. e4 e5 *\n"), "{pgn}");
        let json = centaur(&[&export[..], &["1", "--format", "json"]].concat()).fine();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((text(&json["game"]), text(&json["moves"][1]["san"])), ("bird", "e5"));
        assert!(centaur(&[&export[..], &["2"]].concat()).fails(1).contains("no game 2"));
    }
    drop(bot.stdin.take());
    assert!(bot.wait().unwrap().success());
}

#[test]
fn a_copy_made_while_the_bot_writes_is_whole_and_all_games_are_exported() {
    const GAMES: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let database = path("club.sqlite");
    let all = |database: &str, format: &str| centaur(&["export", "--database", database, "--format", format]).fine();
    let mut bot = Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(["terminal", "--database", &database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = bot.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        for number in 1..=GAMES {
            let script = format!("a{number}: !challenge @b{number} bird white\nb{number}: !accept\na{number}: e4\n");
            stdin.write_all(script.as_bytes()).unwrap();
        }
        stdin
    });
    let mut replies = BufReader::new(bot.stdout.take().unwrap()).lines().map(Result::unwrap);
    for played in [1, GAMES / 4, GAMES / 2] {
        assert!(replies.any(|line| line.starts_with(&format!("#{played} 1. e4"))));
        let copy = path(&format!("copy-{played}"));
        assert_eq!(centaur(&["backup", "--database", &database, &copy]).fine(), "");
        // What was played before is in the copy, and of what came meanwhile everything or nothing.
        let json = all(&copy, "json");
        let games: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(games.len() >= played, "{} of {played}", games.len());
        for (index, game) in games.iter().enumerate() {
            assert_eq!(
                (game["number"].as_u64(), text(&game["white"])),
                (Some(index as u64 + 1), &*format!("a{}", index + 1))
            );
            assert_eq!(game["moves"].as_array().unwrap().len(), usize::from(text(&game["fen"]).contains(" b ")));
        }
        assert!(games[..played].iter().all(|game| text(&game["moves"][0]["san"]) == "e4"));
    }
    assert!(replies.any(|line| line.starts_with(&format!("#{GAMES} 1. e4"))));
    let pgn = all(&database, "pgn");
    let games: Vec<&str> = pgn.split("\n\n[Event ").collect();
    assert_eq!(games.len(), GAMES);
    assert!(games.iter().enumerate().all(|(index, game)| {
        game.contains(&format!("[White \"a{}\"]\n", index + 1)) && game.trim_end().ends_with("\n\n1. e4 *")
    }));
    drop(writing.join().unwrap());
    assert!(bot.wait().unwrap().success());
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("unfinished")), "{left:?}");
}

#[test]
fn ratings_are_checked_and_put_right() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("club.sqlite").to_str().unwrap().to_owned();
    let check = ["ratings", "--check", "--database", &database];
    assert!(centaur(&check).fails(1).contains("there is no database"));
    let script = "ann: !challenge @bob chess white rated\nbob: !accept\nann: f3\nbob: e5\nann: g4\nbob: Qh4\n";
    let played = centaur_reading(&["terminal", "--database", &database], script).fine();
    assert!(played.contains("Ratings: ann 1500 → 1338, bob 1500 → 1662."), "{played}");
    assert_eq!(centaur(&check).fine(), "0\n");
    let tampered = "UPDATE rating_change SET rating_after = 1700 WHERE color = 'black'";
    rusqlite::Connection::open(&database).unwrap().execute(tampered, ()).unwrap();
    let wrong = centaur(&check);
    assert_eq!((wrong.stdout.as_str(), wrong.status), ("1\n", 1));
    assert_eq!(centaur(&["ratings", "--database", &database]).fine(), "1\n");
    assert_eq!(centaur(&check).fine(), "0\n");
}

#[test]
fn render_draws_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("board.png");
    let out = out.to_str().unwrap();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let start = ["render", "--game", "combination", "--fen", fen];
    let look = ["--last", "e2e4", "--arrow", "e5", "--arrow", "a1b3", "--view", "black", "--square", "32"];
    assert_eq!(centaur(&[&start[..], &look[..], &["--out", out]].concat()).fine(), "");
    let png = std::fs::read(out).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");

    assert!(centaur(&[&start[..], &["--arrow", "e9", "--out", out]].concat()).fails(1).contains("no arrow for e9"));
    assert!(centaur(&[&start[..], &["--last", "j2j4", "--out", out]].concat()).fails(1).contains("j2 is not on"));
    assert!(centaur(&[&start[..], &["--out", "/nowhere/board.png"]].concat()).fails(1).contains("/nowhere/board.png"));
    for bad in [["--theme", "neon"], ["--square", "8"], ["--last", "e4"], ["--view", "up"]] {
        centaur(&[&start[..], &bad, &["--out", out]].concat()).fails(2);
    }
    centaur(&start).fails(2);
}

#[test]
fn animate_draws_a_game_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("game.gif");
    let out = out.to_str().unwrap();
    let look = ["animate", "--game", "chess", "--view", "black", "--square", "32", "--out", out];
    assert_eq!(centaur(&[&look[..], &["f3", "e5", "g4", "Qh4"]].concat()).fine(), "");
    let gif = std::fs::read(out).unwrap();
    assert_eq!(&gif[..6], b"GIF89a");
    // The frame, the board, and the bar that tells the result.
    let size = [u16::from_le_bytes([gif[6], gif[7]]), u16::from_le_bytes([gif[8], gif[9]])];
    assert_eq!(size, [8 * 32 + 2 * 12, 8 * 32 + 2 * 12 + 16]);

    assert!(centaur(&[&look[..], &["f3", "Ke4"]].concat()).fails(1).contains("move 2"));
    centaur(&["animate", "--game", "chess", "e4"]).fails(2);
}

#[test]
fn errors_go_to_standard_error() {
    for bad in [
        &["perft", "--game", "go", "3"][..],
        &["perft", "--game", "chess", "many"],
        &["perft", "3"],
        &["moves"],
        &["explain", "--game", "chess"],
        &["castle"],
    ] {
        assert!(centaur(bad).fails(2).contains("error: "), "{bad:?}");
    }
    let error = centaur(&["moves", "--game", "carrera", "--fen", "9k/10/10/10/10/10/10/K9 w K - 0 1"]).fails(1);
    assert!(error.contains("White can't have the right to castle on the king's side"), "{error}");
    assert!(centaur(&["moves", "--game", "chess", "--fen", "8/8"]).fails(1).contains("six fields"));
}

#[test]
fn a_closed_pipe_ends_the_program_in_silence() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(["perft", "--game", "chess", "--divide", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "a2a3 8457\n");
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn hint_finds_a_mate_and_says_when_there_is_no_move() {
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    for effort in [&["--time", "2s"][..], &["--nodes", "20000"], &["--depth", "3"]] {
        let arguments = [&["hint", "--game", "chess", "--fen", mate][..], effort].concat();
        let output = centaur(&arguments).fine();
        assert!(output.starts_with("bestmove h5f7\nscore mate 1\ndepth "), "{output}");
        assert!(output.ends_with("\npv h5f7\nwhy mates\n"), "{output}");
    }
    let loose = "4k5/10/10/3g6/10/10/10/3RK5 w - - 0 1";
    let output = centaur(&["hint", "--game", "bird", "--fen", loose, "--depth", "4"]).fine();
    assert!(output.ends_with("\nwhy wins the guard on d5\n"), "{output}");
    let mated = "7b2/10/10/2p6k/10/10/P2P6/KB8 w - - 0 1";
    let error = centaur(&["hint", "--game", "carrera", "--fen", mated]).fails(1);
    assert!(error.contains("has no move"), "{error}");
    centaur(&["hint", "--game", "chess", "--depth", "3", "--nodes", "5"]).fails(2);
}

#[test]
fn the_engine_speaks_uci() {
    let script = "uci\nisready\nsetoption name UCI_Variant value bird\nsetoption name Threads value 2\n\
        position startpos moves g1h3 a7a6\ngo depth 4\nisready\nposition startpos moves e2e5\nfrobnicate\n\
        setoption name UCI_Variant value combination\nposition fen 4k3/8/8/8/8/8/[RN]7/4K3 w - - 0 1\n\
        go nodes 2000\ngo infinite\n";
    let output = centaur_reading(&["uci"], script).fine();
    let lines: Vec<&str> = output.lines().collect();
    for expected in ["uciok", "readyok", "info string illegal move e2e5", "info string unknown command frobnicate"] {
        assert!(lines.contains(&expected), "{expected} in {output}");
    }
    assert!(lines.contains(&"option name Level type spin default 0 min 0 max 8"), "{output}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 3, "{output}");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 score cp ")), "{output}");
}

#[test]
fn a_level_plays_the_same_for_the_same_seed() {
    let playing = |options: &str| {
        let script = format!("setoption name UCI_Variant value combination\n{options}position startpos\ngo\n");
        centaur_reading(&["uci"], &script).fine()
    };
    let seeded = |seed: u32| playing(&format!("setoption name Level value 1\nsetoption name Seed value {seed}\n"));
    assert!(seeded(7).starts_with("bestmove "), "{}", seeded(7));
    assert_eq!(seeded(7), seeded(7));
    let first_moves: std::collections::BTreeSet<String> = (0..8).map(seeded).collect();
    assert!(first_moves.len() > 1, "{first_moves:?}");
    let refused = playing("setoption name Level value 9\nsetoption name Level value 2\n");
    assert!(refused.starts_with("info string Level goes from 1 to 8\nbestmove "), "{refused}");
}
