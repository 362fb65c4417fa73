//! Structures that every controller has, and that are missing in exports.

use crate::model::{DataType, DataTypeKind, Member, TypeUse};

/// The members of a timer instance, with their places in bits. The start time and the state, which
/// are not declared, are before and between them.
///
/// Source: Kepware, "Siemens TCP/IP Ethernet Driver Help", "Accessing Structured Elements in STEP 7".
const TIMER: [Place; 4] =
    [("PT", "Time", 32), ("ET", "Time", 64), ("IN", "Bool", 97), ("Q", "Bool", 98)];
const TIMERS: [&str; 9] =
    ["TON_TIME", "TOF_TIME", "TP_TIME", "TONR_TIME", "IEC_TIMER", "TON", "TOF", "TP", "TONR"];

/// The members of a 16-bit counter, from the same source, which does not describe other sizes.
const COUNTER: [Place; 8] = [
    ("CU", "Bool", 0),
    ("CD", "Bool", 1),
    ("R", "Bool", 2),
    ("LD", "Bool", 3),
    ("QU", "Bool", 4),
    ("QD", "Bool", 5),
    ("PV", "Int", 16),
    ("CV", "Int", 32),
];
const COUNTERS: [&str; 7] = ["IEC_COUNTER", "CTU_INT", "CTD_INT", "CTUD_INT", "CTU", "CTD", "CTUD"];

/// The members of an edge detection instance: an input, an output and an internal bit. Each section
/// begins at an even byte (TIA Portal help, `R_TRIG`).
const EDGE: [Place; 3] = [("CLK", "Bool", 0), ("Q", "Bool", 16), ("Stat_Bit", "Bool", 32)];
const EDGES: [&str; 2] = ["R_TRIG", "F_TRIG"];

/// The name, type and place in bits of a member.
type Place = (&'static str, &'static str, u32);

/// The members of a system structure; `None` if no system structure has this name.
pub(super) fn members(name: &str) -> Option<Vec<Member>> {
    let is_one_of = |names: &[&str]| names.iter().any(|it| name.eq_ignore_ascii_case(it));
    let places = match () {
        () if is_one_of(&TIMERS) => &TIMER[..],
        () if is_one_of(&COUNTERS) => &COUNTER[..],
        () if is_one_of(&EDGES) => &EDGE[..],
        () => return None,
    };
    let member = |&(name, kind, bit): &Place| Member {
        name: name.to_owned(),
        type_use: TypeUse::scalar(kind),
        bit_offset: Some(bit),
        ..Member::default()
    };
    Some(places.iter().map(member).collect())
}

/// A system structure as a data type, so that tags of this type can be expanded.
pub(super) fn data_type(name: &str) -> Option<DataType> {
    Some(DataType {
        name: name.to_owned(),
        kind: DataTypeKind::Structure,
        members: members(name)?,
        comment: Some("built into the controller".to_owned()),
        ..DataType::default()
    })
}
