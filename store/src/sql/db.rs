//! Runs statements on one of the two databases, in a transaction.
//!
//! Values are SQLite's kinds (NULL, 64-bit integer, text, blob) for both.

use rusqlite::{
    Connection, ToSql,
    types::{FromSql, ValueRef},
};

use super::{elsewhere, session, session::Session};
use crate::StoreError;

/// Why a statement failed, or why its result could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// In the embedded database, or in a result of either.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// In PostgreSQL.
    #[error(transparent)]
    Postgres(#[from] elsewhere::Error),
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        match error {
            Error::Sqlite(error) => error.into(),
            Error::Postgres(error) => error.into(),
        }
    }
}

impl From<rusqlite::types::FromSqlError> for Error {
    fn from(error: rusqlite::types::FromSqlError) -> Self {
        Self::Sqlite(error.into())
    }
}

/// Converts a missing row to `None`.
pub(crate) trait OptionalExtension<T> {
    fn optional(self) -> Result<Option<T>>;
}

impl<T> OptionalExtension<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Err(Error::Sqlite(rusqlite::Error::QueryReturnedNoRows)) => Ok(None),
            other => other.map(Some),
        }
    }
}

/// The parameters of a statement.
pub(crate) trait Params {
    fn values(&self) -> Vec<&dyn ToSql>;
}

impl Params for &[&dyn ToSql] {
    fn values(&self) -> Vec<&dyn ToSql> {
        self.to_vec()
    }
}

impl Params for [(); 0] {
    fn values(&self) -> Vec<&dyn ToSql> {
        Vec::new()
    }
}

macro_rules! params {
    ($($count:literal)+) => {
        $(
            impl<T: ToSql> Params for [T; $count] {
                fn values(&self) -> Vec<&dyn ToSql> {
                    self.iter().map(|value| value as &dyn ToSql).collect()
                }
            }
        )+
    };
}

params!(1 2 3);

/// A database, in a transaction.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Db<'a> {
    Sqlite(&'a Connection),
    Postgres(&'a Session),
}

impl<'a> Db<'a> {
    pub(crate) fn prepare_cached(self, sql: &str) -> Result<Statement<'a>> {
        Ok(match self {
            Self::Sqlite(db) => Statement::Sqlite(db.prepare_cached(sql)?),
            Self::Postgres(session) => Statement::Postgres(session, session.prepare(sql)?),
        })
    }

    pub(crate) fn execute(self, sql: &str, params: impl Params) -> Result<usize> {
        self.prepare_cached(sql)?.execute(params)
    }

    pub(crate) fn run(self, sql: &str, params: impl Params) -> Result<()> {
        self.prepare_cached(sql)?.run(params)
    }

    pub(crate) fn query_row<T>(
        self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        self.prepare_cached(sql)?.query_row(params, read)
    }
}

impl<'a> From<&'a Connection> for Db<'a> {
    fn from(db: &'a Connection) -> Self {
        Self::Sqlite(db)
    }
}

pub(crate) enum Statement<'a> {
    Sqlite(rusqlite::CachedStatement<'a>),
    Postgres(&'a Session, tokio_postgres::Statement),
}

impl Statement<'_> {
    /// Executes it, and returns the number of changed rows.
    #[expect(clippy::needless_pass_by_value, reason = "lists of values are written where they go")]
    pub(crate) fn execute(&mut self, params: impl Params) -> Result<usize> {
        Ok(match self {
            Self::Sqlite(statement) => statement.execute(&params.values()[..])?,
            Self::Postgres(session, statement) => session.execute(statement, &params.values())?,
        })
    }

    /// Does the same if no result is needed: an error is reported by the next statement of the
    /// transaction, or by its end.
    #[expect(clippy::needless_pass_by_value, reason = "lists of values are written where they go")]
    pub(crate) fn run(&mut self, params: impl Params) -> Result<()> {
        match self {
            Self::Sqlite(statement) => drop(statement.execute(&params.values()[..])?),
            Self::Postgres(session, statement) => session.run(statement, &params.values())?,
        }
        Ok(())
    }

    #[expect(clippy::needless_pass_by_value, reason = "lists of values are written where they go")]
    pub(crate) fn query(&mut self, params: impl Params) -> Result<Rows<'_>> {
        Ok(match self {
            Self::Sqlite(statement) => Rows::Sqlite(statement.query(&params.values()[..])?),
            Self::Postgres(session, statement) => {
                Rows::Postgres { rows: session.query(statement, &params.values())?, next: 0 }
            }
        })
    }

    pub(crate) fn exists(&mut self, params: impl Params) -> Result<bool> {
        Ok(self.query(params)?.next()?.is_some())
    }

    /// The first row.
    pub(crate) fn query_row<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut rows = self.query(params)?;
        let row = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        let read = read(&row)?;
        // The effects of a statement are complete when all of its rows were read.
        while rows.next()?.is_some() {}
        Ok(read)
    }

    pub(crate) fn query_map<T>(
        &mut self,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<std::vec::IntoIter<Result<T>>> {
        let (mut rows, mut all) = (self.query(params)?, Vec::new());
        while let Some(row) = rows.next()? {
            all.push(read(&row));
        }
        Ok(all.into_iter())
    }
}

/// The result of a statement.
pub(crate) enum Rows<'a> {
    Sqlite(rusqlite::Rows<'a>),
    Postgres { rows: Vec<tokio_postgres::Row>, next: usize },
}

impl Rows<'_> {
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>> {
        Ok(match self {
            Self::Sqlite(rows) => rows.next()?.map(Row::Sqlite),
            Self::Postgres { rows, next } => {
                *next += 1;
                rows.get(*next - 1).map(Row::Postgres)
            }
        })
    }
}

pub(crate) enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl Row<'_> {
    pub(crate) fn get_ref(&self, column: usize) -> Result<ValueRef<'_>> {
        Ok(match self {
            Self::Sqlite(row) => row.get_ref(column)?,
            Self::Postgres(row) => session::value(row, column)?,
        })
    }

    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        if let Self::Sqlite(row) = self {
            return Ok(row.get(column)?);
        }
        let value = self.get_ref(column)?;
        T::column_result(value).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(column, value.data_type(), error.into())
                .into()
        })
    }
}
