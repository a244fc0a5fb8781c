//! The levels at which the engine plays: what even the weakest sees, and that the others see more.

use rules::search::{Engine, Level, Score};
use rules::{Game, fen, san, variants};

/// How many of so many players of a level play this move.
const PLAYERS: u64 = 20;

fn who_play(level: u8, key: &str, position: &str, wanted: &str) -> usize {
    let variant = variants::by_key(key).expect("a game");
    let game = Game::from_position(fen::parse(variant, position).expect("a position"));
    let level = Level::new(level).expect("a level");
    let played = (0..PLAYERS).map(|seed| {
        let line = Engine::new(variant, 1).choose(&game, level, seed, None).expect("there is a move");
        san::print(game.position(), line.moves[0])
    });
    played.filter(|played| played == wanted).count()
}

/// A queen, a guard and a stack that stand there for the taking.
const FREE: [(&str, &str, &str); 3] = [
    ("chess", "4k3/pp4pp/8/3q4/8/8/PP1R2PP/4K3 w - - 0 1", "Rxd5"),
    ("bird", "5k4/pp6pp/10/4g5/10/10/PP2R3PP/5K4 w - - 0 1", "Rxe5"),
    ("combination", "4k3/pp4pp/8/3[rn]4/8/8/PP1R2PP/4K3 w - - 0 1", "Rxd5"),
];

#[test]
fn beginners_mostly_take_what_is_free_and_from_level_3_on_everybody_does() {
    for (key, position, wanted) in FREE {
        let beginners = who_play(1, key, position, wanted);
        assert!(beginners > PLAYERS as usize / 2, "{key}: {beginners}");
        for level in 3..=8 {
            assert_eq!(who_play(level, key, position, wanted), PLAYERS as usize, "{key} at level {level}");
        }
    }
}

#[test]
fn everybody_mates_who_can() {
    for level in 1..=8 {
        assert_eq!(
            who_play(level, "chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8#"),
            PLAYERS as usize,
            "{level}"
        );
    }
}

#[test]
fn a_beginner_errs_but_is_never_far_off() {
    let game = Game::new(&variants::CHESS);
    let first = Level::WEAKEST;
    let lines: Vec<_> =
        (0..PLAYERS).filter_map(|seed| Engine::new(&variants::CHESS, 1).choose(&game, first, seed, None)).collect();
    let different: std::collections::HashSet<_> = lines.iter().map(|line| line.moves[0]).collect();
    assert!(different.len() > 5, "games differ");
    assert!(lines.iter().all(|line| matches!(line.score, Score::Centipawns(-500..=500))), "{lines:?}");
}
