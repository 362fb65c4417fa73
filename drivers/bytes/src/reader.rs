//! Reads fields in sequence, and never beyond the end of the bytes.

use std::marker::PhantomData;

use crate::DecodeError;

/// The order of the bytes in a number.
pub trait Order {
    /// A number of two bytes.
    fn u16(bytes: [u8; 2]) -> u16;
    /// A number of four bytes.
    fn u32(bytes: [u8; 4]) -> u32;
}

/// Least significant byte first, as in CIP.
#[derive(Debug, Clone, Copy)]
pub enum LittleEndian {}

/// Most significant byte first, as in S7.
#[derive(Debug, Clone, Copy)]
pub enum BigEndian {}

impl Order for LittleEndian {
    fn u16(bytes: [u8; 2]) -> u16 {
        u16::from_le_bytes(bytes)
    }

    fn u32(bytes: [u8; 4]) -> u32 {
        u32::from_le_bytes(bytes)
    }
}

impl Order for BigEndian {
    fn u16(bytes: [u8; 2]) -> u16 {
        u16::from_be_bytes(bytes)
    }

    fn u32(bytes: [u8; 4]) -> u32 {
        u32::from_be_bytes(bytes)
    }
}

/// A position in a slice of bytes.
#[derive(Debug, Clone)]
pub struct Reader<'a, O> {
    bytes: &'a [u8],
    at: usize,
    order: PhantomData<O>,
}

impl<'a, O: Order> Reader<'a, O> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, order: PhantomData }
    }

    /// Number of bytes that were read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Number of bytes that are left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether all bytes were read.
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
        Ok(O::u16(self.array(field)?))
    }

    /// Four bytes.
    pub fn u32(&mut self, field: &'static str) -> Result<u32, DecodeError> {
        Ok(O::u32(self.array(field)?))
    }

    /// A byte that the specification reserves: zero.
    pub fn zero(&mut self, field: &'static str) -> Result<(), DecodeError> {
        let offset = self.at;
        match self.u8(field)? {
            0 => Ok(()),
            found => Err(DecodeError::new(field, offset, "0", format!("{found:#04x}"))),
        }
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Returns an error unless all bytes were read.
    pub fn finish(&self, piece: &'static str) -> Result<(), DecodeError> {
        match self.left() {
            0 => Ok(()),
            left => Err(DecodeError::new(piece, self.at, "the end", format!("{left} more bytes"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_in_its_order_and_never_beyond_the_end() {
        let bytes = [1, 2, 3, 4, 5, 6, 7];
        let mut little = Reader::<LittleEndian>::new(&bytes);
        let mut big = Reader::<BigEndian>::new(&bytes);
        assert_eq!((little.u8("a"), big.u8("a")), (Ok(1), Ok(1)));
        assert_eq!((little.u16("b"), big.u16("b")), (Ok(0x0302), Ok(0x0203)));
        assert_eq!((little.u32("c"), big.u32("c")), (Ok(0x0706_0504), Ok(0x0405_0607)));
        let error = big.u16("d").expect_err("nothing is left");
        assert_eq!(error.to_string(), "d at byte 7: expected 2 bytes, found 0 bytes");
        assert_eq!(little.finish("e"), Ok(()));
    }

    #[test]
    fn a_reserved_byte_is_zero_and_the_end_is_the_end() {
        let mut reader = Reader::<BigEndian>::new(&[0, 9, 9]);
        assert_eq!(reader.zero("reserved"), Ok(()));
        let error = reader.zero("reserved").expect_err("it is nine");
        assert_eq!(error.to_string(), "reserved at byte 1: expected 0, found 0x09");
        let error = reader.finish("piece").expect_err("a byte is left");
        assert_eq!(error.to_string(), "piece at byte 2: expected the end, found 1 more bytes");
        assert_eq!(reader.rest(), [9]);
        assert!(reader.is_empty());
    }
}
