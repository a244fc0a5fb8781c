//! Why a move can't be played, in words with squares.

use rules::explain::Attacker;
use rules::{Illegality, Journey, Move, NoCastling, Objection, Piece, Position, Powers, Square, Wing, san, uci};

use super::{Text, code, command, row, text};
use crate::command::{Act, Command};
use crate::letters::Letters;
use crate::names::GameNumber;

/// What stands against a move, and one thing to type instead, in the game with this number if it is one.
pub fn objection(
    number: Option<GameNumber>,
    position: &Position,
    typed: &str,
    objection: &Objection,
    letters: Letters,
) -> Text {
    let choices = |moves: &[Move]| {
        let mut moves: Vec<String> = moves.iter().map(|legal| letters.print(position, *legal)).collect();
        moves.sort();
        row(moves.into_iter().map(code), "or")
    };
    match objection {
        Objection::NotAMove => {
            let mut said = text![code(typed), " is no move that I can read. "];
            said.append(advice(number, position, typed, letters));
            said
        }
        Objection::Ambiguous(moves) => {
            let mut said = text!["That can be more than one move. Which: "];
            said.append(choices(moves));
            said.push("?");
            said
        }
        Objection::PromotionMissing(moves) => {
            let mut said = text!["What does the pawn become? Type "];
            said.append(choices(moves));
            said.push(".");
            said
        }
        Objection::Illegal(illegality) => {
            let mut said = text![reason(position, typed, illegality), " "];
            said.append(advice(number, position, typed, letters));
            said
        }
    }
}

/// A legal move of the same piece that looks like what was typed, or else the way to see all.
fn advice(number: Option<GameNumber>, position: &Position, typed: &str, letters: Letters) -> Text {
    let typed = typed.trim_end_matches(['!', '?', '+', '#', ' ']);
    let near = |text: &str| strsim::damerau_levenshtein(text.trim_end_matches(['+', '#']), typed);
    let piece = |text: &str| text.chars().take_while(char::is_ascii_uppercase).collect::<String>();
    let moves = letters.print_all(position).into_iter().filter(|(_, san)| piece(san) == piece(typed));
    let ranked = moves.map(|(legal, san)| (near(&san).min(near(&uci::print(position, legal))), san));
    // What differs in more letters is another move rather than a slip.
    let slips = if typed.chars().count() < 4 { 1 } else { 2 };
    match ranked.min() {
        Some((distance, san)) if distance <= slips => text!["You could play ", code(san), ", for example."],
        _ if number.is_some() => {
            let moves = Command { game: number, act: Act::Moves };
            text!["Type ", command(moves), " for every legal move."]
        }
        _ => Text::default(),
    }
}

/// A square with its article and piece: `the rook on a1`.
pub(super) fn on(position: &Position, powers: Powers, square: Square) -> String {
    format!("the {} on {square}", position.variant().name_of(powers))
}

fn journey_of(position: &Position, journey: &Journey) -> String {
    on(position, journey.travellers, journey.from)
}

/// Whose a piece is, as told to the side to move: `your own knight on b1`.
fn whose(position: &Position, piece: &Piece, square: Square) -> String {
    let name = position.variant().name_of(piece.powers);
    match piece.color == position.turn() {
        true => format!("your own {name} on {square}"),
        false => format!("the enemy {name} on {square}"),
    }
}

fn attackers(position: &Position, by: &[Attacker]) -> String {
    let each = by.iter().map(|(square, powers)| on(position, *powers, *square));
    row(each.map(Into::into), "and").to_string()
}

fn attack(by: &[Attacker]) -> &'static str {
    if by.len() == 1 { "attacks" } else { "attack" }
}

pub(super) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Whether the text leaves it open which of several such pieces of the side to move is meant.
fn is_any_of_several(position: &Position, typed: &str, journey: &Journey) -> bool {
    let ours = position.of(position.turn());
    let alike = ours.filter(|square| journey.travellers.is_subset(position.powers_at(*square))).count();
    alike > 1 && !typed.to_lowercase().contains(&journey.from.to_string())
}

fn reason(position: &Position, typed: &str, illegality: &Illegality) -> String {
    let variant = position.variant();
    let name = |powers: Powers| variant.name_of(powers);
    let said = match illegality {
        Illegality::OffBoard(square) => {
            let last = (b'a' + variant.files - 1) as char;
            format!(
                "there is no {square} on this board: its files are a to {last} and its ranks 1 to {}",
                variant.ranks()
            )
        }
        Illegality::NoSuchPiece(powers) => format!("you have no {} that could be meant", name(*powers)),
        Illegality::NothingThere(square) => format!("nothing stands on {square}"),
        Illegality::NotYours(square, piece) => {
            format!("{} isn't yours: you play {}", on(position, piece.powers, *square), position.turn())
        }
        Illegality::NotInStack { from, travellers, stack } => {
            format!("on {from} you have {}, not {}", with_article(name(*stack)), with_article(name(*travellers)))
        }
        Illegality::NotItsMove(journey) if is_any_of_several(position, typed, journey) => {
            format!("none of your {}s moves like that to {}", name(journey.travellers), journey.to)
        }
        Illegality::NotItsMove(journey) => {
            format!("{} doesn't move like that to {}", journey_of(position, journey), journey.to)
        }
        Illegality::NothingToCapture(journey) => {
            format!("a pawn goes diagonally only to capture, and there is nothing to capture on {}", journey.to)
        }
        Illegality::Blocked(journey, square, piece) => {
            format!("{} is blocked by {}", journey_of(position, journey), whose(position, piece, *square))
        }
        Illegality::OwnPiece(journey, there) => {
            let piece = Piece { color: position.turn(), powers: *there };
            format!("{} can't go there: {} is in its place", journey_of(position, journey), {
                whose(position, &piece, journey.to)
            })
        }
        Illegality::CannotJoin { journey, there, shared } => {
            let why = match shared.is_empty() {
                true => "no more than three pieces can share a square".to_owned(),
                false => format!("there is {} already", with_article(name(*shared))),
            };
            let joined = on(position, *there, journey.to);
            format!("{} can't join {joined}: {why}", journey_of(position, journey))
        }
        Illegality::PartCaptures(journey, there) => format!(
            "only a whole stack captures: the {} can't leave the others on {} to take {}",
            name(journey.travellers),
            journey.from,
            on(position, *there, journey.to)
        ),
        Illegality::PartGivesCheck(journey) => format!(
            "by Pritchard's addition a move that leaves part of a stack behind may not give check, as the {} going to \
             {} would",
            name(journey.travellers),
            journey.to
        ),
        Illegality::KingAttacked { journey, by, in_check } => {
            let by = attackers(position, by);
            match (in_check, journey.travellers == Powers::KING) {
                (true, false) => format!("your king is in check, and this leaves it attacked by {by}"),
                _ => format!("your king would be in check from {by}"),
            }
        }
        Illegality::DoubleStepIntoPawn(journey, pawn) => format!(
            "in check, a pawn may not step two squares to where an enemy pawn attacks it, as {} attacks {}",
            on(position, Powers::PAWN, *pawn),
            journey.to
        ),
        Illegality::Castling(wing, why) => no_castling(position, *wing, why),
        Illegality::PromotionImpossible(powers) => {
            let allowed = row(variant.promotions.iter().map(|powers| name(*powers).into()), "or");
            format!("a pawn of this game can't become {}, only {allowed}", with_article(name(*powers)))
        }
        Illegality::NoPromotion(journey) => {
            format!("nothing is promoted when {} goes to {}", journey_of(position, journey), journey.to)
        }
        Illegality::PromotionMissing(journey) => {
            format!("{} reaches the last rank: say what it becomes", journey_of(position, journey))
        }
    };
    super::capitalised(&said) + "."
}

fn no_castling(position: &Position, wing: Wing, why: &NoCastling) -> String {
    let castling = format!("{} isn't possible", san::castling(wing));
    match why {
        NoCastling::NotInThisGame => "there is no castling in this game".to_owned(),
        NoCastling::RightLost => format!("{castling}: the king or that rook has moved, or the rook was captured"),
        NoCastling::Blocked(square, piece) => {
            format!("{castling}: {} stands between king and rook", whose(position, piece, *square))
        }
        NoCastling::RookInStack(square, stack) => {
            format!("{castling}: the rook on {square} must stand alone, and is part of the {}", {
                position.variant().name_of(*stack)
            })
        }
        NoCastling::InCheck(by) => {
            format!("{castling} out of check: {} {} your king", attackers(position, by), attack(by))
        }
        NoCastling::Attacked(square, by) => {
            let castle = position.variant().castle(position.turn(), wing);
            let reaches = castle.is_some_and(|castle| castle.king_to == *square);
            let goes = if reaches { "would reach" } else { "would pass" };
            format!("{castling}: the king {goes} {square}, which {} {}", attackers(position, by), attack(by))
        }
    }
}

/// What a move of a stack or a part did: `knight and rook join the bishop on e5: amazon`. Other moves need no words.
pub(super) fn regrouping(before: &Position, played: Move) -> Option<String> {
    let variant = before.variant();
    let whole = before.powers_at(played.from);
    let joined = match before.of(before.turn()).has(played.to) {
        true if !played.is_castling() => before.powers_at(played.to),
        _ => Powers::NONE,
    };
    let parts = played.travellers != whole;
    if !parts && joined.is_empty() {
        return None;
    }
    let units = |powers: Powers| {
        let each = powers.each().map(|power| variant.name_of(Powers::of(power)).into());
        row(each, "and").to_string()
    };
    let several = played.travellers.len() > 1;
    let travellers = units(played.travellers);
    Some(match joined.is_empty() {
        true => {
            let stays = whole.without(played.travellers);
            let leave = if several { "leave" } else { "leaves" };
            format!("{travellers} {leave} the {} on {}", units(stays), played.from)
        }
        false => {
            let join = if several { "join" } else { "joins" };
            let result = variant.name_of(played.travellers | joined);
            format!("{travellers} {join} the {} on {}: {result}", units(joined), played.to)
        }
    })
}
