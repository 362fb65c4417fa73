//! One of each, where two files tell of the same.

use std::collections::HashMap;

use super::{called, note};
use crate::says::Noted;
use crate::{
    Body, Note, NoteKind, Rung,
    siemens::found::{FoundBlock, Kind, Table},
};

/// Blocks and types by kind and name. Of two that say the same the first gains what it lacks (a
/// number, a layout, code); of two that differ the first stays, with a note.
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
        && outline(first) == outline(&second)
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

/// Whether two bodies say the same, wherever in their files.
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

/// Names and types of an interface: what two formats tell alike.
fn outline(block: &FoundBlock) -> Vec<(&str, String)> {
    let variables = block.sections.iter().flat_map(|section| &section.variables);
    let mut outline: Vec<_> = variables
        .filter_map(|variable| {
            Some((variable.name.as_str(), spelled(variable.type_expr.as_ref()?)))
        })
        .collect();
    // An instance's own export repeats what its function block says.
    if let Some(made_of) = &block.made_of {
        outline = vec![("", made_of.to_lowercase())];
    }
    outline
}

fn spelled(expr: &crate::declaration::TypeExpr) -> String {
    use crate::declaration::TypeExpr;
    match expr {
        TypeExpr::Named { name, length, .. } => {
            format!("{}[{}]", name.to_lowercase(), length.as_deref().unwrap_or_default())
        }
        TypeExpr::Array { bounds, of } => {
            let bounds: Vec<_> =
                bounds.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
            format!("[{}]{}", bounds.join(","), spelled(of))
        }
        TypeExpr::Structure(members) | TypeExpr::Union(members) => {
            let members: Vec<_> = members
                .iter()
                .filter_map(|it| Some(format!("{}:{}", it.name, spelled(it.type_expr.as_ref()?))))
                .collect();
            format!("{{{}}}", members.join(";"))
        }
        TypeExpr::Enumeration { .. } => "enumeration".to_owned(),
        TypeExpr::Reference(text) => text.to_lowercase(),
    }
}

/// Tables by name; tags and constants of the same name once.
pub(super) fn tables(all: Vec<Table>, notes: &mut Vec<Note>) -> Vec<Table> {
    let mut seen: HashMap<String, (String, String)> = HashMap::new();
    let mut unique: Vec<Table> = Vec::new();
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
        match unique.iter_mut().find(|it| it.name == table.name) {
            Some(first) => {
                first.tags.append(&mut table.tags);
                first.constants.append(&mut table.constants);
            }
            None => unique.push(table),
        }
    }
    unique
}
