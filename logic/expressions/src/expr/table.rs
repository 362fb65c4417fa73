//! Truth tables: one bit per assignment, 64 at a time.
//!
//! A table with up to [`MAXIMUM_BITS`] inputs needs 128 KiB and is exact for every condition, in a
//! predictable time. A decision diagram would save memory that is not scarce, and has a worst case.

/// Maximum number of inputs of a table.
pub(super) const MAXIMUM_BITS: u32 = 20;

/// The inputs within one word.
const IN_WORD: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A function of bits. Bit `i` of the index is input `i`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    words: Vec<u64>,
}

impl Table {
    /// A constant function of `bits` inputs.
    pub(super) fn constant(bits: u32, value: bool) -> Self {
        Self { words: vec![if value { u64::MAX } else { 0 }; 1 << bits.saturating_sub(6)] }
    }

    /// The value of one input.
    pub(super) fn input(bits: u32, input: u32) -> Self {
        let mut table = Self::constant(bits, false);
        for (index, word) in table.words.iter_mut().enumerate() {
            *word = match IN_WORD.get(input as usize) {
                Some(pattern) => *pattern,
                None if index >> (input - 6) & 1 == 1 => u64::MAX,
                None => 0,
            };
        }
        table
    }

    /// Whether it is false for all inputs.
    pub(super) fn is_never(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether it is true for all inputs.
    pub(super) fn is_always(&self) -> bool {
        self.words.iter().all(|word| *word == u64::MAX)
    }

    pub(super) fn and(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub(super) fn or(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn xor(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word ^= other);
    }

    pub(super) fn not(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self
    }

    /// Fixes an input: it no longer makes a difference.
    pub(super) fn fix(&mut self, input: u32, value: bool) {
        self.pairs(input, |off, on| if value { (on, on) } else { (off, off) });
    }

    /// True if any value of an input makes it true.
    pub(super) fn exists(&mut self, input: u32) {
        self.pairs(input, |off, on| (off | on, off | on));
    }

    /// True if every value of an input makes it true.
    pub(super) fn forall(&mut self, input: u32) {
        self.pairs(input, |off, on| (off & on, off & on));
    }

    /// True if an input is on and the table is true with this input off.
    pub(super) fn lifted(&self, input: u32) -> Self {
        let mut lifted = self.clone();
        lifted.pairs(input, |off, _| (0, off));
        lifted
    }

    /// Every index below 2^`bits` for which it is true.
    pub(super) fn indexes(&self, bits: u32) -> impl Iterator<Item = usize> {
        let end = 1_usize << bits;
        self.words.iter().enumerate().flat_map(move |(index, word)| {
            let word = *word;
            let ones = std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            });
            ones.map(move |word| index << 6 | word.trailing_zeros() as usize)
                .filter(move |index| *index < end)
        })
    }

    /// Replaces the halves with an input off and on, 64 bits at a time.
    fn pairs(&mut self, input: u32, replace: impl Fn(u64, u64) -> (u64, u64)) {
        if let Some(pattern) = IN_WORD.get(input as usize) {
            let shift = 1 << input;
            for word in &mut self.words {
                let (off, on) = replace(*word & !pattern, (*word & pattern) >> shift);
                *word = (off & !pattern) | ((on & !pattern) << shift);
            }
            return;
        }
        let half = 1_usize << (input - 6);
        for block in self.words.chunks_exact_mut(half * 2) {
            let (offs, ons) = block.split_at_mut(half);
            for (off, on) in offs.iter_mut().zip(ons) {
                (*off, *on) = replace(*off, *on);
            }
        }
    }
}
