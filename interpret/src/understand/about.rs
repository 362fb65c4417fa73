//! What a program asks, that names what it means.

use tagbridge_api::turn::{Citation, LocationKind};

use super::{Asked, Reader};
use crate::{Facts, Intent, Language, resolve::Subject};

/// So many rungs of one routine are shown at once.
const UNITS_MAX: usize = 60;

/// A question without words: what is asked of what has this name.
pub fn about(facts: &Facts, intent: Intent, name: Option<&str>, language: Language) -> Asked {
    let reader = Reader::new(facts, "");
    let (subject, words) = (name.map(|it| reader.of_name(it, intent)), Vec::new());
    reader.named(Asked { intent, language, name: None, subject, taken_for: None, words }, None)
}

/// The source of a routine, or of one of its rungs, each with its place; nothing where nothing is
/// called so.
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

impl Asked {
    /// Whether somebody else could answer this in other words: it asks for no change, and not which
    /// of several is meant.
    pub fn may_be_reworded(&self) -> bool {
        let is_several = matches!(&self.subject, Some(Subject::Several(names)) if names.len() > 1);
        self.intent != Intent::Change && (!is_several || self.intent == Intent::Find)
    }
}
