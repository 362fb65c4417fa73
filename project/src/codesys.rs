//! CODESYS V3: the native `.export` archive, PLCopen XML, structured text in files, and the symbol
//! configuration.
//!
//! The project formats are read into [`Object`](object::Object)s, which correspond to the tree of
//! the vendor's tool, with parsed declarations. [`assemble`] converts them to the model, so that a
//! project is the same in all formats. A symbol configuration contains types and published
//! variables, but no code, and is converted to the model directly.

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

/// The application of variables, if the file contains none: the default name of CODESYS.
const DEFAULT_APPLICATION: &str = "Application";

/// Maximum length of a name, in bytes. The name is repeated for everything in the object, so a
/// longer one, which no tool allows, could fill the memory.
const MAX_NAME: usize = 512;
