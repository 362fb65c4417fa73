//! Notes about an answer.

use fluent_bundle::FluentArgs;
use tagbridge_api::turn::Outcome;

use crate::{
    Language,
    say::{say, with},
};

/// A note about an answer, in its last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// The configured model did not answer. This answer was made without it.
    ModelAway,
    /// The configured model answered, and its text was rejected. This answer was made without it.
    ModelRejected,
    /// The model was not used, because the monthly spending limit is reached.
    LimitReached,
    /// Sentences of a model's answer were dropped, because they named objects that it had not read.
    LeftOut,
    /// The session reads more tags than before, to answer the question.
    ReadsMore {
        /// How many.
        tags: usize,
        /// For how long.
        minutes: u64,
    },
}

impl Note {
    fn key(self) -> &'static str {
        match self {
            Self::ModelAway => "note-model-away",
            Self::ModelRejected => "note-model-rejected",
            Self::LimitReached => "note-limit-reached",
            Self::LeftOut => "note-left-out",
            Self::ReadsMore { .. } => "note-reads-more",
        }
    }

    fn arguments(self) -> FluentArgs<'static> {
        match self {
            Self::ReadsMore { tags, minutes } => with!["tags" => tags, "minutes" => minutes],
            _ => FluentArgs::new(),
        }
    }
}

/// Adds a note to an outcome.
pub fn noted(outcome: Outcome, note: Note, language: Language) -> Outcome {
    let text = say(language, note.key(), &note.arguments());
    match outcome {
        Outcome::Answer { answer, citations, citations_total } => {
            let answer = format!("{answer}\n{text}");
            Outcome::Answer { answer, citations, citations_total }
        }
        Outcome::Unresolved { reason } => {
            Outcome::Unresolved { reason: format!("{reason} {text}") }
        }
        other @ (Outcome::NeedsInput { .. } | Outcome::Plan { .. } | Outcome::Code { .. }) => other,
    }
}
