//! Numbers of any size as bytes: seven bits in each, the lowest first; signed ones are folded
//! (0, −1, 1, −2 …).

/// The fold of a signed number.
pub(super) fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

/// What was folded.
pub(super) fn signed(folded: u64) -> i64 {
    (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
}

pub(super) fn write(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

pub(super) fn write_signed(number: i64, out: &mut Vec<u8>) {
    write(unsigned(number), out);
}

/// Takes bytes from the front; `None`: there are no more, or they are no number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        self.number().map(signed)
    }

    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        self.0.split_off(..length)
    }

    /// Up to the end of the line, which is taken too.
    pub(super) fn line(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|it| *it == b'\n')?;
        let line = self.take(end)?;
        self.byte()?;
        Some(line)
    }
}
