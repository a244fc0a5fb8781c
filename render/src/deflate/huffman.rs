//! Huffman codes as deflate wants them, and the writer of their bits.

/// Bits in the order of deflate: the first in the lowest place of each byte.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    pub(super) fn with_capacity(bytes: usize) -> Bits {
        Bits { bytes: Vec::with_capacity(bytes), ..Bits::default() }
    }

    /// Adds the lowest `count` bits of a value that has no others, 32 at most.
    pub(super) fn add(&mut self, value: u32, count: u32) {
        self.pending |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    pub(super) fn add_bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add((*byte).into(), 8));
    }

    /// Fills up the last byte with zeros.
    pub(super) fn align(&mut self) {
        self.count = self.count.next_multiple_of(8);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// A canonical code: for each symbol its bits, the first in the lowest place, and how many they are.
pub(super) struct Code {
    pub(super) entries: Vec<Entry>,
}

/// A symbol's bits; none for a symbol that doesn't occur.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) bits: u16,
    pub(super) length: u8,
}

impl Code {
    /// The shortest code for symbols that occur this often, with no symbol longer than `limit` bits.
    pub(super) fn new(occurrences: &[u32], limit: usize) -> Code {
        let mut used: Vec<(u32, usize)> =
            (0..).zip(occurrences).filter(|(_, n)| **n > 0).map(|(s, n)| (*n, s)).collect();
        // A code needs two symbols to be complete, and readers differ in what they take otherwise.
        for spare in 0.. {
            if used.len() >= 2 {
                break;
            }
            if !used.iter().any(|(_, symbol)| *symbol == spare) {
                used.push((1, spare));
            }
        }
        used.sort_unstable();
        let occurrences: Vec<u32> = used.iter().map(|(n, _)| *n).collect();
        let counts = limited(&depths(&occurrences), limit);

        let written = used.iter().map(|(_, symbol)| symbol + 1).max().unwrap_or(0);
        let mut lengths = vec![0; written];
        // The most frequent symbols get the shortest codes.
        let by_length = (1..).zip(&counts[1..]).flat_map(|(length, count)| std::iter::repeat_n(length, *count));
        for ((_, symbol), length) in used.iter().rev().zip(by_length) {
            lengths[*symbol] = length;
        }
        Code { entries: canonical(&lengths, &counts) }
    }

    pub(super) fn write(&self, bits: &mut Bits, symbol: usize) {
        let Entry { bits: code, length } = self.entries[symbol];
        bits.add(code.into(), length.into());
    }

    /// Each symbol's number of bits, without the zeros at the end.
    pub(super) fn lengths(&self) -> impl Iterator<Item = u8> {
        self.entries.iter().map(|entry| entry.length)
    }
}

/// How many symbols lie at each depth of the best tree over weights that are sorted, by joining the two lightest over
/// and over. Joined weights come out sorted as well, so two queues replace a heap.
fn depths(weights: &[u32]) -> Vec<usize> {
    let leaves = weights.len();
    let mut weights = weights.to_vec();
    let mut parents = vec![0; 2 * leaves - 1];
    let (mut leaf, mut node) = (0, leaves);
    for joined in leaves..2 * leaves - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let lightest = if leaf < leaves && (node == joined || weights[leaf] <= weights[node]) {
                leaf += 1;
                leaf - 1
            } else {
                node += 1;
                node - 1
            };
            parents[lightest] = joined;
            sum += weights[lightest];
        }
        weights.push(sum);
    }
    let mut depth = vec![0; parents.len()];
    for index in (0..parents.len() - 1).rev() {
        depth[index] = depth[parents[index]] + 1;
    }
    let mut counts = vec![0; leaves.max(2)];
    depth[..leaves].iter().for_each(|depth| counts[*depth] += 1);
    counts
}

/// The same counts with no depth beyond the limit.
///
/// What lies deeper is lifted to the limit; then, until the code fits, one symbol goes from the limit up beside another
/// that goes down a step.
fn limited(counts: &[usize], limit: usize) -> Vec<usize> {
    let mut fitting: Vec<usize> = counts.iter().copied().chain(std::iter::repeat(0)).take(limit + 1).collect();
    fitting[limit] += counts.iter().skip(limit + 1).sum::<usize>();
    let room = 1 << limit;
    let mut taken: usize = (1..=limit).map(|depth| fitting[depth] << (limit - depth)).sum();
    while taken > room {
        let depth = (1..limit).rev().find(|depth| fitting[*depth] > 0).expect("too full a code has a shorter symbol");
        fitting[limit] -= 1;
        fitting[depth] -= 1;
        fitting[depth + 1] += 2;
        taken -= 1;
    }
    fitting
}

fn canonical(lengths: &[u8], counts: &[usize]) -> Vec<Entry> {
    let mut next = vec![0u16; counts.len()];
    for length in 2..counts.len() {
        next[length] = (next[length - 1] + counts[length - 1] as u16) << 1;
    }
    let entry = |length: &u8| {
        if *length == 0 {
            return Entry::default();
        }
        let code = &mut next[usize::from(*length)];
        *code += 1;
        Entry { bits: (*code - 1).reverse_bits() >> (16 - length), length: *length }
    };
    lengths.iter().map(entry).collect()
}
