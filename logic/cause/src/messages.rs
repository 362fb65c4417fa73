//! What was found, as translatable messages.

use tagbridge_logic::expr::Scalar;
use tagbridge_texts::{Coded, Message};

use crate::answer::{CauseHow, CauseLink, ChainEnd, FirstOut, FirstOutOutcome};

/// A sentence about what changed first.
#[derive(Debug, Coded)]
#[coded(prefix = "cause")]
pub enum CauseText {
    /// A bit is on since then.
    WentOn {
        /// The tag.
        name: String,
        /// The time, as the reader writes it.
        at: String,
    },
    /// A bit is off since then.
    WentOff {
        /// The tag.
        name: String,
        /// The time, as the reader writes it.
        at: String,
    },
    /// A number or a text is another one since then.
    Changed {
        /// The tag.
        name: String,
        /// What it was.
        from: String,
        /// What it is.
        to: String,
        /// The time, as the reader writes it.
        at: String,
    },
    /// One explanation, and no other.
    Certain {
        /// What changed first.
        causes: String,
    },
    /// Several changes were needed, and are in the same scans.
    Together {
        /// What changed first.
        causes: String,
    },
    /// Several explanations.
    OneOf {
        /// How many.
        count: usize,
    },
    /// None.
    NotRecorded,
    /// An input of the controller.
    Input,
    /// An operator panel or another controller.
    Outside,
    /// Tags that are not recorded decide.
    Lacking {
        /// Their names.
        tags: String,
    },
    /// It was over before the next scan.
    Unseen,
    /// The time is a gap of the recording.
    Gap,
    /// The code changes it by itself.
    ByItself,
    /// The code is not understood.
    NotUnderstood,
    /// A condition changed.
    Condition,
    /// A timer ran out, or began.
    Timer,
    /// A counter counted.
    Counter,
    /// A number was computed.
    Number,
}

impl FirstOut {
    /// The answer in one sentence.
    pub fn verdict(&self) -> CauseText {
        let names = |it: &crate::FirstOutExplanation| {
            let names = it.causes.iter().map(|cause| cause.name.clone());
            names.collect::<Vec<_>>().join(", ")
        };
        match (self.outcome, &self.explanations[..]) {
            (FirstOutOutcome::Certain, [only, ..]) if only.causes.len() == 1 => {
                CauseText::Certain { causes: names(only) }
            }
            (FirstOutOutcome::Certain, [only, ..]) => CauseText::Together { causes: names(only) },
            (FirstOutOutcome::OneOf, all) => CauseText::OneOf { count: all.len() },
            _ => CauseText::NotRecorded,
        }
    }
}

impl CauseLink {
    /// The change in words; `at` is its time as the reader writes it.
    pub fn change(&self, at: String) -> CauseText {
        let name = self.name.clone();
        match (&self.from, &self.to) {
            (Some(Scalar::Bool(_)), Some(Scalar::Bool(true))) => CauseText::WentOn { name, at },
            (Some(Scalar::Bool(_)), Some(Scalar::Bool(false))) => CauseText::WentOff { name, at },
            (from, to) => {
                let [from, to] = [from, to].map(|it| it.as_ref().map_or("?".to_owned(), written));
                CauseText::Changed { name, from, to, at }
            }
        }
    }

    /// How it came about, or why the chain begins with it.
    pub fn reason(&self) -> Message {
        let text = match (&self.end, self.how) {
            (Some(ChainEnd::Input), _) => CauseText::Input,
            (Some(ChainEnd::Outside), _) => CauseText::Outside,
            (Some(ChainEnd::NotRecorded(tags)), _) => CauseText::Lacking { tags: tags.join(", ") },
            (Some(ChainEnd::Unseen), _) => CauseText::Unseen,
            (Some(ChainEnd::Gap), _) => CauseText::Gap,
            (Some(ChainEnd::ByItself), _) => CauseText::ByItself,
            (Some(ChainEnd::NotUnderstood), _) => CauseText::NotUnderstood,
            (None, CauseHow::Timer) => CauseText::Timer,
            (None, CauseHow::Counter) => CauseText::Counter,
            (None, CauseHow::Number) => CauseText::Number,
            (None, CauseHow::Condition | CauseHow::None) => CauseText::Condition,
        };
        text.message()
    }
}

/// A value as a person reads it.
pub fn written(value: &Scalar) -> String {
    match value {
        Scalar::Bool(on) => if *on { "1" } else { "0" }.to_owned(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Real(number) => number.to_string(),
        Scalar::Text(text) => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_sentence() {
        tagbridge_texts::assert_complete("cause", &[CauseText::CODES]);
    }
}
