//! Why moves are good: positions made for it, and what every claim must bear in random ones.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use proptest::sample::Index;
use rules::motive::{Draw, Motive, motive};
use rules::search::{Engine, Limits, Line, Score};
use rules::{Color, Game, Move, Position, Power, Powers, Square, Wing, attacks, fen, read, uci, variants};

const KING: Powers = Powers::KING;
const QUEEN: Powers = Powers::ROOK.with(Powers::BISHOP);
const ROOK: Powers = Powers::ROOK;
const BISHOP: Powers = Powers::BISHOP;
const KNIGHT: Powers = Powers::KNIGHT;
const MAN: Powers = Powers::MAN;
const PAWN: Powers = Powers::PAWN;
const GUARD: Powers = Powers::ROOK.with(Powers::KNIGHT);
const EQUERRY: Powers = Powers::BISHOP.with(Powers::KNIGHT);

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn wins(piece: Powers, square: &str) -> Motive {
    Motive::Wins { piece, square: at(square) }
}

fn saves(piece: Powers, square: &str, attacker: Powers, from: &str) -> Motive {
    Motive::Saves { piece, square: at(square), from: (at(from), attacker) }
}

fn forks(targets: &[(Powers, &str)]) -> Motive {
    Motive::Forks(targets.iter().map(|(powers, square)| (at(square), *powers)).collect())
}

fn joins(travellers: Powers, into: Powers, square: &str) -> Motive {
    Motive::Joins { travellers, into, square: at(square) }
}

fn threatens(piece: Powers, square: &str) -> Motive {
    Motive::Threatens { piece, square: at(square) }
}

const START: &str = "";
const LEVEL: Score = Score::Centipawns(0);

/// A game's key, a position of it, a line in any notation with its score, and what speaks for its first move.
type Row = (&'static str, &'static str, &'static str, Score, Motive);

#[rustfmt::skip]
fn table() -> Vec<Row> {
    vec![
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", Score::Mate(1), Motive::Mates { moves: 1 }),
        ("chess", "k7/8/8/1K6/8/8/8/7R w - - 0 1", "Kb6 Kb8 Rh8", Score::Mate(2), Motive::Mates { moves: 2 }),
        ("chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "Kb8 Rh8", Score::Mate(-1), Motive::DelaysMate { moves: 1 }),
        ("bird", "9k/10/8K1/10/10/10/10/G9 w - - 0 1", "Ga8", Score::Mate(1), Motive::Mates { moves: 1 }),
        // A line that breaks off before the mate proves none.
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", Score::Mate(9), Motive::Checks),

        ("chess", "k7/8/8/8/8/8/1p6/K7 w - - 0 1", "Kxb2", LEVEL, Motive::Draws(Draw::Material)),
        ("chess", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7", LEVEL, Motive::Draws(Draw::Stalemate)),
        ("carrera", "k9/1q8/10/10/10/10/2R7/K9 w - - 149 90", "Rc8", LEVEL, Motive::Draws(Draw::Quiet)),

        ("chess", "8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", LEVEL, Motive::Promotes { into: QUEEN, square: at("e8"), moves: 1 }),
        ("chess", "8/8/4P3/8/8/8/k7/4K3 w - - 0 1", "e7 Kb3 e8=Q", LEVEL, Motive::Promotes { into: QUEEN, square: at("e8"), moves: 2 }),
        ("carrera", "8k1/1P8/10/10/10/10/10/K9 w - - 0 1", "b8=C", LEVEL, Motive::Promotes { into: GUARD, square: at("b8"), moves: 1 }),
        ("combination", "8/k3P3/8/8/8/8/8/4K3 w - - 0 1", "e8=R", LEVEL, Motive::Promotes { into: ROOK, square: at("e8"), moves: 1 }),
        // The new queen is lost at once.
        ("chess", "r7/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q Rxe8", LEVEL, Motive::Improves),

        ("bird", "4k5/10/10/3g6/10/10/10/3RK5 w - - 0 1", "Rxd5", LEVEL, wins(GUARD, "d5")),
        ("capablanca", "4k5/7p2/10/4a5/10/10/1B8/4K5 w - - 0 1", "Bxe5", LEVEL, wins(EQUERRY, "e5")),
        ("combination", "4k3/8/8/3[rn]4/8/8/8/3RK3 w - - 0 1", "Rxd5", LEVEL, wins(GUARD, "d5")),
        // The knight leaves its rook and takes the other rook next.
        ("combination", "5k2/1r6/8/8/4[RN]3/8/8/4K3 w - - 0 1", "e4d6:n Kg8 Nxb7", LEVEL, wins(ROOK, "b7")),
        ("chess", "4k3/8/5p2/4r3/8/3N4/8/4K3 w - - 0 1", "Nxe5 fxe5", LEVEL, Motive::WinsFor { piece: ROOK, square: at("e5"), lost: KNIGHT }),
        ("combination-pritchard", "4k3/8/5p2/4[rb]3/8/3N4/8/4K3 w - - 0 1", "Nxe5 fxe5", LEVEL, Motive::WinsFor { piece: QUEEN, square: at("e5"), lost: KNIGHT }),
        ("chess", "4k3/8/2b5/3n4/8/4N3/8/3RK3 w - - 0 1", "Rxd5 Bxd5 Nxd5", LEVEL, Motive::WinsMaterial),
        // A line that breaks off before the rook is taken back wins nothing.
        ("chess", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", LEVEL, Motive::Takes { piece: PAWN, square: at("d5") }),

        ("chess", "6k1/3r4/8/8/8/8/5PPP/6K1 w - - 0 1", "h3", LEVEL, Motive::StopsMate { threat: mv("d7d1") }),
        ("carrera-modern", "8k1/3c6/10/10/10/10/6PPPP/8K1 w - - 0 1", "h3", LEVEL, Motive::StopsMate { threat: Move { travellers: GUARD, ..mv("d7d1") } }),
        ("chess", "k5r1/8/8/8/8/8/8/7K w - - 0 1", "Kh2", LEVEL, Motive::OnlyMove),

        ("bird", "4k5/10/10/10/10/10/2e7/R5K3 w - - 0 1", "Ra5", LEVEL, saves(ROOK, "a1", EQUERRY, "c2")),
        ("chess", "k3r3/8/8/4N3/8/8/3P4/6K1 w - - 0 1", "d4", LEVEL, saves(KNIGHT, "e5", ROOK, "e8")),
        ("combination", "5k2/8/8/4p3/3N4/8/4R3/4K3 w - - 0 1", "Ne2", LEVEL, saves(KNIGHT, "d4", PAWN, "e5")),
        ("combination", "4k3/8/8/4p3/3[RN]4/8/8/4K3 w - - 0 1", "d4d1", LEVEL, saves(GUARD, "d4", PAWN, "e5")),
        // What stays behind is lost.
        ("combination", "4k3/8/8/4p3/3[RN]4/8/8/4K3 w - - 0 1", "d4c2:n", LEVEL, Motive::Parts { travellers: KNIGHT, from: ROOK, square: at("d4") }),

        ("chess", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7", LEVEL, forks(&[(KING, "e8"), (ROOK, "a8")])),
        ("bird-reversed", "r3k5/10/10/1G8/10/10/10/4K5 w - - 0 1", "Gc7", LEVEL, forks(&[(KING, "e8"), (ROOK, "a8")])),
        ("combination", "r3k3/8/8/3[NB]4/8/8/8/4K3 w - - 0 1", "NBc7", LEVEL, forks(&[(KING, "e8"), (ROOK, "a8")])),
        ("chess", "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "Bb5", LEVEL, Motive::Pins { piece: KNIGHT, square: at("c6") }),
        // The knight of a stack may leave it, so nothing is pinned.
        ("combination", "4k3/8/2[rn]5/8/8/8/8/4KB2 w - - 0 1", "Bb5", LEVEL, threatens(GUARD, "c6")),
        ("carrera", "8k1/10/10/r9/10/10/10/2B6K w - - 0 1", "Bd2", LEVEL, threatens(ROOK, "a5")),

        ("chess", "4k3/8/4p3/3r4/8/8/8/3RK3 w - - 0 1", "Rxd5 exd5", LEVEL, Motive::Trades { piece: ROOK, square: at("d5"), lost: ROOK }),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", LEVEL, Motive::Castles(Wing::King)),
        ("capablanca", "5k4/10/10/10/10/10/10/R4K4 w Q - 0 1", "O-O-O", LEVEL, Motive::Castles(Wing::Queen)),
        ("bird", "4k5/10/10/10/10/10/10/G3K5 w - - 0 1", "Ga8", LEVEL, Motive::Checks),
        ("chess", "k3r3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2", LEVEL, Motive::AnswersCheck),
        ("combination", START, "Qc1", LEVEL, joins(MAN, BISHOP, "c1")),
        ("combination-pritchard", START, "Rb1", LEVEL, joins(ROOK, KNIGHT, "b1")),
        ("combination", "4k3/8/8/8/8/8/8/K5[RN]1 w - - 0 1", "Nf3", LEVEL, Motive::Parts { travellers: KNIGHT, from: ROOK, square: at("g1") }),
        ("bird", START, "Gc3", LEVEL, Motive::Develops { piece: GUARD }),
        ("chess", START, "Nf3", LEVEL, Motive::Develops { piece: KNIGHT }),
        ("carrera", START, "e4", LEVEL, Motive::Improves),
        ("capablanca", START, "", LEVEL, Motive::Improves),
    ]
}

/// A rook's move by its coordinates.
fn mv(coordinates: &str) -> Move {
    let (from, to) = coordinates.split_at(2);
    Move { from: at(from), to: at(to), travellers: ROOK, promotion: Powers::NONE }
}

#[test]
fn each_position_of_the_table_has_its_motive() {
    let mut wrong = Vec::new();
    for (key, start, moves, score, expected) in table() {
        let variant = variants::by_key(key).unwrap();
        let start = if start.is_empty() { variant.start } else { start };
        let game = Game::from_position(fen::parse(variant, start).unwrap_or_else(|error| panic!("{start}: {error}")));
        let found = motive(&game, &Line { score, depth: 1, nodes: 1, moves: line(&game, moves) });
        if found != expected {
            wrong.push(format!("{key} {start} {moves}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn line(game: &Game, moves: &str) -> Vec<Move> {
    let mut position = game.position().clone();
    let mut line = Vec::new();
    for typed in moves.split_whitespace() {
        let played = read(&position, typed).unwrap_or_else(|error| panic!("{typed} in {position:?}: {error}"));
        position = position.after(played);
        line.push(played);
    }
    line
}

#[test]
fn what_was_played_before_counts() {
    let after = |moves: &str, next: &str| {
        let mut game = Game::new(&variants::CHESS);
        for played in line(&game, moves) {
            game.play(played).unwrap();
        }
        motive(&game, &Line { score: LEVEL, depth: 1, nodes: 1, moves: line(&game, next) })
    };
    assert_eq!(after("e4 d5 exd5", "Qxd5"), Motive::Retakes { piece: PAWN, square: at("d5") });
    assert_eq!(after("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "Ng8"), Motive::Draws(Draw::Repetition));
    // A knight that went home again isn't brought out for the first time.
    assert_eq!(after("Nf3 a6 Ng1 a5", "Nf3"), Motive::Improves);
}

/// A game of some random plies, which stops early when it is over.
fn played() -> impl Strategy<Value = Game> {
    (0..variants::ALL.len(), prop::collection::vec(any::<Index>(), 0..100)).prop_map(|(variant, choices)| {
        let mut game = Game::new(variants::ALL[variant]);
        for choice in choices {
            let moves = game.position().legal_moves();
            if !moves.is_empty() {
                game.play(*choice.get(&moves)).unwrap();
            }
        }
        game
    })
}

/// Units counted in pawns, the bonus of powers that can't part included.
fn worth(position: &Position, powers: Powers) -> i32 {
    let units: i32 = powers.each().map(|power| [1, 5, 3, 3, 3, 100][power.index()]).sum();
    units + i32::from(powers.len() > 1 && !position.variant().stacks_pieces())
}

fn material(position: &Position, color: Color) -> i32 {
    position.of(color).map(|square| worth(position, position.powers_at(square))).sum()
}

/// What the side to move gains on a square with the best of all ways to capture there, at least 0.
fn exchange(position: &Position, square: Square) -> i32 {
    let captures = position.legal_moves().into_iter().filter(|legal| legal.to == square);
    let gains = captures.filter_map(|capture| {
        let (_, captured) = position.captured_by(capture)?;
        let after = position.after(capture);
        let grown = worth(&after, after.powers_at(square)) - worth(position, capture.travellers);
        Some(worth(position, captured) + grown - exchange(&after, square))
    });
    gains.max().unwrap_or(0).max(0)
}

fn with_turn(position: &Position, turn: Color) -> Option<Position> {
    let mut setup = position.setup();
    (setup.turn, setup.en_passant) = (turn, None);
    Position::try_from(setup).ok()
}

/// What must be so for a claim to be true.
fn proves(game: &Game, line: &Line, claim: &Motive) -> bool {
    let before = game.position();
    let first = line.moves[0];
    let after = before.after(first);
    let us = before.turn();
    let mut positions = vec![before.clone()];
    for played in &line.moves {
        positions.push(positions.last().unwrap().play(*played).unwrap());
    }
    let last = positions.last().unwrap();
    let captured = |square: Square, piece: Powers| {
        let ours = positions.iter().zip(&line.moves).step_by(2);
        ours.into_iter().any(|(position, played)| position.captured_by(*played) == Some((square, piece)))
    };
    let net = |position: &Position| material(position, us) - material(position, !us);
    let gained = net(last) - net(before);
    let attacks =
        |square: Square| attacks::reach_of(after.powers_at(first.to), us, first.to, after.occupied()).has(square);
    match claim {
        Motive::Mates { moves } => last.is_checkmate() && line.moves.len() == 2 * moves - 1,
        Motive::DelaysMate { moves } => last.is_checkmate() && line.moves.len() == 2 * moves,
        Motive::Draws(_) => {
            let mut game = game.clone();
            line.moves.iter().any(|played| {
                game.play(*played).unwrap();
                game.repetitions() >= 3 || game.outcome().is_some_and(|outcome| outcome.score == rules::Score::Draw)
            })
        }
        Motive::Promotes { into, square, moves } => {
            positions[2 * moves - 1].powers_at(*square) == *into
                && positions.get(2 * moves).is_none_or(|position| position.of(us).has(*square))
        }
        Motive::Retakes { piece, square } => {
            let (earlier, played) = game.plies().next_back().unwrap();
            earlier.captured_by(played).is_some() && before.captured_by(first) == Some((*square, *piece))
        }
        Motive::Wins { piece, square } => captured(*square, *piece) && gained >= worth(before, *piece),
        Motive::WinsFor { piece, square, lost } => {
            captured(*square, *piece) && gained >= 1 && worth(before, *lost) < worth(before, *piece)
        }
        Motive::WinsMaterial => gained >= 1,
        Motive::StopsMate { threat } => {
            with_turn(before, !us).unwrap().after(*threat).is_checkmate()
                && !after.legal_moves().into_iter().any(|reply| after.after(reply).is_checkmate())
        }
        Motive::OnlyMove => before.count_legal_moves() == 1,
        Motive::Saves { piece, square, from: (attacker, powers) } => {
            let now = if *square == first.from { first.to } else { *square };
            before.powers_at(*square) == *piece
                && before.attackers(*square, !us).has(*attacker)
                && before.powers_at(*attacker) == *powers
                && exchange(&with_turn(before, !us).unwrap(), *square) > 0
                && after.of(us).has(now)
                && piece.meets(after.powers_at(now))
                && exchange(&after, now) == 0
        }
        Motive::Forks(targets) => {
            targets.len() > 1
                && targets.iter().all(|(square, powers)| attacks(*square) && after.powers_at(*square) == *powers)
        }
        Motive::Pins { piece, square } => {
            let mut setup = after.setup();
            let pinned = setup.pieces.remove(square).unwrap();
            setup.turn = us;
            setup.castling = Default::default();
            setup.en_passant = None;
            pinned.powers == *piece && pinned.color != us && Position::try_from(setup).is_err()
        }
        Motive::Threatens { piece, square } => {
            let next = with_turn(&after, us).unwrap();
            next.powers_at(*square) == *piece && exchange(before, *square) == 0 && exchange(&next, *square) > 0
        }
        Motive::Trades { piece, square, lost } => {
            captured(*square, *piece) && positions[1].captured_by(line.moves[1]).unwrap().1 == *lost
        }
        Motive::Castles(_) => after.king(us) != before.king(us) && first.is_castling(),
        Motive::Checks => after.is_check(),
        Motive::Takes { piece, square } => captured(*square, *piece),
        Motive::AnswersCheck => before.is_check(),
        Motive::Joins { travellers, into, square } => {
            !travellers.meets(*into) && after.powers_at(*square) == *travellers | *into
        }
        Motive::Parts { travellers, from, square } => {
            after.powers_at(*square) == *from && before.powers_at(*square) == *travellers | *from
        }
        Motive::Develops { piece } => !piece.has(Power::Pawn) && after.powers_at(first.to) == *piece,
        Motive::Improves => true,
    }
}

#[test]
fn what_a_dearer_piece_would_capture_first_is_not_saved() {
    // The guard on g5 takes on f3 and leaves the equerry on g2 in the way of the bishop on h1.
    let start = "r1bk1q2nr/p1p1ppbp2/n2p5p/1P4g1p1/3P2E3/R1N1Pp3P/1PP2KePPN/2BGQ2B1R w - - 2 19";
    let game = Game::from_position(fen::parse(variants::by_key("bird-reversed").unwrap(), start).unwrap());
    let line = Line { score: LEVEL, depth: 1, nodes: 1, moves: line(&game, "g4f3") };
    let claim = motive(&game, &line);
    assert!(!matches!(claim, Motive::Saves { .. }) && proves(&game, &line, &claim), "{claim:?}");
}

proptest! {
    // A failure found stays found by its seed in the message; no file is written.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_claimed_is_so(game in played(), nodes in 1..3000u64, cut in 1..6usize) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        if let Some(mut line) = Engine::new(game.position().variant(), 1).search(&game, limits, |_| {}) {
            let claim = motive(&game, &line);
            prop_assert!(proves(&game, &line, &claim), "{:?} of {:?} in {:?}", claim, line, game.position());
            // Lines may break off anywhere.
            line.moves.truncate(cut);
            let claim = motive(&game, &line);
            prop_assert!(proves(&game, &line, &claim), "{:?} of {:?} in {:?}", claim, line, game.position());
        }
    }

    #[test]
    fn any_line_gets_an_answer(game in played(), coordinates in prop::collection::vec("[a-j][1-8][a-j][1-8]", 0..3)) {
        let moves = coordinates.iter().filter_map(|text| uci::parse(Game::new(game.position().variant()).position(), text).ok());
        let line = Line { score: LEVEL, depth: 1, nodes: 1, moves: moves.collect() };
        motive(&game, &line);
    }
}
