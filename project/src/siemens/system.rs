//! Structures that every controller knows and no export shows.

use crate::model::{DataType, DataTypeKind, Member, TypeUse};

/// What an instance of a timer shows, with each member's place in bits. The beginning and the
/// state, which nobody declares, lie before and beside them.
///
/// Source: Kepware, "Siemens TCP/IP Ethernet Driver Help", "Accessing Structured Elements in STEP 7".
const TIMER: [Place; 4] =
    [("PT", "Time", 32), ("ET", "Time", 64), ("IN", "Bool", 97), ("Q", "Bool", 98)];
const TIMERS: [&str; 9] =
    ["TON_TIME", "TOF_TIME", "TP_TIME", "TONR_TIME", "IEC_TIMER", "TON", "TOF", "TP", "TONR"];

/// The same of a counter of 16 bits, from the same source. Those of other sizes are not told.
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

/// What an instance of an edge detection shows: an input, an output and a bit of its own, each
/// section from an even byte on (TIA Portal help, `R_TRIG`).
const EDGE: [Place; 3] = [("CLK", "Bool", 0), ("Q", "Bool", 16), ("Stat_Bit", "Bool", 32)];
const EDGES: [&str; 2] = ["R_TRIG", "F_TRIG"];

/// A member's name, type and place in bits.
type Place = (&'static str, &'static str, u32);

/// The members of a system structure; `None` where the name is none.
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

/// A system structure as a data type, so that what is made of it can be taken apart.
pub(super) fn data_type(name: &str) -> Option<DataType> {
    Some(DataType {
        name: name.to_owned(),
        kind: DataTypeKind::Structure,
        members: members(name)?,
        comment: Some("built into the controller".to_owned()),
        ..DataType::default()
    })
}
