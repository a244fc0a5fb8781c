//! Tests against what independent programs agree on: counts, whole games, move lists and rulings, one JSON object a
//! line in `rules/oracle/`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::fen::{self, FenError};
use crate::game::{Claim, Ending, Game, Outcome, Score};
use crate::movegen::{Move, perft};
use crate::piece::Color;
use crate::position::{Fault, Position};
use crate::variant::{Stacking, Variant};
use crate::{explain, read, san, uci, variants};

/// Counts above this many nodes are left to `deep_perft_agrees`, which is run by name.
const NODE_LIMIT: u64 = 3_000_000;

fn lines<T: DeserializeOwned>(file: &'static str) -> Vec<T> {
    file.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))).collect()
}

fn game(key: &str) -> &'static Variant {
    variants::by_key(key).unwrap_or_else(|| panic!("no game {key}"))
}

/// The position of a FEN, even where the oracles went on although the side to move could capture the king: that is
/// refused to users, but the moves of the other pieces can still be compared.
fn position(variant: &'static Variant, text: &str) -> Position {
    match fen::parse(variant, text) {
        Ok(position) => position,
        Err(FenError::Invalid(faults))
            if faults.each().iter().all(|fault| matches!(fault, Fault::KingCapturable(..))) =>
        {
            Position::with_king_capturable(&fen::parse_setup(variant, text).unwrap())
        }
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Whether the king can be captured in a game with Pritchard's addition: the oracles then take every part that leaves
/// a stack as giving the check that stands already, which says nothing of legal positions.
fn is_moot(key: &str, text: &str) -> bool {
    game(key).stacking == Stacking::NoCheckByPart && fen::parse(game(key), text).is_err()
}

/// The legal moves, without captures of a king that can be captured.
fn moves_of(position: &Position) -> Vec<Move> {
    let king = position.king(!position.turn());
    position.legal_moves().into_iter().filter(|legal| legal.to != king).collect()
}

#[derive(Deserialize)]
struct Count {
    game: String,
    fen: String,
    depth: u32,
    nodes: u64,
}

fn check_counts(wanted: impl Fn(&Count) -> bool) {
    let counts: Vec<Count> = lines(include_str!("../oracle/perft.jsonl"));
    let counts: Vec<Count> =
        counts.into_iter().filter(wanted).filter(|count| !is_moot(&count.game, &count.fen)).collect();
    assert!(!counts.is_empty());
    for Count { game: key, fen, depth, nodes } in counts {
        let position = position(game(&key), &fen);
        let paths = moves_of(&position).into_iter().map(|legal| perft(&position.after(legal), depth - 1));
        assert_eq!(paths.sum::<u64>(), nodes, "{key} {fen} depth {depth}");
    }
}

#[test]
fn perft_agrees() {
    check_counts(|count| count.nodes <= NODE_LIMIT);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p rules -- --ignored"]
fn deep_perft_agrees() {
    check_counts(|count| count.nodes > NODE_LIMIT);
}

#[derive(Deserialize)]
struct List {
    game: String,
    fen: String,
    check: bool,
    moves: BTreeMap<String, String>,
}

#[test]
fn move_lists_agree() {
    let lists: Vec<List> = lines(include_str!("../oracle/moves.jsonl"));
    for list in lists.into_iter().filter(|list| !is_moot(&list.game, &list.fen)) {
        let position = position(game(&list.game), &list.fen);
        assert_eq!(position.is_check(), list.check, "{}", list.fen);
        let forms = |legal| (uci::print(&position, legal), san::print(&position, legal));
        let found: BTreeMap<_, _> = moves_of(&position).into_iter().map(forms).collect();
        assert_eq!(found, list.moves, "{}", list.fen);
    }
}

#[derive(Deserialize)]
struct Record {
    game: String,
    id: String,
    start: String,
    moves: Vec<String>,
    san: Vec<String>,
    result: String,
    reason: String,
    final_fen: String,
}

#[test]
fn games_agree_by_coordinates_and_by_san() {
    for record in lines::<Record>(include_str!("../oracle/games.jsonl")) {
        let id = &record.id;
        let mut game = Game::from_position(fen::parse(game(&record.game), &record.start).unwrap());
        for (coordinates, san) in record.moves.iter().zip(&record.san) {
            assert_eq!(game.outcome(), None, "{id} before {san}");
            let position = game.position();
            let legal = uci::parse(position, coordinates).unwrap_or_else(|_| panic!("{id}: {coordinates}"));
            assert_eq!(&san::print(position, legal), san, "{id}");
            assert_eq!(read(position, san), Ok(legal), "{id}: {san}");
            game.play(legal).unwrap();
        }
        assert_eq!(fen::print(game.position()), record.final_fen, "{id}");
        let ended = game.outcome().map(|outcome| (outcome.score.to_string(), outcome.ending.to_string()));
        let claimed = game.claim().map(|claim| (Score::Draw.to_string(), claim.to_string()));
        assert_eq!(ended.or(claimed), Some((record.result, record.reason)), "{id}");
    }
}

#[derive(Deserialize)]
struct Ruling {
    game: String,
    fen: String,
    moves: Vec<String>,
    legal: Vec<String>,
    illegal: Vec<String>,
    why: String,
    fen_after: Option<String>,
    #[serde(default, with = "present")]
    outcome: Option<Option<(String, String)>>,
}

/// Tells an outcome that is `null`, the game goes on, from one that isn't given.
mod present {
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
        T::deserialize(from).map(Some)
    }
}

#[test]
fn rulings_agree() {
    for ruling in lines::<Ruling>(include_str!("../oracle/rulings.jsonl")) {
        let Ruling { game: key, fen, why, .. } = &ruling;
        let variant = game(key);
        let text = if fen == "startpos" { variant.start } else { fen };
        let start = match fen::parse_setup(variant, text) {
            // A right to castle in a game without castling is refused as such; without it castling is no move either.
            Ok(mut setup) if variant.castles == [None; 4] && setup.castling != Default::default() => {
                assert!(fen::parse(variant, text).is_err(), "{why}: {text}");
                setup.castling = Default::default();
                Position::try_from(setup).unwrap()
            }
            _ => position(variant, text),
        };
        let mut game = Game::from_position(start);
        for coordinates in &ruling.moves {
            game.play(uci::parse(game.position(), coordinates).unwrap()).unwrap();
        }
        let now = game.position();
        for legal in &ruling.legal {
            assert!(uci::parse(now, legal).is_ok(), "{why}: {legal} is legal in {now:?}");
        }
        for illegal in &ruling.illegal {
            assert!(uci::parse(now, illegal).is_err(), "{why}: {illegal} is illegal in {now:?}");
            let objection = explain(now, illegal);
            assert!(objection.is_err(), "{why}: {illegal} in {now:?}");
        }
        if let Some(fen) = &ruling.fen_after {
            assert_eq!(&fen::print(now), fen, "{why}");
        }
        if let Some(outcome) = &ruling.outcome {
            let found = game.outcome().map(|outcome| (outcome.score.to_string(), outcome.ending.to_string()));
            assert_eq!(&found, outcome, "{why}");
        }
    }
}

#[test]
fn carreras_double_step_can_be_mate() {
    let mated = fen::parse(game("carrera"), "7b2/10/10/2p6k/10/10/P2P6/KB8 w - - 0 1").unwrap();
    let outcome = Outcome { score: Score::Win(Color::Black), ending: Ending::Checkmate };
    assert_eq!(Game::from_position(mated).outcome(), Some(outcome));
}

#[test]
fn a_king_that_could_be_captured_is_a_fault() {
    let refused = fen::parse(game("combination"), "4k3/8/8/[RN]6[BQ]/8/8/8/R3K3 w - - 0 1").unwrap_err();
    let FenError::Invalid(faults) = refused else { panic!("{refused:?}") };
    assert_eq!(faults.each(), [Fault::KingCapturable(Color::White, "h5".parse().unwrap())]);
}

#[test]
fn claims_are_made_at_the_third_occurrence_and_ends_at_the_fifth() {
    let mut game = Game::new(game("chess"));
    let mut claims = Vec::new();
    for shuffle in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(16) {
        game.play(uci::parse(game.position(), shuffle).unwrap()).unwrap();
        claims.push((game.claim(), game.outcome().map(|outcome| outcome.ending)));
    }
    assert_eq!(claims[6], (None, None));
    assert_eq!(claims[7], (Some(Claim::ThreefoldRepetition), None));
    assert_eq!(claims[14], (Some(Claim::ThreefoldRepetition), None));
    assert_eq!(claims[15], (None, Some(Ending::FivefoldRepetition)));
}
