//! The earlier forms of the history, before a row had entries of many tags: each entry with its
//! complete key.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use tagbridge_api::{hmi::TagValue, limits};

use crate::StreamNo;
use crate::sql::{
    self, Row, history, json,
    packed::{
        self, Damaged, Form, Of, read_bytes, read_number, read_signed, write_bytes, write_number,
        write_signed,
    },
    piece::{Entry, Piece},
    tags::{ProjectNo, TagNo},
};

/// The order of a tag's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    at: i64,
    sequence: u64,
    stream: StreamNo,
}

/// Converts the table with one row for each entry.
pub(super) fn take_over(db: &Connection) -> sql::Result<()> {
    let mut tags = db.prepare("SELECT no FROM tags")?;
    let tags: Vec<TagNo> = tags.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut entries = db.prepare(
        "SELECT value, at, sequence, stream FROM history_rows WHERE tag = ?1
         ORDER BY at DESC, sequence DESC, stream DESC LIMIT ?2",
    )?;
    let mut insert = db.prepare("INSERT INTO history (tag, entries) VALUES (?1, ?2)")?;
    for tag in tags {
        let (mut piece, mut entry) = (Vec::new(), Vec::new());
        let mut rows = entries.query(params![tag, limits::HISTORY_MAX])?;
        while let Some(row) = rows.next()? {
            let value: TagValue = json(&Row::Sqlite(row), 0)?;
            let at = row.get(1)?;
            entry.clear();
            write_signed(at, &mut entry);
            write_number(row.get::<_, i64>(2)?.cast_unsigned(), &mut entry);
            write_signed(row.get(3)?, &mut entry);
            packed::pack(at, &value, &mut entry)?;
            write_bytes(&entry, &mut piece);
        }
        if !piece.is_empty() {
            insert.execute(params![tag, piece])?;
        }
    }
    Ok(())
}

/// Adds a checksum to each piece.
pub(super) fn seal_all(db: &Connection) -> sql::Result<()> {
    for (table, of) in [("recent", Of::Push), ("history", Of::Tag)] {
        let mut pieces = db.prepare(&format!("SELECT no FROM {table}"))?;
        let pieces: Vec<i64> =
            pieces.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let mut find = db.prepare(&format!("SELECT sealed FROM {table} WHERE no = ?1"))?;
        let mut save = db.prepare(&format!("UPDATE {table} SET sealed = ?2 WHERE no = ?1"))?;
        for no in pieces {
            let entries: Vec<u8> = find.query_row([no], |row| row.get(0))?;
            save.execute(params![no, packed::seal(of, Form::Rows, &entries)])?;
        }
    }
    Ok(())
}

/// Sorts entries with complete keys, from `old_recent` and `old_history`, into the current tables.
pub(super) fn without_keys(db: &Connection) -> sql::Result<()> {
    let mut projects = db.prepare("SELECT DISTINCT project FROM tags")?;
    let projects: Vec<ProjectNo> =
        projects.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for project in projects {
        let mut found: Vec<(StreamNo, TagNo, Key, Vec<u8>)> = Vec::new();
        let mut add = |tag, entry: &[u8]| -> Result<(), Damaged> {
            let (key, value) = split(entry)?;
            found.push((key.stream, tag, key, value.to_owned()));
            Ok(())
        };
        let mut rows = db.prepare(
            "SELECT tag, sealed FROM old_history JOIN tags ON tags.no = tag WHERE project = ?1",
        )?;
        let mut rows = rows.query([project])?;
        while let Some(row) = rows.next()? {
            let (_, mut rest) = packed::unseal(Of::Tag, row.get_ref(1)?.as_blob()?)?;
            while let Some(entry) = read_bytes(&mut rest)? {
                add(row.get(0)?, entry)?;
            }
        }
        let mut rows = db.prepare("SELECT sealed FROM old_recent WHERE project = ?1")?;
        let mut rows = rows.query([project])?;
        while let Some(row) = rows.next()? {
            let (_, mut rest) = packed::unseal(Of::Push, row.get_ref(0)?.as_blob()?)?;
            while !rest.is_empty() {
                let tag = read_signed(&mut rest)?;
                add(tag, read_bytes(&mut rest)?.ok_or(Damaged("an entry's end"))?)?;
            }
        }
        let mut by_stream: BTreeMap<StreamNo, Vec<Entry<'_>>> = BTreeMap::new();
        for (stream, tag, Key { at, sequence, .. }, value) in &found {
            let entry = Entry { tag: *tag, at: *at, sequence: *sequence, value };
            by_stream.entry(*stream).or_default().push(entry);
        }
        for (stream, entries) in by_stream {
            history::add(db.into(), project, stream, entries)?;
        }
    }
    live(db)
}

/// Converts one row for each tag to one row for each stream.
fn live(db: &Connection) -> sql::Result<()> {
    let mut rows = db.prepare(
        "SELECT stream, tag, sequence, value, streams.base FROM old_live
         JOIN streams ON streams.no = stream ORDER BY stream, position, tag",
    )?;
    let mut rows = rows.query([])?;
    let mut views: BTreeMap<StreamNo, (i64, u32, Piece)> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let value: TagValue = json(&Row::Sqlite(row), 3)?;
        let (tag, sequence) = (row.get(1)?, row.get::<_, i64>(2)?.cast_unsigned());
        let (base, listed, view) = views.entry(row.get(0)?).or_default();
        let mut bytes = Vec::new();
        let at = value.timestamp.as_millis();
        packed::pack(at, &value, &mut bytes)?;
        view.push(Entry { tag, at, sequence, value: &bytes });
        (*base, *listed) = (row.get(4)?, *listed + 1);
        db.prepare_cached("UPDATE tags SET type = ?2 WHERE no = ?1")?
            .execute(params![tag, value.type_name])?;
    }
    let mut insert =
        db.prepare("INSERT INTO live (stream, base, listed, sealed) VALUES (?1, ?2, ?3, ?4)")?;
    for (stream, (base, listed, view)) in views {
        insert.execute(params![stream, base, listed, view.seal(Of::View)])?;
    }
    Ok(())
}

fn split(mut entry: &[u8]) -> Result<(Key, &[u8]), Damaged> {
    let entry = &mut entry;
    let at = read_signed(entry)?;
    let key = Key { at, sequence: read_number(entry)?, stream: read_signed(entry)? };
    Ok((key, entry))
}
