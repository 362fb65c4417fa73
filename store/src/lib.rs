//! The service's data.
//!
//! What the service asks of its data stands as traits by duty ([`Keys`], [`Projects`],
//! [`Versions`], [`Streams`], [`Values`], [`Requests`], [`Once`], [`Jobs`], [`Audit`], [`Turns`],
//! [`Exports`], [`Analyses`], [`Secrets`], [`Staging`], [`SnapshotParts`], [`Instances`], [`Organizations`],
//! [`Enrolments`]), all on one
//! [`Transaction`], so that a caller composes steps that are stored together or not at all. The
//! embedded SQLite file ([`Sqlite`]) is one implementation, a PostgreSQL ([`Postgres`]) the other; `sql`
//! has the statements of both, and `tests/` one suite that both pass.
//!
//! It is a crate and not a module of the service, so that Cargo holds the wall: the service does
//! not depend on the database's library, and SQL outside cannot be written.
//!
//! Invariants:
//! - What [`Store::write`] returned `Ok` for is durable; what it returned `Err` for left no trace, unless the
//!   connection ended while a database elsewhere was storing it: then [`Once::recall`] knows.
//! - No signature has SQL or a type of the database's library.
//! - Nothing here knows HTTP, who may do what, or the clock: time is passed in.
//! - Every root record but a secret belongs to an [`Org`]; only [`Keys::key`] and [`Enrolments::enrolment`],
//!   which find out whose a request is, take none. What is asked for an organization is asked of [`Store::of`]
//!   it: PostgreSQL shows such a transaction no row of another one, whatever a statement says.
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
mod instances;
mod jobs;
mod keys;
mod logged;
mod once;
mod order;
mod org;
mod parts;
mod postgres;
mod projects;
mod ranges;
mod requests;
mod says;
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

pub use analyses::{Analyses, EndedRun, StoredRun};
pub use audit::{Audit, AuditEntry};
pub use configured::DataPlace;
pub use copying::{CopiedTable, CopyReport, CopyStep};
pub use damage::Salvaged;
pub use enrolments::{Enrolment, Enrolments};
pub use error::StoreError;
pub use exports::{Artifact, EndedExport, Exports, StoredExport};
pub use files::{FileHash, Files, IncomingFile};
pub use instances::{Instance, Instances};
pub use jobs::{Job, Jobs, NewJob};
pub use keys::{KeyHash, KeyInfo, Keys};
pub use once::{BodyHash, Done, Once, Remembered, WriteId};
pub use order::{EntryPlace, newest_first};
pub use org::{Billing, Org, Organization, Organizations, Price, Team, Whose};
pub use parts::SnapshotParts;
pub use postgres::{NoServer, Postgres, Server};
pub use projects::{ProjectPage, ProjectRef, Projects};
pub use ranges::Ranges;
pub use requests::{RequestedTag, Requests};
pub use search::{SearchEntry, SearchFiles, SearchFor, SearchHit, SearchIndex};
pub use secrets::{Secrets, SigningSecret};
pub use service_secret::{ServiceSecret, without_its_line};
pub use sqlite::Sqlite;
pub use staged::{StagedFile, Staging};
pub use store::{Backend, Finish, Pulse, Store, Transaction};
pub use streams::{Head, Session, Stream, StreamNo, Streams};
pub use turns::{Conversation, Turn, TurnEvent, TurnState, TurnUse, Turns};
pub use values::{HistoryRange, KeptHistory, LiveTag, Values};
pub use versions::{Version, Versions};
