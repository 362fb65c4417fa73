//! The names, types and controllers of a file, to which its blocks refer by number.

use std::sync::Arc;

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use tagbridge_api::hmi::{Controller, Quality, Reason};

use crate::frame::ZSTD_LEVEL;

/// The properties of a value: type, quality and reason.
pub(crate) type ValueKind = (Arc<str>, Quality, Option<Reason>);

/// Names by number. New names are added, and written before the block that uses them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Names {
    pub(crate) tags: IndexSet<Arc<str>>,
    pub(crate) kinds: IndexSet<ValueKind>,
    pub(crate) controllers: Vec<Controller>,
    /// Names below these numbers are written.
    written: (usize, usize, usize),
}

/// The payload of a frame of names.
#[derive(Serialize, Deserialize)]
struct Added {
    /// The number of the first entry of each kind.
    first: (usize, usize, usize),
    tags: Vec<Arc<str>>,
    kinds: Vec<ValueKind>,
    controllers: Vec<Controller>,
}

impl Names {
    pub(crate) fn tag(&mut self, name: &str) -> usize {
        match self.tags.get_index_of(name) {
            Some(place) => place,
            None => self.tags.insert_full(name.into()).0,
        }
    }

    pub(crate) fn kind(&mut self, kind: &ValueKind) -> usize {
        match self.kinds.get_index_of(kind) {
            Some(place) => place,
            None => self.kinds.insert_full(kind.clone()).0,
        }
    }

    pub(crate) fn controller(&mut self, controller: &Controller) -> usize {
        // It is usually the newest one.
        if let Some(place) = self.controllers.iter().rposition(|it| it == controller) {
            return place;
        }
        self.controllers.push(controller.clone());
        self.controllers.len() - 1
    }

    /// The names that were added since the last call, as the payload of a frame; `None`: no new
    /// names.
    pub(crate) fn added(&mut self) -> Option<Vec<u8>> {
        let first = self.written;
        let now = (self.tags.len(), self.kinds.len(), self.controllers.len());
        if first == now {
            return None;
        }
        let added = Added {
            first,
            tags: self.tags.iter().skip(first.0).cloned().collect(),
            kinds: self.kinds.iter().skip(first.1).cloned().collect(),
            controllers: self.controllers.get(first.2..).unwrap_or_default().to_vec(),
        };
        self.written = now;
        let json = serde_json::to_vec(&added).ok()?;
        zstd::bulk::compress(&json, ZSTD_LEVEL).ok()
    }

    /// Marks all names as unwritten, for a new file.
    pub(crate) fn forget_written(&mut self) {
        self.written = (0, 0, 0);
    }

    /// All names, as the payload of a part's first frame of names; `None`: no names.
    pub(crate) fn all(&self) -> Option<Vec<u8>> {
        Self { written: (0, 0, 0), ..self.clone() }.added()
    }

    /// Adds the names of such a payload; `None`: it is damaged, or a previous one is missing.
    pub(crate) fn read(&mut self, payload: &[u8]) -> Option<()> {
        let added: Added = serde_json::from_slice(&zstd::decode_all(payload).ok()?).ok()?;
        if added.first == (0, 0, 0) {
            // The head of a part, which is before it, may be damaged.
            *self = Self::default();
        }
        if added.first != (self.tags.len(), self.kinds.len(), self.controllers.len()) {
            return None;
        }
        self.tags.extend(added.tags);
        self.kinds.extend(added.kinds);
        self.controllers.extend(added.controllers);
        Some(())
    }
}
