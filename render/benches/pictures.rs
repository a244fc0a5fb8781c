//! How fast and how small pictures are: `cargo bench -p render`. The sizes of the files are printed beside the times.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::cell::Cell;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use render::{Arrow, Caption, Renderer, Scene, theme};
use rules::{Game, Position, Square, fen, variants};

const CARRERA: &str = "ra1bqkb2r/ppp1pp1ppp/2np2pn2/8c1/3PP5/2N3C3/PPP2PPPPP/RA1BQKBN1R b - - 3 7";
const CHESS: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

fn square(name: &str) -> Square {
    name.parse().expect("the name of a square")
}

/// A middle game by the name of its game.
fn middle_game(key: &str, text: &str, square_size: u32) -> Scene {
    let variant = variants::by_key(key).expect("a game's key");
    let position = fen::parse(variant, text).expect("a valid FEN");
    Scene { square_size, last_move: Some((square("b1"), square("c3"))), ..Scene::new(position) }
}

/// Draws and compresses anew each time: more last moves in turn than the store of pictures keeps.
fn fresh(renderer: &Renderer, scene: &Scene) -> usize {
    thread_local!(static COUNT: Cell<u8> = const { Cell::new(0) });
    let count = (COUNT.get() + 1) % 64;
    COUNT.set(count);
    let last_move = Square::at(count % 8, count / 8).map(|to| (square("b1"), to));
    renderer.png(&Scene { last_move, ..scene.clone() }).expect("a scene that can be drawn").len()
}

fn pictures(criterion: &mut Criterion) {
    let renderer = Renderer::new();
    let captions = Some(
        [("Ada", "2 d 4 h"), ("Bob", "1 d 22 h")]
            .map(|(name, clock)| Caption { name: name.to_string(), clock: Some(clock.to_string()) }),
    );
    let carrera = || middle_game("carrera", CARRERA, 72);
    let arrows = vec![Arrow { from: square("f1"), to: square("b5") }];
    for (name, scene) in [
        ("10x8 at 72", carrera()),
        ("10x8 at 80", middle_game("carrera", CARRERA, 80)),
        ("8x8 at 72", middle_game("chess", CHESS, 72)),
        ("10x8 at 72 in high contrast", Scene { theme: &theme::CONTRAST, ..carrera() }),
        ("10x8 at 72 with captions", Scene { captions, since: Some(Position::start(&variants::CARRERA)), ..carrera() }),
        ("10x8 at 72 with an arrow", Scene { arrows, ..carrera() }),
    ] {
        println!("{name}: {} bytes", renderer.png(&scene).expect("a scene that can be drawn").len());
        criterion
            .bench_function(&format!("png/{name}"), |bencher| bencher.iter(|| fresh(&renderer, black_box(&scene))));
    }
    let known = carrera();
    criterion.bench_function("png/seen before", |bencher| bencher.iter(|| renderer.png(black_box(&known))));
}

/// A game of so many plies, each chosen without thought but always alike.
fn game(key: &str, plies: usize) -> Game {
    let mut game = Game::new(variants::by_key(key).expect("a game's key"));
    while game.ply() < plies {
        let moves = game.position().legal_moves();
        let next = moves.get(game.ply() * 7 % moves.len().max(1)).copied().expect("a game this long");
        game.play(next).expect("one of the legal moves");
    }
    game
}

fn animations(criterion: &mut Criterion) {
    let renderer = Renderer::new();
    let mut group = criterion.benchmark_group("gif");
    group.sample_size(10);
    for (key, square_size) in [("chess", 80), ("carrera", 80), ("carrera", 48)] {
        let game = game(key, 93);
        let scene = Scene { square_size, ..Scene::new(game.position().clone()) };
        println!(
            "{key} at {square_size}: {} bytes",
            renderer.gif(&game, &scene).expect("a game that can be drawn").len()
        );
        group.bench_function(format!("93 plies of {key} at {square_size}"), |bencher| {
            bencher.iter(|| renderer.gif(black_box(&game), &scene))
        });
    }
    group.finish();
}

fn start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("start");
    group.sample_size(10);
    group.bench_function("renderer", |bencher| bencher.iter(Renderer::new));
    group.bench_function("renderer and first picture", |bencher| {
        let scene = middle_game("carrera", CARRERA, 80);
        bencher.iter(|| Renderer::new().png(&scene))
    });
    group.finish();
}

criterion_group!(benches, pictures, animations, start);
criterion_main!(benches);
