//! Rockwell `.L5X`: exports of a whole controller, or of a program, a routine, rungs, a data type,
//! an add-on instruction or a module with everything that they use.
//!
//! Format: Rockwell 1756-RM084 (Logix 5000 Controllers Import/Export).

mod add_on;
mod alias;
mod built_in;
mod data;
mod data_type;
mod diagram;
mod export;
mod mention;
mod module;
mod path;
mod reader;
mod routine;
mod sequence;
mod stored;
mod tag;
mod tree;
mod types;
mod walk;

use crate::{Project, ProjectError, text};

/// Reads a project; `hash` is left empty.
///
/// Returns an error if the file is not well-formed XML, or another kind of XML. Missing, repeated
/// and protected parts become notes.
pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Project, ProjectError> {
    let text = text::decode(bytes);
    Ok(walk::walk(file, &text)?.finish())
}

#[cfg(test)]
mod tests;
