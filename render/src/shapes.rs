//! Brackets, rings, arrows and marks, as masks of how much of each pixel they cover.

use image::{GrayImage, Luma, imageops};
use imageproc::drawing::{
    draw_antialiased_polygon_mut, draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut,
};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use imageproc::rect::Rect;

/// How many times finer shapes are drawn before they are reduced.
const FINENESS: u32 = 4;

const FULL: Luma<u8> = Luma([255]);
const NOTHING: Luma<u8> = Luma([0]);

/// The shape that `draw` draws on a canvas finer by the factor that it is given, reduced.
fn smooth(width: u32, height: u32, draw: impl FnOnce(&mut GrayImage, i32)) -> GrayImage {
    let mut fine = GrayImage::new(width * FINENESS, height * FINENESS);
    draw(&mut fine, FINENESS as i32);
    imageops::thumbnail(&fine, width, height)
}

/// An angle in each corner of a square.
pub(crate) fn brackets(size: u32) -> GrayImage {
    let thick = (size / 27).max(2);
    let long = size / 5;
    let mut mask = GrayImage::new(size, size);
    for (width, height) in [(long, thick), (thick, long)] {
        for left in [0, size - width] {
            for top in [0, size - height] {
                draw_filled_rect_mut(&mut mask, Rect::at(left as i32, top as i32).of_size(width, height), FULL);
            }
        }
    }
    mask
}

/// A ring that touches a square's edges.
pub(crate) fn ring(size: u32) -> GrayImage {
    smooth(size, size, |canvas, fineness| {
        let size = size as i32 * fineness;
        let (middle, outer) = (size / 2, size / 2 - size / 50);
        draw_filled_circle_mut(canvas, (middle, middle), outer, FULL);
        draw_filled_circle_mut(canvas, (middle, middle), outer - size / 16, NOTHING);
    })
}

/// A triangle that points to the right, as wide and high as a margin.
pub(crate) fn pointer(margin: u32) -> GrayImage {
    smooth(margin, margin, |canvas, fineness| {
        let at = |part: i32| margin as i32 * fineness * part / 100;
        draw_polygon_mut(
            canvas,
            &[Point::new(at(38), at(22)), Point::new(at(82), at(50)), Point::new(at(38), at(78))],
            FULL,
        );
    })
}

/// The marks on squares, each as large as a square.
pub(crate) struct Marks {
    /// On an empty square that a piece may go to: a dot.
    pub(crate) target: GrayImage,
    /// On a taken one: its corners.
    pub(crate) capture: GrayImage,
    /// On a square to look at: a frame.
    pub(crate) focus: GrayImage,
}

impl Marks {
    pub(crate) fn new(size: u32) -> Marks {
        let target = smooth(size, size, |canvas, fineness| {
            let size = size as i32 * fineness;
            draw_filled_circle_mut(canvas, (size / 2, size / 2), size * 15 / 100, FULL);
        });
        let capture = smooth(size, size, |canvas, fineness| {
            let (last, leg) = (size as i32 * fineness - 1, size as i32 * fineness * 21 / 100);
            for (x, inwards) in [(0, leg), (last, last - leg)] {
                for (y, downwards) in [(0, leg), (last, last - leg)] {
                    draw_polygon_mut(
                        canvas,
                        &[Point::new(x, y), Point::new(inwards, y), Point::new(x, downwards)],
                        FULL,
                    );
                }
            }
        });
        let focus = smooth(size, size, |canvas, fineness| {
            let (size, thick) = (size * fineness as u32, size * fineness as u32 * 7 / 100);
            draw_filled_rect_mut(canvas, Rect::at(0, 0).of_size(size, size), FULL);
            let inside = Rect::at(thick as i32, thick as i32).of_size(size - 2 * thick, size - 2 * thick);
            draw_filled_rect_mut(canvas, inside, NOTHING);
        });
        Marks { target, capture, focus }
    }
}

/// Adds a shape to a mask that may hold others, its upper left corner at a place that lies inside.
pub(crate) fn add(mask: &mut GrayImage, shape: &GrayImage, (left, top): (u32, u32)) {
    for (x, y, Luma([covered])) in shape.enumerate_pixels() {
        if *covered > 0 {
            let Luma([present]) = mask.get_pixel_mut(left + x, top + y);
            *present = (*present).max(*covered);
        }
    }
}

/// Adds an arrow between the middles of two squares of this size.
///
/// It begins at the edge of the piece that it starts from, so that the piece stays in sight, and ends a little before
/// the middle of its target.
pub(crate) fn add_arrow(mask: &mut GrayImage, from: (f32, f32), to: (f32, f32), size: f32) {
    /// Corners fall on half pixels, as the edges are drawn on a canvas twice as fine.
    const FINER: f32 = 2.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return;
    }
    let (along, across) = ((dx / length, dy / length), (-dy / length, dx / length));
    let (tail, neck, tip) = (size * 0.36, length - size * 0.36, length - size * 0.04);
    let (shaft, head) = (size * 0.075, size * 0.2);
    let corners =
        [(tail, shaft), (neck, shaft), (neck, head), (tip, 0.0), (neck, -head), (neck, -shaft), (tail, -shaft)].map(
            |(forward, side)| {
                let x = from.0 + along.0 * forward + across.0 * side;
                let y = from.1 + along.1 * forward + across.1 * side;
                (x, y)
            },
        );

    let least = |of: fn(&(f32, f32)) -> f32| corners.iter().map(of).fold(f32::MAX, f32::min).floor() - 1.0;
    let most = |of: fn(&(f32, f32)) -> f32| corners.iter().map(of).fold(0.0, f32::max).ceil() + 1.0;
    let (left, top) = (least(|corner| corner.0), least(|corner| corner.1));
    let (width, height) = ((most(|corner| corner.0) - left) as u32, (most(|corner| corner.1) - top) as u32);
    let points =
        corners.map(|(x, y)| Point::new(((x - left) * FINER).round() as i32, ((y - top) * FINER).round() as i32));
    let mut fine = GrayImage::new(width * FINER as u32, height * FINER as u32);
    draw_antialiased_polygon_mut(&mut fine, &points, FULL, interpolate);
    add(mask, &halved(&fine), (left as u32, top as u32));
}

/// A canvas of even width and height reduced to half of both.
fn halved(fine: &GrayImage) -> GrayImage {
    let (width, height) = (fine.width() / 2, fine.height() / 2);
    let stride = fine.width() as usize;
    let mut half = GrayImage::new(width, height);
    for (row, lines) in half.chunks_exact_mut(width as usize).zip(fine.chunks_exact(2 * stride)) {
        let (upper, lower) = lines.split_at(stride);
        let blocks = upper.chunks_exact(2).zip(lower.chunks_exact(2));
        for (covered, (upper, lower)) in row.iter_mut().zip(blocks) {
            let sum = u16::from(upper[0]) + u16::from(upper[1]) + u16::from(lower[0]) + u16::from(lower[1]);
            *covered = (sum / 4) as u8;
        }
    }
    half
}
