//! Deletes expired data: history, versions, archived projects. While the clock is not trusted
//! ([`clock_check`](super::clock_check)), only data above a size limit is deleted.

use tagbridge_api::{Timestamp, project::Project};
use tagbridge_store::{Org, Organization, ProjectRef, StoreError, Transaction};

use super::{Core, Refusal, audit, manage, organizations, projects};

use crate::log_message::{LogMessage, event};

/// Deletes data that has expired or exceeds a size limit; without a time, only the latter. Blocks.
pub(super) fn keep_to(core: &Core, now: Option<Timestamp>) {
    let orgs = match organizations::all(core) {
        Ok(orgs) => orgs,
        Err(error) => {
            event!(warn, LogMessage::RetentionFailed, %error);
            return;
        }
    };
    for Organization { org, .. } in orgs {
        for archived in [false, true] {
            let projects = match projects::all(core, &org, archived) {
                Ok(projects) => projects,
                Err(error) => {
                    event!(warn, LogMessage::RetentionFailed, %error);
                    continue;
                }
            };
            for project in projects {
                if let Err(error) = keep_of(core, &org, &project, now) {
                    let project = &project.project_id;
                    event!(warn, LogMessage::RetentionFailed, project, %error);
                }
            }
        }
    }
}

fn keep_of(
    core: &Core,
    org: &Org,
    project: &Project,
    now: Option<Timestamp>,
) -> Result<(), Refusal> {
    let found = |tx: &Transaction<'_>| tx.find_project(org, &project.project_id);
    let Some(reference) = core.store_of(org).read(found)? else { return Ok(()) };
    let age = core.options().retention.archived_age;
    let until = now.zip(age).map(|(now, age)| now.saturating_sub(age));
    if until.zip(project.archived_at).is_some_and(|(until, at)| at < until) {
        return manage::delete_archived(core, &reference);
    }
    cut_history(core, &reference, now)?;
    if let Some(now) = now {
        forget_tags(core, &reference, now)?;
    }
    Ok(drop_versions(core, &reference, now)?)
}

fn cut_history(
    core: &Core,
    project: &ProjectRef,
    now: Option<Timestamp>,
) -> Result<(), StoreError> {
    let retention = &core.options().retention;
    let fits_from = core
        .store_of_project(project)
        .read(|tx| tx.history_fits_from(project, retention.history_bytes))?;
    let old = now.map(|now| now.saturating_sub(retention.history_age));
    // `None` sorts before any time.
    let Some(before) = fits_from.max(old) else { return Ok(()) };
    while core.store_of_project(project).write(|tx| tx.cut_history(project, before))? {}
    Ok(())
}

fn forget_tags(core: &Core, project: &ProjectRef, now: Timestamp) -> Result<(), StoreError> {
    let before = now.saturating_sub(core.options().retention.tags_age);
    let mut behind = Some(0);
    while let Some(from) = behind {
        behind =
            core.store_of_project(project).write(|tx| tx.forget_tags(project, before, from))?;
    }
    Ok(())
}

/// Deletes versions. The next clean-up deletes their files, unless other versions use them.
fn drop_versions(
    core: &Core,
    project: &ProjectRef,
    now: Option<Timestamp>,
) -> Result<(), StoreError> {
    let retention = &core.options().retention;
    let oldest = now.zip(retention.versions_age).map(|(now, age)| now.saturating_sub(age));
    let versions = core.store_of_project(project).read(|tx| tx.versions(project))?;
    let (mut bytes, mut ended_at, mut dropped) = (0, None, Vec::new());
    for (place, version) in versions.iter().enumerate() {
        bytes += core.files().size(&version.hash)?.unwrap_or_default();
        let is_old = oldest.zip(ended_at).is_some_and(|(oldest, ended)| ended < oldest);
        let is_too_much = place >= retention.versions || bytes > retention.versions_bytes;
        if place > 0 && (is_old || is_too_much) {
            dropped.push(version.number);
        }
        ended_at = Some(version.created_at);
    }
    if dropped.is_empty() {
        return Ok(());
    }
    core.store_of(&project.org).write(|tx| {
        dropped.iter().try_for_each(|number| tx.drop_version(project, *number))?;
        let now = core.now();
        let detail = format!("{} older versions, by what is to be kept", dropped.len());
        audit::note(tx, (&project.org, now), (audit::SERVICE, "drop_versions"), &project.id, detail)
    })
}
