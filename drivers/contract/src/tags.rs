//! What to read.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The tags that a scan reads, by name, in the order in which they are answered.
///
/// A name is the platform's own (`Program:Main.Motor.Speed`, `DB1.DBD4`). A name that does not
/// parse is not an error here: it is answered, like any other, with its own reason.
///
/// The last of them may be *guard reads*: names that are asked for because of what they tell about
/// the others. A driver reads them after the others, or in the same request with the last of them.
/// Where that would take requests of their own it may ask these in turns, one each second: a
/// guard read whose turn it is not is answered as the last time, with the time of then. A driver to
/// which the order means nothing reads them like all others.
///
/// Immutable and cheap to clone. A driver makes its plan once per set and recognises the set by
/// its [`id`](TagSet::id).
#[derive(Clone)]
pub struct TagSet {
    id: u64,
    names: Arc<[String]>,
    /// The place of the first guard read.
    guard_reads_from: usize,
}

impl TagSet {
    /// A new set of its own identity, even if another one has the same names.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::guarded(names, std::iter::empty::<String>())
    }

    /// A new set of these names and, behind them, guard reads.
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

    /// The names in the order asked, guard reads included.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of the first guard read; the number of names where there is none.
    pub fn guard_reads_from(&self) -> usize {
        self.guard_reads_from
    }

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl fmt::Debug for TagSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TagSet #{} of {} tags", self.id, self.names.len())
    }
}
