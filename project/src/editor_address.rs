//! The addresses of tags as the vendors' editors write them: `%I0.3`, `%DB20.DBW4`, `%IX0.0`,
//! `Local:1:I.Data.3`.

use std::collections::BTreeMap;

use crate::{Symbol, Symbols, Target, Vendor};

impl Symbols {
    /// The address of a symbol in the vendor's editor. `None`: its name is its address, or it has none.
    pub fn editor_address(&self, target: &Target, of: &Symbol<'_>) -> Option<String> {
        match (self.project().vendor, &of.tag.alias_for) {
            (Vendor::Siemens, _) => {
                // A tag that is read over OPC UA has the same address in the editor.
                let unknown = Target::S7 { numbers: BTreeMap::new() };
                let target = if matches!(target, Target::S7 { .. }) { target } else { &unknown };
                self.address(of, target).ok().map(|it| absolute(&it))
            }
            (Vendor::AllenBradley, Some(alias)) => Some(format!("{alias}{}", of.operand())),
            (_, Some(alias)) if of.path.is_empty() => Some(alias.clone()),
            _ => None,
        }
    }
}

/// A written address in lower case, without `%`, and with the English letters of inputs and outputs:
/// `E0.3` is `i0.3`.
pub fn english_address(vendor: Option<Vendor>, text: &str) -> String {
    let address = text.trim().to_lowercase();
    let address = address.trim_start_matches('%');
    let is_number = |rest: &str| {
        rest.trim_start_matches(['b', 'w', 'd', 'x']).starts_with(|it: char| it.is_ascii_digit())
    };
    let german = [("e", "i"), ("a", "q")].into_iter().filter(|_| vendor == Some(Vendor::Siemens));
    let mut translated = german.filter_map(|(german, english)| {
        let rest = address.strip_prefix(german).filter(|it| is_number(it))?;
        Some(format!("{english}{rest}"))
    });
    translated.next().unwrap_or_else(|| address.to_owned())
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
