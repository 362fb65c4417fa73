//! The addresses of tags as the vendors' editors write them: `%I0.3`, `%DB20.DBW4`, `%IX0.0`,
//! `Local:1:I.Data.3`.

use std::collections::BTreeMap;

use tagbridge_bridge::Names;
use tagbridge_project::{Symbol, Symbols, Target, Vendor};

/// The address of a symbol, or otherwise the driver's name of it, such as the id of a node. `None`:
/// its name is its address, or it cannot be read.
pub(crate) fn address(names: &Names, of: &Symbol<'_>) -> Option<String> {
    let Names { symbols, target } = names;
    let driver = || symbols.address(of, target).ok().filter(|it| *it != of.name());
    editor_address(symbols, target, of).or_else(driver)
}

/// The address of a symbol that is not connected to a controller.
pub(crate) fn declared_address(symbols: &Symbols, of: &Symbol<'_>) -> Option<String> {
    editor_address(symbols, &Target::of(symbols.project()), of)
}

fn editor_address(symbols: &Symbols, target: &Target, of: &Symbol<'_>) -> Option<String> {
    match (symbols.project().vendor, &of.tag.alias_for) {
        (Vendor::Siemens, _) => {
            // A tag that is read over OPC UA has the same address in the editor.
            let unknown = Target::S7 { numbers: BTreeMap::new() };
            let target = if matches!(target, Target::S7 { .. }) { target } else { &unknown };
            symbols.address(of, target).ok().map(|it| absolute(&it))
        }
        (Vendor::AllenBradley, Some(alias)) => Some(format!("{alias}{}", of.operand())),
        (_, Some(alias)) if of.path.is_empty() => Some(alias.clone()),
        _ => None,
    }
}

/// An address of the driver, such as `DB20.DBW4:INT[3]`, without its type.
fn absolute(address: &str) -> String {
    let address = address.split([':', '[']).next().unwrap_or_default();
    let percent = if address.starts_with("P#") { "" } else { "%" };
    format!("{percent}{address}")
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn addresses_are_written_as_in_the_editor() {
        for (driver, expected) in [
            ("I0.3", "%I0.3"),
            ("DB20.DBW4:INT", "%DB20.DBW4"),
            ("DB20.DBD8:REAL[3]", "%DB20.DBD8"),
            ("DB1.DBX0.0[8]", "%DB1.DBX0.0"),
            ("T5", "%T5"),
            ("P#DB20.DBX4.0", "P#DB20.DBX4.0"),
        ] {
            assert_eq!(absolute(driver), expected);
        }
    }
}
