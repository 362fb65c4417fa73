//! The tags to read.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The tags that a scan reads, by name, in the order of the answers.
///
/// A name is the platform's own (`Program:Main.Motor.Speed`, `DB1.DBD4`). A name that cannot be
/// parsed is not an error here: like any other, it gets an answer with a reason.
///
/// The last names may be *guard reads*, which are read to verify the other values. A driver reads
/// them after the others, or in the same request as the last of them. If guard reads would need
/// additional requests, a driver may send these in turns, one per second; a guard read whose turn
/// it is not has its previous answer with the previous time. A driver without a defined order reads
/// them like all others.
///
/// Immutable and cheap to clone. A driver creates its plan once per set and recognises the set by
/// its [`id`](TagSet::id).
#[derive(Clone)]
pub struct TagSet {
    id: u64,
    names: Arc<[String]>,
    /// The index of the first guard read.
    guard_reads_from: usize,
}

impl TagSet {
    /// Creates a set with a new identity, even if another set has the same names.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::guarded(names, std::iter::empty::<String>())
    }

    /// Creates a set of these names, followed by guard reads.
    pub fn guarded(
        names: impl IntoIterator<Item = impl Into<String>>,
        guards: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        let guard_reads_from = names.len();
        names.extend(guards.into_iter().map(Into::into));
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { id, names: names.into(), guard_reads_from }
    }

    /// Unique in this process; clones share it.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The names in order, guard reads included.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The index of the first guard read; the number of names if the set has no guard reads.
    pub fn guard_reads_from(&self) -> usize {
        self.guard_reads_from
    }

    /// Number of tags.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl fmt::Debug for TagSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TagSet #{} of {} tags", self.id, self.names.len())
    }
}
