//! Periodic work of a running service.

use std::time::Duration;

use tokio::time::{self, Instant};

use tagbridge_store::{Org, Salvaged};

use super::{Core, audit, exports, keys, retention, staging, turns};

use crate::log_message::{LogMessage, event};

/// How often jobs of an ended service are searched.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// How often unused files and undetected damage are searched.
const SWEEP_EVERY: Duration = Duration::from_hours(6);
/// A newer file may still get its version.
pub(super) const SWEPT_FROM: Duration = Duration::from_hours(24);

impl Core {
    /// Ends the work of an earlier service, if no other one can use the data; otherwise leases
    /// decide.
    pub(crate) async fn take_over(&self) {
        if !self.is_shared() {
            self.blocking(Self::free_jobs).await;
            self.blocking(turns::recover).await;
        }
    }

    /// Does not return.
    pub(crate) async fn keep_up(&self) {
        let mut sweep_at = Instant::now();
        loop {
            self.work();
            self.blocking(keys::store_uses).await;
            self.blocking(Core::tell_damage).await;
            if Instant::now() >= sweep_at {
                sweep_at += SWEEP_EVERY;
                self.blocking(Core::tidy).await;
                self.blocking(look_for_damage).await;
                self.blocking(turns::forget).await;
            }
            time::sleep(LOOK_EVERY).await;
        }
    }
}

impl Core {
    /// Deletes expired data. Blocks.
    pub(crate) fn tidy(&self) {
        sweep(self);
    }

    /// Records damaged data that was set aside. Blocks.
    pub(super) fn tell_damage(&self) {
        for damage in self.store().set_aside() {
            let told = self.store().write(|tx| {
                let (org, at) = (Org::local(), self.now());
                let by = (audit::SERVICE, "damage");
                let file = damage.file.display().to_string();
                audit::note(tx, (&org, at), by, &file, losses(&damage))
            });
            if let Err(error) = told {
                event!(warn, LogMessage::DamageNotAudited, %error);
            }
        }
    }
}

/// The report of lost data, and what to do about keys.
fn losses(damage: &Salvaged) -> String {
    let lost: Vec<_> = damage.lost.iter().map(|(kind, lost)| format!("{kind} {lost}")).collect();
    let lost = if lost.is_empty() { "nothing".to_owned() } else { lost.join(", ") };
    let keys = if damage.keys_lost {
        "; keys may be among it, `tagbridge key create` makes new ones"
    } else {
        ""
    };
    format!("the database was damaged and set aside; rows and pages lost: {lost}{keys}")
}

fn look_for_damage(core: &Core) {
    if let Err(error) = core.store().check() {
        event!(warn, LogMessage::DamageNotSearched, %error);
    }
    core.tell_damage();
}

fn sweep(core: &Core) {
    if let Err(error) = core.sweep_deleted() {
        event!(warn, LogMessage::UploadsNotRemoved, %error);
    }
    retention::keep_to(core, core.now_for_ages());
    exports::forget(core);
    if let Err(error) = staging::forget(core) {
        event!(warn, LogMessage::UploadsNotRemoved, %error);
    }
    let is_used = |file: &_| core.store().read(|tx| tx.is_file_used(file));
    match core.files().sweep(SWEPT_FROM, is_used) {
        Ok(0) => {}
        Ok(files) => event!(info, LogMessage::UploadsRemoved, files),
        Err(error) => event!(warn, LogMessage::UploadsNotRemoved, %error),
    }
}
