//! Pictures that must not change by accident, compared pixel by pixel.
//!
//! `UPDATE_GOLDENS=1 cargo test -p render --test golden` draws them anew. After a failure, `target/golden/` has the
//! picture as it is now and one that shows in red where it differs.

#![allow(clippy::unwrap_used, reason = "a test that can't go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use image::{Rgb, RgbImage};
use render::{Arrow, Caption, Mark, MarkKind, Renderer, Scene, theme};
use rules::{Color, Position, Variant, fen, variants};

static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);

fn parse(variant: &'static Variant, text: &str) -> Position {
    fen::parse(variant, text).unwrap()
}

fn squares(from: &str, to: &str) -> (rules::Square, rules::Square) {
    (from.parse().unwrap(), to.parse().unwrap())
}

/// Where pictures of failures go: `target/golden`, wherever cargo puts its target.
fn failures() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("golden")
}

/// Compares a scene's picture with the stored one.
fn compare(name: &str, scene: &Scene) {
    let bytes = RENDERER.png(scene).unwrap();
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(stored, bytes).unwrap();
        return;
    }
    let drawn = image::load_from_memory(&bytes).unwrap().into_rgb8();
    let expected = image::open(&stored)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDENS=1 makes it", stored.display()))
        .into_rgb8();
    if drawn == expected {
        return;
    }
    let folder = failures();
    fs::create_dir_all(&folder).unwrap();
    let (now, difference) = (folder.join(format!("{name}.png")), folder.join(format!("{name}.difference.png")));
    fs::write(&now, bytes).unwrap();
    let (shown, changed) = differing(&expected, &drawn);
    shown.save(&difference).unwrap();
    panic!("{changed} pixels of {name} changed: see {} and {}", now.display(), difference.display());
}

/// The expected picture faded, with every changed pixel in red, and how many there are.
fn differing(expected: &RgbImage, drawn: &RgbImage) -> (RgbImage, usize) {
    let (width, height) = (expected.width().max(drawn.width()), expected.height().max(drawn.height()));
    let mut changed = 0;
    let shown = RgbImage::from_fn(width, height, |x, y| {
        match (expected.get_pixel_checked(x, y), drawn.get_pixel_checked(x, y)) {
            (Some(one), Some(other)) if one == other => Rgb(one.0.map(|channel| 170 + channel / 3)),
            _ => {
                changed += 1;
                Rgb([220, 0, 0])
            }
        }
    });
    (shown, changed)
}

#[test]
fn starts() {
    for variant in variants::ALL {
        compare(&format!("start-{}", variant.key), &Scene { square_size: 48, ..Scene::new(Position::start(variant)) });
    }
}

#[test]
fn middle_game_in_both_views() {
    let text = "ra1bqkb2r/ppp1pp1ppp/2np2pn2/8c1/3PP5/2N3C3/PPP2PPPPP/RA1BQKBN1R b - - 3 7";
    for view in Color::ALL {
        let position = parse(&variants::CARRERA, text);
        let scene = Scene {
            view,
            last_move: Some(squares("i1", "g3")),
            arrows: vec![
                Arrow { from: "i5".parse().unwrap(), to: "g4".parse().unwrap() },
                Arrow { from: "d8".parse().unwrap(), to: "h4".parse().unwrap() },
                Arrow { from: "f1".parse().unwrap(), to: "a5".parse().unwrap() },
                Arrow { from: "e7".parse().unwrap(), to: "e5".parse().unwrap() },
            ],
            ..Scene::new(position)
        };
        compare(&format!("middle-game-{}", view.to_string().to_lowercase()), &scene);
    }
}

#[test]
fn every_stack() {
    let text = "[rn][rb][rq][bn][bq][nq]k1/[rbn][rnq][rbq][bnq]rnbq/8/pP6/Pp6/8/[RBN][RNQ][RBQ][BNQ]RNBQ/[RN][RB][RQ][BN][BQ][NQ]K1 w - - 0 1";
    for (name, square_size) in [("stacks", 80), ("stacks-small", 40)] {
        let scene = Scene { square_size, ..Scene::new(parse(&variants::COMBINATION, text)) };
        compare(name, &scene);
    }
}

#[test]
fn check() {
    let text = "4k3/8/8/8/7q/8/8/4K2R w - - 0 1";
    for (name, show_check) in [("check", true), ("check-not-shown", false)] {
        let scene =
            Scene { show_check, last_move: Some(squares("d8", "h4")), ..Scene::new(parse(&variants::CHESS, text)) };
        compare(name, &scene);
    }
}

/// The middle game with everything on it that a scene can show.
fn everything() -> Scene {
    let square = |name: &str| name.parse().unwrap();
    let mark = |name: &str, kind| Mark { square: square(name), kind };
    let text = "ra1bqkb2r/ppp1pp1ppp/2np2pn2/8c1/3PP5/2N3C3/PPP2PPP2/RA2QKB2R b - - 3 7";
    Scene {
        last_move: Some(squares("i1", "g3")),
        arrows: vec![Arrow { from: square("i5"), to: square("g4") }],
        marks: vec![mark("c6", MarkKind::Focus), mark("b4", MarkKind::Target), mark("d4", MarkKind::Target)],
        captions: Some([
            Caption { name: "Ada".into(), clock: Some("2 d 4 h".into()) },
            Caption {
                name: "Жанна, who has a very long name that nobody could ever want to read".into(), clock: None
            },
        ]),
        since: Some(Position::start(&variants::CARRERA)),
        square_size: 56,
        ..Scene::new(parse(&variants::CARRERA, text))
    }
}

#[test]
fn each_theme() {
    for theme in theme::THEMES {
        compare(&format!("theme-{}", theme.name), &Scene { theme, ..everything() });
        let check = parse(&variants::CHESS, "4k3/8/8/8/7q/8/8/4K2R w - - 0 1");
        let scene = Scene { theme, square_size: 40, last_move: Some(squares("d8", "h4")), ..Scene::new(check) };
        compare(&format!("check-{}", theme.name), &scene);
    }
}

#[test]
fn result() {
    compare("result", &Scene { result: Some("1-0 checkmate".into()), square_size: 40, ..everything() });
}

#[test]
fn largest() {
    let position = parse(&variants::CHESS, "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
    let arrows = vec![Arrow { from: "d2".parse().unwrap(), to: "b5".parse().unwrap() }];
    compare("largest", &Scene { square_size: 160, arrows, ..Scene::new(position) });
}

#[test]
fn smallest() {
    compare("smallest", &Scene { square_size: 32, ..Scene::new(Position::start(&variants::BIRD)) });
}
