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
/// Immutable and cheap to clone. A driver makes its plan once per set and recognises the set by
/// its [`id`](TagSet::id).
#[derive(Clone)]
pub struct TagSet {
    id: u64,
    names: Arc<[String]>,
}

impl TagSet {
    /// A new set of its own identity, even if another one has the same names.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            names: names.into_iter().map(Into::into).collect(),
        }
    }

    /// Unique in this process; clones share it.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The names in the order asked.
    pub fn names(&self) -> &[String] {
        &self.names
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
