//! Snapshots in several parts, because they are too large for one push.
//!
//! Received parts are stored separately. When the last part is received, the snapshot is stored as
//! one. Parts are not acknowledged before that, so the client still has them, and sends them again
//! from the first one if parts were dropped.

use std::{borrow::Cow, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Snapshot},
};
use tagbridge_store::{ProjectRef, StoreError, Transaction};

/// How long parts are kept after the last received one.
const KEPT: Duration = Duration::from_mins(5);
/// Maximum number of parts of all streams; the newest are kept. Each can be as large as a push.
const KEPT_MAX: u32 = 32;

/// Returns the complete snapshots of this push, and the sequences of the incomplete ones.
pub(super) fn collect<'a>(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    push: &'a Push,
    now: Timestamp,
) -> Result<(Cow<'a, [Snapshot]>, Vec<u64>), StoreError> {
    if push.snapshots.iter().all(|it| it.parts.is_none()) {
        return Ok((Cow::Borrowed(&push.snapshots), Vec::new()));
    }
    let stream = tx.find_stream(project, push.stream_id)?;
    let stored = stream.map(|stream| tx.stored(stream.no)).transpose()?.unwrap_or_default();
    tx.forget_parts(now.saturating_sub(KEPT), now, KEPT_MAX)?;
    let (mut whole, mut awaited) = (Vec::new(), Vec::new());
    for snapshot in &push.snapshots {
        if snapshot.parts.is_none() {
            whole.push(snapshot.clone());
        } else if !stored.contains(snapshot.sequence) {
            match tx.keep_part(project, push.stream_id, snapshot, now)? {
                Some(tags) => {
                    whole.push(Snapshot { part: None, parts: None, tags, ..snapshot.clone() });
                }
                None => awaited.push(snapshot.sequence),
            }
        }
    }
    Ok((Cow::Owned(whole), awaited))
}

#[cfg(test)]
mod tests {
    use tagbridge_api::project::Vendor;
    use tagbridge_store::Org;

    use super::*;
    use crate::{
        Options,
        core::{Core, projects},
    };

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

    #[test]
    fn a_snapshot_is_whole_when_all_its_parts_are_there_in_whatever_order() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        let add = |tx: &Transaction<'_>| {
            projects::add(tx, &Org::local(), "Line".to_owned(), Vendor::Siemens, at(0))
        };
        let (project, _) = core.store().write(add).unwrap();
        let check = |sent: &[(u64, u32, u32, i64)], whole: &[&str], awaited: &[u64]| {
            let mut last = None;
            for &(sequence, part, count, seconds) in sent {
                let push = push(sequence, part, count);
                let collected = core.store().write(|tx| {
                    let (found, missing) = collect(tx, &project, &push, at(seconds))?;
                    Ok::<_, StoreError>((found.into_owned(), missing))
                });
                last = Some(collected.unwrap());
            }
            let (found, missing) = last.unwrap();
            let names: Vec<&str> =
                found.iter().flat_map(|it| it.tags.keys().map(String::as_str)).collect();
            assert_eq!((names, &*missing), (whole.to_vec(), awaited), "{sent:?}");
            assert!(found.iter().all(|it| it.parts.is_none()));
        };
        check(&[(7, 1, 3, 0), (7, 3, 3, 1), (7, 1, 3, 2)], &[], &[7]);
        check(&[(7, 2, 3, 3)], &["Tag1", "Tag2", "Tag3"], &[]);
        check(&[(7, 2, 3, 5)], &[], &[7]);
        check(&[(8, 1, 2, 6), (7, 1, 3, 7)], &[], &[7]);
        check(&[(9, 1, 2, 8), (9, 2, 2, 8 + 301)], &[], &[9]);
        check(&[(9, 1, 2, 310)], &["Tag1", "Tag2"], &[]);
        check(&[(10, 1, 1, 312)], &["Tag1"], &[]);
    }
}
