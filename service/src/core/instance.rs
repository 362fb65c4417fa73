//! This program among the others that use the same data: services, and `tagbridge mcp`.
//!
//! Each instance reports every few seconds that it runs. An instance that was silent for a lease
//! counts as ended, and others finish its work. All use the database's clock, so that the wrong
//! clock of one computer does no harm.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use tagbridge_api::Timestamp;
use tagbridge_store::{Instance, StoreError};
use tokio::time;
use uuid::Uuid;

use super::{Core, turns};
use crate::{
    claim::ClaimError,
    log_message::{LogMessage, event},
};

/// An instance that was silent for this time has ended.
const LEASE: Duration = Duration::from_secs(15);
/// The interval of the reports.
const SAYS_SO_EVERY: Duration = Duration::from_secs(5);
/// Within this time every running instance that reaches the database has reported.
const ALL_SAID: Duration = Duration::from_secs(10);

/// The identity of this service for the others.
#[derive(Debug)]
pub(super) struct OwnInstance {
    id: String,
    /// The registration of this instance, while it runs.
    told: Mutex<Option<Instance>>,
    /// How much the database's clock is ahead of this computer's, in milliseconds.
    ahead_ms: AtomicI64,
    /// Number of services with this data, including this one.
    working: AtomicU32,
    /// The time of the last report of this instance, and since when the reports have had no gap.
    said: Mutex<Option<(Instant, Instant)>>,
    is_unsaid: AtomicBool,
    is_outdated: AtomicBool,
}

impl Default for OwnInstance {
    fn default() -> Self {
        Self {
            id: format!("ins_{}", Uuid::new_v4().simple()),
            told: Mutex::default(),
            ahead_ms: AtomicI64::new(0),
            working: AtomicU32::new(1),
            said: Mutex::default(),
            is_unsaid: AtomicBool::new(false),
            is_outdated: AtomicBool::new(false),
        }
    }
}

impl OwnInstance {
    /// The time by the common clock.
    pub(super) fn now(&self) -> Timestamp {
        let (here, ahead) = (Timestamp::now(), self.ahead_ms.load(Ordering::Relaxed));
        Timestamp::from_millis(here.as_millis().saturating_add(ahead)).unwrap_or(here)
    }

    /// Number of services that share the rate limit of a caller.
    pub(super) fn working(&self) -> u32 {
        self.working.load(Ordering::Relaxed)
    }

    /// Records a report. Returns whether the reports have had no gap for long enough to judge
    /// others by their silence: an instance without the database does not know whether others could
    /// reach it.
    fn said(&self) -> bool {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let since = said.filter(|(last, _)| now - *last < LEASE).map_or(now, |(_, since)| since);
        *said = Some((now, since));
        now - since >= ALL_SAID
    }
}

impl Core {
    /// The id of this service, which is stored with its work.
    pub(super) fn instance(&self) -> &str {
        &self.0.own.id
    }

    /// Whether a newer program has changed the tables, so that this one must end.
    pub(crate) fn is_outdated(&self) -> bool {
        self.0.own.is_outdated.load(Ordering::Relaxed)
    }

    /// Sets the clock to that of the database, if there is one. False if it cannot be read. Blocks.
    pub(super) fn set_clock(&self) -> bool {
        if !self.is_shared() {
            return true;
        }
        let begun = Timestamp::now();
        match self.store().pulse() {
            Ok(pulse) => {
                let middle = begun.as_millis().midpoint(Timestamp::now().as_millis());
                if let Some(now) = pulse.now {
                    let ahead = now.as_millis().saturating_sub(middle);
                    self.0.own.ahead_ms.store(ahead, Ordering::Relaxed);
                }
                if pulse.is_newer && !self.0.own.is_outdated.swap(true, Ordering::Relaxed) {
                    event!(error, LogMessage::Outdated);
                }
                true
            }
            Err(error) => {
                event!(warn, LogMessage::ClockNotRead, %error);
                false
            }
        }
    }

    /// Registers an instance with a display name. A service on an SQLite file has claimed its
    /// folder. Refused if other instances store their files elsewhere. Blocks.
    pub(crate) fn join(&self, name: &str, serves: bool) -> Result<(), ClaimError> {
        let own = Instance {
            id: self.instance().to_owned(),
            name: name.to_owned(),
            // With an SQLite file, all instances use the same files.
            files: if self.is_shared() {
                self.0.place.files_id().map_err(ClaimError::Join)?
            } else {
                String::new()
            },
            serves,
        };
        let other = self.store().write(|tx| {
            let now = self.now();
            let others = tx.instances(now)?;
            if let Some(other) = others.iter().find(|it| it.files != own.files) {
                return Ok(Some(other.clone()));
            }
            if serves && !self.is_shared() {
                // They have ended without a report.
                others.iter().filter(|it| it.serves).try_for_each(|it| tx.end_instance(&it.id))?;
            }
            tx.renew_instance(&own, now, now.saturating_add(LEASE))?;
            Ok(None)
        });
        match other {
            Ok(None) => {}
            Ok(Some(other)) => {
                return Err(ClaimError::OtherFiles {
                    path: self.0.place.files().to_owned(),
                    holder: other.name,
                });
            }
            // With a full disk, data can still be read.
            Err(error) if !self.is_shared() => self.not_said(&error),
            Err(error) => return Err(ClaimError::Join(error)),
        }
        *self.0.own.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(own);
        Ok(())
    }

    /// Unregisters the instance. Blocks.
    pub(crate) fn leave(&self) {
        let told = self.0.own.told.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(own) = told
            && let Err(error) = self.store().write(|tx| tx.end_instance(&own.id))
        {
            self.not_said(&error);
        }
    }

    /// Logged once, until the next report succeeds.
    fn not_said(&self, error: &StoreError) {
        if !self.0.own.is_unsaid.swap(true, Ordering::Relaxed) {
            event!(warn, LogMessage::InstanceNotSaid, %error);
        }
    }

    /// Reports repeatedly that this instance runs, and ends the work of instances that have ended.
    /// Returns if this instance must end.
    pub(crate) async fn keep_registered(&self) {
        while !self.is_outdated() {
            self.blocking(Self::say_so).await;
            time::sleep(SAYS_SO_EVERY).await;
        }
    }

    fn say_so(&self) {
        if !self.set_clock() {
            return;
        }
        let own = self.0.own.told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(own) = own else { return };
        let working = self.store().write(|tx| {
            let now = self.now();
            tx.renew_instance(&own, now, now.saturating_add(LEASE))?;
            tx.instances(now)
        });
        match working {
            Ok(working) => {
                self.0.own.is_unsaid.store(false, Ordering::Relaxed);
                let serving = working.iter().filter(|it| it.serves).count();
                let working = u32::try_from(serving).unwrap_or(u32::MAX);
                self.0.own.working.store(working.max(1), Ordering::Relaxed);
                if self.0.own.said() {
                    turns::recover(self);
                }
            }
            Err(error) => self.not_said(&error),
        }
    }
}
