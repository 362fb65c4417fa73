//! Manages projects: rename, archive, restore, make an older version current, delete. The routes
//! are not in the specification.

use tagbridge_api::{
    ErrorCode, Permission, Timestamp,
    limits::Tier,
    project::{Project, ProjectChange, ProjectVersion, VersionList},
    upload::Uploaded,
};
use tagbridge_store::{Org, ProjectRef, StoreError, Transaction};

use super::{
    AccessRequirement, Caller, Core, Refusal, analyses,
    arguments::check_title,
    audit, authorization, freshness,
    messages::{Advice, TechnicalReason, UserMessage},
    once::{Answer, Write, WriteResult},
    source, versions,
};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::ProjectUpload);
pub(crate) const READ_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::CodeRead);
pub(crate) const VERSION_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::CodeWrite);

/// Number of rows of a deleted project that are deleted at a time.
const SWEPT_AT_ONCE: u32 = 2000;

/// Changes a project's name, or whether it is archived. Blocks.
pub(crate) fn change(
    core: &Core,
    caller: &Caller,
    project: &ProjectRef,
    write: &Write,
    change: &ProjectChange,
) -> Result<Answer, Refusal> {
    check(change)?;
    core.write_at_once(write, |tx, now| {
        Ok(WriteResult::Done(changed(tx, (&caller.org, &caller.id), project, change, now)?))
    })
}

/// Deletes an archived project with all its data. A repeated request for a deleted project gets the
/// same answer. Blocks.
pub(crate) fn delete(
    core: &Core,
    caller: &Caller,
    id: &str,
    write: &Write,
) -> Result<Answer, Refusal> {
    core.write_at_once(write, |tx, now| {
        let project = authorization::find(tx, &caller.org, id)?;
        Ok(WriteResult::Done(deleted(core, tx, (&caller.org, &caller.id), &project, now)?))
    })
}

/// Returns the project's versions, the newest first. Blocks.
pub(crate) fn list(core: &Core, project: &ProjectRef) -> Result<VersionList, Refusal> {
    Ok(core.store_of_project(project).read(|tx| listed(tx, project))?)
}

/// Makes an older version current again, with the next number. Blocks.
pub(crate) fn use_again(
    core: &Core,
    caller: &Caller,
    project: &ProjectRef,
    write: &Write,
    number: u32,
) -> Result<Answer, Refusal> {
    core.write_at_once(write, |tx, now| {
        let by = (&caller.org, caller.id.as_str());
        let uploaded = again(tx, by, project, number, now)?;
        Ok(match uploaded.version_id {
            Some(_) => WriteResult::Created(uploaded),
            None => WriteResult::Done(uploaded),
        })
    })
}

impl Core {
    /// Does the same for the service's owner. Blocks.
    pub(crate) fn change_project(
        &self,
        org: &Org,
        id: &str,
        change: &ProjectChange,
    ) -> Result<Project, Refusal> {
        check(change)?;
        self.as_owner(org, id, |tx, project, now| {
            changed(tx, (org, audit::OWNER), project, change, now)
        })
    }

    /// Does the same for the service's owner. Blocks.
    pub(crate) fn delete_project(&self, org: &Org, id: &str) -> Result<Project, Refusal> {
        self.as_owner(org, id, |tx, project, now| {
            deleted(self, tx, (org, audit::OWNER), project, now)
        })
    }

    /// Does the same for the service's owner. Blocks.
    pub(crate) fn versions_of(&self, org: &Org, id: &str) -> Result<VersionList, Refusal> {
        self.as_owner(org, id, |tx, project, _| Ok(listed(tx, project)?))
    }

    /// Does the same for the service's owner. Blocks.
    pub(crate) fn use_version(
        &self,
        org: &Org,
        id: &str,
        number: u32,
    ) -> Result<Uploaded, Refusal> {
        self.as_owner(org, id, |tx, project, now| {
            again(tx, (org, audit::OWNER), project, number, now)
        })
    }

    /// Returns the name and the bytes of a version's file for the service's owner. Blocks.
    pub(crate) fn version_file(
        &self,
        org: &Org,
        id: &str,
        number: Option<u32>,
    ) -> Result<(String, Vec<u8>), Refusal> {
        let version = self.as_owner(org, id, |tx, project, _| match number {
            Some(number) => versions::numbered(tx, project, number),
            None => source::current(tx, project),
        })?;
        Ok((version.file_name, self.files().get(&version.hash)?))
    }

    pub(super) fn as_owner<T>(
        &self,
        org: &Org,
        id: &str,
        act: impl Fn(&Transaction<'_>, &ProjectRef, Timestamp) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.store_of(org).write(|tx| act(tx, &authorization::find(tx, org, id)?, self.now()))
    }

    /// Deletes the remaining data of deleted projects, without delaying other writes for long.
    /// Blocks.
    pub(super) fn sweep_deleted(&self) -> Result<(), StoreError> {
        while self.store().write(|tx| tx.sweep_deleted(SWEPT_AT_ONCE))? {}
        Ok(())
    }
}

/// Deletes a project that has been archived for longer than the retention time. Blocks.
pub(super) fn delete_archived(core: &Core, project: &ProjectRef) -> Result<(), Refusal> {
    let by = (&project.org, audit::SERVICE);
    core.store_of(&project.org).write(|tx| deleted(core, tx, by, project, core.now()).map(drop))
}

fn check(change: &ProjectChange) -> Result<(), Refusal> {
    if change.name.is_none() && change.archived.is_none() {
        return Err(Refusal::bad_request(&TechnicalReason::NothingToChange));
    }
    change.name.as_ref().map_or(Ok(()), |name| check_title("name", name))
}

fn changed(
    tx: &Transaction<'_>,
    (org, by): (&Org, &str),
    project: &ProjectRef,
    change: &ProjectChange,
    now: Timestamp,
) -> Result<Project, Refusal> {
    let before = tx.project(project)?;
    let archived_at = match change.archived {
        Some(true) => before.archived_at.or(Some(now)),
        Some(false) => None,
        None => before.archived_at,
    };
    let name = change.name.as_ref().map_or(&before.name, |name| name);
    let after =
        Project { name: name.trim().to_owned(), archived_at, updated_at: now, ..before.clone() };
    if after.name != before.name {
        let detail = format!("from `{}` to `{}`", before.name, after.name);
        audit::note(tx, (org, now), (by, "rename"), &project.id, detail)?;
    }
    if after.archived_at.is_some() != before.archived_at.is_some() {
        let action = if after.archived_at.is_some() { "archive" } else { "restore" };
        audit::note(tx, (org, now), (by, action), &project.id, after.name.clone())?;
    }
    tx.save_project(project, &after)?;
    Ok(analyses::summarized(tx, after, now)?)
}

fn deleted(
    core: &Core,
    tx: &Transaction<'_>,
    (org, by): (&Org, &str),
    project: &ProjectRef,
    now: Timestamp,
) -> Result<Project, Refusal> {
    let resource = tx.project(project)?;
    if resource.archived_at.is_none() {
        return Err(in_use(&TechnicalReason::ProjectNotArchived, &Advice::ArchiveFirst));
    }
    if tx.session(project)?.is_some_and(|session| freshness::is_heard_of(&session, now)) {
        return Err(in_use(&TechnicalReason::ProjectStreamed, &Advice::EndSessionFirst));
    }
    for version in tx.versions(project)? {
        core.forget_index(&version.id);
    }
    tx.delete_project(project)?;
    audit::note(tx, (org, now), (by, "delete"), &project.id, resource.name.clone())?;
    Ok(resource)
}

fn in_use(why: &TechnicalReason<'_>, remedy: &Advice<'_>) -> Refusal {
    Refusal::new(ErrorCode::ProjectInUse, why)
        .for_user(&UserMessage::ProjectInUse)
        .with_remedy(remedy)
}

fn listed(tx: &Transaction<'_>, project: &ProjectRef) -> Result<VersionList, StoreError> {
    let versions = tx.versions(project)?;
    let current = versions.first().map(|version| version.number);
    let versions = versions.into_iter().map(|version| ProjectVersion {
        current: Some(version.number) == current,
        version_id: version.id,
        version_number: version.number,
        file_name: version.file_name,
        sha256: version.hash.as_str().to_owned(),
        created_at: version.created_at,
    });
    Ok(VersionList { versions: versions.collect() })
}

fn again(
    tx: &Transaction<'_>,
    (org, by): (&Org, &str),
    project: &ProjectRef,
    number: u32,
    now: Timestamp,
) -> Result<Uploaded, Refusal> {
    let version = versions::numbered(tx, project, number)?;
    let uploaded = versions::again(tx, project, &version, now)?;
    if uploaded.version_id.is_some() {
        let detail = format!("version {number} is current again, as {}", uploaded.version_number);
        audit::note(tx, (org, now), (by, "version"), &project.id, detail)?;
    }
    Ok(uploaded)
}
