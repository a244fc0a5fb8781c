//! The pieces as drawings: which sources a piece is put together from, and where they go.
//!
//! There is one source for each unit, on a grid of 100 by 100, with slots in braces where its colours and the widths of
//! its lines belong. Compounds and stacks are several sources on one square. A source has no foot; whoever stands on a
//! square stands on one foot, which is a source as well.

use image::Rgb;
use rules::{Power, Powers, Variant};

use crate::theme::Ink;

/// Width of an outline on the grid, for a piece that has the square to itself.
const STROKE: f32 = 4.2;
/// The same in a stack, where less room is left.
const STACK_STROKE: f32 = 3.5;
/// Width of a line inside a piece, as a part of the outline's.
const LINE: f32 = 0.81;
/// Width of the rim around pieces that have one.
pub(crate) const RIM: f32 = 2.0;
/// The same around small pieces on a dark ground, where it must do all the telling apart.
pub(crate) const BROAD_RIM: f32 = 4.5;

/// The units of a stack stand on this height of the grid, the upper edge of their foot.
const STACK_FLOOR: f32 = 85.0;
/// The unit behind stands here, on the podium.
const PODIUM_FLOOR: f32 = 52.0;
/// The height on which each source stands by itself.
const FLOOR: f32 = 83.0;

/// A source at its place on the square.
#[derive(Clone, Copy, Debug)]
struct Placed {
    source: &'static str,
    x: f32,
    y: f32,
    scale: f32,
    /// Degrees, clockwise.
    turn: f32,
}

impl Placed {
    const fn as_drawn(source: &'static str) -> Placed {
        Placed { source, x: 0.0, y: 0.0, scale: 1.0, turn: 0.0 }
    }

    /// A hat on the horse's head.
    const fn hat(source: &'static str) -> Placed {
        Placed { source, x: 59.5, y: 34.5, scale: 1.1, turn: 8.0 }
    }
}

macro_rules! source {
    ($name:literal) => {
        include_str!(concat!("assets/", $name, ".svg"))
    };
}

const PLINTH: Placed = Placed::as_drawn(source!("plinth"));
const BROAD_PLINTH: Placed = Placed::as_drawn(source!("broad_plinth"));
const PODIUM: Placed = Placed::as_drawn(source!("podium"));
const HORSE: Placed = Placed::as_drawn(source!("horse"));

/// The pieces that are one drawing: kinds of their own in some game.
const KINDS: [(Powers, &[Placed]); 9] = [
    (Powers::PAWN, &[Placed::as_drawn(source!("pawn")), PLINTH]),
    (Powers::KNIGHT, &[Placed::as_drawn(source!("knight")), PLINTH]),
    (Powers::BISHOP, &[Placed::as_drawn(source!("bishop")), PLINTH]),
    (Powers::ROOK, &[Placed::as_drawn(source!("rook")), PLINTH]),
    (Powers::MAN, &[Placed::as_drawn(source!("man")), PLINTH]),
    (Powers::KING, &[Placed::as_drawn(source!("king")), PLINTH]),
    (Powers::ROOK.with(Powers::BISHOP), &[Placed::as_drawn(source!("queen")), PLINTH]),
    (Powers::ROOK.with(Powers::KNIGHT), &[HORSE, Placed::hat(source!("turret")), PLINTH]),
    (Powers::BISHOP.with(Powers::KNIGHT), &[HORSE, Placed::hat(source!("mitre")), PLINTH]),
];

/// A unit that can share a square.
struct Unit {
    power: Power,
    source: &'static str,
    /// Where the drawing begins and ends from left to right, on the middle of its outline.
    left: f32,
    right: f32,
}

/// The units in the order in which they stand: the greatest first, at the left of two and behind of three.
const UNITS: [Unit; 4] = [
    Unit { power: Power::Man, source: source!("man"), left: 28.0, right: 72.0 },
    Unit { power: Power::Rook, source: source!("rook"), left: 24.0, right: 76.0 },
    Unit { power: Power::Bishop, source: source!("bishop"), left: 28.0, right: 72.0 },
    Unit { power: Power::Knight, source: source!("knight"), left: 18.0, right: 77.6 },
];

impl Unit {
    fn width(&self) -> f32 {
        self.right - self.left
    }

    /// The unit with its left edge at `left` and its foot at `floor`.
    fn standing(&self, left: f32, floor: f32, scale: f32) -> Placed {
        Placed { source: self.source, x: left - self.left * scale, y: floor - FLOOR * scale, scale, turn: 0.0 }
    }
}

/// A piece's drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// One drawing for all its powers.
    Kind(Powers),
    /// A unit for each power, on a shared foot.
    Stack(Powers),
}

impl Figure {
    /// What a game draws for these powers.
    pub(crate) fn of(variant: &Variant, powers: Powers) -> Figure {
        if variant.kind(powers).is_some() { Figure::Kind(powers) } else { Figure::Stack(powers) }
    }

    /// Every drawing that any game needs, each once.
    pub(crate) fn all() -> impl Iterator<Item = Figure> {
        let every_power: Powers = Power::ALL.into_iter().collect();
        let mut figures: Vec<Figure> = rules::variants::ALL
            .into_iter()
            .flat_map(|variant| {
                let sets = every_power.subsets().filter(|powers| variant.may_stand(*powers));
                sets.map(|powers| Figure::of(variant, powers))
            })
            .collect();
        figures.sort_unstable();
        figures.dedup();
        figures.into_iter()
    }

    /// The piece as an SVG document in these colours, with a rim of this width if the colours have one.
    pub(crate) fn svg(self, ink: &Ink, rim: f32) -> String {
        let (placed, stroke) = match self {
            Figure::Kind(powers) => (kind(powers), STROKE),
            Figure::Stack(powers) => (stack(powers), STACK_STROKE),
        };
        let drawings: String = placed.iter().map(|placed| painted(placed, stroke, ink, rim)).collect();
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{drawings}</svg>"#)
    }
}

fn kind(powers: Powers) -> Vec<Placed> {
    KINDS.iter().find(|(kind, _)| *kind == powers).map_or_else(|| stack(powers), |(_, placed)| placed.to_vec())
}

/// A stack's units on their shared foot.
///
/// Two stand side by side as large as the foot's width allows. Of three, the greatest stands behind on a podium and
/// the others in front of it at the edges.
fn stack(powers: Powers) -> Vec<Placed> {
    /// The room for the units from left to right, on the middle of their outlines.
    const LEFT: f32 = 3.75;
    const RIGHT: f32 = 96.25;
    const GAP: f32 = 2.2;
    const LARGEST: f32 = 0.86;
    const BEHIND: f32 = 0.64;
    const IN_FRONT: f32 = 0.66;
    const IN_FRONT_MARGIN: f32 = 1.5;

    let units: Vec<&Unit> = UNITS.iter().filter(|unit| powers.has(unit.power)).collect();
    let mut placed = match units[..] {
        [left, right] => {
            let widths = left.width() + right.width();
            let scale = LARGEST.min((RIGHT - LEFT - GAP) / widths);
            let start = (100.0 - widths * scale - GAP) / 2.0;
            let second = start + left.width() * scale + GAP;
            vec![left.standing(start, STACK_FLOOR, scale), right.standing(second, STACK_FLOOR, scale)]
        }
        [behind, left, right] => vec![
            PODIUM,
            behind.standing(50.0 - (behind.left + behind.width() / 2.0 - behind.left) * BEHIND, PODIUM_FLOOR, BEHIND),
            left.standing(LEFT + IN_FRONT_MARGIN, STACK_FLOOR, IN_FRONT),
            right.standing(RIGHT - IN_FRONT_MARGIN - right.width() * IN_FRONT, STACK_FLOOR, IN_FRONT),
        ],
        // No game stacks other numbers; whatever comes is shown one over the other rather than not at all.
        _ => units.iter().map(|unit| Placed::as_drawn(unit.source)).collect(),
    };
    placed.push(BROAD_PLINTH);
    placed.extend((0..units.len()).map(|pip| Placed {
        source: source!("pip"),
        x: 50.0 + 9.5 * (pip as f32 - (units.len() as f32 - 1.0) / 2.0),
        y: 90.0,
        scale: 1.0,
        turn: 0.0,
    }));
    placed
}

/// A source at its place with its slots filled, over its rim where the colours have one.
fn painted(placed: &Placed, stroke: f32, ink: &Ink, rim: f32) -> String {
    let Placed { source, x, y, scale, turn } = placed;
    let fill = |body: &str, shade: &str, outline: &str, detail: &str, stroke: f32| {
        // The transform scales lines as well; dividing keeps them equally wide on every piece.
        let slots = [
            ("{body}", body),
            ("{shade}", shade),
            ("{outline}", outline),
            ("{detail}", detail),
            ("{stroke}", &(stroke / scale).to_string()),
            ("{line}", &(stroke * LINE / scale).to_string()),
        ];
        slots.iter().fold(source.to_string(), |text, (slot, value)| text.replace(slot, value))
    };
    let rim = ink.halo.map(|halo| {
        let halo = hex(halo);
        fill(&halo, "none", &halo, "none", stroke + 2.0 * rim)
    });
    let drawing = fill(&hex(ink.body), &hex(ink.shade), &hex(ink.outline), &hex(ink.detail), stroke);
    let rim = rim.unwrap_or_default();
    format!(r#"<g transform="translate({x} {y}) rotate({turn}) scale({scale})">{rim}{drawing}</g>"#)
}

fn hex(Rgb([red, green, blue]): Rgb<u8>) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
