//! Who may: the key (401), its rate (429), its permission and scope (403), the project (404).

use std::time::Instant;

use tagbridge_api::{ErrorCode, Permission, limits::Tier};
use tagbridge_store::{ProjectRef, Transaction};

use super::{Caller, Core, Refusal, keys};

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
        self.store().read(|tx| self.check(tx, credential, need))
    }

    /// Lets somebody in to a project. Blocks.
    pub(crate) fn admit_to(
        &self,
        project_id: &str,
        credential: &str,
        need: Need,
    ) -> Result<(Caller, ProjectRef), Refusal> {
        self.store().read(|tx| {
            let caller = self.check(tx, credential, need)?;
            if !caller.covers(project_id) {
                return Err(out_of_scope(project_id));
            }
            match tx.find_project(&caller.org, project_id)? {
                Some(project) => Ok((caller, project)),
                None => Err(no_project(project_id)),
            }
        })
    }

    fn check(&self, tx: &dyn Transaction, credential: &str, need: Need) -> Result<Caller, Refusal> {
        let caller = keys::authenticate(tx, credential)?
            .map(Caller::of_key)
            .ok_or_else(|| unauthorized("the key is not valid, or it was revoked"))?;
        self.0
            .rates
            .check(need.tier, &caller.id, Instant::now())
            .map_err(|seconds| self.too_many(need.tier, seconds))?;
        if let Some(permission) = need.permission {
            caller.check(permission)?;
        }
        Ok(caller)
    }

    fn too_many(&self, tier: Tier, seconds: u64) -> Refusal {
        let limit = (self.options().requests_per_minute)(tier);
        Refusal::new(ErrorCode::RateLimited, format!("more than {limit} requests in a minute"))
            .for_user("Too many requests.")
            .suggesting(format!("Wait {seconds} s, then try again."))
            .retry_after(seconds)
    }
}

/// Nobody is known by what was shown, or nothing was.
pub(crate) fn unauthorized(message: &str) -> Refusal {
    Refusal::new(ErrorCode::Unauthorized, message)
        .for_user("The API key is missing or not valid.")
        .suggesting("Send `Authorization: Bearer API_KEY` with a key that was not revoked.")
}

/// No project with this id is visible to the key.
pub(super) fn no_project(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, format!("there is no project `{id}`"))
        .for_user("There is no such project.")
        .suggesting("Check the project's id: GET /projects lists those that the key may see.")
}

fn out_of_scope(project_id: &str) -> Refusal {
    Refusal::new(
        ErrorCode::ProjectScopeForbidden,
        format!("the key's scope does not include the project `{project_id}`"),
    )
    .for_user("The API key may not touch this project.")
    .suggesting("Use a key whose scope includes the project.")
}
