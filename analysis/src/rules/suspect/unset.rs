//! Temporary variables of S7 that are read before they are written.

use std::collections::HashMap;

use tagbridge_code::Width;
use tagbridge_logic::{Certainty, Operand, PlaceId, Scope, Step, UseMode};
use tagbridge_project::{Section, Vendor};

use super::SuspectFinding;
use crate::{chapter_writer::ChapterWriter, facts::Facts};

/// S12. The first occurrence in the order of the code decides.
pub(super) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    if facts.project.vendor != Vendor::Siemens {
        return;
    }
    let index = facts.index;
    let mut seen: HashMap<PlaceId, bool> = HashMap::new();
    for (id, unit) in index.units() {
        pen.check();
        let owner = &facts.project.routines[unit.routine.index()].owner;
        let Some(block) = facts.block(owner) else { continue };
        let refs = index.refs_of(id);
        for (at, reference) in refs.iter().enumerate() {
            let root = index.places.root_of(reference.place);
            let Step::Root(Scope::Block(_), name) = index.places.step(root) else { continue };
            if seen.contains_key(&root) {
                continue;
            }
            let name = index.names.text(name);
            let member = block.members.iter().find(|it| it.name.eq_ignore_ascii_case(name));
            let is_temporary = member.is_some_and(|it| {
                let kind = it.type_use.name.as_str();
                let others = ["BOOL", "REAL", "LREAL", "TIME"];
                it.section == Some(Section::Temp)
                    && it.at.is_none()
                    && it.type_use.dimensions.is_empty()
                    && (Width::of_type(kind).is_some()
                        || others.iter().any(|other| kind.eq_ignore_ascii_case(other)))
            });
            let is_overlaid = block.members.iter().any(|it| {
                it.at
                    .as_deref()
                    .is_some_and(|over| over.trim_matches('"').eq_ignore_ascii_case(name))
            });
            if !is_temporary || is_overlaid {
                seen.insert(root, false);
                continue;
            }
            // A call outside the file may write it: system functions of classic SCL write their
            // outputs with `:=`, too.
            let is_given = matches!(index.operand(reference), Operand::Pin(_))
                && facts.block(index.names.text(index.specs.name(reference.spec))).is_none();
            if is_given || reference.certainty != Certainty::Certain {
                seen.insert(root, false);
                continue;
            }
            // `#n := #n + 1`: the right side is evaluated first.
            let reads_first = reference.mode == UseMode::Read
                || reference.mode == UseMode::Write
                    && index.statements_of(id).any(|(_, it)| {
                        let inside = |at: u32| it.span.start <= at && at < it.span.end;
                        inside(reference.start)
                            && it.span.start == reference.start
                            && refs[at + 1..].iter().any(|other| {
                                inside(other.start)
                                    && other.place == reference.place
                                    && other.mode == UseMode::Read
                            })
                    });
            seen.insert(root, reads_first);
            if reads_first && facts.is_read(id) && !facts.is_hidden(name) {
                let site = facts.at(id, reference.span());
                pen.find(
                    "S12",
                    &format!("{owner}#{name}"),
                    &SuspectFinding::Unset { name },
                    vec![site],
                );
            }
        }
    }
}
