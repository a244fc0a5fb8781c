//! What must hold for every position that play can reach, tried on random play of every game.

#![allow(clippy::unwrap_used, reason = "a test that can't go on should stop")]

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::LazyLock;

use gif::{ColorOutput, DecodeOptions};
use image::RgbaImage;
use proptest::prelude::*;
use render::{ALT_TEXT_LIMIT, Arrow, Caption, Renderer, Scene, alt_text};
use rules::{Color, Game, Position, Variant, variants};

static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);

/// A game in which each choice picks one of the legal moves.
fn played(variant: &'static Variant, choices: &[prop::sample::Index]) -> Game {
    let mut game = Game::new(variant);
    for choice in choices {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(*choice.get(&moves)).unwrap();
    }
    game
}

fn games(longest: usize) -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..longest);
    (prop::sample::select(&variants::ALL[..]), choices).prop_map(|(variant, choices)| played(variant, &choices))
}

/// The scene of a game's present position.
fn scene(game: &Game) -> Scene {
    let last_move = game.moves().last().map(|last| (last.from, last.to));
    Scene { last_move, square_size: 32, ..Scene::new(game.position().clone()) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn alt_text_fits_and_tells_every_piece(game in games(200)) {
        let scene = scene(&game);
        let text = alt_text(&scene);
        prop_assert!(text.chars().count() <= ALT_TEXT_LIMIT);
        prop_assert!(text.starts_with(game.position().variant().name));
        for (square, _) in game.position().pieces() {
            prop_assert!(text.contains(&square.to_string()), "{square} is missing: {text}");
        }
    }

    #[test]
    fn every_picture_can_be_read_and_shows_its_squares(game in games(120), view in prop::sample::select(&Color::ALL[..])) {
        let scene = Scene { view, ..scene(&game) };
        let picture = image::load_from_memory(&RENDERER.png(&scene).unwrap()).unwrap().into_rgb8();
        let frame = (picture.width() - u32::from(game.position().variant().files) * 32) / 2;
        let plain: HashMap<bool, _> = [(false, scene.theme.squares.light), (true, scene.theme.squares.dark)].into();
        for square in game.position().variant().board() {
            let marked = scene.last_move.is_some_and(|(from, to)| [from, to].contains(&square));
            if game.position().piece_at(square).is_none() && !marked {
                let (file, rank) = (u32::from(square.file().index()), u32::from(square.rank().index()));
                let files = u32::from(game.position().variant().files);
                let (column, row) = if view == Color::White { (file, 7 - rank) } else { (files - 1 - file, rank) };
                let middle = picture.get_pixel(frame + column * 32 + 16, frame + row * 32 + 16);
                prop_assert_eq!(middle, &plain[&square.is_dark()]);
            }
        }
    }
}

/// The picture that a player of the file shows at the end, and how long each frame is shown.
fn last_picture(file: &[u8]) -> (RgbaImage, Vec<u16>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(Cursor::new(file)).unwrap();
    let mut canvas = RgbaImage::new(reader.width().into(), reader.height().into());
    let mut pauses = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let part = RgbaImage::from_raw(frame.width.into(), frame.height.into(), frame.buffer.to_vec()).unwrap();
        image::imageops::overlay(&mut canvas, &part, frame.left.into(), frame.top.into());
        pauses.push(frame.delay);
    }
    (canvas, pauses)
}

#[test]
fn an_animation_ends_in_the_last_position() {
    for (variant, seed) in variants::ALL.into_iter().zip(1usize..) {
        let mut game = Game::new(variant);
        for ply in 0..40 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[(ply * ply * 31 + seed * 17) % moves.len()]).unwrap();
        }
        let captions = Some([("Ada", None), ("Bob", None)].map(|(name, clock)| Caption { name: name.into(), clock }));
        let since = Some(Position::start(variant));
        let template = Scene { captions, since, result: Some("1/2-1/2".into()), ..scene(&game) };
        let (shown, pauses) = last_picture(&RENDERER.gif(&game, &template).unwrap());
        let still = image::load_from_memory(&RENDERER.png(&template).unwrap()).unwrap().into_rgba8();
        assert!(shown == still, "{}", variant.key);
        assert_eq!(pauses.len(), game.ply() + 1, "a picture for the start and each ply");
        assert!(pauses.iter().all(|pause| *pause >= 50), "time to see a move");
        assert!(*pauses.last().unwrap() >= 300, "the last position is held");
    }
}

#[test]
fn a_long_game_is_a_small_file() {
    let mut game = Game::new(&variants::CARRERA);
    while game.ply() < 100 {
        let moves = game.position().legal_moves();
        let Some(next) = moves.get(game.ply() * 7 % moves.len().max(1)) else { break };
        game.play(*next).unwrap();
    }
    assert_eq!(game.ply(), 100);
    let file = RENDERER.gif(&game, &Scene::new(game.position().clone())).unwrap();
    assert!(file.len() < 700_000, "{} bytes", file.len());
}

#[test]
fn an_animation_of_a_size_that_does_not_exist_is_refused() {
    let game = Game::new(&variants::CHESS);
    let template = Scene { square_size: 10, ..Scene::new(game.position().clone()) };
    assert!(RENDERER.gif(&game, &template).is_err());
}

#[test]
fn alt_text_of_a_full_board_is_cut_to_its_limit() {
    // More stacks than a game has pieces for; a position that can be set up all the same.
    let text = "[rnb][rnq][rbq][nbq][rn][rb][rq]k/[rnb][rnq][rbq][nbq][rn][rb][rq][nb]/[rnb][rnq][rbq][nbq][rn][rb][rq][nb]/8/8/[RNB][RNQ][RBQ][NBQ][RN][RB][RQ][NB]/[RNB][RNQ][RBQ][NBQ][RN][RB][RQ][NB]/[RNB][RNQ][RBQ][NBQ][RN][RB][RQ]K w - - 0 1";
    let crowded = rules::fen::parse(&variants::COMBINATION, text);
    let Ok(position) = crowded else { panic!("{}", crowded.unwrap_err()) };
    let square = |name: &str| name.parse().unwrap();
    let arrows = vec![Arrow { from: square("a1"), to: square("a2") }; 40];
    let scene = Scene { arrows, result: Some("é".repeat(2000)), ..Scene::new(position) };
    let told = alt_text(&scene);
    assert!(told.chars().count() <= ALT_TEXT_LIMIT);
    assert!(told.contains("White: K h1") && told.contains("Black: K h8"), "{told}");
}
