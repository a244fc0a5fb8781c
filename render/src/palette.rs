//! The colours that a theme's pictures are made of.

use image::{GrayImage, Luma, Rgb};

use crate::theme::{Ink, Theme};

/// How many colours a palette has at most. One place is left for "transparent", which the frames of an animation need.
pub(crate) const MOST: usize = 255;

/// The most that a channel may change from one step of a smooth edge to the next.
const EDGE_STEP: u32 = 40;
/// Steps of how much an overlay covers a pixel.
const COVERAGE: usize = 8;
/// How much of an arrow's colour is seen, of 255; the rest is what lies below.
const ARROW_OPACITY: u8 = 215;

/// The colours of a theme's pictures, the frame's first.
///
/// A theme's own colours are all there, and those between any two that can meet at an edge.
pub(crate) struct Palette {
    colors: Vec<Rgb<u8>>,
}

/// A colour laid over others: for each amount of cover and each place in the palette, the place of the mixture.
pub(crate) struct Glaze {
    mixtures: Vec<[u8; MOST]>,
}

impl Palette {
    pub(crate) fn new(theme: &Theme) -> Palette {
        let mut palette = Palette { colors: vec![theme.frame] };
        let inks = [&theme.white, &theme.black];
        let grounds = theme.grounds();
        let ink_colors = inks.into_iter().flat_map(Ink::colors);
        let own: Vec<Rgb<u8>> = grounds.into_iter().chain(ink_colors).chain([theme.coordinates]).collect();
        own.iter().for_each(|color| palette.add(*color));

        let edges = |ink: &Ink| {
            let Ink { body, shade, outline, detail, halo } = *ink;
            let rim = halo.map(|halo| (halo, outline));
            [(outline, body), (outline, shade), (detail, body), (detail, shade), (body, shade)].into_iter().chain(rim)
        };
        inks.into_iter().flat_map(edges).for_each(|(one, other)| palette.add_edge(one, other));
        for ground in grounds.into_iter().chain([theme.frame]) {
            inks.iter().for_each(|ink| palette.add_edge(ground, ink.rim()));
        }
        palette.add_edge(theme.frame, theme.coordinates);
        for (shades, mark) in [(theme.last_move, theme.brackets), (theme.check, theme.check_ring)] {
            for shade in [shades.light, shades.dark] {
                palette.add_edge(shade, mark);
            }
        }
        for under in own {
            let covered = mixed(under, theme.arrow, ARROW_OPACITY);
            palette.add(covered);
            if grounds.contains(&under) {
                palette.add_edge(under, covered);
            }
        }
        debug_assert!(palette.colors.len() <= MOST, "{} has {} colours", theme.name, palette.colors.len());
        palette.colors.truncate(MOST);
        palette
    }

    fn add(&mut self, color: Rgb<u8>) {
        if !self.colors.contains(&color) {
            self.colors.push(color);
        }
    }

    /// Adds the colours of a smooth edge between two, the more the less alike these are.
    fn add_edge(&mut self, one: Rgb<u8>, other: Rgb<u8>) {
        let apart = one.0.iter().zip(other.0).map(|(one, other)| u32::from(one.abs_diff(other))).max().unwrap_or(0);
        let steps = apart.div_ceil(EDGE_STEP).max(1);
        (0..=steps).for_each(|step| self.add(mixed(one, other, (255 * step / steps) as u8)));
    }

    pub(crate) fn colors(&self) -> &[Rgb<u8>] {
        &self.colors
    }

    /// The place of the colour that looks most like this one.
    pub(crate) fn nearest(&self, color: Rgb<u8>) -> u8 {
        (0..).zip(&self.colors).min_by_key(|(_, other)| difference(color, **other)).map_or(0, |(place, _)| place)
    }

    /// A colour to lay over others, `opacity` of 255 where it covers them whole.
    pub(crate) fn glaze(&self, over: Rgb<u8>, opacity: u8) -> Glaze {
        let mixture = |step: usize| {
            let part = usize::from(opacity) * step / COVERAGE;
            let place =
                |under: usize| self.colors.get(under).map_or(0, |under| self.nearest(mixed(*under, over, part as u8)));
            std::array::from_fn(place)
        };
        Glaze { mixtures: (0..=COVERAGE).map(mixture).collect() }
    }

    pub(crate) fn arrow(&self, theme: &Theme) -> Glaze {
        self.glaze(theme.arrow, ARROW_OPACITY)
    }
}

impl Glaze {
    /// Lays the colour over the part of a picture that begins at the upper left corner of a mask, where the mask says.
    pub(crate) fn lay(&self, picture: &mut GrayImage, mask: &GrayImage, (left, top): (u32, u32)) {
        for (x, y, Luma([covered])) in mask.enumerate_pixels() {
            if *covered > 0 {
                let pixel = &mut picture.get_pixel_mut(left + x, top + y).0[0];
                *pixel = self.over(*pixel, *covered);
            }
        }
    }

    /// The place of the mixture where `covered` of 255 of the pixel lie under the colour.
    pub(crate) fn over(&self, under: u8, covered: u8) -> u8 {
        let step = (usize::from(covered) * COVERAGE + 127) / 255;
        self.mixtures[step][usize::from(under)]
    }
}

/// Finds nearest colours for many pixels, most of which have been asked for before.
pub(crate) struct Matcher<'a> {
    palette: &'a Palette,
    /// For each hash of a colour the one that was asked for last, and its place.
    known: Vec<Option<(Rgb<u8>, u8)>>,
}

impl Matcher<'_> {
    pub(crate) fn new(palette: &Palette) -> Matcher<'_> {
        Matcher { palette, known: vec![None; 1 << 12] }
    }

    pub(crate) fn nearest(&mut self, color: Rgb<u8>) -> u8 {
        let [red, green, blue] = color.0.map(u32::from);
        let hash = (red << 16 | green << 8 | blue).wrapping_mul(0x9E37_79B1) >> 20;
        match &mut self.known[hash as usize] {
            Some((known, place)) if *known == color => *place,
            slot => {
                let place = self.palette.nearest(color);
                *slot = Some((color, place));
                place
            }
        }
    }
}

/// How different two colours look, by the square of the distance between them.
pub(crate) fn difference(one: Rgb<u8>, other: Rgb<u8>) -> i32 {
    let [red, green, blue] = std::array::from_fn(|channel| {
        let difference = i32::from(one.0[channel]) - i32::from(other.0[channel]);
        difference * difference
    });
    // The eye tells greens apart best and blues worst.
    3 * red + 6 * green + blue
}

/// `part` of 255 of `over`, and the rest of `under`.
pub(crate) fn mixed(under: Rgb<u8>, over: Rgb<u8>, part: u8) -> Rgb<u8> {
    let mix = |under: u8, over: u8| {
        let part = u32::from(part);
        ((u32::from(under) * (255 - part) + u32::from(over) * part + 127) / 255) as u8
    };
    Rgb(std::array::from_fn(|channel| mix(under.0[channel], over.0[channel])))
}
