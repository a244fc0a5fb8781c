//! Colours as data.

use image::Rgb;
use rules::Color;

/// The colours of a picture.
#[derive(Debug)]
pub struct Theme {
    /// Name for commands and settings, in lower case.
    pub name: &'static str,
    /// A light square and a dark one.
    pub squares: Shades,
    /// The same for the two squares of the last move.
    pub last_move: Shades,
    /// The corner brackets on the squares of the last move.
    pub brackets: Rgb<u8>,
    /// The same for the square of a king in check.
    pub check: Shades,
    /// The ring around a king in check.
    pub check_ring: Rgb<u8>,
    /// The frame around the board.
    pub frame: Rgb<u8>,
    /// The coordinates on the frame.
    pub coordinates: Rgb<u8>,
    /// Arrows.
    pub arrow: Rgb<u8>,
    /// White's pieces.
    pub white: Ink,
    /// Black's pieces.
    pub black: Ink,
}

/// One colour for light squares and one for dark.
#[derive(Clone, Copy, Debug)]
pub struct Shades {
    /// On light squares.
    pub light: Rgb<u8>,
    /// On dark squares.
    pub dark: Rgb<u8>,
}

/// The colours that fill the slots of a piece's drawing.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    /// The body.
    pub body: Rgb<u8>,
    /// The body's side away from the light.
    pub shade: Rgb<u8>,
    /// The lines around it.
    pub outline: Rgb<u8>,
    /// Eyes, creases and the dots that count a stack.
    pub detail: Rgb<u8>,
    /// A rim outside the outline, for pieces that would otherwise sink into dark squares.
    pub halo: Option<Rgb<u8>>,
}

impl Theme {
    /// A side's colours.
    pub fn ink(&self, color: Color) -> &Ink {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Every colour that a square can have.
    pub(crate) fn grounds(&self) -> [Rgb<u8>; 6] {
        let Theme { squares, last_move, check, .. } = self;
        [squares.light, squares.dark, last_move.light, last_move.dark, check.light, check.dark]
    }
}

impl Ink {
    /// The colour that meets whatever lies around a piece.
    pub fn rim(&self) -> Rgb<u8> {
        self.halo.unwrap_or(self.outline)
    }

    /// Every colour of a piece.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Rgb<u8>> {
        [self.body, self.shade, self.outline, self.detail].into_iter().chain(self.halo)
    }
}

impl Shades {
    /// The colour for a square, by whether it is dark.
    pub(crate) fn on(self, dark: bool) -> Rgb<u8> {
        if dark { self.dark } else { self.light }
    }
}

/// Every theme, the default one first.
pub static THEMES: [&Theme; 3] = [&HARBOUR, &WALNUT, &CONTRAST];

/// The theme with this name.
pub fn by_name(name: &str) -> Option<&'static Theme> {
    THEMES.into_iter().find(|theme| theme.name == name)
}

/// Ivory and slate blue in a dark frame, the default.
pub static HARBOUR: Theme = Theme {
    name: "harbour",
    squares: Shades { light: rgb(0xEAE4D6), dark: rgb(0x7E9CB0) },
    last_move: Shades { light: rgb(0xF5D658), dark: rgb(0xDDB438) },
    brackets: rgb(0x5E480A),
    check: Shades { light: rgb(0xF09A86), dark: rgb(0xD8705A) },
    check_ring: rgb(0x8C0F0A),
    frame: rgb(0x2B313B),
    coordinates: rgb(0xF3EBDC),
    arrow: rgb(0x0F6430),
    white: Ink { body: rgb(0xFFFDF6), shade: rgb(0xDCCFB4), outline: rgb(0x241F1B), detail: rgb(0x241F1B), halo: None },
    black: Ink {
        body: rgb(0x454B55),
        shade: rgb(0x2C3038),
        outline: rgb(0x0E0F12),
        detail: rgb(0xF3EBDC),
        halo: Some(rgb(0xF3EBDC)),
    },
};

/// Maple and walnut in a dark brown frame.
pub static WALNUT: Theme = Theme {
    name: "walnut",
    squares: Shades { light: rgb(0xF0DDBB), dark: rgb(0xB58A63) },
    last_move: Shades { light: rgb(0xA8D4C8), dark: rgb(0x74AFA0) },
    brackets: rgb(0x123F38),
    check: Shades { light: rgb(0xEE8478), dark: rgb(0xC24238) },
    check_ring: rgb(0x4E0406),
    frame: rgb(0x3A2A20),
    coordinates: rgb(0xF4E7D3),
    arrow: rgb(0x1F5FA8),
    white: Ink { body: rgb(0xFFFBF0), shade: rgb(0xE2CFA9), outline: rgb(0x2A1B10), detail: rgb(0x2A1B10), halo: None },
    black: Ink {
        body: rgb(0x4A3B34),
        shade: rgb(0x2F241F),
        outline: rgb(0x120C09),
        detail: rgb(0xF4E7D3),
        halo: Some(rgb(0xF4E7D3)),
    },
};

/// As much difference as colours can have: for small or dim screens and for eyes that see little.
pub static CONTRAST: Theme = Theme {
    name: "contrast",
    squares: Shades { light: rgb(0xFFFFFF), dark: rgb(0x8C8C8C) },
    last_move: Shades { light: rgb(0xFFD83A), dark: rgb(0xF5B800) },
    brackets: rgb(0x000000),
    check: Shades { light: rgb(0xFF8C7A), dark: rgb(0xD83020) },
    check_ring: rgb(0x300000),
    frame: rgb(0x000000),
    coordinates: rgb(0xFFFFFF),
    arrow: rgb(0x0033A8),
    white: Ink { body: rgb(0xFFFFFF), shade: rgb(0xE6E6E6), outline: rgb(0x000000), detail: rgb(0x000000), halo: None },
    black: Ink {
        body: rgb(0x161616),
        shade: rgb(0x000000),
        outline: rgb(0x000000),
        detail: rgb(0xFFFFFF),
        halo: Some(rgb(0xFFFFFF)),
    },
};

/// The colour written as 0xRRGGBB.
const fn rgb(hex: u32) -> Rgb<u8> {
    let [_, red, green, blue] = hex.to_be_bytes();
    Rgb([red, green, blue])
}
