//! A block: several consecutive snapshots, compressed together, as one body on disk. Used for
//! snapshots that wait for a long time.
//!
//! | Bytes | |
//! |---|---|
//! | 1 | 3, for this form |
//! | 4 | CRC-32 of the row's other columns and of all that follows, little-endian |
//! | the rest | [`PARTS`] parts, each preceded by its length: a frame of zstd (RFC 8878) |
//!
//! The first part is JSON: the times, the controllers, and all names and types. The other parts are
//! columns, so that similar data is adjacent: which tags each snapshot has, their types, their
//! times after the start of the scan, and the [values](ValueColumns).
//!
//! Measured, with 500 tags that all change: a snapshot needs 4 to 5 kB alone, and here 0.2 kB
//! (counters) to 1.7 kB (noise in all bits of a REAL).

use std::{
    io::{self, Read},
    sync::Arc,
};

use crc32fast::Hasher;
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Quality, Reason, TagValue, Tags, push::Snapshot},
};
use tagbridge_recording::{
    ByteReader as Reader, ColumnReader, PLANES, ValueColumns, write_number as write, write_signed,
};

use super::body::Head;
use crate::{
    packed_snapshot::{LENGTH_MAX, PackedSnapshot, Packer},
    snapshot::{LiveView, SnapshotDraft, ViewValidity},
};

pub(super) const FORM: u8 = 3;
/// Facts, layout, types, times, kinds, whole numbers, text, and the bytes of reals.
const PARTS: usize = 7 + PLANES;
/// A compression level of zstd that is fast enough for the writer's thread.
const LEVEL: i32 = 6;

/// A snapshot, and the head of its former row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) head: Head,
    pub(super) packed: PackedSnapshot,
}

#[derive(Debug, Serialize, Deserialize)]
struct Facts {
    members: Vec<Fact>,
    names: IndexSet<String>,
    types: IndexSet<(Arc<str>, Quality, Option<Reason>)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Fact {
    appended_ms: i64,
    running_ms: i64,
    timestamp: Timestamp,
    duration_ms: f64,
    controller: Controller,
    complete: bool,
}

/// The data that is not in the facts.
#[derive(Debug, Default)]
struct Parts {
    layout: Vec<u8>,
    types: Vec<u8>,
    times: Vec<u8>,
    columns: ValueColumns,
}

/// Packs consecutive snapshots into one row. Returns `None` if the result is not shorter, or if it
/// would not unpack to the same bytes.
pub(super) fn pack(members: &[Member]) -> Option<(Head, Vec<u8>)> {
    let head = Head {
        number: members.first()?.head.number,
        appended_ms: members.first()?.head.appended_ms,
        json_bytes: members.iter().map(|it| it.head.json_bytes).sum(),
        running_ms: members.last()?.head.running_ms,
    };
    let body = write_body(&head, members).ok()?;
    let before: usize = members.iter().map(|it| it.packed.blocks.len()).sum();
    (body.len() < before && gives_back(&head, &body, members)).then_some((head, body))
}

/// Whether unpacking gives the same JSON texts. Their compressed bytes may differ.
fn gives_back(head: &Head, body: &[u8], members: &[Member]) -> bool {
    let same = |(one, other): (&Member, &Member)| {
        let text = |it: &Member| (it.head, it.packed.crc, it.packed.length);
        text(one) == text(other)
    };
    unpack(head, body).is_ok_and(|it| it.len() == members.len() && it.iter().zip(members).all(same))
}

/// Unpacks a body that [`pack`] made. The error describes what is wrong with the bytes.
pub(super) fn unpack(head: &Head, body: &[u8]) -> Result<Vec<Member>, String> {
    check(head, body)?;
    let parts = parts(body, PARTS).map_err(|error| error.to_string())?;
    let snapshots = read(&parts).ok_or("its columns contradict each other")?;
    let mut again = Packer::new();
    let mut members = Vec::with_capacity(snapshots.len());
    for (number, (fact, tags)) in (head.number..).zip(snapshots) {
        let Fact { appended_ms, running_ms, timestamp, duration_ms, controller, complete } = fact;
        let holds = ViewValidity::UntilNext;
        let changed = (!complete).then(|| (0..tags.len()).collect());
        let tags = tags.into();
        let view = LiveView { place: None, timestamp, duration_ms, controller, tags, holds };
        let draft = SnapshotDraft { view: Arc::new(view), changed };
        let packed = again.pack(&draft).map_err(|error| error.to_string())?;
        let json_bytes =
            crate::packed_snapshot::head(number).len() as u64 + u64::from(packed.length);
        let json_bytes = i64::try_from(json_bytes).unwrap_or(i64::MAX);
        members.push(Member { head: Head { number, appended_ms, json_bytes, running_ms }, packed });
    }
    Ok(members)
}

/// When each snapshot was stored, by the system's clock and by the file's own clock. Returns `None`
/// if the bytes do not belong to the row.
pub(super) fn times(head: &Head, body: &[u8]) -> Option<Vec<(i64, i64)>> {
    check(head, body).ok()?;
    let facts = parts(body, 1).ok()?;
    let facts: Facts = serde_json::from_slice(facts.first()?).ok()?;
    Some(facts.members.iter().map(|it| (it.appended_ms, it.running_ms)).collect())
}

fn check(head: &Head, body: &[u8]) -> Result<(), String> {
    let rest = body.strip_prefix(&[FORM]).ok_or("it begins with no known form")?;
    let (sum, rest) = rest.split_first_chunk::<4>().ok_or("it is cut off")?;
    if u32::from_le_bytes(*sum) != checksum(head, rest) {
        return Err("its checksum is another".into());
    }
    Ok(())
}

fn checksum(head: &Head, rest: &[u8]) -> u32 {
    let mut sum = Hasher::new();
    sum.update(&head.number.to_le_bytes());
    for it in [head.appended_ms, head.json_bytes, head.running_ms] {
        sum.update(&it.to_le_bytes());
    }
    sum.update(rest);
    sum.finalize()
}

fn write_body(head: &Head, members: &[Member]) -> io::Result<Vec<u8>> {
    let mut facts = Facts { members: Vec::new(), names: IndexSet::new(), types: IndexSet::new() };
    let mut parts = Parts::default();
    let mut snapshots = Vec::with_capacity(members.len());
    for Member { head, packed } in members {
        let snapshot = packed.unpack(head.number).map_err(io::Error::other)?;
        facts.add(head, &snapshot, &mut parts);
        snapshots.push(snapshot);
    }
    let mut columns: Vec<Vec<&serde_json::Value>> = vec![Vec::new(); facts.names.len()];
    for (name, it) in snapshots.iter().flat_map(|it| &it.tags) {
        if let Some(column) = facts.names.get_index_of(name).and_then(|at| columns.get_mut(at)) {
            column.push(&it.value);
        }
    }
    for column in columns {
        parts.columns.push(&column)?;
    }
    let mut rest = Vec::new();
    let facts = serde_json::to_vec(&facts)?;
    let Parts { layout, types, times, columns } = &parts;
    let all = [&facts, layout, types, times, &columns.kinds, &columns.whole, &columns.text];
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    for part in all.into_iter().chain(&columns.planes) {
        let frame = compressor.compress(part)?;
        write(frame.len() as u64, &mut rest);
        rest.extend_from_slice(&frame);
    }
    let mut body = vec![FORM];
    body.extend_from_slice(&checksum(head, &rest).to_le_bytes());
    body.extend_from_slice(&rest);
    Ok(body)
}

impl Facts {
    /// Adds a snapshot without its values.
    fn add(&mut self, head: &Head, snapshot: &Snapshot, parts: &mut Parts) {
        self.members.push(Fact {
            appended_ms: head.appended_ms,
            running_ms: head.running_ms,
            timestamp: snapshot.timestamp,
            duration_ms: snapshot.duration_ms,
            controller: snapshot.controller.clone(),
            complete: snapshot.complete,
        });
        write(snapshot.tags.len() as u64, &mut parts.layout);
        let (mut next, mut late) = (0_i64, 0);
        for (name, it) in &snapshot.tags {
            let place = match self.names.get_index_of(name) {
                Some(place) => place,
                None => self.names.insert_full(name.clone()).0,
            };
            let place = i64::try_from(place).unwrap_or(i64::MAX);
            write_signed(place - next, &mut parts.layout);
            next = place + 1;
            // Usually the type is that of the tag before.
            let is_it = |(name, quality, reason): &(Arc<str>, Quality, Option<Reason>)| {
                *name == it.type_name && (*quality, *reason) == (it.quality, it.reason)
            };
            let kind = self.types.iter().position(is_it).unwrap_or_else(|| {
                self.types.insert_full((Arc::clone(&it.type_name), it.quality, it.reason)).0
            });
            write(kind as u64, &mut parts.types);
            let after = it.timestamp.as_millis().wrapping_sub(snapshot.timestamp.as_millis());
            write_signed(after.wrapping_sub(late), &mut parts.times);
            late = after;
        }
    }
}

/// Decompresses the first `count` parts.
fn parts(body: &[u8], count: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut rest = Reader(body.get(5..).unwrap_or_default());
    let mut part = || {
        let frame = rest.count().and_then(|length| rest.take(length));
        let frame = frame.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut bytes = Vec::new();
        let decoder = zstd::Decoder::with_buffer(frame)?;
        decoder.take(LENGTH_MAX.into()).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    (0..count).map(|_| part()).collect()
}

/// The snapshots: the facts and the tags of each.
fn read(parts: &[Vec<u8>]) -> Option<Vec<(Fact, Tags)>> {
    let part = |at: usize| parts.get(at).map(|it| Reader(it));
    let Facts { members, names, types } = serde_json::from_slice(parts.first()?).ok()?;
    let mut layout = part(1)?;
    let mut carried: Vec<Vec<usize>> = Vec::with_capacity(members.len());
    let mut counts = vec![0_usize; names.len()];
    for _ in &members {
        let (mut tags, mut next) = (Vec::new(), 0_i64);
        for _ in 0..layout.count()? {
            let place = next.checked_add(layout.signed()?)?;
            next = place.checked_add(1)?;
            let place = usize::try_from(place).ok()?;
            *counts.get_mut(place)? += 1;
            tags.push(place);
        }
        carried.push(tags);
    }
    let mut planes = [Reader(&[]); PLANES];
    for (plane, at) in planes.iter_mut().zip(7..) {
        *plane = part(at)?;
    }
    let mut rows = ColumnReader { kinds: part(4)?, whole: part(5)?, text: part(6)?, planes };
    let mut columns = Vec::with_capacity(counts.len());
    for count in counts {
        columns.push(rows.column(count)?.into_iter());
    }
    let (mut kinds, mut times) = (part(2)?, part(3)?);
    let mut snapshots = Vec::with_capacity(members.len());
    for (fact, carried) in members.into_iter().zip(carried) {
        let (mut tags, mut late) = (Tags::with_capacity(carried.len()), 0_i64);
        for place in carried {
            let (type_name, quality, reason) = types.get_index(kinds.count()?)?.clone();
            late = late.wrapping_add(times.signed()?);
            let timestamp = fact.timestamp.as_millis().wrapping_add(late);
            let timestamp = Timestamp::from_millis(timestamp)?;
            let value = columns.get_mut(place)?.next()?;
            let name = names.get_index(place)?.clone();
            tags.insert(name, TagValue { value, type_name, quality, reason, timestamp });
        }
        snapshots.push((fact, tags));
    }
    Some(snapshots)
}

#[cfg(test)]
mod tests;
