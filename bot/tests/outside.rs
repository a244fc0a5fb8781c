//! Engines from outside: our own as one, and programs that misbehave in every way.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use centaur::config;
use centaur::engine::outside::{Limits, Outside, Patience, Trouble, check};
use rules::{Game, Variant, read, variants};

/// Long enough for whoever answers at all.
const PATIENT: Patience = Patience {
    settling: Duration::from_secs(60),
    answering: Duration::from_secs(60),
    pause: Duration::from_secs(3600),
};
/// Short enough for those who never do.
const HASTY: Patience = Patience {
    settling: Duration::from_secs(2),
    answering: Duration::from_millis(100),
    pause: Duration::from_secs(3600),
};
const SOON: Limits = Limits { nodes: Some(500), time: Duration::from_millis(200) };

fn ours() -> config::Outside {
    config::Outside {
        program: env!("CARGO_BIN_EXE_centaur").into(),
        arguments: vec!["uci".to_owned()],
        ..config::Outside::default()
    }
}

/// An engine that knows chess and Bird's, notes each start in a file, and does this when it is to think.
fn fake(starts: &Path, thinks: &str) -> config::Outside {
    let script = format!(
        "echo $$ >> '{}'
        while read -r line; do case \"$line\" in
            uci) echo 'id name Fake'; echo 'option name UCI_Variant type combo default chess var chess var bird'; echo uciok;;
            isready) echo readyok;;
            go*) {thinks};;
        esac; done",
        starts.display()
    );
    shell(&script)
}

fn shell(script: &str) -> config::Outside {
    config::Outside {
        program: "/bin/sh".into(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        ..config::Outside::default()
    }
}

fn game(variant: &'static Variant, moves: &str) -> Game {
    let mut game = Game::new(variant);
    for typed in moves.split_whitespace() {
        game.play(read(game.position(), typed).unwrap()).unwrap();
    }
    game
}

fn starts(file: &Path) -> usize {
    fs::read_to_string(file).unwrap_or_default().lines().count()
}

#[test]
fn our_own_engine_plays_every_game_without_stacks() {
    let mut outside = Outside::with_patience(ours(), PATIENT);
    for variant in variants::ALL {
        let mut game = game(variant, "e4 e5");
        for _ in 0..3 {
            let Some(line) = outside.think(&game, SOON) else {
                assert!(variant.stacks_pieces(), "{}", variant.key);
                break;
            };
            assert!(line.depth > 0 && line.nodes > 0, "{line:?}");
            game.play(line.moves[0]).unwrap();
        }
        assert_eq!(game.ply() == 2, variant.stacks_pieces());
    }
}

#[test]
fn a_finished_game_gets_no_answer() {
    let mated = game(&variants::CHESS, "f3 e5 g4 Qh4");
    assert_eq!(Outside::with_patience(ours(), HASTY).think(&mated, SOON), None);
}

#[test]
fn one_process_answers_until_it_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let says = "echo 'info depth 3 score cp 17 nodes 99 pv e2e4 e7e5 e7e5'; echo 'bestmove e2e4 ponder e7e5'";
    let mut outside = Outside::with_patience(fake(&pids, says), PATIENT);
    for _ in 0..3 {
        let line = outside.think(&game(&variants::BIRD, ""), SOON).unwrap();
        assert_eq!((line.depth, line.nodes, line.moves.len()), (3, 99, 2));
    }
    // Games that it doesn't know, or that no other engine can know, are no reason to end it.
    assert_eq!(outside.think(&game(&variants::CARRERA, ""), SOON), None);
    assert_eq!(outside.think(&game(&variants::COMBINATION, ""), SOON), None);
    assert!(outside.think(&game(&variants::CHESS, ""), SOON).is_some());
    assert_eq!(starts(&pids), 1);

    drop(outside);
    let pid = fs::read_to_string(&pids).unwrap();
    let alive = Command::new("/bin/sh").args(["-c", &format!("kill -0 {}", pid.trim())]).stderr(Stdio::null()).status();
    assert!(!alive.unwrap().success());
}

#[test]
fn whoever_misbehaves_is_ended_and_not_asked_again_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    for (index, thinks) in [
        "echo 'bestmove e2e5'",
        "echo 'bestmove (none)'",
        "echo bestmove",
        "echo 'bestmove '",
        ":",
        "echo 'info depth 1 score cp 5 pv e2e4'; exit 1",
        "head -c 300000 /dev/zero; echo",
        "head -c 3000 /dev/urandom; echo",
        "while :; do echo 'info depth 1 score cp 5 pv e2e4'; done",
        "while :; do printf x; done",
        "exec cat >/dev/null",
        "exec 1>&-",
    ]
    .into_iter()
    .enumerate()
    {
        let started = folder.path().join(index.to_string());
        let mut outside = Outside::with_patience(fake(&started, thinks), HASTY);
        for _ in 0..3 {
            assert_eq!(outside.think(&game(&variants::CHESS, ""), SOON), None, "{thinks}");
        }
        assert!(starts(&started) <= 1, "{thinks}");
    }
}

#[test]
fn whoever_never_introduces_himself_is_given_up() {
    let hasty = Patience { settling: Duration::from_millis(200), ..HASTY };
    for script in
        ["exit 0", "exec cat >/dev/null", "while :; do echo hello; done", "exec 0<&-; echo id name Deaf; sleep 5"]
    {
        let mut outside = Outside::with_patience(shell(script), hasty);
        assert_eq!(outside.think(&game(&variants::CHESS, ""), SOON), None, "{script}");
    }
    let nowhere = config::Outside { program: "/nowhere/engine".into(), ..config::Outside::default() };
    assert_eq!(Outside::new(nowhere.clone()).think(&game(&variants::CHESS, ""), SOON), None);
    assert!(matches!(check(&nowhere), Err(Trouble::NotStarted { .. })));
    assert_eq!(Outside::new(config::Outside::default()).think(&game(&variants::CHESS, ""), SOON), None);
}

#[test]
fn after_its_pause_it_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let thinks = format!("if [ $(wc -l < '{}') -gt 1 ]; then echo 'bestmove e2e4'; else exit 1; fi", pids.display());
    let patience = Patience { pause: Duration::ZERO, ..PATIENT };
    let mut outside = Outside::with_patience(fake(&pids, &thinks), patience);
    assert_eq!(outside.think(&game(&variants::CHESS, ""), SOON), None);
    assert!(outside.think(&game(&variants::CHESS, ""), SOON).is_some());
    assert_eq!(starts(&pids), 2);
}

#[test]
fn a_check_tells_what_it_plays_and_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let legal = fake(&folder.path().join("pids"), "echo 'bestmove e2e4'");
    let report = check(&legal).unwrap();
    let keys = |games: &[&Variant]| games.iter().map(|variant| variant.key).collect::<Vec<_>>();
    assert_eq!(report.name, "Fake");
    assert_eq!(keys(&report.plays), ["chess", "bird"]);
    assert_eq!(keys(&report.lacks), ["capablanca", "carrera", "carrera-modern", "bird-reversed"]);

    let with = |change: &str| {
        let settings: config::Outside = toml::from_str(change).unwrap();
        check(&config::Outside { program: legal.program.clone(), arguments: legal.arguments.clone(), ..settings })
    };
    assert_eq!(keys(&with("games = ['bird']").unwrap().plays), ["bird"]);
    assert_eq!(keys(&with("names = { carrera = 'bird' }").unwrap().plays), ["chess", "carrera", "bird"]);
    assert!(matches!(with("games = ['carrera']"), Err(Trouble::NoVariant(name)) if name == "carrera"));
    assert!(matches!(with("options = { Threads = '2' }"), Err(Trouble::NoOption(name)) if name == "Threads"));
    assert!(matches!(with("variants_file = '/nowhere/games.ini'"), Err(Trouble::NoFile(_))));
    assert!(matches!(with("variants_file = '/bin/sh'"), Err(Trouble::NoVariantFile)));
    for wrong in ["games = ['go']", "games = ['combination']", "names = { go = 'x' }", "programme = 'x'"] {
        assert!(toml::from_str::<config::Outside>(wrong).is_err(), "{wrong}");
    }
    let illegal = fake(&folder.path().join("pids"), "echo 'bestmove e2e5'");
    assert!(check(&illegal).unwrap_err().to_string().contains("\"e2e5\" isn't legal"));
}
