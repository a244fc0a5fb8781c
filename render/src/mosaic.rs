//! A picture as tiles: what drawing ends in, and what PNG and GIF begin with.

use std::sync::{Arc, OnceLock, Weak};

use image::GrayImage;

use crate::deflate::{Effort, Prepared};
use crate::palette::Glaze;

/// A rectangle of pixels, each a place in the palette.
#[derive(Debug)]
pub(crate) struct Tile {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pixels: Vec<u8>,
    effort: Effort,
    prepared: OnceLock<Prepared>,
    /// Another tile that is much the same, and this one prepared for standing to the right of it.
    sibling: OnceLock<(Weak<Tile>, OnceLock<Prepared>)>,
}

impl Tile {
    /// A tile of these pixels that many pictures will show.
    pub(crate) fn new(pixels: GrayImage) -> Arc<Tile> {
        let width = pixels.width();
        Tile::of(pixels.into_raw(), width, Effort::Thorough)
    }

    /// A tile of these pixels for one picture.
    pub(crate) fn passing(pixels: GrayImage) -> Arc<Tile> {
        let width = pixels.width();
        Tile::of(pixels.into_raw(), width, Effort::Quick)
    }

    fn of(pixels: Vec<u8>, width: u32, effort: Effort) -> Arc<Tile> {
        let height = pixels.len() as u32 / width;
        Arc::new(Tile { width, height, pixels, effort, prepared: OnceLock::new(), sibling: OnceLock::new() })
    }

    /// Makes siblings of two tiles of one size.
    pub(crate) fn relate(one: &Arc<Tile>, other: &Arc<Tile>) {
        for (tile, sibling) in [(one, other), (other, one)] {
            // A tile has one sibling, the first that it was given.
            tile.sibling.get_or_init(|| (Arc::downgrade(sibling), OnceLock::new()));
        }
    }

    /// A row of its pixels.
    pub(crate) fn row(&self, y: usize) -> &[u8] {
        let width = self.width as usize;
        &self.pixels[y * width..][..width]
    }

    /// The work of compression that can be done for the tile alone.
    pub(crate) fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| Prepared::new(&self.pixels, self.width as usize, None, self.effort))
    }

    /// The same for a place to the right of this other tile, if that is its sibling.
    pub(crate) fn prepared_beside(&self, other: &Arc<Tile>) -> Option<&Prepared> {
        let (sibling, prepared) = self.sibling.get()?;
        let related = std::ptr::eq(sibling.as_ptr(), Arc::as_ptr(other));
        related.then(|| {
            prepared.get_or_init(|| Prepared::new(&self.pixels, self.width as usize, Some(&other.pixels), self.effort))
        })
    }
}

/// Tiles of one height side by side.
#[derive(Debug)]
pub(crate) struct Band {
    tiles: Vec<Arc<Tile>>,
}

impl Band {
    /// A band of tiles from left to right; there must be one at least.
    pub(crate) fn new(tiles: Vec<Arc<Tile>>) -> Band {
        debug_assert!(tiles.iter().all(|tile| tile.height == tiles[0].height), "tiles of a band are equally high");
        Band { tiles }
    }

    pub(crate) fn height(&self) -> u32 {
        self.tiles[0].height
    }

    pub(crate) fn width(&self) -> u32 {
        self.tiles.iter().map(|tile| tile.width).sum()
    }

    pub(crate) fn tiles(&self) -> &[Arc<Tile>] {
        &self.tiles
    }
}

/// Bands of one width, from top to bottom.
#[derive(Debug)]
pub(crate) struct Mosaic {
    bands: Vec<Band>,
}

impl Mosaic {
    /// A picture of bands; there must be one at least.
    pub(crate) fn new(bands: Vec<Band>) -> Mosaic {
        debug_assert!(bands.iter().all(|band| band.width() == bands[0].width()), "bands are equally wide");
        Mosaic { bands }
    }

    pub(crate) fn width(&self) -> u32 {
        self.bands[0].width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.bands.iter().map(Band::height).sum()
    }

    pub(crate) fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// Every tile with the left and upper edge of its place.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u32, u32, &Arc<Tile>)> {
        let mut below = 0;
        self.bands.iter().flat_map(move |band| {
            let (top, mut right) = (below, 0);
            below += band.height();
            band.tiles.iter().map(move |tile| {
                let left = right;
                right += tile.width;
                (left, top, tile)
            })
        })
    }

    /// Lays a colour over the picture where a mask as large as the picture says.
    pub(crate) fn lay(&mut self, mask: &GrayImage, glaze: &Glaze) {
        let stride = mask.width() as usize;
        let mut top = 0;
        for band in &mut self.bands {
            let height = band.height() as usize;
            let rows = &mask.as_raw()[top * stride..(top + height) * stride];
            top += height;
            let mut left = 0;
            for tile in &mut band.tiles {
                let width = tile.width as usize;
                let columns = left..left + width;
                left += width;
                if rows
                    .chunks_exact(stride)
                    .any(|row| row[columns.clone()].iter().fold(0, |any, covered| any | covered) > 0)
                {
                    let mut pixels = tile.pixels.clone();
                    for (row, pixels) in rows.chunks_exact(stride).zip(pixels.chunks_exact_mut(width)) {
                        for (covered, pixel) in row[columns.clone()].iter().zip(pixels) {
                            *pixel = glaze.over(*pixel, *covered);
                        }
                    }
                    *tile = Tile::of(pixels, tile.width, Effort::Quick);
                }
            }
        }
    }

    /// The pixels row by row.
    pub(crate) fn pixels(&self) -> GrayImage {
        let mut picture = GrayImage::new(self.width(), self.height());
        let stride = self.width() as usize;
        for (left, top, tile) in self.places() {
            let rows = picture.chunks_exact_mut(stride).skip(top as usize);
            for (row, pixels) in rows.zip(tile.pixels.chunks_exact(tile.width as usize)) {
                row[left as usize..][..pixels.len()].copy_from_slice(pixels);
            }
        }
        picture
    }
}
