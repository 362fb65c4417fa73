//! Texts outside of code that name variables: channels of devices, alarms, recipes, visualizations,
//! watch tables.

use std::collections::HashSet;

use crate::{Mention, MentionKind, Origin, Project, Vendor, spelling::path_parts};

/// A text of an object, which may name variables: the object, and its attribute or element.
#[derive(Debug, Clone)]
pub(crate) struct Outside {
    kind: MentionKind,
    by: String,
    field: String,
    text: String,
    origin: Origin,
}

impl Outside {
    /// A field of an object with its text; `None` if the text names no variable, as this platform
    /// writes them.
    pub(crate) fn read(
        (vendor, kind): (Vendor, MentionKind),
        by: &str,
        (field, text): (&str, &str),
        origin: impl FnOnce() -> Origin,
    ) -> Option<Self> {
        let has_name = match vendor {
            Vendor::Siemens => text.trim_start().starts_with('"'),
            _ => text.contains('.') && text.contains(char::is_alphabetic),
        };
        let (by, field) = (by.to_owned(), field.to_owned());
        has_name.then(|| Self { kind, by, field, text: text.to_owned(), origin: origin() })
    }
}

/// Returns the places of variables in texts.
pub(crate) fn mentions(texts: Vec<Outside>, project: &Project) -> Vec<Mention> {
    let plain = |name: &str| name.replace('"', "").to_lowercase();
    let names: HashSet<String> = project.tags.iter().map(|it| plain(&it.name)).collect();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for Outside { kind, by, field, text, origin } in texts {
        let paths = match project.vendor {
            Vendor::Siemens => quoted(&text, &|name| names.contains(&plain(name))),
            _ => paths(&text, &|name| names.contains(&plain(name))),
        };
        for operand in paths {
            if seen.insert((kind, by.clone(), operand.to_lowercase())) {
                found.push(Mention {
                    kind,
                    by: by.clone(),
                    field: field.clone(),
                    operand: operand.to_owned(),
                    scope: String::new(),
                    other: String::new(),
                    count: 1,
                    origin: origin.clone(),
                });
            }
        }
    }
    found
}

/// The variables in an expression: `PLC_PRG.Motor.Speed` of `Device.App.PLC_PRG.Motor.Speed > 5`.
fn paths<'t>(text: &'t str, is_known: &dyn Fn(&str) -> bool) -> Vec<&'t str> {
    let pieces = text.split(|it: char| !(it.is_alphanumeric() || "_.[]".contains(it)));
    let path = |piece: &'t str| {
        let piece = piece.trim_start_matches(['.', ']', '[']).trim_end_matches('.');
        let begins = std::iter::once(0).chain(piece.match_indices('.').map(|(at, _)| at + 1));
        let mut ways = begins.take(6).map(|at| &piece[at..]);
        ways.find_map(|way| {
            let end = way.match_indices(['.', '[']).nth(1).map_or(way.len(), |(at, _)| at);
            // An index that is computed may be any.
            let whole = if path_parts(&way[end..]).is_some() { way } else { &way[..end] };
            is_known(&way[..end]).then_some(whole)
        })
    };
    pieces.filter(|it| it.contains('.')).filter_map(path).collect()
}

/// The variable in a text that is a name: `"DB"."Speed"`, `"Motor On"`.
fn quoted<'t>(text: &'t str, is_known: &dyn Fn(&str) -> bool) -> Vec<&'t str> {
    let text = text.trim();
    let ends = text.match_indices(['.', '[']).map(|(at, _)| at).chain([text.len()]);
    let is_named = ends.map(|end| &text[..end]).any(is_known);
    if is_named { vec![text] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_in_expressions() {
        let known = |name: &str| ["PLC_PRG.Motor", "GVL.Level"].contains(&name);
        let check = |text: &str, expected: &[&str]| assert_eq!(paths(text, &known), expected);
        check("Device.App.PLC_PRG.Motor.Speed > 5", &["PLC_PRG.Motor.Speed"]);
        check("NOT(GVL.Level) AND PLC_PRG.Motor[3].On", &["GVL.Level", "PLC_PRG.Motor[3].On"]);
        check("GVL.Level_2 + Other.Level + 3.5.19.50 + .", &[]);
        check("GVL.Level[i].x", &["GVL.Level"]);
    }

    #[test]
    fn a_name_in_quotes_is_a_variable() {
        let known = |name: &str| ["\"Motor On\"", "\"DB\".\"a.b\""].contains(&name);
        let check = |text: &str, expected: &[&str]| assert_eq!(quoted(text, &known), expected);
        check("\"Motor On\"", &["\"Motor On\""]);
        check("\"DB\".\"a.b\"[2].x", &["\"DB\".\"a.b\"[2].x"]);
        check("\"Motor\"", &[]);
    }
}
