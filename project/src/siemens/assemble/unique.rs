//! Merges blocks and tables that several files contain.

use std::collections::HashMap;

use super::{called, note};
use crate::says::Noted;
use crate::{
    Body, Note, NoteKind, Rung,
    declaration::{SectionDeclaration, TypeExpr, Variable},
    siemens::found::{FoundBlock, Kind, Table},
};

/// Merges blocks and types by kind and name. If two are the same, the first gets what it lacks (a
/// number, a layout, code); if they differ, the first is used, and the difference is noted.
pub(super) fn blocks(all: Vec<FoundBlock>, notes: &mut Vec<Note>) -> Vec<FoundBlock> {
    let mut unique: Vec<FoundBlock> = Vec::new();
    let mut by_name: HashMap<(bool, String), usize> = HashMap::new();
    for block in all {
        let key = (block.kind == Kind::Type, block.name.to_lowercase());
        match by_name.get(&key) {
            None => {
                by_name.insert(key, unique.len());
                unique.push(block);
            }
            Some(&first) => merge(&mut unique[first], block, notes),
        }
    }
    unique
}

fn merge(first: &mut FoundBlock, second: FoundBlock, notes: &mut Vec<Note>) {
    let same_kind = first.kind == second.kind;
    let same = same_kind
        && same_interface(first, &second)
        && agree(first.number, second.number)
        && agree(first.standard_layout, second.standard_layout);
    let and_code = match (&first.code, &second.code) {
        (Some(one), Some(two)) => {
            alike(&one.body, &two.body) || first.file != second.file && one.language != two.language
        }
        _ => true,
    };
    if !same || first.file == second.file || !and_code {
        let what = Noted::TwoFiles { first: &first.file, second: &second.file };
        note(notes, NoteKind::Conflict, &called(&second), &what);
    }
    if same {
        first.number = first.number.or(second.number);
        first.standard_layout = first.standard_layout.or(second.standard_layout);
        first.comment = first.comment.take().or(second.comment);
        first.code = first.code.take().or(second.code);
    }
}

/// Whether two bodies have the same contents, independent of their places in the files.
fn alike(one: &Body, two: &Body) -> bool {
    let (Body::Rungs(one), Body::Rungs(two)) = (one, two) else { return one == two };
    one.iter().map(says).eq(two.iter().map(says))
}

fn says(rung: &Rung) -> impl PartialEq + use<'_> {
    (rung.language, &rung.title, &rung.comment, &rung.text)
}

fn agree<T: PartialEq + Copy>(first: Option<T>, second: Option<T>) -> bool {
    first.is_none() || second.is_none() || first == second
}

/// Whether two interfaces have the same names and types, which all formats contain. Stops at the
/// first difference, as many files may contain the same block.
fn same_interface(one: &FoundBlock, other: &FoundBlock) -> bool {
    match (&one.made_of, &other.made_of) {
        // The export of an instance repeats the interface of its function block.
        (Some(one), Some(other)) => same_name(one, other),
        (None, None) => {
            same_variables(all_variables(&one.sections), all_variables(&other.sections))
        }
        _ => false,
    }
}

fn all_variables(sections: &[SectionDeclaration]) -> impl Iterator<Item = &Variable> {
    sections.iter().flat_map(|section| &section.variables)
}

fn same_variables<'a>(
    one: impl Iterator<Item = &'a Variable>,
    other: impl Iterator<Item = &'a Variable>,
) -> bool {
    let typed = |it: &'a Variable| Some((it.name.as_str(), it.type_expr.as_ref()?));
    let (mut one, mut other) = (one.filter_map(typed), other.filter_map(typed));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one.0 == other.0 && same_type(one.1, other.1) => {}
            _ => return false,
        }
    }
}

fn same_type(one: &TypeExpr, other: &TypeExpr) -> bool {
    use TypeExpr::{Array, Enumeration, Named, Reference, Structure, Union};
    match (one, other) {
        (Named { name: one, length, .. }, Named { name: other, length: as_long, .. }) => {
            same_name(one, other)
                && length.as_deref().unwrap_or_default() == as_long.as_deref().unwrap_or_default()
        }
        (Array { bounds, of: one }, Array { bounds: others, of: other }) => {
            bounds == others && same_type(one, other)
        }
        (Structure(one) | Union(one), Structure(other) | Union(other)) => {
            same_variables(one.iter(), other.iter())
        }
        (Enumeration { .. }, Enumeration { .. }) => true,
        (Reference(one), Reference(other)) => same_name(one, other),
        _ => false,
    }
}

fn same_name(one: &str, other: &str) -> bool {
    one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

/// Merges tables by name, and removes repeated tags and constants.
pub(super) fn tables(all: Vec<Table>, notes: &mut Vec<Note>) -> Vec<Table> {
    let mut seen: HashMap<String, (String, String)> = HashMap::new();
    let mut unique: Vec<Table> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for mut table in all {
        table.tags.retain(|tag| {
            let key = tag.name.to_lowercase();
            match seen.get(&key) {
                None => {
                    seen.insert(key, (tag.address.clone(), table.name.clone()));
                    true
                }
                Some((address, first)) => {
                    if *address != tag.address || *first == table.name {
                        let (second, other) = (&table.name, &tag.address);
                        let what = Noted::TwoTables { first, address, second, other };
                        note(notes, NoteKind::Conflict, &format!("\"{}\"", tag.name), &what);
                    }
                    false
                }
            }
        });
        if let Some(&first) = by_name.get(&table.name) {
            unique[first].tags.append(&mut table.tags);
            unique[first].constants.append(&mut table.constants);
        } else {
            by_name.insert(table.name.clone(), unique.len());
            unique.push(table);
        }
    }
    unique
}
