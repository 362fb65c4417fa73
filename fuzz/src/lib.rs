//! No target may ask for more memory at once than its input could ever explain.
//!
//! The fuzzer's own limit counts only used pages. It does not detect memory that is reserved for a
//! wrong length in the input. Targets link this crate for its allocator.

use std::alloc::{GlobalAlloc, Layout, System};

/// Most bytes at once. Inputs have a few KiB, and values take 32 times what they take on the wire.
const MOST: usize = 16 << 20;

struct Bounded;

#[global_allocator]
static BOUNDED: Bounded = Bounded;

// SAFETY: `System` does all of it; an allocator may abort, but not unwind.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        check(size);
        unsafe { System.realloc(at, layout, size) }
    }
}

fn check(size: usize) {
    if size > MOST {
        eprintln!("{size} bytes were asked for at once");
        std::process::abort();
    }
}
