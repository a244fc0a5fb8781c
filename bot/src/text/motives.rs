//! Why a move is good, in words.

use rules::search::Line;
use rules::{Draw, Game, Motive, Position, Powers, Square, Wing};

use super::objections::{on, with_article};
use super::{Text, row, text};

/// What speaks most for the first move of a line found in a game's present position: `wins the guard on e5`.
pub fn motive(game: &Game, line: &Line) -> Text {
    text![sentence(game.position(), &rules::motive(game, line))]
}

fn sentence(position: &Position, motive: &Motive) -> String {
    let name = |powers: &Powers| position.variant().name_of(*powers);
    let on = |powers: &Powers, square: &Square| on(position, *powers, *square);
    let several =
        |powers: &mut dyn Iterator<Item = Powers>| row(powers.map(|powers| name(&powers).into()), "and").to_string();
    let units = |powers: Powers| several(&mut powers.each().map(Powers::of));
    match motive {
        Motive::Mates { moves: 1 } => "mates".to_owned(),
        Motive::Mates { moves } => format!("mate in {moves}"),
        Motive::DelaysMate { moves: 1 } => "nothing stops the mate any more".to_owned(),
        Motive::DelaysMate { moves } => format!("puts off the mate for {moves} moves"),
        Motive::Draws(draw) => format!(
            "draws by {}",
            match draw {
                Draw::Stalemate => "stalemate",
                Draw::Repetition => "repetition",
                Draw::Material => "insufficient material",
                Draw::Quiet => "the seventy-five-move rule",
            }
        ),
        Motive::Promotes { into, moves: 1, .. } => format!("gets {}", with_article(name(into))),
        Motive::Promotes { into, square, moves } => {
            format!("gets {} on {square} in {moves} moves", with_article(name(into)))
        }
        Motive::Retakes { piece, square } => format!("takes back {}", on(piece, square)),
        Motive::Wins { piece, square } => format!("wins {}", on(piece, square)),
        Motive::WinsFor { piece, square, lost } => {
            format!("wins {} for {}", on(piece, square), with_article(name(lost)))
        }
        Motive::WinsMaterial => "wins material in the exchanges that follow".to_owned(),
        Motive::StopsMate { threat } => {
            format!("stops {} mating on {}", on(&threat.travellers, &threat.from), threat.to)
        }
        Motive::OnlyMove => "is the only legal move".to_owned(),
        Motive::Saves { piece, square, from: (attacker, powers) } => {
            format!("saves {} attacked by {}", on(piece, square), on(powers, attacker))
        }
        Motive::Forks(targets) => format!("forks {}", several(&mut targets.iter().map(|(_, powers)| *powers))),
        Motive::Pins { piece, square } => format!("pins {} to the king", on(piece, square)),
        Motive::Threatens { piece, square } => format!("attacks {}", on(piece, square)),
        Motive::Trades { piece, square, lost } if piece == lost => format!("trades {}s on {square}", name(piece)),
        Motive::Trades { piece, square, lost } => {
            format!("trades {} for {}", with_article(name(lost)), on(piece, square))
        }
        Motive::Castles(Wing::King) => "castles on the king's side".to_owned(),
        Motive::Castles(Wing::Queen) => "castles on the queen's side".to_owned(),
        Motive::Checks => "gives check".to_owned(),
        Motive::Takes { piece, square } => format!("takes {}", on(piece, square)),
        Motive::AnswersCheck => "answers the check".to_owned(),
        Motive::Joins { travellers, into, square } => {
            format!("joins {} on {square}", units(travellers.with(*into)))
        }
        Motive::Parts { travellers, from, square } => {
            format!("parts {} from the {} on {square}", units(*travellers), units(*from))
        }
        Motive::Develops { piece } => format!("brings the {} into play", name(piece)),
        Motive::Improves => "improves the position".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rules::search::Score;
    use rules::{fen, read, variants};

    use super::*;

    fn said(key: &str, start: &str, moves: &str, score: Score) -> String {
        let variant = variants::by_key(key).unwrap();
        let start = if start.is_empty() { variant.start } else { start };
        let game = Game::from_position(fen::parse(variant, start).unwrap());
        let mut position = game.position().clone();
        let mut line = Vec::new();
        for typed in moves.split_whitespace() {
            let played = read(&position, typed).unwrap();
            position = position.after(played);
            line.push(played);
        }
        motive(&game, &Line { score, depth: 1, nodes: 1, moves: line }).to_string()
    }

    #[test]
    fn each_game_has_its_names_in_the_sentence() {
        let expected = [
            ("chess", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7", "forks king and rook"),
            ("chess", "6k1/3r4/8/8/8/8/5PPP/6K1 w - - 0 1", "h3", "stops the rook on d7 mating on d1"),
            ("chess", "4k3/8/5p2/4r3/8/3N4/8/4K3 w - - 0 1", "Nxe5 fxe5", "wins the rook on e5 for a knight"),
            ("chess", "4k3/8/4p3/3r4/8/8/8/3RK3 w - - 0 1", "Rxd5 exd5", "trades rooks on d5"),
            ("chess", "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "Bb5", "pins the knight on c6 to the king"),
            ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castles on the king's side"),
            ("chess", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7", "draws by stalemate"),
            ("capablanca", "4k5/7p2/10/4a5/10/10/1B8/4K5 w - - 0 1", "Bxe5", "wins the archbishop on e5"),
            ("carrera", "8k1/1P8/10/10/10/10/10/K9 w - - 0 1", "b8=C", "gets a champion"),
            ("carrera-modern", "", "Ac3", "brings the centaur into play"),
            ("bird", "4k5/10/10/3g6/10/10/10/3RK5 w - - 0 1", "Rxd5", "wins the guard on d5"),
            (
                "bird",
                "4k5/10/10/10/10/10/2e7/R5K3 w - - 0 1",
                "Ra5",
                "saves the rook on a1 attacked by the equerry on c2",
            ),
            ("bird-reversed", "8k1/10/10/r9/10/10/10/2B6K w - - 0 1", "Bd2", "attacks the rook on a5"),
            ("combination", "4k3/8/8/3[rn]4/8/8/8/3RK3 w - - 0 1", "Rxd5", "wins the marshal on d5"),
            ("combination", "", "Qc1", "joins bishop and queen on c1"),
            ("combination", "4k3/8/8/8/8/8/8/K5[RN]1 w - - 0 1", "Nf3", "parts knight from the rook on g1"),
            ("combination-pritchard", "", "a3", "improves the position"),
        ];
        for (key, start, moves, sentence) in expected {
            assert_eq!(said(key, start, moves, Score::Centipawns(0)), sentence, "{key} {start} {moves}");
        }
        let mate = "k7/8/8/1K6/8/8/8/7R w - - 0 1";
        assert_eq!(said("chess", mate, "Kb6 Kb8 Rh8", Score::Mate(2)), "mate in 2");
    }
}
