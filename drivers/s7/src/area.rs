//! The names of areas.

use tagbridge_texts::{Coded, Message};

use crate::address::Area;

/// An area without a number.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-area")]
pub(crate) enum AreaName {
    Memory,
    Inputs,
    Outputs,
    Timers,
    Counters,
}

/// The number of a block, or the name of another area.
pub(crate) fn area_name(area: Area) -> Message {
    let name = match area {
        Area::Block(number) => return Message::verbatim(format!("DB{number}")),
        Area::Memory => AreaName::Memory,
        Area::Inputs => AreaName::Inputs,
        Area::Outputs => AreaName::Outputs,
        Area::Timers => AreaName::Timers,
        Area::Counters => AreaName::Counters,
    };
    name.message()
}
