//! Changes of declarations and structured text: SCL, DB and UDT sources, and the texts of CODESYS
//! objects.

pub(crate) mod add;
pub(crate) mod code;
pub(crate) mod condition;
pub(crate) mod copies;
mod declared;
pub(crate) mod expected;
pub(crate) mod names;
pub(crate) mod outline;
pub(crate) mod piece;
pub(crate) mod recipe;
pub(crate) mod remark;
pub(crate) mod remove;
pub(crate) mod rename;
pub(crate) mod series;
pub(crate) mod statements;
pub(crate) mod value;
pub(crate) mod world;

pub(crate) use self::world::World;
