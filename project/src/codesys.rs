//! CODESYS V3: the native `.export` archive, PLCopen XML and the symbol configuration.
//!
//! Both project formats are read into [`Object`](object::Object)s, what the tree of the vendor's
//! tool shows, with their declarations scanned; [`assemble`] makes the one model of them, so that
//! the same project says the same in both. A symbol configuration holds no code: it tells types
//! and published variables, and becomes the model without that detour.

mod access;
mod archive;
mod assemble;
mod export;
mod initial;
mod object;
mod plcopen;
mod sfc;
mod symbols;
mod task_time;

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;

pub(crate) use self::{export::read_export, plcopen::read_plcopen, symbols::read_symbols};

/// The application that variables belong to where the file names none: CODESYS' own default.
const DEFAULT_APPLICATION: &str = "Application";

/// Bytes of a name. It is repeated for all that belongs to it, so that a longer one, which no tool
/// lets anybody write, would fill the memory.
const MAX_NAME: usize = 512;
