//! The types that a Logix tag can have.

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
    /// A bit string of 32; the element of every BOOL array.
    Dword,
    Lword,
    /// µs since 1970. This and the others that follow: Studio 5000 from version 34 on.
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

    /// The type of this name in any case, or `None`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|atomic| atomic.name().eq_ignore_ascii_case(name))
    }

    /// The code that a reply carries before the data.
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

    /// Bytes of one value.
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

    /// The controller's own name: `DINT`.
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

    /// Whether single bits of it can be named (`Tag.5`).
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

/// What one element of a tag or member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Element {
    Atomic(Atomic),
    /// A structure, by its place in the model's list.
    Structure(StructureId),
}

/// The place of a structure in its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct StructureId(pub(super) usize);

/// What a tag or a member is: elements in up to three dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagType {
    /// One element. A BOOL array has `DWORD` elements.
    pub(super) element: Element,
    /// Sizes of the dimensions, outermost first; unused ones are 0.
    pub(super) dimensions: [u32; 3],
}

impl TagType {
    /// How many elements there are, in all dimensions.
    pub(super) fn count(&self) -> u32 {
        self.dimensions.iter().filter(|size| **size > 0).product()
    }

    /// How many dimensions there are; 0 for a scalar.
    pub(super) fn rank(&self) -> usize {
        self.dimensions.iter().take_while(|size| **size > 0).count()
    }
}

/// What others may do with a tag, as its owner set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ExternalAccess {
    #[default]
    ReadWrite,
    ReadOnly,
    /// Nobody may even look: privilege violation.
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
