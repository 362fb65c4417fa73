//! Addresses in code, and declarations that overlap.

use std::collections::BTreeMap;

use tagbridge_logic::{RefId, Relation, Scope, Step};
use tagbridge_project::Place;
use tagbridge_texts::Coded;

use crate::{chapter_writer::ChapterWriter, facts::Facts, rule::Confidence};

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-addresses")]
pub(super) enum AddressFinding<'a> {
    /// An address, and the number of its uses.
    Direct { address: &'a str, count: usize },
    /// Two declarations of the same bits.
    Same { one: &'a str, other: &'a str },
    /// Two declarations with common bits.
    Shared { one: &'a str, other: &'a str },
    /// A declaration that contains others.
    Covers { name: &'a str, count: usize, first: &'a str },
}

/// D01, D02.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    let mut found: BTreeMap<String, Vec<RefId>> = BTreeMap::new();
    for (id, unit) in index.units() {
        pen.check();
        if !facts.is_read(id) {
            continue;
        }
        for at in unit.refs.clone().map(RefId) {
            let place = index.reference(at).place;
            if let Step::Root(Scope::Address, _) = index.places.step(index.places.root_of(place)) {
                found.entry(facts.logic.place(place)).or_default().push(at);
            }
        }
    }
    for (address, refs) in found {
        let message = AddressFinding::Direct { address: &address, count: refs.len() };
        let at = refs.into_iter().map(|at| facts.reference(at)).collect();
        pen.find("D01", &address, &message, at);
    }
    shared(facts, pen);
}

/// D02.
fn shared(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (one, other, relation) in tagbridge_logic::shared_addresses(facts.project) {
        pen.check();
        let [one, other] = [one, other].map(|at| facts.project.tags[at].name.as_str());
        let at = vec![facts.tag(one), facts.tag(other)];
        let subject = format!("{one} {other}");
        match relation {
            Relation::Same => pen.find("D02", &subject, &AddressFinding::Same { one, other }, at),
            // Inputs are read as words and as bits, and are not written.
            Relation::Contains | Relation::Within if is_input(facts, one) => {}
            Relation::Contains => parts.entry(one).or_default().push(other),
            Relation::Within => parts.entry(other).or_default().push(one),
            _ => pen.find("D02", &subject, &AddressFinding::Shared { one, other }, at),
        }
    }
    // A word and its bits overlap, often on purpose.
    for (name, parts) in parts {
        // The tool creates these bytes and their bits.
        if ["Clock_Byte", "System_Byte"].contains(&name.trim_matches('"')) {
            continue;
        }
        let mut at = vec![facts.tag(name)];
        at.extend(parts.iter().map(|part| facts.tag(part)));
        let message = AddressFinding::Covers { name, count: parts.len(), first: parts[0] };
        pen.find_as("D02", Confidence::Review, name, &message, at);
    }
}

/// Whether a tag is an input.
fn is_input(facts: &Facts<'_>, name: &str) -> bool {
    let tag = facts.project.tags.iter().find(|tag| tag.name == name);
    tag.is_some_and(|tag| match &tag.place {
        Place::Area { area, .. } => *area == 'I',
        _ => tag.alias_for.as_deref().is_some_and(|at| at.to_ascii_uppercase().starts_with("%I")),
    })
}
