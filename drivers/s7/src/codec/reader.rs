//! Reads big-endian fields one after the other and never beyond the bytes that are there.

use super::DecodeError;

/// A place in a slice of bytes.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How far it has come.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether all has been read.
    pub fn is_empty(&self) -> bool {
        self.left() == 0
    }

    /// The next `len` bytes.
    pub fn take(&mut self, field: &'static str, len: usize) -> Result<&'a [u8], DecodeError> {
        let bytes = self.bytes;
        match self.at.checked_add(len).and_then(|end| Some((end, bytes.get(self.at..end)?))) {
            Some((end, taken)) => {
                self.at = end;
                Ok(taken)
            }
            None => Err(DecodeError::new(
                field,
                self.at,
                format!("{len} bytes"),
                format!("{} bytes", self.left()),
            )),
        }
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], DecodeError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(field, N)?);
        Ok(array)
    }

    /// One byte.
    pub fn u8(&mut self, field: &'static str) -> Result<u8, DecodeError> {
        Ok(u8::from_be_bytes(self.array(field)?))
    }

    /// Two bytes.
    pub fn u16(&mut self, field: &'static str) -> Result<u16, DecodeError> {
        Ok(u16::from_be_bytes(self.array(field)?))
    }

    /// Four bytes.
    pub fn u32(&mut self, field: &'static str) -> Result<u32, DecodeError> {
        Ok(u32::from_be_bytes(self.array(field)?))
    }

    /// A byte that the specification reserves: zero.
    pub fn zero(&mut self, field: &'static str) -> Result<(), DecodeError> {
        let offset = self.at;
        match self.u8(field)? {
            0 => Ok(()),
            found => Err(DecodeError::new(field, offset, "0", format!("{found:#04x}"))),
        }
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Demands that all has been read.
    pub fn finish(&self, piece: &'static str) -> Result<(), DecodeError> {
        match self.left() {
            0 => Ok(()),
            left => Err(DecodeError::new(piece, self.at, "the end", format!("{left} more bytes"))),
        }
    }
}
