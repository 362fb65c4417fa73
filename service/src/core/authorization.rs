//! Authorization: the key (401), its rate (429), its permission and scope (403), the project (404).

use std::time::Instant;

use tagbridge_api::{ErrorCode, Permission, health::ActorType, limits::Tier};
use tagbridge_store::{Org, ProjectRef, Transaction};

use super::{
    Advice, Caller, Core, Refusal, TechnicalReason, UserMessage, embed, keys,
    links::{Link, LinkPurpose},
};

/// The permission that an operation requires, and its rate limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessRequirement {
    /// The tier of the rate limit.
    pub(crate) tier: Tier,
    /// The permission; `None`: any valid credential is sufficient.
    pub(crate) permission: Option<Permission>,
    /// Whether an embed token is sufficient.
    embedded: bool,
}

impl AccessRequirement {
    /// Any valid key.
    pub(super) const fn credential(tier: Tier) -> Self {
        Self { tier, permission: None, embedded: false }
    }

    /// A permission.
    pub(super) const fn permission(tier: Tier, permission: Permission) -> Self {
        Self { tier, permission: Some(permission), embedded: false }
    }

    /// The same, but an embed token is also sufficient.
    pub(super) const fn or_embedded(self) -> Self {
        Self { embedded: true, ..self }
    }
}

/// The credential of a request.
#[derive(Debug, Clone)]
pub(crate) struct ShownCredential {
    /// The text of a key or a token.
    pub(crate) credential: String,
    /// The origin of the page that sent it, if it belongs to another site.
    pub(crate) page: Option<String>,
    /// The requested path, if the request has a link instead of a credential.
    pub(crate) link: Option<(String, Link)>,
}

impl Core {
    /// Admits a caller to an operation without a project, or with one that is looked up later.
    /// Blocks.
    pub(crate) fn admit(
        &self,
        shown: &ShownCredential,
        need: AccessRequirement,
    ) -> Result<Caller, Refusal> {
        let caller = self.recognize(shown, need.tier)?;
        self.audit_missing_permission(&caller, "", || check(&caller, need))?;
        Ok(caller)
    }

    /// Admits a caller to a project. Blocks.
    pub(crate) fn admit_to(
        &self,
        project_id: &str,
        shown: &ShownCredential,
        need: AccessRequirement,
    ) -> Result<(Caller, ProjectRef), Refusal> {
        let caller = self.admit_to_any(project_id, shown, need)?;
        let project = self.store_of(&caller.org).read(|tx| find(tx, &caller.org, project_id))?;
        Ok((caller, project))
    }

    /// Admits a caller to a project that may be deleted. Blocks.
    pub(crate) fn admit_to_any(
        &self,
        project_id: &str,
        shown: &ShownCredential,
        need: AccessRequirement,
    ) -> Result<Caller, Refusal> {
        let caller = self.recognize(shown, need.tier)?;
        self.audit_missing_permission(&caller, project_id, || {
            check(&caller, need)?;
            if caller.covers(project_id) { Ok(()) } else { Err(out_of_scope(project_id)) }
        })?;
        Ok(caller)
    }

    /// The caller with the valid key of this id. Blocks.
    pub(super) fn caller_of_key(&self, id: &str) -> Result<Caller, Refusal> {
        let now = self.now();
        let key = self.store().read(|tx| tx.key(id))?.map(|(key, _)| key);
        let key = key.filter(|key| keys::is_valid(key, now));
        key.map(Caller::of_key).ok_or_else(|| unauthorized(&TechnicalReason::UnknownKey))
    }

    /// The caller with this credential, for any operation. Blocks.
    pub(crate) fn known(&self, shown: &ShownCredential) -> Result<Caller, Refusal> {
        if let Some((path, link)) = &shown.link {
            return self.follow(LinkPurpose::Get, path, link);
        }
        let credential = &shown.credential;
        if let Some(owner) = self.owner(credential) {
            return Ok(owner);
        }
        if embed::is_token(credential) {
            return embed::recognize(self, credential, shown.page.as_deref());
        }
        let now = self.now();
        let key = self.store().read(|tx| keys::authenticate(tx, credential, now))?;
        key.map(Caller::of_key).ok_or_else(|| unauthorized(&TechnicalReason::UnknownKey))
    }

    /// The caller with this key, for any operation; 403 for a token. Blocks.
    pub(crate) fn known_key(&self, shown: &ShownCredential) -> Result<Caller, Refusal> {
        let caller = self.known(shown)?;
        check(&caller, AccessRequirement::credential(Tier::Poll))?;
        Ok(caller)
    }

    /// The caller with this credential, if its rate allows the request.
    fn recognize(&self, shown: &ShownCredential, tier: Tier) -> Result<Caller, Refusal> {
        let caller = self.known(shown)?;
        self.count(&caller, tier)?;
        Ok(caller)
    }

    /// Counts a request of a caller. A token has its own rate, and also counts for its key.
    pub(crate) fn count(&self, caller: &Caller, tier: Tier) -> Result<(), Refusal> {
        let key = caller.minted_by().unwrap_or(&caller.id);
        let allowed = (self.options().requests_per_minute)(tier);
        let limits = [
            caller.minted_by().map(|_| (&*caller.id, embed::per_minute(tier).min(allowed))),
            Some((key, allowed)),
        ];
        for (id, allowed) in limits.into_iter().flatten() {
            // Each of several services allows its share.
            let share = allowed / self.0.own.working();
            let checked = self.0.rates.check(tier, id, share, Instant::now());
            checked.map_err(|seconds| too_many(allowed, seconds))?;
        }
        self.0.uses.note(key, self.now());
        Ok(())
    }

    /// Records in the audit log that a known caller lacks a permission.
    pub(super) fn audit_missing_permission(
        &self,
        caller: &Caller,
        subject: &str,
        check: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        check().inspect_err(|refusal| self.note_refusal(caller, subject, refusal))
    }
}

fn too_many(limit: u32, seconds: u64) -> Refusal {
    Refusal::new(ErrorCode::RateLimited, &TechnicalReason::TooManyRequests { limit: limit.into() })
        .for_user(&UserMessage::TooManyRequests)
        .with_remedy(&Advice::Wait { seconds })
        .retry_after(seconds)
}

fn check(caller: &Caller, need: AccessRequirement) -> Result<(), Refusal> {
    if caller.actor == ActorType::EmbedToken && !need.embedded {
        return Err(Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::NotForTokens)
            .for_user(&UserMessage::NoPermission)
            .with_remedy(&Advice::AskWithKey));
    }
    need.permission.map_or(Ok(()), |permission| caller.check(permission))
}

/// The credential is unknown or missing.
pub(crate) fn unauthorized(why: &TechnicalReason<'_>) -> Refusal {
    Refusal::new(ErrorCode::Unauthorized, why)
        .for_user(&UserMessage::KeyNotValid)
        .with_remedy(&Advice::SendKey)
}

/// The organization's project with this id.
pub(super) fn find(tx: &Transaction<'_>, org: &Org, id: &str) -> Result<ProjectRef, Refusal> {
    tx.find_project(org, id)?.ok_or_else(|| no_project(id))
}

/// The key can see no project with this id.
pub(super) fn no_project(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &TechnicalReason::NoProject { id })
        .for_user(&UserMessage::NoProject)
        .with_remedy(&Advice::CheckProjectId)
}

/// The project is outside the scope of the key.
pub(super) fn out_of_scope(project_id: &str) -> Refusal {
    Refusal::new(ErrorCode::ProjectScopeForbidden, &TechnicalReason::OutOfScope { id: project_id })
        .for_user(&UserMessage::OutOfScope)
        .with_remedy(&Advice::KeyForProject)
}
