//! The bits of memory areas.

use super::Relation;
use crate::{NameId, PlaceId};

/// A range of bits of a memory area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) area: Area,
    pub(super) bit: u64,
    pub(super) bits: u64,
    /// Whether the range is exact; otherwise, the bits are somewhere within it.
    pub(super) sure: bool,
}

/// A memory area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Area {
    /// Inputs, outputs, memory; timers and counters, each of which is one bit here.
    Letter(char),
    /// A data block by its number.
    Block(u32),
    /// A data block whose number is missing in the file.
    Named(NameId),
    /// A place that others overlay.
    Over(PlaceId),
}

impl Extent {
    pub(super) fn relation(self, other: Self) -> Relation {
        if self.area != other.area {
            return Relation::Disjoint;
        }
        let relation = overlap((self.bit, self.bits), (other.bit, other.bits));
        if self.sure && other.sure { relation } else { relation.as_possible() }
    }

    /// A part of a word: S7 stores the highest byte first, so that bit 0 of a word is in its last
    /// byte.
    pub(super) fn swapped(self, first: u64, bits: u64) -> Self {
        let bytes = self.bits.div_ceil(8);
        let byte = bytes.saturating_sub(1 + first / 8);
        let start =
            if bits >= 8 { byte.saturating_sub(bits / 8 - 1) * 8 } else { byte * 8 + first % 8 };
        Self { bit: self.bit + start, bits, ..self }
    }

    /// A part of a word that is stored with the lowest byte first.
    pub(super) fn sub_extent(self, first: u64, bits: u64) -> Self {
        Self { bit: self.bit + first, bits, ..self }
    }
}

/// The relation between two ranges, each with its start and length.
pub(super) fn overlap(one: (u64, u64), other: (u64, u64)) -> Relation {
    let (end, other_end) = (one.0.saturating_add(one.1), other.0.saturating_add(other.1));
    if one == other {
        Relation::Same
    } else if one.0 <= other.0 && end >= other_end {
        Relation::Contains
    } else if other.0 <= one.0 && other_end >= end {
        Relation::Within
    } else if one.0 < other_end && other.0 < end {
        Relation::Overlaps
    } else {
        Relation::Disjoint
    }
}

/// The size of an elementary type in bits (IEC 61131-3, table 10; the help of TIA Portal and of
/// CODESYS). In CODESYS, a BOOL without a bit address occupies a byte.
pub(super) fn bits_of(name: &str) -> Option<u64> {
    Some(match name.to_ascii_uppercase().as_str() {
        "BOOL" | "BIT" => 1,
        "BYTE" | "CHAR" | "SINT" | "USINT" => 8,
        "WORD" | "INT" | "UINT" | "S5TIME" | "DATE" | "WCHAR" | "COUNTER" | "TIMER" => 16,
        "DWORD" | "DINT" | "UDINT" | "REAL" | "TIME" | "TIME_OF_DAY" | "TOD" => 32,
        "LWORD" | "LINT" | "ULINT" | "LREAL" | "LTIME" | "LTOD" | "LDT" | "DATE_AND_TIME" => 64,
        _ => return None,
    })
}

/// `%M0.3`, `IW4`, `%DB1.DBX0.1`, also with German letters. If `by_size`, a number counts elements
/// of its size, as in CODESYS: `%MW4` begins at byte 8.
pub(super) fn address(text: &str, by_size: bool) -> Option<Extent> {
    let text = text.strip_prefix('%').unwrap_or(text).to_ascii_uppercase();
    let (area, rest) = if let Some(block) = text.strip_prefix("DB") {
        let (number, rest) = block.split_once(".DB")?;
        (Area::Block(number.parse().ok()?), rest)
    } else {
        // Direct access bypasses the process image, but addresses the same input or output.
        let text = text.strip_prefix('P').unwrap_or(&text);
        let letter = match text.chars().next()? {
            'E' => 'I',
            'A' => 'Q',
            letter @ ('I' | 'Q' | 'M' | 'T' | 'C') => letter,
            _ => return None,
        };
        (Area::Letter(letter), text.get(1..)?)
    };
    let (bits, rest) = match rest.chars().next()? {
        'X' => (1, &rest[1..]),
        'B' => (8, &rest[1..]),
        'W' => (16, &rest[1..]),
        'D' => (32, &rest[1..]),
        'L' => (64, &rest[1..]),
        _ => (1, rest),
    };
    let (number, bit) = rest.split_once('.').unwrap_or((rest, "0"));
    let (number, bit): (u64, u64) = (number.parse().ok()?, bit.parse().ok()?);
    let unit = match area {
        Area::Letter('T' | 'C') => 1,
        _ if by_size && bits > 8 => bits,
        _ => 8,
    };
    let bit = number.checked_mul(unit)?.checked_add(bit)?;
    Some(Extent { area, bit, bits, sure: true })
}
