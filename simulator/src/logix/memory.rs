//! The tag memory of a controller: the bytes in network format, and the model that describes them.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    marker::PhantomData,
    sync::Arc,
};

use tagbridge_driver::Value;
use tagbridge_texts::Coded;

use super::{
    location::{self, Location, PathFault},
    model::Model,
    types::{Atomic, Element},
    value,
};
use crate::rig::set_up as rig;

/// The values of all tags of a model.
#[derive(Debug, Clone)]
pub struct Memory {
    model: Arc<Model>,
    bytes: Vec<u8>,
    /// The aliases.
    mirrors: Vec<Mirror>,
}

impl Memory {
    /// Creates memory for all tags of the model; all bytes are zero.
    pub fn new(model: Arc<Model>) -> Self {
        let bytes = vec![0; model.memory_size() as usize];
        Self { model, bytes, mirrors: Vec::new() }
    }

    /// The model of this memory.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the value of a tag, a member, an element, a whole array or structure, or a bit.
    pub fn value(&self, name: &str) -> Result<Value, TagError> {
        Ok(self.at(&self.find(name)?))
    }

    /// Sets a value that [`value`](Self::value) returns.
    pub fn set(&mut self, name: &str, to: &Value) -> Result<(), TagError> {
        let location = self.find(name)?;
        self.put(&location, to).ok_or_else(|| TagError::WrongType { name: name.to_owned() })
    }

    /// Resolves a scalar, an element or a bit once, for a scan that uses it often.
    pub fn slot<T: Scalar>(&self, name: &str) -> Result<Slot<T>, TagError> {
        let location = self.find(name)?;
        let fits = location.dimensions[0] == 0 && location.element == Element::Atomic(T::ATOMIC);
        if !fits {
            return Err(TagError::WrongType { name: name.to_owned() });
        }
        Ok(Slot { offset: location.offset as usize, bit: location.bit, scalar: PhantomData })
    }

    /// Returns the value of the slot.
    pub fn read<T: Scalar>(&self, slot: Slot<T>) -> T {
        T::take(&self.bytes[slot.offset..], slot.bit)
    }

    /// Writes a value to the slot.
    pub fn write<T: Scalar>(&mut self, slot: Slot<T>, value: T) {
        value.put(&mut self.bytes[slot.offset..], slot.bit);
    }

    /// Resolves a tag, a member or an element once, for a program that uses it often.
    pub(super) fn location(&self, name: &str) -> Result<Location, TagError> {
        self.find(name)
    }

    /// Returns the value at a location of this memory's model.
    pub(super) fn at(&self, location: &Location) -> Value {
        value::decode(&self.model, location, &self.bytes)
    }

    /// Writes a value to a location. `None` if the value has another type, or does not fit.
    pub(super) fn put(&mut self, location: &Location, to: &Value) -> Option<()> {
        value::encode(&self.model, location, to, &mut self.bytes)
    }

    /// Returns the type of one element of a tag, a member or an array.
    pub(super) fn element(&self, name: &str) -> Result<Element, TagError> {
        Ok(self.find(name)?.element)
    }

    /// Returns a copy instruction from one location to another of the same type.
    pub(super) fn mirror(&self, from: &str, to: &str) -> Result<Mirror, TagError> {
        let (source, target) = (self.find(from)?, self.find(to)?);
        if source.tag_type() != target.tag_type() {
            return Err(TagError::WrongType { name: to.to_owned() });
        }
        Ok(Mirror { from: source, to: target })
    }

    /// Sets the aliases: after each scan, each of them gets the value of its target.
    pub(super) fn follow(&mut self, mirrors: Vec<Mirror>) {
        self.mirrors = mirrors;
        // An alias of an alias is updated one step later.
        (0..4).for_each(|_| rig::Memory::settle(self));
    }

    /// Copies the value from the source to the target.
    fn copy_mirror(&mut self, way: Mirror) {
        let (from, to) = (way.from.offset as usize, way.to.offset as usize);
        if way.from.element == Element::Atomic(Atomic::Bool) {
            let bit = bool::take(&self.bytes[from..], way.from.bit);
            bit.put(&mut self.bytes[to..], way.to.bit);
        } else {
            let elements = way.from.tag_type().count();
            let size = (self.model.size_of(way.from.element) * elements) as usize;
            self.bytes.copy_within(from..from + size, to);
        }
    }

    /// Returns a hash of all bytes.
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        hasher.finish()
    }

    /// Renumbers the instances of the symbols; no value moves.
    pub(super) fn renumber(&mut self, first: u32) {
        Arc::make_mut(&mut self.model).renumber(first);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn find(&self, name: &str) -> Result<Location, TagError> {
        location::resolve_text(&self.model, name).map_err(|fault| match fault {
            PathFault::Unknown | PathFault::UnknownInstance => {
                TagError::Unknown { name: name.to_owned() }
            }
            PathFault::OutOfRange => TagError::OutOfRange { name: name.to_owned() },
        })
    }
}

impl rig::Memory for Memory {
    type Error = TagError;

    fn value(&self, name: &str) -> Result<Value, TagError> {
        self.value(name)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), TagError> {
        self.set(name, value)
    }

    fn settle(&mut self) {
        for at in 0..self.mirrors.len() {
            self.copy_mirror(self.mirrors[at]);
        }
    }
}

/// Two locations that always have the same value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mirror {
    from: Location,
    to: Location,
}

/// The location of a scalar of a known type. Valid for all memories of the same model.
#[derive(Debug)]
pub struct Slot<T> {
    offset: usize,
    bit: Option<u8>,
    scalar: PhantomData<T>,
}

impl<T> Clone for Slot<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Slot<T> {}

/// A Rust type for an elementary type.
pub trait Scalar: Copy {
    /// The elementary type.
    const ATOMIC: Atomic;
    /// Reads the value from the start of `bytes`; `bit` is for BOOLs that share a byte.
    fn take(bytes: &[u8], bit: Option<u8>) -> Self;
    /// Writes the value to the start of `bytes`.
    fn put(self, bytes: &mut [u8], bit: Option<u8>);
}

impl Scalar for bool {
    const ATOMIC: Atomic = Atomic::Bool;

    fn take(bytes: &[u8], bit: Option<u8>) -> Self {
        bytes[0] & bit.map_or(0xFF, |bit| 1 << bit) != 0
    }

    fn put(self, bytes: &mut [u8], bit: Option<u8>) {
        match bit {
            None => bytes[0] = u8::from(self),
            Some(bit) => bytes[0] = bytes[0] & !(1 << bit) | u8::from(self) << bit,
        }
    }
}

macro_rules! little_endian {
    ($($rust:ty => $atomic:ident),+ $(,)?) => {$(
        impl Scalar for $rust {
            const ATOMIC: Atomic = Atomic::$atomic;

            fn take(bytes: &[u8], _: Option<u8>) -> Self {
                let mut own = [0; size_of::<$rust>()];
                own.copy_from_slice(&bytes[..size_of::<$rust>()]);
                Self::from_le_bytes(own)
            }

            fn put(self, bytes: &mut [u8], _: Option<u8>) {
                bytes[..size_of::<$rust>()].copy_from_slice(&self.to_le_bytes());
            }
        }
    )+};
}

little_endian! {
    i8 => Sint, i16 => Int, i32 => Dint, i64 => Lint,
    u8 => Usint, u16 => Uint, u32 => Udint, u64 => Ulint,
    f32 => Real, f64 => Lreal,
}

/// Why the memory has no such value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "simulator-tag")]
pub enum TagError {
    Unknown { name: String },
    OutOfRange { name: String },
    WrongType { name: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_reach_what_names_reach() {
        let mut model = Model::new();
        for (name, type_text) in [("R", "REAL[3]"), ("Flags", "BOOL[64]"), ("D", "DINT")] {
            model.add(name, type_text).unwrap();
        }
        let mut memory = Memory::new(Arc::new(model));
        let empty = memory.hash();

        let real = memory.slot::<f32>("R[2]").unwrap();
        memory.write(real, 1.5);
        assert_eq!(memory.read(real).to_bits(), 1.5_f32.to_bits());
        assert_eq!(memory.value("R[2]"), Ok(Value::Real(1.5)));

        let flag = memory.slot::<bool>("Flags[63]").unwrap();
        memory.write(flag, true);
        assert_eq!(memory.value("Flags[63]"), Ok(Value::Bool(true)));
        assert_eq!(memory.value("Flags[62]"), Ok(Value::Bool(false)));
        memory.write(flag, false);
        assert!(!memory.read(flag));

        assert_ne!(memory.hash(), empty);
        assert!(memory.slot::<f32>("D").is_err());
        assert!(memory.slot::<f32>("R").is_err());
    }
}
