//! What only people on Discord read.

use rules::Color;

use super::{Text, code, command, strong, text};
use crate::command::Verb;
use crate::game::Summary;
use crate::names::{GameKind, GameNumber, Person};

/// The entry in a person's menu.
pub const CHALLENGE_ENTRY: &str = "Challenge to a game";

/// The entry in a message's menu.
pub const BOARD_ENTRY: &str = "Show the board";

/// What a verb is called where people's Discord speaks another language.
pub fn localized(verb: Verb) -> [(&'static str, &'static str); 3] {
    let [de, fr, es] = match verb {
        Verb::Challenge => ["herausfordern", "défier", "retar"],
        Verb::Accept => ["annehmen", "accepter", "aceptar"],
        Verb::Decline => ["ablehnen", "refuser", "rechazar"],
        Verb::Withdraw => ["zurückziehen", "retirer", "retirar"],
        Verb::Challenges => ["herausforderungen", "défis", "retos"],
        Verb::Move => ["zug", "jouer", "jugar"],
        Verb::Board => ["brett", "échiquier", "tablero"],
        Verb::Moves => ["züge", "coups", "jugadas"],
        Verb::Hint => ["tipp", "indice", "pista"],
        Verb::Resign => ["aufgeben", "abandonner", "rendirse"],
        Verb::Draw => ["remis", "nulle", "tablas"],
        Verb::Takeback => ["zurücknehmen", "reprendre", "deshacer"],
        Verb::Abort => ["abbrechen", "interrompre", "anular"],
        Verb::Rematch => ["revanche", "revanche", "revancha"],
        Verb::Review => ["rückblick", "analyser", "repaso"],
        Verb::Games => ["partien", "parties", "partidas"],
        Verb::History => ["verlauf", "historique", "historial"],
        Verb::Stats => ["statistik", "statistiques", "estadísticas"],
        Verb::Top => ["bestenliste", "classement", "clasificación"],
        Verb::Versus => ["gegen", "contre", "contra"],
        Verb::Settings => ["einstellungen", "réglages", "ajustes"],
        Verb::Set => ["einstellen", "régler", "ajustar"],
        Verb::Block => ["blockieren", "bloquer", "bloquear"],
        Verb::Unblock => ["freigeben", "débloquer", "desbloquear"],
        Verb::Blocks => ["blockierte", "bloqués", "bloqueados"],
        Verb::Export => ["daten-ausgeben", "exporter-mes-données", "exportar-mis-datos"],
        Verb::Forget => ["vergiss-mich", "oublie-moi", "olvídame"],
        Verb::Room => ["raum", "salon", "sala"],
        Verb::Stop => ["anhalten", "arrêter", "detener"],
        Verb::Adjudicate => ["entscheiden", "arbitrer", "arbitrar"],
        Verb::Mute => ["stummschalten", "sourdine", "silenciar"],
        Verb::Unmute => ["anhören", "réécouter", "escuchar"],
        Verb::Json => ["json", "json", "json"],
        Verb::Replay => ["wiedergabe", "rediffusion", "repetición"],
        Verb::Pgn => ["pgn", "pgn", "pgn"],
        Verb::Fen => ["fen", "fen", "fen"],
        Verb::Rules => ["regeln", "règles", "reglas"],
        Verb::Clock => ["uhr", "pendule", "reloj"],
        Verb::Claim => ["reklamieren", "réclamer", "reclamar"],
        Verb::Vacation => ["urlaub", "vacances", "vacaciones"],
        Verb::If => ["wenn", "si", "si"],
        Verb::Help => ["hilfe", "aide", "ayuda"],
    };
    [("de", de), ("fr", fr), ("es-ES", es)]
}

#[expect(missing_docs, reason = "each tells what the option of its name is for")]
mod options {
    pub const OPPONENT: &str = "Whom to challenge; without it anybody here may accept";
    pub const VARIANT: &str = "Which game";
    pub const COLOUR: &str = "Your colour";
    pub const HINTS: &str = "Whether both may ask for hints: on, unless the game is rated";
    pub const LEVEL: &str = "To play against me: how well, from 1 for beginners to 8";
    pub const WHOLE: &str = "The move itself at once, instead of step by step";
    pub const RATED: &str = "Whether the result changes the ratings; a friendly game doesn't";
    pub const DAYS: &str = "Days for each move; without it or a bank there is no clock";
    pub const BANK: &str = "Instead, days for all moves and more for each, such as 10d+1d";
    pub const CAP: &str = "The most days that the bank can hold; as many as at the beginning unless you say otherwise";
    pub const WEEKENDS: &str = "Off: nobody's clock runs on a Saturday or Sunday of their own";
    pub const VACATION: &str = "Days a year that a vacation stops the clock; none unless you say so";
    pub const FLAG: &str = "Whether a game ends at once when the time is up, or when the opponent claims it";
    pub const AWAY_DAYS: &str = "So many days from now on";
    pub const AWAY_UNTIL: &str = "Until this day begins, such as 2027-01-05";
    pub const AWAY_OFF: &str = "Off: you are back";
    pub const LINES: &str = "Your opponent's move and yours, such as exd5 Qxd5; any h3; or off";
    pub const NUMBER: &str = "The game's number, when several can be meant";
    pub const AT: &str = "After so many moves, those of both sides counted";
    pub const STEP: &str = "What to do about it";
    pub const CONFIRM: &str = "Without being asked again";
    pub const MOVE: &str = "The move, such as Nf3";
    pub const PERSON: &str = "Whose; without it your own";
    pub const SIDE: &str = "The side at the bottom";
    pub const PLACE: &str = "Here or everywhere";
    pub const PAGE: &str = "The page of the list";
    pub const VERDICT: &str = "Who wins";
    pub const MUTE_DAYS: &str = "For how many days; without it for ever";
    pub const SPEAKS: &str = "Whether the bot plays here or is silent";
    pub const GAMES: &str = "The games that may be played here, such as carrera bird, or all";
    pub const TERMS: &str = "The terms of challenges that say nothing about them, such as rated";
    pub const VIEW: &str = "The side at the bottom of boards";
    pub const PINGS: &str = "When you may be notified";
    pub const REMINDERS: &str = "When you are reminded that your time is running out";
    pub const ZONE: &str = "Your time zone, such as Europe/Berlin";
    pub const THEME: &str = "The colours of boards when it is your turn";
    pub const LETTERS: &str = "The language of the pieces' letters";
    pub const TOPIC: &str = "Which command";
}
pub use options::*;

/// A game in a list to choose from.
pub fn game_choice(game: &Summary, opponent: &str, is_their_turn: bool) -> String {
    let turn = if is_their_turn { "your turn" } else { "waiting" };
    format!("{} {} against {opponent}: {turn}", game.number, game.kind.0.name)
}

/// A game or challenge in a list to choose from.
pub fn number_choice(number: GameNumber, kind: GameKind, people: &[&str]) -> String {
    match people {
        [] => format!("{number} {}", kind.0.name),
        [one] => format!("{number} {} with {one}", kind.0.name),
        several => format!("{number} {}: {}", kind.0.name, several.join(" – ")),
    }
}

/// The name of the thread opened for a game.
pub fn thread_name(game: &Summary) -> String {
    let [white, black] = [Color::White, Color::Black].map(|color| &game.player(color).name);
    format!("{} {}: {white} – {black}", game.number, game.kind.0.name)
}

/// The button that leads to the lists of pieces and squares.
pub const MOVE_BUTTON: &str = "Move…";

/// The button that turns the board.
pub const FLIP_BUTTON: &str = "Flip";

/// The button for the part of a list before this one.
pub const EARLIER_BUTTON: &str = "◀";

/// The button for the part of a list after this one.
pub const LATER_BUTTON: &str = "▶";

/// The button that leads back to the list of pieces.
pub const OTHER_PIECE_BUTTON: &str = "Another piece";

/// Above the list of pieces.
pub fn which_piece(game: GameNumber) -> Text {
    text![strong(game.to_string()), " Which piece?"]
}

/// Above the list of a piece's moves.
pub fn which_move(game: GameNumber, square: &str) -> Text {
    text![strong(game.to_string()), " Where to from ", code(square), "?"]
}

/// In place of a list before something is chosen from it.
pub const CHOOSE: &str = "Choose";

/// A piece in a list.
pub fn piece_choice(piece: &str, square: &str) -> String {
    format!("{piece} {square}")
}

/// How many moves a piece in a list has.
pub fn piece_moves(moves: usize) -> String {
    super::count(moves, "move")
}

/// Said below the first board of a game when the bot can't read messages that don't concern it.
pub fn moves_without_content() -> Text {
    text!["\nI can't read messages here: reply to a board with your move, mention me, or use the buttons."]
}

/// Said at start, to whoever runs the bot.
pub const CONTENT_IS_OFF: &str = "messages aren't read (message_content = false): moves are understood in replies to the \
    bot, in messages that mention it, in direct messages, and through commands and buttons";

/// What the bot isn't allowed to do in a channel, to somebody who can mend it.
pub fn missing_permissions(place: &str, permissions: &[&str]) -> Text {
    text![
        "I can't do everything I should in ",
        strong(place),
        ", because I am missing a permission there: ",
        strong(permissions.join(", ")),
        ". Games go on as well as they can without it. I say this once."
    ]
}

/// A hint can't be told where it was asked for, as everybody would read along, nor in a direct message.
pub fn cannot_whisper(person: &Person) -> Text {
    text![
        person,
        ": everybody would read that here, and I can't write to you directly. Use ",
        command("hint"),
        " as a slash command, or the button below the board."
    ]
}

/// Under a text that was too long for a message.
pub const WHOLE_TEXT_ATTACHED: &str = "(The whole text is attached.)";

/// The name of the file with such a text.
pub const TEXT_FILE: &str = "text.txt";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn localized_names_are_as_discord_wants_them() {
        for language in 0..3 {
            let names: Vec<&str> = Verb::all().map(|verb| localized(verb)[language].1).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "no two are the same");
            for name in names {
                assert!(
                    name.chars().count() <= 32 && name.chars().all(|letter| letter.is_alphabetic() || letter == '-'),
                    "{name}"
                );
                assert_eq!(name, name.to_lowercase());
            }
        }
    }
}
