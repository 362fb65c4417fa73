//! Repeated pushes. Their sequences are unique, so that a repeated one stores nothing twice: it is
//! enough to keep recent pushes and their keys in memory for some minutes.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use sha2::{Digest, Sha256};
use tagbridge_api::{Timestamp, limits::PUSH_IDEMPOTENCY_RETENTION};

use super::{
    Refusal,
    once::{Write, conflict},
};

/// Maximum number of stored results: ten minutes of 300 per second.
const KNOWN_MAX: usize = 180_000;

/// The recent results.
#[derive(Debug, Default)]
pub(super) struct Replays(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    bodies: HashMap<Id, Short>,
    by_age: VecDeque<(Timestamp, Id)>,
}

type Id = [u8; 16];
type Short = [u8; 16];

impl Replays {
    /// Whether this push was received before; 422 if its key was used with another body.
    pub(super) fn came_before(&self, write: &Write, now: Timestamp) -> Result<bool, Refusal> {
        let (id, body) = (id(write), short(write.body()));
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = now.saturating_sub(PUSH_IDEMPOTENCY_RETENTION);
        let Entries { bodies, by_age } = &mut *known;
        let is_over = |at: Timestamp, count: usize| at <= until || count >= KNOWN_MAX;
        while let Some((_, old)) = by_age.pop_front_if(|(at, _)| is_over(*at, bodies.len())) {
            bodies.remove(&old);
        }
        match bodies.get(&id) {
            Some(before) if *before == body => Ok(true),
            Some(_) => Err(conflict()),
            None => {
                bodies.insert(id, body);
                by_age.push_back((now, id));
                Ok(false)
            }
        }
    }

    /// Forgets a refused push, whose key may be used again.
    pub(super) fn forget(&self, write: &Write) {
        let id = id(write);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.bodies.remove(&id);
        known.by_age.retain(|(_, it)| *it != id);
    }
}

fn id(write: &Write) -> Id {
    let id = write.id();
    let mut hash = Sha256::new();
    for part in [&id.caller, &id.endpoint, &id.idempotency_key] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    short(&hash.finalize().into())
}

fn short(hash: &[u8; 32]) -> Short {
    let mut short = Short::default();
    short.copy_from_slice(&hash[..16]);
    short
}
