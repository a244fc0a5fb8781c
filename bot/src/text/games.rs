//! What happens in a game.

use rules::{Color, Position, Score};

use super::challenges::terms;
use super::refusals::claim_in_words;
use super::{Text, capitalised, clocks, code, command, kinds, objections, strong, text};
use crate::command::{Act, Command, DrawStep, TakebackStep};
use crate::game::{End, Game, Played, Reason};
use crate::names::Person;
use crate::pgn;
use crate::talk::Span;

pub(super) fn about(act: Act, game: &Game) -> Span {
    command(Command { game: Some(game.number()), act })
}

/// The game begins: colours, house rules, whose turn, and how to move.
pub fn opened(game: &Game) -> Text {
    let kind = game.summary.kind;
    let mut said = text![
        strong(format!("{} {}", game.number(), kind.0.name)),
        " begins. White: ",
        game.player(Color::White),
        ", Black: ",
        game.player(Color::Black),
        ". ",
        terms(&game.summary.terms),
        "\n",
        kinds::in_one_line(kind),
        "\n",
    ];
    said.append(turn(game));
    said.append(text![" A move is a plain message, such as ", code(example(game.position())), "."]);
    said
}

/// A first move that everybody understands, where it is legal.
fn example(position: &Position) -> String {
    let all = rules::san::print_all(position);
    let usual = all.iter().find(|(_, san)| san == "e4").or(all.first());
    usual.map_or("e4".to_owned(), |(_, san)| san.clone())
}

/// Whose turn it is, with check, what may be claimed and what is offered.
fn turn(game: &Game) -> Text {
    let (color, player) = (game.turn(), game.to_move());
    let mut said = text![player, format!(" ({color}) to move")];
    if game.position().is_check() {
        said.push(", in check");
    }
    said.append(clocks::limit(game));
    said.push(".");
    if let Some(claim) = game.record.claim() {
        said.append(text![
            format!(" A draw by {} can be claimed: ", claim_in_words(claim)),
            about(Act::Draw(DrawStep::Claim), game),
            "."
        ]);
    }
    if game.offers.draw == Some(!color) {
        said.append(text![
            " ",
            game.player(!color),
            " offers a draw: ",
            about(Act::Draw(DrawStep::Accept), game),
            ", or play on."
        ]);
    }
    said
}

/// A move as it was played: number, notation, and what happened to stacks.
fn played_line(game: &Game, played: &Played) -> Text {
    let Played { before, san, .. } = played;
    let mut said = text![strong(format!("{} {} {san}", game.number(), pgn::number(before)))];
    if let Some(words) = objections::regrouping(before, played.played) {
        said.push(format!(" ({words})"));
    }
    if played.is_conditional {
        said.push(" (prepared)");
    }
    said
}

/// Moves were played in this game at once: one, and prepared answers; whose turn it is, or how the game has ended.
pub fn moved(game: &Game, moves: &[Played]) -> Text {
    let mut said = Text::default();
    for played in moves {
        if !said.is_empty() {
            said.push("\n");
        }
        said.append(played_line(game, played));
    }
    match game.summary.end {
        Some(end) => {
            said.push("\n");
            said.append(result(game, end));
        }
        None => {
            said.push(" · ");
            said.append(turn(game));
        }
    }
    said
}

/// How a game ended, and how to play another.
pub(super) fn result(game: &Game, end: End) -> Text {
    let winner = match end.score {
        Some(Score::Win(color)) => Some(color),
        _ => None,
    };
    let mut said = match (end.reason, winner) {
        (Reason::Aborted, _) => text![strong(format!("{} is aborted", game.number())), ", without a result."],
        (Reason::Stopped, _) => text![strong(format!("{} is stopped", game.number())), ", without a result."],
        (reason, Some(color)) => {
            let score = end.score.map_or(String::new(), |score| score.to_string());
            let mut said = text![strong(score), " ", game.player(color), format!(" ({color}) wins")];
            match reason {
                Reason::Resignation => said.append(text![": ", game.player(!color), " resigns."]),
                Reason::Time => said.append(clocks::on_time(game, end.score)),
                reason => said.push(format!(" by {}.", reason.key())),
            }
            said
        }
        (Reason::Time, None) => {
            let mut said = text![strong("½–½")];
            said.append(clocks::on_time(game, end.score));
            said
        }
        (reason, None) => {
            let why = match reason {
                Reason::Agreement => "by agreement".to_owned(),
                Reason::Claimed(claim) => format!("claimed by {}", claim_in_words(claim)),
                Reason::Rules(ending) => format!("by {}", ending.to_string().replace("seventy", "the seventy")),
                Reason::Adjudicated => "by adjudication".to_owned(),
                Reason::Resignation | Reason::Time | Reason::Aborted | Reason::Stopped => String::new(),
            };
            text![strong("½–½"), format!(" A draw {why}.")]
        }
    };
    for color in Color::ALL {
        match game.hints[color.index()] {
            0 => {}
            hints => said.push(format!(" {color} used {}.", super::count(hints, "hint"))),
        }
    }
    said.append(super::ratings::changed(game));
    said.append(text![" ", about(Act::Rematch, game), " for another game with colours swapped."]);
    said
}

/// A game ended otherwise than by a move.
pub fn ended(game: &Game, end: End) -> Text {
    match end.reason {
        Reason::Aborted | Reason::Stopped => result(game, end),
        _ => {
            let mut said = text![strong(game.number().to_string()), " "];
            said.append(result(game, end));
            said
        }
    }
}

/// A player offers a draw.
pub fn draw_offered(game: &Game, by: Color) -> Text {
    text![
        strong(game.number().to_string()),
        " ",
        game.player(by),
        " offers a draw. ",
        game.player(!by),
        ": ",
        about(Act::Draw(DrawStep::Accept), game),
        ", ",
        about(Act::Draw(DrawStep::Decline), game),
        ", or play on."
    ]
}

/// A player declines the draw offered.
pub fn draw_declined(game: &Game, by: Color) -> Text {
    text![strong(game.number().to_string()), " ", game.player(by), " declines the draw."]
}

/// A player takes the draw offer back.
pub fn draw_withdrawn(game: &Game, by: Color) -> Text {
    text![strong(game.number().to_string()), " ", game.player(by), " takes the draw offer back."]
}

/// A player would like to take back, to the position after this many plies.
pub fn takeback_asked(game: &Game, by: Color, ply: usize) -> Text {
    let plies = super::count(game.record.ply() - ply, "move");
    text![
        strong(game.number().to_string()),
        " ",
        game.player(by),
        format!(" would like to take back {plies}, to choose again. "),
        game.player(!by),
        ": ",
        about(Act::Takeback(TakebackStep::Accept), game),
        " or ",
        about(Act::Takeback(TakebackStep::Decline), game),
        "."
    ]
}

/// A player doesn't allow it.
pub fn takeback_declined(game: &Game, by: Color) -> Text {
    text![strong(game.number().to_string()), " ", game.player(by), " doesn't allow it; the game goes on."]
}

/// A player no longer wishes it.
pub fn takeback_withdrawn(game: &Game, by: Color) -> Text {
    text![strong(game.number().to_string()), " ", game.player(by), " lets the move stand."]
}

/// The game went back, so many moves.
pub fn taken_back(game: &Game, plies: usize) -> Text {
    let mut said = text![
        strong(game.number().to_string()),
        format!(" {} taken back. ", capitalised(&super::count(plies, "move")))
    ];
    said.append(turn(game));
    said
}

/// Whether the player really gives up.
pub fn resignation_question(game: &Game, opponent: &Person) -> Text {
    text![
        "Do you really resign ",
        game.number(),
        " against ",
        opponent,
        "? Then type ",
        about(Act::Resign { confirmed: true }, game),
        "."
    ]
}
