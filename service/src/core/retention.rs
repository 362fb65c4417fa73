//! What is removed after a time: history, versions, archived projects.

use tagbridge_api::project::Project;
use tagbridge_store::{Org, Organization, ProjectRef, StoreError, Transaction};

use super::{Core, Refusal, audit, manage, organizations, projects};

use crate::logged::{Logged, event};

/// Takes out what is older, or more, than is to be kept. Blocks.
pub(super) fn keep_to(core: &Core) {
    let orgs = match organizations::all(core) {
        Ok(orgs) => orgs,
        Err(error) => {
            event!(warn, Logged::RetentionFailed, %error);
            return;
        }
    };
    for Organization { org, .. } in orgs {
        for archived in [false, true] {
            let projects = match projects::all(core, &org, archived) {
                Ok(projects) => projects,
                Err(error) => {
                    event!(warn, Logged::RetentionFailed, %error);
                    continue;
                }
            };
            for project in projects {
                if let Err(error) = keep_of(core, &org, &project) {
                    let project = &project.project_id;
                    event!(warn, Logged::RetentionFailed, project, %error);
                }
            }
        }
    }
}

fn keep_of(core: &Core, org: &Org, project: &Project) -> Result<(), Refusal> {
    let found = |tx: &dyn Transaction| tx.find_project(org, &project.project_id);
    let Some(reference) = core.store_of(org).read(found)? else { return Ok(()) };
    let age = core.options().retention.archived_age;
    let until = age.map(|age| core.now().saturating_sub(age));
    if until.zip(project.archived_at).is_some_and(|(until, at)| at < until) {
        return manage::delete_archived(core, &reference);
    }
    cut_history(core, &reference)?;
    forget_tags(core, &reference)?;
    Ok(drop_versions(core, &reference)?)
}

fn cut_history(core: &Core, project: &ProjectRef) -> Result<(), StoreError> {
    let retention = &core.options().retention;
    let fits_from = core
        .store_of_project(project)
        .read(|tx| tx.history_fits_from(project, retention.history_bytes))?;
    let old = core.now().saturating_sub(retention.history_age);
    let before = fits_from.map_or(old, |from| from.max(old));
    while core.store_of_project(project).write(|tx| tx.cut_history(project, before))? {}
    Ok(())
}

fn forget_tags(core: &Core, project: &ProjectRef) -> Result<(), StoreError> {
    let before = core.now().saturating_sub(core.options().retention.tags_age);
    let mut behind = Some(0);
    while let Some(from) = behind {
        behind =
            core.store_of_project(project).write(|tx| tx.forget_tags(project, before, from))?;
    }
    Ok(())
}

/// Their files go with the next sweep, unless other versions have them too.
fn drop_versions(core: &Core, project: &ProjectRef) -> Result<(), StoreError> {
    let retention = &core.options().retention;
    let oldest = retention.versions_age.map(|age| core.now().saturating_sub(age));
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
