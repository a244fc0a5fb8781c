//! Where squares are: a1 is dark, bottom left for White and top right for Black, on every board.

#![allow(clippy::unwrap_used, reason = "a test that can't go on should stop")]

use std::sync::LazyLock;

use image::{Rgb, RgbImage};
use render::{RenderError, Renderer, Scene, theme};
use rules::{Color, Position, Square, Variant, fen, variants};

/// The colour of the square in a column and row counted from the upper left.
fn ground(picture: &RgbImage, files: u32, column: u32, row: u32, size: u32) -> Rgb<u8> {
    let frame = (picture.width() - files * size) / 2;
    // A little inside the upper left corner, where no piece reaches.
    *picture.get_pixel(frame + column * size + 3, frame + row * size + 3)
}

static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);

fn drawn(variant: &'static Variant, view: Color) -> RgbImage {
    let scene = Scene { view, ..Scene::new(Position::start(variant)) };
    image::load_from_memory(&RENDERER.png(&scene).unwrap()).unwrap().into_rgb8()
}

#[test]
fn a1_is_dark_and_lies_at_each_sides_left_hand() {
    for variant in [&variants::CHESS, &variants::CARRERA] {
        let files = u32::from(variant.files);
        let (dark, light) = (theme::HARBOUR.squares.dark, theme::HARBOUR.squares.light);
        for view in Color::ALL {
            let picture = drawn(variant, view);
            let at = |column, row| ground(&picture, files, column, row, 80);
            let (a1, right_hand_corner) = match view {
                Color::White => (at(0, 7), at(files - 1, 7)),
                Color::Black => (at(files - 1, 0), at(files - 1, 7)),
            };
            assert_eq!(a1, dark, "a1 of {} seen by {view}", variant.key);
            // A turn keeps the light corner at the right hand of both players; a mirror wouldn't.
            assert_eq!(right_hand_corner, light, "right-hand corner of {} seen by {view}", variant.key);
        }
    }
}

#[test]
fn a_piece_on_a1_is_drawn_there() {
    for (variant, text) in
        [(&variants::CHESS, "7k/8/8/8/8/8/8/R6K w - - 0 1"), (&variants::CARRERA, "9k/10/10/10/10/10/10/R8K w - - 0 1")]
    {
        let files = u32::from(variant.files);
        for view in Color::ALL {
            let scene = Scene { view, ..Scene::new(fen::parse(variant, text).unwrap()) };
            let picture = image::load_from_memory(&RENDERER.png(&scene).unwrap()).unwrap().into_rgb8();
            let (column, row) = match view {
                Color::White => (0, 7),
                Color::Black => (files - 1, 0),
            };
            let frame = (picture.width() - files * 80) / 2;
            let inside = picture.get_pixel(frame + column * 80 + 35, frame + row * 80 + 48);
            assert_eq!(*inside, theme::HARBOUR.white.body, "{} seen by {view}", variant.key);
        }
    }
}

#[test]
fn sizes_and_squares_that_do_not_exist_are_refused() {
    let start = || Scene::new(Position::start(&variants::CHESS));
    for square_size in [0, 31, 161, u32::MAX] {
        let refused = RENDERER.png(&Scene { square_size, ..start() });
        assert_eq!(refused, Err(RenderError::SquareSize(square_size)));
    }
    let (inside, outside): (Square, Square) = ("a1".parse().unwrap(), "j1".parse().unwrap());
    let last_move = RENDERER.png(&Scene { last_move: Some((inside, outside)), ..start() });
    assert_eq!(last_move, Err(RenderError::OffBoard(outside)));
    let arrows = vec![render::Arrow { from: outside, to: inside }];
    assert_eq!(RENDERER.png(&Scene { arrows, ..start() }), Err(RenderError::OffBoard(outside)));
}
