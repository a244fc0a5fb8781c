//! Drawing a scene.

use ab_glyph::FontRef;
use image::{GrayImage, Luma, RgbImage, RgbaImage, imageops};
use imageproc::drawing::{draw_antialiased_polygon_mut, draw_text_mut, text_size};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use rules::{Color, Square, Variant};

use crate::mask;
use crate::pieces::Figure;
use crate::scene::{Arrow, Scene};
use crate::sprites::{Ground, Sprites};

/// Where things are in a picture, in pixels.
pub(crate) struct Layout {
    size: u32,
    frame: u32,
    files: u32,
    ranks: u32,
    view: Color,
}

impl Layout {
    /// The layout of a scene.
    pub(crate) fn new(scene: &Scene) -> Layout {
        let variant: &Variant = scene.position.variant();
        let size = scene.square_size;
        let (files, ranks) = (variant.files.into(), variant.ranks().into());
        Layout { size, frame: size * 3 / 8, files, ranks, view: scene.view }
    }

    fn width(&self) -> u32 {
        self.files * self.size + 2 * self.frame
    }

    fn height(&self) -> u32 {
        self.ranks * self.size + 2 * self.frame
    }

    /// The column and row in which a square is shown, from the upper left.
    ///
    /// For Black the board is turned, both ways at once: a mirror would put a light square where a1 should be dark.
    fn place(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file().index()), u32::from(square.rank().index()));
        match self.view {
            Color::White => (file, self.ranks - 1 - rank),
            Color::Black => (self.files - 1 - file, rank),
        }
    }

    /// A square's upper left corner.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square);
        (self.frame + column * self.size, self.frame + row * self.size)
    }

    /// A square's middle.
    fn middle(&self, square: Square) -> (f32, f32) {
        let (left, top) = self.corner(square);
        let half = self.size as f32 / 2.0;
        (left as f32 + half, top as f32 + half)
    }
}

/// Draws a scene that can be drawn.
pub(crate) fn draw(scene: &Scene, sprites: &Sprites, font: &FontRef<'_>) -> RgbImage {
    let layout = Layout::new(scene);
    let mut picture = RgbImage::from_pixel(layout.width(), layout.height(), scene.theme.frame);
    squares(&mut picture, scene, &layout, sprites);
    coordinates(&mut picture, scene, &layout, font);
    for arrow in &scene.arrows {
        let shape = arrow_mask(*arrow, &layout);
        mask::lay(&mut picture, &shape, (0, 0), scene.theme.arrow, 215);
    }
    picture
}

fn squares(picture: &mut RgbImage, scene: &Scene, layout: &Layout, sprites: &Sprites) {
    let position = &scene.position;
    let king_in_check = scene.king_in_check();
    for square in position.variant().board() {
        let moved = scene.last_move.is_some_and(|(from, to)| [from, to].contains(&square));
        let ground = match (king_in_check == Some(square), moved) {
            (true, _) => Ground::Check,
            (false, true) => Ground::LastMove,
            (false, false) => Ground::Plain,
        };
        let (left, top) = layout.corner(square);
        imageops::replace(picture, sprites.ground(ground, square.is_dark()), left.into(), top.into());
        let sprite = position
            .piece_at(square)
            .and_then(|piece| sprites.piece(piece.color, Figure::of(position.variant(), piece.powers)));
        if let Some(sprite) = sprite {
            lay_piece(picture, sprite, (left, top));
        }
    }
}

fn lay_piece(picture: &mut RgbImage, sprite: &RgbaImage, (left, top): (u32, u32)) {
    for (x, y, image::Rgba([red, green, blue, alpha])) in sprite.enumerate_pixels() {
        let pixel = picture.get_pixel_mut(left + x, top + y);
        *pixel = mask::mixed(*pixel, image::Rgb([*red, *green, *blue]), *alpha);
    }
}

/// Letters below the board, digits to its left.
fn coordinates(picture: &mut RgbImage, scene: &Scene, layout: &Layout, font: &FontRef<'_>) {
    let scale = layout.frame as f32 * 0.85;
    // Every label hangs at the same height, so that letters share a line whatever their shapes.
    let drop = (layout.frame as i32 - (scale * 1.02) as i32) / 2;
    let mut write = |text: String, middle: i32, top: i32| {
        let (width, _) = text_size(scale, font, &text);
        draw_text_mut(picture, scene.theme.coordinates, middle - width as i32 / 2, top + drop, scale, font, &text);
    };
    let board_bottom = (layout.frame + layout.ranks * layout.size) as i32;
    for square in scene.position.variant().board() {
        let (column, row) = layout.place(square);
        let (x, y) = layout.middle(square);
        if row + 1 == layout.ranks {
            write(square.file().to_string(), x as i32, board_bottom - layout.frame as i32 / 16);
        }
        if column == 0 {
            write(square.rank().to_string(), layout.frame as i32 / 2, y as i32 - layout.frame as i32 / 2);
        }
    }
}

/// An arrow between the middles of two squares.
fn arrow_mask(arrow: Arrow, layout: &Layout) -> GrayImage {
    let mut mask = GrayImage::new(layout.width(), layout.height());
    let (from, to) = (layout.middle(arrow.from), layout.middle(arrow.to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return mask;
    }
    let (along, across) = ((dx / length, dy / length), (-dy / length, dx / length));
    let size = layout.size as f32;
    let (tail, neck, tip) = (size * 0.18, length - size * 0.34, length);
    let (shaft, head) = (size * 0.075, size * 0.2);
    let outline =
        [(tail, shaft), (neck, shaft), (neck, head), (tip, 0.0), (neck, -head), (neck, -shaft), (tail, -shaft)];
    let points = outline.map(|(forward, side)| {
        let x = from.0 + along.0 * forward + across.0 * side;
        let y = from.1 + along.1 * forward + across.1 * side;
        Point::new(x.round() as i32, y.round() as i32)
    });
    draw_antialiased_polygon_mut(&mut mask, &points, Luma([255]), interpolate);
    mask
}
