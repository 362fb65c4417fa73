//! The bridge decides when to read, and reports every loss.
//!
//! [`Bridge`] is the public interface: it runs one session for each controller. Each session
//! consists of two tasks with an outbox between them: `session` asks the `sequencer` for the next
//! step, reads through a driver and appends snapshots; `uplink` delivers them to the service.
//! [`Reader`] reads without a session.
//!
//! Invariants: the bridge does not know any protocol, and cannot express a write to a controller.
//! Every snapshot that the outbox has stored is delivered once, or counted and reported as lost.
//! Time and randomness are passed to the parts that decide.

mod backoff;
mod bridge;
mod broker;
mod client;
pub mod config;
mod counted_noun;
mod deadband;
mod device;
pub mod doctor;
#[cfg(test)]
mod fake;
mod json;
mod last_read;
mod log_message;
mod mirror_feed;
mod outbox;
mod packed_snapshot;
mod password_driver;
pub mod preflight;
mod reader;
mod recorder;
mod retired_groups;
mod scan_punctuality;
mod scan_times;
mod secret;
mod sequencer;
mod session;
mod snapshot;
mod source;
pub mod status;
pub mod status_file;
mod tag_list;
#[cfg(test)]
mod texts;
mod uplink;

pub use bridge::{Bridge, StartError};
pub use client::{
    AUTHORITIES, AnswerPart, BadAnswer, Client, ClientError, Untrusted, UplinkError,
    service_certificate, trust_service,
};
pub use config::{Config, ConfigError};
pub use device::{DeviceError, id as device_id, name as device_name};
pub use outbox::{
    ExportError, Exported, Loss, LossCause, OutboxError, OutboxFile, OutboxStatus, Quarantine,
    QuarantineFile, Quarantined, Refusal, SetAside, StoredOutbox,
};
pub use reader::{PlanReport, ReadError, Reader, RequestReport, ScanReport};
pub use recorder::RecordingFolder;
pub use secret::Key;
pub use snapshot::{LiveView, SnapshotPlace, ViewValidity};
pub use source::{DownloadedFile, Library, ProjectFileError, SourceConfig, SourceView};
pub use tagbridge_mirror::{MirrorState, MirrorView};
pub use tagbridge_naming::{Names, Naming, OtherPlatform, SourceError, Supplement};
