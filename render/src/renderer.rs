//! The door: a scene in, bytes out.

use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::FontRef;
use image::ImageFormat;

use crate::board;
use crate::scene::{DEFAULT_SQUARE_SIZE, RenderError, Scene};
use crate::sprites::Sprites;
use crate::theme::{HARBOUR, Theme};

/// How many themes and sizes are kept ready at a time.
const READY: usize = 4;

/// Draws scenes. It is made once and shared by every thread.
pub struct Renderer {
    font: FontRef<'static>,
    /// The sprites of the themes and sizes used last, the latest at the end.
    ready: Mutex<Vec<(Look, Arc<Sprites>)>>,
}

/// What sprites depend on: a theme by its name, and the size of a square.
type Look = (&'static str, u32);

impl Renderer {
    /// A renderer with the default theme ready in the default size.
    pub fn new() -> Renderer {
        let font = FontRef::try_from_slice(notosans::BOLD_TTF).expect("the font is part of the program");
        let renderer = Renderer { font, ready: Mutex::new(Vec::new()) };
        renderer.sprites(&HARBOUR, DEFAULT_SQUARE_SIZE);
        renderer
    }

    /// The scene as a PNG file.
    ///
    /// # Errors
    ///
    /// A square size out of range, or a square that isn't on this game's board.
    pub fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        scene.check()?;
        let sprites = self.sprites(scene.theme, scene.square_size);
        let picture = board::draw(scene, &sprites, &self.font);
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).expect("a picture in memory can always be written to memory");
        Ok(bytes.into_inner())
    }

    fn sprites(&self, theme: &'static Theme, size: u32) -> Arc<Sprites> {
        // Nothing is half done when a thread panics here, so the list is good whatever happened.
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let look = (theme.name, size);
        let entry = match ready.iter().position(|(known, _)| *known == look) {
            Some(index) => ready.remove(index),
            None => (look, Arc::new(Sprites::new(theme, size))),
        };
        let sprites = Arc::clone(&entry.1);
        ready.push(entry);
        if ready.len() > READY {
            ready.remove(0);
        }
        sprites
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}
