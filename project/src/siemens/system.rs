//! Structures that every controller knows and no export shows.

use crate::model::{DataType, DataTypeKind, Member, TypeUse};

/// What an instance of a timer shows, with each member's place in bits. The beginning and the
/// state, which nobody declares, lie before and beside them.
const TIMER: [(&str, &str, u32); 4] =
    [("PT", "Time", 32), ("ET", "Time", 64), ("IN", "Bool", 97), ("Q", "Bool", 98)];

/// The members of a system structure; `None` where the name is none.
pub(super) fn members(name: &str) -> Option<Vec<Member>> {
    const TIMERS: [&str; 9] =
        ["TON_TIME", "TOF_TIME", "TP_TIME", "TONR_TIME", "IEC_TIMER", "TON", "TOF", "TP", "TONR"];
    TIMERS.iter().any(|timer| name.eq_ignore_ascii_case(timer)).then(|| {
        let member = |&(name, kind, bit): &(&str, &str, u32)| Member {
            name: name.to_owned(),
            type_use: TypeUse::scalar(kind),
            bit_offset: Some(bit),
            ..Member::default()
        };
        TIMER.iter().map(member).collect()
    })
}

/// A system structure as a data type, so that what is made of it can be taken apart.
pub(super) fn data_type(name: &str) -> Option<DataType> {
    Some(DataType {
        name: name.to_owned(),
        kind: DataTypeKind::Structure,
        members: members(name)?,
        values: Vec::new(),
        base: None,
        comment: Some("built into the controller".to_owned()),
    })
}
