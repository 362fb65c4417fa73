//! The names that clients requested, and that the bridge reads.
//!
//! A name leaves the list when its lease expires. Expired names are removed at each access to the
//! list, so that the revision changes exactly with the list.

use std::{collections::HashSet, time::Duration};

use tagbridge_api::{
    Permission, Timestamp,
    hmi::{
        push::RequestedTags,
        request::{RequestTags, TagsRequested},
    },
    limits::{GROUP_CHARS_MAX, LEASE_SECONDS_MAX, Tier},
};
use tagbridge_store::{ProjectRef, StoreError, Transaction};

use super::{
    AccessRequirement, Advice, Core, Refusal, TechnicalReason,
    arguments::check_name,
    freshness,
    once::{Answer, Write, WriteResult},
};

pub(crate) const ASKING_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::HmiEdit);
pub(crate) const READING_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Poll, Permission::HmiPush);

/// Requests additional tags. Blocks.
pub(crate) fn ask(
    core: &Core,
    project: &ProjectRef,
    write: Write,
    asked: RequestTags,
) -> Result<Answer, Refusal> {
    let RequestTags { tags, group, lease_s } = asked;
    let names = each_once(tags)?;
    let lease = lease(group.as_deref(), lease_s)?;
    core.begin(write)?.or_do(|tx, now| {
        // Renewed before names expire: a name that is requested again in time keeps its position.
        let lease = lease.map_or_else(|| lifetime(core, tx, project), Ok)?;
        let until = now.saturating_add(lease);
        let added = tx.request_tags(project, &names, group.as_deref(), until)?;
        let expired = tx.expire_requests(project, now)?;
        let listed = tx.count_requested_tags(project)?;
        let allowed = core.options().requested_tags;
        if listed > allowed {
            return Err(too_many(listed, allowed));
        }
        if added || expired {
            tx.revise_requests(project)?;
        }
        Ok(WriteResult::Done(TagsRequested {
            project_id: project.id.clone(),
            live: is_live(tx, project, now)?,
            requested: names.clone(),
        }))
    })
}

/// Returns the current list. Blocks.
pub(crate) fn read(core: &Core, project: &ProjectRef) -> Result<RequestedTags, Refusal> {
    let (store, now) = (core.store_of_project(project), core.now());
    // Rare; a read does not wait for a writer.
    if store.read(|tx| tx.requests_revision(project, now))?.1 {
        core.store_of(&project.org).write(|tx| revision(tx, project, now))?;
    }
    store.read(|tx| {
        let list = tx.requested_tags(project)?;
        let grouped = list.iter().filter_map(|it| Some((it.name.clone(), it.group.clone()?)));
        Ok(RequestedTags {
            project_id: project.id.clone(),
            live: is_live(tx, project, now)?,
            revision: tx.requests_revision(project, now)?.0,
            groups: grouped.collect(),
            requested: list.into_iter().map(|it| it.name).collect(),
        })
    })
}

/// The revision of the current list.
pub(super) fn revision(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let (revision, is_due) = tx.requests_revision(project, now)?;
    if !is_due || !tx.expire_requests(project, now)? {
        return Ok(revision);
    }
    tx.revise_requests(project)?;
    Ok(revision + 1)
}

/// The names in order without repetitions, or the error of the first invalid one.
fn each_once(mut names: Vec<String>) -> Result<Vec<String>, Refusal> {
    if names.is_empty() {
        return Err(Refusal::bad_request(&TechnicalReason::NoNames));
    }
    for (i, name) in names.iter().enumerate() {
        check_asked(name).map_err(|why| Refusal::bad_field(&format!("tags[{i}]"), &why))?;
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Checks a requested name. A tag's name is not blank and has no control characters.
fn check_asked(name: &str) -> Result<(), TechnicalReason<'static>> {
    check_name(name)?;
    if name.chars().any(char::is_control) {
        return Err(TechnicalReason::ControlCharacters);
    }
    // Its length without surrounding blanks.
    check_name(name.trim())
}

/// Default lease of a requested name, so that a session with rare pushes also receives it.
pub(super) fn lifetime(
    core: &Core,
    tx: &Transaction<'_>,
    project: &ProjectRef,
) -> Result<Duration, StoreError> {
    let patience = tx.session(project)?.map(|it| freshness::patience(&it.stream));
    Ok(core.options().request_lifetime.max(patience.unwrap_or_default()))
}

/// The lease of the names, if it is given; or the error in their group or their lease.
fn lease(group: Option<&str>, seconds: Option<u64>) -> Result<Option<Duration>, Refusal> {
    let found = group.map_or(1, |it| it.chars().count());
    if !(1..=GROUP_CHARS_MAX).contains(&found) {
        let why = TechnicalReason::Characters { low: 1, high: GROUP_CHARS_MAX, found };
        return Err(Refusal::bad_field("group", &why));
    }
    match seconds {
        None => Ok(None),
        Some(seconds @ 1..=LEASE_SECONDS_MAX) => Ok(Some(Duration::from_secs(seconds))),
        Some(found) => {
            let why = TechnicalReason::NumberOutside { low: 1, high: LEASE_SECONDS_MAX, found };
            Err(Refusal::bad_field("lease_s", &why))
        }
    }
}

fn is_live(tx: &Transaction<'_>, project: &ProjectRef, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.session(project)?.is_some_and(|session| freshness::is_heard_of(&session, now)))
}

fn too_many(names: usize, allowed: usize) -> Refusal {
    Refusal::bad_request(&TechnicalReason::TooManyNames { names, allowed })
        .with_remedy(&Advice::AskFewer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_letters_and_with_control_characters_are_refused() {
        for name in ["", " ", "\t", "a\nb", "a\0", "\u{1b}[31mA", "\u{85}"] {
            assert!(check_asked(name).is_err(), "{name:?}");
        }
        for name in ["a", "\"Lift Down\"", "Ventil ä.1", "Program:Main.A[1]"] {
            assert!(check_asked(name).is_ok(), "{name:?}");
        }
        assert!(each_once(vec!["A".into(), " ".into()]).is_err());
    }
}
