//! `render` and `animate`: a position as a picture, and a game as one that moves.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use render::{Arrow, Caption, DEFAULT_SQUARE_SIZE, Renderer, SQUARE_SIZES, Scene, Theme, theme};
use rules::{Color, Game, Position, Square};

/// How a picture looks.
#[derive(Debug, Args)]
pub(super) struct Look {
    /// The move that led here, to be marked, as its two squares: e2e4
    #[arg(long, value_name = "MOVE", value_parser = squares)]
    last: Option<(Square, Square)>,
    /// An arrow, for a legal move in any notation or between any two squares; may be given again
    #[arg(long = "arrow", value_name = "MOVE")]
    arrows: Vec<String>,
    /// The players' names, to be shown with what was captured
    #[arg(long, num_args = 2, value_names = ["WHITE", "BLACK"])]
    players: Option<Vec<String>>,
    #[command(flatten)]
    style: Style,
}

/// What pictures of a position and of a game have in common.
#[derive(Debug, Args)]
pub(super) struct Style {
    /// The side at the bottom [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side_parser())]
    view: Option<Color>,
    /// The colours
    #[arg(long, value_name = "NAME", default_value = theme::HARBOUR.name, value_parser = theme_parser())]
    theme: &'static Theme,
    /// Width of a square in pixels
    #[arg(long, value_name = "PX", default_value_t = DEFAULT_SQUARE_SIZE, value_parser = size_parser())]
    square: u32,
}

fn side_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|side| if side == "white" { Color::White } else { Color::Black })
}

fn theme_parser() -> impl TypedValueParser<Value = &'static Theme> {
    PossibleValuesParser::new(theme::THEMES.map(|theme| theme.name))
        .try_map(|name| theme::by_name(&name).ok_or("no such theme"))
}

fn size_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(i64::from(*SQUARE_SIZES.start())..=i64::from(*SQUARE_SIZES.end()))
}

/// The squares with which a move in coordinate form begins.
fn squares(text: &str) -> Result<(Square, Square), String> {
    let square = |range| text.get(range).and_then(|square: &str| square.parse().ok());
    square(0..2).zip(square(2..4)).ok_or_else(|| "two squares are needed, as in e2e4".to_owned())
}

/// Draws the position into a file.
pub(super) fn render(position: Position, look: &Look, out: &Path) -> Result<()> {
    let arrow = |text: &String| {
        let (from, to) = match rules::read(&position, text) {
            Ok(legal) => (legal.from, legal.to),
            Err(_) => squares(text).map_err(|why| anyhow!("no arrow for {text}: it isn't a legal move, and {why}"))?,
        };
        Ok(Arrow { from, to })
    };
    let arrows = look.arrows.iter().map(arrow).collect::<Result<_>>()?;
    let captions = look.players.as_ref().and_then(|names| {
        let captions = names.iter().map(|name| Caption { name: name.clone(), clock: None });
        captions.collect::<Vec<_>>().try_into().ok()
    });
    let since = look.players.is_some().then(|| Position::start(position.variant()));
    let scene = Scene { last_move: look.last, arrows, captions, since, ..scene(position, &look.style) };
    write(out, &Renderer::new().png(&scene)?)
}

/// Draws a game into a file as a picture that moves.
pub(super) fn animate(game: &Game, style: &Style, out: &Path) -> Result<()> {
    let start = game.position_at(0).unwrap_or(game.position()).clone();
    let result = game.outcome().map(|outcome| format!("{} {}", outcome.score, outcome.ending));
    write(out, &Renderer::new().gif(game, &Scene { result, ..scene(start, style) })?)
}

fn scene(position: Position, style: &Style) -> Scene {
    Scene {
        view: style.view.unwrap_or(position.turn()),
        square_size: style.square,
        theme: style.theme,
        ..Scene::new(position)
    }
}

fn write(out: &Path, picture: &[u8]) -> Result<()> {
    fs::write(out, picture).with_context(|| format!("can't write {}", out.display()))
}
