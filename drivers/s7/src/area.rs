//! What an area is called.

use tagbridge_texts::{Coded, Message};

use crate::address::Area;

/// An area, where it has no number.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-area")]
pub(crate) enum AreaName {
    Memory,
    Inputs,
    Outputs,
    Timers,
    Counters,
}

/// A block by its number, another area by its name.
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
