//! The sizes of types in the fixed layout of S7, and the places of array elements.
//!
//! The places of members in their structure were set by the reader (`bit_offset`).

use tagbridge_s7_address::Type;

use super::{MAX_DEPTH, Shape, Typed, World, is_visible};
use crate::{Dimension, Member, Section};

/// The size of a structured in-out parameter.
const POINTER_BITS: u32 = 48;

/// The driver's name of an elementary S7 type, and its size in bits. A type that the driver cannot
/// read (a pointer) has no name.
///
/// Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types".
pub(crate) fn elementary(typed: Typed<'_>) -> Option<(Option<String>, u32)> {
    let name = typed.name.to_ascii_uppercase();
    let bits = match name.as_str() {
        "STRING" => {
            let length = typed.length.unwrap_or(254);
            return Some((
                Some(format!("STRING[{length}]")),
                length.saturating_add(2).saturating_mul(8),
            ));
        }
        "WSTRING" => {
            let length = typed.length.unwrap_or(254);
            let bits = length.saturating_mul(2).saturating_add(4).saturating_mul(8);
            return Some((Some(format!("WSTRING[{length}]")), bits));
        }
        "POINTER" => return Some((None, 48)),
        "ANY" => return Some((None, 80)),
        "DB_ANY" | "PORT" | "RTM" | "PIP" => return Some((Some("UINT".to_owned()), 16)),
        "CONN_R_ID" => return Some((Some("DWORD".to_owned()), 32)),
        name if name.starts_with("HW_") || name.starts_with("CONN_") => {
            return Some((Some("WORD".to_owned()), 16));
        }
        name if name.starts_with("OB_") => return Some((Some("INT".to_owned()), 16)),
        name if name.starts_with("EVENT_") || name == "AOM_IDENT" => {
            return Some((Some("DWORD".to_owned()), 32));
        }
        name => match Type::by_name(name)? {
            Type::Bool => 1,
            kind => kind.size() * 8,
        },
    };
    Some((Some(name), bits))
}

impl World<'_> {
    /// The distance between two elements of an array in bits, if the layout is known.
    pub(super) fn stride(self, element: Typed<'_>) -> Option<u32> {
        even(self.size(element, 0)?)
    }

    /// The offset of the element at this index in memory from the beginning of the array, in bits.
    /// The last index changes fastest.
    pub(crate) fn into(
        self,
        dimensions: &[Dimension],
        element: Typed<'_>,
        position: u64,
    ) -> Option<u32> {
        let stride = u64::from(self.stride(element)?);
        let bits = match row_of_bits(dimensions, stride) {
            Some(row) => (position / row)
                .checked_mul(row.next_multiple_of(8))?
                .checked_add(position % row)?,
            None => position.checked_mul(stride)?,
        };
        u32::try_from(bits).ok()
    }

    /// The index in memory of the element at this offset in bits, if there is one.
    pub(crate) fn position(
        self,
        dimensions: &[Dimension],
        element: Typed<'_>,
        into: u32,
    ) -> Option<u64> {
        let (into, stride) = (u64::from(into), u64::from(self.stride(element)?));
        let position = match row_of_bits(dimensions, stride) {
            Some(row) => {
                let (above, column) =
                    (into / row.next_multiple_of(8), into % row.next_multiple_of(8));
                (column < row).then_some(above * row + column)?
            }
            None => into.checked_div(stride)?,
        };
        (position < super::count(dimensions)).then_some(position)
    }

    /// The size of a type in bits, if the layout is known.
    pub(crate) fn bits(self, of: Typed<'_>) -> Option<u32> {
        self.size(of, 0)
    }

    fn size(self, of: Typed<'_>, depth: usize) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.types.shape(self.project, of) {
            Shape::Scalar(scalar) => elementary(scalar).map(|(_, bits)| bits),
            Shape::Array { dimensions, element } => {
                let stride = even(self.size(element, depth + 1)?)?;
                match dimensions {
                    [outer @ .., row] if stride == 1 && !outer.is_empty() => {
                        let row = row.count().checked_next_multiple_of(8)?;
                        outer.iter().try_fold(row, |bits, it| bits.checked_mul(it.count()))
                    }
                    _ => {
                        dimensions.iter().try_fold(stride, |bits, it| bits.checked_mul(it.count()))
                    }
                }
            }
            Shape::Structure(_) if of.members.is_empty() => self.types.stride(of.name),
            Shape::Structure(members) => {
                // The last member in memory determines the size.
                let last = members
                    .iter()
                    .filter(|member| is_stored(member))
                    .max_by_key(|member| member.bit_offset)?;
                let end = last.bit_offset?.checked_add(self.member_size(last, depth + 1)?)?;
                end.checked_next_multiple_of(16)
            }
        }
    }

    fn member_size(self, member: &Member, depth: usize) -> Option<u32> {
        let of = Typed::of(&member.type_use);
        let shape = self.types.shape(self.project, of);
        if member.section == Some(Section::InOut) && !matches!(shape, Shape::Scalar(_)) {
            return Some(POINTER_BITS);
        }
        self.size(of, depth)
    }
}

/// The number of bits in a row, if each row begins at a byte: for more than one dimension.
fn row_of_bits(dimensions: &[Dimension], stride: u64) -> Option<u64> {
    match dimensions {
        [_, .., row] if stride == 1 => Some(u64::from(row.count())).filter(|it| *it > 0),
        _ => None,
    }
}

/// Rounds a size: elements of a bit or a byte are packed, others begin at an even byte.
fn even(bits: u32) -> Option<u32> {
    if bits > 8 { bits.checked_next_multiple_of(16) } else { Some(bits) }
}

fn is_stored(member: &Member) -> bool {
    is_visible(member.section) && member.section != Some(Section::Constant)
}
