//! The audit log: uploads, take-overs, refusals, created and revoked keys.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_api::Timestamp;
use tagbridge_store::{AuditEntry, Org, StoreError, Transaction};

use super::{Caller, Core, Refusal};

use crate::log_message::{LogMessage, event};

/// The administrator on the service's computer.
pub(super) const OWNER: &str = "owner";
/// The service itself.
pub(super) const SERVICE: &str = "service";

/// Maximum number of entries.
const KEPT: u32 = 100_000;
/// A repeated refusal is recorded once within this time.
const REPEATED: Duration = Duration::from_mins(1);
/// Maximum number of different refusals within that time.
const TOLD_APART: usize = 1024;

/// The time of the last entry of each refusal, by caller, subject and code.
#[derive(Debug, Default)]
pub(super) struct RecentRefusals(Mutex<HashMap<(String, String, &'static str), Instant>>);

impl Core {
    /// Returns the newest entries, most recent first. Blocks.
    pub(crate) fn audit(&self, org: &Org, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.store_of(org).read(|tx| tx.audit(org, limit))
    }

    /// Records that a known caller was refused. Blocks; rarely called.
    pub(super) fn note_refusal(&self, caller: &Caller, subject: &str, refusal: &Refusal) {
        let code = refusal.code().as_str();
        if !self.0.refused.is_new((caller.id.clone(), subject.to_owned(), code)) {
            return;
        }
        let at = self.now();
        let noted = self.store_of(&caller.org).write(|tx| {
            let detail = refusal.to_string();
            note(tx, (&caller.org, at), (&caller.id, "refused"), subject, detail)
        });
        if let Err(error) = noted {
            event!(warn, LogMessage::RefusalNotAudited, %error);
        }
    }
}

/// Records an entry in the transaction of its subject.
pub(super) fn note(
    tx: &Transaction<'_>,
    (org, at): (&Org, Timestamp),
    (actor, action): (&str, &str),
    subject: &str,
    detail: String,
) -> Result<(), StoreError> {
    let [actor, action, subject] = [actor, action, subject].map(ToOwned::to_owned);
    tx.add_audit(org, &AuditEntry { at, actor, action, subject, detail }, KEPT)
}

impl RecentRefusals {
    fn is_new(&self, refused: (String, String, &'static str)) -> bool {
        let now = Instant::now();
        let mut refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if refusals.len() >= TOLD_APART {
            refusals.retain(|_, at| now.duration_since(*at) < REPEATED);
        }
        let known = refusals.get(&refused);
        let is_new = known.is_none_or(|at| now.duration_since(*at) >= REPEATED);
        if is_new && refusals.len() < TOLD_APART {
            refusals.insert(refused, now);
            return true;
        }
        false
    }
}
