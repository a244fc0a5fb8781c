//! What to show.

use std::ops::RangeInclusive;

use rules::{Color, Position, Square};

use crate::theme::{self, Theme};

/// The sizes that a square can be drawn in, in pixels.
pub const SQUARE_SIZES: RangeInclusive<u32> = 32..=160;

/// The size of a square unless a scene says otherwise, in pixels.
pub const DEFAULT_SQUARE_SIZE: u32 = 80;

/// An arrow from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A square that is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Where it is.
    pub square: Square,
    /// What the mark says.
    pub kind: MarkKind,
}

/// What the mark on a square says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A piece may go there: a dot, or filled corners where something can be captured or joined.
    Target,
    /// Look there: a frame.
    Focus,
}

/// What is written beside the board about a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Caption {
    /// The player's name; what the font can't show is left out, and a long one is cut.
    pub name: String,
    /// The time left, as it is to be read.
    pub clock: Option<String>,
}

/// Everything that a picture of a position shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Who stands where.
    pub position: Position,
    /// The side at the bottom.
    pub view: Color,
    /// The squares that the last move left and reached.
    pub last_move: Option<(Square, Square)>,
    /// Whether a king in check is marked.
    pub show_check: bool,
    /// The arrows, the first at the bottom.
    pub arrows: Vec<Arrow>,
    /// Marks on squares.
    pub marks: Vec<Mark>,
    /// White's caption and Black's; without them there are no bars above and below the board.
    pub captions: Option<[Caption; 2]>,
    /// The position since which captured pieces are counted, which captions then show.
    pub since: Option<Position>,
    /// How the game ended, as it is to be read.
    pub result: Option<String>,
    /// Width and height of a square in pixels, one of [`SQUARE_SIZES`].
    pub square_size: u32,
    /// The colours.
    pub theme: &'static Theme,
}

impl Scene {
    /// The position and nothing else, seen by the side to move, in the default size and theme.
    pub fn new(position: Position) -> Scene {
        Scene {
            view: position.turn(),
            position,
            last_move: None,
            show_check: true,
            arrows: Vec::new(),
            marks: Vec::new(),
            captions: None,
            since: None,
            result: None,
            square_size: DEFAULT_SQUARE_SIZE,
            theme: &theme::HARBOUR,
        }
    }

    /// Whether both scenes give the same picture.
    pub(crate) fn shows_the_same(&self, other: &Scene) -> bool {
        let same_board = |one: &Position, other: &Position| one.repeats(other);
        let same_since = match (&self.since, &other.since) {
            (Some(one), Some(other)) => same_board(one, other),
            (None, None) => true,
            _ => false,
        };
        same_board(&self.position, &other.position)
            && same_since
            && self.theme.name == other.theme.name
            && (self.view, self.last_move, self.show_check, self.square_size)
                == (other.view, other.last_move, other.show_check, other.square_size)
            && (&self.arrows, &self.marks) == (&other.arrows, &other.marks)
            && (&self.captions, &self.result) == (&other.captions, &other.result)
    }

    /// The square of the king that is marked as being in check.
    pub(crate) fn king_in_check(&self) -> Option<Square> {
        (self.show_check && self.position.is_check()).then(|| self.position.king(self.position.turn()))
    }

    /// Finds out whether the scene can be drawn.
    ///
    /// # Errors
    ///
    /// What is wrong with the scene's numbers and squares.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        if !SQUARE_SIZES.contains(&self.square_size) {
            return Err(RenderError::SquareSize(self.square_size));
        }
        let last_move = self.last_move.iter().flat_map(|(from, to)| [*from, *to]);
        let arrows = self.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]);
        let marks = self.marks.iter().map(|mark| mark.square);
        let board = self.position.variant().board();
        match last_move.chain(arrows).chain(marks).find(|square| !board.has(*square)) {
            Some(square) => Err(RenderError::OffBoard(square)),
            None => Ok(()),
        }
    }
}

/// Why a scene can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The squares would be too small or too large.
    #[error("a square is {min} to {max} pixels wide, not {0}", min = SQUARE_SIZES.start(), max = SQUARE_SIZES.end())]
    SquareSize(u32),
    /// The last move, an arrow or a mark names a square that this game's board doesn't have.
    #[error("{0} is not on this board")]
    OffBoard(Square),
}
