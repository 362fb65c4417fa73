//! The work of a turn that asks for a change: a plan, then what comes of the plan that was approved.
//!
//! What is carried out is the stored plan: it is made once more of what was wished for then, and must
//! be the same, of units that are as they were.

use std::sync::Arc;

use tagbridge_api::{ErrorCode, turn::Outcome};
use tagbridge_interpret::Language;
use tagbridge_project::Source;
use tagbridge_propose::{Proposed, Wish, not_the_plan, propose};

use super::{
    Change,
    begin::Work,
    memory::{Memory, StoredPlan, StoredWish},
    model,
};
use crate::core::{Advice, Caller, Core, ForUser, Refusal, Wrong};

/// 402 where the organization has reached what it wants to spend, and chose to pause.
pub(super) async fn may_spend(core: &Core, caller: &Caller) -> Result<(), Refusal> {
    let Some(provider) = core.options().provider.clone() else { return Ok(()) };
    if !model::is_limit_reached(core, caller, &provider).await? {
        return Ok(());
    }
    Err(Refusal::new(ErrorCode::SpendLimitReached, &Wrong::SpendLimitReached)
        .for_user(&ForUser::SpendLimitReached)
        .suggesting(&Advice::RaiseLimit))
}

/// What comes of it, and what the next turn of the conversation has to know.
pub(super) async fn propose_it(
    core: &Core,
    work: &Arc<Work>,
    change: &Change,
) -> Result<(Outcome, Memory), Refusal> {
    let source = {
        let version = work.version.clone();
        core.blocking(move |core| {
            let bytes = core.files().get(&version.hash)?;
            // It was read as a project before.
            Source::of_bytes(version.file_name, bytes).map_err(|_| Refusal::internal())
        })
        .await?
    };
    let turn = Turn::of(work, change);
    let work = work.clone();
    Ok(core.thinking(move |_| turn.go(&source, &work)).await)
}

/// What this turn is to do.
struct Turn {
    wish: StoredWish,
    /// The plan that is carried out.
    approved: Option<StoredPlan>,
}

impl Turn {
    fn of(work: &Work, change: &Change) -> Self {
        let memory = Memory::of(work.before.as_ref());
        if change.approve {
            let wish = memory.plan.as_ref().map(|it| it.wish.clone()).unwrap_or_default();
            let amendment = change.amendment.clone();
            return Self { wish: StoredWish { amendment, ..wish }, approved: memory.plan };
        }
        if let (false, Some(mut wish)) = (work.chosen.is_empty(), memory.wish) {
            wish.answers.extend(work.chosen.iter().cloned());
            return Self { wish, approved: memory.plan.filter(|_| memory.approving) };
        }
        let wish = StoredWish {
            prompt: work.prompt.clone(),
            program: change.target.program.clone(),
            routine: change.target.routine.clone(),
            ..StoredWish::default()
        };
        Self { wish, approved: None }
    }

    fn go(self, source: &Source, work: &Work) -> (Outcome, Memory) {
        let ask = |wish: &StoredWish| propose(source, work.facts.logic(), &wished(wish));
        let mut memory = Memory { wish: Some(self.wish.clone()), ..Memory::default() };
        if let Some(stored) = &self.approved {
            memory.plan = Some(stored.clone());
            memory.approving = true;
            let is_same = match ask(&stored.wish) {
                Proposed::Ready(now) => now.base == stored.base && now.plan == stored.plan,
                _ => false,
            };
            if !is_same {
                let reason = not_the_plan(&wished(&stored.wish));
                return (Outcome::Unresolved { reason }, memory);
            }
        }
        match (ask(&self.wish), self.approved) {
            (Proposed::Asks(questions), _) => {
                memory.questions.clone_from(&questions);
                (Outcome::NeedsInput { questions }, memory)
            }
            (Proposed::Refused(reason), _) => (Outcome::Unresolved { reason }, memory),
            (Proposed::Ready(proposal), None) => {
                let (plan, base) = (proposal.plan.clone(), proposal.base.clone());
                memory.plan = Some(StoredPlan { wish: self.wish, plan, base });
                (proposal.as_plan(), memory)
            }
            // It is carried out once.
            (Proposed::Ready(proposal), Some(_)) => (proposal.as_code(), Memory::default()),
        }
    }
}

fn wished(wish: &StoredWish) -> Wish<'_> {
    Wish {
        prompt: &wish.prompt,
        program: wish.program.as_deref(),
        routine: wish.routine.as_deref(),
        answers: &wish.answers,
        amendment: wish.amendment.as_deref(),
        language: Language::English,
    }
}
