//! Shapes with smooth edges.

use image::{GrayImage, Luma, Rgb, RgbImage, imageops};

/// How many times finer shapes are drawn before they are reduced.
const FINENESS: u32 = 4;

/// How much of each pixel a shape covers.
///
/// The shape is drawn by `draw` on a canvas finer by the factor that it is given, and reduced.
pub(crate) fn coverage(width: u32, height: u32, draw: impl FnOnce(&mut GrayImage, i32)) -> GrayImage {
    let mut fine = GrayImage::new(width * FINENESS, height * FINENESS);
    draw(&mut fine, FINENESS as i32);
    imageops::thumbnail(&fine, width, height)
}

/// Lays a colour over a picture where a mask at this place says, `opacity` of 255 at most.
pub(crate) fn lay(picture: &mut RgbImage, mask: &GrayImage, (left, top): (u32, u32), color: Rgb<u8>, opacity: u8) {
    for (x, y, Luma([covered])) in mask.enumerate_pixels() {
        if *covered > 0 {
            let pixel = picture.get_pixel_mut(left + x, top + y);
            let part = u32::from(*covered) * u32::from(opacity) / 255;
            *pixel = mixed(*pixel, color, part as u8);
        }
    }
}

/// `part` of 255 of `over`, and the rest of `under`.
pub(crate) fn mixed(under: Rgb<u8>, over: Rgb<u8>, part: u8) -> Rgb<u8> {
    let mix = |under: u8, over: u8| {
        let part = u32::from(part);
        ((u32::from(under) * (255 - part) + u32::from(over) * part + 127) / 255) as u8
    };
    Rgb(std::array::from_fn(|channel| mix(under.0[channel], over.0[channel])))
}
