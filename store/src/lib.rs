//! The service's data.
//!
//! The service's operations on its data are methods of one [`Transaction`], so that a caller can
//! combine steps that are stored together or not at all. `sql` has them by topic, with the
//! statements of both databases: the embedded SQLite file ([`Sqlite`]) and PostgreSQL
//! ([`Postgres`]). One suite in `tests/` tests both.
//!
//! It is a crate and not a module of the service, so that Cargo enforces the boundary: the service
//! does not depend on the database's library and cannot write SQL.
//!
//! Invariants:
//! - Data for which [`Store::write`] returned `Ok` is durable. After `Err` nothing is stored,
//!   unless the connection ended while a remote database was storing it: then
//!   [`Transaction::recall`] returns the actual state.
//! - No signature has SQL or a type of the database's library.
//! - This crate does not know HTTP, permissions or the clock: time is passed in.
//! - Every root record except a secret belongs to an [`Org`]. Only [`Transaction::key`] and
//!   [`Transaction::enrolment`], which find the organization of a request, take none. Requests for
//!   an organization use [`Store::of`]: PostgreSQL then hides the rows of all others, for any
//!   statement.
#![warn(missing_docs)]

mod analyses;
mod audit;
mod bucket;
mod configured;
mod copying;
mod damage;
mod enrolments;
mod error;
mod exports;
mod files;
mod idempotency;
mod instances;
mod jobs;
mod keys;
mod log_message;
mod messages;
mod order;
mod org;
mod postgres;
mod projects;
mod ranges;
mod requests;
mod search;
mod secrets;
mod service_secret;
mod sql;
mod sqlite;
mod staged;
mod store;
mod streams;
mod turns;
mod values;
mod versions;

pub use analyses::{RunResult, StoredRun};
pub use audit::AuditEntry;
pub use configured::DataPlace;
pub use copying::{CopiedTable, CopyReport, CopyStep};
pub use damage::Salvaged;
pub use enrolments::Enrolment;
pub use error::StoreError;
pub use exports::{Artifact, ExportResult, StoredExport};
pub use files::{FileHash, Files, IncomingFile};
pub use idempotency::{BodyHash, Done, WriteId, WriteState};
pub use instances::Instance;
pub use jobs::{Job, NewJob};
pub use keys::{KeyHash, KeyInfo};
pub use order::{EntryPlace, newest_first};
pub use org::{Billing, Org, Organization, Price, Team, TransactionScope};
pub use postgres::{Postgres, Server, ServerAddressError};
pub use projects::{ProjectPage, ProjectRef};
pub use ranges::Ranges;
pub use requests::RequestedTag;
pub use search::{SearchEntry, SearchFiles, SearchHit, SearchIndex, SearchTerms};
pub use secrets::SigningSecret;
pub use service_secret::{ServiceSecret, without_its_line};
pub use sql::Transaction;
pub use sqlite::Sqlite;
pub use staged::StagedFile;
pub use store::{Backend, DatabaseState, Store, TransactionEnd};
pub use streams::{NewestSnapshot, Session, Stream, StreamNo};
pub use turns::{Conversation, Turn, TurnEvent, TurnState, TurnUse};
pub use values::{HistoryRange, LiveTag, StoredHistory};
pub use versions::Version;
