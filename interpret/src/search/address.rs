//! Absolute addresses in normal form: `i.0.3`, `db1.4.0`.

use tagbridge_project::Place;

/// The normal form of an address in any notation: `%IX0.3`, `E0.3`, `MW10`, `DB1.DBX4.2`,
/// `DB1.DBD4`.
pub(super) fn read(text: &str) -> Option<String> {
    let text = text.trim_start_matches('%').to_ascii_lowercase();
    if let Some(rest) = text.strip_prefix("db") {
        let (block, rest) = rest.split_once(".db").or_else(|| rest.split_once('.'))?;
        let block: u32 = block.parse().ok()?;
        return Some(format!("db{block}.{}", byte_and_bit(rest)?));
    }
    let area = match text.chars().next()? {
        'i' | 'e' => 'i',
        'q' | 'a' => 'q',
        'm' => 'm',
        _ => return None,
    };
    Some(format!("{area}.{}", byte_and_bit(&text[1..])?))
}

/// The normal form of a tag's address.
pub(super) fn of(place: &Place) -> Option<String> {
    match place {
        Place::Area { area, bit } => {
            Some(format!("{}.{}.{}", area.to_ascii_lowercase(), bit / 8, bit % 8))
        }
        Place::Block { number: Some(number), bit, .. } => {
            Some(format!("db{number}.{}.{}", bit / 8, bit % 8))
        }
        _ => None,
    }
}

/// `x0.3`, `w10`, `4.2`, `d4`.
fn byte_and_bit(text: &str) -> Option<String> {
    let text = text.strip_prefix(['x', 'b', 'w', 'd', 'l']).unwrap_or(text);
    let text = text.split(':').next().unwrap_or(text);
    let (byte, bit) = text.split_once('.').unwrap_or((text, "0"));
    let (byte, bit): (u32, u32) = (byte.parse().ok()?, bit.parse().ok()?);
    (bit < 8).then(|| format!("{byte}.{bit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form() {
        for (text, form) in [
            ("%IX0.3", "i.0.3"),
            ("E0.3", "i.0.3"),
            ("%MW10", "m.10.0"),
            ("DB1.DBX4.2", "db1.4.2"),
            ("db1.dbd4", "db1.4.0"),
            ("DB20.4.1", "db20.4.1"),
            ("Q1.7:BOOL", "q.1.7"),
        ] {
            assert_eq!(read(text).as_deref(), Some(form), "{text}");
        }
        for text in ["Motor", "M", "MW", "I0.9", "DBx.DBD4", "item1", "%"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
