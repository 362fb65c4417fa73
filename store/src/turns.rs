//! Turns: questions that were asked, in conversations, with the events that their streams are made
//! of, and what was used for them.
//!
//! A turn is stored before work begins, together with the reservation of its write; it ends in the
//! transaction that completes that write. So there is never an answer without its turn.

use tagbridge_api::Timestamp;

use crate::WriteId;

/// A conversation: turns about one project, of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: String,
    /// Which kind of turns it has.
    pub kind: String,
    /// What its owner calls it.
    pub name: Option<String>,
    /// The id of the key or the token that began it.
    pub owner: String,
    /// When it began.
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
    /// What was asked: of an answer to a question, what had been asked before.
    pub prompt: String,
    /// The write that it is the work of.
    pub write: WriteId,
    /// How far it is.
    pub state: TurnState,
    /// What came of it, as JSON; absent while it runs, or where nothing came.
    pub outcome: Option<String>,
    /// What the next question may refer to, as JSON.
    pub memory: Option<String>,
    /// When it began.
    pub created_at: Timestamp,
    /// The id of the instance that works on it.
    pub instance: String,
}

/// How far a turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnState {
    /// It is being worked on.
    Running,
    /// It has an outcome.
    Answered,
    /// It ended without one.
    Failed,
    /// No client followed it any longer.
    Cancelled,
}

impl TurnState {
    /// All of them.
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

/// What was used, once for each accepted piece of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnUse {
    /// The id of the key or the token.
    pub caller: String,
    /// The project's id.
    pub project: String,
    /// Which kind of work.
    pub kind: String,
    /// Tokens given to a model.
    pub input_tokens: u64,
    /// Tokens made by a model.
    pub output_tokens: u64,
    /// When.
    pub at: Timestamp,
}
