//! Colours as data.

use image::Rgb;

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

impl Shades {
    /// The colour for a square, by whether it is dark.
    pub(crate) fn on(self, dark: bool) -> Rgb<u8> {
        if dark { self.dark } else { self.light }
    }
}

/// Every theme, the default one first.
pub static THEMES: [&Theme; 1] = [&HARBOUR];

/// The theme with this name.
pub fn by_name(name: &str) -> Option<&'static Theme> {
    THEMES.into_iter().find(|theme| theme.name == name)
}

/// Ivory and slate blue in a dark frame, the default.
pub static HARBOUR: Theme = Theme {
    name: "harbour",
    squares: Shades { light: rgb(0xEAE4D6), dark: rgb(0x7E9CB0) },
    last_move: Shades { light: rgb(0xF6E080), dark: rgb(0xE3BF4D) },
    brackets: rgb(0x5E480A),
    check: Shades { light: rgb(0xEA9C88), dark: rgb(0xCB6049) },
    check_ring: rgb(0xA3160F),
    frame: rgb(0x2B313B),
    coordinates: rgb(0xF3EBDC),
    arrow: rgb(0x1B7A3D),
    white: Ink { body: rgb(0xFFFDF6), shade: rgb(0xDCCFB4), outline: rgb(0x241F1B), detail: rgb(0x241F1B), halo: None },
    black: Ink {
        body: rgb(0x454B55),
        shade: rgb(0x2C3038),
        outline: rgb(0x0E0F12),
        detail: rgb(0xF3EBDC),
        halo: Some(rgb(0xF3EBDC)),
    },
};

/// The colour written as 0xRRGGBB.
const fn rgb(hex: u32) -> Rgb<u8> {
    let [_, red, green, blue] = hex.to_be_bytes();
    Rgb([red, green, blue])
}
