//! Blocks and types.

use std::collections::HashSet;

use tagbridge_logic::{Callee, Effect};
use tagbridge_project::{BlockKind, Member, TypeUse};

use super::UnusedFinding;
use crate::{
    chapter_writer::ChapterWriter,
    facts::{Facts, words},
    runtime,
};

/// Blocks without a call and without an instance.
pub(super) fn blocks(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for name in unused_blocks(facts, pen) {
        pen.find("X02", name, &UnusedFinding::Block { name }, vec![facts.definition(name)]);
    }
}

/// Their names, in the order of the project; empty if the file contains only a part of it.
pub(crate) fn unused_blocks<'f>(facts: &'f Facts<'_>, pen: &ChapterWriter<'_>) -> Vec<&'f str> {
    if facts.is_partial() {
        return Vec::new();
    }
    let mut called: HashSet<usize> = HashSet::new();
    for (unit, _) in facts.index.units() {
        pen.check();
        for (_, statement) in facts.index.statements_of(unit) {
            if let Effect::Call { callee: Callee::Block(at), .. } = statement.effect {
                called.insert(at as usize);
            }
        }
    }
    let used = used_types(facts);
    let in_code = in_code(facts, pen, facts.project.blocks.iter().map(|it| it.name.as_str()));
    let blocks = facts.project.blocks.iter().enumerate().filter(|(at, block)| {
        let is_called = matches!(
            block.kind,
            BlockKind::AddOnInstruction | BlockKind::FunctionBlock | BlockKind::Function
        );
        let lower = block.name.to_lowercase();
        // A method of a block has the name of its owner before its own.
        is_called
            && !block.name.contains('.')
            && !runtime::calls(&block.name)
            && !called.contains(at)
            && !used.contains(&lower)
            && !in_code.contains(&lower)
    });
    blocks.map(|(_, block)| block.name.as_str()).collect()
}

/// Types without a use.
pub(super) fn types(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    if facts.is_partial() {
        return;
    }
    let used = used_types(facts);
    let candidates = || {
        let types = facts.project.data_types.iter();
        types.map(|it| it.name.as_str()).filter(|name| !used.contains(&name.to_lowercase()))
    };
    let in_code = in_code(facts, pen, candidates());
    for name in candidates() {
        if !in_code.contains(&name.to_lowercase()) {
            pen.find("X03", name, &UnusedFinding::Type { name }, vec![facts.definition(name)]);
        }
    }
}

/// The names of these that occur as words in code.
fn in_code<'a>(
    facts: &Facts<'_>,
    pen: &ChapterWriter<'_>,
    names: impl Iterator<Item = &'a str>,
) -> HashSet<String> {
    let wanted: HashSet<String> = names.map(str::to_lowercase).collect();
    let mut found = HashSet::new();
    for (unit, _) in facts.index.units() {
        pen.check();
        let own = &facts.project.routines[facts.index.unit(unit).routine.index()].owner;
        for word in words(facts.logic.text(unit)) {
            let lower = word.to_lowercase();
            // A recursive call is not a use.
            if wanted.contains(&lower) && !lower.eq_ignore_ascii_case(own) {
                found.insert(lower);
            }
        }
    }
    found
}

/// The names of all types in declarations, in lower case.
fn used_types(facts: &Facts<'_>) -> HashSet<String> {
    let project = facts.project;
    let mut used = HashSet::new();
    for tag in &project.tags {
        add(&mut used, &tag.type_use);
    }
    let blocks = project.blocks.iter().flat_map(|it| &it.members);
    let programs = project.programs.iter().flat_map(|it| &it.members);
    let types = project.data_types.iter().flat_map(|it| &it.members);
    add_all(&mut used, blocks.chain(programs).chain(types));
    for defined in &project.data_types {
        defined.base.iter().for_each(|base| add(&mut used, base));
        used.extend(defined.extends.iter().map(|name| name.to_lowercase()));
    }
    for block in &project.blocks {
        let others = block.extends.iter().chain(&block.implements).chain(&block.instance_of);
        used.extend(others.map(|name| name.to_lowercase()));
    }
    used
}

fn add_all<'a>(used: &mut HashSet<String>, members: impl Iterator<Item = &'a Member>) {
    members.for_each(|member| add(used, &member.type_use));
}

fn add(used: &mut HashSet<String>, of: &TypeUse) {
    // `REF_TO Motor`, `ARRAY OF Motor`: all names in it.
    used.extend(words(&of.name).map(str::to_lowercase));
    used.insert(of.name.to_lowercase());
    add_all(used, of.members.iter());
}
