//! The operations as statements for both databases, each written once.
//!
//! Statements are in SQLite's dialect, with `?1`, `?2` …; [`session`] converts them for PostgreSQL:
//! placeholders have another sign, and only PostgreSQL reads the text in `/*! … */`. Both must
//! understand a statement: the target of `ON CONFLICT` is named, a subquery in `FROM` has a name,
//! `IS DISTINCT FROM` compares with NULL, `RETURNING` returns a row's number.

mod analyses;
mod audit;
mod column;
mod columns;
mod db;
mod elsewhere;
mod enrolments;
mod exports;
mod gone;
pub(crate) mod history;
mod idempotency;
mod instances;
mod jobs;
mod keys;
mod live;
mod organizations;
pub(crate) mod packed;
mod parts;
pub(crate) mod piece;
mod projects;
mod requests;
mod secrets;
mod session;
mod staged;
mod streams;
pub(crate) mod tags;
mod turns;
mod versions;

use std::cell::{Cell, RefCell};

pub(crate) use self::{
    column::file_hash,
    db::{Db, Error, OptionalExtension, Result, Row},
    elsewhere::Error as PostgresError,
    session::{NUL, Session, TransactionFailure, TransactionStart, Transport},
};

/// All operations on the data in one transaction, each topic in its own file.
pub struct Transaction<'a>(pub(crate) Db<'a>, pub(crate) &'a Changes);

/// Effects of a transaction in addition to its writes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Whether keys were changed.
    pub(crate) keys: Cell<bool>,
    pub(crate) names: RefCell<tags::Names>,
}
