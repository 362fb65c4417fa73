//! The scan of each tag. Rate groups are read at different times, and a view contains only the
//! newest scan, of any group.

use std::sync::Arc;

use tagbridge_api::{Timestamp, hmi::TagGroup};
use tagbridge_bridge::{LiveView, ViewValidity};

/// The scans of a session's newest values.
#[derive(Default)]
pub(crate) struct Scans {
    last: Option<Arc<LiveView>>,
    /// The scan of each group in that view; `None` if it is not known, or the group was not read.
    groups: Vec<(Arc<TagGroup>, Option<ScanWithValues>)>,
}

/// A scan with values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScanWithValues {
    /// Its start.
    pub(crate) began: Timestamp,
    /// Its snapshot in the session's outbox; `None` if it could not be stored.
    pub(crate) stored_in: Option<u64>,
}

impl Scans {
    /// Adds the next view. A view with unknown values does not change the last scans.
    pub(crate) fn add(&mut self, view: &Arc<LiveView>) {
        if view.holds == ViewValidity::UntilNext {
            return;
        }
        let known = std::mem::take(&mut self.groups);
        let before = |group: &Arc<TagGroup>| known.iter().find(|(it, _)| Arc::ptr_eq(it, group));
        // Tags that were not read in this scan are shared with the previous view.
        let new = view.tags.groups().filter(|it| before(it).is_none()).count();
        let scan = (new == 1 && self.is_of_next_scan(view)).then(|| ScanWithValues {
            began: view.timestamp,
            stored_in: view.place.map(|it| it.sequence),
        });
        let scan_of = |group: &Arc<TagGroup>| before(group).map_or(scan, |(_, it)| *it);
        self.groups = view.tags.groups().map(|it| (Arc::clone(it), scan_of(it))).collect();
        self.last = Some(Arc::clone(view));
    }

    /// The scan in which a tag was last read, if it has the value of this time.
    pub(crate) fn of(&self, tag: &str, at: Timestamp) -> Option<ScanWithValues> {
        let is_of = |group: &TagGroup| group.tags().get(tag).is_some_and(|it| it.timestamp == at);
        self.groups.iter().find(|(it, _)| is_of(it))?.1
    }

    /// Whether there is only one scan between the last view and this one: new values belong to it.
    fn is_of_next_scan(&self, view: &LiveView) -> bool {
        let last = self.last.as_deref();
        // A view that was created without a scan is valid as long as the previous one.
        if last.is_some_and(|it| it.holds == view.holds) {
            return false;
        }
        let places = last.and_then(|it| it.place).zip(view.place);
        let is_next = places.is_some_and(|(last, next)| {
            last.stream_id == next.stream_id && last.sequence + 1 == next.sequence
        });
        is_next || view.tags.groups().count() == 1
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use tagbridge_bridge::SnapshotPlace;
    use uuid::Uuid;

    use super::*;
    use crate::testing::scan;

    /// A tag that was read in this second, in its own group.
    fn group(second: i64, name: &str) -> Arc<TagGroup> {
        let view = scan(second, &[(name, Some(1.0))]);
        view.tags.groups().next().cloned().expect("a group")
    }

    /// The view of a scan that began in this second, in this snapshot.
    fn view(
        began: Instant,
        second: i64,
        sequence: u64,
        groups: &[&Arc<TagGroup>],
    ) -> Arc<LiveView> {
        let tags = groups.iter().map(|it| Arc::clone(it)).collect();
        let place = Some(SnapshotPlace { stream_id: Uuid::nil(), sequence });
        let at = began + Duration::from_secs(second.unsigned_abs());
        let holds = ViewValidity::Then { at, every: Duration::from_secs(1) };
        Arc::new(LiveView { tags, place, holds, ..scan(second, &[]) })
    }

    /// The second and the snapshot of the scan in which a tag was read, with its value of `at`.
    fn of(scans: &Scans, tag: &str, at: i64) -> Option<(i64, Option<u64>)> {
        let at = Timestamp::from_millis(at * 1000).expect("a time");
        scans.of(tag, at).map(|it| (it.began.as_millis() / 1000, it.stored_in))
    }

    #[test]
    fn each_group_has_the_scan_that_it_was_read_in() {
        let (mut scans, began) = (Scans::default(), Instant::now());
        let [quick, slow] = [group(1, "Quick"), group(1, "Slow")];
        // It is not known which of the two groups was read.
        scans.add(&view(began, 1, 1, &[&quick, &slow]));
        assert_eq!((of(&scans, "Quick", 1), of(&scans, "Slow", 1)), (None, None));
        let slow = group(2, "Slow");
        scans.add(&view(began, 2, 2, &[&quick, &slow]));
        for second in 3..6 {
            let quick = group(second, "Quick");
            scans.add(&view(began, second, second.unsigned_abs(), &[&quick, &slow]));
            assert_eq!(of(&scans, "Quick", second), Some((second, Some(second.unsigned_abs()))));
            assert_eq!(of(&scans, "Slow", 2), Some((2, Some(2))), "it was not read in this one");
        }
        assert_eq!(of(&scans, "Quick", 4), None, "another value than that of the scan");
        assert_eq!(of(&scans, "Other", 5), None);
    }

    #[test]
    fn what_was_not_seen_or_not_read_has_none() {
        let (mut scans, began) = (Scans::default(), Instant::now());
        let [quick, slow] = [group(1, "Quick"), group(1, "Slow")];
        scans.add(&view(began, 1, 1, &[&quick, &slow]));
        let quick = group(4, "Quick");
        scans.add(&view(began, 4, 4, &[&quick, &slow]));
        assert_eq!(of(&scans, "Quick", 4), None, "two views were not seen");
        let failed = group(5, "Slow");
        scans.add(&view(began, 4, 5, &[&quick, &failed]));
        assert_eq!(of(&scans, "Slow", 5), None, "it says that it could not be read");
        let slow = group(6, "Slow");
        scans.add(&view(began, 6, 6, &[&quick, &slow]));
        assert_eq!(of(&scans, "Slow", 6), Some((6, Some(6))));
        let nothing = LiveView { holds: ViewValidity::UntilNext, ..scan(7, &[("Slow", None)]) };
        scans.add(&Arc::new(nothing));
        assert_eq!(of(&scans, "Slow", 6), Some((6, Some(6))), "the last that was read");
    }

    #[test]
    fn one_group_alone_is_read_in_every_scan() {
        let (mut scans, began) = (Scans::default(), Instant::now());
        for (second, sequence) in [(1, 1), (2, 2), (9, 7)] {
            scans.add(&view(began, second, sequence, &[&group(second, "A")]));
            assert_eq!(of(&scans, "A", second), Some((second, Some(sequence))));
        }
    }
}
