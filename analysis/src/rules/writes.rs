//! The writers of places.

mod fixed;
mod programs;

use std::collections::{BTreeMap, HashSet};

use tagbridge_logic::kinds::Sort;
use tagbridge_logic::{
    Citation, Effect, How, PlaceId, StatementId,
    query::{FindingKind, FindingRow},
};
use tagbridge_project::{BlockKind, Language, Section, Vendor};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    facts::{Facts, words},
    instances::{is_always, is_fixed},
    rule::Confidence,
};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-writes")]
pub(crate) enum WriteFinding<'a> {
    Tasks { name: &'a str, tasks: &'a [String] },
    Twice { name: &'a str, count: usize },
    TwiceAsMemory { name: &'a str, count: usize },
    NeverReset { name: &'a str },
    NeverSet { name: &'a str },
    Both { name: &'a str },
    Programs { name: &'a str, programs: &'a [String] },
    Constant { name: &'a str },
    Input { name: &'a str },
    Consumed { name: &'a str },
    Parameter { name: &'a str, block: &'a str },
}

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    pen.check();
    let found = facts.logic.findings(None);
    for row in &found.rows {
        pen.check();
        // Unparsed code may write it, too, or may be the reason for the writes.
        let mut parts = row.place.split(['.', ':', '[', '#']);
        let is_hidden = parts.any(|part| facts.is_hidden(part.trim_matches('"')));
        let name = row.place.as_str();
        let at = || row.citations.iter().map(Site::of_code).collect::<Vec<_>>();
        match row.kind {
            FindingKind::Race => {
                pen.find("W01", name, &WriteFinding::Tasks { name, tasks: &row.tasks }, at());
            }
            FindingKind::WrittenTwice => {
                let count = row.citations.len();
                let sure = twice(facts, row);
                if is_memory(facts, row) {
                    let message = WriteFinding::TwiceAsMemory { name, count };
                    pen.find_as("W02", sure, name, &message, at());
                } else {
                    pen.find_as("W02", sure, name, &WriteFinding::Twice { name, count }, at());
                }
            }
            FindingKind::NeverReset | FindingKind::NeverSet
                if is_hidden || is_given(facts, name) || is_constant(facts, row) => {}
            FindingKind::NeverReset => {
                pen.find("W03", name, &WriteFinding::NeverReset { name }, at());
            }
            FindingKind::NeverSet => {
                pen.find("W03", name, &WriteFinding::NeverSet { name }, at());
            }
            // A sequence sets and resets a bit in different places.
            FindingKind::SplitLatch => {}
        }
    }
    both(facts, pen);
    networks(facts, pen);
    programs::check(facts, pen);
    fixed::check(facts, pen);
}

/// W07: latched and unlatched under the same condition.
fn both(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    for (place, statements) in facts.writers().all() {
        pen.check();
        let of = |wanted: How| {
            let all = statements.iter().copied();
            all.filter(move |id| {
                matches!(index.statement(*id).effect, Effect::Assign { how, .. } if how == wanted)
            })
        };
        let is_chart = |id: StatementId| {
            let unit = index.unit(index.statement(id).unit);
            facts.project.routines[unit.routine.index()].language == Language::Sfc
        };
        // The writes of a chart to its steps are not latches.
        for latch in of(How::Latch).filter(|it| !is_chart(*it)) {
            let (guard, unit) = (index.statement(latch).guard, index.statement(latch).unit);
            let routine = |id: StatementId| index.unit(index.statement(id).unit).routine;
            let other = of(How::Unlatch).find(|it| {
                index.statement(*it).guard == guard && routine(*it) == index.unit(unit).routine
            });
            // An unconditional latch may be intentional: the bit is reset in each scan.
            if let Some(other) = other.filter(|_| !is_always(index, guard)) {
                let name = facts.logic.place(place);
                let at = vec![facts.statement(latch), facts.statement(other)];
                pen.find("W07", &name, &WriteFinding::Both { name: &name }, at);
            }
        }
    }
}

/// Whether hidden code may assign a place: the caller of its block, or any code if the file is only
/// a part of a program.
fn is_given(facts: &Facts<'_>, name: &str) -> bool {
    let path = name.strip_prefix("AOI:").unwrap_or(name);
    let Some((block, rest)) = path.split_once(['.', '#']) else { return facts.is_partial() };
    let Some(block) = facts.block(block.trim_matches('"')) else { return facts.is_partial() };
    let local = rest.split(['.', '[']).next().unwrap_or(rest);
    let is_given = block.members.iter().any(|member| {
        let is_it = member.name.eq_ignore_ascii_case(local);
        // A parameter that is an alias of a local variable is assigned instead of it.
        let alias = member.alias_for.as_deref().is_some_and(|of| {
            words(of).next().is_some_and(|first| first.eq_ignore_ascii_case(local))
        });
        alias || (is_it && matches!(member.section, Some(Section::Input | Section::InOut)))
    });
    is_given || (facts.is_partial() && block.kind == BlockKind::DataBlock)
}

/// Coils of CODESYS, whose networks are displayed as assignments: several coils without other
/// writers.
fn networks(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    if facts.project.vendor != Vendor::Codesys {
        return;
    }
    let mut coils: BTreeMap<PlaceId, Vec<StatementId>> = BTreeMap::new();
    let mut others: HashSet<PlaceId> = HashSet::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        let is_ladder = facts.logic.language(unit) == Language::Ld;
        for (at, statement) in facts.index.statements_of(id) {
            let Effect::Assign { to, how, .. } = &statement.effect else { continue };
            let place = facts.index.canonical(facts.index.reference(*to).place);
            let is_coil =
                is_ladder && *how == How::Store && is_always(facts.index, statement.guard);
            if is_coil {
                coils.entry(place).or_default().push(at);
            } else {
                others.insert(place);
            }
        }
    }
    for (place, statements) in coils {
        let is_bit = facts.kinds.sort(facts.index, place) == Sort::Bit;
        if statements.len() > 1
            && is_bit
            && is_fixed(facts.index, place)
            && !others.contains(&place)
        {
            let name = facts.logic.place(place);
            let at = statements.iter().map(|id| facts.statement(*id)).collect();
            let message = WriteFinding::Twice { name: &name, count: statements.len() };
            pen.find("W02", &name, &message, at);
        }
    }
}

/// Coils that are all executed in each scan conflict; after a jump, in a conditionally called
/// routine or in the routine of a state, possibly no scan executes two of them.
fn twice(facts: &Facts<'_>, row: &FindingRow) -> Confidence {
    let always = |id| is_always(facts.index, id);
    let is_always = |citation: &Citation| {
        let mut statements = facts.index.statements_of(citation.unit);
        let own = statements.all(|(_, it)| it.span != citation.span || always(it.guard));
        let ways = facts.logic.runs(citation.unit).rows;
        own && ways.iter().all(|way| !way.in_state && way.conditions.iter().all(|it| always(*it)))
    };
    if row.citations.iter().all(is_always) { Confidence::Certain } else { Confidence::Review }
}

/// Whether all writes assign a constant in every scan.
fn is_constant(facts: &Facts<'_>, row: &FindingRow) -> bool {
    row.citations.iter().all(|citation| {
        let mut statements = facts.index.statements_of(citation.unit);
        statements.all(|(_, it)| it.span != citation.span || is_always(facts.index, it.guard))
    })
}

/// Whether it is the memory of edges, which stores the value of the previous scan.
fn is_memory(facts: &Facts<'_>, row: &FindingRow) -> bool {
    row.citations.iter().any(|citation| {
        facts.index.statements_of(citation.unit).any(|(_, statement)| {
            let Effect::Assign { to, how: How::Follow, .. } = &statement.effect else {
                return false;
            };
            let to = facts.index.reference(*to);
            statement.span == citation.span
                && to.mode.reads()
                && facts.logic.place(facts.index.canonical(to.place)) == row.place
        })
    })
}
