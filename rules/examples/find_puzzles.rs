//! Finds the puzzles other than mates: `cargo run --release -p rules --example find_puzzles KIND` prints those of
//! `rules/tests/puzzles/KIND.jsonl`, for `material`, `traps` or `draws`. What is found depends on the engine; the tests
//! prove it anew.

#[path = "../tests/puzzles/draws.rs"]
mod draws;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/puzzles/effort.rs"]
mod effort;
#[path = "../tests/puzzles/material.rs"]
mod material;
#[path = "../tests/puzzles/prover.rs"]
mod prover;
#[path = "common/random.rs"]
mod random;

use std::collections::BTreeMap;

use effort::{NODES, TABLE};
use prover::Prover;
use random::Random;
use rules::search::{Engine, Limits};
use rules::{CastlingRights, Color, Game, Move, Piece, Position, Powers, Setup, Variant, fen, san, variants};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("material") => variants::ALL.into_iter().for_each(|variant| material(variant, 3)),
        Some("traps") => variants::ALL.into_iter().filter(|variant| variant.stacks_pieces()).for_each(traps),
        Some("draws") => variants::ALL.into_iter().for_each(draws),
        _ => eprintln!("material, traps or draws?"),
    }
}

/// Each game its own lots, lest large boards all get the same positions.
fn seeded(seed: u64, variant: &Variant) -> Random {
    Random::new(variant.key.bytes().fold(seed, |seed, byte| 31 * seed + u64::from(byte)))
}

fn searched(position: &Position, limits: Limits<'_>) -> Move {
    let game = Game::from_position(position.clone());
    let line = Engine::new(position.variant(), TABLE).search(&game, limits, |_| {});
    line.expect("there are moves").moves[0]
}

fn print(position: &Position, claims: &str) {
    println!(r#"{{"game": "{}", "fen": "{}", {claims}}}"#, position.variant().key, fen::print(position));
}

/// A game in which both sides often move at random.
fn play(variant: &'static Variant, random: &mut Random) -> Vec<Position> {
    let engine = Engine::new(variant, 4);
    let mut game = Game::new(variant);
    while game.outcome().is_none() && game.ply() < 120 {
        let moves = game.position().legal_moves();
        let played = if game.ply() < 8 || random.below(4) == 0 {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            engine.search(&game, limits, |_| {}).expect("there are moves").moves[0]
        };
        game.play(played).expect("both kinds of move are legal");
    }
    (8..game.ply()).filter_map(|ply| game.position_at(ply)).cloned().collect()
}

/// Positions where just one move wins material by force, and not by what it captures at once.
fn material(variant: &'static Variant, wanted: usize) {
    const PAWNS: i32 = 3;
    const PLIES: u32 = 3;
    let mut random = seeded(1617, variant);
    for _ in 0..wanted {
        let found = std::iter::repeat_with(|| play(variant, &mut random)).take(200).flatten().find_map(|position| {
            let first = searched(&position, Limits { nodes: Some(2_000), ..Limits::default() });
            let proved = material::gains(&position, first, PAWNS, PLIES) && !material::gains(&position, first, 1, 1);
            let others = || position.legal_moves().into_iter().filter(|other| *other != first);
            let only = proved && !others().any(|other| material::gains(&position, other, PAWNS, PLIES));
            (only && searched(&position, Limits { nodes: Some(NODES), ..Limits::default() }) == first)
                .then_some((position, first))
        });
        if let Some((position, first)) = found {
            print(
                &position,
                &format!(r#""first": "{}", "pawns": {PAWNS}, "plies": {PLIES}"#, san::print(&position, first)),
            );
        }
    }
}

/// Positions where part of a stack could give check or join another piece, which loses, and a move elsewhere doesn't.
fn traps(variant: &'static Variant) {
    const PAWNS: i32 = 3;
    const PLIES: u32 = 2;
    let mut random = seeded(1898, variant);
    for _ in 0..5 {
        let found = std::iter::repeat_with(|| play(variant, &mut random)).take(300).flatten().find_map(|position| {
            let tempts = |legal: &Move| {
                legal.travellers != position.powers_at(legal.from)
                    && (position.of(position.turn()).has(legal.to) || position.after(*legal).is_check())
            };
            let loses = |legal: &Move| material::loses(&position, *legal, PAWNS, PLIES);
            let wrong = position.legal_moves().into_iter().filter(tempts).find(loses)?;
            let first = searched(&position, Limits { nodes: Some(NODES), ..Limits::default() });
            let keeps = first.from != wrong.from && !material::loses(&position, first, 1, PLIES);
            keeps.then_some((position, first, wrong))
        });
        if let Some((position, first, wrong)) = found {
            let [first, wrong] = [first, wrong].map(|played| san::print(&position, played));
            print(&position, &format!(r#""first": "{first}", "wrong": "{wrong}", "pawns": {PAWNS}, "plies": {PLIES}"#));
        }
    }
}

/// Positions with few pieces where just one move draws and all others are mated, or where one mates and another, that
/// looks as good, stalemates.
fn draws(variant: &'static Variant) {
    let mut random = seeded(1874, variant);
    let mut wanted = [2, 2];
    for _ in 0..150_000 {
        let Some(position) = scatter(variant, &mut random) else { continue };
        let moves = position.legal_moves();
        if wanted[0] > 0 && moves.len() > 2 {
            let drawing: Vec<Move> =
                moves.iter().copied().filter(|first| draws::begins_draw(&position, *first, 1)).collect();
            let mut prover = Prover::default();
            if let [first] = drawing[..]
                && !position.after(first).has_insufficient_material()
                && moves.iter().all(|other| *other == first || prover.loses_to_mate(&position, *other, 3))
            {
                wanted[0] -= 1;
                print(&position, &format!(r#""first": "{}""#, san::print(&position, first)));
                continue;
            }
        }
        let wrong = moves.iter().copied().find(|wrong| position.after(*wrong).is_stalemate());
        if let Some(wrong) = wrong.filter(|_| wanted[1] > 0) {
            let mut prover = Prover::default();
            let first = searched(&position, Limits { nodes: Some(NODES), ..Limits::default() });
            if prover.begins_mate(&position, first, 3) {
                wanted[1] -= 1;
                let [first, wrong] = [first, wrong].map(|played| san::print(&position, played));
                print(&position, &format!(r#""first": "{first}", "wrong": "{wrong}""#));
            }
        }
        if wanted == [0, 0] {
            return;
        }
    }
}

/// A few pieces anywhere, with White to move.
fn scatter(variant: &'static Variant, random: &mut Random) -> Option<Position> {
    let squares: Vec<_> = variant.board().collect();
    let mut pieces = BTreeMap::new();
    let mut put = |powers: Powers, color: Color, random: &mut Random| {
        pieces.entry(squares[random.below(squares.len())]).or_insert(Piece { color, powers });
    };
    put(Powers::KING, Color::White, random);
    put(Powers::KING, Color::Black, random);
    for (color, most) in [(Color::White, 3), (Color::Black, 4)] {
        for _ in 0..random.below(most) {
            let powers = variant.kinds[random.below(variant.kinds.len())].powers;
            put(if powers == Powers::KING { Powers::PAWN } else { powers }, color, random);
        }
    }
    let setup = Setup {
        variant,
        pieces,
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 60,
    };
    Position::try_from(setup).ok().filter(|position| !position.has_insufficient_material())
}
