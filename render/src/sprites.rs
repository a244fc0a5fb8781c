//! Everything of a theme and a size that is drawn once: pieces and squares.

use std::collections::HashMap;

use image::{GrayImage, Luma, RgbImage, RgbaImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut};
use imageproc::rect::Rect;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use rules::Color;

use crate::mask;
use crate::pieces::Figure;
use crate::theme::{Ink, Theme};

/// What lies under a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ground {
    /// The square as it is.
    Plain,
    /// A square of the last move.
    LastMove,
    /// The square of a king in check.
    Check,
}

impl Ground {
    const ALL: [Ground; 3] = [Ground::Plain, Ground::LastMove, Ground::Check];
}

/// The pieces and squares of a theme in one size.
pub(crate) struct Sprites {
    pieces: HashMap<(Color, Figure), RgbaImage>,
    grounds: HashMap<(Ground, bool), RgbImage>,
}

impl Sprites {
    /// Draws them all.
    pub(crate) fn new(theme: &Theme, size: u32) -> Sprites {
        let sides = [(Color::White, &theme.white), (Color::Black, &theme.black)];
        let pieces = sides
            .into_iter()
            .flat_map(|(color, ink)| Figure::all().map(move |figure| ((color, figure), rasterised(figure, ink, size))))
            .collect();
        let grounds = Ground::ALL
            .into_iter()
            .flat_map(|ground| [false, true].map(|dark| ((ground, dark), painted(theme, ground, dark, size))))
            .collect();
        Sprites { pieces, grounds }
    }

    /// The picture of a piece, or nothing for one that no game has.
    pub(crate) fn piece(&self, color: Color, figure: Figure) -> Option<&RgbaImage> {
        self.pieces.get(&(color, figure))
    }

    /// The picture of an empty square.
    pub(crate) fn ground(&self, ground: Ground, dark: bool) -> &RgbImage {
        &self.grounds[&(ground, dark)]
    }
}

fn rasterised(figure: Figure, ink: &Ink, size: u32) -> RgbaImage {
    let tree = usvg::Tree::from_str(&figure.svg(ink), &usvg::Options::default())
        .expect("the sources are part of the program, and a test reads them all");
    let mut pixels = Pixmap::new(size, size).expect("a square is never empty");
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let straight = pixels.pixels().iter().flat_map(|pixel| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    });
    RgbaImage::from_raw(size, size, straight.collect()).expect("four bytes a pixel were collected")
}

fn painted(theme: &Theme, ground: Ground, dark: bool, size: u32) -> RgbImage {
    let shades = match ground {
        Ground::Plain => theme.squares,
        Ground::LastMove => theme.last_move,
        Ground::Check => theme.check,
    };
    let mut square = RgbImage::from_pixel(size, size, shades.on(dark));
    match ground {
        Ground::Plain => {}
        Ground::LastMove => mask::lay(&mut square, &brackets(size), (0, 0), theme.brackets, 255),
        Ground::Check => mask::lay(&mut square, &ring(size), (0, 0), theme.check_ring, 255),
    }
    square
}

/// An angle in each corner of a square.
fn brackets(size: u32) -> GrayImage {
    let thick = (size / 27).max(2);
    let long = size / 5;
    let mut mask = GrayImage::new(size, size);
    for (width, height) in [(long, thick), (thick, long)] {
        for left in [0, size - width] {
            for top in [0, size - height] {
                let bar = Rect::at(left as i32, top as i32).of_size(width, height);
                draw_filled_rect_mut(&mut mask, bar, Luma([255]));
            }
        }
    }
    mask
}

/// A ring that touches a square's edges.
fn ring(size: u32) -> GrayImage {
    mask::coverage(size, size, |canvas, fineness| {
        let size = size as i32 * fineness;
        let (middle, outer) = (size / 2, size / 2 - size / 50);
        draw_filled_circle_mut(canvas, (middle, middle), outer, Luma([255]));
        draw_filled_circle_mut(canvas, (middle, middle), outer - size / 16, Luma([0]));
    })
}
