//! A virtual Allen-Bradley Logix controller.

mod memory;
mod model;
mod place;
mod scan;
mod structure;
mod types;
mod value;

pub use memory::{Memory, Scalar, Slot, TagError};
pub use model::{Model, ModelError, Symbol, SymbolKind, Tag};
pub use scan::{BottlingLine, Counting, Scan, bottling_line, counting_model};
pub use structure::{Member, Structure};
pub use types::{Access, Atomic, Element, StructureId, TagType};
