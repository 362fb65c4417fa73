//! Results that are too large to be given at once: each is kept as a file, and a link leads to it.
//!
//! What nothing refers to is swept away after a day, long after its link has ended.

use std::time::Duration;

use tagbridge_api::{ErrorCode, Timestamp};
use tagbridge_store::FileHash;

use super::{
    Caller, Core, Refusal, Wrong,
    links::{Deed, Link},
};

/// How long a link to a file is good.
pub(crate) const LINK: Duration = Duration::from_mins(5);

/// Keeps a result; a link to it below this path, and until when that is good. Blocks.
pub(crate) fn hand_over(
    core: &Core,
    caller: &Caller,
    below: &str,
    result: &[u8],
) -> Result<(String, Timestamp), Refusal> {
    core.check_room()?;
    let hash = core.files().put(result)?;
    core.link(Deed::Get, caller, &format!("{below}/{hash}"), LINK)
}

/// The result that a link leads to. Blocks.
pub(crate) fn fetch(core: &Core, path: &str, link: &Link) -> Result<Vec<u8>, Refusal> {
    core.follow(Deed::Get, path, link)?;
    let digits = path.rsplit('/').next().unwrap_or_default();
    let gone = || Refusal::new(ErrorCode::NotFound, &Wrong::BadLink);
    let hash = FileHash::parse(digits).ok_or_else(gone)?;
    core.files().find(&hash)?.ok_or_else(gone)?;
    Ok(core.files().get(&hash)?)
}
