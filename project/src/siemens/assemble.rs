//! Assembles one project from the contents of the files.

mod blocks;
mod data_block;
mod initial;
mod organization;
mod tag_table;
mod unique;

use std::collections::{HashMap, HashSet};

use tagbridge_texts::{Coded, Message, ToArgument};

use super::{
    found::{BlockSymbol, Found, FoundBlock, Kind, Table},
    layout::Layouts,
    system,
};
use crate::says::{Noted, Where};
use crate::{
    Controller, DataType, Format, Note, NoteKind, Project, SourceFile, TypeUse, Vendor,
    declaration::evaluate,
};

/// Assembles a project.
pub(super) fn project(name: &str, files: &[&SourceFile], found: Found) -> Project {
    let Found { blocks, tables, numbers, mut notes, translations, outside } = found;
    let mut blocks = unique::blocks(blocks, &mut notes);
    classic(&mut blocks, &numbers);
    let tables = unique::tables(tables, &mut notes);
    let constants = Constants::of(&tables);
    let mut all = blocks::Lowered::default();
    for block in blocks {
        all.add(block, &constants, &mut notes);
    }
    let layouts = all.layouts();
    let mut data_types = all.types(&layouts);
    let mut code = all.code_blocks(&layouts, &mut notes);
    let mut tags = Vec::new();
    data_block::all(&all, &layouts, &mut code.blocks, &mut tags, &mut notes);
    tag_table::all(&tables, &constants, &mut tags);
    with_system_types(&mut data_types, &code.blocks, &tags, &layouts);
    let tasks = organization::tasks(&code.programs);
    let plc = plc_name(files);
    let name = plc.clone().unwrap_or_else(|| without_extension(name).to_owned());
    let mut project = Project {
        controller: plc.map(|name| Controller { name, ..Controller::default() }),
        programs: code.programs,
        routines: code.routines,
        tags,
        data_types,
        blocks: code.blocks,
        tasks,
        notes,
        translations,
        ..Project::new(Vendor::Siemens, Format::Siemens, name)
    };
    project.mentions = crate::outside::mentions(outside, &project);
    project
}

/// Sets the numbers and names of blocks from a symbol table. Only STEP 7 classic lists blocks
/// there, and all blocks of its controllers (S7-300, S7-400) have standard access.
fn classic(blocks: &mut [FoundBlock], symbols: &[BlockSymbol]) {
    if symbols.is_empty() {
        return;
    }
    let mut renamed: HashMap<String, String> = HashMap::new();
    for block in &mut *blocks {
        block.standard_layout.get_or_insert(true);
        let of_kind = || symbols.iter().filter(|it| it.kind == block.kind);
        let named = of_kind().find(|it| it.name.eq_ignore_ascii_case(&block.name));
        if let Some(symbol) = named {
            block.number.get_or_insert(symbol.number);
        } else if let Some(symbol) = of_kind().find(|it| Some(it.number) == block.number) {
            // Sources may name a block by its number, while code uses its symbol.
            renamed.insert(block.name.to_lowercase(), symbol.name.clone());
            block.name.clone_from(&symbol.name);
        }
    }
    for origin in blocks.iter_mut().filter_map(|block| block.made_of.as_mut()) {
        if let Some(name) = renamed.get(&origin.to_lowercase()) {
            origin.clone_from(name);
        }
    }
}

/// The constants of the whole project by name, for the bounds of arrays.
pub(super) struct Constants(HashMap<String, i64>);

impl Constants {
    fn of(tables: &[Table]) -> Self {
        let constants = tables.iter().flat_map(|table| &table.constants);
        let values = constants.filter_map(|constant| {
            Some((constant.name.to_lowercase(), evaluate(&constant.value, &|_| None)?))
        });
        Self(values.collect())
    }

    fn value(&self, name: &str) -> Option<i64> {
        self.0.get(&name.to_lowercase()).copied()
    }
}

/// The name of the controller: in a workspace, its folder contains those of blocks, types and tags.
fn plc_name(files: &[&SourceFile]) -> Option<String> {
    files.iter().find_map(|file| {
        let mut parts = file.path.split('/').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_some_and(|next| GROUPS.contains(next)) {
                return Some(part.to_owned());
            }
        }
        None
    })
}

/// Folders that TIA Portal creates.
const GROUPS: [&str; 6] = [
    "Program blocks",
    "PLC data types",
    "PLC tags",
    "Programmbausteine",
    "PLC-Datentypen",
    "PLC-Variablen",
];

/// The user's folders, from the outermost.
fn folder(path: &str) -> Vec<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    if let Some(group) = parts.iter().position(|part| GROUPS.contains(part)) {
        parts.drain(..=group);
    }
    parts.into_iter().map(str::to_owned).collect()
}

fn without_extension(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Adds the system structures that are types of members.
fn with_system_types(
    types: &mut Vec<DataType>,
    blocks: &[crate::Block],
    tags: &[crate::Tag],
    layouts: &Layouts<'_>,
) {
    let mut names = HashSet::new();
    let members = types.iter().flat_map(|it| &it.members);
    for member in members.chain(blocks.iter().flat_map(|it| &it.members)) {
        visit(&member.type_use, &mut names);
    }
    for tag in tags {
        visit(&tag.type_use, &mut names);
    }
    let mut system: Vec<DataType> = names
        .iter()
        .filter(|name| !layouts.knows(name))
        .filter_map(|name| system::data_type(name))
        .collect();
    system.sort_by(|a, b| a.name.cmp(&b.name));
    system.dedup_by(|a, b| a.name.eq_ignore_ascii_case(&b.name));
    types.append(&mut system);
}

fn visit(type_use: &TypeUse, names: &mut HashSet<String>) {
    if type_use.members.is_empty() {
        if !names.contains(&type_use.name) {
            names.insert(type_use.name.clone());
        }
    } else {
        type_use.members.iter().for_each(|member| visit(&member.type_use, names));
    }
}

fn note(
    notes: &mut Vec<Note>,
    kind: NoteKind,
    subject: &(impl ToArgument + ?Sized),
    what: &Noted<'_>,
) {
    notes.push(Note::new(kind, subject, what));
}

/// The name of a block for messages: its kind and its name.
fn called(block: &FoundBlock) -> Message {
    Where::Block { kind: block.kind, name: &block.name }.message()
}

fn is_code(kind: Kind) -> bool {
    matches!(kind, Kind::OrganizationBlock | Kind::FunctionBlock | Kind::Function)
}
