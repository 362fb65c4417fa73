//! The order of writers within this program.
//!
//! The database's own locks decide between programs; a writer that waits here uses no connection,
//! which readers need.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    thread::{self, Thread},
};

use crate::TransactionScope;

/// Writes wait for each other, except those of different projects.
#[derive(Debug)]
pub(super) struct WriteQueue {
    state: Mutex<State>,
    /// Maximum number of concurrent writers.
    most: usize,
}

#[derive(Debug, Default)]
struct State {
    /// The projects with a current writer.
    projects: BTreeSet<i64>,
    /// Whether the writer is exclusive.
    is_alone: bool,
    /// The waiting writers, in the order of arrival. Only the first one is woken; otherwise
    /// hundreds of writers would wake and sleep again.
    waiting: VecDeque<Thread>,
}

impl State {
    fn wake_next(&self) {
        if let Some(next) = self.waiting.front() {
            next.unpark();
        }
    }
}

/// The right to write, until it is dropped.
pub(super) struct WritePermit<'a> {
    turn: &'a WriteQueue,
    /// `None`: exclusive.
    project: Option<i64>,
}

impl WriteQueue {
    /// With this number of connections, half of which are for readers.
    pub(super) fn of(connections: usize) -> Self {
        let most = (connections / 2).max(1);
        Self { state: Mutex::default(), most }
    }

    /// Waits for the right to write. Blocks.
    pub(super) fn take(&self, whose: &TransactionScope) -> WritePermit<'_> {
        let project = match whose {
            TransactionScope::Project(project) => Some(project.no),
            _ => None,
        };
        let own = thread::current();
        let is_next = |state: &State| state.waiting.front().is_some_and(|it| it.id() == own.id());
        let mut state = self.state();
        state.waiting.push_back(own.clone());
        while !is_next(&state) || !self.may_begin(&state, project) {
            drop(state);
            thread::park();
            state = self.state();
        }
        state.waiting.pop_front();
        match project {
            Some(no) => drop(state.projects.insert(no)),
            None => state.is_alone = true,
        }
        // The next writer may start, too.
        state.wake_next();
        WritePermit { turn: self, project }
    }

    fn may_begin(&self, state: &State, project: Option<i64>) -> bool {
        !state.is_alone
            && match project {
                Some(no) => state.projects.len() < self.most && !state.projects.contains(&no),
                None => state.projects.is_empty(),
            }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WritePermit<'_> {
    fn drop(&mut self) {
        let mut state = self.turn.state();
        match self.project {
            Some(no) => drop(state.projects.remove(&no)),
            None => state.is_alone = false,
        }
        state.wake_next();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::{Org, ProjectRef};

    fn of(no: i64) -> TransactionScope {
        TransactionScope::Project(ProjectRef { org: Org::local(), no, id: String::new() })
    }

    #[test]
    fn projects_write_beside_each_other_and_nobody_beside_who_writes_alone() {
        const MOST: usize = 3;
        let (turn, writing, alone) =
            (WriteQueue::of(2 * MOST), AtomicUsize::new(0), AtomicUsize::new(0));
        let most = AtomicUsize::new(0);
        let each: Vec<AtomicUsize> = (0..5).map(|_| AtomicUsize::new(0)).collect();
        thread::scope(|scope| {
            for no in 0..5 {
                let (turn, writing, alone, most, each) =
                    (&turn, &writing, &alone, &most, &each[no]);
                for _ in 0..2 {
                    scope.spawn(move || {
                        for _ in 0..50 {
                            let _turn = turn.take(&of(i64::try_from(no).unwrap()));
                            assert_eq!(
                                each.fetch_add(1, Ordering::SeqCst),
                                0,
                                "two of one project"
                            );
                            let count = writing.fetch_add(1, Ordering::SeqCst) + 1;
                            assert_eq!(alone.load(Ordering::SeqCst), 0);
                            most.fetch_max(count, Ordering::SeqCst);
                            thread::sleep(Duration::from_micros(100));
                            writing.fetch_sub(1, Ordering::SeqCst);
                            each.fetch_sub(1, Ordering::SeqCst);
                        }
                    });
                }
                scope.spawn(move || {
                    for _ in 0..20 {
                        let _turn = turn.take(&TransactionScope::Everybody);
                        assert_eq!(alone.fetch_add(1, Ordering::SeqCst), 0);
                        assert_eq!(writing.load(Ordering::SeqCst), 0);
                        thread::sleep(Duration::from_micros(100));
                        alone.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!((2..=MOST).contains(&most.into_inner()));
    }
}
