//! The work of a turn: by a configured model, or by the built-in interpreter.

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tagbridge_api::{
    ErrorCode, Permission, Timestamp,
    turn::{DoneEvent, Outcome, Phase, TokenEvent, Turned, Usage},
};
use tagbridge_interpret::{
    Asked, Before, Facts, Given, Note, PastValues, Since, Values, answer, noted, understand,
};
use tagbridge_propose::draft_failed;
use tagbridge_store::{Transaction, TurnState, TurnUse};
use tagbridge_texts::Language;
use tokio::time;

use super::{
    CHANGE_KIND, KIND,
    begin::{TurnWork, status},
    generate,
    memory::Memory,
    model::{self, DraftedCode, ModelUsage},
    running_turns::Run,
    values::{self, AddedNames},
};
use crate::{
    core::{
        Advice, Core, Refusal, TechnicalReason,
        once::{self, WriteResult},
    },
    log_message::{LogMessage, event},
};

/// How often missing values are searched …
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// … and the maximum number of searches: the answer lists values that are still missing.
const LOOKS_MAX: u32 = 20;

/// Starts the work, which completes even if the client disconnects.
pub(super) fn start(core: &Core, work: TurnWork, run: Run) {
    let core = core.clone();
    drop(tokio::spawn(async move {
        let work = Arc::new(work);
        let held = work.clone();
        let answering = answer_it(&core, &work, &run);
        let answered = core.while_extended(move |core| extend(core, &held), answering).await;
        if let Err(refusal) = answered {
            let failed = work.clone();
            core.blocking(move |core| fail(core, &failed, &refusal)).await;
        }
        drop(run);
    }));
}

/// Extends the lease of the write while a model works; otherwise a repeated request would do it
/// twice.
fn extend(core: &Core, work: &TurnWork) {
    let store = core.store_of(&work.project.org);
    if let Err(error) = store.write(|tx| once::extend(tx, &work.write, core.now())) {
        event!(warn, LogMessage::LeaseNotExtended, %error, id = work.turn);
    }
}

async fn answer_it(core: &Core, work: &Arc<TurnWork>, run: &Run) -> Result<(), Refusal> {
    if let Some(change) = &work.change {
        let taken = ModelUsage::default();
        let drafted = tokio::select! {
            drafted = generate::draft(core, work, change, &taken) => drafted?,
            () = run.left(core) => {
                let work = work.clone();
                return core.blocking(move |core| cancel(core, &work, taken.get())).await;
            }
        };
        let (mut draft, mut note, mut errors) = (None, None, Vec::new());
        match drafted {
            Some(DraftedCode::Changes(changes, planned)) => draft = Some((changes, planned)),
            Some(DraftedCode::Failed(remaining)) => errors = remaining,
            Some(DraftedCode::Without(why)) => note = Some(why),
            Some(DraftedCode::Declined) | None => {}
        }
        let (mut outcome, memory) = generate::propose_it(core, work, change, draft).await?;
        if note.is_some() || !errors.is_empty() {
            let work = work.clone();
            let asked = core.thinking(move |_| work.understand()).await;
            if let (Outcome::Unresolved { reason }, false) = (&mut outcome, errors.is_empty()) {
                *reason = draft_failed(&errors, asked.language);
            }
            if let Some(note) = note {
                outcome = noted(outcome, note, asked.language);
            }
        }
        let (work, usage) = (work.clone(), taken.get());
        let ended = move |core: &Core| end(core, &work, &memory, outcome, usage);
        run.stored(core.blocking(ended).await?);
        return Ok(());
    }
    let asked = {
        let work = work.clone();
        core.thinking(move |_| work.understand()).await
    };
    let taken = ModelUsage::default();
    let told = tokio::select! {
        told = model::answer(core, work, &asked, run, &taken) => told?,
        () = run.left(core) => {
            let work = work.clone();
            return core.blocking(move |core| cancel(core, &work, taken.get())).await;
        }
    };
    let outcome = match told {
        Some(Ok(outcome)) => outcome,
        Some(Err(note)) => noted(built_in(core, work, &asked, run).await?, note, asked.language),
        None => built_in(core, work, &asked, run).await?,
    };
    let (work, usage) = (work.clone(), taken.get());
    let memory = Memory::new(&asked, &outcome);
    let number = core.blocking(move |core| end(core, &work, &memory, outcome, usage)).await?;
    run.stored(number);
    Ok(())
}

/// The answer of the built-in interpreter.
async fn built_in(
    core: &Core,
    work: &Arc<TurnWork>,
    asked: &Asked,
    run: &Run,
) -> Result<Outcome, Refusal> {
    let older = older(core, work, asked.since()).await?;
    let (values, added) = live(core, work, asked, run).await?;
    let past = past(core, work, asked.past(&work.facts)).await?;
    let (work, asked) = (work.clone(), asked.clone());
    let outcome = core.thinking(move |_| {
        let older = older.as_ref().map(|(facts, number)| (&**facts, *number));
        let outcome = answer(&work.facts, &asked, &Given { values, older, past });
        match reads_more(&added) {
            Some(note) => noted(outcome, note, asked.language),
            None => outcome,
        }
    });
    Ok(outcome.await)
}

/// What a user must know about the additional load of the controller.
fn reads_more(added: &AddedNames) -> Option<Note> {
    let minutes = added.lifetime.as_secs().div_ceil(60);
    (!added.names.is_empty()).then_some(Note::ReadsMore { tags: added.names.len(), minutes })
}

impl TurnWork {
    fn understand(&self) -> Asked {
        let memory = Memory::of(self.before.as_ref());
        let before = Before {
            query: memory.query.as_ref(),
            listed: &memory.listed,
            chosen: self.chosen.first().map(|it| it.1.as_str()),
            language: self.before.as_ref().map(|_| memory.language()),
        };
        understand(&self.facts, &self.prompt, &before)
    }
}

/// The version for a comparison, if it is requested and still stored.
pub(super) async fn older(
    core: &Core,
    work: &TurnWork,
    since: Option<Since>,
) -> Result<Option<(Arc<Facts>, u32)>, Refusal> {
    let number = match since {
        None => return Ok(None),
        Some(Since::Number(number)) => number,
        Some(Since::Previous) => work.version.number.saturating_sub(1),
    };
    let project = work.project.clone();
    let version = core
        .blocking(move |core| {
            core.store_of_project(&project).read(|tx| tx.version_numbered(&project, number))
        })
        .await?;
    match version {
        Some(version) => Ok(Some((core.facts(&version).await?, number))),
        None => Ok(None),
    }
}

/// The current values that an answer needs, if the caller may see them. Missing values are
/// requested if the caller may do so; a client that can wait gets the answer when they have
/// arrived.
async fn live(
    core: &Core,
    work: &Arc<TurnWork>,
    asked: &Asked,
    run: &Run,
) -> Result<(Option<Values>, AddedNames), Refusal> {
    let names = asked.values(&work.facts);
    let mut added = AddedNames::default();
    if names.is_empty() || !work.caller.may(Permission::HmiView) {
        return Ok((None, added));
    }
    let names = Arc::new(names);
    let read = async || {
        let (work, names) = (work.clone(), names.clone());
        core.blocking(move |core| values::read(core, &work, &names)).await
    };
    let mut found = read().await?;
    if found.missing.is_empty() || !found.values.live || !work.caller.may(Permission::HmiEdit) {
        return Ok((Some(found.values), added));
    }
    added = {
        let (work, missing) = (work.clone(), found.missing.clone());
        core.blocking(move |core| values::request(core, &work, missing)).await?
    };
    let count = added.names.len();
    if work.may_wait {
        let waiting = {
            let work = work.clone();
            let message = format!("{count} values are asked for, and awaited");
            core.blocking(move |core| reading(core, &work, &message)).await?
        };
        run.stored(waiting);
        for _ in 0..LOOKS_MAX {
            time::sleep(LOOK_EVERY).await;
            found = read().await?;
            if found.missing.is_empty() || !found.values.live {
                return Ok((Some(found.values), added));
            }
        }
    }
    found.values.requested.clone_from(&added.names);
    Ok((Some(found.values), added))
}

/// The stored values of the time in a question.
pub(super) async fn past(
    core: &Core,
    work: &Arc<TurnWork>,
    names: Vec<String>,
) -> Result<Option<PastValues>, Refusal> {
    if names.is_empty() || !work.caller.may(Permission::HmiView) {
        return Ok(None);
    }
    let work = work.clone();
    core.blocking(move |core| values::past(core, &work, &names)).await.map(Some)
}

fn reading(core: &Core, work: &TurnWork, message: &str) -> Result<u32, Refusal> {
    let status = status(&work.turn, &work.conversation, Phase::Reading, message)?;
    Ok(core
        .store_of(&work.project.org)
        .write(|tx| tx.add_events(&work.turn, std::slice::from_ref(&status)))?)
}

/// Stores the outcome with the remaining events; returns the number of the last one.
fn end(
    core: &Core,
    work: &TurnWork,
    memory: &Memory,
    outcome: Outcome,
    usage: Usage,
) -> Result<u32, Refusal> {
    let memory = json(memory)?;
    let turned = Turned {
        outcome: if work.citations { outcome } else { without_citations(outcome) },
        conversation_id: Some(work.conversation.clone()),
        version_id: Some(work.version.id.clone()),
        usage,
    };
    let body = json(&turned)?;
    let events = events(work, &turned, &body)?;
    core.store_of(&work.project.org).write(|tx| {
        let now = core.now();
        if !tx.end_turn(&work.turn, TurnState::Answered, Some(&body), Some(&memory), now)? {
            return Err(Refusal::internal());
        }
        let last = tx.add_events(&work.turn, &events)?;
        tx.add_use(&work.caller.org, &used(work, usage, now))?;
        let effect = |_: &Transaction<'_>| Ok(WriteResult::Done(turned.clone()));
        once::complete(tx, &work.write, now, effect)?;
        Ok(last)
    })
}

fn used(work: &TurnWork, usage: Usage, now: Timestamp) -> TurnUse {
    TurnUse {
        caller: work.caller.id.clone(),
        project: work.project.id.clone(),
        kind: if work.change.is_some() { CHANGE_KIND } else { KIND }.to_owned(),
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        at: now,
    }
}

fn without_citations(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Answer { answer, .. } => {
            Outcome::Answer { answer, citations: Vec::new(), citations_total: None }
        }
        Outcome::Plan { plan, .. } => {
            Outcome::Plan { plan, citations: Vec::new(), citations_total: None }
        }
        Outcome::Code { explanation, changes, .. } => {
            Outcome::Code { explanation, changes, citations: Vec::new(), citations_total: None }
        }
        other => other,
    }
}

/// The remaining events of a turn's stream.
fn events(
    work: &TurnWork,
    turned: &Turned,
    body: &str,
) -> Result<Vec<(&'static str, String)>, Refusal> {
    let mut events =
        vec![status(&work.turn, &work.conversation, Phase::Writing, "the answer is written")?];
    let text = match &turned.outcome {
        Outcome::Answer { answer, .. } => Some(answer),
        Outcome::Code { explanation, .. } => Some(explanation),
        _ => None,
    };
    if let Some(text) = text {
        for text in text.split_inclusive('\n') {
            events.push(("token", json(&TokenEvent { text: text.to_owned() })?));
        }
    }
    events.push(("outcome", body.to_owned()));
    let status = turned.outcome.status().to_owned();
    events.push(("done", json(&DoneEvent { status, usage: turned.usage })?));
    Ok(events)
}

/// Ends a turn without an outcome: its write may be sent again.
fn fail(core: &Core, work: &TurnWork, refusal: &Refusal) {
    event!(error, LogMessage::TurnFailed, turn = work.turn, error = %refusal);
    let ended = core.store_of(&work.project.org).write(|tx| {
        // Otherwise the same write may belong to another turn now.
        if end_failed(core, tx, &work.turn, TurnState::Failed, refusal)? {
            once::release(tx, &work.write)?;
        }
        Ok::<_, Refusal>(())
    });
    // It is ended later, like all abandoned turns.
    if let Err(error) = ended {
        event!(warn, LogMessage::FailedTurnStays, turn = work.turn, %error);
    }
}

/// Ends a turn that no client follows; its model usage is recorded.
fn cancel(core: &Core, work: &TurnWork, usage: Usage) -> Result<(), Refusal> {
    event!(info, LogMessage::TurnCancelled, turn = work.turn);
    let refusal = Refusal::new(ErrorCode::Unavailable, &TechnicalReason::NobodyListens)
        .with_remedy(&Advice::SendSame);
    core.store_of(&work.project.org).write(|tx| {
        tx.add_use(&work.caller.org, &used(work, usage, core.now()))?;
        if end_failed(core, tx, &work.turn, TurnState::Cancelled, &refusal)? {
            once::release(tx, &work.write)?;
        }
        Ok(())
    })
}

/// Ends a turn without an outcome, with the reason as its last event. False if it had ended before.
pub(super) fn end_failed(
    core: &Core,
    tx: &Transaction<'_>,
    turn: &str,
    state: TurnState,
    refusal: &Refusal,
) -> Result<bool, Refusal> {
    let ended = tx.end_turn(turn, state, None, None, core.now())?;
    if ended {
        // Stored once, for all clients of the turn.
        tx.add_events(turn, &[("error", json(&refusal.error(Language::English))?)])?;
    }
    Ok(ended)
}

/// Serializes one of our own types.
pub(super) fn json<T: Serialize>(value: &T) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|error| {
        event!(error, LogMessage::EventNoJson, %error, code = ErrorCode::Internal.as_str());
        Refusal::internal()
    })
}
