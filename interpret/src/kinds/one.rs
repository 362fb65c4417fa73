//! Objects that a question names only by their kind: "the timer", "der Ausgang".

use tagbridge_logic::{Effect, How, PlaceId};

use crate::Facts;

/// Articles before the kind of a single object.
const ARTICLES: &[&str] = &["the", "der", "die", "das", "den", "dem"];
const TIMER: &[&str] = &["timer", "zeitglied", "zeitgeber"];
const COUNTER: &[&str] = &["counter", "zähler", "zaehler"];
const OUTPUT: &[&str] = &["output", "coil", "ausgang", "spule"];
/// Maximum number of choices.
const CHOICES_MAX: usize = 4;

/// The position of a word for a kind, and the objects of this kind.
pub(crate) fn of_kind(facts: &Facts, words: &[String]) -> Option<(usize, Vec<PlaceId>)> {
    let (at, word) = words.iter().enumerate().skip(1).find(|(at, word)| {
        let is_kind = [TIMER, COUNTER, OUTPUT].iter().any(|it| it.contains(&word.as_str()));
        is_kind && ARTICLES.contains(&words[at - 1].as_str())
    })?;
    let index = facts.logic().index;
    let mut found: Vec<PlaceId> = Vec::new();
    for (_, statement) in index.units().flat_map(|(id, _)| index.statements_of(id)) {
        let place = match &statement.effect {
            Effect::Assign { to, how: How::Follow, .. } if OUTPUT.contains(&word.as_str()) => {
                index.reference(*to).place
            }
            Effect::Run { spec, instance: Some(instance), .. } => {
                let name = index.names.text(index.specs.name(*spec)).to_ascii_uppercase();
                let is_counter = name.starts_with("CT");
                let is_timer = ["TO", "RTO", "TP"].iter().any(|it| name.starts_with(it));
                let is_meant = is_counter && COUNTER.contains(&word.as_str())
                    || is_timer && TIMER.contains(&word.as_str());
                if !is_meant {
                    continue;
                }
                index.reference(*instance).place
            }
            _ => continue,
        };
        if !found.contains(&place) {
            found.push(place);
        }
        if found.len() > CHOICES_MAX {
            break;
        }
    }
    found.truncate(CHOICES_MAX);
    (!found.is_empty()).then_some((at, found))
}
