//! Numbers of variable length: seven bits per byte, the lowest first. Signed numbers are in zigzag
//! encoding (0, −1, 1, −2 …).

/// Zigzag-encodes a signed number.
pub(crate) fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

/// Decodes a zigzag-encoded number.
pub(crate) fn signed(folded: u64) -> i64 {
    (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
}

/// Appends a number.
pub fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Appends a signed number.
pub fn write_signed(number: i64, out: &mut Vec<u8>) {
    write_number(unsigned(number), out);
}

/// Reads bytes from the front; `None`: the end is reached, or the bytes are not a number.
#[derive(Debug, Clone, Copy)]
pub struct ByteReader<'a>(
    /// The remaining bytes.
    pub &'a [u8],
);

impl<'a> ByteReader<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
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

    /// The next signed number.
    pub fn signed(&mut self) -> Option<i64> {
        self.number().map(signed)
    }

    /// The next number, as a size.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// The next bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        self.0.split_off(..length)
    }

    /// Reads up to the end of the line, and skips the line break.
    pub fn line(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|it| *it == b'\n')?;
        let line = self.take(end)?;
        self.byte()?;
        Some(line)
    }
}
