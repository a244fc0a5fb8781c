//! Whether a theme's colours can be told apart, by ordinary eyes and by those that lack one kind of cone.
//!
//! Two measures: the contrast of the Web Content Accessibility Guidelines (1 to 21), which is about light and dark, and
//! the distance in the Oklab colour space (black to white is 1), which is about colour as well.

use image::Rgb;
use render::theme::{THEMES, Theme};

/// Linear red, green and blue.
type Light = [f64; 3];

/// What an eye sees of linear light, as a matrix.
struct Eye {
    name: &'static str,
    matrix: [[f64; 3]; 3],
}

/// The simulations of Machado, Oliveira and Fernandes (2009) for the complete lack of a cone.
const EYES: [Eye; 4] = [
    Eye { name: "ordinary", matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] },
    Eye {
        name: "protanopia",
        matrix: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    },
    Eye {
        name: "deuteranopia",
        matrix: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    },
    Eye {
        name: "tritanopia",
        matrix: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    },
];

impl Eye {
    fn sees(&self, Rgb(color): Rgb<u8>) -> Light {
        let light = color.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        product(&self.matrix, light).map(|channel| channel.clamp(0.0, 1.0))
    }

    fn contrast(&self, one: Rgb<u8>, other: Rgb<u8>) -> f64 {
        let luminance = |color| {
            let [red, green, blue] = self.sees(color);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    fn distance(&self, one: Rgb<u8>, other: Rgb<u8>) -> f64 {
        let (one, other) = (oklab(self.sees(one)), oklab(self.sees(other)));
        one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }
}

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| matrix[row].iter().zip(vector).map(|(factor, value)| factor * value).sum())
}

fn oklab(light: Light) -> [f64; 3] {
    let cones = product(
        &[
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ],
        light,
    );
    product(
        &[
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ],
        cones.map(f64::cbrt),
    )
}

/// The least that every theme must reach, for every eye.
struct Thresholds {
    /// Contrast of light squares to dark ones.
    squares: f64,
    /// Contrast of what surrounds a piece, its outline or its rim, or else of its body, to every square.
    piece_edge: f64,
    /// Contrast of White's bodies to Black's.
    sides: f64,
    /// Contrast of a piece's details to its body.
    details: f64,
    /// Contrast of coordinates and captions to the frame.
    text: f64,
    /// Distance of a marked square (last move, check) to the same square unmarked, and of both marks.
    mark: f64,
    /// Contrast of the shapes on marked squares (brackets, ring) to these squares.
    shape: f64,
    /// Distance of arrows to plain squares.
    arrow: f64,
}

const EVERY_THEME: Thresholds = Thresholds {
    squares: 1.9,
    piece_edge: 4.0,
    sides: 6.0,
    details: 4.5,
    text: 7.0,
    mark: 0.055,
    shape: 2.5,
    arrow: 0.2,
};

/// What the theme of high contrast must reach beyond that.
const HIGH_CONTRAST: Thresholds = Thresholds {
    squares: 3.0,
    piece_edge: 4.5,
    sides: 14.0,
    details: 12.0,
    text: 20.0,
    mark: 0.12,
    shape: 2.5,
    arrow: 0.22,
};

/// The lowest value of each measure over all that it is about.
fn measured(theme: &Theme, eye: &Eye) -> Thresholds {
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let grounds = [theme.squares, theme.last_move, theme.check].map(|shades| [shades.light, shades.dark]);
    let inks = [&theme.white, &theme.black];
    let on_ground = |ground: Rgb<u8>| {
        let edge = |ink: &&render::theme::Ink| {
            let lines = [Some(ink.outline), ink.halo, Some(ink.body)];
            lines.into_iter().flatten().map(|line| eye.contrast(line, ground)).fold(0.0, f64::max)
        };
        least(&mut inks.iter().map(edge))
    };
    let [plain, last_move, check] = grounds;
    let pairs = |one: [Rgb<u8>; 2], other: [Rgb<u8>; 2]| [(one[0], other[0]), (one[1], other[1])];
    let marks = [pairs(plain, last_move), pairs(plain, check), pairs(last_move, check)];
    let shapes = [(theme.brackets, last_move), (theme.check_ring, check)];
    Thresholds {
        squares: eye.contrast(plain[0], plain[1]),
        piece_edge: least(&mut grounds.into_iter().flatten().map(on_ground)),
        sides: eye.contrast(theme.white.body, theme.black.body),
        details: least(&mut inks.iter().map(|ink| eye.contrast(ink.detail, ink.body))),
        text: eye.contrast(theme.coordinates, theme.frame),
        mark: least(&mut marks.into_iter().flatten().map(|(one, other)| eye.distance(one, other))),
        shape: least(
            &mut shapes.into_iter().flat_map(|(shape, grounds)| grounds.map(|ground| eye.contrast(shape, ground))),
        ),
        arrow: least(&mut plain.into_iter().map(|ground| eye.distance(theme.arrow, ground))),
    }
}

#[test]
fn colours_can_be_told_apart() {
    let mut faults = Vec::new();
    for theme in THEMES {
        let required = if theme.name == "contrast" { HIGH_CONTRAST } else { EVERY_THEME };
        for eye in &EYES {
            let found = measured(theme, eye);
            let values = [
                ("squares", found.squares, required.squares),
                ("pieces on squares", found.piece_edge, required.piece_edge),
                ("White and Black", found.sides, required.sides),
                ("details", found.details, required.details),
                ("text", found.text, required.text),
                ("marked squares", found.mark, required.mark),
                ("brackets and ring", found.shape, required.shape),
                ("arrows", found.arrow, required.arrow),
            ];
            for (what, value, least) in values {
                println!("{:9} {:12} {what:18} {value:6.3} of {least}", theme.name, eye.name);
                if value < least {
                    faults.push(format!("{}, {}: {what} {value:.3} < {least}", theme.name, eye.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn themes_are_found_by_their_names() {
    for theme in THEMES {
        assert_eq!(render::theme::by_name(theme.name).map(|found| found.name), Some(theme.name));
    }
    assert!(render::theme::by_name("plaid").is_none());
}
