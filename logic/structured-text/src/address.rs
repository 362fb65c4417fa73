//! Absolute addresses without `%`, as lists and STEP 7 classic have them: `M 0.0`, `DB1.DBW 4`, `T 5`.

/// An address in a common spelling (`%M0.0`, `%DB1.DBW4`, `%T5`), with English letters. `None` if
/// the text is not an absolute address.
pub fn absolute_address(text: &str) -> Option<String> {
    let text = text.strip_prefix('%').unwrap_or(text).to_ascii_uppercase();
    let (block, rest) = match text.split_once('.') {
        Some((block, rest)) if rest.starts_with('D') => {
            let number = block.strip_prefix("DB")?.trim_start();
            number.parse::<u16>().ok()?;
            (format!("DB{number}."), rest)
        }
        _ => (String::new(), text.as_str()),
    };
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic())?;
    let (area, number) = (&rest[..letters], rest[letters..].trim_start());
    let known = match area {
        "DBX" | "DBB" | "DBW" | "DBD" => area.to_owned(),
        // SCL of STEP 7 classic: `DB1.DW4`, `DB1.D4.0`.
        "D" | "DX" if !block.is_empty() => "DBX".to_owned(),
        "DB" | "DW" | "DD" if !block.is_empty() => format!("DB{}", &area[1..]),
        _ if !block.is_empty() => return None,
        "T" => "T".to_owned(),
        "C" | "Z" => "C".to_owned(),
        "DIX" | "DIB" | "DIW" | "DID" => area.to_owned(),
        _ => {
            let (peripheral, plain) = match area.strip_prefix('P') {
                Some(plain) => ("P", plain),
                None => ("", area),
            };
            let (letter, size) = (plain.get(..1)?, &plain[1..]);
            let letter = match letter {
                "I" | "E" => "I",
                "Q" | "A" => "Q",
                "M" | "L" if peripheral.is_empty() => letter,
                _ => return None,
            };
            if !["", "X", "B", "W", "D"].contains(&size) {
                return None;
            }
            format!("{peripheral}{letter}{size}")
        }
    };
    let (byte, bit) = number.split_once('.').unwrap_or((number, ""));
    byte.parse::<u32>().ok()?;
    let is_bit = known.ends_with('X') || ["I", "Q", "M", "L"].contains(&known.as_str());
    let fits = match (is_bit, bit.parse::<u8>()) {
        (true, Ok(bit)) => bit < 8,
        (false, _) => bit.is_empty(),
        _ => false,
    };
    fits.then(|| format!("%{block}{known}{number}"))
}

/// The name of a data block in the spelling of lists: `DB 20`.
pub fn data_block_name(text: &str) -> Option<String> {
    let number =
        text.get(..2).filter(|it| it.eq_ignore_ascii_case("DB")).map(|_| text[2..].trim())?;
    number.parse::<u16>().ok().map(|number| format!("DB{number}"))
}

/// The area of a computed address, such as `MW` of `MW[i]`, as [`absolute_address`] spells it.
pub fn absolute_area(text: &str) -> Option<String> {
    let spelled = absolute_address(&format!("{text}0"))
        .or_else(|| absolute_address(&format!("{text}0.0")))?;
    Some(spelled.trim_end_matches(['0', '.']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_one_spelling() {
        for (text, expected) in [
            ("M 0.0", Some("%M0.0")),
            ("%m0.1", Some("%M0.1")),
            ("E  1.7", Some("%I1.7")),
            ("AW 4", Some("%QW4")),
            ("PEW 256", Some("%PIW256")),
            ("DB1.DBX 0.0", Some("%DB1.DBX0.0")),
            ("DB 12.DBD4", Some("%DB12.DBD4")),
            ("DB20.DW4", Some("%DB20.DBW4")),
            ("db20.d4.0", Some("%DB20.DBX4.0")),
            ("DBW 2", Some("%DBW2")),
            ("T 5", Some("%T5")),
            ("Z5", Some("%C5")),
            ("M 0.8", None),
            ("MW 4.1", None),
            ("M", None),
            ("AB", None),
            ("A", None),
            ("#x", None),
            ("\"M 0.0\"", None),
            ("DB1.x", None),
            ("5", None),
            ("TRUE", None),
            ("T#5s", None),
            ("L#5", None),
        ] {
            assert_eq!(absolute_address(text).as_deref(), expected, "{text}");
        }
    }
}
