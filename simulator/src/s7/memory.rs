//! The memory of a virtual controller: data blocks and areas, as bytes.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use tagbridge_driver::Value;
use tagbridge_s7::{
    address::{Address, AddressError, Area},
    codec::status::item,
    types::{self, Type},
};

use super::value;
use crate::rig::set_up as rig;

/// Size of bit memory and of the process images of inputs and outputs, in bytes.
const AREA_SIZE: usize = 1024;
/// Number of timers and of counters.
const ELEMENTS: usize = 512;

/// Blocks and areas.
#[derive(Debug, Clone, Hash)]
pub struct Memory {
    blocks: BTreeMap<u16, Block>,
    merkers: Vec<u8>,
    inputs: Vec<u8>,
    outputs: Vec<u8>,
    timers: Vec<u8>,
    counters: Vec<u8>,
}

#[derive(Debug, Clone, Hash)]
struct Block {
    bytes: Vec<u8>,
    /// The block has no addresses.
    is_optimised: bool,
}

impl rig::Memory for Memory {
    type Error = TagError;

    fn value(&self, name: &str) -> Result<Value, TagError> {
        self.value(name)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), TagError> {
        self.set(name, value)
    }
}

/// Why a tag cannot be read or set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// The name is not an address.
    #[error("`{name}` is no address: {source}")]
    Address {
        /// The name.
        name: String,
        /// The reason.
        source: AddressError,
    },
    /// The controller has no such memory.
    #[error("{0} is not there: make the block, or make it larger")]
    Missing(Address),
    /// The value does not have the type of the address.
    #[error("{0} does not take this value")]
    Type(Address),
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            blocks: BTreeMap::new(),
            merkers: vec![0; AREA_SIZE],
            inputs: vec![0; AREA_SIZE],
            outputs: vec![0; AREA_SIZE],
            timers: vec![0; ELEMENTS * 2],
            counters: vec![0; ELEMENTS * 2],
        }
    }
}

impl Memory {
    /// Adds a data block of this size in bytes, all zero. Replaces a block with the same number.
    pub fn add_block(&mut self, number: u16, size: usize) {
        self.blocks.insert(number, Block { bytes: vec![0; size], is_optimised: false });
    }

    /// Adds a data block without addresses.
    pub fn add_optimised_block(&mut self, number: u16) {
        self.blocks.insert(number, Block { bytes: Vec::new(), is_optimised: true });
    }

    /// Extends a block or an area up to this address; all bytes of a new block are zero.
    pub(super) fn make_room(&mut self, address: &Address) {
        let (start, length) = extent(address);
        self.extend_area(address.area, start.saturating_add(length));
    }

    /// Extends a block or an area to at least this size in bytes, rounded up to an even number.
    pub(super) fn extend_area(&mut self, area: Area, size: usize) {
        let end = size.next_multiple_of(2);
        let bytes = match area {
            Area::Block(number) => {
                let empty = || Block { bytes: Vec::new(), is_optimised: false };
                &mut self.blocks.entry(number).or_insert_with(empty).bytes
            }
            Area::Memory => &mut self.merkers,
            Area::Inputs => &mut self.inputs,
            Area::Outputs => &mut self.outputs,
            Area::Timers => &mut self.timers,
            Area::Counters => &mut self.counters,
        };
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
    }

    /// Deletes a data block. False if it does not exist.
    pub fn delete_block(&mut self, number: u16) -> bool {
        self.blocks.remove(&number).is_some()
    }

    /// Returns a hash of all bytes.
    pub fn content_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns a hash of the numbers and lengths of the blocks.
    pub(super) fn outline_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (number, block) in &self.blocks {
            (number, block.bytes.len(), block.is_optimised).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns bytes of an area, or the return code of the refusal.
    pub(super) fn bytes(&self, area: Area, start: usize, length: usize) -> Result<&[u8], u8> {
        let all = match area {
            Area::Block(number) => {
                let block = self.blocks.get(&number).ok_or(item::NO_OBJECT)?;
                if block.is_optimised {
                    return Err(item::OUT_OF_RANGE);
                }
                &block.bytes
            }
            Area::Memory => &self.merkers,
            Area::Inputs => &self.inputs,
            Area::Outputs => &self.outputs,
            Area::Timers => &self.timers,
            Area::Counters => &self.counters,
        };
        let end = start.checked_add(length).ok_or(item::OUT_OF_RANGE)?;
        all.get(start..end).ok_or(item::OUT_OF_RANGE)
    }

    /// Returns the same bytes for a program that changes them.
    pub(crate) fn bytes_mut(
        &mut self,
        area: Area,
        start: usize,
        length: usize,
    ) -> Option<&mut [u8]> {
        let all = match area {
            Area::Block(number) => {
                &mut self.blocks.get_mut(&number).filter(|it| !it.is_optimised)?.bytes
            }
            Area::Memory => &mut self.merkers,
            Area::Inputs => &mut self.inputs,
            Area::Outputs => &mut self.outputs,
            Area::Timers => &mut self.timers,
            Area::Counters => &mut self.counters,
        };
        all.get_mut(start..start.checked_add(length)?)
    }

    /// Returns the value of a tag, with its name in any spelling: `DB1.DBD4:REAL`.
    pub fn value(&self, name: &str) -> Result<Value, TagError> {
        let address = parse(name)?;
        let (start, length) = extent(&address);
        let bytes =
            self.bytes(address.area, start, length).map_err(|_| TagError::Missing(address))?;
        let element = |at: usize, bit: u8| {
            let from = at.min(bytes.len());
            let to = (from + size(address.kind)).min(bytes.len());
            types::decode(address.kind, &bytes[from..to], bit).map_err(|_| TagError::Type(address))
        };
        match address.count {
            None => element(0, address.bit),
            Some(count) => places(&address, count)
                .map(|(at, bit)| element(at, bit))
                .collect::<Result<_, _>>()
                .map(Value::Array),
        }
    }

    /// Sets a tag.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), TagError> {
        let address = parse(name)?;
        let wrong = || TagError::Type(address);
        let (start, length) = extent(&address);
        let memory = self.bytes_mut(address.area, start, length);
        let memory = memory.ok_or(TagError::Missing(address))?;
        let elements: Vec<((usize, u8), &Value)> = match (address.count, value) {
            (None, value) => vec![((0, address.bit), value)],
            (Some(count), Value::Array(values)) if values.len() == size_of(count) => {
                places(&address, count).zip(values).collect()
            }
            _ => return Err(wrong()),
        };
        for ((at, bit), value) in elements {
            if let (Type::Bool, Value::Bool(is_set)) = (address.kind, value) {
                let mask = 1 << bit;
                memory[at] = if *is_set { memory[at] | mask } else { memory[at] & !mask };
                continue;
            }
            let bytes = value::encode(address.kind, value).ok_or_else(wrong)?;
            memory.get_mut(at..at + bytes.len()).ok_or_else(wrong)?.copy_from_slice(&bytes);
        }
        Ok(())
    }
}

fn parse(name: &str) -> Result<Address, TagError> {
    name.parse().map_err(|source| TagError::Address { name: name.to_owned(), source })
}

/// First byte and number of bytes.
fn extent(address: &Address) -> (usize, usize) {
    (size_of(address.start), size_of(address.size()))
}

/// Byte and bit of each element, relative to the first byte of the tag.
fn places(address: &Address, count: u32) -> impl Iterator<Item = (usize, u8)> {
    let (kind, first) = (address.kind, usize::from(address.bit));
    (0..size_of(count)).map(move |index| match kind {
        Type::Bool => ((first + index) / 8, u8::try_from((first + index) % 8).unwrap_or_default()),
        kind => (index * size_of(kind.stride()), 0),
    })
}

fn size(kind: Type) -> usize {
    size_of(kind.size())
}

fn size_of(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
