//! A byte source that limits the recursion depth of decoding.
//!
//! The library limits the nesting of variants and structures, but not of data values in variants:
//! with two bytes per level, 64 KiB of them overflow the stack and end the process. So all of its
//! decoding of received bytes uses this source.

use std::{
    hint::black_box,
    io::{self, Read},
    ptr,
};

/// Maximum stack usage of decoding in bytes: the levels that the library allows use less, and
/// threads have several times this size.
const STACK: usize = 512 << 10;

/// Bytes that can be read while the stack usage is low.
pub(crate) struct DepthLimitedBytes<'a> {
    bytes: &'a [u8],
    /// The position of the stack at the start.
    bottom: usize,
}

impl<'a> DepthLimitedBytes<'a> {
    pub(crate) fn over(bytes: &'a [u8]) -> Self {
        Self { bytes, bottom: stack() }
    }

    /// The bytes that were not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Read for DepthLimitedBytes<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if stack().abs_diff(self.bottom) > STACK {
            return Err(io::Error::other("values are nested without an end"));
        }
        self.bytes.read(into)
    }
}

/// The current position of the stack.
#[inline(never)]
fn stack() -> usize {
    let here = 0_u8;
    ptr::from_ref(black_box(&here)).addr()
}
