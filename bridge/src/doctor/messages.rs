//! The texts of the doctor.

use std::{io, path::PathBuf};

use tagbridge_driver::Cause;
use tagbridge_texts::{Coded, Message};

/// What was checked.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "doctor-of")]
pub(super) enum Subject {
    DataFolder,
    Name,
    Key,
    Clock,
    Broker,
    Outbox { session: String },
    ServiceProject { session: String },
    Project { session: String },
    Controller { session: String },
    Tags { session: String },
    Size { session: String },
}

/// The controller at the address.
#[derive(Debug, Coded)]
#[coded(prefix = "doctor-saw-controller")]
pub(super) struct SeenController {
    pub(super) vendor: String,
    pub(super) product: String,
    pub(super) revision: String,
    pub(super) serial: String,
    pub(super) mode: String,
    pub(super) address: String,
}

/// What was found. `Copy`: the service is unreachable, and this computer has a copy of its project.
#[derive(Debug, Coded)]
#[coded(prefix = "doctor-saw")]
pub(super) enum CheckOutcome {
    Writable { folder: PathBuf },
    Unwritable { folder: PathBuf, error: io::Error },
    DiskFull { folder: PathBuf },
    LittleSpace { folder: PathBuf, mb: u64, needed_mb: u64 },
    Accepted { organization: String },
    MayStream { project: String },
    Found { host: String, address: String },
    NotFound { host: String, error: io::Error },
    Agrees,
    BrokerAccepts { broker: String },
    BrokerInClear { broker: String },
    Ahead { seconds: i64 },
    Behind { seconds: i64 },
    Project { name: String, tags: usize },
    Copy,
    ControllersNames { why: Message },
    Waiting { snapshots: u64 },
    NoTags,
    Readable { good: usize, all: usize },
    Tag { name: String, cause: Cause },
    SomeReadable { good: usize, all: usize, bad: Message },
    MoreBad { named: Message, more: usize },
    Oversize { bytes: usize, most: usize },
}

/// What to do.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "doctor-advice")]
pub(super) enum Advice {
    Folder,
    Space,
    Outbox,
    Quarantine,
    Dns,
    Key,
    Url,
    Clock,
    Endpoint,
    Start,
    Tags,
    StartAgain,
    Copy,
    Mqtts,
}
