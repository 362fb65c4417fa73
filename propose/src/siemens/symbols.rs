//! The names in the symbol tables of STEP 7 classic and of TIA Portal.

use tagbridge_project::{SymbolPlace, symbol_places};

use crate::{context::Context, copy::FileText, draft::Draft, says::Why};

/// A name of a tag in a table.
pub(super) struct SymbolName {
    file: usize,
    pub(super) place: SymbolPlace,
    /// The width of its column in characters, if blanks fill it.
    width: Option<usize>,
}

/// The places of a tag in all tables; none if no table has it.
pub(super) fn find(context: Context<'_>, name: &str) -> Vec<SymbolName> {
    // Blocks have symbols, too.
    if context.tag(&format!("\"{name}\"")).is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (file, of) in context.source.files.iter().enumerate() {
        let Ok(read) = FileText::of(context.source, file) else { continue };
        for place in symbol_places(&of.path, &read.text) {
            if place.name.eq_ignore_ascii_case(name) {
                let cell = &read.text[place.at.clone()];
                let is_filled = place.is_fixed || cell.ends_with(' ');
                let width = is_filled.then(|| cell.chars().count());
                found.push(SymbolName { file, place, width });
            }
        }
    }
    found
}

/// Writes another name. The columns after it stay in their places, unless the name is longer than
/// its column.
pub(super) fn rename(draft: &mut Draft, found: &[SymbolName], to: &str) -> Result<(), Why> {
    for SymbolName { file, place, width } in found {
        let width = width.unwrap_or(0);
        if place.is_fixed && to.chars().count() > width {
            return Err(Why::BadName { name: to.to_owned() });
        }
        draft.splice(*file, place.at.start, place.at.end, format!("{to:<width$}"));
    }
    Ok(())
}
