//! What buttons and lists carry: all that is needed when they are pressed, be it after a restart or a week later.

use std::fmt;

use rules::Color;

use crate::command::{self, Command, PREFIX};
use crate::names::GameNumber;

/// The most letters that Discord keeps for a button.
const LONGEST: usize = 100;

/// What begins the forms that are no command.
const OWN: char = '~';

/// What begins the names of lists in which each choice carries what it means by itself.
pub(super) const SELECTION: &str = "~select ";

/// What pressing a button or choosing from a list means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// A command of the club.
    Command(Command),
    /// Show the pieces that can move, from this page of the list on.
    Pieces(GameNumber, usize),
    /// A piece was chosen from a list.
    Piece(GameNumber),
    /// Show where the piece on this square can go, from this page of the list on.
    Moves(GameNumber, String, usize),
    /// A move was chosen from a list.
    Move(GameNumber),
    /// Show the board from this side.
    Flip(GameNumber, Color),
}

impl Press {
    /// What a button carries for a command; `None` for one that doesn't fit or wouldn't read back as the same.
    pub(super) fn command(command: &Command) -> Option<Press> {
        let press = Press::Command(command.clone());
        let written = press.to_string();
        (written.chars().count() <= LONGEST && Press::read(&written).as_ref() == Some(&press)).then_some(press)
    }

    /// What is meant by a button or a list with this name, from which this was chosen.
    pub(super) fn of(name: &str, chosen: Option<&str>) -> Option<Press> {
        Press::read(if name.starts_with(SELECTION) { chosen? } else { name })
    }

    /// What is meant by a button that carries this.
    pub(super) fn read(written: &str) -> Option<Press> {
        let Some(own) = written.strip_prefix(OWN) else {
            return command::parse(&format!("{PREFIX}{written}"), &[])?.ok().map(Press::Command);
        };
        let words: Vec<&str> = own.split(' ').collect();
        let number = |word: &str| word.parse().ok().map(GameNumber);
        match words[..] {
            ["pieces", game, page] => Some(Press::Pieces(number(game)?, page.parse().ok()?)),
            ["piece", game] => Some(Press::Piece(number(game)?)),
            ["moves", game, square, page] => Some(Press::Moves(number(game)?, square.to_owned(), page.parse().ok()?)),
            ["move", game] => Some(Press::Move(number(game)?)),
            ["flip", game, side] => {
                let side = Color::ALL.into_iter().find(|color| side_key(*color) == side)?;
                Some(Press::Flip(number(game)?, side))
            }
            _ => None,
        }
    }

    /// The game or challenge that it is about.
    pub(super) fn game(&self) -> Option<GameNumber> {
        match self {
            Press::Command(command) => command.game,
            Press::Pieces(game, _)
            | Press::Piece(game)
            | Press::Moves(game, ..)
            | Press::Move(game)
            | Press::Flip(game, _) => Some(*game),
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Command(command) => write!(f, "{command}"),
            Press::Pieces(game, page) => write!(f, "{OWN}pieces {} {page}", game.0),
            Press::Piece(game) => write!(f, "{OWN}piece {}", game.0),
            Press::Moves(game, square, page) => write!(f, "{OWN}moves {} {square} {page}", game.0),
            Press::Move(game) => write!(f, "{OWN}move {}", game.0),
            Press::Flip(game, side) => write!(f, "{OWN}flip {} {}", game.0, side_key(*side)),
        }
    }
}

fn side_key(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// One page of a list too long for Discord, with the numbers of the pages before and after it.
pub(super) fn page<T>(list: &[T], page: usize, longest: usize) -> (&[T], Option<usize>, Option<usize>) {
    let pages = list.len().div_ceil(longest).max(1);
    let page = page.min(pages - 1);
    let shown = &list[page * longest..list.len().min((page + 1) * longest)];
    (shown, page.checked_sub(1), (page + 1 < pages).then_some(page + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Act, ChallengeStep, ColorWish, DrawStep, TakebackStep, USUAL_GAME};
    use crate::talk::Person;
    use crate::terms::Terms;

    fn command(act: Act) -> Command {
        Command { game: Some(GameNumber(4_000_000_000)), act }
    }

    #[test]
    fn whatever_is_pressed_reads_back_and_fits() {
        let game = GameNumber(4_000_000_000);
        let acts = [
            Act::Accept,
            Act::Challenged(ChallengeStep::Decline),
            Act::Decline,
            Act::Withdraw,
            Act::Resign { confirmed: true },
            Act::Draw(DrawStep::Claim),
            Act::Takeback(TakebackStep::Accept),
            Act::Rematch,
            Act::Move("RNe5".into()),
        ];
        let mut presses: Vec<Press> = acts.into_iter().map(|act| Press::Command(command(act))).collect();
        presses.extend([
            Press::Pieces(game, 3),
            Press::Piece(game),
            Press::Moves(game, "j8".into(), 1),
            Press::Move(game),
            Press::Flip(game, Color::Black),
        ]);
        for press in presses {
            let written = press.to_string();
            assert_eq!(Press::read(&written), Some(press), "{written}");
            assert!(written.len() <= LONGEST);
        }
    }

    #[test]
    fn what_would_not_read_back_becomes_no_button() {
        let bob = Person::new("discord:5", "bob");
        let terms = Some(Terms::default());
        let challenge = |opponent| Act::Challenge { opponent, kind: USUAL_GAME, color: ColorWish::White, terms };
        assert_eq!(Press::command(&Command { game: None, act: challenge(Some(bob)) }), None);
        assert!(Press::command(&Command { game: None, act: challenge(None) }).is_some());
        assert_eq!(Press::command(&command(Act::Move("x".repeat(100)))), None);
    }

    #[test]
    fn what_is_chosen_from_a_list_of_commands_tells_its_meaning() {
        let set = Press::of("~select 2", Some("set theme walnut"));
        assert_eq!(set, Press::read("set theme walnut"));
        assert!(set.is_some());
        assert_eq!(Press::of("~select 2", None), None);
        assert_eq!(Press::of("~select 2", Some("dance")), None);
        assert_eq!(Press::of("~piece 12", Some("e2")), Some(Press::Piece(GameNumber(12))));
    }

    #[test]
    fn strange_buttons_mean_nothing() {
        for written in ["", "~", "~pieces", "~pieces x 0", "~flip 12 red", "dance 12", "resign 12 maybe"] {
            assert_eq!(Press::read(written), None, "{written}");
        }
    }

    #[test]
    fn long_lists_have_pages() {
        let list: Vec<usize> = (0..60).collect();
        assert_eq!(page(&list, 0, 25), (&list[..25], None, Some(1)));
        assert_eq!(page(&list, 1, 25), (&list[25..50], Some(0), Some(2)));
        assert_eq!(page(&list, 2, 25), (&list[50..], Some(1), None));
        assert_eq!(page(&list, 9, 25), (&list[50..], Some(1), None));
        assert_eq!(page(&list[..0], 0, 25), (&list[..0], None, None));
        assert_eq!(page(&list[..25], 0, 25), (&list[..25], None, None));
    }
}
