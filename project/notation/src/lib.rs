//! Notations in which vendors' files write values and symbols as text.
//!
//! Pure: text in, parts with their places out.

mod symbols;
mod value;

pub use self::{
    symbols::{SYMBOL_TABLES, SymbolPlace, symbol_places, symbol_rows, written_symbol},
    value::{StoredValue, raw_values},
};
