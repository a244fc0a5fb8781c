//! What deflate is made of: bytes as they are, and repetitions of bytes that came before.

use super::huffman::{Bits, Code, Entry};

/// The longest repetition that deflate knows.
const LONGEST: u32 = 258;
/// The shortest.
pub(crate) const SHORTEST: u32 = 3;
/// How far back a repetition can be.
pub(crate) const FARTHEST: u32 = 32_768;
/// The symbol that ends a block.
const END: usize = 256;

/// A byte, or a repetition with its length and distance in one number.
#[derive(Clone, Copy)]
struct Token(u32);

impl Token {
    const REPETITION: u32 = 1 << 31;

    fn repetition(length: u32, distance: u32) -> Token {
        Token(Token::REPETITION | length << 16 | distance)
    }

    fn is_repetition(self) -> bool {
        self.0 & Token::REPETITION != 0
    }

    fn length(self) -> u32 {
        self.0 >> 16 & 0x1FF
    }

    fn distance(self) -> u32 {
        self.0 & 0xFFFF
    }
}

/// A symbol of the code and the bits that follow it.
#[derive(Clone, Copy)]
pub(crate) struct Symbol {
    pub(crate) symbol: usize,
    pub(crate) extra: u32,
    pub(crate) extra_bits: u32,
}

/// How a length is written; no symbol for what is too short.
pub(crate) const fn length_symbol(length: u32) -> Symbol {
    if length < SHORTEST {
        return Symbol { symbol: usize::MAX, extra: 0, extra_bits: 0 };
    }
    if length == LONGEST {
        return Symbol { symbol: 285, extra: 0, extra_bits: 0 };
    }
    let steps = steps(length - SHORTEST, 2);
    Symbol { symbol: steps.symbol + 257, ..steps }
}

/// The symbols of all lengths.
const LENGTH_SYMBOLS: [usize; LONGEST as usize + 1] = {
    let mut symbols = [usize::MAX; LONGEST as usize + 1];
    let mut length = 0;
    while length <= LONGEST {
        symbols[length as usize] = length_symbol(length).symbol;
        length += 1;
    }
    symbols
};

/// How a distance is written.
pub(crate) const fn distance_symbol(distance: u32) -> Symbol {
    steps(distance - 1, 1)
}

/// Deflate's scale for both: the symbol gives the highest bit that is set and `fine` bits after it, and the rest follows.
const fn steps(value: u32, fine: u32) -> Symbol {
    let extra_bits = (value | 1 << fine).ilog2() - fine;
    let symbol = (extra_bits << fine) + (value >> extra_bits);
    Symbol { symbol: symbol as usize, extra: value & ((1 << extra_bits) - 1), extra_bits }
}

/// A stream of tokens that joins repetitions of one distance.
pub(crate) struct Tokens {
    list: Vec<Token>,
    literals: [u32; 286],
    distances: [u32; 30],
    /// Length and distance of a repetition that isn't in the list yet.
    pending: (u32, u32),
}

impl Tokens {
    pub(crate) fn with_capacity(tokens: usize) -> Tokens {
        Tokens { list: Vec::with_capacity(tokens), literals: [0; 286], distances: [0; 30], pending: (0, 0) }
    }

    pub(crate) fn byte(&mut self, value: u8) {
        self.end_repetition();
        self.push_byte(value);
    }

    /// A repetition of any length that isn't too short, or that goes on with the one before.
    pub(crate) fn repeat(&mut self, length: u32, distance: u32) {
        if length == 0 {
            return;
        }
        if self.pending.1 != distance {
            self.end_repetition();
        }
        self.pending = (self.pending.0 + length, distance);
    }

    /// Whether a repetition of this distance would go on with the one before.
    pub(crate) fn repeats(&self, distance: u32) -> bool {
        self.pending.0 > 0 && self.pending.1 == distance
    }

    fn push_byte(&mut self, value: u8) {
        self.list.push(Token(value.into()));
        self.literals[usize::from(value)] += 1;
    }

    fn end_repetition(&mut self) {
        let (mut left, distance) = std::mem::take(&mut self.pending);
        while left > 0 {
            // What is left over must not be too short to be written.
            let length =
                if left <= LONGEST || left >= LONGEST + SHORTEST { left.min(LONGEST) } else { left - SHORTEST };
            self.list.push(Token::repetition(length, distance));
            self.literals[LENGTH_SYMBOLS[length as usize]] += 1;
            self.distances[distance_symbol(distance).symbol] += 1;
            left -= length;
        }
    }

    /// The zlib stream of all tokens, in one block with the codes that suit it best.
    pub(crate) fn finish(mut self, checksum: u32) -> Vec<u8> {
        self.end_repetition();
        self.literals[END] += 1;
        let literals = Code::new(&self.literals, 15);
        let distances = Code::new(&self.distances, 15);

        let mut bits = Bits::with_capacity(2 * self.list.len() + 1024);
        // Deflate with a window of 32 kB, and the check bits that make it a multiple of 31.
        bits.add_bytes(&[0x78, 0xDA]);
        // The last block; its codes are its own.
        bits.add(0b101, 3);
        write_codes(&mut bits, &literals, &distances);
        let lengths: Vec<(u32, u32)> =
            (0..=LONGEST).map(|length| with_extra(&literals, length_symbol(length))).collect();
        for token in &self.list {
            if token.is_repetition() {
                let (length, count) = lengths[token.length() as usize];
                bits.add(length, count);
                let (distance, count) = with_extra(&distances, distance_symbol(token.distance()));
                bits.add(distance, count);
            } else {
                literals.write(&mut bits, token.0 as usize);
            }
        }
        literals.write(&mut bits, END);
        bits.align();
        bits.add_bytes(&checksum.to_be_bytes());
        bits.finish()
    }
}

/// A symbol's code and its extra bits as one number, and how many bits that has; nothing for a symbol that isn't used.
fn with_extra(code: &Code, symbol: Symbol) -> (u32, u32) {
    let Entry { bits, length } = code.entries.get(symbol.symbol).copied().unwrap_or_default();
    (u32::from(bits) | symbol.extra << length, u32::from(length) + symbol.extra_bits)
}

/// The codes themselves, as runs of lengths in a third code.
fn write_codes(bits: &mut Bits, literals: &Code, distances: &Code) {
    /// The order in which the third code's lengths are written.
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    /// A length again, 3 to 6 times; zeros, 3 to 10 and 11 to 138 times.
    const AGAIN: usize = 16;
    const FEW_ZEROS: usize = 17;
    const MANY_ZEROS: usize = 18;

    let lengths: Vec<u8> = literals.lengths().chain(distances.lengths()).collect();
    let mut runs = Vec::new();
    for run in lengths.chunk_by(|one, other| one == other) {
        let (length, mut left) = (usize::from(run[0]), run.len());
        if length > 0 {
            runs.push((length, 0, 0));
            left -= 1;
        }
        while left >= 3 {
            let (symbol, least, most, extra_bits) = match (length, left) {
                (0, 11..) => (MANY_ZEROS, 11, 138, 7),
                (0, _) => (FEW_ZEROS, 3, 10, 3),
                _ => (AGAIN, 3, 6, 2),
            };
            let count = left.min(most);
            runs.push((symbol, count - least, extra_bits));
            left -= count;
        }
        runs.extend(std::iter::repeat_n((length, 0, 0), left));
    }

    let mut occurrences = [0; 19];
    runs.iter().for_each(|(symbol, ..)| occurrences[*symbol] += 1);
    let code = Code::new(&occurrences, 7);
    let length_of = |symbol: usize| code.entries.get(symbol).map_or(0, |entry| u32::from(entry.length));
    let written = ORDER.iter().rposition(|symbol| length_of(*symbol) > 0).map_or(4, |last| (last + 1).max(4));
    bits.add(literals.entries.len() as u32 - 257, 5);
    bits.add(distances.entries.len() as u32 - 1, 5);
    bits.add(written as u32 - 4, 4);
    ORDER[..written].iter().for_each(|symbol| bits.add(length_of(*symbol), 3));
    for (symbol, extra, extra_bits) in runs {
        code.write(bits, symbol);
        bits.add(extra as u32, extra_bits);
    }
}
