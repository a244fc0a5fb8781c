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
            square_size: DEFAULT_SQUARE_SIZE,
            theme: &theme::HARBOUR,
        }
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
        let board = self.position.variant().board();
        match last_move.chain(arrows).find(|square| !board.has(*square)) {
            Some(square) => Err(RenderError::OffBoard(square)),
            None => Ok(()),
        }
    }
}

/// Why a scene can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The squares are too small or too large.
    #[error("a square is {min} to {max} pixels wide, not {0}", min = SQUARE_SIZES.start(), max = SQUARE_SIZES.end())]
    SquareSize(u32),
    /// The last move or an arrow names a square that this game's board doesn't have.
    #[error("{0} is not on this board")]
    OffBoard(Square),
}
