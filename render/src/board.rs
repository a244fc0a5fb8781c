//! A scene as a mosaic: which tile goes where, and what is drawn over them.

use std::sync::Arc;

use image::GrayImage;
use rules::{Color, Square};

use crate::captions;
use crate::look::{Ground, Look};
use crate::mosaic::{Band, Mosaic, Tile};
use crate::pieces::Figure;
use crate::scene::{MarkKind, Scene};
use crate::shapes;

/// Where squares are, in columns and rows counted from the upper left.
///
/// For Black the board is turned, both ways at once: a mirror would put a light square where a1 should be dark.
#[derive(Clone, Copy)]
struct Layout {
    files: u8,
    ranks: u8,
    view: Color,
}

impl Layout {
    fn of(scene: &Scene) -> Layout {
        let variant = scene.position.variant();
        Layout { files: variant.files, ranks: variant.ranks(), view: scene.view }
    }

    /// The square at a place.
    fn square(self, column: u8, row: u8) -> Square {
        let (file, rank) = match self.view {
            Color::White => (column, self.ranks - 1 - row),
            Color::Black => (self.files - 1 - column, row),
        };
        Square::at(file, rank).expect("columns and rows are counted within the board")
    }

    /// The place of a square.
    fn place(self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.view {
            Color::White => (file, self.ranks - 1 - rank),
            Color::Black => (self.files - 1 - file, rank),
        }
    }
}

/// Whether a picture stands for itself or is one of many that follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    Still,
    /// What only repeats the last move, as whose turn it is, is left out.
    Moving,
}

/// Draws a scene that can be drawn.
pub(crate) fn draw(scene: &Scene, look: &Look, motion: Motion) -> Mosaic {
    let layout = Layout::of(scene);
    let width = 2 * look.frame + u32::from(layout.files) * look.size;
    let bar = |color: Color| {
        let shown = scene.captions.is_some() || scene.since.is_some();
        let turn = scene.position.turn() == color && scene.result.is_none() && motion == Motion::Still;
        shown.then(|| Band::new(vec![captions::side(scene, look, width, color, turn)]))
    };
    let mut bands = vec![bar(!scene.view).unwrap_or_else(|| edge(layout, look, |_| &look.above))];
    let board_top = bands.iter().map(Band::height).sum();
    bands.extend((0..layout.ranks).map(|row| rank(scene, layout, look, row)));
    bands.push(edge(layout, look, |column| look.file(layout.square(column, 0).file())));
    bands.extend(bar(scene.view));
    bands.extend(scene.result.as_ref().map(|text| Band::new(vec![captions::result(text, look, width)])));
    let mut mosaic = Mosaic::new(bands);
    overlay(&mut mosaic, scene, layout, look, board_top);
    mosaic
}

/// The frame above or below the board, with the tile that belongs to each column.
fn edge<'a>(layout: Layout, look: &'a Look, tile: impl Fn(u8) -> &'a Arc<Tile>) -> Band {
    let tiles = (0..layout.files).map(tile);
    Band::new([&look.corner].into_iter().chain(tiles).chain([&look.corner]).cloned().collect())
}

fn rank(scene: &Scene, layout: Layout, look: &Look, row: u8) -> Band {
    let position = &scene.position;
    let king_in_check = scene.king_in_check();
    let squares = (0..layout.files).map(|column| {
        let square = layout.square(column, row);
        let moved = scene.last_move.is_some_and(|(from, to)| [from, to].contains(&square));
        let ground = match (king_in_check == Some(square), moved) {
            (true, _) => Ground::Check,
            (false, true) => Ground::LastMove,
            (false, false) => Ground::Plain,
        };
        let piece = position.piece_at(square);
        let sprite = piece.map(|piece| (piece.color, Figure::of(position.variant(), piece.powers)));
        look.square(ground, square.is_dark(), sprite)
    });
    let digit = look.rank(layout.square(0, row).rank());
    Band::new([digit].into_iter().chain(squares).chain([&look.beside]).cloned().collect())
}

/// Arrows and marks, together as one shape: where they cross they are no darker than alone.
fn overlay(mosaic: &mut Mosaic, scene: &Scene, layout: Layout, look: &Look, board_top: u32) {
    if scene.arrows.is_empty() && scene.marks.is_empty() {
        return;
    }
    let mut mask = GrayImage::new(mosaic.width(), mosaic.height());
    let corner = |square: Square| {
        let (column, row) = layout.place(square);
        (look.frame + u32::from(column) * look.size, board_top + u32::from(row) * look.size)
    };
    for mark in &scene.marks {
        let taken = scene.position.occupied().has(mark.square);
        let shape = match (mark.kind, taken) {
            (MarkKind::Target, false) => &look.marks.target,
            (MarkKind::Target, true) => &look.marks.capture,
            (MarkKind::Focus, _) => &look.marks.focus,
        };
        shapes::add(&mut mask, shape, corner(mark.square));
    }
    let size = look.size as f32;
    let middle = |square| {
        let (left, top) = corner(square);
        (left as f32 + size / 2.0, top as f32 + size / 2.0)
    };
    for arrow in &scene.arrows {
        shapes::add_arrow(&mut mask, middle(arrow.from), middle(arrow.to), size);
    }
    mosaic.lay(&mask, &look.arrow);
}
