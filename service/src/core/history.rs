//! The history of a tag.

use tagbridge_api::{
    Permission,
    hmi::history::{History, HistoryQuery},
    limits::{HISTORY_DEFAULT, HISTORY_MAX, Tier},
};
use tagbridge_store::{HistoryRange, ProjectRef, StoredHistory};

use super::{
    AccessRequirement, Core, Refusal,
    arguments::{check_limit, check_name},
};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Poll, Permission::HmiView).or_embedded();

/// Returns the newest entries, most recent first; empty if no session streamed the tag. Blocks.
pub(crate) fn read(
    core: &Core,
    project: &ProjectRef,
    query: HistoryQuery,
) -> Result<History, Refusal> {
    let HistoryQuery { tag, limit, before } = query;
    check_name(&tag).map_err(|why| Refusal::bad_field("tag", &why))?;
    let limit = check_limit(limit, HISTORY_DEFAULT, 1..=HISTORY_MAX)?;
    let range = HistoryRange { limit, before };
    let StoredHistory { entries: history, cut_at } =
        core.store_of_project(project).read(|tx| tx.history(project, &tag, &range))?;
    Ok(History {
        project_id: project.id.clone(),
        tag,
        count: u32::try_from(history.len()).unwrap_or(u32::MAX),
        history,
        cut_at,
    })
}
