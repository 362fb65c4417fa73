//! States of bits, and their opposites.

use super::Naming;
use crate::{
    draft::{Asking, Choice, Stop},
    request::KnownNames as _,
    says::Ask,
};

/// The id of the question in which state a bit is meant.
const STATE: &str = "state";

/// States that a bit says of a thing, and their opposites.
const OPPOSITES: [(&str, &str); 9] = [
    ("open", "closed"),
    ("full", "empty"),
    ("high", "low"),
    ("ok", "fault"),
    ("auto", "manual"),
    ("up", "down"),
    ("forward", "reverse"),
    ("offen", "zu"),
    ("voll", "leer"),
];

impl Naming<'_> {
    /// Whether the words that a bit does not have say the opposite of what it has.
    pub(super) fn is_opposite(
        &self,
        name: &str,
        missing: &[String],
        nth: usize,
    ) -> Result<bool, Stop> {
        for word in missing {
            let word = word.to_lowercase();
            let pair = OPPOSITES.iter().find_map(|(one, other)| match word.as_str() {
                it if it == *one => Some(*other),
                it if it == *other => Some(*one),
                _ => None,
            });
            let Some(opposite) = pair else { continue };
            let has = self.known.meant(&[opposite.to_owned()]);
            if has.iter().any(|it| it.name == name) {
                return Ok(true);
            }
            let options = [(Ask::OnWhileOn, false), (Ask::OnWhileOff, true)];
            if let Some(answer) = (self.answer)(STATE, nth) {
                return Ok(options.iter().any(|(said, off)| *off && said.is_text(&answer)));
            }
            let options = options.iter().map(|(said, _)| Choice::Meaning(*said, "")).collect();
            let about = Some(format!("{name}: {word}"));
            let (question, why) = (Ask::Polarity, Ask::WhyPolarity);
            let slot = STATE;
            return Err(Stop::Ask(Asking { slot, nth, question, why, options, of: 2, about }));
        }
        Ok(false)
    }
}

/// Whether a word says in what state something is.
pub(super) fn is_state(word: &str) -> bool {
    let word = word.to_lowercase();
    OPPOSITES.iter().any(|(one, other)| word == *one || word == *other)
}
