//! The knowledge about a server, for the next connection after one is lost.

use std::{
    mem,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex},
};

use opcua::types::DateTime;

use super::learn::Knowledge;

/// The knowledge of the previous connection, and the run of the server that it belongs to.
pub(super) type KeptKnowledge = Arc<Mutex<Option<(Run, Knowledge)>>>;

/// A run of a server, identified by its start time and namespaces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Run {
    /// Null: the server does not report it.
    pub(super) start: DateTime,
    pub(super) namespaces: Vec<String>,
}

/// The knowledge of a connection, which the next connection takes over.
pub(super) struct ServerKnowledge {
    knowledge: Knowledge,
    run: Run,
    kept: KeptKnowledge,
}

impl ServerKnowledge {
    /// The cached knowledge about this run of the server; `None` if it is another run, or the
    /// server does not report it.
    pub(super) fn of(run: Run, kept: KeptKnowledge) -> Self {
        let before = kept.lock().ok().and_then(|mut it| it.take());
        let before = before.filter(|(of, _)| *of == run && !run.start.is_null());
        let mut knowledge = before.map(|it| it.1).unwrap_or_default();
        knowledge.naming.namespaces.clone_from(&run.namespaces);
        Self { knowledge, run, kept }
    }
}

impl Deref for ServerKnowledge {
    type Target = Knowledge;

    fn deref(&self) -> &Knowledge {
        &self.knowledge
    }
}

impl DerefMut for ServerKnowledge {
    fn deref_mut(&mut self) -> &mut Knowledge {
        &mut self.knowledge
    }
}

impl Drop for ServerKnowledge {
    fn drop(&mut self) {
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some((self.run.clone(), mem::take(&mut self.knowledge)));
        }
    }
}
