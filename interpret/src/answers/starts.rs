//! The start values of an object and of its parts.

use tagbridge_project::Symbol;

use crate::book::Book;

/// Maximum number of parts.
const PARTS_MAX: usize = 200;
/// Members that an instruction writes: their start values say nothing.
const WRITTEN: &[&str] =
    &["ACC", "EN", "TT", "DN", "CU", "CD", "OV", "UN", "ET", "Q", "QU", "QD", "CV", "IN"];

/// A part with a start value.
pub(super) struct Start {
    /// Its full name.
    pub(super) name: String,
    /// Its name within the object; empty for the object itself.
    pub(super) part: String,
    /// Its start value, with its unit.
    pub(super) value: String,
    /// Whether it is a bit.
    pub(super) is_bit: bool,
}

/// The parts of an object with start values, in order; of a data block or a variable list, all of
/// its variables.
pub(super) fn starts(book: &Book<'_>, name: &str) -> Vec<Start> {
    let symbols = &book.facts.symbols;
    if let Ok(symbol) = symbols.find_without_hint(name) {
        return of_symbol(book, symbol);
    }
    let name = name.trim_matches('"');
    let own = symbols.tags().filter(|it| it.tag.scope.trim_matches('"').eq_ignore_ascii_case(name));
    own.flat_map(|it| of_symbol(book, it)).take(PARTS_MAX).collect()
}

fn of_symbol(book: &Book<'_>, symbol: Symbol<'_>) -> Vec<Start> {
    let whole = symbol.name();
    let leaves = book.facts.symbols.leaves(symbol).take(PARTS_MAX);
    let found = leaves.filter_map(|leaf| {
        let name = leaf.name();
        let last = name.rsplit('.').next().unwrap_or_default().trim_matches('"').to_uppercase();
        if WRITTEN.contains(&last.as_str()) {
            return None;
        }
        let unit = leaf.unit.map_or_else(String::new, |it| format!(" {it}"));
        let value = format!("{}{unit}", leaf.initial?);
        let part = name.strip_prefix(whole.as_str()).unwrap_or(&name);
        let is_bit = leaf.type_name().eq_ignore_ascii_case("BOOL");
        Some(Start { part: part.trim_start_matches('.').to_owned(), value, is_bit, name })
    });
    found.collect()
}
