//! The source of a routine, as it is in the project.

use tagbridge_api::turn::{Citation, LocationKind};

use crate::{Facts, resolve::Subject};

/// Maximum number of rungs of one routine.
const UNITS_MAX: usize = 60;

/// The source of a routine, or of one of its rungs, each with its citation; empty if the path is
/// unknown.
pub fn source(facts: &Facts, path: &str, rung: Option<u32>) -> Vec<(Citation, String)> {
    let Some(Subject::Units(units)) = facts.code_called(path, rung) else { return Vec::new() };
    let logic = facts.logic();
    let shown = units.iter().take(UNITS_MAX).map(|unit| {
        let place = logic.cite(*unit, tagbridge_logic::Span::new(0, 0));
        let location_kind =
            if place.rung.is_some() { LocationKind::Rung } else { LocationKind::Routine };
        let citation = Citation { location_kind, path: place.path, rung: place.rung };
        (citation, logic.text(*unit).to_owned())
    });
    shown.collect()
}
