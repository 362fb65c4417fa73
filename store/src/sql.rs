//! The duties as statements that both databases understand, each written once.
//!
//! A statement is SQLite's, with `?1`, `?2` …; [`session`] makes PostgreSQL's of it: a
//! place has another sign there, and what stands in `/*! … */` is read by PostgreSQL alone. What both must
//! understand: the target of `ON CONFLICT` is named, a table in `FROM` that is a query has a name,
//! `IS DISTINCT FROM` compares with NULL, `RETURNING` tells a row's number.

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
mod instances;
mod jobs;
mod keys;
mod live;
mod once;
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
    column::{file_hash, json},
    db::{Db, Error, OptionalExtension, Result, Row},
    elsewhere::Error as PostgresError,
    session::{Begin, NUL, Session, Transport, Trouble},
};

/// What the duties are done on, each in its file, and what they tell of it.
pub(crate) struct SqlTransaction<'a>(pub(crate) Db<'a>, pub(crate) &'a Changes);

/// What a transaction did beside what it wrote.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Keys are not what they were.
    pub(crate) keys: Cell<bool>,
    pub(crate) names: RefCell<tags::Names>,
}
