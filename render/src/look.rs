//! Everything of a theme and a size that is made once: squares, pieces and coordinates, as tiles.

use std::collections::HashMap;
use std::sync::Arc;

use ab_glyph::FontRef;
use image::{GrayImage, Luma, Rgb, Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use rules::square::{MAX_FILES, RANKS};
use rules::{Color, File, Powers, Rank};

use crate::mosaic::Tile;
use crate::palette::{self, Glaze, Matcher, Palette, mixed};
use crate::pieces::{BROAD_RIM, Figure, RIM};
use crate::shapes;
use crate::text::Lettering;
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

    /// Whether this piece can ever stand on such a square.
    fn bears(self, figure: Figure) -> bool {
        self != Ground::Check || figure == Figure::Kind(Powers::KING)
    }
}

/// A side's piece.
type Sprite = (Color, Figure);

/// A theme in one size.
pub(crate) struct Look {
    pub(crate) size: u32,
    pub(crate) frame: u32,
    pub(crate) font: FontRef<'static>,
    pub(crate) palette: Palette,
    /// Arrows and marks.
    pub(crate) arrow: Glaze,
    /// Text on the frame.
    pub(crate) text: Glaze,
    squares: HashMap<(Ground, bool, Option<Sprite>), Arc<Tile>>,
    files: Vec<Arc<Tile>>,
    ranks: Vec<Arc<Tile>>,
    /// Frame without anything on it: above a square, beside one, and at a corner.
    pub(crate) above: Arc<Tile>,
    pub(crate) beside: Arc<Tile>,
    pub(crate) corner: Arc<Tile>,
    /// The pieces that captions show.
    pub(crate) small: HashMap<Sprite, GrayImage>,
    pub(crate) marks: shapes::Marks,
}

impl Look {
    /// Makes it all.
    pub(crate) fn new(theme: &Theme, size: u32, font: &FontRef<'static>) -> Look {
        let frame = size * 3 / 8;
        let palette = Palette::new(theme);
        let text = palette.glaze(theme.coordinates, 255);
        let blank = |width, height| Tile::new(GrayImage::new(width, height));
        let label = |name: String, width, height| {
            let mut pixels = GrayImage::new(width, height);
            let written = Lettering { font, height: frame as f32 * 0.85 }.mask(&name);
            let left = (width - written.width().min(width)) / 2;
            let top = (height - written.height().min(height)) / 2;
            text.lay(&mut pixels, &written, (left, top));
            Tile::new(pixels)
        };
        Look {
            size,
            frame,
            font: font.clone(),
            squares: squares(theme, &palette, size),
            files: (0..MAX_FILES).filter_map(File::new).map(|file| label(file.to_string(), size, frame)).collect(),
            ranks: (0..RANKS).filter_map(Rank::new).map(|rank| label(rank.to_string(), frame, size)).collect(),
            above: blank(size, frame),
            beside: blank(frame, size),
            corner: blank(frame, frame),
            small: small(theme, &palette, size),
            marks: shapes::Marks::new(size),
            arrow: palette.arrow(theme),
            text,
            palette,
        }
    }

    /// A square with the piece on it.
    pub(crate) fn square(&self, ground: Ground, dark: bool, piece: Option<Sprite>) -> &Arc<Tile> {
        // No game has a piece that isn't drawn; should one come, its square is shown without it.
        self.squares.get(&(ground, dark, piece)).unwrap_or_else(|| &self.squares[&(ground, dark, None)])
    }

    /// The frame below a file, with its letter.
    pub(crate) fn file(&self, file: File) -> &Arc<Tile> {
        &self.files[usize::from(file.index())]
    }

    /// The frame beside a rank, with its digit.
    pub(crate) fn rank(&self, rank: Rank) -> &Arc<Tile> {
        &self.ranks[usize::from(rank.index())]
    }
}

fn squares(theme: &Theme, palette: &Palette, size: u32) -> HashMap<(Ground, bool, Option<Sprite>), Arc<Tile>> {
    let mut matcher = Matcher::new(palette);
    let mut grounds = Vec::new();
    for ground in Ground::ALL {
        for dark in [false, true] {
            grounds.push((ground, dark, bare(theme, palette, ground, dark, size)));
        }
    }
    let mut squares = HashMap::new();
    for (ground, dark, pixels) in &grounds {
        squares.insert((*ground, *dark, None), Tile::new(pixels.clone()));
    }
    for color in Color::ALL {
        for figure in Figure::all() {
            let sprite = rasterised(figure, theme.ink(color), size, RIM);
            for (ground, dark, pixels) in grounds.iter().filter(|(ground, ..)| ground.bears(figure)) {
                let mut pixels = pixels.clone();
                lay(&mut pixels, &sprite, palette, &mut matcher);
                squares.insert((*ground, *dark, Some((color, figure))), Tile::new(pixels));
            }
            let plain = |dark| &squares[&(Ground::Plain, dark, Some((color, figure)))];
            Tile::relate(plain(false), plain(true));
        }
    }
    squares
}

/// The single pieces as captions show them, on the frame's colour.
fn small(theme: &Theme, palette: &Palette, size: u32) -> HashMap<Sprite, GrayImage> {
    let mut matcher = Matcher::new(palette);
    let side = size * 2 / 5;
    let figures = || Figure::all().filter(|figure| matches!(figure, Figure::Kind(_)));
    let sprites = Color::ALL.into_iter().flat_map(|color| figures().map(move |figure| (color, figure)));
    sprites
        .map(|(color, figure)| {
            let mut pixels = GrayImage::new(side, side);
            lay(&mut pixels, &rasterised(figure, theme.ink(color), side, BROAD_RIM), palette, &mut matcher);
            ((color, figure), pixels)
        })
        .collect()
}

/// A square with nothing on it.
fn bare(theme: &Theme, palette: &Palette, ground: Ground, dark: bool, size: u32) -> GrayImage {
    let filled = |color: Rgb<u8>| GrayImage::from_pixel(size, size, Luma([palette.nearest(color)]));
    match ground {
        Ground::Plain => filled(theme.squares.on(dark)),
        Ground::LastMove => {
            let mut square = filled(theme.last_move.on(dark));
            palette.glaze(theme.brackets, 255).lay(&mut square, &shapes::brackets(size), (0, 0));
            square
        }
        Ground::Check => {
            let mut square = filled(theme.check.on(dark));
            palette.glaze(theme.check_ring, 255).lay(&mut square, &shapes::ring(size), (0, 0));
            square
        }
    }
}

fn rasterised(figure: Figure, ink: &Ink, size: u32, rim: f32) -> RgbaImage {
    let tree = usvg::Tree::from_str(&figure.svg(ink, rim), &usvg::Options::default())
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

/// Lays a piece over a square, in the palette's colours.
///
/// At an edge, a colour that is hardly different from that of the pixel above becomes the same: nobody sees it, and what
/// is the same as above takes no room in a file.
fn lay(ground: &mut GrayImage, sprite: &RgbaImage, palette: &Palette, matcher: &mut Matcher<'_>) {
    let width = ground.width() as usize;
    for (index, Rgba([red, green, blue, alpha])) in sprite.pixels().enumerate() {
        if *alpha > 0 {
            let color_at = |place: u8| palette.colors()[usize::from(place)];
            let color = mixed(color_at(ground.as_raw()[index]), Rgb([*red, *green, *blue]), *alpha);
            let nearest = matcher.nearest(color);
            let above = index.checked_sub(width).map(|above| ground.as_raw()[above]);
            let hardly = |above: &u8| palette::difference(color_at(*above), color) <= HARDLY;
            let edge = palette::difference(color_at(nearest), color) > 0;
            ground.as_mut()[index] = above.filter(|above| edge && hardly(above)).unwrap_or(nearest);
        }
    }
}

/// A difference of colours that nobody sees at an edge.
const HARDLY: i32 = 10 * 30 * 30;
