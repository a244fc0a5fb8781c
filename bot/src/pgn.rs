//! Games written as PGN, with the tags that name the variant and its start.

use rules::{Color, Position, fen, san, variants};

use crate::clock::{TimeControl, days};
use crate::game::{Game, Reason};

/// Lines of moves are no longer than this.
const WIDTH: usize = 80;

/// The game's PGN, ending with a line break.
pub fn print(game: &Game) -> String {
    let variant = game.summary.kind.0;
    let start = game.record.position_at(0).expect("a game has its start");
    let result = game.summary.end.and_then(|end| end.score).map_or("*".to_owned(), |score| score.to_string());
    let name = |color: Color| game.player(color).name.clone();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} \"{}\"]\n", escaped(value)));
    tag("Event", &format!("Centaur, game {}", game.number()));
    tag("Site", "?");
    tag("Date", &game.summary.started.strftime("%Y.%m.%d").to_string());
    tag("Round", "-");
    tag("White", &name(Color::White));
    tag("Black", &name(Color::Black));
    tag("Result", &result);
    tag("UTCDate", &game.summary.started.strftime("%Y.%m.%d").to_string());
    tag("UTCTime", &game.summary.started.strftime("%H:%M:%S").to_string());
    if let Some(changes) = game.ratings {
        for (name, change) in ["WhiteElo", "BlackElo"].into_iter().zip(changes) {
            tag(name, &format!("{:.0}", change.before.points));
        }
    }
    tag("Variant", variant.key);
    // A reader that doesn't know the variant takes chess's start unless told.
    if variant.start != variants::CHESS.start {
        tag("SetUp", "1");
        tag("FEN", &fen::print(start));
    }
    for color in Color::ALL {
        match game.hints[color.index()] {
            0 => {}
            hints => tag(&format!("{color}Hints"), &hints.to_string()),
        }
    }
    tag("TimeControl", &time_control(game.summary.terms.timing.control));
    let termination = match game.summary.end.map(|end| end.reason) {
        None => "unterminated",
        Some(Reason::Time) => "time forfeit",
        Some(Reason::Aborted | Reason::Stopped) => "abandoned",
        Some(Reason::Adjudicated) => "adjudication",
        Some(_) => "normal",
    };
    tag("Termination", termination);
    text.push('\n');
    text.push_str(&wrapped(movetext(game, &result)));
    text
}

/// As PGN has it, in seconds: `1/259200` for three days a move, `864000+86400` for a bank; `-` for none.
fn time_control(control: TimeControl) -> String {
    let seconds = |count| days(count).as_secs();
    match control {
        TimeControl::None => "-".to_owned(),
        TimeControl::Days(each) => format!("1/{}", seconds(each)),
        TimeControl::Bank { days, increment: 0, .. } => seconds(days).to_string(),
        TimeControl::Bank { days, increment, .. } => format!("{}+{}", seconds(days), seconds(increment)),
    }
}

fn movetext(game: &Game, result: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, (before, played)) in game.record.plies().enumerate() {
        if before.turn() == Color::White || index == 0 {
            words.push(number(before));
        }
        words.push(san::print(before, played));
        if let Some(left) = game.left_at_moves.get(index).copied().flatten() {
            let seconds = left.as_secs();
            let clock = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            words.extend(["{[%clk".to_owned(), format!("{clock}]}}")]);
        }
    }
    if let Some(end) = game.summary.end {
        words.extend(format!("{{{}}}", end.reason.key()).split(' ').map(str::to_owned));
    }
    words.push(result.to_owned());
    words
}

/// The number that stands before a move: `5.` for White's, `5...` for Black's.
pub fn number(before: &Position) -> String {
    let dots = if before.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", before.fullmove_number())
}

fn wrapped(words: Vec<String>) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}

fn escaped(value: &str) -> String {
    let visible = value.chars().filter(|character| !character.is_control());
    visible
        .flat_map(|character| matches!(character, '"' | '\\').then_some('\\').into_iter().chain([character]))
        .collect()
}
