//! CODESYS V3: the native `.export` archive, PLCopen XML, structured text in files, and the symbol
//! configuration.
//!
//! The project formats are read into [`Object`](object::Object)s, what the tree of the vendor's
//! tool shows, with their declarations scanned; [`assemble`] makes the one model of them, so that
//! the same project says the same in all. A symbol configuration holds no code: it tells types
//! and published variables, and becomes the model without that detour.

mod access;
mod archive;
mod assemble;
mod export;
mod initial;
mod object;
mod plcopen;
mod sfc;
mod source;
mod symbols;
mod task_time;

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;

pub(crate) use self::{
    export::read_export,
    plcopen::read_plcopen,
    source::{is_named, is_source, read_sources},
    symbols::read_symbols,
};

/// The application that variables belong to where the file names none: CODESYS' own default.
const DEFAULT_APPLICATION: &str = "Application";

/// Bytes of a name. It is repeated for all that belongs to it, so that a longer one, which no tool
/// lets anybody write, would fill the memory.
const MAX_NAME: usize = 512;
