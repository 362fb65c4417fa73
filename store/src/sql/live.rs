//! The live view: the value of each tag of a stream at the stream's newest snapshot.
//!
//! Each tag has the value of the highest sequence number with the tag; a complete snapshot removes
//! the tags that it does not contain. One row for each stream contains the view at the time when
//! the last pushes were sorted; newer pushes are added when it is read, so that a push only writes
//! its own data.

use std::collections::{BTreeMap, HashMap, btree_map::Entry as Place};

use rusqlite::params;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue, push::Snapshot},
};

use super::{
    Db, OptionalExtension, Transaction, gone, history,
    packed::{self, EntryGrouping},
    piece::{self, Entry, RowWriter},
    tags::{self, TagNo},
};
use crate::{HistoryRange, LiveTag, ProjectRef, StoreError, StoredHistory, Stream, StreamNo, sql};

impl Transaction<'_> {
    /// Adds snapshots that were not stored before, lowest sequence number first, to the live view
    /// and to the history. `stream.base` is already the newest complete snapshot: tags that are
    /// only in earlier ones leave the live view.
    ///
    /// Both are independent of the order of arrival: late or reordered snapshots have the same
    /// result.
    pub fn add_snapshots(
        &self,
        project: &ProjectRef,
        stream: &Stream,
        snapshots: &[&Snapshot],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let snapshots = tags::number(self, project.no, stream, snapshots)?;
        history::append(self.0, project.no, stream, &snapshots, now)?;
        Ok(())
    }

    /// A stream's tags in the order of its newest complete snapshot.
    pub fn live(&self, stream: StreamNo) -> Result<Vec<LiveTag>, StoreError> {
        let view = View::read(self.0, stream)?;
        let mut named = tags::named(self.0, stream, view.values.keys().copied())?;
        let mut live = Vec::with_capacity(view.values.len());
        for (tag, Value { at, sequence, packed }) in view.in_order() {
            // Its name was lost with a damaged page.
            let Some((name, type_name)) = named.remove(&tag) else { continue };
            let it = packed::unpack(*at, *sequence, packed).map_err(sql::Error::from)?;
            let (value, timestamp, reason) = (it.value, it.timestamp, it.reason);
            let quality = it.quality.unwrap_or(Quality::Bad);
            let value = TagValue { value, type_name: type_name.into(), quality, reason, timestamp };
            live.push(LiveTag { name, sequence: *sequence, value });
        }
        Ok(live)
    }

    /// Deletes the live view of streams without a push since `before`. If such a stream returns,
    /// its next complete snapshot contains all tags.
    pub fn forget_live(&self, project: &ProjectRef, before: Timestamp) -> Result<(), StoreError> {
        history::sort_out(self.0, project.no)?;
        self.0
            .prepare_cached(
                "DELETE FROM live WHERE stream IN
                     (SELECT no FROM streams WHERE project = ?1 AND last_push_at < ?2)",
            )?
            .execute(params![project.no, before.as_millis()])?;
        Ok(())
    }

    /// The newest entries of a tag in a range, in [their order](crate::newest_first).
    pub fn history(
        &self,
        project: &ProjectRef,
        tag: &str,
        range: &HistoryRange,
    ) -> Result<StoredHistory, StoreError> {
        Ok(history::newest(self.0, project.no, tag, range)?)
    }

    /// Cuts entries that were read before that time back to the newest
    /// [`HISTORY_MAX`](tagbridge_api::limits::HISTORY_MAX) entries of each tag. Does a part of it
    /// per call, so that others can write in between; returns whether there is more to do.
    pub fn cut_history(&self, project: &ProjectRef, before: Timestamp) -> Result<bool, StoreError> {
        Ok(history::cut_back(self.0, project.no, before)?)
    }

    /// Deletes tags that no snapshot has contained since then, that are in no live view, and that
    /// no client requests: their names, and the rest of their history. Checks some names per call,
    /// after the last name of the previous call (0: from the first on), so that others can write in
    /// between; returns the last checked name, `None`: all are checked.
    pub fn forget_tags(
        &self,
        project: &ProjectRef,
        before: Timestamp,
        behind: i64,
    ) -> Result<Option<i64>, StoreError> {
        Ok(gone::forget(self, project.no, before, behind)?)
    }

    /// The start of the time range that fits into this number of bytes; `None` if everything fits.
    pub fn history_fits_from(
        &self,
        project: &ProjectRef,
        bytes: u64,
    ) -> Result<Option<Timestamp>, StoreError> {
        Ok(history::fits_from(self.0, project.no, bytes)?)
    }
}

/// A stream's tags.
#[derive(Debug, Default)]
struct View {
    /// The sequence number of the newest complete snapshot; 0: none yet.
    base: u64,
    /// Its tags, in its order.
    listed: Vec<TagNo>,
    values: BTreeMap<TagNo, Value>,
}

#[derive(Debug)]
struct Value {
    at: i64,
    sequence: u64,
    packed: Vec<u8>,
}

impl View {
    fn read(db: Db<'_>, stream: StreamNo) -> sql::Result<Self> {
        let mut view = Self::default();
        let settled: Option<(i64, u32, Vec<u8>)> = db
            .prepare_cached("SELECT base, listed, sealed FROM live WHERE stream = ?1")?
            .query_row([stream], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let newest: Option<i64> = db
            .prepare_cached("SELECT max(base) FROM recent WHERE project = (SELECT project FROM streams WHERE no = ?1)
                 AND stream = ?1")?
            .query_row([stream], |row| row.get(0))?;
        let before = settled.as_ref().map_or(0, |it| it.0);
        view.base = newest.unwrap_or(0).max(before).cast_unsigned();
        if let Some((base, listed, sealed)) = settled {
            for (place, entry) in (0..).zip(piece::read(EntryGrouping::View, &sealed)?.entries()) {
                let entry = entry?;
                if place < listed && base.cast_unsigned() == view.base {
                    view.listed.push(entry.tag);
                }
                view.add_newer_entry(entry);
            }
        }
        let mut recent = db.prepare_cached(
            "SELECT sealed FROM recent
                 WHERE project = (SELECT project FROM streams WHERE no = ?1) AND stream = ?1
                 ORDER BY no",
        )?;
        let mut rows = recent.query([stream])?;
        while let Some(row) = rows.next()? {
            for entry in piece::read(EntryGrouping::Push, row.get_ref(0)?.as_blob()?)?.entries() {
                let entry = entry?;
                if entry.sequence == view.base {
                    view.listed.push(entry.tag);
                }
                view.add_newer_entry(entry);
            }
        }
        Ok(view)
    }

    fn add_newer_entry(&mut self, Entry { tag, at, sequence, value }: Entry<'_>) {
        if sequence < self.base {
            return;
        }
        match self.values.entry(tag) {
            Place::Vacant(place) => {
                place.insert(Value { at, sequence, packed: value.to_owned() });
            }
            Place::Occupied(mut place) if place.get().sequence < sequence => {
                let it = place.get_mut();
                (it.at, it.sequence) = (at, sequence);
                // Its buffer is used again.
                it.packed.clear();
                it.packed.extend_from_slice(value);
            }
            Place::Occupied(_) => {}
        }
    }

    /// The listed tags, then the others.
    fn in_order(&self) -> impl Iterator<Item = (TagNo, &Value)> {
        let places: HashMap<TagNo, usize> = self.listed.iter().copied().zip(0..).collect();
        let mut tags: Vec<_> = self.values.iter().map(|(tag, value)| (*tag, value)).collect();
        tags.sort_by_key(|(tag, _)| places.get(tag).copied().unwrap_or(usize::MAX));
        tags.into_iter()
    }
}

/// The tags of all live views of a project.
pub(crate) fn tags_of(db: Db<'_>, project: tags::ProjectNo) -> sql::Result<Vec<TagNo>> {
    let mut streams = db.prepare_cached(
        "SELECT stream FROM live WHERE stream IN (SELECT no FROM streams WHERE project = ?1)",
    )?;
    let streams = streams.query_map([project], |row| row.get(0))?;
    let mut tags = Vec::new();
    for stream in streams.collect::<sql::Result<Vec<StreamNo>>>()? {
        tags.extend(View::read(db, stream)?.values.into_keys());
    }
    Ok(tags)
}

/// Writes a stream's view, including the last pushes.
pub(crate) fn settle(db: Db<'_>, stream: StreamNo) -> sql::Result<()> {
    let view = View::read(db, stream)?;
    let in_order = view.in_order();
    let piece: RowWriter = in_order
        .map(|(tag, Value { at, sequence, packed: value })| Entry {
            tag,
            at: *at,
            sequence: *sequence,
            value,
        })
        .collect();
    db.prepare_cached(
        "INSERT INTO live (stream, base, listed, sealed) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (stream) DO UPDATE SET base = ?2, listed = ?3, sealed = ?4",
    )?
    .run(params![
        stream,
        view.base.cast_signed(),
        u32::try_from(view.listed.len()).unwrap_or(u32::MAX),
        piece.seal(EntryGrouping::View)
    ])?;
    Ok(())
}
