//! Bytes that are decoded only as deep as the stack allows.
//!
//! The library counts how deep variants and structures lie in each other, but not data values in
//! variants: two bytes a level, and 64 KiB of them end the process by its stack, which no supervisor
//! catches. Whatever it decodes of what a server sent it reads from here.

use std::{
    hint::black_box,
    io::{self, Read},
    ptr,
};

/// Bytes of the stack that decoding may take: the levels that the library allows take less, and
/// threads have several times as much.
const STACK: usize = 512 << 10;

/// Bytes that can be read as long as the stack is not deep.
pub(crate) struct Shallow<'a> {
    bytes: &'a [u8],
    /// Where the stack was.
    bottom: usize,
}

impl<'a> Shallow<'a> {
    pub(crate) fn over(bytes: &'a [u8]) -> Self {
        Self { bytes, bottom: stack() }
    }

    /// What was not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Read for Shallow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if stack().abs_diff(self.bottom) > STACK {
            return Err(io::Error::other("values are nested without an end"));
        }
        self.bytes.read(into)
    }
}

/// Where the stack is now.
#[inline(never)]
fn stack() -> usize {
    let here = 0_u8;
    ptr::from_ref(black_box(&here)).addr()
}
