//! Conversations.

use tagbridge_api::{
    ErrorCode, Timestamp,
    turn::{self, NewConversation},
};
use tagbridge_store::{Conversation, ProjectRef, Transaction, Turn, TurnState};
use uuid::Uuid;

use super::KIND;
use crate::core::{
    Advice, Caller, Core, Refusal, TechnicalReason, UserMessage,
    once::{Answer, Write, WriteResult},
};

/// The longest name, in characters.
const NAME_CHARS_MAX: usize = 256;

/// Maximum number of turns that are searched for an answered one.
const LOOK_BACK: u32 = 20;

/// Begins a conversation without a turn. Blocks.
pub(crate) fn open(
    core: &Core,
    caller: &Caller,
    project: &ProjectRef,
    write: Write,
    new: &NewConversation,
) -> Result<Answer, Refusal> {
    let length = new.name.as_deref().unwrap_or_default().chars().count();
    if length > NAME_CHARS_MAX {
        let why = TechnicalReason::FewerCharacters { high: NAME_CHARS_MAX, found: length };
        return Err(Refusal::bad_field("name", &why));
    }
    core.begin(write)?.or_do(|tx, now| {
        core.check_room()?;
        let id = begin(tx, caller, project, (KIND, new.name.clone()), now)?;
        Ok(WriteResult::Created(turn::Conversation {
            conversation_id: id,
            project_id: project.id.clone(),
        }))
    })
}

/// The project of a conversation that the caller may continue. Blocks.
pub(crate) fn project_of(core: &Core, caller: &Caller, id: &str) -> Result<ProjectRef, Refusal> {
    let found = core.store_of(&caller.org).read(|tx| tx.conversation(&caller.org, id))?;
    let found = found.filter(|(project, it)| {
        it.kind == KIND && caller.covers(&project.id) && may_continue(caller, it)
    });
    found.map(|(project, _)| project).ok_or_else(|| unknown(id))
}

/// Creates a conversation and returns its id.
pub(super) fn begin(
    tx: &Transaction<'_>,
    caller: &Caller,
    project: &ProjectRef,
    (kind, name): (&str, Option<String>),
    now: Timestamp,
) -> Result<String, Refusal> {
    let id = format!("cnv_{}", Uuid::new_v4().simple());
    let conversation = Conversation {
        id: id.clone(),
        kind: kind.to_owned(),
        name,
        owner: caller.owner(),
        created_at: now,
    };
    tx.add_conversation(&caller.org, project, &conversation)?;
    Ok(id)
}

/// Whether the caller may continue it: any key for the project may; a token may only continue
/// conversations of its key's tokens.
fn may_continue(caller: &Caller, conversation: &Conversation) -> bool {
    caller.minted_by().is_none() || conversation.owner == caller.owner()
}

/// The last answered turn of a conversation that is continued: 404 for a conversation of another
/// project, 409 while its last turn runs.
pub(super) fn last_turn(
    tx: &Transaction<'_>,
    caller: &Caller,
    project: &ProjectRef,
    (kind, id): (&str, &str),
) -> Result<Option<Turn>, Refusal> {
    let found = tx.conversation(&caller.org, id)?;
    let is_its = |it: &Conversation| it.kind == kind && may_continue(caller, it);
    if !found.is_some_and(|(own, it)| own == *project && is_its(&it)) {
        return Err(unknown(id));
    }
    let last = tx.last_turns(id, LOOK_BACK)?;
    if last.first().is_some_and(|turn| turn.state == TurnState::Running) {
        return Err(Refusal::new(ErrorCode::TurnInProgress, &TechnicalReason::TurnRuns { id })
            .for_user(&UserMessage::TurnRuns)
            .with_remedy(&Advice::WaitForAnswer)
            .retry_after(1));
    }
    // Failed or cancelled turns have no answer: the questions and plans before them are still
    // pending.
    Ok(last.into_iter().find(|turn| turn.state == TurnState::Answered))
}

fn unknown(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &TechnicalReason::UnknownConversation { id })
        .for_user(&UserMessage::NoConversation)
        .with_remedy(&Advice::AskWithout)
}
