//! The bounded queue of updates for the broker. Adding never waits.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::update::Update;

/// Maximum number of tag values in the queue, for any number of snapshots: a value takes about 200
/// bytes.
const VALUES_MAX: usize = 200_000;

/// An update, by its place in what was offered.
#[derive(Clone)]
pub(crate) struct NumberedUpdate {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) update: Update,
}

/// A bounded queue of updates for the broker.
pub(crate) struct Queue {
    /// Snapshots.
    most: usize,
    /// Values of tags in all of them.
    values: usize,
    inner: Mutex<Inner>,
    offered: Notify,
}

#[derive(Default)]
struct Inner {
    offered: u64,
    waiting: VecDeque<NumberedUpdate>,
    values: usize,
    dropped: u64,
    latest: BTreeMap<Arc<str>, NumberedUpdate>,
}

impl Queue {
    /// With space for this number of snapshots, at least one.
    pub(crate) fn new(most: usize) -> Self {
        Self::of(most, VALUES_MAX)
    }

    fn of(most: usize, values: usize) -> Self {
        Self { most: most.max(1), values, inner: Mutex::default(), offered: Notify::new() }
    }

    /// Adds one, and drops the oldest if the queue is full.
    pub(crate) fn offer(&self, update: Update) {
        let mut inner = self.inner();
        inner.add(update);
        inner.trim(self.most, self.values);
        drop(inner);
        self.offered.notify_one();
    }

    /// Records that the session has ended: its controller is no longer connected. This is kept
    /// until it is published, so that waiting updates of the session are not published as current.
    pub(crate) fn forget(&self, session: &str) {
        let mut inner = self.inner();
        let last = inner.latest.get(session).map(|it| it.update.clone());
        if let Some(last) = last {
            inner.add(Update { is_absent: true, ..last });
            inner.trim(self.most, self.values);
        }
        drop(inner);
        self.offered.notify_one();
    }

    /// Records that the broker has received an update. If the update reports the end of a session,
    /// and no newer one exists, the session is removed.
    pub(crate) fn told(&self, confirmed: &NumberedUpdate) {
        let (mut inner, session) = (self.inner(), &confirmed.update.session);
        let is_newest =
            inner.latest.get(session).is_some_and(|newest| newest.number == confirmed.number);
        if is_newest && confirmed.update.is_absent {
            inner.latest.remove(session);
        }
    }

    /// The oldest; waits for one.
    pub(crate) async fn take(&self) -> NumberedUpdate {
        loop {
            if let Some(oldest) = self.inner().pop() {
                return oldest;
            }
            self.offered.notified().await;
        }
    }

    /// Puts updates back that could not be published, oldest first; they are first in the queue
    /// again.
    pub(crate) fn give_back(&self, taken: impl DoubleEndedIterator<Item = NumberedUpdate>) {
        let mut inner = self.inner();
        for it in taken.rev() {
            inner.values += it.update.view.tags().len();
            inner.waiting.push_front(it);
        }
        inner.trim(self.most, self.values);
    }

    /// The newest update of each session, by name; the end of a session is kept until it is
    /// published.
    pub(crate) fn latest(&self) -> Vec<NumberedUpdate> {
        self.inner().latest.values().cloned().collect()
    }

    /// Drops an update that cannot be published.
    pub(crate) fn count_dropped(&self) {
        self.inner().dropped += 1;
    }

    /// How many wait, and how many were dropped.
    pub(crate) fn counts(&self) -> (usize, u64) {
        let inner = self.inner();
        (inner.waiting.len(), inner.dropped)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// As the newest of its session.
    fn add(&mut self, update: Update) {
        self.offered += 1;
        let numbered = NumberedUpdate { number: self.offered, update };
        self.latest.insert(numbered.update.session.clone(), numbered.clone());
        self.push(numbered);
    }

    fn push(&mut self, it: NumberedUpdate) {
        self.values += it.update.view.tags().len();
        self.waiting.push_back(it);
    }

    fn pop(&mut self) -> Option<NumberedUpdate> {
        let oldest = self.waiting.pop_front()?;
        self.values -= oldest.update.view.tags().len();
        Some(oldest)
    }

    fn trim(&mut self, most: usize, values: usize) {
        while self.waiting.len() > most || (self.values > values && self.waiting.len() > 1) {
            self.pop();
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        format::MessageFormat,
        options::SparkplugNames,
        sparkplug::EdgeNode,
        update::fixture::{at, update},
    };

    fn numbers(queue: &Queue) -> Vec<u64> {
        queue.inner().waiting.iter().map(|it| it.number).collect()
    }

    #[test]
    fn the_oldest_make_room_and_are_counted() {
        let queue = Queue::new(3);
        for value in 0..5 {
            queue.offer(update("a", value));
        }
        assert_eq!((numbers(&queue), queue.counts()), (vec![3, 4, 5], (3, 2)));
        let mut inner = queue.inner();
        let taken: Vec<_> = [inner.pop(), inner.pop()].into_iter().flatten().collect();
        drop(inner);
        queue.offer(update("b", 7));
        queue.give_back(taken.into_iter());
        assert_eq!((numbers(&queue), queue.counts()), (vec![4, 5, 6], (3, 3)), "in order");
        let latest: Vec<_> = queue.latest().iter().map(|it| it.number).collect();
        assert_eq!(latest, [5, 6], "one for each session");
        queue.forget("a");
        let (latest, last) = (queue.latest(), queue.inner().waiting.back().cloned());
        assert_eq!(latest.iter().map(|it| it.number).collect::<Vec<_>>(), [7, 6]);
        assert!(last.is_some_and(|it| it.update.is_absent && &*it.update.session == "a"));
        queue.forget("never there");
        assert_eq!(queue.counts(), (3, 4));
    }

    #[test]
    fn a_session_that_ended_while_the_broker_was_away_is_not_born() {
        let queue = Queue::new(9);
        queue.offer(update("a", 1));
        queue.offer(update("a", 2));
        queue.forget("a");
        let names = SparkplugNames { group: "g".into(), edge_node: "n".into(), primary_host: None };
        let mut node = EdgeNode::new(names);
        assert_eq!(node.births(&queue.latest(), at(5)).len(), 1, "the bridge itself");
        for next in std::iter::from_fn(|| queue.inner().pop()) {
            assert_eq!(queue.latest().len(), 1, "known as gone");
            let told = node.tell(&next, at(5)).unwrap_or_default();
            assert!(told.is_empty(), "{} is not told: {told:?}", next.number);
            queue.told(&next);
        }
        assert!(queue.latest().is_empty());
        queue.offer(update("a", 3));
        let born = queue.inner().pop().and_then(|it| node.tell(&it, at(6)).ok());
        assert_eq!(born.map(|it| it.len()), Some(1), "it runs again");
        assert_eq!(queue.latest().len(), 1);
    }

    #[test]
    fn large_views_are_fewer() {
        let queue = Queue::of(1000, 20);
        let view = crate::update::fixture::view((0..9).map(|it| (format!("t{it}"), it)));
        for _ in 0..4 {
            queue.offer(Update { view: view.clone(), ..update("a", 0) });
        }
        assert_eq!(queue.counts(), (2, 2));
        let queue = Queue::of(1000, 20);
        let view = crate::update::fixture::view((0..21).map(|it| (format!("t{it}"), it)));
        queue.offer(Update { view, ..update("a", 0) });
        assert_eq!(queue.counts(), (1, 0), "one always fits");
    }

    #[tokio::test]
    async fn who_takes_waits_for_an_offer() {
        let queue = Arc::new(Queue::new(2));
        let taker = tokio::spawn({
            let queue = queue.clone();
            async move { queue.take().await.number }
        });
        queue.offer(update("a", 1));
        assert_eq!(taker.await.expect("it is taken"), 1);
    }
}
