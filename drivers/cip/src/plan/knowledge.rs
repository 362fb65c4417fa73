//! What replies have taught about tags, so that the next plan fits better.

use std::collections::HashMap;

use super::Read;
use crate::codec::read_tag::{TagType, TypedData};

/// Names a read: its path in lower case, and how many elements.
pub(crate) type Key = (String, u16);

/// What a reply looked like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) kind: TagType,
    /// Bytes of all elements together.
    pub(crate) bytes: usize,
}

/// What an array holds, as far as reading one element by index needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Array {
    /// Elements of their own.
    Plain,
    /// Elements of their own, which are not to be joined: a run of them failed.
    Apart,
    /// BOOLs, 32 in a DWORD; indices on the wire count DWORDs.
    Packed,
    /// An index failed; that would fit a BOOL array, whose indices reach 32 times as far.
    PerhapsPacked,
}

/// More than any controller has tags worth reading; beyond, learning starts again.
const MAX_SHAPES: usize = 200_000;

/// All that is known about a connection's tags.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    shapes: HashMap<Key, Shape>,
    arrays: HashMap<String, Array>,
    /// Bytes of an element, by the array's name.
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

    /// Bytes of an element of the array.
    pub(crate) fn element(&self, array: &str) -> Option<usize> {
        self.elements.get(array).copied()
    }

    /// Keeps what a reply looked like. Texts vary in length, so that the longest one counts.
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
