//! A tag in a data block, in a form for all clients.

use serde::{Deserialize, Serialize};

/// A tag in a data block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tag {
    pub(super) block: u16,
    pub(super) byte: u32,
    pub(super) kind: Kind,
    /// In bytes.
    pub(super) size: u32,
}

/// The type of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Bit 0 of its byte.
    Bool,
    Int,
    Word,
    DInt,
    DWord,
    Real,
    Time,
    /// With space for its whole size except two bytes.
    String,
    /// A range of bytes.
    Bytes,
}

impl Tag {
    /// As our driver spells it.
    pub(super) fn name(&self) -> String {
        let Self { block, byte, kind, size } = *self;
        match kind {
            Kind::Bool => format!("DB{block}.DBX{byte}.0"),
            Kind::Int => format!("DB{block}.DBW{byte}:INT"),
            Kind::Word => format!("DB{block}.DBW{byte}"),
            Kind::DInt => format!("DB{block}.DBD{byte}:DINT"),
            Kind::DWord => format!("DB{block}.DBD{byte}"),
            Kind::Real => format!("DB{block}.DBD{byte}:REAL"),
            Kind::Time => format!("DB{block}.DBD{byte}:TIME"),
            Kind::String => format!("DB{block}.DBB{byte}:STRING[{}]", size - 2),
            Kind::Bytes => format!("DB{block}.DBB{byte}[{size}]"),
        }
    }
}
