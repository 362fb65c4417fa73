//! The types of Logix tags.

use std::fmt;

/// An elementary data type, by its CIP code (CIP Vol 1, Appendix C-6.1; Rockwell 1756-PM020,
/// "CIP Data Type Values").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atomic {
    Bool,
    Sint,
    Int,
    Dint,
    Lint,
    Usint,
    Uint,
    Udint,
    Ulint,
    Real,
    Lreal,
    Byte,
    Word,
    /// A string of 32 bits; the element of every BOOL array.
    Dword,
    Lword,
    /// µs since 1970. This type and those below exist since version 34 of Studio 5000.
    Dt,
    /// ns since 1970.
    Ldt,
    /// A duration in µs, 32 bits.
    Time32,
    /// A duration in µs.
    Time,
    /// A duration in ns.
    Ltime,
}

impl Atomic {
    const ALL: [Self; 20] = [
        Self::Bool,
        Self::Sint,
        Self::Int,
        Self::Dint,
        Self::Lint,
        Self::Usint,
        Self::Uint,
        Self::Udint,
        Self::Ulint,
        Self::Real,
        Self::Lreal,
        Self::Byte,
        Self::Word,
        Self::Dword,
        Self::Lword,
        Self::Dt,
        Self::Ldt,
        Self::Time32,
        Self::Time,
        Self::Ltime,
    ];

    /// The type with this name, in any case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|atomic| atomic.name().eq_ignore_ascii_case(name))
    }

    /// The type code before the data in a reply.
    pub fn code(self) -> u16 {
        match self {
            Self::Bool => 0xC1,
            Self::Sint => 0xC2,
            Self::Int => 0xC3,
            Self::Dint => 0xC4,
            Self::Lint => 0xC5,
            Self::Usint => 0xC6,
            Self::Uint => 0xC7,
            Self::Udint => 0xC8,
            Self::Ulint => 0xC9,
            Self::Real => 0xCA,
            Self::Lreal => 0xCB,
            Self::Byte => 0xD1,
            Self::Word => 0xD2,
            Self::Dword => 0xD3,
            Self::Lword => 0xD4,
            Self::Dt => 0xC0,
            Self::Ldt => 0xCC,
            Self::Time32 => 0xD6,
            Self::Time => 0xD7,
            Self::Ltime => 0xDF,
        }
    }

    /// Size of one value in bytes.
    pub fn size(self) -> u32 {
        match self {
            Self::Bool | Self::Sint | Self::Usint | Self::Byte => 1,
            Self::Int | Self::Uint | Self::Word => 2,
            Self::Dint | Self::Udint | Self::Real | Self::Dword | Self::Time32 => 4,
            Self::Lint
            | Self::Ulint
            | Self::Lreal
            | Self::Lword
            | Self::Dt
            | Self::Ldt
            | Self::Time
            | Self::Ltime => 8,
        }
    }

    /// The Logix name: `DINT`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "BOOL",
            Self::Sint => "SINT",
            Self::Int => "INT",
            Self::Dint => "DINT",
            Self::Lint => "LINT",
            Self::Usint => "USINT",
            Self::Uint => "UINT",
            Self::Udint => "UDINT",
            Self::Ulint => "ULINT",
            Self::Real => "REAL",
            Self::Lreal => "LREAL",
            Self::Byte => "BYTE",
            Self::Word => "WORD",
            Self::Dword => "DWORD",
            Self::Lword => "LWORD",
            Self::Dt => "DT",
            Self::Ldt => "LDT",
            Self::Time32 => "TIME32",
            Self::Time => "TIME",
            Self::Ltime => "LTIME",
        }
    }

    /// Whether its bits can be addressed (`Tag.5`).
    pub(super) fn has_bits(self) -> bool {
        !matches!(
            self,
            Self::Bool
                | Self::Real
                | Self::Lreal
                | Self::Dt
                | Self::Ldt
                | Self::Time32
                | Self::Time
                | Self::Ltime
        )
    }
}

/// The type of one element of a tag or member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Element {
    Atomic(Atomic),
    /// A structure, by its index in the list of the model.
    Structure(StructureId),
}

/// The index of a structure in its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct StructureId(pub(super) usize);

/// The type of a tag or a member: elements in up to three dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagType {
    /// One element. A BOOL array has `DWORD` elements.
    pub(super) element: Element,
    /// Sizes of the dimensions, outermost first; unused ones are 0.
    pub(super) dimensions: [u32; 3],
}

impl TagType {
    /// Number of elements in all dimensions.
    pub(super) fn count(&self) -> u32 {
        self.dimensions.iter().filter(|size| **size > 0).product()
    }

    /// Number of dimensions; 0 for a scalar.
    pub(super) fn rank(&self) -> usize {
        self.dimensions.iter().take_while(|size| **size > 0).count()
    }
}

/// The access of clients to a tag, from its declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ExternalAccess {
    #[default]
    ReadWrite,
    ReadOnly,
    /// No access; reads fail with a privilege violation.
    None,
}

impl ExternalAccess {
    /// The value of the symbol's attribute 10.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::ReadWrite => 0,
            Self::ReadOnly => 2,
            Self::None => 3,
        }
    }
}

impl fmt::Display for Atomic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
