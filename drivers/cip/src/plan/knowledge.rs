//! The knowledge from earlier responses, for the next plan.

use std::collections::HashMap;

use super::Read;
use crate::codec::read_tag::{TagType, TypedData};

/// Identifies a read: its path in lower case, and its number of elements.
pub(crate) type Key = (String, u16);

/// The type and size of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) kind: TagType,
    /// Size of all elements together, in bytes.
    pub(crate) bytes: usize,
}

/// The element type of an array, as far as a read by index needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Array {
    /// Separate elements.
    Plain,
    /// Separate elements that must not be joined: a run of them failed.
    Apart,
    /// BOOLs, 32 in a DWORD; indices in requests count DWORDs.
    Packed,
    /// An index failed; it may be a BOOL array, whose indices are up to 32 times as large.
    PerhapsPacked,
}

/// More tags than a controller has; above this number, learning starts again.
const MAX_SHAPES: usize = 200_000;

/// All knowledge about a connection's tags.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    shapes: HashMap<Key, Shape>,
    arrays: HashMap<String, Array>,
    /// Size of an element in bytes, by the array's name.
    elements: HashMap<String, usize>,
}

impl Knowledge {
    pub(crate) fn shape(&self, key: &Key) -> Option<Shape> {
        self.shapes.get(key).copied()
    }

    /// `name` is the array's in lower case, without its last index.
    pub(crate) fn array(&self, name: &str) -> Option<Array> {
        self.arrays.get(name).copied()
    }

    /// Size of an element of the array, in bytes.
    pub(crate) fn element(&self, array: &str) -> Option<usize> {
        self.elements.get(array).copied()
    }

    /// Records the type and size of a response. Texts have various lengths; the longest one counts.
    pub(crate) fn learn(&mut self, read: &Read, data: TypedData<'_>) {
        let (key, bytes) = (&read.key, data.bytes.len());
        if self.shapes.len() >= MAX_SHAPES {
            self.shapes.clear();
            self.elements.clear();
        }
        if let Some((array, _)) = &read.index {
            let element = bytes.div_ceil(usize::from(read.elements.max(1)));
            match self.elements.get_mut(array) {
                Some(known) => *known = element.max(*known),
                None => {
                    self.elements.insert(array.clone(), element);
                }
            }
        }
        match self.shapes.get_mut(key) {
            Some(shape) if shape.kind == data.kind => shape.bytes = shape.bytes.max(bytes),
            Some(shape) => *shape = Shape { kind: data.kind, bytes },
            None => {
                self.shapes.insert(key.clone(), Shape { kind: data.kind, bytes });
            }
        }
    }

    pub(crate) fn learn_array(&mut self, name: &str, array: Array) {
        self.arrays.insert(name.to_owned(), array);
    }
}
