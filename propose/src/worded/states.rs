//! States of bits, and their opposites.

use super::Naming;
use crate::{
    draft::{Asking, Choice, Stop},
    request::{KnownNames as _, opposite},
    says::Ask,
};

/// The id of the question in which state a bit is meant.
const STATE: &str = "state";

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
            let Some(opposite) = opposite(&word) else { continue };
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
