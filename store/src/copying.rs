//! Copies all data of a store to an empty one: from the embedded file to PostgreSQL, or back.
//!
//! Constraints: no service may use either place during the copy, which callers ensure. An
//! interrupted copy continues where it stopped. The copied data is read again and compared with the
//! source, row by row. The list of tables is read from the schema, so that a new table is not
//! forgotten.

mod copy_store;
mod files;
mod marker;
mod rows;
mod tables;

use self::{
    copy_store::CopyStore,
    marker::Marker,
    tables::{Table, tables},
};
use crate::{
    DataPlace, Sqlite, StoreError,
    messages::{StoreOperation, UnexpectedState},
};

pub(crate) use self::marker::is_begun;

/// The result of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyReport {
    /// The tables, by name.
    pub tables: Vec<CopiedTable>,
    /// Number of files in the destination: uploaded and generated ones.
    pub files: u64,
}

/// A table that is the same in both stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// Number of rows.
    pub rows: u64,
    /// A hash of all rows, independent of their order: 64 hexadecimal digits.
    pub hash: String,
}

/// The progress of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyStep<'a> {
    /// This number of rows of a table is copied.
    Rows(&'a str, u64),
    /// The number of files.
    Files(u64),
    /// A table is read again and compared.
    Compares(&'a str),
}

impl DataPlace {
    /// Checks that the source has data and the destination has no other data, as far as the folders
    /// show.
    pub fn can_transfer(from: &Self, to: &Self) -> Result<(), StoreError> {
        let (source, target) = (from.name(), to.name());
        let doing = StoreOperation::Transferring { from: &source, to: &target };
        let found = if source == target {
            UnexpectedState::SamePlace
        } else if from.server().is_none() && !Sqlite::is_in(from.data()) {
            UnexpectedState::NothingThere { place: source.clone() }
        } else if to.server().is_none() && Sqlite::is_in(to.data()) {
            UnexpectedState::DataThere { place: target.clone() }
        } else {
            return Ok(());
        };
        Err(StoreError::broken(&doing, found))
    }

    /// Copies all data of one place, with its files, to another that is empty or contains an
    /// interrupted copy of the same data. No service may use either; refused if an instance reports
    /// that it does. Blocks.
    pub fn transfer(
        from: &Self,
        to: &Self,
        tell: &mut dyn FnMut(CopyStep<'_>),
    ) -> Result<CopyReport, StoreError> {
        Self::can_transfer(from, to)?;
        let (source, target) = (from.name(), to.name());
        let doing = StoreOperation::Transferring { from: &source, to: &target };
        let mut copied = || {
            let tables = tables()?;
            let reading = CopyStore::source(from)?;
            reading.check(&tables)?;
            let writing = CopyStore::target(to)?;
            writing.check(&tables)?;
            let marker = Marker::set(&writing, &source, &target, &tables)?;
            let report = copy(from, to, (&reading, &writing), &marker, &tables, tell)?;
            // A service may have started during the copy of the rows.
            reading.check_unserved()?;
            writing.check_unserved()?;
            copy_store::finish(writing, to, &tables)?;
            Ok(report)
        };
        copied().map_err(|error: StoreError| error.in_the_course_of(&doing))
    }
}

fn copy(
    from: &DataPlace,
    to: &DataPlace,
    (reading, writing): (&CopyStore, &CopyStore),
    marker: &Marker,
    tables: &[Table],
    tell: &mut dyn FnMut(CopyStep<'_>),
) -> Result<CopyReport, StoreError> {
    for table in tables {
        copy_rows(table, reading, writing, marker, tell)?;
    }
    let files = files::copy(from, to, tell)?;
    files::check_named(reading, to)?;
    let mut report = CopyReport { tables: Vec::new(), files };
    for table in tables {
        tell(CopyStep::Compares(&table.name));
        // Reads the current data, so that changes during the copy are detected.
        let sent = rows::sum(reading, table)?;
        let arrived = rows::sum(writing, table)?;
        if sent != arrived {
            marker.start_over(writing)?;
            let table = table.name.clone();
            let (rows, found) = (sent.rows, arrived.rows);
            return Err(StoreError::broken(
                &StoreOperation::Using,
                UnexpectedState::OtherRows { table, rows, found },
            ));
        }
        report.tables.push(CopiedTable {
            name: table.name.clone(),
            rows: arrived.rows,
            hash: arrived.to_string(),
        });
    }
    Ok(report)
}

/// Copies a table from the position where the previous run stopped.
fn copy_rows(
    table: &Table,
    reading: &CopyStore,
    writing: &CopyStore,
    marker: &Marker,
    tell: &mut dyn FnMut(CopyStep<'_>),
) -> Result<(), StoreError> {
    let mut behind = marker.behind(writing, table)?;
    let (mut sent, mut size) = (0, rows::Size::default());
    loop {
        let batch =
            reading.transaction(|db| rows::read(db, table, behind.as_deref(), &mut size))?;
        let Some(last) = batch.last() else { return Ok(()) };
        let key = table.key_of(last);
        writing.transaction(|db| {
            rows::insert(db, table, &batch)?;
            marker::set_behind(db, table, &key)
        })?;
        behind = Some(key);
        sent += batch.len() as u64;
        tell(CopyStep::Rows(&table.name, sent));
    }
}
