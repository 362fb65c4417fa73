//! The places of members in a data block with standard layout.
//!
//! Rules: `BOOL` uses the next free bit, a type of one byte the next free byte; all other types
//! begin at an even byte. The sizes of structures, arrays and strings are rounded up to even.
//! Elements of `BOOL` are packed by bit, those of one byte by byte; others begin at an even byte.
//! The last index changes fastest, and each row of bits begins at a byte.
//!
//! Source of the rule for rows of bits: `S7CommPlusDriver` (`S7CommPlusConnection.cs`), tested with
//! real controllers, rounds the bits of a row up to a multiple of eight.

mod extent;

use std::{cell::RefCell, collections::HashMap};

use tagbridge_texts::{Coded, Message};

use self::extent::Extent;
pub(crate) use self::extent::is_structured;
use crate::model::{Member, Section, TypeUse};
use crate::reason::{Layout, Why};

/// Whether the next `BOOL` or byte after an array or a string of odd size begins at an even byte.
/// Siemens' documentation says so (arrays occupy memory up to a word boundary); two other parsers
/// continue at the next byte. To be verified with a real controller.
const ARRAYS_END_EVEN: bool = true;

/// Larger than any data block, in bits.
const MAX_BITS: u64 = 16 * 1024 * 1024 * 8;

/// Maximum nesting of types; a deeper one counts as endless.
const MAX_DEPTH: usize = crate::declaration::MAX_DEPTH;

/// Why a member has no place.
pub(crate) type Unplaced = Message;

/// The types of a project by name, and their sizes.
pub(crate) struct Layouts<'a> {
    types: HashMap<String, Structured<'a>>,
    sizes: RefCell<HashMap<String, Result<u64, Unplaced>>>,
}

/// The members of a type.
#[derive(Clone, Copy)]
pub(crate) struct Structured<'a> {
    /// Empty if the members are unknown.
    pub(crate) members: &'a [Member],
    /// Members at the place of another member, by name, if the members have no places yet.
    pub(crate) over: Option<&'a HashMap<String, String>>,
}

impl<'a> Layouts<'a> {
    /// Creates the layouts of structures and function blocks. Names are not case-sensitive.
    pub(crate) fn new(types: impl Iterator<Item = (&'a str, Structured<'a>)>) -> Self {
        let types = types.map(|(name, it)| (name.to_lowercase(), it)).collect();
        Self { types, sizes: RefCell::default() }
    }

    /// Whether the project has a type or a function block with this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.types.contains_key(&name.to_lowercase())
    }

    /// Computes the places of consecutive members, also of those in anonymous structures, and
    /// returns their total size in bits. `over` has the members at the place of another member.
    ///
    /// Members after one of unknown size get no place; the error has the reason.
    pub(crate) fn place(
        &self,
        members: &mut [Member],
        over: &HashMap<String, String>,
    ) -> Result<u32, Unplaced> {
        let mut bits = 0;
        let mut failed = None;
        for pass in PASSES {
            for member in members.iter_mut().filter(|member| pass.contains(&member.section)) {
                if over.contains_key(&member.name) || failed.is_some() {
                    continue;
                }
                if let Err(reason) = self.place_one(member, &mut bits) {
                    failed = Some(reason);
                }
            }
            bits = bits.next_multiple_of(16);
        }
        for (name, target) in over {
            let place = members.iter().find(|member| member.name == *target);
            let place = place.and_then(|member| member.bit_offset);
            if let Some(member) = members.iter_mut().find(|member| member.name == *name) {
                member.bit_offset = place;
                self.place_inside(&mut member.type_use);
            }
        }
        match failed {
            Some(reason) => Err(reason),
            None => Ok(u32::try_from(bits).unwrap_or(u32::MAX)),
        }
    }

    /// The distance between two elements of an array, in bits; for a scalar its size. `None` if it
    /// is unknown.
    pub(crate) fn stride(&self, type_use: &TypeUse) -> Option<u32> {
        let bits = match self.element(type_use, 0).ok()? {
            Extent::Bit => 1,
            Extent::Byte => 8,
            Extent::Words(bytes) => bytes.next_multiple_of(2) * 8,
        };
        u32::try_from(bits).ok()
    }

    fn place_one(&self, member: &mut Member, bits: &mut u64) -> Result<(), Unplaced> {
        self.place_inside(&mut member.type_use);
        let extent = self.extent(member, 0);
        if extent == Ok(Extent::Words(0)) {
            return Ok(());
        }
        // The place is known even if the size is not: then the type is not a scalar.
        *bits = match extent {
            Ok(Extent::Bit) => *bits,
            Ok(Extent::Byte) => bits.next_multiple_of(8),
            Ok(Extent::Words(_)) | Err(_) => bits.next_multiple_of(16),
        };
        member.bit_offset = u32::try_from(*bits).ok();
        *bits += match extent? {
            Extent::Bit => 1,
            Extent::Byte => 8,
            Extent::Words(bytes) => bytes * 8,
        };
        if *bits > MAX_BITS {
            return Err(Layout::Beyond { name: &member.name }.message());
        }
        Ok(())
    }

    /// Computes the places of the members of an anonymous structure in it.
    fn place_inside(&self, type_use: &mut TypeUse) {
        if !type_use.members.is_empty() {
            // An error in here is also an error of the whole, which reports it.
            self.place(&mut type_use.members, &HashMap::new()).ok();
        }
    }

    fn extent(&self, member: &Member, depth: usize) -> Result<Extent, Unplaced> {
        if member.section == Some(Section::InOut) && self.is_structured(&member.type_use) {
            return Ok(Extent::Words(extent::POINTER_BYTES));
        }
        let element = self.element(&member.type_use, depth).map_err(|reason| {
            if member.name.is_empty() {
                return reason;
            }
            Layout::In { why: reason, name: &member.name }.message()
        })?;
        if member.type_use.dimensions.is_empty() {
            return Ok(match element {
                Extent::Words(bytes) if ARRAYS_END_EVEN => Extent::Words(bytes.next_multiple_of(2)),
                element => element,
            });
        }
        let counts =
            member.type_use.dimensions.iter().map(|dimension| u64::from(dimension.count()));
        let count = counts.fold(1_u64, u64::saturating_mul);
        if count == 0 {
            return Err(Layout::Size { name: &member.name }.message());
        }
        let bytes = match element {
            Extent::Bit => {
                let row = u64::from(member.type_use.dimensions.last().map_or(1, |it| it.count()));
                (count / row).saturating_mul(row.div_ceil(8))
            }
            Extent::Byte => count,
            Extent::Words(bytes) => count.saturating_mul(bytes.next_multiple_of(2)),
        };
        let bytes = if ARRAYS_END_EVEN { bytes.saturating_add(bytes % 2) } else { bytes };
        Ok(Extent::Words(bytes.min(MAX_BITS)))
    }

    /// Whether an in-out parameter of this type is passed as a pointer.
    pub(crate) fn is_structured(&self, type_use: &TypeUse) -> bool {
        !type_use.dimensions.is_empty()
            || !type_use.members.is_empty()
            || self.types.contains_key(&type_use.name.to_lowercase())
            || is_structured(&type_use.name)
    }

    fn element(&self, type_use: &TypeUse, depth: usize) -> Result<Extent, Unplaced> {
        if depth > MAX_DEPTH {
            return Err(Layout::HoldsItself { type_name: &type_use.name }.message());
        }
        if !type_use.members.is_empty() {
            let of = Structured { members: &type_use.members, over: None };
            return self.structure(of, depth).map(Extent::bits);
        }
        let key = type_use.name.to_lowercase();
        if let Some(of) = self.types.get(&key) {
            if of.members.is_empty() {
                return Err(Why::MembersUnknown { type_name: &type_use.name }.message());
            }
            if let Some(size) = self.sizes.borrow().get(&key) {
                return size.clone().map(Extent::bits);
            }
            // A type that is needed before its size is known contains itself.
            let endless = Err(Layout::HoldsItself { type_name: &type_use.name }.message());
            self.sizes.borrow_mut().insert(key.clone(), endless);
            let size = self.structure(*of, depth);
            self.sizes.borrow_mut().insert(key, size.clone());
            return size.map(Extent::bits);
        }
        extent::built_in(&type_use.name, type_use.length).ok_or_else(|| {
            match type_use.name.as_str() {
                "" => Layout::NotUnderstood,
                type_name => Layout::NoType { type_name },
            }
            .message()
        })
    }

    /// The size of a structure in bits. Members at the place of another one add nothing.
    fn structure(&self, of: Structured<'_>, depth: usize) -> Result<u64, Unplaced> {
        let is_over = |it: &Member| of.over.is_some_and(|over| over.contains_key(&it.name));
        let mut bits = 0_u64;
        for pass in PASSES {
            let members = of.members.iter().filter(|member| pass.contains(&member.section));
            for member in members.filter(|member| !is_over(member)) {
                // Known places show which members overlap others, and where gaps are.
                match member.bit_offset.map(u64::from) {
                    Some(place) if place < bits => continue,
                    Some(place) => bits = place,
                    None => {}
                }
                bits = match self.extent(member, depth + 1)? {
                    Extent::Words(0) => bits,
                    Extent::Bit => bits + 1,
                    Extent::Byte => bits.next_multiple_of(8) + 8,
                    Extent::Words(bytes) => bits.next_multiple_of(16) + bytes * 8,
                };
                if bits > MAX_BITS {
                    return Err(Layout::Beyond { name: &member.name }.message());
                }
            }
            bits = bits.next_multiple_of(16);
        }
        Ok(bits)
    }
}

/// The order of sections in memory, independent of the order in the source.
const PASSES: [&[Option<Section>]; 5] = [
    &[Some(Section::Input)],
    &[Some(Section::Output)],
    &[Some(Section::InOut)],
    &[Some(Section::Static)],
    &[None],
];

#[cfg(test)]
mod tests;
