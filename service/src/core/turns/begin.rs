//! Begins a turn, or finds an earlier one of the same write.

use std::sync::Arc;

use tagbridge_api::{
    ErrorCode, Timestamp,
    turn::{Phase, StatusEvent},
};
use tagbridge_interpret::Facts;
use tagbridge_store::{
    Org, ProjectRef, Transaction, Turn, TurnEvent, TurnState, Version, WriteState,
};
use uuid::Uuid;

use super::{Change, TurnRequest, conversation, generate, memory, run, running_turns::Run};
use crate::core::{
    Advice, Caller, Core, Refusal, TechnicalReason, UserMessage,
    once::{self, Write},
};

/// A requested turn.
#[derive(Debug, Clone)]
pub(crate) struct RequestedTurn {
    /// Its organization.
    pub(super) org: Org,
    /// Its id.
    pub(crate) turn: String,
    /// Whether it was answered before.
    pub(crate) replayed: bool,
    /// The client has its events up to this one.
    pub(crate) after: u32,
    /// The next events, if they are already known.
    pub(crate) next: Vec<TurnEvent>,
}

impl RequestedTurn {
    /// A turn that began before; the client has its events up to `after`.
    fn before(org: Org, turn: String, replayed: bool, after: u32) -> Self {
        Self { org, turn, replayed, after, next: Vec::new() }
    }
}

/// The data of a turn's work.
pub(super) struct TurnWork {
    pub(super) caller: Caller,
    pub(super) project: ProjectRef,
    pub(super) version: Version,
    pub(super) facts: Arc<Facts>,
    pub(super) write: Write,
    pub(super) turn: String,
    pub(super) conversation: String,
    pub(super) prompt: String,
    /// The chosen answers, by question.
    pub(super) chosen: Vec<(String, String)>,
    /// For a change: its additional fields.
    pub(super) change: Option<Change>,
    pub(super) before: Option<Turn>,
    pub(super) citations: bool,
    /// Whether the client sees the progress, and can wait for values.
    pub(super) may_wait: bool,
}

/// Begins a turn; or finds the turn of the same write if it has ended, or if the client continues
/// its stream after `last_event`.
pub(crate) async fn ask(
    core: &Core,
    caller: Caller,
    project: ProjectRef,
    write: Write,
    asked: TurnRequest,
    last_event: Option<String>,
) -> Result<RequestedTurn, Refusal> {
    let look = {
        let (caller, project) = (caller.clone(), project.clone());
        let (write, asked, last) = (write.clone(), asked.clone(), last_event.clone());
        core.blocking(move |core| look(core, &caller, &project, &write, &asked, last.as_deref()))
    };
    let version = match look.await? {
        Looked::Before(begun) => return Ok(begun),
        Looked::New(_) if last_event.is_some() => return Err(foreign_event()),
        Looked::New(version) => version.ok_or_else(|| not_ready(&project))?,
    };
    if asked.change.is_some() {
        generate::may_spend(core, &caller).await?;
    }
    let facts = core.facts(&version).await?;
    if !facts.has_code() {
        return Err(no_code(&project));
    }
    let begun = core
        .blocking(move |core| begin(core, caller, project, version, facts, write, &asked))
        .await?;
    match begun {
        Started::Before(begun) => Ok(begun),
        Started::Now(work, running, first) => {
            let (org, turn) = (work.project.org.clone(), work.turn.clone());
            run::start(core, *work, running);
            Ok(RequestedTurn { org, turn, replayed: false, after: 0, next: vec![first] })
        }
    }
}

enum Looked {
    Before(RequestedTurn),
    /// With the version in the question, if it has one.
    New(Option<Version>),
}

/// The state of a write, and whether its conversation can continue.
fn look(
    core: &Core,
    caller: &Caller,
    project: &ProjectRef,
    write: &Write,
    asked: &TurnRequest,
    last_event: Option<&str>,
) -> Result<Looked, Refusal> {
    let now = core.now();
    core.store_of(&caller.org).read(|tx| {
        let known = once::recall(tx, write, now)?;
        let attaches = asked.is_stream() && last_event.is_some();
        match known {
            Some(WriteState::Running { .. }) if !attaches => return Err(once::in_progress()),
            Some(known) => {
                let turn = tx.turn_of(write.id())?.ok_or_else(once::in_progress)?;
                let replayed = matches!(known, WriteState::Done(_));
                let after = after(tx, &turn, last_event)?;
                return Ok(Looked::Before(RequestedTurn::before(
                    caller.org.clone(),
                    turn.id,
                    replayed,
                    after,
                )));
            }
            None => {}
        }
        if let Some(id) = &asked.conversation {
            let last = conversation::last_turn(tx, caller, project, (asked.kind(), id))?;
            memory::chosen(last.as_ref(), &asked.answers, now)?;
            has_plan(asked, last.as_ref(), now)?;
        } else if !asked.answers.is_empty() {
            return Err(Refusal::bad_request(&TechnicalReason::NoConversation));
        }
        core.check_room()?;
        Ok(Looked::New(tx.current_version(project)?))
    })
}

/// The last event that a client has received.
fn after(tx: &Transaction<'_>, turn: &Turn, last_event: Option<&str>) -> Result<u32, Refusal> {
    let Some(last_event) = last_event else { return Ok(0) };
    let number = last_event
        .rsplit_once(':')
        .filter(|(id, _)| *id == turn.id)
        .and_then(|(_, number)| number.parse::<u32>().ok())
        .ok_or_else(foreign_event)?;
    let last = tx.events(&turn.id, 0)?.last().map_or(0, |event| event.number);
    if number > last {
        let (last, number) = (last.into(), number.into());
        return Err(Refusal::bad_request(&TechnicalReason::LastEventBeyond { last, number }));
    }
    Ok(number)
}

enum Started {
    Before(RequestedTurn),
    /// A turn that runs here, with its first event.
    Now(Box<TurnWork>, Run, TurnEvent),
}

/// Stores the turn with the reservation of its write.
fn begin(
    core: &Core,
    caller: Caller,
    project: ProjectRef,
    version: Version,
    facts: Arc<Facts>,
    write: Write,
    asked: &TurnRequest,
) -> Result<Started, Refusal> {
    let turn_id = format!("trn_{}", Uuid::new_v4().simple());
    // Before it is stored, because a stored turn that does not run is ended. If the client has
    // disconnected, or the result of the commit is lost, it is not started.
    let running = core.0.running.begin(&turn_id);
    let stored = core.store_of(&caller.org).write(|tx| {
        let now = core.now();
        if once::reserve(tx, &write, now)?.is_some() {
            return Ok::<_, Refusal>(None);
        }
        let before = match &asked.conversation {
            Some(id) => conversation::last_turn(tx, &caller, &project, (asked.kind(), id))?,
            None => None,
        };
        has_plan(asked, before.as_ref(), now)?;
        let chosen = memory::chosen(before.as_ref(), &asked.answers, now)?;
        let conversation = match &asked.conversation {
            Some(id) => id.clone(),
            None => conversation::begin(tx, &caller, &project, (asked.kind(), None), now)?,
        };
        let earlier = before.as_ref().map(|turn| turn.prompt.clone());
        let prompt = asked.prompt.clone().or(earlier).unwrap_or_default();
        let turn = new_turn(core, &turn_id, &conversation, &version, &prompt, &write, now);
        tx.add_turn(&turn)?;
        let (event, data) =
            status(&turn_id, &conversation, Phase::Accepted, "the question is accepted")?;
        let number = tx.add_events(&turn_id, &[(event, data.clone())])?;
        let first = TurnEvent { number, event: event.to_owned(), data };
        Ok(Some((conversation, prompt, chosen, before, first)))
    })?;
    let Some((conversation, prompt, chosen, before, first)) = stored else {
        // Another request was faster and has finished.
        let turn = core
            .store_of(&caller.org)
            .read(|tx| tx.turn_of(write.id()))?
            .ok_or_else(once::in_progress)?;
        return Ok(Started::Before(RequestedTurn::before(caller.org, turn.id, true, 0)));
    };
    let work = Box::new(TurnWork {
        caller,
        project,
        version,
        facts,
        write,
        turn: turn_id,
        conversation,
        prompt,
        chosen,
        change: asked.change.clone(),
        before,
        citations: asked.citations,
        may_wait: asked.is_stream(),
    });
    Ok(Started::Now(work, running, first))
}

fn new_turn(
    core: &Core,
    id: &str,
    conversation: &str,
    version: &Version,
    prompt: &str,
    write: &Write,
    now: Timestamp,
) -> Turn {
    Turn {
        id: id.to_owned(),
        conversation: conversation.to_owned(),
        version: version.id.clone(),
        prompt: prompt.to_owned(),
        write: write.id().clone(),
        state: TurnState::Running,
        outcome: None,
        memory: None,
        created_at: now,
        instance: core.instance().to_owned(),
    }
}

/// The event with the progress of a turn.
pub(super) fn status(
    turn: &str,
    conversation: &str,
    phase: Phase,
    message: &str,
) -> Result<(&'static str, String), Refusal> {
    let status = StatusEvent {
        turn_id: turn.to_owned(),
        conversation_id: conversation.to_owned(),
        phase,
        message: message.to_owned(),
    };
    Ok(("status", run::json(&status)?))
}

/// Checks that the approved plan exists.
fn has_plan(asked: &TurnRequest, last: Option<&Turn>, now: Timestamp) -> Result<(), Refusal> {
    let approves = asked.change.as_ref().is_some_and(|it| it.approve);
    if approves && memory::pending(last, now).is_none() {
        return Err(Refusal::new(ErrorCode::NoPendingPlan, &TechnicalReason::NoPendingPlan)
            .for_user(&UserMessage::NoPendingPlan)
            .with_remedy(&Advice::AskForPlan));
    }
    Ok(())
}

fn foreign_event() -> Refusal {
    Refusal::bad_request(&TechnicalReason::ForeignEvent).with_remedy(&Advice::SendWithout)
}

fn not_ready(project: &ProjectRef) -> Refusal {
    Refusal::new(ErrorCode::ProjectNotReady, &TechnicalReason::NoFileYet { id: &project.id })
        .for_user(&UserMessage::NoFileYet)
        .with_remedy(&Advice::AddVersion)
        .retry_after(1)
}

fn no_code(project: &ProjectRef) -> Refusal {
    Refusal::new(ErrorCode::VendorUnsupported, &TechnicalReason::NoCode { id: &project.id })
        .for_user(&UserMessage::NoCode)
        .with_remedy(&Advice::AddVersionWithCode)
}
