//! The memory of a turn for the next question.

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

use crate::core::{Refusal, TechnicalReason};

/// How long questions are pending.
const QUESTIONS_LAST: Duration = Duration::from_hours(24);

/// The context that the next question may refer to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// The last query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) query: Option<Query>,
    /// The entries of the last answer, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) listed: Vec<String>,
    /// Whether the question was in German.
    #[serde(default)]
    pub(super) german: bool,
    /// The pending questions to the user.
    #[serde(default)]
    pub(super) questions: Vec<Question>,
    /// For a change: the wish, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) wish: Option<StoredWish>,
    /// The pending plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<StoredPlan>,
    /// Whether the questions ask for the approval of that plan.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) approving: bool,
}

/// A wish, collected over the turns of a conversation.
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

/// A plan that waits for approval; exactly this plan is executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredPlan {
    pub(super) wish: StoredWish,
    pub(super) plan: Plan,
    /// The units that it changes …
    #[serde(default)]
    pub(super) units: Vec<String>,
    /// … and a digest of their text.
    pub(super) base: String,
    /// Its result, which is used unchanged, even if the service would propose another one today.
    #[serde(default)]
    pub(super) code: Option<Outcome>,
}

impl Memory {
    /// The memory of a question and its outcome.
    pub(super) fn new(asked: &Asked, outcome: &Outcome) -> Self {
        let questions = match outcome {
            Outcome::NeedsInput { questions } => questions.clone(),
            _ => Vec::new(),
        };
        let query = asked.queries.last().cloned();
        let german = asked.language == Language::German;
        Self { query, listed: listed(outcome), german, questions, ..Self::default() }
    }

    /// The memory of the last turn of a conversation.
    pub(super) fn of(turn: Option<&Turn>) -> Self {
        let memory = turn.and_then(|turn| turn.memory.as_deref());
        memory.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }

    pub(super) fn language(&self) -> Language {
        if self.german { Language::German } else { Language::English }
    }
}

/// The plan of the last turn that waits for approval.
pub(super) fn pending(last: Option<&Turn>, now: Timestamp) -> Option<StoredPlan> {
    let last = last.filter(|turn| turn.created_at.saturating_add(QUESTIONS_LAST) > now);
    Memory::of(last).plan
}

/// The choices of the user, by question of the last turn; empty if none are answered.
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
            let why = TechnicalReason::NoSuchQuestion { id: &answer.id };
            return Err(Refusal::bad_field(&format!("answers[{at}].id"), &why));
        };
        let option = answer.selected_index.and_then(|index| {
            question.options.get(usize::try_from(index).unwrap_or(usize::MAX)).cloned()
        });
        let Some(text) = option.or_else(|| answer.free_text.clone()) else {
            let why = TechnicalReason::NoSuchOption { options: question.options.len() };
            return Err(Refusal::bad_field(&format!("answers[{at}].selected_index"), &why));
        };
        chosen.push((answer.id.clone(), text));
    }
    Ok(chosen)
}
