//! Adler-32 of a stream from the sums of its parts.

const MODULUS: u64 = 65_521;

/// What a part of a stream adds to the checksum, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    length: u32,
    /// Of the bytes.
    plain: u32,
    /// Of the bytes, each counted once for itself and once for each byte after it.
    weighted: u32,
}

impl Sums {
    pub(crate) fn of(bytes: &[u8]) -> Sums {
        let (plain, weighted) = bytes.iter().fold((0, 0), |(plain, weighted), byte| {
            let plain = plain + u32::from(*byte);
            (plain, weighted + plain)
        });
        Sums { length: bytes.len() as u32, plain, weighted }
    }
}

/// A checksum that grows.
pub(crate) struct Adler {
    plain: u64,
    weighted: u64,
}

impl Adler {
    pub(crate) fn new() -> Adler {
        Adler { plain: 1, weighted: 0 }
    }

    pub(crate) fn add(&mut self, part: Sums) {
        self.weighted += self.plain * u64::from(part.length) + u64::from(part.weighted);
        self.plain += u64::from(part.plain);
    }

    /// Keeps the sums small; to be called before they come near the end of their range, once a row.
    pub(crate) fn reduce(&mut self) {
        self.plain %= MODULUS;
        self.weighted %= MODULUS;
    }

    pub(crate) fn finish(mut self) -> u32 {
        self.reduce();
        (self.weighted << 16 | self.plain) as u32
    }
}
