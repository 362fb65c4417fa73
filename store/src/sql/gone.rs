//! Unused tags: no live view contains them, no client requests them, and no snapshot has contained
//! them for a long time. Their names and the rest of their history are deleted.

use std::collections::BTreeSet;

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    Db, Transaction, history, live,
    packed::EntryGrouping,
    piece::{self, Entry, RowWriter},
    tags::{self, ProjectNo, TagNo},
};
use crate::sql;

/// Number of names that are checked in one transaction.
const AT_ONCE: u32 = 4096;

/// Checks some names after a given one; returns the last checked name, or `None` if there are no
/// more.
pub(crate) fn forget(
    tx: &Transaction<'_>,
    project: ProjectNo,
    before: Timestamp,
    behind: TagNo,
) -> sql::Result<Option<TagNo>> {
    let db = tx.0;
    history::sort_out(db, project)?;
    let mut unasked = db.prepare_cached(
        "SELECT no, name IN (SELECT name FROM requests WHERE project = ?1) FROM tags
         WHERE project = ?1 AND no > ?2 ORDER BY no LIMIT ?3",
    )?;
    let names = unasked.query_map(params![project, behind, AT_ONCE], |row| {
        Ok((row.get::<TagNo>(0)?, row.get::<bool>(1)?))
    })?;
    let names = names.collect::<sql::Result<Vec<_>>>()?;
    let Some(&(last, _)) = names.last() else { return Ok(None) };
    let mut gone: BTreeSet<TagNo> =
        names.into_iter().filter(|(_, is_asked)| !is_asked).map(|(no, _)| no).collect();
    for no in live::tags_of(db, project)? {
        gone.remove(&no);
    }
    let buckets: BTreeSet<i64> = gone.iter().map(|no| history::bucket(*no)).collect();
    for bucket in buckets {
        clear(db, [project, bucket], before, &mut gone)?;
    }
    let mut delete = db.prepare_cached("DELETE FROM tags WHERE no = ?1")?;
    for no in &gone {
        delete.execute([no])?;
    }
    if !gone.is_empty() {
        tx.1.names.borrow_mut().forget(project);
        tags::invalidate_caches(db, project)?;
    }
    Ok(Some(last))
}

/// Deletes entries of unused tags from a bucket, and from `gone` the completed deletions.
fn clear(
    db: Db<'_>,
    place: [i64; 2],
    before: Timestamp,
    gone: &mut BTreeSet<TagNo>,
) -> sql::Result<()> {
    let mut rows =
        db.prepare_cached("SELECT no, sealed FROM history WHERE project = ?1 AND bucket = ?2")?;
    let rows = rows.query_map(place, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows = rows.collect::<sql::Result<Vec<(i64, Vec<u8>)>>>()?;
    for (_, sealed) in &rows {
        for entry in piece::read(EntryGrouping::Tag, sealed)?.entries() {
            let Entry { tag, at, .. } = entry?;
            if at >= before.as_millis() {
                gone.remove(&tag);
            }
        }
    }
    for (no, sealed) in &rows {
        let read = piece::read(EntryGrouping::Tag, sealed)?;
        let all: Vec<Entry<'_>> = read.entries().collect::<Result<_, _>>()?;
        let kept: Vec<_> = all.iter().filter(|it| !gone.contains(&it.tag)).copied().collect();
        if kept.is_empty() {
            db.prepare_cached("DELETE FROM history WHERE no = ?1")?.execute([no])?;
        } else if kept.len() < all.len() {
            let kept: RowWriter = kept.into_iter().collect();
            db.prepare_cached("UPDATE history SET sealed = ?2 WHERE no = ?1")?
                .execute(params![no, kept.seal(EntryGrouping::Tag)])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{
        hmi::{Controller, Quality, TagValue, push::Snapshot},
        project::Project,
    };
    use uuid::Uuid;

    use super::*;
    use crate::{
        Org, Store,
        sqlite::{Shared, Sqlite},
    };

    #[test]
    fn the_names_grow_with_what_is_carried_and_shrink_again() {
        let folder = tempfile::tempdir().expect("there is room");
        let data = std::sync::Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        let store = Store::on(Shared(data.clone()));
        let at = |millis| Timestamp::from_millis(millis).expect("a time");
        let resource: Project = serde_json::from_value(serde_json::json!({
            "project_id": "p", "identity_id": "i", "name": "p", "current_version_id": "v",
            "created_at": at(0), "updated_at": at(0),
        }))
        .expect("a project");
        let project = store.write(|tx| tx.add_project(&Org::local(), &resource)).expect("added");
        let mut stream =
            store.write(|tx| tx.add_stream(&project, Uuid::from_u128(1), at(0))).expect("added");
        let mut sizes = Vec::new();
        for round in 0..6_u64 {
            let timestamp = at(round.cast_signed() * 1000);
            let value = TagValue {
                value: round.into(),
                type_name: "DINT".into(),
                quality: Quality::Good,
                reason: None,
                timestamp,
            };
            // 100 new names each time, and one that stays.
            let names = (0..100).map(|it| format!("tag{}", round * 100 + it));
            let tags = names.chain(["stays".into()]).map(|it| (it, value.clone())).collect();
            let snapshot = Snapshot {
                sequence: round + 1,
                timestamp,
                duration_ms: 1.0,
                controller: Controller::default(),
                part: None,
                parts: None,
                complete: true,
                tags,
            };
            stream.base = snapshot.sequence;
            store
                .write(|tx| {
                    tx.request_tags(&project, &["tag7".into()], None, at(1 << 40))?;
                    tx.add_snapshots(&project, &stream, &[&snapshot], at(1 << 40))?;
                    // Two rounds are kept.
                    let mut behind = Some(0);
                    while let Some(from) = behind {
                        behind =
                            tx.forget_tags(&project, at(timestamp.as_millis() - 1000), from)?;
                    }
                    Ok::<_, crate::StoreError>(())
                })
                .expect("it is written");
            let count = |db: &rusqlite::Connection| {
                db.query_row("SELECT count(*) FROM tags", [], |row| row.get::<_, u32>(0))
            };
            sizes.push(data.writer(count).expect("it is counted"));
        }
        // The requested tag stays, too.
        assert_eq!(sizes, [101, 201, 202, 202, 202, 202]);
    }
}
