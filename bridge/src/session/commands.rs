//! The commands to a session, and the tags that it reads since then.

use super::{Command, Session};
use crate::{sequencer::Event, status::CauseSetView};

impl Session {
    pub(super) async fn obey(&mut self, command: Command) {
        match command {
            Command::Requested(asked) => {
                self.requested.send_replace(asked.names.as_slice().into());
                if self.tags.request(asked) {
                    self.read_others().await;
                }
                let requested = self.tags.requested();
                self.status.update(|it| it.requested = requested);
            }
            Command::RequireComplete => self.recorder.require_complete(),
            Command::Pause => self.tell(Event::Pause),
            Command::Resume => self.tell(Event::Resume),
            Command::AcceptController => {
                self.accept_other();
                self.tell(Event::Accept);
            }
            Command::TryNow => self.tell(Event::TryNow),
        }
    }

    /// Reads the tags that explain others, as they are now.
    pub(super) async fn explain(&mut self) {
        let causes = self.causes.borrow_and_update().to_vec();
        if self.tags.explain(causes) {
            self.read_others().await;
        }
        let (tags, read) = self.tags.causes();
        self.status.update(|it| it.cause_set = CauseSetView { tags, read });
    }

    /// Goes on with other tags than before.
    async fn read_others(&mut self) {
        self.recorder.require_complete();
        self.tell(Event::TagsChanged { none: self.tags.set().is_empty() });
        self.assign_lanes();
        self.absence_told = false;
        if self.connection.is_none() {
            self.record_absence().await;
        } else {
            self.record_nothing_to_read().await;
        }
    }
}
