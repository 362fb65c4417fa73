//! Compares the controller with the project's.

use tagbridge_driver::Identity;
use tagbridge_naming::{Naming, OtherController};
use tagbridge_texts::{Coded, Message};
use tokio::sync::watch;

use super::Session;
use crate::{
    log_message::{LogMessage, event},
    sequencer::Event,
    status::{AcceptedController, ForeignController, PartnerTookOver, Replaced},
};

/// The comparison of the controller with the project's controller.
pub(crate) struct ControllerCheck {
    naming: watch::Receiver<Naming>,
    /// Whether the configuration accepts every controller.
    accepts_any: bool,
    /// How the last controller differs from the project's.
    other: Option<OtherController>,
}

impl ControllerCheck {
    pub(crate) fn new(naming: watch::Receiver<Naming>, accepts_any: bool) -> Self {
        Self { naming, accepts_any, other: None }
    }

    pub(super) fn has_changed(&self) -> bool {
        self.naming.has_changed().unwrap_or(false)
    }

    /// Waits until the project changes.
    pub(super) async fn changed(&mut self) {
        if self.naming.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    fn compare(&mut self, identity: &Identity) {
        self.other = self.naming.borrow_and_update().other_controller(identity);
    }
}

impl Session {
    /// Compares the controller with the project; returns whether it differs and was not accepted.
    pub(super) fn is_foreign(&mut self, identity: &Identity) -> bool {
        self.whose.compare(identity);
        let Some(other) = &self.whose.other else { return false };
        !self.whose.accepts_any && self.last_read.accepted() != Some(&other.message())
    }

    /// Compares the controller again after the project has changed.
    pub(super) fn compare_again(&mut self) {
        // The types of tags may have changed. A snapshot of changed values does not show that.
        self.recorder.require_complete();
        match self.identity.clone().filter(|_| self.connection.is_some()) {
            Some(identity) if self.is_foreign(&identity) => {
                self.tell(Event::Foreign(identity.device()));
            }
            Some(_) => self.show_attention(),
            None => {
                drop(self.whose.naming.borrow_and_update());
                if self.sequencer.is_refusing() {
                    self.tell(Event::TryNow);
                }
            }
        }
    }

    /// Accepts the last controller, although it is not the project's.
    pub(super) fn accept_other(&mut self) {
        if let Some(other) = &self.whose.other {
            self.last_read.accept(other.message());
        }
    }

    /// Continues with the redundant partner of the controller that was read before.
    pub(super) fn look_for_partner(&mut self, identity: &Identity) {
        let device = identity.device();
        let Some(before) = self.sequencer.known().filter(|_| self.sequencer.refuses(&device))
        else {
            return;
        };
        let project = self.whose.naming.borrow().project().cloned();
        if project.is_some_and(|it| it.is_partner(identity, before)) {
            let (found, before) = (device.serial.clone(), before.serial.clone());
            let note = PartnerTookOver { found, before }.message();
            event!(warn, LogMessage::PartnerTookOver, what = ?note);
            self.status.update(|it| it.notes = vec![note]);
            self.tell(Event::Partner(device));
        }
    }

    /// Why the device at the address is not read.
    pub(super) fn why_refused(&self) -> Option<Message> {
        if let Some(other) = &self.whose.other {
            return Some(ForeignController { difference: other.message() }.message());
        }
        let (was, is) = self.sequencer.replaced()?;
        Some(Replaced::between(is, was).message())
    }

    /// Shows why the values need the user's attention.
    pub(super) fn show_attention(&mut self) {
        let accepted = self.whose.other.as_ref();
        let accepted = accepted.map(|it| AcceptedController { difference: it.message() }.message());
        let late = self.kept_pace.warning(self.sequencer.interval());
        let unreadable = self.unreadable_tags();
        let warnings = accepted.into_iter().chain(unreadable).chain(late);
        let attention: Vec<Message> = warnings.chain(self.lanes.warnings()).collect();
        self.status.update(|it| {
            if it.attention != attention {
                it.attention = attention;
            }
        });
    }
}
