//! Reads the project files of vendors: bytes in, model out, no network.
//!
//! [`read`] detects the format by the contents, and returns a [`Project`], the vendor-neutral
//! model. If a part of a file cannot be read, the model gets a [`Note`]; if nothing can be read,
//! the result is a [`ProjectError`]. Reading never panics.

mod address;
mod blocks;
mod codesys;
mod constants;
mod declaration;
mod detect;
mod editor_address;
mod error;
mod expand;
mod file;
mod l5x;
mod line_index;
mod lookup;
#[cfg(test)]
mod lookup_fixture;
mod memory;
mod model;
mod outside;
mod read;
mod reason;
mod says;
mod siemens;
mod source;
pub mod spelling;
mod text;
mod values;
mod xml;

pub use address::{Reads, Target};
pub use blocks::DataBlock;
pub use editor_address::english_address;
pub use error::{Place as ErrorPlace, ProjectError};
pub use expand::{Leaves, Step, Symbol};
pub use file::SourceFile;
pub use lookup::{NotFound, Symbols};
pub use memory::{Memory, Stored};
pub use model::{
    Access, Block, BlockKind, Body, Connection, Controller, DataType, DataTypeKind, Dimension,
    EnumValue, Exchange, Format, Initial, Language, Member, Mention, MentionKind, Modifier, Module,
    Net, Node, Note, NoteKind, Origin, Origins, Pin, Place, Position, Program, Project, Published,
    Retention, Routine, Rung, ScanRoutine, Section, Tag, Task, Translations, TypeUse, Vendor, Way,
    Wire,
};
pub use read::read;
pub use source::Source;
pub use tagbridge_notation::{SymbolPlace, symbol_places};
pub use text::decode_surely;
