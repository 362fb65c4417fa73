//! Writes of read-only places: constants, inputs, input parameters.

use std::collections::BTreeMap;

use tagbridge_logic::{Certainty, PlaceId, RefId, Scope, Step, UseMode};
use tagbridge_project::{Exchange, Place, Section, Vendor};

use super::WriteFinding;
use crate::{chapter_writer::ChapterWriter, facts::Facts, rules::unused::place_of};

pub(super) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let written = written(facts, pen);
    let tags = facts.tags(pen.budget());
    for tag in &facts.project.tags {
        pen.check();
        let Some(place) = tags.place(&tag.name) else { continue };
        let place = facts.index.canonical(place);
        let found = written.get(&place).into_iter().flatten();
        let at: Vec<_> = found.map(|at| facts.reference(*at)).collect();
        if at.is_empty() {
            continue;
        }
        let name = tag.name.as_str();
        if tag.constant {
            pen.find("W05", name, &WriteFinding::Constant { name }, at);
        } else if matches!(tag.exchange, Some(Exchange::Consumed { .. })) {
            pen.find("W05", name, &WriteFinding::Consumed { name }, at);
        } else if matches!(tag.place, Place::Area { area: 'I', .. }) {
            pen.find("W05", name, &WriteFinding::Input { name }, at);
        }
    }
    inputs(facts, pen, &written);
    parameters(facts, pen, &written);
}

/// Writes by declaration: the first two steps of a path.
fn written(facts: &Facts<'_>, pen: &ChapterWriter<'_>) -> BTreeMap<PlaceId, Vec<RefId>> {
    let index = facts.index;
    let mut found: BTreeMap<PlaceId, Vec<RefId>> = BTreeMap::new();
    for id in index.places.ids() {
        pen.check();
        // The target of a pointer is another place.
        let canonical = index.canonical(id);
        if index.places.path(canonical).iter().any(|it| index.places.step(*it) == Step::Behind) {
            continue;
        }
        for at in index.refs_to(id) {
            let reference = index.reference(*at);
            // An in-out argument may only be read.
            if reference.mode == UseMode::Write && reference.certainty == Certainty::Certain {
                for place in index.places.path(canonical).iter().take(2) {
                    found.entry(*place).or_default().push(*at);
                }
            }
        }
    }
    for refs in found.values_mut() {
        refs.sort_unstable();
        refs.dedup();
    }
    found
}

/// Inputs of modules (`Local:1:I.Data.0`) and addresses (`%IX0.0`).
fn inputs(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, written: &BTreeMap<PlaceId, Vec<RefId>>) {
    for (place, refs) in written {
        let Step::Root(scope, root) = facts.index.places.step(*place) else { continue };
        let root = facts.index.names.text(root);
        let is_input = match (scope, facts.project.vendor) {
            (Scope::Controller, Vendor::AllenBradley) => {
                root.contains(':')
                    && root.rsplit(':').next().is_some_and(|it| it.eq_ignore_ascii_case("I"))
            }
            (Scope::Address, _) => {
                let address = root.trim_start_matches('%').to_ascii_uppercase();
                address.starts_with(['I', 'E'])
            }
            _ => false,
        };
        if is_input {
            let at = refs.iter().map(|at| facts.reference(*at)).collect();
            pen.find("W05", root, &WriteFinding::Input { name: root }, at);
        }
    }
}

/// Inputs of blocks that their own code writes.
fn parameters(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    written: &BTreeMap<PlaceId, Vec<RefId>>,
) {
    let blocks = facts.project.blocks.iter().map(|it| (it.name.as_str(), &it.members));
    let programs = facts.project.programs.iter().map(|it| (it.name.as_str(), &it.members));
    for (block, members) in blocks.chain(programs) {
        pen.check();
        for member in members {
            let is_constant = member.section == Some(Section::Constant)
                || (member.constant && member.section == Some(Section::InOut));
            // The inputs of an add-on instruction are copies, which store operator commands.
            let is_copy = facts.project.vendor == Vendor::AllenBradley;
            if !is_constant && (is_copy || member.section != Some(Section::Input)) {
                continue;
            }
            let Some(place) = place_of(facts, block, &member.name) else { continue };
            let found = written.get(&facts.index.canonical(place)).into_iter().flatten();
            let owner = |at: &&RefId| {
                let unit = facts.index.unit(facts.index.unit_of(**at));
                let owner = &facts.project.routines[unit.routine.index()].owner;
                owner.to_lowercase().starts_with(&block.to_lowercase())
            };
            let at: Vec<_> = found.filter(owner).map(|at| facts.reference(*at)).collect();
            if at.is_empty() {
                continue;
            }
            let subject = format!("{block}.{}", member.name);
            let name = member.name.as_str();
            if is_constant {
                pen.find("W05", &subject, &WriteFinding::Constant { name }, at);
            } else {
                pen.find("W05", &subject, &WriteFinding::Parameter { name, block }, at);
            }
        }
    }
}
