//! What a session stores and shows of its scans, and of their absence.

use std::sync::Arc;

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags, Reason},
};
use tagbridge_driver::{RunMode, Scan};
use tagbridge_texts::Coded;

use super::Session;
use crate::{
    log_message::{LogMessage, event},
    snapshot::{LiveView, ScanStart, ViewValidity, controller, scanned_in, without_value},
    status::Oversize,
};

impl Session {
    /// Records a scan of a group.
    pub(super) async fn record_scan(
        &mut self,
        group: usize,
        scan: &Scan,
        began: ScanStart,
        duration_ms: f64,
    ) {
        let set = self.tags.set_of(group);
        let mut news = scanned_in(self.retired.spare(set.names()), set, scan, began);
        if let Some(before) = &*self.values.borrow() {
            self.deadband.hold(&mut news, &before.tags);
        }
        let tags = self.merge_groups(Some((group, news)), began);
        let controller =
            self.identity.as_ref().map(|it| controller(it, scan.mode)).unwrap_or_default();
        let timestamp = began.wall.into();
        let holds = ViewValidity::Then { at: began.at, every: self.shortest_interval() };
        let view = LiveView { place: None, timestamp, duration_ms, controller, tags, holds };
        self.absence_told = false;
        self.has_values = true;
        if !self.record(view).await {
            self.count_unstored();
        }
        self.show_mode(scan.mode);
    }

    /// Counts a scan that could not be stored.
    pub(super) fn count_unstored(&self) {
        self.status.update(|it| it.scan.unstored += 1);
    }

    /// Records one snapshot without values, unless consumers already know that there is no connection.
    pub(super) async fn record_absence(&mut self) {
        if self.absence_told {
            return;
        }
        let names = self.tags.names().chain(self.tags.over_budget());
        let tags = without_value(names, Reason::NotConnected, Timestamp::now()).collect();
        self.absence_told = self.record_standing(tags).await;
    }

    /// Records one snapshot without tags if there are no tags to read, so that the session is shown
    /// as alive.
    pub(super) async fn record_nothing_to_read(&mut self) {
        if self.tags.is_empty() {
            let names = self.tags.over_budget();
            let tags = without_value(names, Reason::OverBudget, Timestamp::now()).collect();
            self.record_standing(tags).await;
        }
    }

    /// Records a snapshot that is valid until the next one; returns whether it could be stored.
    pub(super) async fn record_standing(&mut self, tags: GroupedTags) -> bool {
        let controller = match &self.identity {
            Some(it) => controller(it, RunMode::Unknown),
            None => Controller { status: RunMode::Unknown.to_string(), ..Controller::default() },
        };
        let (timestamp, holds) = (Timestamp::now(), ViewValidity::UntilNext);
        let view = LiveView { place: None, timestamp, duration_ms: 0.0, controller, tags, holds };
        self.recorder.require_complete();
        let is_stored = self.record(view).await;
        // The first scan after this is complete again.
        self.recorder.require_complete();
        is_stored
    }

    /// Stores and shows a snapshot; returns whether it could be stored.
    pub(super) async fn record(&mut self, view: LiveView) -> bool {
        let mut view = Arc::new(view);
        let draft = self.recorder.draft(&view);
        let complete = draft.is_complete();
        let changed = self.mirrored.as_ref().and_then(|_| draft.changed.clone());
        let outcome = self.outbox.append(draft).await;
        let (place, dropped, is_rebuilt, error) = match &outcome {
            Ok(it) => (Some(it.place), it.dropped, it.is_rebuilt, None),
            Err(error) => (None, 0, false, Some(error.message())),
        };
        let oversize = outcome.ok().filter(|_| complete).map(|it| Oversize::of(it.bytes));
        // A new stream does not contain the earlier snapshots.
        let stream = |it: &LiveView| it.place.map(|it| it.stream_id);
        let before = self.values.borrow().as_deref().and_then(stream);
        // The outbox has dropped its reference by now, so the view is not cloned.
        Arc::make_mut(&mut view).place = place;
        let moved = before.is_some() && before != stream(&view);
        let counts = view.tags.counts();
        let over = self.values.send_replace(Some(Arc::clone(&view)));
        if let Some(it) = &self.mirrored {
            it.offer(Arc::clone(&view), changed, self.live_since.is_none());
        }
        if let Some(it) = &self.recorded {
            it.offer(&view);
        }
        if let Some(over) = over {
            self.retired.add(&over, &view);
        }
        self.recorder.recorded(view, complete);
        // Changes in the snapshots before may never be delivered.
        if place.is_none() || dropped > 0 || moved || is_rebuilt {
            self.recorder.require_complete();
        }
        if dropped > 0 {
            event!(warn, LogMessage::SnapshotsDropped, dropped);
        }
        let status = self.status_now();
        let outbox = self.outbox.status().borrow().clone();
        self.status.update(|it| {
            if it.outbox_error.is_none() != error.is_none() {
                if let Some(error) = &error {
                    event!(error, LogMessage::SnapshotsNotStored, ?error);
                } else {
                    event!(info, LogMessage::SnapshotsStored);
                }
            }
            it.outbox_error = error;
            it.outbox = outbox;
            it.tags = counts;
            if let Some(status) = status {
                it.status = status;
            }
            if let Some(oversize) = oversize {
                if let (None, Some(now)) = (it.oversize, oversize) {
                    event!(error, LogMessage::SnapshotOversize, bytes = now.bytes, most = now.most);
                }
                it.oversize = oversize;
            }
        });
        place.is_some()
    }
}
