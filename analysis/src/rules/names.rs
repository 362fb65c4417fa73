//! Names that are undeclared, declared twice, or reserved.

use std::collections::{BTreeMap, HashMap, HashSet};

use tagbridge_logic::{OpaqueReason, PlaceId, Scope, Step};
use tagbridge_project::{BlockKind, Section, Vendor};
use tagbridge_texts::{Coded, Language};

use crate::{analysis::Site, chapter_writer::ChapterWriter, facts::Facts, rule::Confidence};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-names")]
pub(crate) enum NameFinding<'a> {
    Undeclared { name: &'a str },
    UndeclaredAlike { count: usize, first: &'a str, last: &'a str },
    NoRoutine { name: &'a str },
    NoInstruction { name: &'a str },
    NoMember { name: &'a str, of: &'a str },
    Shadows { name: &'a str, other: &'a str },
    ShadowsInBlock { name: &'a str, block: &'a str, other: &'a str },
    Reserved { name: &'a str },
    Twice { name: &'a str },
}

/// From this number on, names that differ only by a number are reported together.
const ALIKE: usize = 4;

/// Reserved words of statements (IEC 61131-3, table 4).
const RESERVED: [&str; 23] = [
    "AND", "BY", "CASE", "DO", "ELSE", "ELSIF", "END_CASE", "END_FOR", "END_IF", "EXIT", "FOR",
    "IF", "MOD", "NOT", "OF", "OR", "REPEAT", "RETURN", "THEN", "TO", "UNTIL", "WHILE", "XOR",
];
/// Words that are not reserved in Logix, such as types (§6.6.2).
const RESERVED_ELSEWHERE: [&str; 28] = [
    "BOOL", "DINT", "INT", "LINT", "LREAL", "REAL", "SINT", "STRING", "ARRAY", "AT", "BYTE",
    "CONSTANT", "DWORD", "FALSE", "FUNCTION", "LWORD", "PROGRAM", "STRUCT", "TIME", "TRUE", "TYPE",
    "UDINT", "UINT", "ULINT", "USINT", "VAR", "WORD", "END_VAR",
];

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    undeclared(facts, pen);
    members(facts, pen);
    shadowed(facts, pen);
    reserved(facts, pen);
    twice(facts, pen);
}

/// If the file contains a whole project, its undeclared names do not exist; in CODESYS and Siemens,
/// they may belong to a library or the system.
fn undeclared(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let is_partial = facts.is_partial();
    let is_logix = facts.project.vendor == Vendor::AllenBradley;
    let sure = if is_logix { Confidence::Certain } else { Confidence::Review };
    let has_devices = is_logix || !facts.project.modules.is_empty();
    let mut places: BTreeMap<String, (String, Vec<Site>)> = BTreeMap::new();
    for id in facts.index.places.ids() {
        let Step::Root(Scope::Undeclared, name) = facts.index.places.step(id) else { continue };
        pen.check();
        let name = facts.index.names.text(name);
        let refs = facts.index.refs_below(id);
        // CODESYS creates the names of the device configuration, which are not in the file. A name
        // that is never used alone is that of a library.
        let is_library = facts.project.vendor == Vendor::Codesys && is_qualifier(facts, id);
        if refs.is_empty() || is_partial || is_library || name.starts_with("IoConfig_") {
            continue;
        }
        let sites = refs.into_iter().map(|at| facts.reference(at));
        let entry = places.entry(name.to_lowercase());
        entry.or_insert_with(|| (name.to_owned(), Vec::new())).1.extend(sites);
    }
    // Names that differ only by a number are one missing object: its inputs, or a list.
    let mut alike: BTreeMap<String, Vec<(String, Vec<Site>)>> = BTreeMap::new();
    for (lower, found) in places {
        let stem = lower.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
        alike.entry(stem).or_default().push(found);
    }
    for found in alike.into_values() {
        // Numbered inputs and outputs: a file without devices cannot declare them.
        if found.len() >= ALIKE && !has_devices {
            continue;
        }
        if found.len() >= ALIKE {
            let (first, last) = (&found[0].0, &found[found.len() - 1].0);
            let message = NameFinding::UndeclaredAlike { count: found.len(), first, last };
            let subject = first.clone();
            let sites = found.iter().flat_map(|it| it.1.iter().cloned()).collect();
            pen.find_as("X06", sure, &subject, &message, sites);
            continue;
        }
        for (name, sites) in found {
            pen.find_as("X06", sure, &name, &NameFinding::Undeclared { name: &name }, sites);
        }
    }
    for opaque in facts.index.opaque() {
        pen.check();
        let text = |id| facts.index.names.text(id);
        let at = vec![facts.at(opaque.unit, opaque.span)];
        match opaque.reason {
            // A local variable of S7 is marked, and the file contains its block.
            OpaqueReason::Undeclared(name)
                if facts.project.vendor == Vendor::Siemens
                    && facts
                        .logic
                        .text(opaque.unit)
                        .get(opaque.span.range())
                        .is_some_and(|it| it.starts_with('#')) =>
            {
                let name = text(name);
                pen.find("X06", name, &NameFinding::Undeclared { name }, at);
            }
            OpaqueReason::UnknownCallee(name) if is_logix && !is_partial => {
                let name = text(name);
                pen.find("X06", name, &NameFinding::NoRoutine { name }, at);
            }
            OpaqueReason::UnknownInstruction(name) if is_logix && !is_partial => {
                let name = text(name);
                pen.find_as(
                    "X06",
                    Confidence::Likely,
                    name,
                    &NameFinding::NoInstruction { name },
                    at,
                );
            }
            _ => {}
        }
    }
}

/// Whether code always uses a name with a member.
fn is_qualifier(facts: &Facts<'_>, place: PlaceId) -> bool {
    let places = &facts.index.places;
    let mut parts = places.children(place).iter();
    facts.index.refs_to(place).is_empty()
        && parts.all(|it| matches!(places.step(*it), Step::Member(_)))
}

/// Members that the declared structure does not have.
fn members(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let known: HashMap<String, HashSet<String>> = project
        .data_types
        .iter()
        .filter(|it| it.base.is_none() && it.extends.is_none() && !it.members.is_empty())
        .map(|it| {
            let members = it.members.iter().map(|member| member.name.to_lowercase());
            (it.name.to_lowercase(), members.collect())
        })
        .collect();
    for id in facts.index.places.ids() {
        pen.check();
        let Step::Member(member) = facts.index.places.step(id) else { continue };
        let refs = facts.index.refs_to(id);
        let Some(parent) = facts.index.places.parent(id) else { continue };
        if refs.is_empty() || facts.index.places.children(parent).len() > 1_000 {
            continue;
        }
        let Some(kind) = facts.kinds.of(facts.index, parent) else { continue };
        let kind = kind.name.trim_matches('"');
        let Some(members) = known.get(&kind.to_lowercase()) else { continue };
        let name = facts.index.names.text(member);
        if !members.contains(&name.to_lowercase()) {
            let message = NameFinding::NoMember { name, of: kind };
            let at = refs.iter().map(|at| facts.reference(*at)).collect();
            pen.find_as("X06", Confidence::Likely, &facts.logic.place(id), &message, at);
        }
    }
}

/// Names that hide others. In S7, a mark distinguishes local variables.
fn shadowed(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    // In a file without code, no name hides another.
    if facts.index.units().next().is_none() {
        return;
    }
    let mut global: HashMap<String, &str> = HashMap::new();
    let is_program = |name: &str| {
        project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(name))
            || facts.block(name).is_some()
    };
    match project.vendor {
        Vendor::Siemens => return,
        Vendor::AllenBradley => {
            let tags = project.tags.iter().filter(|tag| tag.scope.is_empty());
            global.extend(tags.map(|tag| (tag.name.to_lowercase(), tag.name.as_str())));
        }
        Vendor::Codesys => {
            let tags = project.tags.iter().filter(|tag| !is_program(&tag.scope));
            global.extend(tags.map(|tag| (last(&tag.name).to_lowercase(), tag.name.as_str())));
        }
    }
    for tag in project.tags.iter().filter(|tag| !tag.scope.is_empty() && is_program(&tag.scope)) {
        pen.check();
        if let Some(other) = global.get(&last(&tag.name).to_lowercase()) {
            let name = tag.name.as_str();
            let at = vec![facts.tag(name), facts.tag(other)];
            pen.find("X07", name, &NameFinding::Shadows { name, other }, at);
        }
    }
    if project.vendor != Vendor::Codesys {
        return;
    }
    for block in &project.blocks {
        for member in &block.members {
            let other = global.get(&member.name.to_lowercase());
            if let Some(other) = other.filter(|_| member.section != Some(Section::External)) {
                let subject = format!("{}.{}", block.name, member.name);
                let message =
                    NameFinding::ShadowsInBlock { name: &member.name, block: &block.name, other };
                let at = vec![facts.definition(&block.name), facts.tag(other)];
                pen.find("X07", &subject, &message, at);
            }
        }
    }
}

fn reserved(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let is_logix = facts.project.vendor == Vendor::AllenBradley;
    let others: &[&str] = if is_logix { &[] } else { &RESERVED_ELSEWHERE };
    let is = |name: &str| RESERVED.iter().chain(others).any(|word| word.eq_ignore_ascii_case(name));
    for tag in &facts.project.tags {
        pen.check();
        let name = last(&tag.name);
        if is(name) {
            pen.find("X07", &tag.name, &NameFinding::Reserved { name }, vec![facts.tag(&tag.name)]);
        }
    }
    for block in &facts.project.blocks {
        for member in block.members.iter().filter(|member| is(&member.name)) {
            let subject = format!("{}.{}", block.name, member.name);
            let message = NameFinding::Reserved { name: &member.name };
            pen.find("X07", &subject, &message, vec![facts.definition(&block.name)]);
        }
    }
}

/// Two objects with the same name, without case.
fn twice(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let mut tags: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for tag in &project.tags {
        tags.entry(tag.name.to_lowercase()).or_default().push(&tag.name);
    }
    for names in tags.values().filter(|names| names.len() > 1) {
        let at = names.iter().map(|name| facts.tag(name)).collect();
        pen.find("X07", names[0], &NameFinding::Twice { name: names[0] }, at);
    }
    // Of two variables of a program, one is in the project, and the other in the notes about the
    // file.
    for note in project.notes.iter().filter(|note| note.is_declared_twice()) {
        let path = note.subject.in_language(Language::English).to_lowercase();
        let is_it = |name: &str| {
            path.strip_suffix(&name.to_lowercase())
                .is_some_and(|it| it.is_empty() || it.ends_with('.'))
        };
        if let Some(tag) = project.tags.iter().find(|tag| is_it(&tag.name)) {
            let name = tag.name.as_str();
            pen.find("X07", name, &NameFinding::Twice { name }, vec![facts.tag(name)]);
        }
    }
    let blocks = project.blocks.iter().map(|it| (it.name.as_str(), &it.members));
    let programs = project.programs.iter().map(|it| (it.name.as_str(), &it.members));
    for (owner, members) in blocks.chain(programs) {
        let mut seen = HashSet::new();
        for member in members {
            if !seen.insert(member.name.to_lowercase()) {
                let subject = format!("{owner}.{}", member.name);
                let message = NameFinding::Twice { name: &member.name };
                pen.find("X07", &subject, &message, vec![facts.definition(owner)]);
            }
        }
    }
    let mut blocks: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let types = project.data_types.iter().map(|it| it.name.as_str());
    let named = project.blocks.iter().filter(|it| it.kind != BlockKind::Property);
    for name in named.map(|it| it.name.as_str()).chain(types) {
        blocks.entry(name.to_lowercase()).or_default().push(name);
    }
    for names in blocks.values().filter(|names| names.len() > 1) {
        let at = names.iter().map(|name| facts.definition(name)).collect();
        pen.find("X07", names[0], &NameFinding::Twice { name: names[0] }, at);
    }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim_matches('"')
}
