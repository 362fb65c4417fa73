//! How many bits types take in the fixed layout of S7: where an array's elements lie.
//!
//! Where members lie in their structure was told by the reader (`bit_offset`).

use super::{MAX_DEPTH, Shape, Typed, World, is_visible};
use crate::{Member, Section};

/// A structured in-out parameter.
const POINTER_BITS: u32 = 48;

/// An elementary type of S7: what the driver calls it, and its bits; `None` where the driver
/// cannot read it (pointers).
///
/// Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types".
pub(crate) fn elementary(typed: Typed<'_>) -> Option<(Option<String>, u32)> {
    let name = typed.name.to_ascii_uppercase();
    let bits = match name.as_str() {
        "BOOL" => 1,
        "BYTE" | "CHAR" | "SINT" | "USINT" => 8,
        "WORD" | "INT" | "UINT" | "DATE" | "S5TIME" | "WCHAR" | "TIMER" | "COUNTER" => 16,
        "DWORD" | "DINT" | "UDINT" | "REAL" | "TIME" | "TIME_OF_DAY" | "TOD" => 32,
        "LWORD" | "LINT" | "ULINT" | "LREAL" | "LTIME" | "LTIME_OF_DAY" | "LTOD" | "LDT"
        | "DATE_AND_LTIME" | "DATE_AND_TIME" | "DT" => 64,
        "DTL" => 96,
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
        name if name.starts_with("HW_") || name.starts_with("CONN_") => {
            return Some((Some("WORD".to_owned()), 16));
        }
        name if name.starts_with("OB_") => return Some((Some("INT".to_owned()), 16)),
        name if name.starts_with("EVENT_") || name == "AOM_IDENT" => {
            return Some((Some("DWORD".to_owned()), 32));
        }
        _ => return None,
    };
    Some((Some(name), bits))
}

impl World<'_> {
    /// Bits from one element of an array to the next, where the layout tells.
    pub(super) fn stride(self, element: Typed<'_>) -> Option<u32> {
        even(self.size(element, 0)?)
    }

    fn size(self, of: Typed<'_>, depth: usize) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.types.shape(self.project, of) {
            Shape::Scalar(scalar) => elementary(scalar).map(|(_, bits)| bits),
            Shape::Array { dimensions, element } => {
                let stride = even(self.size(element, depth + 1)?)?;
                dimensions.iter().try_fold(stride, |bits, it| bits.checked_mul(it.count()))
            }
            Shape::Structure(_) if of.members.is_empty() => self.types.stride(of.name),
            Shape::Structure(members) => {
                // The last one in memory ends it.
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

/// Elements of a bit or a byte lie close together, all others begin at an even byte.
fn even(bits: u32) -> Option<u32> {
    if bits > 8 { bits.checked_next_multiple_of(16) } else { Some(bits) }
}

fn is_stored(member: &Member) -> bool {
    is_visible(member.section) && member.section != Some(Section::Constant)
}
