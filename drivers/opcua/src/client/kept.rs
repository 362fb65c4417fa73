//! What was learnt of a server, over a connection that is cut: its next one goes on with that.

use std::{
    mem,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex},
};

use opcua::types::DateTime;

use super::learn::Knowledge;

/// What the connection before has left, and of which run of a server.
pub(super) type Kept = Arc<Mutex<Option<(Run, Knowledge)>>>;

/// A server from its start to its end, by when it started and by its namespaces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Run {
    /// Null: it does not report it.
    pub(super) start: DateTime,
    pub(super) namespaces: Vec<String>,
}

/// What a connection has learnt, which it leaves to the next one.
pub(super) struct Held {
    knowledge: Knowledge,
    run: Run,
    kept: Kept,
}

impl Held {
    /// The cached knowledge about this run of the server; `None` if it is another run, or the
    /// server does not report it.
    pub(super) fn of(run: Run, kept: Kept) -> Self {
        let before = kept.lock().ok().and_then(|mut it| it.take());
        let before = before.filter(|(of, _)| *of == run && !run.start.is_null());
        let mut knowledge = before.map(|it| it.1).unwrap_or_default();
        knowledge.naming.namespaces.clone_from(&run.namespaces);
        Self { knowledge, run, kept }
    }
}

impl Deref for Held {
    type Target = Knowledge;

    fn deref(&self) -> &Knowledge {
        &self.knowledge
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Knowledge {
        &mut self.knowledge
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some((self.run.clone(), mem::take(&mut self.knowledge)));
        }
    }
}
