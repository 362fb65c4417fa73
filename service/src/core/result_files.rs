//! Large results: each is stored as a file, and a link to it is returned.
//!
//! Unused files are deleted after a day, long after their links have expired.

use std::time::Duration;

use tagbridge_api::{ErrorCode, Timestamp};
use tagbridge_store::FileHash;

use super::{
    Caller, Core, Refusal, TechnicalReason,
    links::{Link, LinkPurpose},
};

/// The lifetime of a link to a file.
pub(crate) const LINK: Duration = Duration::from_mins(5);

/// Stores a result; returns a link to it below this path, and its expiry. Blocks.
pub(crate) fn hand_over(
    core: &Core,
    caller: &Caller,
    below: &str,
    result: &[u8],
) -> Result<(String, Timestamp), Refusal> {
    core.check_room()?;
    let hash = core.files().put(result)?;
    core.link(LinkPurpose::Get, caller, &format!("{below}/{hash}"), LINK)
}

/// Returns the result of a link. Blocks.
pub(crate) fn fetch(core: &Core, path: &str, link: &Link) -> Result<Vec<u8>, Refusal> {
    core.follow(LinkPurpose::Get, path, link)?;
    let digits = path.rsplit('/').next().unwrap_or_default();
    let gone = || Refusal::new(ErrorCode::NotFound, &TechnicalReason::BadLink);
    let hash = FileHash::parse(digits).ok_or_else(gone)?;
    core.files().find(&hash)?.ok_or_else(gone)?;
    Ok(core.files().get(&hash)?)
}
