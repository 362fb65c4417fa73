//! Snapshots that come in parts, because one push has no room for them.
//!
//! What is there of one is kept in memory until the last part has come; only then it is stored, as
//! one. Nothing of it is answered as stored before that, so that whoever sends it still has it, and
//! sends it from the beginning where this service forgot it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tagbridge_api::{
    Timestamp,
    hmi::{
        Tags,
        push::{Push, Snapshot},
    },
};
use uuid::Uuid;

/// So long parts are kept while no other comes.
const KEPT: Duration = Duration::from_mins(5);
/// Parts that are kept of all streams, at the most: what was heard of last. Each is as large as a
/// push.
const KEPT_MAX: usize = 32;

/// What is there of snapshots that are not whole.
#[derive(Debug, Default)]
pub(super) struct Parts(Mutex<BTreeMap<Of, Collected>>);

/// Project and stream: each sends one at a time.
type Of = (String, Uuid);

#[derive(Debug)]
struct Collected {
    sequence: u64,
    heard_at: Timestamp,
    tags: Vec<Option<Tags>>,
}

impl Parts {
    /// The snapshots of this push that are whole now, and the sequences of those that are not.
    pub(super) fn collect<'a>(
        &self,
        project: &str,
        push: &'a Push,
        now: Timestamp,
    ) -> (Cow<'a, [Snapshot]>, Vec<u64>) {
        if push.snapshots.iter().all(|it| it.parts.is_none()) {
            return (Cow::Borrowed(&push.snapshots), Vec::new());
        }
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = now.saturating_sub(KEPT);
        streams.retain(|_, it| it.heard_at > until && it.heard_at <= now);
        let (mut whole, mut awaited) = (Vec::new(), Vec::new());
        for snapshot in &push.snapshots {
            let (Some(part), Some(parts)) = (snapshot.part, snapshot.parts) else {
                whole.push(snapshot.clone());
                continue;
            };
            let count = parts as usize;
            let of = (project.to_owned(), push.stream_id);
            let fresh = || Collected {
                sequence: snapshot.sequence,
                heard_at: now,
                tags: vec![None; count],
            };
            let known = streams.entry(of).or_insert_with(fresh);
            if known.sequence != snapshot.sequence || known.tags.len() != count {
                *known = fresh();
            }
            known.heard_at = now;
            if let Some(place) = known.tags.get_mut(part.saturating_sub(1) as usize) {
                *place = Some(snapshot.tags.clone());
            }
            if known.tags.iter().all(Option::is_some) {
                let tags = known.tags.iter().flatten().flatten();
                let tags = tags.map(|(name, it)| (name.clone(), it.clone())).collect();
                whole.push(Snapshot { part: None, parts: None, tags, ..snapshot.clone() });
            } else {
                awaited.push(snapshot.sequence);
            }
        }
        let kept = |it: &Collected| it.tags.iter().flatten().count();
        while streams.len() > 1 && streams.values().map(kept).sum::<usize>() > KEPT_MAX {
            let oldest = streams.iter().min_by_key(|(_, it)| it.heard_at);
            let Some(oldest) = oldest.map(|(of, _)| of.clone()) else { break };
            streams.remove(&oldest);
        }
        (Cow::Owned(whole), awaited)
    }

    /// What came of this stream in parts is stored, or will not be.
    pub(super) fn forget(&self, project: &str, push: &Push) {
        if push.snapshots.iter().any(|it| it.parts.is_some()) {
            let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            streams.remove(&(project.to_owned(), push.stream_id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(sequence: u64, part: u32, parts: u32) -> Push {
        let mut push: Push =
            serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
        push.snapshots.truncate(1);
        let snapshot = &mut push.snapshots[0];
        (snapshot.sequence, snapshot.part, snapshot.parts) = (sequence, Some(part), Some(parts));
        let value = snapshot.tags[0].clone();
        snapshot.tags = [(format!("Tag{part}"), value)].into_iter().collect();
        push
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000).unwrap()
    }

    fn check(parts: &Parts, sent: &[(u64, u32, u32, i64)], whole: &[&str], awaited: &[u64]) {
        let mut last = None;
        for &(sequence, part, count, seconds) in sent {
            let push = push(sequence, part, count);
            let (found, missing) = parts.collect("prj", &push, at(seconds));
            last = Some((found.into_owned(), missing));
        }
        let (found, missing) = last.unwrap();
        let names: Vec<&str> =
            found.iter().flat_map(|it| it.tags.keys().map(String::as_str)).collect();
        assert_eq!((names, &*missing), (whole.to_vec(), awaited), "{sent:?}");
        assert!(found.iter().all(|it| it.parts.is_none()));
    }

    #[test]
    fn a_snapshot_is_whole_when_all_its_parts_are_there_in_whatever_order() {
        let parts = Parts::default();
        check(&parts, &[(7, 1, 3, 0), (7, 3, 3, 1), (7, 1, 3, 2)], &[], &[7]);
        check(&parts, &[(7, 2, 3, 3)], &["Tag1", "Tag2", "Tag3"], &[]);
        check(&parts, &[(7, 2, 3, 4)], &["Tag1", "Tag2", "Tag3"], &[]);
        parts.forget("prj", &push(7, 2, 3));
        check(&parts, &[(7, 2, 3, 5)], &[], &[7]);
        check(&parts, &[(8, 1, 2, 6), (7, 1, 3, 7)], &[], &[7]);
        check(&parts, &[(9, 1, 2, 8), (9, 2, 2, 8 + 301)], &[], &[9]);
        check(&parts, &[(9, 1, 2, 310), (9, 9, 2, 311)], &["Tag1", "Tag2"], &[]);
        check(&parts, &[(10, 1, 1, 312)], &["Tag1"], &[]);
    }
}
