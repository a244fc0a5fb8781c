//! Text as masks.

use ab_glyph::{Font, FontRef};
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_text_mut, text_size};

/// A font in a size.
#[derive(Clone, Copy)]
pub(crate) struct Lettering<'a> {
    pub(crate) font: &'a FontRef<'static>,
    /// From one line to the next, in pixels.
    pub(crate) height: f32,
}

impl Lettering<'_> {
    pub(crate) fn width(self, text: &str) -> u32 {
        text_size(self.height, self.font, text).0
    }

    /// The text as a mask just as wide; all masks of a size are equally high and share one line.
    pub(crate) fn mask(self, text: &str) -> GrayImage {
        let mut mask = GrayImage::new(self.width(text).max(1) + 1, self.height.ceil() as u32);
        // The font leaves more room above its letters than below.
        let rise = (self.height * 0.13) as i32;
        draw_text_mut(&mut mask, Luma([255]), 0, -rise, self.height, self.font, text);
        mask
    }

    /// What the font can show of a text, cut to a width with an ellipsis.
    pub(crate) fn fitting(self, text: &str, width: u32) -> String {
        let known = |letter: &char| letter.is_whitespace() || self.font.glyph_id(*letter).0 != 0;
        let known: String = text.chars().filter(known).collect();
        let mut shown = known.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.width(&shown) <= width {
            return shown;
        }
        while shown.pop().is_some() {
            let cut = format!("{}…", shown.trim_end());
            if self.width(&cut) <= width {
                return cut;
            }
        }
        shown
    }
}
