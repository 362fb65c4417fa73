//! What waits for the broker, up to a bound. Who offers never waits.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::update::Update;

/// So many values of tags wait at the most, however few snapshots that are: a value takes some 200 bytes.
const VALUES_MAX: usize = 200_000;

/// An update, by its place in what was offered.
#[derive(Clone)]
pub(crate) struct Numbered {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) update: Update,
}

/// See the module.
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
    waiting: VecDeque<Numbered>,
    values: usize,
    dropped: u64,
    latest: BTreeMap<Arc<str>, Numbered>,
}

impl Queue {
    /// For so many snapshots; one at the least.
    pub(crate) fn new(most: usize) -> Self {
        Self::of(most, VALUES_MAX)
    }

    fn of(most: usize, values: usize) -> Self {
        Self { most: most.max(1), values, inner: Mutex::default(), offered: Notify::new() }
    }

    /// Adds one; the oldest make room for it.
    pub(crate) fn offer(&self, update: Update) {
        let mut inner = self.inner();
        let numbered = inner.number(update);
        inner.latest.insert(numbered.update.session.clone(), numbered.clone());
        inner.push(numbered);
        inner.trim(self.most, self.values);
        drop(inner);
        self.offered.notify_one();
    }

    /// The session has ended: its controller counts as gone.
    pub(crate) fn forget(&self, session: &str) {
        let mut inner = self.inner();
        if let Some(Numbered { update, .. }) = inner.latest.remove(session) {
            let gone = inner.number(Update { is_absent: true, ..update });
            inner.push(gone);
            inner.trim(self.most, self.values);
        }
        drop(inner);
        self.offered.notify_one();
    }

    /// The oldest; waits for one.
    pub(crate) async fn take(&self) -> Numbered {
        loop {
            if let Some(oldest) = self.inner().pop() {
                return oldest;
            }
            self.offered.notified().await;
        }
    }

    /// What was taken, oldest first, and came to nothing: it stands before all others again.
    pub(crate) fn give_back(&self, taken: impl DoubleEndedIterator<Item = Numbered>) {
        let mut inner = self.inner();
        for it in taken.rev() {
            inner.values += it.update.view.tags().len();
            inner.waiting.push_front(it);
        }
        inner.trim(self.most, self.values);
    }

    /// The newest of each session that has not ended, by the sessions' names.
    pub(crate) fn latest(&self) -> Vec<Numbered> {
        self.inner().latest.values().cloned().collect()
    }

    /// One that was taken cannot be told.
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
    fn number(&mut self, update: Update) -> Numbered {
        self.offered += 1;
        Numbered { number: self.offered, update }
    }

    fn push(&mut self, it: Numbered) {
        self.values += it.update.view.tags().len();
        self.waiting.push_back(it);
    }

    fn pop(&mut self) -> Option<Numbered> {
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
    use crate::update::fixture::update;

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
        assert_eq!(latest.len(), 1);
        assert!(last.is_some_and(|it| it.update.is_absent && &*it.update.session == "a"));
        queue.forget("never there");
        assert_eq!(queue.counts(), (3, 4));
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
