//! Texts in the shape of an address: `Q0.3`, `%IX0.1`, `DB10`, `Local:1:I.Data.0`, `N7:0`.

use tagbridge_project::{BlockKind, Place, Vendor};

use super::{Subject, plain};
use crate::Facts;

/// Maximum number of offered names.
const NEAREST_MAX: usize = 3;

impl Facts {
    /// The meaning of a text in the shape of an address, if it has such a shape. Where the project
    /// has nothing at the address, it is unknown: a name with similar letters is another thing.
    pub(crate) fn addressed(&self, text: &str) -> Option<Subject> {
        let text = text.trim_end_matches(['.', ',', ';', '?', '!']);
        if text.contains(['"', '#']) {
            return None;
        }
        let vendor = self.project().vendor;
        if let Some(subject) = self.numbered(text) {
            return Some(subject);
        }
        if let Some(wanted) = Extent::read(text, vendor) {
            return Some(self.at(&wanted));
        }
        is_of_module(text).then(|| {
            let found = self.value_called(text).or_else(|| self.code_called(text, None));
            found.unwrap_or_else(|| Subject::Unknown(self.in_module(text)))
        })
    }

    /// A block by its kind and number: `DB10`, `FB 3`.
    fn numbered(&self, text: &str) -> Option<Subject> {
        let lower = text.trim_start_matches('%').to_ascii_lowercase();
        let digits = lower.find(|it: char| it.is_ascii_digit())?;
        let (kind, number) = lower.split_at(digits);
        let number: u16 = number.parse().ok()?;
        if !["db", "fb", "fc", "ob"].contains(&kind) {
            return None;
        }
        let project = self.project();
        let is_kind = |it: BlockKind| match kind {
            "db" => it == BlockKind::DataBlock,
            "fb" => it == BlockKind::FunctionBlock,
            _ => it == BlockKind::Function,
        };
        let blocks = project.blocks.iter().filter(|it| kind != "ob" && is_kind(it.kind));
        let blocks = blocks.filter_map(|it| Some((it.number?, it.name.as_str())));
        let programs = project.programs.iter().filter(|_| kind == "ob");
        let programs = programs.filter_map(|it| Some((it.number?, it.name.as_str())));
        let mut all: Vec<(u16, &str)> = blocks.chain(programs).collect();
        if let Some((_, name)) = all.iter().find(|it| it.0 == number) {
            return self.code_called(name, None);
        }
        all.sort_by_key(|it| it.0.abs_diff(number));
        let kind = kind.to_ascii_uppercase();
        let nearest = all.iter().take(NEAREST_MAX);
        let nearest = nearest.map(|(own, name)| format!("{kind}{own} ({name})"));
        Some(Subject::Unknown(nearest.collect()))
    }

    /// The tag at exactly this address; otherwise unknown, with the tags around it.
    fn at(&self, wanted: &Extent) -> Subject {
        let vendor = self.project().vendor;
        let shown = wanted.shown(vendor);
        if let Some(found) = self.value_called(&shown) {
            return found;
        }
        let mut tags = self.extents();
        tags.retain(|(_, own)| own.area == wanted.area);
        let same = tags.iter().filter(|(_, own)| own == wanted);
        let same: Vec<String> = same.map(|it| it.0.clone()).collect();
        match same.as_slice() {
            [] => {}
            [one] => {
                return self.value_called(one).unwrap_or_else(|| Subject::Declared(one.clone()));
            }
            _ => return Subject::Several(same),
        }
        tags.sort_by_key(|(_, own)| own.distance(wanted));
        let nearest = tags.iter().take(NEAREST_MAX);
        Subject::Unknown(
            nearest.map(|(name, own)| format!("{} ({name})", own.shown(vendor))).collect(),
        )
    }

    /// The tags with an address; of a data block its members.
    fn extents(&self) -> Vec<(String, Extent)> {
        let vendor = self.project().vendor;
        let symbols = self.symbols.tags().flat_map(|symbol| {
            let parts = match &symbol.tag.place {
                Place::Block { .. } => self.symbols.parts(&symbol),
                _ => vec![symbol],
            };
            parts.into_iter()
        });
        let found = symbols.filter_map(|symbol| {
            let alias = symbol.tag.alias_for.as_deref().filter(|_| symbol.path.is_empty());
            let extent = match symbol.place() {
                Place::Area { area, bit } => Extent {
                    area: area.to_ascii_lowercase().to_string(),
                    start: bit,
                    bits: bits(symbol.type_name()),
                },
                Place::Block { number: Some(number), bit, .. } => Extent {
                    area: format!("db{number}"),
                    start: bit,
                    bits: bits(symbol.type_name()),
                },
                _ => Extent::read(alias?, vendor)?,
            };
            Some((symbol.name(), extent))
        });
        found.collect()
    }

    /// The names in the same module that are next to `Local:1:I.Data.9`.
    fn in_module(&self, text: &str) -> Vec<String> {
        let project = self.project();
        let (module, rest) = split_module(text);
        let number = |text: &str| -> i64 {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or_default()
        };
        let mut found: Vec<(u64, String)> = Vec::new();
        for tag in &project.tags {
            let Some(alias) = &tag.alias_for else { continue };
            let (own, part) = split_module(alias);
            if own.eq_ignore_ascii_case(module) {
                let distance = number(part).abs_diff(number(rest));
                found.push((distance, format!("{alias} ({})", tag.name)));
            }
        }
        found.sort();
        found.into_iter().take(NEAREST_MAX).map(|it| it.1).collect()
    }
}

/// Whether a text is an input or output of a module, or an address of older controllers.
fn is_of_module(text: &str) -> bool {
    let Some((first, rest)) = text.split_once(':') else { return false };
    let is_number = |it: &str| !it.is_empty() && it.chars().all(|char| char.is_ascii_digit());
    let area = |it: &str| {
        let end = it.find(['.', '[']).unwrap_or(it.len());
        ["i", "o", "c", "s"].contains(&it[..end].to_ascii_lowercase().as_str())
    };
    let older = first.trim_end_matches(|it: char| it.is_ascii_digit());
    let is_older = ["n", "b", "t", "c", "r", "f", "s", "i", "o", "st"]
        .contains(&older.to_ascii_lowercase().as_str())
        && is_number(rest.split(['/', '.']).next().unwrap_or_default());
    is_older
        || area(rest)
        || rest.split_once(':').is_some_and(|(slot, it)| is_number(slot) && area(it))
}

/// `Local:1:I.Data.3` as `Local:1:I` and `Data.3`.
fn split_module(text: &str) -> (&str, &str) {
    text.split_once('.').unwrap_or((text, ""))
}

/// The letters of 8, 16, 32 and 64 bits.
const WIDTHS: [char; 4] = ['B', 'W', 'D', 'L'];

/// The bits of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Extent {
    /// `i`, `q`, `m`, `t`, `c` or `db20`.
    area: String,
    start: u32,
    bits: u32,
}

impl Extent {
    /// `%IX0.1`, `E0.1`, `PIW256`, `MD4`, `DB10.DBX0.3`, `T5`. CODESYS counts words and double words,
    /// Siemens bytes.
    fn read(text: &str, vendor: Vendor) -> Option<Self> {
        let text = text.trim_start_matches('%').to_ascii_lowercase();
        let text = text.split(':').next().unwrap_or_default();
        let (area, rest) = if let Some(rest) = text.strip_prefix("db") {
            let (block, rest) = rest.split_once('.')?;
            let block: u16 = block.parse().ok()?;
            (format!("db{block}"), rest.strip_prefix("db").unwrap_or(rest))
        } else {
            let text = text.strip_prefix('p').unwrap_or(text);
            let first = text.chars().next()?;
            let area = match first {
                'i' | 'e' => 'i',
                'q' | 'a' => 'q',
                'm' => 'm',
                't' => 't',
                'c' | 'z' => 'c',
                _ => return None,
            };
            (area.to_string(), &text[1..])
        };
        if matches!(area.as_str(), "t" | "c") {
            let number = rest.parse().ok().filter(|_| vendor == Vendor::Siemens)?;
            return Some(Self { area, start: number, bits: 1 });
        }
        let width = rest.chars().next().filter(char::is_ascii_alphabetic);
        let rest = if width.is_some() { &rest[1..] } else { rest };
        let bits = match width {
            None | Some('x') => {
                let (byte, bit) = rest.split_once('.')?;
                let (byte, bit): (u32, u32) = (byte.parse().ok()?, bit.parse().ok()?);
                return (bit < 8).then_some(Self { area, start: byte * 8 + bit, bits: 1 });
            }
            Some('b') => 8,
            Some('w') => 16,
            Some('d') => 32,
            Some('l') => 64,
            _ => return None,
        };
        let number: u32 = rest.parse().ok()?;
        let unit = if vendor == Vendor::Codesys { bits } else { 8 };
        Some(Self { area, start: number.checked_mul(unit)?, bits })
    }

    /// In the notation of the platform.
    fn shown(&self, vendor: Vendor) -> String {
        let area = self.area.to_ascii_uppercase();
        if vendor == Vendor::Codesys {
            return match self.bits {
                1 => format!("%{area}X{}.{}", self.start / 8, self.start % 8),
                bits => {
                    format!("%{area}{}{}", WIDTHS[bits.ilog2() as usize - 3], self.start / bits)
                }
            };
        }
        let (byte, bit) = (self.start / 8, self.start % 8);
        let is_block = area.starts_with("DB");
        let mark = if is_block { ".DB" } else { "" };
        match (area.as_str(), self.bits) {
            ("T" | "C", _) => format!("{area}{}", self.start),
            (_, 1) if is_block => format!("{area}.DBX{byte}.{bit}"),
            (_, 1) => format!("{area}{byte}.{bit}"),
            (_, bits) => format!("{area}{mark}{}{byte}", WIDTHS[bits.ilog2() as usize - 3]),
        }
    }

    /// Number of bits between two extents; 0 if they share one.
    fn distance(&self, other: &Self) -> u32 {
        let gap = self.start.max(other.start);
        gap.saturating_sub((self.start + self.bits).min(other.start + other.bits).saturating_sub(1))
    }
}

/// The size of an elementary type in bits; of another one, that of its first bit.
fn bits(type_name: &str) -> u32 {
    match plain(type_name).as_str() {
        "byte" | "sint" | "usint" | "char" => 8,
        "word" | "int" | "uint" | "wchar" | "s5time" | "date" => 16,
        "dword" | "dint" | "udint" | "real" | "time" | "tod" | "time_of_day" => 32,
        "lword" | "lint" | "ulint" | "lreal" | "ltime" | "dt" | "ldt" => 64,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_by_the_platform_and_a_name_is_none() {
        let shown = |text: &str, vendor| Extent::read(text, vendor).map(|it| it.shown(vendor));
        for (text, expected) in [
            ("%I0.3", Some("I0.3")),
            ("E0.3", Some("I0.3")),
            ("a4.0", Some("Q4.0")),
            ("PIW256", Some("IW256")),
            ("MD100", Some("MD100")),
            ("DB10.DBX0.3", Some("DB10.DBX0.3")),
            ("db10.dbw4", Some("DB10.DBW4")),
            ("T5", Some("T5")),
            ("M2", None),
            ("Motor", None),
            ("E_Stop", None),
            ("I0.9", None),
            ("Axis", None),
        ] {
            assert_eq!(shown(text, Vendor::Siemens).as_deref(), expected, "{text}");
        }
        assert_eq!(shown("IW10", Vendor::Codesys).as_deref(), Some("%IW10"));
        assert_eq!(shown("%QX1.4", Vendor::Codesys).as_deref(), Some("%QX1.4"));
        assert_eq!(shown("T5", Vendor::AllenBradley), None);
        for text in ["Local:1:I.Data.0", "FlexIO:3:O.Ch0Data", "N7:0", "B3:0/1", "Drive_1:I.Speed"]
        {
            assert!(is_of_module(text), "{text}");
        }
        for text in ["Main/Drives:4", "03:12", "Main:4"] {
            assert!(!is_of_module(text), "{text}");
        }
    }
}
