//! An access control list in its text form (SDDL: MS-DTYP, section 2.5.1), with abbreviations and
//! numbers that do not depend on the system's language.

/// Everyone, authenticated users, users, guests, the domain's users, guests and computers, network,
/// interactive, all apps: as SDDL abbreviations and as numbers.
const EVERYBODY: [&str; 20] = [
    "WD",
    "AU",
    "BU",
    "BG",
    "DU",
    "DG",
    "DC",
    "NU",
    "IU",
    "AN",
    "AC",
    "S-1-1-0",
    "S-1-5-11",
    "S-1-5-32-545",
    "S-1-5-32-546",
    "S-1-5-2",
    "S-1-5-4",
    "S-1-5-7",
    "S-1-15-2-1",
    "S-1-15-2-2",
];
/// SDDL abbreviations of rights that include reading.
const READING: [&str; 4] = ["FA", "FR", "GA", "GR"];
/// The bits of rights that are written as a number: read data, generic read, generic all.
const READING_BITS: u32 = 0x9000_0001;

/// Whether a list in SDDL allows everyone to read; `None`: it cannot be parsed.
pub(super) fn lets_everybody_read(list: &str) -> Option<bool> {
    let list = list.strip_prefix("D:")?;
    let entries = list.find('(').map_or("", |at| &list[at..]);
    if entries.is_empty() {
        // A missing list allows everything to everyone; an empty list allows nothing.
        return Some(list.contains("NO_ACCESS_CONTROL"));
    }
    // The audit list may follow.
    let entries = entries.split("S:").next()?;
    entries
        .split_terminator(')')
        .map(|it| {
            let mut fields = it.strip_prefix('(')?.split(';');
            let (kind, _flags, rights) = (fields.next()?, fields.next()?, fields.next()?);
            let who = fields.nth(2)?;
            Some(matches!(kind, "A" | "XA") && EVERYBODY.contains(&who) && reads(rights)?)
        })
        .try_fold(false, |any, it| Some(any | it?))
}

/// A list with an additional entry; `None`: it already has the entry.
pub(super) fn with_entry(list: &str, entry: &str) -> Option<String> {
    // Explicit entries are before inherited ones.
    let at = list.find('(').unwrap_or(list.len());
    (!list.contains(entry)).then(|| format!("{}{entry}{}", &list[..at], &list[at..]))
}

/// Whether the list inherits no entries of its folder.
pub(super) fn is_protected(list: &str) -> bool {
    list.strip_prefix("D:").is_some_and(|it| it.split('(').next().unwrap_or_default().contains('P'))
}

/// Two letters each, or one hexadecimal number.
fn reads(rights: &str) -> Option<bool> {
    if let Some(number) = rights.strip_prefix("0x") {
        return u32::from_str_radix(number, 16).ok().map(|it| it & READING_BITS != 0);
    }
    let letters = rights.as_bytes().chunks(2).map(|it| std::str::from_utf8(it).unwrap_or_default());
    // "CC" is the first bit of an object's rights: reading the data of a file.
    Some(letters.into_iter().any(|it| it == "CC" || READING.contains(&it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_tells_whether_everybody_can_read() {
        for (list, expected) in [
            ("D:PAI(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)", Some(false)),
            ("D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)", Some(true)),
            ("D:(A;;FR;;;WD)", Some(true)),
            ("D:(A;;0x100116;;;S-1-5-11)", Some(false)),
            ("D:(A;;0x120089;;;S-1-5-11)", Some(true)),
            ("D:(D;;FA;;;WD)(A;;FA;;;S-1-5-21-1-2-3-1001)", Some(false)),
            ("D:(A;;CCSWRPLO;;;BU)", Some(true)),
            ("D:P(A;;FA;;;SY)S:AI(AU;SAFA;FA;;;WD)", Some(false)),
            ("D:P", Some(false)),
            ("D:NO_ACCESS_CONTROL", Some(true)),
            ("D:(A;;0xzz;;;WD)", None),
            ("D:(A;;FA", None),
            ("", None),
        ] {
            assert_eq!(lets_everybody_read(list), expected, "{list}");
        }
    }

    #[test]
    fn an_entry_is_added_once_and_before_those_of_the_folder() {
        let (list, entry) = ("D:PAI(A;;FA;;;SY)", "(A;;FR;;;LS)");
        let more = with_entry(list, entry).expect("it is new");
        assert_eq!(more, "D:PAI(A;;FR;;;LS)(A;;FA;;;SY)");
        assert_eq!(with_entry(&more, entry), None);
        assert_eq!(with_entry("D:", entry).as_deref(), Some("D:(A;;FR;;;LS)"));
        for (list, expected) in
            [(list, true), ("D:AI(A;ID;FA;;;SY)", false), ("D:(A;;FA;;;PS)", false), ("D:P", true)]
        {
            assert_eq!(is_protected(list), expected, "{list}");
        }
    }
}
