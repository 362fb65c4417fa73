//! The names that consumers asked for, and that the bridge reads.
//!
//! A name leaves the list when its lifetime is over. That is found out whenever the list is
//! looked at, so the revision changes exactly when the list does.

use std::collections::HashSet;

use tagbridge_api::{
    Permission, Timestamp,
    hmi::{
        push::RequestedTags,
        request::{RequestTags, TagsRequested},
    },
    limits::Tier,
};
use tagbridge_store::{ProjectRef, StoreError, Transaction};

use super::{
    Advice, Core, Need, Refusal, Wrong,
    arguments::check_name,
    freshness,
    once::{Answer, Effect, Write},
};

pub(crate) const ASKING_NEEDS: Need = Need::permission(Tier::Standard, Permission::HmiEdit);
pub(crate) const READING_NEEDS: Need = Need::permission(Tier::Poll, Permission::HmiPush);

/// Asks for more tags. Blocks.
pub(crate) fn ask(
    core: &Core,
    project: &ProjectRef,
    write: Write,
    asked: RequestTags,
) -> Result<Answer, Refusal> {
    let names = each_once(asked.tags)?;
    core.begin(write)?.or_do(|tx, now| {
        // Renewed before anything expires: a name that is asked for again in time keeps its place.
        let added = tx.request_tags(project, &names, now)?;
        let expired = tx.expire_requests(project, deadline(core, now))?;
        let listed = tx.count_requested_tags(project)?;
        let allowed = core.options().requested_tags;
        if listed > allowed {
            return Err(too_many(listed, allowed));
        }
        if added || expired {
            tx.revise_requests(project)?;
        }
        Ok(Effect::Done(TagsRequested {
            project_id: project.id.clone(),
            live: is_live(tx, project, now)?,
            requested: names.clone(),
        }))
    })
}

/// The list as it is now. Blocks.
pub(crate) fn read(core: &Core, project: &ProjectRef) -> Result<RequestedTags, Refusal> {
    let (store, now) = (core.store(), core.now());
    let deadline = deadline(core, now);
    // Seldom; reading alone waits for no writer.
    if store.read(|tx| tx.has_expired_requests(project, deadline))? {
        store.write(|tx| revision(core, tx, project, now))?;
    }
    store.read(|tx| {
        Ok(RequestedTags {
            project_id: project.id.clone(),
            live: is_live(tx, project, now)?,
            revision: tx.requests_revision(project)?,
            requested: tx.requested_tags(project)?,
        })
    })
}

/// The revision of the list as it is now.
pub(super) fn revision(
    core: &Core,
    tx: &dyn Transaction,
    project: &ProjectRef,
    now: Timestamp,
) -> Result<u64, StoreError> {
    if tx.expire_requests(project, deadline(core, now))? {
        tx.revise_requests(project)?;
    }
    tx.requests_revision(project)
}

/// The names in their order, without repetitions; or what is wrong with the first that is.
fn each_once(mut names: Vec<String>) -> Result<Vec<String>, Refusal> {
    if names.is_empty() {
        return Err(Refusal::bad_request(&Wrong::NoNames));
    }
    for (i, name) in names.iter().enumerate() {
        check_name(name).map_err(|why| Refusal::bad_field(&format!("tags[{i}]"), &why))?;
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Who was last asked for by then has left the list.
fn deadline(core: &Core, now: Timestamp) -> Timestamp {
    now.saturating_sub(core.options().request_lifetime)
}

fn is_live(tx: &dyn Transaction, project: &ProjectRef, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.session(project)?.is_some_and(|session| freshness::is_heard_of(&session, now)))
}

fn too_many(names: usize, allowed: usize) -> Refusal {
    Refusal::bad_request(&Wrong::TooManyNames { names, allowed }).suggesting(&Advice::AskFewer)
}
