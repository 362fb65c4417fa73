//! Ladder: a repeated contact in series or in parallel, and a contact with its inverse.

use tagbridge_code::{Element, Part};
use tagbridge_logic::UnitId;
use tagbridge_project::Body;

use super::SuspectFinding;
use crate::{chapter_writer::ChapterWriter, facts::Facts};

/// S10.
pub(super) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, id: UnitId) {
    let unit = facts.index.unit(id);
    let routine = &facts.project.routines[unit.routine.index()];
    let (Body::Rungs(rungs), Some(at)) = (&routine.body, unit.rung) else { return };
    let Some(ladder) = rungs.get(at as usize).and_then(|it| it.ladder(facts.project.vendor)) else {
        return;
    };
    let text = facts.logic.text(id);
    let mut found = Vec::new();
    for rung in &ladder.rungs {
        series(text, &rung.elements, &mut found);
    }
    for (name, span, is_always, is_series) in found {
        let condition = text.get(span.range()).unwrap_or_default();
        let at = vec![facts.at(id, span)];
        let message = match (is_always, is_series) {
            (false, _) => SuspectFinding::Twice { name: &name, condition },
            (true, true) => SuspectFinding::Always { name: &name, condition, value: "FALSE" },
            (true, false) => SuspectFinding::Always { name: &name, condition, value: "TRUE" },
        };
        pen.find("S10", &name, &message, at);
    }
}

type Found = (String, tagbridge_logic::Span, bool, bool);

/// A contact: its operand, and whether it is inverted.
fn contact<'t>(text: &'t str, part: &Part) -> Option<(&'t str, bool)> {
    let negated = match part.kind_in(text) {
        "XIC" => false,
        "XIO" => true,
        "Contact" => part.pins.first()?.is_negated,
        _ => return None,
    };
    Some((text.get(part.operand(0)?.range())?, negated))
}

fn series(text: &str, elements: &[Element], found: &mut Vec<Found>) {
    let mut known: Vec<(&str, bool, tagbridge_logic::Span)> = Vec::new();
    for element in elements {
        match element {
            Element::Part(part) => match contact(text, part) {
                Some((name, negated)) => {
                    let other = known.iter().find(|it| it.0.eq_ignore_ascii_case(name));
                    match other {
                        Some((_, is_negated, first)) => {
                            let span =
                                tagbridge_logic::Span { start: first.start, end: part.span.end };
                            found.push((name.to_owned(), span, *is_negated != negated, true));
                        }
                        None => known.push((name, negated, part.span)),
                    }
                }
                // Another instruction may write the operands of the contacts after it.
                None => known.clear(),
            },
            Element::Branch(legs) => {
                parallel(text, legs, found);
                for leg in legs {
                    series(text, leg, found);
                }
                if legs.iter().flatten().any(|it| !is_contact(text, it)) {
                    known.clear();
                }
            }
            Element::Signal(_) | Element::Opaque(..) => known.clear(),
        }
    }
}

fn is_contact(text: &str, element: &Element) -> bool {
    match element {
        Element::Part(part) => contact(text, part).is_some(),
        Element::Branch(legs) => legs.iter().flatten().all(|it| is_contact(text, it)),
        Element::Signal(_) | Element::Opaque(..) => false,
    }
}

/// Legs with a single contact.
fn parallel(text: &str, legs: &[Vec<Element>], found: &mut Vec<Found>) {
    let mut known: Vec<(&str, bool, tagbridge_logic::Span)> = Vec::new();
    for leg in legs {
        let [Element::Part(part)] = &leg[..] else { continue };
        let Some((name, negated)) = contact(text, part) else { continue };
        match known.iter().find(|it| it.0.eq_ignore_ascii_case(name)) {
            Some((_, is_negated, first)) => {
                let span = tagbridge_logic::Span { start: first.start, end: part.span.end };
                found.push((name.to_owned(), span, *is_negated != negated, false));
            }
            None => known.push((name, negated, part.span)),
        }
    }
}
