//! The bars above and below the board: names, clocks, captured pieces, whose turn it is, and the result.

use std::sync::Arc;

use image::{GrayImage, imageops};
use rules::{Color, Position, Power, Powers};

use crate::look::Look;
use crate::mosaic::Tile;
use crate::pieces::Figure;
use crate::scene::Scene;
use crate::shapes;
use crate::text::Lettering;

/// What is drawn on a bar as wide as the picture, from both ends.
struct Bar<'a> {
    look: &'a Look,
    pixels: GrayImage,
    /// Where the next thing goes at the left, and where the last one at the right begins.
    left: u32,
    right: u32,
}

/// The bar of a side; `turn` says whether it is to move.
pub(crate) fn side(scene: &Scene, look: &Look, width: u32, color: Color, turn: bool) -> Arc<Tile> {
    let mut bar = Bar::new(look, width);
    if turn {
        bar.mark_turn();
    }
    bar.picture(&look.small[&(color, Figure::Kind(Powers::KING))]);
    let caption = scene.captions.as_ref().map(|captions| &captions[color.index()]);
    if let Some(clock) = caption.and_then(|caption| caption.clock.as_ref()) {
        bar.text_at_right(clock);
    }
    let captured = scene.since.as_ref().map(|since| captured(since, &scene.position, !color)).unwrap_or_default();
    bar.captured(!color, &captured);
    bar.text_at_left(caption.map_or("", |caption| &caption.name), &color.to_string());
    Tile::passing(bar.pixels)
}

/// The bar that says how the game ended.
pub(crate) fn result(text: &str, look: &Look, width: u32) -> Arc<Tile> {
    let mut bar = Bar::new(look, width);
    let lettering = bar.lettering(0.62);
    let mask = lettering.mask(&lettering.fitting(text, bar.room()));
    bar.left = (width - mask.width().min(width)) / 2;
    bar.lay(bar.left, &mask);
    Tile::passing(bar.pixels)
}

impl<'a> Bar<'a> {
    fn new(look: &'a Look, width: u32) -> Bar<'a> {
        Bar { look, pixels: GrayImage::new(width, look.size / 2), left: look.frame, right: width - look.frame }
    }

    fn gap(&self) -> u32 {
        self.look.size / 8
    }

    fn room(&self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    /// Letters in a part of the bar's height.
    fn lettering(&self, part: f32) -> Lettering<'a> {
        Lettering { font: &self.look.font, height: self.pixels.height() as f32 * part }
    }

    /// Lays a mask at half height.
    fn lay(&mut self, left: u32, mask: &GrayImage) {
        let top = (self.pixels.height().saturating_sub(mask.height())) / 2;
        self.look.text.lay(&mut self.pixels, mask, (left, top));
    }

    /// A triangle that points from the margin at the side to move.
    fn mark_turn(&mut self) {
        let mask = shapes::pointer(self.look.frame);
        self.lay(0, &mask);
    }

    fn picture(&mut self, picture: &GrayImage) {
        if picture.width() + self.gap() <= self.room() {
            let top = (self.pixels.height() - picture.height()) / 2;
            imageops::replace(&mut self.pixels, picture, self.left.into(), top.into());
            self.left += picture.width() + self.gap();
        }
    }

    fn text_at_right(&mut self, text: &str) {
        let lettering = self.lettering(0.62);
        let mask = lettering.mask(&lettering.fitting(text, self.room() / 2));
        self.right -= mask.width();
        self.lay(self.right, &mask);
        self.right -= 2 * self.gap();
    }

    /// Pieces from right to left, with their number where there are several; what doesn't fit is left out.
    fn captured(&mut self, color: Color, pieces: &[(Powers, usize)]) {
        /// So much of the room stays for the name.
        const NAME: u32 = 3;
        let lettering = self.lettering(0.5);
        let end = self.left + self.room() / NAME;
        for (powers, count) in pieces.iter().rev() {
            let picture = &self.look.small[&(color, Figure::Kind(*powers))];
            let number = (*count > 1).then(|| lettering.mask(&count.to_string()));
            let width = picture.width() + number.as_ref().map_or(0, |number| number.width());
            if self.right.saturating_sub(width) < end {
                break;
            }
            self.right -= width;
            let top = (self.pixels.height() - picture.height()) / 2;
            imageops::replace(&mut self.pixels, picture, self.right.into(), top.into());
            if let Some(number) = number {
                self.lay(self.right + picture.width(), &number);
            }
            self.right -= self.gap() / 2;
        }
        self.right = self.right.saturating_sub(self.gap()).max(self.left);
    }

    /// The text, or another when the font can't show any of it.
    fn text_at_left(&mut self, text: &str, instead: &str) {
        let lettering = self.lettering(0.62);
        let shown = lettering.fitting(text, self.room());
        let shown = if shown.is_empty() { lettering.fitting(instead, self.room()) } else { shown };
        if !shown.is_empty() {
            let mask = lettering.mask(&shown);
            self.lay(self.left, &mask);
        }
    }
}

/// What a side has lost since a position, each kind with its number, the greatest first.
///
/// A pawn that was promoted isn't lost: whatever a side has more of than before stands for pawns.
fn captured(since: &Position, position: &Position, color: Color) -> Vec<(Powers, usize)> {
    let variant = position.variant();
    let count = |position: &Position, kind: Powers| {
        let pieces = position.pieces().filter(|(_, piece)| piece.color == color).map(|(_, piece)| piece.powers);
        pieces
            .filter(|powers| match variant.kind(*powers) {
                Some(_) => *powers == kind,
                // A stack counts for each of its units.
                None => kind.is_subset(*powers) && kind.len() == 1,
            })
            .count()
    };
    let counts =
        variant.kinds.iter().map(|kind| (kind.powers, count(since, kind.powers), count(position, kind.powers)));
    let promoted: usize = counts.clone().map(|(_, before, now)| now.saturating_sub(before)).sum();
    let mut lost: Vec<_> = counts
        .map(|(powers, before, now)| {
            let promoted = if powers.has(Power::Pawn) { promoted } else { 0 };
            (powers, before.saturating_sub(now + promoted))
        })
        .filter(|(_, count)| *count > 0)
        .collect();
    lost.reverse();
    lost
}
