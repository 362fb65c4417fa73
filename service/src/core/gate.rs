//! Who may: the key (401), its rate (429), its permission and scope (403), the project (404).

use std::time::Instant;

use tagbridge_api::{ErrorCode, Permission, limits::Tier};
use tagbridge_store::ProjectRef;

use super::{Advice, Caller, Core, ForUser, Refusal, Wrong, keys};

/// What somebody needs for something, and how often it may be asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Need {
    /// The tier whose rate counts.
    pub(crate) tier: Tier,
    /// The permission; none: any valid credential will do.
    pub(crate) permission: Option<Permission>,
}

impl Need {
    /// Any valid credential.
    pub(super) const fn credential(tier: Tier) -> Self {
        Self { tier, permission: None }
    }

    /// A permission.
    pub(super) const fn permission(tier: Tier, permission: Permission) -> Self {
        Self { tier, permission: Some(permission) }
    }
}

impl Core {
    /// Lets somebody in for what concerns no project, or one that is looked for later. Blocks.
    pub(crate) fn admit(&self, credential: &str, need: Need) -> Result<Caller, Refusal> {
        let caller = self.recognize(credential, need.tier)?;
        self.allow(&caller, "", || check(&caller, need))?;
        Ok(caller)
    }

    /// Lets somebody in to a project. Blocks.
    pub(crate) fn admit_to(
        &self,
        project_id: &str,
        credential: &str,
        need: Need,
    ) -> Result<(Caller, ProjectRef), Refusal> {
        let caller = self.recognize(credential, need.tier)?;
        self.allow(&caller, project_id, || {
            check(&caller, need)?;
            if caller.covers(project_id) { Ok(()) } else { Err(out_of_scope(project_id)) }
        })?;
        let project = self.store().read(|tx| tx.find_project(&caller.org, project_id))?;
        project.map(|project| (caller, project)).ok_or_else(|| no_project(project_id))
    }

    /// Who shows this, if the rate allows it.
    fn recognize(&self, credential: &str, tier: Tier) -> Result<Caller, Refusal> {
        let now = self.now();
        let key = self.store().read(|tx| keys::authenticate(tx, credential, now))?;
        let caller = key.map(Caller::of_key).ok_or_else(|| unauthorized(&Wrong::UnknownKey))?;
        self.0
            .rates
            .check(tier, &caller.id, Instant::now())
            .map_err(|seconds| self.too_many(tier, seconds))?;
        self.0.uses.note(&caller.id, now);
        Ok(caller)
    }

    /// Has it written down where somebody known may not.
    pub(super) fn allow(
        &self,
        caller: &Caller,
        subject: &str,
        check: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        check().inspect_err(|refusal| self.note_refusal(caller, subject, refusal))
    }

    fn too_many(&self, tier: Tier, seconds: u64) -> Refusal {
        let limit = (self.options().requests_per_minute)(tier);
        Refusal::new(ErrorCode::RateLimited, &Wrong::TooManyRequests { limit: limit.into() })
            .for_user(&ForUser::TooManyRequests)
            .suggesting(&Advice::Wait { seconds })
            .retry_after(seconds)
    }
}

fn check(caller: &Caller, need: Need) -> Result<(), Refusal> {
    need.permission.map_or(Ok(()), |permission| caller.check(permission))
}

/// Nobody is known by what was shown, or nothing was.
pub(crate) fn unauthorized(why: &Wrong<'_>) -> Refusal {
    Refusal::new(ErrorCode::Unauthorized, why)
        .for_user(&ForUser::KeyNotValid)
        .suggesting(&Advice::SendKey)
}

/// No project with this id is visible to the key.
pub(super) fn no_project(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &Wrong::NoProject { id })
        .for_user(&ForUser::NoProject)
        .suggesting(&Advice::CheckProjectId)
}

/// The project is not one that the key may touch.
pub(super) fn out_of_scope(project_id: &str) -> Refusal {
    Refusal::new(ErrorCode::ProjectScopeForbidden, &Wrong::OutOfScope { id: project_id })
        .for_user(&ForUser::OutOfScope)
        .suggesting(&Advice::KeyForProject)
}
