//! Turns: a question about a project, and what came of it.
//!
//! A turn is stored together with the reservation of its write, before work begins, and ends in the
//! transaction that completes that write: it is done once, whatever the client or the service does
//! meanwhile. It runs to its end though nobody listens any more. Every event of its stream is stored
//! before it is sent, so a stream that is cut goes on where it was.
//!
//! It is about the version that was current when it began.

mod begin;
mod check;
mod conversation;
mod follow;
mod generate;
mod memory;
mod model;
mod recover;
mod run;
mod running;
pub(super) mod values;

use tagbridge_api::{
    Permission,
    generate::{Generate, Target},
    limits::Tier,
    turn::{Answered, Interpret, Message, Mode},
};

pub(crate) use self::{
    begin::{Begun, ask},
    conversation::{open, project_of},
    follow::{Follower, outcome},
    recover::{forget, recover},
    running::{Running, Thinking},
};
use super::{Need, Refusal, Wrong};

pub(crate) const NEEDS: Need =
    Need::permission(Tier::Standard, Permission::AiExplain).or_embedded();
pub(crate) const CHANGE_NEEDS: Need = Need::permission(Tier::Standard, Permission::AiGenerate);
/// Turns of one kind share conversations: questions …
const KIND: &str = "interpret";
/// … and changes.
const CHANGE_KIND: &str = "generate";

/// What is asked, checked as far as it can be by itself.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    prompt: Option<String>,
    answers: Vec<Answered>,
    conversation: Option<String>,
    mode: Mode,
    citations: bool,
    /// Of a change: where it is meant, and whether a plan is approved.
    change: Option<Change>,
}

/// What is told of a change beside its words.
#[derive(Debug, Clone)]
struct Change {
    target: Target,
    approve: bool,
    amendment: Option<String>,
}

impl Asked {
    /// By `POST interpret`.
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

    /// By `POST generate`.
    pub(crate) fn of_generate(body: Generate) -> Result<Self, Refusal> {
        let approve = body.approve.unwrap_or(false);
        check::check_amendment(body.amendment.as_deref(), approve)?;
        if approve && body.conversation_id.is_none() {
            return Err(Refusal::bad_request(&Wrong::ApproveNoConversation));
        }
        let change =
            Change { target: body.target.unwrap_or_default(), approve, amendment: body.amendment };
        let (prompt, answers) = (body.prompt, body.answers.unwrap_or_default());
        // The stored plan is carried out: what else is sent says nothing about it.
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

    /// Which kind of conversation it belongs to.
    fn kind(&self) -> &'static str {
        if self.change.is_some() { CHANGE_KIND } else { KIND }
    }

    /// By `POST messages` to a conversation.
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

    /// Whether the answer is to come as a stream.
    pub(crate) fn is_stream(&self) -> bool {
        self.mode == Mode::Stream
    }
}
