//! A block: several consecutive scans, as the payload of a frame.
//!
//! It has [`PARTS`] parts, each after its length. An empty part has no bytes, the others are zstd
//! frames. The first part has the times of the scans. The second part has the changed tags with the
//! numbers of their changes, so that a reader of another tag can skip the block.

use std::io::{self, Read};

use serde_json::Value;
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, TagValue},
};

use crate::{
    bytes::{ByteReader, write_number as write, write_signed},
    columns::{ColumnReader, PLANES, ValueColumns},
    frame::ZSTD_LEVEL,
    names::{Names, ValueKind},
};

/// Scans, tags, layout, kinds, times; then the contents of the columns.
const PARTS: usize = 5 + 3 + PLANES;
/// Maximum length of a part.
const PART_MAX: u64 = 256 << 20;

/// The data of a scan, without its values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) at_ms: i64,
    pub(crate) duration_us: u64,
    /// The number of the controller in the names.
    pub(crate) controller: usize,
    /// The time to the next scan, in milliseconds; 0: no values are known until the next scan.
    pub(crate) every_ms: u64,
    pub(crate) before: ScanContinuity,
}

/// The relation of a scan to the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScanContinuity {
    /// They are consecutive.
    Next = 0,
    /// Scans between them could not be written.
    Dropped = 1,
    /// The program was started.
    Started = 2,
    /// This row is not a scan: the user ended the session here.
    Ended = 3,
}

/// A changed value: the tag, and the new value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cell {
    pub(crate) tag: usize,
    pub(crate) kind: usize,
    pub(crate) at_ms: i64,
    pub(crate) value: Value,
}

/// Scans that are not written yet.
#[derive(Debug, Default)]
pub(crate) struct PendingScans {
    pub(crate) rows: Vec<(Row, Vec<Cell>)>,
}

impl PendingScans {
    /// Encodes all of them as the payload of a block.
    pub(crate) fn encode(&self) -> io::Result<Vec<u8>> {
        let cells = || self.rows.iter().flat_map(|(_, cells)| cells);
        // Number of changes by tag.
        let mut counts = vec![0; cells().map(|it| it.tag + 1).max().unwrap_or_default()];
        cells().for_each(|it| counts[it.tag] += 1);
        // The column of each tag, and where its next value is among the values of all columns.
        let (mut column, mut start) = (0, 0);
        let mut places: Vec<(i64, usize)> = Vec::with_capacity(counts.len());
        for count in &counts {
            places.push((column, start));
            column += i64::from(*count > 0);
            start += count;
        }
        let mut values: Vec<&Value> = vec![&Value::Null; start];
        let (mut rows, mut layout) = (Vec::new(), Vec::new());
        let (mut kinds, mut times) = (Vec::new(), Vec::new());
        write(self.rows.len() as u64, &mut rows);
        let mut late_row = 0;
        for (row, cells) in &self.rows {
            write_signed(row.at_ms.wrapping_sub(late_row), &mut rows);
            late_row = row.at_ms;
            write(row.duration_us, &mut rows);
            write(row.controller as u64, &mut rows);
            write(row.every_ms, &mut rows);
            write(row.before as u64, &mut rows);
            write(cells.len() as u64, &mut layout);
            let (mut next, mut late) = (0, 0);
            for it in cells {
                let (column, place) = &mut places[it.tag];
                write_signed(*column - next, &mut layout);
                next = *column + 1;
                write(it.kind as u64, &mut kinds);
                let after = it.at_ms.wrapping_sub(row.at_ms);
                write_signed(after.wrapping_sub(late), &mut times);
                late = after;
                values[*place] = &it.value;
                *place += 1;
            }
        }
        let (mut directory, mut columns, mut next) = (Vec::new(), ValueColumns::default(), 0);
        write(column.cast_unsigned(), &mut directory);
        let mut values = &values[..];
        for (tag, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            write((tag - next) as u64, &mut directory);
            next = tag + 1;
            write(count as u64, &mut directory);
            let (own, rest) = values.split_at(count);
            columns.push(own)?;
            values = rest;
        }
        let all = [&rows, &directory, &layout, &kinds, &times];
        let of_columns = [&columns.kinds, &columns.whole, &columns.text];
        let mut payload = Vec::new();
        let mut compressor = zstd::bulk::Compressor::new(ZSTD_LEVEL)?;
        for part in all.into_iter().chain(of_columns).chain(&columns.planes) {
            if part.is_empty() {
                write(0, &mut payload);
                continue;
            }
            let frame = compressor.compress(part)?;
            write(frame.len() as u64, &mut payload);
            payload.extend_from_slice(&frame);
        }
        Ok(payload)
    }
}

/// A block whose parts are decompressed when they are needed.
#[derive(Debug)]
pub(crate) struct Block {
    payload: Vec<u8>,
    parts: Vec<std::ops::Range<usize>>,
    pub(crate) rows: Vec<Row>,
    /// Its tags in ascending order, and the number of changes of each.
    directory: Vec<(usize, usize)>,
}

/// A change of a tag: the row of the block, and the new value.
pub(crate) type RowChange = (usize, TagValue);

impl Block {
    /// Reads the times of the scans and the changed tags; `None`: the bytes are not a block.
    pub(crate) fn read(payload: Vec<u8>) -> Option<Self> {
        let mut rest = ByteReader(&payload);
        let mut parts = Vec::with_capacity(PARTS);
        for _ in 0..PARTS {
            let length = rest.count()?;
            let start = payload.len() - rest.0.len();
            rest.take(length)?;
            parts.push(start..start + length);
        }
        let mut it = Self { payload, parts, rows: Vec::new(), directory: Vec::new() };
        let rows = it.part(0)?;
        let mut rows = ByteReader(&rows);
        let mut at_ms = 0_i64;
        for _ in 0..rows.count()? {
            at_ms = at_ms.wrapping_add(rows.signed()?);
            it.rows.push(Row {
                at_ms,
                duration_us: rows.number()?,
                controller: rows.count()?,
                every_ms: rows.number()?,
                before: match rows.number()? {
                    0 => ScanContinuity::Next,
                    1 => ScanContinuity::Dropped,
                    2 => ScanContinuity::Started,
                    3 => ScanContinuity::Ended,
                    _ => return None,
                },
            });
        }
        let directory = it.part(1)?;
        let mut directory = ByteReader(&directory);
        let mut tag = 0_usize;
        for _ in 0..directory.count()? {
            tag = tag.checked_add(directory.count()?)?;
            it.directory.push((tag, directory.count()?));
            tag = tag.checked_add(1)?;
        }
        Some(it)
    }

    /// Whether it contains a change of a tag.
    pub(crate) fn has(&self, tag: usize) -> bool {
        self.directory.binary_search_by_key(&tag, |it| it.0).is_ok()
    }

    /// The changes of these tags, which are in ascending order: for each tag, its changes in the
    /// order of the scans. `None`: the bytes are inconsistent, or names are missing.
    pub(crate) fn changes(
        &self,
        tags: &[usize],
        names: &Names,
    ) -> Option<Vec<(usize, Vec<RowChange>)>> {
        let wanted: Vec<Option<usize>> =
            self.directory.iter().map(|it| tags.binary_search(&it.0).ok()).collect();
        if wanted.iter().all(Option::is_none) {
            return Some(Vec::new());
        }
        let parts: Vec<Vec<u8>> = (2..PARTS).map(|at| self.part(at)).collect::<Option<_>>()?;
        let part = |at: usize| parts.get(at - 2).map(|it| ByteReader(it));
        let mut heads: Vec<Vec<(usize, usize, i64)>> = vec![Vec::new(); self.directory.len()];
        let (mut layout, mut kinds, mut times) = (part(2)?, part(3)?, part(4)?);
        for (place, row) in self.rows.iter().enumerate() {
            let (mut next, mut late) = (0_i64, 0_i64);
            for _ in 0..layout.count()? {
                let column = next.checked_add(layout.signed()?)?;
                next = column.checked_add(1)?;
                let column = usize::try_from(column).ok()?;
                let kind = kinds.count()?;
                late = late.wrapping_add(times.signed()?);
                if wanted.get(column)?.is_some() {
                    heads.get_mut(column)?.push((place, kind, row.at_ms.wrapping_add(late)));
                }
            }
        }
        let mut planes = [ByteReader(&[]); PLANES];
        for (plane, at) in planes.iter_mut().zip(8..) {
            *plane = part(at)?;
        }
        let mut columns = ColumnReader { kinds: part(5)?, whole: part(6)?, text: part(7)?, planes };
        let mut found = Vec::new();
        for ((&(tag, count), wanted), heads) in self.directory.iter().zip(&wanted).zip(heads) {
            if wanted.is_none() {
                columns.skip(count)?;
                continue;
            }
            let values = columns.column(count)?;
            if values.len() != heads.len() {
                return None;
            }
            let changes = heads.into_iter().zip(values).map(|((row, kind, at_ms), value)| {
                let (type_name, quality, reason): ValueKind = names.kinds.get_index(kind)?.clone();
                let timestamp = Timestamp::from_millis(at_ms)?;
                Some((row, TagValue { value, type_name, quality, reason, timestamp }))
            });
            found.push((tag, changes.collect::<Option<Vec<_>>>()?));
        }
        Some(found)
    }

    fn part(&self, at: usize) -> Option<Vec<u8>> {
        let frame = self.payload.get(self.parts.get(at)?.clone())?;
        let mut bytes = Vec::new();
        if !frame.is_empty() {
            let decoder = zstd::Decoder::with_buffer(frame).ok()?;
            decoder.take(PART_MAX).read_to_end(&mut bytes).ok()?;
        }
        Some(bytes)
    }
}

/// The controller of a row.
pub(crate) fn controller(row: &Row, names: &Names) -> Controller {
    names.controllers.get(row.controller).cloned().unwrap_or_default()
}
