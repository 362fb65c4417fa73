//! Absolute addresses of PLC tags, in English and German mnemonics.

use tagbridge_s7_address::{Address, Area};
use tagbridge_texts::Coded;

use crate::reason::Why;
use crate::{lookup::begin, model::Place, siemens::found::Kind};

/// Parses an address: `%I0.0`, `IW 10`, `%AD4`, `%M1.0`, `T 5`, `Z3`.
pub(in crate::siemens) fn place(address: &str) -> Place {
    let nowhere = |why: &Why<'_>| Place::Nowhere { reason: why.message() };
    let compact: String =
        address.chars().filter(|c| !c.is_whitespace() && *c != '%').collect::<String>();
    let upper = compact.to_ascii_uppercase();
    if upper.is_empty() {
        return nowhere(&Why::NoTableAddress);
    }
    // `:P` bypasses the process image; the place is the same.
    let upper = upper.trim_end_matches(":P");
    if upper.starts_with('P') {
        return nowhere(&Why::Peripheral { address });
    }
    match parse(upper) {
        Some((area, bit)) => Place::Area { area, bit },
        None => nowhere(&Why::NotAnAddress { address }),
    }
}

/// Parses the number of a block in a symbol table: `DB 5`, `FB12`.
pub(super) fn block_number(address: &str) -> Option<(Kind, u16)> {
    let compact: String = address.chars().filter(|c| !c.is_whitespace()).collect();
    let head = compact.get(..2)?.to_ascii_uppercase();
    let kind = match head.as_str() {
        "DB" => Kind::DataBlock,
        "FB" => Kind::FunctionBlock,
        "FC" => Kind::Function,
        "OB" => Kind::OrganizationBlock,
        _ => return None,
    };
    Some((kind, compact[2..].parse().ok()?))
}

fn parse(text: &str) -> Option<(char, u32)> {
    let address: Address = text.parse().ok()?;
    match address.area {
        Area::Block(_) => None,
        area => Some((area.letter().chars().next()?, begin(&address))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_both_mnemonics() {
        let check = |text: &str, expected: Option<(char, u32)>| {
            let expected = expected.map(|(area, bit)| Place::Area { area, bit });
            let place = Some(place(text)).filter(|place| matches!(place, Place::Area { .. }));
            assert_eq!(place, expected, "{text}");
        };
        check("%I0.0", Some(('I', 0)));
        check("%IW10", Some(('I', 80)));
        check("E 1.7", Some(('I', 15)));
        check("%AD4", Some(('Q', 32)));
        check("%QB2", Some(('Q', 16)));
        check("%M1.3", Some(('M', 11)));
        check("MW 4", Some(('M', 32)));
        check("%ML8", Some(('M', 64)));
        check("T 5", Some(('T', 5)));
        check("Z3", Some(('C', 3)));
        check("%IW10:P", Some(('I', 80)));
        check("%I0.8", None);
        check("PIW256", None);
        check("DB 5", None);
        check("", None);
        check("%MW99999999999", None);
        check("%MW4294967295", None);
        check("M", None);
        check("é", None);
    }

    #[test]
    fn block_numbers() {
        assert_eq!(block_number("DB  20"), Some((Kind::DataBlock, 20)));
        assert_eq!(block_number("FC1"), Some((Kind::Function, 1)));
        assert_eq!(block_number("UDT 5"), None);
        assert_eq!(block_number("D"), None);
    }
}
