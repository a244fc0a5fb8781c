//! The door: a scene in, bytes out.

use std::sync::Arc;

use ab_glyph::FontRef;
use rules::Game;

use crate::animation;
use crate::board::{self, Motion};
use crate::look::Look;
use crate::png;
use crate::recent::Recent;
use crate::scene::{Caption, DEFAULT_SQUARE_SIZE, RenderError, Scene};
use crate::theme::{HARBOUR, Theme};

/// How many themes and sizes are kept ready at a time.
const LOOKS: usize = 4;
/// How many pictures are kept.
const PICTURES: usize = 32;

/// How long the pictures of an animation are shown, in hundredths of a second.
const PAUSE_AT_START: u16 = 150;
const PAUSE: u16 = 90;
const PAUSE_AT_END: u16 = 600;

/// Draws scenes. It is made once and shared by every thread.
pub struct Renderer {
    font: FontRef<'static>,
    /// By a theme's name and the size of a square.
    looks: Recent<(&'static str, u32), Look>,
    pictures: Recent<Scene, Vec<u8>>,
}

impl Renderer {
    /// A renderer with the default theme ready in the default size.
    pub fn new() -> Renderer {
        let font = FontRef::try_from_slice(notosans::BOLD_TTF).expect("the font is part of the program");
        let renderer = Renderer { font, looks: Recent::new(LOOKS), pictures: Recent::new(PICTURES) };
        renderer.look(&HARBOUR, DEFAULT_SQUARE_SIZE);
        renderer
    }

    /// The scene as a PNG file.
    ///
    /// # Errors
    ///
    /// A square size out of range, or a square that isn't on this game's board.
    pub fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        scene.check()?;
        let make = || self.fresh_png(scene);
        let picture = self.pictures.get(|known| known.shows_the_same(scene), || scene.clone(), make);
        Ok(picture.to_vec())
    }

    fn fresh_png(&self, scene: &Scene) -> Vec<u8> {
        let look = self.look(scene.theme, scene.square_size);
        png::encoded(&board::draw(scene, &look, Motion::Still), &look.palette)
    }

    /// A game as a GIF file that moves, from its start to its present position.
    ///
    /// Everything but the positions is as the scene has it; but clocks, arrows and marks, which belong to one position,
    /// are left out, and the result is told at the end.
    ///
    /// # Errors
    ///
    /// A square size out of range.
    pub fn gif(&self, game: &Game, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        let look = {
            let plain = Scene { position: game.position().clone(), last_move: None, ..moving(scene) };
            plain.check()?;
            self.look(scene.theme, scene.square_size)
        };
        let pictures = (0..=game.ply()).filter_map(|ply| {
            let played = ply.checked_sub(1).map(|last| game.moves()[last]);
            let last = ply == game.ply();
            let scene = Scene {
                position: game.position_at(ply)?.clone(),
                last_move: played.map(|played| (played.from, played.to)),
                result: scene.result.as_ref().map(|result| if last { result.clone() } else { String::new() }),
                ..moving(scene)
            };
            let pause = match (ply, last) {
                (_, true) => PAUSE_AT_END,
                (0, false) => PAUSE_AT_START,
                _ => PAUSE,
            };
            Some((board::draw(&scene, &look, Motion::Moving), pause))
        });
        Ok(animation::encoded(pictures, &look.palette))
    }

    fn look(&self, theme: &'static Theme, size: u32) -> Arc<Look> {
        let key = (theme.name, size);
        self.looks.get(|known| *known == key, || key, || Look::new(theme, size, &self.font))
    }
}

/// What of a scene every picture of an animation shows.
fn moving(scene: &Scene) -> Scene {
    let captions = scene.captions.clone().map(|captions| captions.map(|caption| Caption { clock: None, ..caption }));
    Scene { captions, arrows: Vec::new(), marks: Vec::new(), ..scene.clone() }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}
