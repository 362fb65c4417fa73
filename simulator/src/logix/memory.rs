//! A controller's tag memory: bytes, as they go over the wire, and the model that gives them sense.

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
    /// Memory for all tags of the model, all zero.
    pub fn new(model: Arc<Model>) -> Self {
        let bytes = vec![0; model.memory_size() as usize];
        Self { model, bytes, mirrors: Vec::new() }
    }

    /// The model behind it.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The value of a tag, a member, an element, a whole array or structure, or a bit.
    pub fn value(&self, name: &str) -> Result<Value, TagError> {
        Ok(self.at(&self.find(name)?))
    }

    /// Sets what [`value`](Self::value) reads.
    pub fn set(&mut self, name: &str, to: &Value) -> Result<(), TagError> {
        let location = self.find(name)?;
        self.put(&location, to).ok_or_else(|| TagError::WrongType { name: name.to_owned() })
    }

    /// The way to a scalar, an element or a bit, for a scan that goes it many times.
    pub fn slot<T: Scalar>(&self, name: &str) -> Result<Slot<T>, TagError> {
        let location = self.find(name)?;
        let fits = location.dimensions[0] == 0 && location.element == Element::Atomic(T::ATOMIC);
        if !fits {
            return Err(TagError::WrongType { name: name.to_owned() });
        }
        Ok(Slot { offset: location.offset as usize, bit: location.bit, scalar: PhantomData })
    }

    /// What the slot holds.
    pub fn read<T: Scalar>(&self, slot: Slot<T>) -> T {
        T::take(&self.bytes[slot.offset..], slot.bit)
    }

    /// Puts a value into the slot.
    pub fn write<T: Scalar>(&mut self, slot: Slot<T>, value: T) {
        value.put(&mut self.bytes[slot.offset..], slot.bit);
    }

    /// The way to a tag, a member or an element, for a program that goes it many times.
    pub(super) fn location(&self, name: &str) -> Result<Location, TagError> {
        self.find(name)
    }

    /// What is at a place of this memory's model.
    pub(super) fn at(&self, location: &Location) -> Value {
        value::decode(&self.model, location, &self.bytes)
    }

    /// Puts a value at a location. `None`: it is of another type, or does not fit.
    pub(super) fn put(&mut self, location: &Location, to: &Value) -> Option<()> {
        value::encode(&self.model, location, to, &mut self.bytes)
    }

    /// What one element of a tag, a member or an array is.
    pub(super) fn element(&self, name: &str) -> Result<Element, TagError> {
        Ok(self.find(name)?.element)
    }

    /// The way from one place to another of the same type.
    pub(super) fn mirror(&self, from: &str, to: &str) -> Result<Mirror, TagError> {
        let (source, target) = (self.find(from)?, self.find(to)?);
        if source.tag_type() != target.tag_type() {
            return Err(TagError::WrongType { name: to.to_owned() });
        }
        Ok(Mirror { from: source, to: target })
    }

    /// Lets tags follow others from now on: after each scan they are what the others are.
    pub(super) fn follow(&mut self, mirrors: Vec<Mirror>) {
        self.mirrors = mirrors;
        // An alias of an alias follows one step later.
        (0..4).for_each(|_| rig::Memory::settle(self));
    }

    /// Copies what is at one end of the way to the other.
    fn reflect(&mut self, way: Mirror) {
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

    /// A number that changes when any byte does.
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        hasher.finish()
    }

    /// Gives the symbols other instances; no value moves.
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
            self.reflect(self.mirrors[at]);
        }
    }
}

/// Where something lies that is to be the same in two places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mirror {
    from: Location,
    to: Location,
}

/// Where a scalar of a known type lies. Good for the memory that gave it, and others of its model.
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

/// A Rust type that stands for an elementary type.
pub trait Scalar: Copy {
    /// The type that it stands for.
    const ATOMIC: Atomic;
    /// Reads it from the first of `bytes`; `bit` is for BOOLs that share a byte.
    fn take(bytes: &[u8], bit: Option<u8>) -> Self;
    /// Writes it to the first of `bytes`.
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
