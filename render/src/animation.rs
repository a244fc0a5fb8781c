//! Mosaics one after another as a GIF file.

use std::borrow::Cow;
use std::sync::Arc;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use image::GrayImage;

use crate::mosaic::Mosaic;
use crate::palette::{MOST, Palette};

/// The place after the palette's last: whatever was there stays.
const TRANSPARENT: u8 = MOST as u8;

/// The file: the first picture whole, and of each other the rectangle in which it differs from the one before.
///
/// The pictures are tiled alike; each is shown for so many hundredths of a second.
pub(crate) fn encoded(pictures: impl Iterator<Item = (Mosaic, u16)>, palette: &Palette) -> Vec<u8> {
    let mut file = Vec::new();
    write(&mut file, pictures, palette).expect("memory can always be written to");
    file
}

fn write(
    file: &mut Vec<u8>,
    mut pictures: impl Iterator<Item = (Mosaic, u16)>,
    palette: &Palette,
) -> Result<(), EncodingError> {
    let Some((mut before, delay)) = pictures.next() else {
        return Ok(());
    };
    let mut canvas = before.pixels();
    let colors: Vec<u8> = palette.colors().iter().flat_map(|color| color.0).collect();
    let (width, height) = (before.width() as u16, before.height() as u16);
    let mut encoder = Encoder::new(file, width, height, &colors)?;
    encoder.set_repeat(Repeat::Infinite)?;
    encoder.write_frame(&Frame { delay, width, height, buffer: Cow::Borrowed(canvas.as_raw()), ..Frame::default() })?;
    for (next, delay) in pictures {
        let (left, top, changed) = repaint(&mut canvas, &before, &next);
        encoder.write_frame(&Frame {
            delay,
            left: left as u16,
            top: top as u16,
            width: changed.width() as u16,
            height: changed.height() as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            buffer: Cow::Owned(changed.into_raw()),
            ..Frame::default()
        })?;
        before = next;
    }
    Ok(())
}

/// Brings the canvas from one picture to the next, and gives the part that was repainted with its left and upper edge:
/// what didn't change in it is transparent.
fn repaint(canvas: &mut GrayImage, before: &Mosaic, next: &Mosaic) -> (u32, u32, GrayImage) {
    let pairs = before.places().zip(next.places());
    let changed: Vec<_> = pairs.filter(|((.., old), (.., new))| !Arc::ptr_eq(old, new)).map(|(_, new)| new).collect();
    let left = changed.iter().map(|(left, ..)| *left).min().unwrap_or(0);
    let top = changed.iter().map(|(_, top, _)| *top).min().unwrap_or(0);
    // A picture that is the same is a frame of one transparent pixel, as a frame can't be empty.
    let right = changed.iter().map(|(left, _, tile)| left + tile.width).max().unwrap_or(1);
    let bottom = changed.iter().map(|(_, top, tile)| top + tile.height).max().unwrap_or(1);

    let mut area = GrayImage::from_pixel(right - left, bottom - top, image::Luma([TRANSPARENT]));
    let (stride, area_stride) = (canvas.width() as usize, area.width() as usize);
    for (tile_left, tile_top, tile) in changed {
        for y in 0..tile.height {
            let new = tile.row(y as usize);
            let old = &mut canvas.as_mut()[(tile_top + y) as usize * stride + tile_left as usize..][..new.len()];
            let shown = &mut area.as_mut()[(tile_top - top + y) as usize * area_stride + (tile_left - left) as usize..];
            for ((shown, old), new) in shown.iter_mut().zip(old).zip(new) {
                if old != new {
                    (*shown, *old) = (*new, *new);
                }
            }
        }
    }
    (left, top, area)
}
