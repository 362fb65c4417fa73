//! The addresses of tags for people: as in the editor, otherwise as the driver names them.

use tagbridge_bridge::Names;
use tagbridge_project::{Symbol, Symbols, Target};

/// The address of a symbol, or otherwise the driver's name of it, such as the id of a node. `None`:
/// its name is its address, or it cannot be read.
pub(crate) fn address(names: &Names, of: &Symbol<'_>) -> Option<String> {
    let Names { symbols, target } = names;
    let driver = || symbols.address(of, target).ok().filter(|it| *it != of.name());
    symbols.editor_address(target, of).or_else(driver)
}

/// The address of a symbol that is not connected to a controller.
pub(crate) fn declared_address(symbols: &Symbols, of: &Symbol<'_>) -> Option<String> {
    symbols.editor_address(&Target::of(symbols.project()), of)
}
