//! Turns: a question about a project, and its outcome.
//!
//! A turn is stored together with the reservation of its write before the work begins, and ends in
//! the transaction that completes that write: it is done once, even if the client or the service
//! fails. It completes even if the client disconnects. Every event of its stream is stored before
//! it is sent, so that an interrupted stream can continue.
//!
//! A turn uses the version that was current at its beginning.

mod begin;
mod check;
mod conversation;
mod follow;
mod generate;
mod memory;
mod model;
mod recover;
mod run;
mod running_turns;
pub(super) mod values;

use tagbridge_api::{
    Permission,
    generate::{Generate, Target},
    limits::Tier,
    turn::{Answered, Interpret, Message, Mode},
};

pub(crate) use self::{
    begin::{RequestedTurn, ask},
    conversation::{open, project_of},
    follow::{Follower, outcome},
    recover::{forget, recover},
    running_turns::{ComputeLimit, Running},
};
use super::{AccessRequirement, Refusal, TechnicalReason};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::AiExplain).or_embedded();
pub(crate) const CHANGE_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::AiGenerate);
/// The kind of conversations with questions …
const KIND: &str = "interpret";
/// … and with changes.
const CHANGE_KIND: &str = "generate";

/// A request, with the checks that need no other data.
#[derive(Debug, Clone)]
pub(crate) struct TurnRequest {
    prompt: Option<String>,
    answers: Vec<Answered>,
    conversation: Option<String>,
    mode: Mode,
    citations: bool,
    /// For a change: its target, and whether a plan is approved.
    change: Option<Change>,
}

/// The additional fields of a change.
#[derive(Debug, Clone)]
struct Change {
    target: Target,
    approve: bool,
    amendment: Option<String>,
}

impl TurnRequest {
    /// From `POST interpret`.
    pub(crate) fn of_interpret(body: Interpret) -> Result<Self, Refusal> {
        let Interpret { prompt, conversation_id, answers, mode, include_citations } = body;
        let answers = answers.unwrap_or_default();
        check::check(prompt.as_deref(), &answers)?;
        Ok(Self {
            prompt,
            answers,
            conversation: conversation_id,
            mode: mode.unwrap_or_default(),
            citations: include_citations.unwrap_or(true),
            change: None,
        })
    }

    /// From `POST generate`.
    pub(crate) fn of_generate(body: Generate) -> Result<Self, Refusal> {
        let approve = body.approve.unwrap_or(false);
        check::check_amendment(body.amendment.as_deref(), approve)?;
        if approve && body.conversation_id.is_none() {
            return Err(Refusal::bad_request(&TechnicalReason::ApproveNoConversation));
        }
        let change =
            Change { target: body.target.unwrap_or_default(), approve, amendment: body.amendment };
        let (prompt, answers) = (body.prompt, body.answers.unwrap_or_default());
        // The stored plan is executed: other fields of the request do not change it.
        let (prompt, answers) = if approve { (None, Vec::new()) } else { (prompt, answers) };
        if !approve {
            check::check(prompt.as_deref(), &answers)?;
        }
        Ok(Self {
            prompt,
            answers,
            conversation: body.conversation_id,
            mode: body.mode.unwrap_or_default(),
            citations: body.include_citations.unwrap_or(true),
            change: Some(change),
        })
    }

    /// The kind of its conversation.
    fn kind(&self) -> &'static str {
        if self.change.is_some() { CHANGE_KIND } else { KIND }
    }

    /// From `POST messages` in a conversation.
    pub(crate) fn of_message(conversation: String, body: Message) -> Result<Self, Refusal> {
        let Message { prompt, answers, mode } = body;
        let conversation_id = Some(conversation);
        Self::of_interpret(Interpret {
            prompt,
            conversation_id,
            answers,
            mode,
            include_citations: None,
        })
    }

    /// Whether the answer is requested as a stream.
    pub(crate) fn is_stream(&self) -> bool {
        self.mode == Mode::Stream
    }
}
