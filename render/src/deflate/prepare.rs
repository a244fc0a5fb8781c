//! The work on a tile that doesn't depend on where the tile stands: what its rows repeat from each other.

use std::ops::Range;

use super::checksum::Sums;
use super::tokens::{SHORTEST, distance_symbol, length_symbol};

/// Something that a row of a tile is made of: a byte, or a repetition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Byte(u8),
    Repeat { length: u8, source: Source },
}

/// Where something is repeated from. How far back that is in the stream depends on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// So many rows above and columns aside, within the tile.
    Own { rows: u8, across: i16 },
    /// The same place in another tile that stands somewhere to the left.
    Beside,
}

/// A row of a tile: what it has in common with the row above at its left end, steps, and the same at its right end.
#[derive(Debug)]
pub(crate) struct Row {
    /// None or [`SHORTEST`] at least, as for `trailing`.
    pub(crate) leading: u32,
    /// Where the steps are among the tile's.
    pub(crate) steps: Range<u32>,
    pub(crate) trailing: u32,
    /// About how much the steps take, in tenths of bits.
    pub(crate) cost: u32,
    pub(crate) sums: Sums,
    /// The same for equal rows of whatever tile, and for hardly any others.
    pub(crate) name: u64,
}

/// A tile ready for deflate.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) rows: Vec<Row>,
    pub(crate) steps: Vec<Step>,
}

/// How much time preparing may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effort {
    /// For tiles that are used again and again.
    Thorough,
    /// For those that only one picture has.
    Quick,
}

impl Prepared {
    /// Prepares a tile of this width, which may stand to the right of another of the same size.
    pub(crate) fn new(pixels: &[u8], width: usize, beside: Option<&[u8]>, effort: Effort) -> Prepared {
        let mut prepared = Prepared { rows: Vec::with_capacity(pixels.len() / width), steps: Vec::new() };
        let mut parser = match effort {
            Effort::Thorough => Some(Parser::new(pixels, width, beside)),
            Effort::Quick => None,
        };
        for (y, row) in pixels.chunks_exact(width).enumerate() {
            let above = y.checked_sub(1).map(|above| &pixels[above * width..y * width]);
            let (leading, trailing) = above.map_or((0, 0), |above| common_ends(row, above));
            let first = prepared.steps.len() as u32;
            let columns = leading..width - trailing;
            let cost = match &mut parser {
                Some(parser) => parser.steps(y, columns, &mut prepared.steps),
                None => quick_steps(row, above, columns, &mut prepared.steps),
            };
            prepared.rows.push(Row {
                leading: leading as u32,
                steps: first..prepared.steps.len() as u32,
                trailing: trailing as u32,
                cost,
                sums: Sums::of(row),
                name: name(row),
            });
        }
        prepared
    }
}

/// How many bytes of two rows are the same at the left end and at the right end, as far as they can be repeated.
fn common_ends(row: &[u8], above: &[u8]) -> (usize, usize) {
    let long_enough = |length| if length < SHORTEST as usize { 0 } else { length };
    let pairs = || row.iter().zip(above);
    let leading = long_enough(pairs().take_while(|(one, other)| one == other).count());
    let trailing = pairs().skip(leading).rev().take_while(|(one, other)| one == other).count();
    (leading, long_enough(trailing))
}

/// Adds steps for these columns of a row, taking at each the longer of a run and of what stands above; tells what they
/// take.
fn quick_steps(row: &[u8], above: Option<&[u8]>, columns: Range<usize>, steps: &mut Vec<Step>) -> u32 {
    const RUN: Source = Source::Own { rows: 0, across: -1 };
    const ABOVE: Source = Source::Own { rows: 1, across: 0 };
    let (mut x, mut cost) = (columns.start, 0);
    while x < columns.end {
        let rest = &row[x..columns.end.min(x + LONGEST_STEP)];
        let before = x.checked_sub(1).map(|before| row[before]);
        let run = rest.iter().take_while(|byte| Some(**byte) == before).count();
        let same =
            above.map_or(0, |above| rest.iter().zip(&above[x..]).take_while(|(one, other)| one == other).count());
        let (length, source) = if same > run { (same, ABOVE) } else { (run, RUN) };
        if length >= SHORTEST as usize {
            steps.push(Step::Repeat { length: length as u8, source });
            cost += costs::source(source) + costs::length(length as u32);
            x += length;
        } else {
            steps.push(Step::Byte(row[x]));
            cost += BYTE;
            x += 1;
        }
    }
    cost
}

/// What things take in tenths of bits, about. The codes are made for each picture later, but they never differ much.
mod costs {
    use super::{Source, distance_symbol, length_symbol};

    pub(crate) const BYTE: u32 = 68;

    pub(crate) fn length(length: u32) -> u32 {
        let symbol = length_symbol(length);
        35 + 4 * (symbol.symbol as u32 - 257) + 10 * symbol.extra_bits
    }

    pub(crate) fn source(source: Source) -> u32 {
        match source {
            Source::Own { rows: 0, across: -1 } => 25,
            Source::Own { rows: 0, across } => 55 + 10 * distance_symbol(across.unsigned_abs().into()).extra_bits,
            // A row of the picture is 256 to 2,048 bytes; distances that long are written with 8 extra bits, about.
            Source::Own { rows: 1, .. } => 20 + 80,
            Source::Own { rows: 2 | 3, .. } => 40 + 90,
            Source::Own { rows, .. } => 40 + 80 + 10 * rows.ilog2(),
            Source::Beside => 40 + 70,
        }
    }
}

/// The longest repetition that a step can be.
const LONGEST_STEP: usize = u8::MAX as usize;

/// The places where a repetition is always looked for.
const NEAR: [Source; 7] = [
    Source::Own { rows: 0, across: -1 },
    Source::Own { rows: 1, across: 0 },
    Source::Own { rows: 1, across: 1 },
    Source::Own { rows: 1, across: -1 },
    Source::Own { rows: 2, across: 0 },
    Source::Own { rows: 0, across: -2 },
    Source::Beside,
];

/// How many further places with the same four bytes are looked at, the nearest first.
const PATIENCE: usize = 24;
/// Rows above that are looked at.
const REACH: usize = 37;
const HASHES: usize = 1 << 12;
const NOWHERE: u32 = u32::MAX;

/// A way to go on from a column: what it and the rest of the row take, and where it repeats from.
#[derive(Clone, Copy)]
struct Way {
    cost: u32,
    length: u32,
    source: Source,
}

const DONE: Way = Way { cost: 0, length: 0, source: Source::Beside };

/// Finds the cheapest steps of a row.
struct Parser<'a> {
    bytes: &'a [u8],
    beside: Option<&'a [u8]>,
    width: usize,
    /// The best way from each column of the present row.
    best: Vec<Way>,
    /// For each near place and each column of the present row, how much is the same from there on.
    same: [Vec<u32>; NEAR.len()],
    /// For each hash of four bytes, where they stood last; and for each such place, the one before.
    last: Vec<u32>,
    before: Vec<u32>,
    length_costs: [u32; 256],
}

impl Parser<'_> {
    fn new<'a>(bytes: &'a [u8], width: usize, beside: Option<&'a [u8]>) -> Parser<'a> {
        Parser {
            bytes,
            beside,
            width,
            best: vec![DONE; width + 1],
            same: std::array::from_fn(|_| vec![0; width + 1]),
            last: vec![NOWHERE; HASHES],
            before: vec![NOWHERE; bytes.len()],
            length_costs: std::array::from_fn(|length| costs::length((length as u32).max(SHORTEST))),
        }
    }

    /// Adds the steps for these columns of a row, and tells what they take.
    fn steps(&mut self, y: usize, columns: Range<usize>, steps: &mut Vec<Step>) -> u32 {
        let row = &self.bytes[y * self.width..(y + 1) * self.width];
        if !columns.is_empty() {
            self.find_near(y, columns.clone());
        }
        self.best[columns.end] = DONE;
        for x in columns.clone().rev() {
            let mut way = Way { cost: BYTE + self.best[x + 1].cost, length: 1, source: Source::Beside };
            for (same, source) in self.same.iter().zip(NEAR) {
                self.better(&mut way, x, same[x], source);
            }
            let most = columns.end - x;
            if most > SHORTEST as usize {
                self.find_far(&mut way, y, x, most);
            }
            self.best[x] = way;
        }
        for x in 0..self.width.saturating_sub(3) {
            let hash = hash(row, x);
            let place = y * self.width + x;
            self.before[place] = self.last[hash];
            self.last[hash] = place as u32;
        }

        let cost = self.best[columns.start].cost;
        let mut x = columns.start;
        while x < columns.end {
            let Way { length, source, .. } = self.best[x];
            steps.push(if length == 1 { Step::Byte(row[x]) } else { Step::Repeat { length: length as u8, source } });
            x += length as usize;
        }
        cost
    }

    /// Takes a repetition of at most this length for the way on, if it is cheaper.
    fn better(&self, way: &mut Way, x: usize, most: u32, source: Source) {
        if most < SHORTEST {
            return;
        }
        let most = most.min(LONGEST_STEP as u32);
        let place = costs::source(source);
        // Ends beyond the first few seldom matter, except the last.
        for length in (SHORTEST..=most.min(12)).chain((most > 12).then_some(most)) {
            let cost = place + self.length_costs[length as usize] + self.best[x + length as usize].cost;
            if cost < way.cost {
                *way = Way { cost, length, source };
            }
        }
    }

    fn find_near(&mut self, y: usize, columns: Range<usize>) {
        for (same, source) in self.same.iter_mut().zip(NEAR) {
            same[columns.clone()].fill(0);
            let (bytes, rows, across) = match (source, self.beside) {
                (Source::Own { rows, across }, _) => (self.bytes, usize::from(rows), isize::from(across)),
                (Source::Beside, Some(beside)) => (beside, 0, 0),
                (Source::Beside, None) => continue,
            };
            if rows > y {
                continue;
            }
            let mut length = 0;
            for x in columns.clone().rev() {
                let column = x as isize + across;
                let inside = (0..self.width as isize).contains(&column);
                let equal =
                    inside && self.bytes[y * self.width + x] == bytes[(y - rows) * self.width + column as usize];
                length = if equal { length + 1 } else { 0 };
                same[x] = length;
            }
        }
    }

    fn find_far(&self, way: &mut Way, y: usize, x: usize, most: usize) {
        let row = &self.bytes[y * self.width + x..][..most];
        if row[1] == row[0] && row[2] == row[0] && row[3] == row[0] {
            return;
        }
        let mut longest = SHORTEST as usize;
        let mut place = self.last[hash(row, 0)];
        for _ in 0..PATIENCE {
            if place == NOWHERE {
                break;
            }
            let (there, column) = (place as usize / self.width, place as usize % self.width);
            if y - there > REACH {
                break;
            }
            let other = &self.bytes[place as usize..][..(self.width - column).min(most)];
            let length = row.iter().zip(other).take_while(|(one, other)| one == other).count();
            if length > longest {
                longest = length;
                let (rows, across) = ((y - there) as u8, column as i16 - x as i16);
                self.better(way, x, length as u32, Source::Own { rows, across });
            }
            place = self.before[place as usize];
        }
    }
}

use costs::BYTE;

fn name(row: &[u8]) -> u64 {
    row.iter().fold(0xCBF2_9CE4_8422_2325, |name, byte| (name ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

fn hash(row: &[u8], x: usize) -> usize {
    let four = u32::from_le_bytes([row[x], row[x + 1], row[x + 2], row[x + 3]]);
    (four.wrapping_mul(0x9E37_79B1) >> 20) as usize
}
