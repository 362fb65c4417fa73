//! What a turn leaves for the next question.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    turn::{Answered, Question},
};
use tagbridge_interpret::Language;
use tagbridge_store::Turn;

use crate::core::{Refusal, Wrong};

/// Questions end after that.
const QUESTIONS_LAST: Duration = Duration::from_hours(24);

/// What the next question may refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// What was asked about, by name.
    #[serde(default)]
    pub(super) subject: Option<String>,
    /// Whether it was asked in German.
    #[serde(default)]
    german: bool,
    /// What was asked back.
    #[serde(default)]
    pub(super) questions: Vec<Question>,
}

impl Memory {
    pub(super) fn new(
        subject: Option<String>,
        language: Language,
        questions: Vec<Question>,
    ) -> Self {
        Self { subject, german: language == Language::German, questions }
    }

    /// What the last turn of a conversation left.
    pub(super) fn of(turn: Option<&Turn>) -> Self {
        let memory = turn.and_then(|turn| turn.memory.as_deref());
        memory.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }

    pub(super) fn language(&self) -> Language {
        if self.german { Language::German } else { Language::English }
    }
}

/// What somebody chose who was asked back by the last turn; nothing where nobody answers.
pub(super) fn chosen(
    last: Option<&Turn>,
    answers: &[Answered],
    now: Timestamp,
) -> Result<Option<String>, Refusal> {
    let Some(first) = answers.first() else { return Ok(None) };
    let asked = last
        .filter(|turn| turn.created_at.saturating_add(QUESTIONS_LAST) > now)
        .map(|turn| Memory::of(Some(turn)).questions)
        .unwrap_or_default();
    let mut chosen = None;
    for (at, answer) in answers.iter().enumerate() {
        let Some(question) = asked.iter().find(|question| question.id == answer.id) else {
            let why = Wrong::NoSuchQuestion { id: &answer.id };
            return Err(Refusal::bad_field(&format!("answers[{at}].id"), &why));
        };
        let option = answer.selected_index.and_then(|index| {
            question.options.get(usize::try_from(index).unwrap_or(usize::MAX)).cloned()
        });
        let Some(text) = option.or_else(|| answer.free_text.clone()) else {
            let why = Wrong::NoSuchOption { options: question.options.len() };
            return Err(Refusal::bad_field(&format!("answers[{at}].selected_index"), &why));
        };
        if answer.id == first.id {
            chosen = Some(text);
        }
    }
    Ok(chosen)
}
