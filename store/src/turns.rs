//! Turns: questions in conversations, with the events of their streams, and their usage.
//!
//! A turn is stored before work begins, together with the reservation of its write; it ends in the
//! transaction that completes that write. So an answer never exists without its turn.

use tagbridge_api::Timestamp;

use crate::WriteId;

/// A conversation: turns about one project, of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: String,
    /// The kind of its turns.
    pub kind: String,
    /// Its title.
    pub name: Option<String>,
    /// The id of the key or the token that started it.
    pub owner: String,
    /// When it started.
    pub created_at: Timestamp,
}

/// A turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The id of its conversation.
    pub conversation: String,
    /// The version of the turn, independent of later versions.
    pub version: String,
    /// The question; for an answer to a question of the turn, the original question.
    pub prompt: String,
    /// The write that it belongs to.
    pub write: WriteId,
    /// Its state.
    pub state: TurnState,
    /// Its outcome as JSON; absent while it runs, or if it has none.
    pub outcome: Option<String>,
    /// The context for the next question, as JSON.
    pub memory: Option<String>,
    /// When it started.
    pub created_at: Timestamp,
    /// The id of the instance that works on it.
    pub instance: String,
}

/// The state of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnState {
    /// It is in progress.
    Running,
    /// It has an outcome.
    Answered,
    /// It ended without one.
    Failed,
    /// No client followed it any longer.
    Cancelled,
}

impl TurnState {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Running, Self::Answered, Self::Failed, Self::Cancelled];

    /// Its stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Answered => "answered",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// An event of a turn's stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnEvent {
    /// Counts the turn's events, from 1.
    pub number: u32,
    /// Its name.
    pub event: String,
    /// Its data, as JSON.
    pub data: String,
}

/// The usage of one accepted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnUse {
    /// The id of the key or the token.
    pub caller: String,
    /// The project's id.
    pub project: String,
    /// The kind of work.
    pub kind: String,
    /// Input tokens of a model.
    pub input_tokens: u64,
    /// Output tokens of a model.
    pub output_tokens: u64,
    /// The time.
    pub at: Timestamp,
}
