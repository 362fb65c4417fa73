//! The work of a turn that requests a change: a plan, then the execution of the approved plan.
//!
//! The stored plan with its result is executed, if its units are unchanged. If it removes or
//! renames an object, the whole project matters, because any unit may name it: then the proposal
//! for the current project must be the same. A configured model may write code for a request that
//! is not understood; its code must pass the same checks, and a checker.

use std::sync::Arc;

use tagbridge_api::{
    ErrorCode,
    generate::{ChangeAction, Plan, ProposedChange},
    turn::Outcome,
};
use tagbridge_interpret::Language;
use tagbridge_project::Source;
use tagbridge_propose::{
    Planned, Proposed, Wish, digest, is_free, not_the_plan, of_draft, propose,
};

use super::{
    Change,
    begin::TurnWork,
    memory::{Memory, StoredPlan, StoredWish},
    model::{self, DraftedCode, ModelUsage},
};
use crate::core::{Advice, Caller, Core, Refusal, TechnicalReason, UserMessage};

/// Refuses (402) if the organization has reached its spending limit, and chose to pause.
pub(super) async fn may_spend(core: &Core, caller: &Caller) -> Result<(), Refusal> {
    let Some(provider) = core.options().provider.clone() else { return Ok(()) };
    if !model::is_limit_reached(core, caller, &provider).await? {
        return Ok(());
    }
    Err(Refusal::new(ErrorCode::SpendLimitReached, &TechnicalReason::SpendLimitReached)
        .for_user(&UserMessage::SpendLimitReached)
        .with_remedy(&Advice::RaiseLimit))
}

/// Returns the result of a request, and the data for the next turn of the conversation. `draft` is
/// code that a model has written, with its plan.
pub(super) async fn propose_it(
    core: &Core,
    work: &Arc<TurnWork>,
    change: &Change,
    draft: Option<(Vec<ProposedChange>, Box<Planned>)>,
) -> Result<(Outcome, Memory), Refusal> {
    let source = source(core, work).await?;
    let turn = Turn::of(work, change, draft);
    let work = work.clone();
    Ok(core.thinking(move |_| turn.go(&source, &work)).await)
}

/// The files of the turn's version.
async fn source(core: &Core, work: &Arc<TurnWork>) -> Result<Source, Refusal> {
    let version = work.version.clone();
    core.blocking(move |core| {
        let bytes = core.files().get(&version.hash)?;
        // It could be parsed before.
        Source::of_bytes(version.file_name, bytes).map_err(|_| Refusal::internal())
    })
    .await
}

/// Lets a model write code for a request that is not understood; empty if no model is configured,
/// or it must not be used.
pub(super) async fn draft(
    core: &Core,
    work: &Arc<TurnWork>,
    change: &Change,
    taken: &ModelUsage,
) -> Result<Option<DraftedCode>, Refusal> {
    let Some(provider) = core.options().provider.clone() else { return Ok(None) };
    if change.approve || !work.chosen.is_empty() {
        return Ok(None);
    }
    let is_free = {
        let work = work.clone();
        core.thinking(move |_| is_free(work.facts.logic(), &work.prompt)).await
    };
    if !is_free {
        return Ok(None);
    }
    let source = Arc::new(source(core, work).await?);
    Ok(Some(model::written(core, &provider, work, source, &names(work), taken).await))
}

/// Some names of the project, as JSON.
fn names(work: &TurnWork) -> String {
    let project = work.facts.logic().project;
    let all = (project.programs.iter().map(|it| it.name.clone()))
        .chain(project.routines.iter().map(|it| format!("{}/{}", it.owner, it.name)))
        .chain(project.data_types.iter().map(|it| it.name.clone()))
        .chain(project.tasks.iter().map(|it| it.name.clone()))
        .chain(project.tags.iter().map(|it| it.name.clone()));
    let names: Vec<String> = all.take(400).collect();
    serde_json::to_string(&names).unwrap_or_default()
}

/// The task of this turn.
struct Turn {
    wish: StoredWish,
    /// The approved plan.
    approved: Option<StoredPlan>,
    /// The plan of code that a model has just written.
    drafted: Option<Box<Planned>>,
}

impl Turn {
    fn of(
        work: &TurnWork,
        change: &Change,
        draft: Option<(Vec<ProposedChange>, Box<Planned>)>,
    ) -> Self {
        let memory = Memory::of(work.before.as_ref());
        if change.approve {
            let wish = memory.plan.as_ref().map(|it| it.wish.clone()).unwrap_or_default();
            let amendment = change.amendment.clone();
            let wish = StoredWish { amendment, ..wish };
            return Self { wish, approved: memory.plan, drafted: None };
        }
        if let (false, Some(mut wish)) = (work.chosen.is_empty(), memory.wish) {
            wish.answers.extend(work.chosen.iter().cloned());
            let approved = memory.plan.filter(|_| memory.approving);
            return Self { wish, approved, drafted: None };
        }
        let (changes, drafted) = draft.unzip();
        let changes = changes.unwrap_or_default();
        let wish = StoredWish { changes, ..wish_of(work, change) };
        Self { wish, approved: None, drafted }
    }

    fn go(self, source: &Source, work: &TurnWork) -> (Outcome, Memory) {
        let ask = |wish: &StoredWish| {
            let (logic, asked) = (work.facts.logic(), to_wish(wish));
            // What a person amends, or answers, is said of the request; code that is written is what it is.
            if wish.changes.is_empty() || wish.amendment.is_some() {
                propose(source, logic, &asked)
            } else {
                of_draft(source, logic, &asked, &wish.changes)
            }
        };
        let mut memory = Memory { wish: Some(self.wish.clone()), ..Memory::default() };
        if let Some(stored) = &self.approved {
            memory.plan = Some(stored.clone());
            memory.approving = true;
            let now = digest(work.facts.logic().project, &stored.units);
            let holds = now == stored.base
                && (!depends_on_all(&stored.plan) || is_the_same(stored, &ask(&stored.wish)));
            let Some(code) = stored.code.clone().filter(|_| holds) else {
                let reason = not_the_plan(&to_wish(&stored.wish));
                return (Outcome::Unresolved { reason }, memory);
            };
            if self.wish == stored.wish {
                // It is executed once.
                return (code, Memory::default());
            }
        }
        let proposed = self.drafted.map_or_else(|| ask(&self.wish), Proposed::Ready);
        match (proposed, self.approved) {
            (Proposed::Asks(questions), _) => {
                memory.questions.clone_from(&questions);
                (Outcome::NeedsInput { questions }, memory)
            }
            (Proposed::Refused { reason, .. }, _) => (Outcome::Unresolved { reason }, memory),
            (Proposed::Ready(proposal), None) => {
                memory.plan = Some(StoredPlan {
                    wish: self.wish,
                    plan: proposal.plan.clone(),
                    units: proposal.units.clone(),
                    base: proposal.base.clone(),
                    code: Some(proposal.as_code()),
                });
                (proposal.as_plan(), memory)
            }
            // It differs from the plan due to the amendment.
            (Proposed::Ready(proposal), Some(_)) => (proposal.as_code(), Memory::default()),
        }
    }
}

/// Whether a plan depends on units that it does not change, because they may name a removed or
/// renamed object.
fn depends_on_all(plan: &Plan) -> bool {
    let mut actions = plan.steps.iter().map(|step| step.action);
    actions.any(|action| matches!(action, ChangeAction::Delete | ChangeAction::Rename))
}

/// Whether the current proposal equals the stored plan, with the same units and the same result.
fn is_the_same(stored: &StoredPlan, now: &Proposed) -> bool {
    let Proposed::Ready(now) = now else { return false };
    now.plan == stored.plan && now.units == stored.units && stored.code == Some(now.as_code())
}

/// The wish in a new request.
fn wish_of(work: &TurnWork, change: &Change) -> StoredWish {
    StoredWish {
        prompt: work.prompt.clone(),
        program: change.target.program.clone(),
        routine: change.target.routine.clone(),
        ..StoredWish::default()
    }
}

fn to_wish(wish: &StoredWish) -> Wish<'_> {
    Wish {
        prompt: &wish.prompt,
        program: wish.program.as_deref(),
        routine: wish.routine.as_deref(),
        answers: &wish.answers,
        amendment: wish.amendment.as_deref(),
        language: Language::English,
    }
}
