//! A mosaic as a PNG file.

use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use crate::compress;
use crate::mosaic::Mosaic;
use crate::palette::Palette;

/// The file, with the mosaic's own compression in it.
pub(crate) fn encoded(mosaic: &Mosaic, palette: &Palette) -> Vec<u8> {
    let data = compress::compressed(mosaic);
    let mut file = Vec::with_capacity(data.len() + 1024);
    write(&mut file, mosaic, palette, &data).expect("memory can always be written to");
    file
}

fn write(file: &mut Vec<u8>, mosaic: &Mosaic, palette: &Palette, data: &[u8]) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, mosaic.width(), mosaic.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().iter().flat_map(|color| color.0).collect::<Vec<u8>>());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, data)?;
    writer.finish()
}
