//! Free space on the disk: a reserve is kept for operations that must not fail, such as deleting
//! data.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_api::ErrorCode;
use tagbridge_system::free_bytes;

use super::{Advice, Core, Refusal, TechnicalReason, UserMessage};

use crate::log_message::{LogMessage, event};

/// Minimum time between checks of the disk.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// When a refused client should try again, in seconds.
const ASK_AGAIN_S: u64 = 30;

/// The disk of the data.
#[derive(Debug)]
pub(super) struct DiskMonitor {
    folder: PathBuf,
    seen: Mutex<LastCheck>,
}

#[derive(Debug, Default)]
struct LastCheck {
    at: Option<Instant>,
    lacks_room: bool,
}

impl DiskMonitor {
    /// Creates the check for the data in this folder.
    pub(super) fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), seen: Mutex::default() }
    }

    fn lacks(&self, least: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.at.is_none_or(|at| at.elapsed() >= LOOK_EVERY) {
            seen.at = Some(Instant::now());
            let lacks = free_bytes(&self.folder).is_some_and(|free| free < least);
            if lacks && !seen.lacks_room {
                event!(error, LogMessage::NoRoomLeft, least);
            } else if seen.lacks_room && !lacks {
                event!(info, LogMessage::RoomAgain);
            }
            seen.lacks_room = lacks;
        }
        seen.lacks_room
    }
}

impl Core {
    /// Checks that the disk has space for more data; otherwise the client should keep it. Blocks.
    pub(in crate::core) fn check_room(&self) -> Result<(), Refusal> {
        let least = self.options().free_bytes;
        if self.space().lacks(least) { Err(full(least)) } else { Ok(()) }
    }

    /// Checks that the disk has space for a large file of this size, in addition to the reserve:
    /// uploads leave space for the bridges' pushes. Blocks.
    pub(crate) fn check_room_for(&self, bytes: u64) -> Result<(), Refusal> {
        let least = self.options().free_bytes.saturating_mul(2);
        let wanted = least.saturating_add(bytes);
        let lacks = free_bytes(&self.space().folder).is_some_and(|free| free < wanted);
        if lacks { Err(full(least)) } else { Ok(()) }
    }
}

fn full(least: u64) -> Refusal {
    without_room(&TechnicalReason::DiskFull { mib: least >> 20 })
}

/// The disk has no space for the data.
pub(super) fn without_room(why: &TechnicalReason<'_>) -> Refusal {
    Refusal::new(ErrorCode::Unavailable, why)
        .for_user(&UserMessage::DiskFull)
        .with_remedy(&Advice::FreeDisk)
        .retry_after(ASK_AGAIN_S)
}
