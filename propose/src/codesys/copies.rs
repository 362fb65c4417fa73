//! Copies of objects with other names.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use tagbridge_forms::boxes::{field, rewritten};

use super::export::{Entry, Export};
use crate::{
    draft::{Content, Draft, Stop},
    element::{end_tag, start_tag},
    says::Why,
    text::{World, add::code_type, copies::expect, piece::escaped},
};

/// Copies an object with all its parts, after the original.
pub(super) fn duplicate(world: &World<'_>, export: &Export<'_, '_>) -> Result<Draft, Stop> {
    let with = world.context;
    let (_, unit, to) = world.copied()?;
    let other = || Stop::No(Why::OtherPlatform { what: unit.name.clone() });
    // A part of another object, or an object with an address, cannot be copied completely.
    let has_address = unit.variables().any(|it| it.1.at.is_some());
    let of_name: Vec<&Entry<'_, '_>> =
        export.entries.iter().filter(|it| it.name.eq_ignore_ascii_case(&unit.name)).collect();
    let [first] = of_name.as_slice() else { return Err(other()) };
    if unit.name.contains('.') || has_address {
        return Err(other());
    }
    let mut all = vec![*first];
    let mut next = 0;
    while let Some(entry) = all.get(next) {
        let is_new = |it: &&Entry<'_, '_>| {
            (it.parent == entry.guid || it.view == entry.guid)
                && !all.iter().any(|known| known.guid == it.guid)
        };
        let parts: Vec<&Entry<'_, '_>> = export.entries.iter().filter(is_new).collect();
        all.extend(parts);
        next += 1;
    }
    let part = format!("{}.", unit.name.to_lowercase());
    for routine in &with.logic.project.routines {
        let owner = format!("{}.", routine.owner.to_lowercase());
        if owner.starts_with(&part) {
            with.writable(&routine.owner, &routine.name)?;
        }
    }
    let text = &export.file.text;
    let mut copies = String::new();
    for entry in &all {
        let whole = entry.node.range();
        let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
        let mut copy = text[whole.clone()].to_owned();
        if std::ptr::eq(*entry, *first) {
            let meta = field(entry.node, "MetaObject").and_then(|it| field(it, "Name"));
            let name = meta.ok_or_else(other)?;
            let mut parts = vec![(start_tag(text, name).0..end_tag(text, name), escaped(to))];
            if let Some(declared) = &unit.name_at {
                let edit = crate::text::piece::Edit {
                    at: (declared.start, declared.end),
                    text: to.to_owned(),
                };
                let splices = world.texts[unit.piece].piece.splices(&[edit]);
                parts.extend(splices.into_iter().map(|it| (it.start..it.end, it.text)));
            }
            copy = rewritten(text, whole, parts);
        }
        for known in &all {
            copy = copy.replace(&known.guid, &derived(&known.guid, to));
        }
        copies.push_str(blanks);
        copies.push_str(&copy);
    }
    let last = all.iter().map(|it| it.node.range().end).max().unwrap_or_default();
    let mut draft = Draft::default();
    draft.splice(export.file.file, last, last, copies);
    expect(world, &mut draft, &unit.name, to);
    let declaration = world.texts[unit.piece].piece.text.clone();
    draft.copied(&unit.name, to, code_type(world, unit), Content::Given(declaration));
    Ok(draft)
}

/// An identifier that is always the same for the same copy.
pub(super) fn derived(guid: &str, to: &str) -> String {
    let hash = Sha256::digest(format!("{guid}/{}", to.to_lowercase()));
    let mut digits = hash.iter().take(16).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    // Version 8 of RFC 9562: custom.
    digits.replace_range(12..13, "8");
    digits.replace_range(16..17, "a");
    format!(
        "{}-{}-{}-{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..]
    )
}
