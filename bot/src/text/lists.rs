//! Answers to questions: lists, boards and notations.

use jiff::Timestamp;
use rules::Color;

use super::{Text, clocks, command, strong, text};
use crate::challenge::Challenge;
use crate::command::{Act, Command};
use crate::game::{Game, Summary};
use crate::letters::Letters;
use crate::names::Person;
use crate::pgn;

/// A page of a list.
#[derive(Clone, Copy, Debug)]
pub struct Place<'l> {
    /// The games on it.
    pub games: &'l [Summary],
    /// How many come before.
    pub first: usize,
    /// How many the whole list has.
    pub total: usize,
    /// The page's number, counted from 1.
    pub page: u32,
}

impl Place<'_> {
    /// Which of how many these are, where they aren't all: ` (11–20 of 34):`
    fn heading(&self) -> String {
        match self.games.len() == self.total {
            true => ":".to_owned(),
            false => format!(" ({}–{} of {}):", self.first + 1, self.first + self.games.len(), self.total),
        }
    }

    /// How to see more, where there is more.
    fn more(&self, act: impl FnOnce(u32) -> Act) -> Text {
        match self.first + self.games.len() < self.total {
            true => text!["\n", command(Command { game: None, act: act(self.page + 1) }), " shows more."],
            false => Text::default(),
        }
    }

    /// What to say of a page behind the last.
    fn is_behind_the_last(&self) -> bool {
        self.games.is_empty() && self.total > 0
    }
}

fn no_such_page(total: usize) -> Text {
    text![format!("The list isn't that long: it has {}.", super::count(total, "game"))]
}

fn both_players(game: &Summary) -> Text {
    text![" ", game.player(Color::White), " – ", game.player(Color::Black)]
}

/// The running games of a room.
pub fn games_here_listed(place: &Place<'_>) -> Text {
    if place.total == 0 {
        return text!["No game is running here. ", command("challenge"), " starts one."];
    }
    if place.is_behind_the_last() {
        return no_such_page(place.total);
    }
    let mut said = text![format!("Games here{}", place.heading())];
    for game in place.games {
        said.append(text!["\n", strong(game.number.to_string()), format!(" {}", game.kind.0.name)]);
        said.append(both_players(game));
        said.append(text![format!(", move {}: ", game.ply / 2 + 1), game.player(game.turn()), " to move, since "]);
        said.push(game.moved);
    }
    said.append(place.more(|page| Act::Games { here: true, page }));
    said
}

/// Somebody's finished games, the last first.
pub fn history_listed(place: &Place<'_>, person: &Person, is_own: bool) -> Text {
    if place.total == 0 {
        return match is_own {
            true => text!["You haven't finished a game yet. ", command("games"), " lists those that are running."],
            false => text![person, " hasn't finished a game yet."],
        };
    }
    if place.is_behind_the_last() {
        return no_such_page(place.total);
    }
    let mut said = text!["Finished games of ", person, place.heading()];
    for game in place.games {
        said.append(text!["\n", strong(game.number.to_string()), format!(" {}", game.kind.0.name)]);
        said.append(both_players(game));
        if let Some(end) = game.end {
            let score = end.score.map_or("no result".to_owned(), |score| score.to_string());
            said.push(format!(": {score}, {}", end.reason.key()));
        }
        if let Some(ended) = game.ended {
            said.append(text![", ", ended]);
        }
    }
    let whose = (!is_own).then(|| person.clone());
    said.append(place.more(|page| Act::History { person: whose, page }));
    said
}

/// A person's running games, the most urgent first.
pub fn games_listed(place: &Place<'_>, person: &Person, now: Timestamp) -> Text {
    if place.total == 0 {
        return text!["You have no running games. ", command("challenge"), " starts one."];
    }
    if place.is_behind_the_last() {
        return no_such_page(place.total);
    }
    let mut said = text![format!("Your games{}", place.heading())];
    for game in place.games {
        said.append(text!["\n", strong(game.number.to_string()), format!(" {}", game.kind.0.name)]);
        if let Some(opponent) = game.opponent_of(person) {
            said.append(text![" against ", opponent]);
        }
        let moves = format!(", move {}", game.ply / 2 + 1);
        said.push(moves);
        said.push(if game.awaits(person) { ": your turn, " } else { ": their turn, " });
        match game.deadline {
            Some(deadline) if deadline > now => {
                said.append(text!["until ", deadline, format!(" ({} left)", clocks::until(deadline, now))]);
            }
            Some(deadline) => said.append(text!["time up since ", deadline]),
            None => said.append(text!["since ", game.moved]),
        }
    }
    said.append(place.more(|page| Act::Games { here: false, page }));
    said
}

/// The challenges that concern a person or a room.
pub fn challenges_listed(challenges: &[Challenge], person: &Person) -> Text {
    if challenges.is_empty() {
        return text!["No challenge is open here. ", command("challenge"), " makes one."];
    }
    let mut said = text!["Open challenges:"];
    for challenge in challenges {
        said.append(text!["\n", strong(challenge.number.to_string()), format!(" {}, ", challenge.kind.0.name)]);
        said.append(text![&challenge.challenger, " to "]);
        match &challenge.opponent {
            Some(opponent) => said.push(opponent),
            None => said.push("anybody"),
        }
        let act = if challenge.challenger == *person {
            Act::Withdraw
        } else if challenge.may_accept(person) {
            Act::Accept
        } else {
            continue;
        };
        said.append(text![": ", command(Command { game: Some(challenge.number), act })]);
    }
    said
}

/// The line above a board that somebody asked for.
pub fn board_shown(game: &Game, ply: usize, letters: Letters) -> Text {
    let mut said = text![
        strong(format!("{} {}", game.number(), game.summary.kind.0.name)),
        " White: ",
        game.player(Color::White),
        ", Black: ",
        game.player(Color::Black),
        "."
    ];
    if ply < game.record.ply() {
        said.push(format!(" After ply {ply} of {}.", game.record.ply()));
    } else if let Some(end) = game.summary.end {
        let score = end.score.map_or("No result".to_owned(), |score| score.to_string());
        said.push(format!(" {score}, {}.", end.reason.key()));
    } else {
        said.append(text![" ", game.to_move(), " to move"]);
        if game.position().is_check() {
            said.push(", in check");
        }
        said.append(clocks::limit(game));
        said.push(".");
    }
    if let Some((before, played)) = ply.checked_sub(1).and_then(|last| game.record.plies().nth(last)) {
        said.push(format!(" Last move: {} {}", pgn::number(before), letters.print(before, played)));
    }
    said
}

/// Every legal move of a running game.
pub fn moves_listed(game: &Game, letters: Letters) -> Text {
    let mut moves: Vec<String> = letters.print_all(game.position()).into_iter().map(|(_, san)| san).collect();
    moves.sort();
    text![
        strong(game.number().to_string()),
        format!(" {} has {}: {}", game.turn(), super::count(moves.len(), "move"), moves.join("  "))
    ]
}

/// The position as FEN.
pub fn fen_shown(game: &Game) -> Text {
    text![
        strong(game.number().to_string()),
        format!(" {}: ", game.summary.kind.0.name),
        super::code(rules::fen::print(game.position()))
    ]
}

/// The line that goes with a PGN.
pub fn pgn_shown(game: &Game) -> Text {
    text![
        strong(game.number().to_string()),
        format!(" {}, {} so far.", game.summary.kind.0.name, super::count(game.record.ply(), "move"))
    ]
}
