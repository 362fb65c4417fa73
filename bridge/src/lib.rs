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
mod counted;
mod deadband;
mod device;
pub mod doctor;
#[cfg(test)]
mod fake;
mod json;
mod kept_pace;
mod last_read;
mod locked;
mod logged;
mod mirrored;
mod outbox;
mod packed;
pub mod preflight;
mod reader;
mod recorder;
mod retired;
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
    AUTHORITIES, BadAnswer, Client, ClientError, Heard, Untrusted, UplinkError,
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
pub use snapshot::{Holds, LiveView, SnapshotPlace};
pub use source::{Fetched, Lack, Library, SourceConfig, SourceView};
pub use tagbridge_mirror::{MirrorState, MirrorView};
pub use tagbridge_naming::{Names, Naming, OtherPlatform, SourceError, Supplement};
