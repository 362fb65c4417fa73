//! What a turn leaves for the next question.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    generate::{Plan, ProposedChange},
    query::Query,
    turn::{Answered, Outcome, Question},
};
use tagbridge_interpret::{Asked, Language, listed};
use tagbridge_store::Turn;

use crate::core::{Refusal, Wrong};

/// Questions end after that.
const QUESTIONS_LAST: Duration = Duration::from_hours(24);

/// What the next question may refer to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// The last query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) query: Option<Query>,
    /// What the last answer listed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) listed: Vec<String>,
    /// Whether it was asked in German.
    #[serde(default)]
    pub(super) german: bool,
    /// What was asked back.
    #[serde(default)]
    pub(super) questions: Vec<Question>,
    /// Of a change: what is wished for, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) wish: Option<StoredWish>,
    /// The plan that is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<StoredPlan>,
    /// Whether the questions are about carrying that plan out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) approving: bool,
}

/// What is wished for, over the turns of a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredWish {
    pub(super) prompt: String,
    pub(super) program: Option<String>,
    pub(super) routine: Option<String>,
    pub(super) answers: Vec<(String, String)>,
    pub(super) amendment: Option<String>,
    /// Code that a model has written for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) changes: Vec<ProposedChange>,
}

/// A plan that waits to be approved: what is carried out is this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredPlan {
    pub(super) wish: StoredWish,
    pub(super) plan: Plan,
    /// The units that it changes …
    #[serde(default)]
    pub(super) units: Vec<String>,
    /// … and a digest of what they said.
    pub(super) base: String,
    /// What comes of it: exactly this, whatever the service would make of the wish today.
    #[serde(default)]
    pub(super) code: Option<Outcome>,
}

impl Memory {
    /// What a question and its outcome leave.
    pub(super) fn new(asked: &Asked, outcome: &Outcome) -> Self {
        let questions = match outcome {
            Outcome::NeedsInput { questions } => questions.clone(),
            _ => Vec::new(),
        };
        let query = asked.queries.last().cloned();
        let german = asked.language == Language::German;
        Self { query, listed: listed(outcome), german, questions, ..Self::default() }
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

/// The plan that the last turn left to be approved.
pub(super) fn pending(last: Option<&Turn>, now: Timestamp) -> Option<StoredPlan> {
    let last = last.filter(|turn| turn.created_at.saturating_add(QUESTIONS_LAST) > now);
    Memory::of(last).plan
}

/// What somebody chose who was asked back by the last turn, by question; nothing where nobody
/// answers.
pub(super) fn chosen(
    last: Option<&Turn>,
    answers: &[Answered],
    now: Timestamp,
) -> Result<Vec<(String, String)>, Refusal> {
    let asked = last
        .filter(|turn| turn.created_at.saturating_add(QUESTIONS_LAST) > now)
        .map(|turn| Memory::of(Some(turn)).questions)
        .unwrap_or_default();
    let mut chosen = Vec::new();
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
        chosen.push((answer.id.clone(), text));
    }
    Ok(chosen)
}
