//! The kind of an entry, by its `TypeGuid`.

use super::super::archive::guid_key;

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A program, function block or function, depending on its declaration.
    Pou,
    Method,
    Property,
    Accessor,
    Action,
    Transition,
    Interface,
    DataType,
    Globals,
    Task,
    SymbolConfiguration,
    Application,
    Device,
    Folder,
    /// Not needed: libraries, task configurations, PLC logic.
    Structure,
    /// An unknown GUID.
    Other,
}

impl Kind {
    /// Returns the kind by the first eight digits, which identify all known GUIDs.
    pub(super) fn of(type_guid: &str) -> Self {
        match guid_key(type_guid).as_deref() {
            // The second GUID is that of the implicit check functions (CheckBounds and the like).
            Some("6f9dac99" | "c3fc9989") => Self::Pou,
            Some("f8a58466" | "f89f7675") => Self::Method,
            Some("5a3b8626") => Self::Property,
            Some("792f2eb6") => Self::Accessor,
            Some("8ac092e5") => Self::Action,
            Some("a10c6218") => Self::Transition,
            Some("6654496c") => Self::Interface,
            Some("2db5746d") => Self::DataType,
            Some("ffbfa93a" | "261bd6e6") => Self::Globals,
            Some("98a2708a") => Self::Task,
            Some("21d4fe94") => Self::SymbolConfiguration,
            Some("639b491f") => Self::Application,
            Some("225bfe47") => Self::Device,
            Some("738bea1e") => Self::Folder,
            Some("ae1de277" | "adb5cb65" | "40b404f9") => Self::Structure,
            _ => Self::Other,
        }
    }
}
