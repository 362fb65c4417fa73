//! What the bridge is doing, for the window, the console and the command line.

mod cause_set;
mod says;

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::QualityCounts};
use tagbridge_driver::Identity;
use tagbridge_mirror::MirrorView;
use tagbridge_texts::{Coded, Message, json};
use tokio::sync::watch;

pub use self::cause_set::CauseSetView;
pub(crate) use self::says::{
    AcceptedOther, NewerVersion, NotProjects, PartnerTookOver, Replaced, SessionNote, VersionUsed,
};
use crate::{
    config::SessionConfig, outbox::OutboxStatus, source::SourceView, uplink::SNAPSHOT_BYTES_MAX,
};

/// All sessions, in the order of the configuration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BridgeStatus {
    /// Who this installation is to the service.
    pub device_id: String,
    /// One per session.
    pub sessions: Vec<SessionView>,
    /// The broker that is told beside the service; `None`: none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mqtt: Option<MirrorView>,
}

/// One session: a controller, and the project that its values go to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionView {
    /// As configured.
    pub name: String,
    /// The service's project.
    pub project: String,
    /// The controller's address.
    pub endpoint: String,
    /// What it is doing.
    pub status: SessionStatus,
    /// Who answered last.
    pub controller: Option<ControllerView>,
    /// Connections that were made to it.
    pub connections: u64,
    /// How reading goes.
    pub scan: ScanView,
    /// Its rate groups, `normal` first, where there are tags in more than that one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupView>,
    /// What the last scan brought.
    pub tags: QualityCounts,
    /// Why its values need care though it reads: the controller is not the project's, scans are missed.
    #[serde(flatten, with = "json::attention")]
    pub attention: Vec<Message>,
    /// What else happened to the controller: its redundant partner took over; or to the
    /// project: another version is used.
    #[serde(flatten, with = "json::notes")]
    pub notes: Vec<Message>,
    /// The project that names come from.
    pub source: Option<SourceView>,
    /// Names that consumers ask for.
    pub requested: usize,
    /// The tags that are read to explain others.
    #[serde(default, skip_serializing_if = "CauseSetView::is_empty")]
    pub cause_set: CauseSetView,
    /// What waits for delivery.
    pub outbox: OutboxStatus,
    /// A copy of the data folder was started somewhere.
    #[serde(default)]
    pub copy: Option<Copy>,
    /// A snapshot of all tags is larger than the service takes.
    pub oversize: Option<Oversize>,
    /// Why nothing can be stored at the moment.
    #[serde(flatten, with = "json::outbox_error")]
    pub outbox_error: Option<Message>,
    /// Why nothing can be recorded at the moment.
    #[serde(flatten, with = "json::recording_error")]
    pub recording_error: Option<Message>,
    /// How delivery goes.
    pub service: ServiceView,
}

impl SessionView {
    /// Of a session that has done nothing yet.
    pub(crate) fn of(config: &SessionConfig) -> Self {
        let interval_ms = config.interval.as_secs_f64() * 1000.0;
        Self {
            name: config.name.clone(),
            project: config.project.clone(),
            endpoint: config.endpoint.to_string(),
            scan: ScanView { interval_ms, ..ScanView::default() },
            ..Self::default()
        }
    }
}

/// What a session is doing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SessionStatus {
    /// Not begun, or paused.
    #[default]
    Idle,
    /// Reaching for the controller.
    Connecting {
        /// From 1 since the last successful scan.
        attempt: u32,
    },
    /// Reading.
    Live {
        /// Since the connection was made.
        since: Timestamp,
    },
    /// Leaving the controller alone after a failure.
    Waiting {
        /// The next attempt.
        until: Timestamp,
        /// Which one that will be, from 1 since the last successful scan.
        attempt: u32,
        /// What failed.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
        /// What a person can do.
        #[serde(flatten, with = "json::remedy")]
        remedy: Message,
        /// Whether it takes a user, or another password, to log in.
        #[serde(default)]
        wants_login: bool,
    },
    /// Not reading any more.
    Stopped {
        /// Why, and what to do about it.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
    },
}

impl SessionStatus {
    /// Whether it stopped because another device answers than before, or than the project is for, so
    /// that a person has to say whether that is right.
    pub fn wants_acceptance(&self) -> bool {
        let is_another = |it: &Message| it.is_of::<Replaced>() || it.is_of::<NotProjects>();
        matches!(self, Self::Stopped { cause } if is_another(cause))
    }
}

/// What a person should know of what waits for delivery.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "outbox-note")]
pub enum OutboxNote {
    /// The disk has no room for all of it.
    Full,
    /// It was put back from a copy.
    OlderCopy,
    /// Its file was removed or replaced while the bridge ran.
    Replaced,
    /// The service refused snapshots by name.
    Quarantined {
        /// How many are in quarantine.
        count: u64,
    },
}

/// What is known of copies of the data folder, as after a disk was cloned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Coded)]
#[serde(rename_all = "snake_case")]
#[coded(prefix = "copy")]
pub enum Copy {
    /// There is one elsewhere, which was made another device.
    Elsewhere,
    /// This one is a copy of another's, and goes on as another device with a stream of its own.
    Itself,
}

impl Copy {
    /// What a person is told of it.
    pub fn told(self) -> Message {
        self.message()
    }
}

/// Who answered, in its own words.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControllerView {
    /// The maker.
    pub vendor: String,
    /// The model.
    pub product: String,
    /// Firmware.
    pub revision: String,
    /// Serial number; empty where there is none.
    pub serial: String,
    /// The name that its owners gave it.
    pub name: Option<String>,
    /// Where it was reached.
    pub address: String,
    /// `run`, `test`, `program`, `stop`, `fault`, `unknown`.
    pub mode: String,
}

/// How reading goes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScanView {
    /// The last scan's duration.
    pub last_ms: Option<f64>,
    /// Half of the latest scans took no longer.
    pub p50_ms: Option<f64>,
    /// 99 of 100 of the latest scans took no longer.
    pub p99_ms: Option<f64>,
    /// Scans that took place.
    pub count: u64,
    /// Requests that the last one took.
    pub round_trips: u32,
    /// From one scan to the next, as it is kept.
    pub interval_ms: f64,
    /// From one scan to the next, as it was achieved on average of the latest scans.
    #[serde(default)]
    pub achieved_ms: Option<f64>,
    /// Scans that did not take place when they should have.
    pub missed: u64,
    /// Scans that could not be stored: nobody will get them.
    #[serde(default)]
    pub unstored: u64,
}

/// Tags that are read at a rate of their own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupView {
    /// As configured.
    pub name: String,
    /// How many tags are in it now.
    pub tags: usize,
    /// How reading them goes.
    pub scan: ScanView,
    /// Why they cannot be read while others can.
    #[serde(flatten, with = "json::problem")]
    pub problem: Option<Message>,
}

/// A snapshot of all tags that is larger than the service takes: it can never be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Coded)]
#[coded(prefix = "oversize")]
pub struct Oversize {
    /// Its length as JSON.
    pub bytes: usize,
    /// What the service takes.
    pub most: usize,
}

impl Oversize {
    /// Whether a complete snapshot of so many bytes of JSON is one.
    pub(crate) fn of(bytes: usize) -> Option<Self> {
        (bytes > SNAPSHOT_BYTES_MAX).then_some(Self { bytes, most: SNAPSHOT_BYTES_MAX })
    }

    /// What a person can do.
    pub fn remedy() -> Message {
        OversizeRemedy.message()
    }
}

/// Less has to be read.
#[derive(Debug, Coded)]
#[coded(prefix = "oversize-remedy")]
pub(crate) struct OversizeRemedy;

/// How delivery goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceView {
    /// Whether it takes what is pushed.
    pub state: ServiceState,
    /// When it last did.
    pub last_push: Option<Timestamp>,
    /// The highest sequence up to which it has all.
    pub stored_through: Option<u64>,
    /// Pushes that it took.
    pub pushes: u64,
    /// Pushes that came to nothing, and are made again.
    pub failed_pushes: u64,
    /// What the service's clock is ahead of this machine's, in milliseconds, where that is more than
    /// two seconds. Values are shown as of the service's clock.
    #[serde(default)]
    pub skew_ms: Option<i64>,
}

/// Whether the service takes what is pushed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServiceState {
    /// Not tried yet.
    #[default]
    NotContacted,
    /// It does.
    Ok,
    /// It does not; everything is kept until it does.
    Waiting {
        /// Of which kind the trouble is.
        trouble: ServiceTrouble,
        /// The next attempt.
        until: Timestamp,
        /// What happened.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
        /// What a person can do.
        #[serde(flatten, with = "json::remedy")]
        remedy: Message,
    },
    /// The session has ended, and said so if it could.
    Ended,
}

/// What keeps the service from taking what is pushed.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTrouble {
    /// No answer at all.
    Unreachable,
    /// A fault of the service that passes.
    Failing,
    /// Too many requests.
    Throttled,
    /// The key is not valid.
    Unauthorized,
    /// The key may not, or there is no such project.
    Forbidden,
    /// Another device streams the project.
    Conflict,
    /// What answers does not speak this contract.
    Incompatible,
    /// It is ours: the outbox cannot be read.
    Outbox,
}

impl From<&Identity> for ControllerView {
    fn from(identity: &Identity) -> Self {
        Self {
            vendor: identity.vendor.clone(),
            product: identity.product.clone(),
            revision: identity.revision.clone(),
            serial: identity.serial.clone(),
            name: identity.name.clone(),
            address: identity.address.to_string(),
            mode: identity.mode.to_string(),
        }
    }
}

/// One session's line of the status, and the way to change it.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    board: watch::Sender<BridgeStatus>,
    name: String,
}

impl Line {
    /// Adds a line to the status.
    pub(crate) fn new(board: watch::Sender<BridgeStatus>, view: SessionView) -> Self {
        let name = view.name.clone();
        board.send_modify(|it| it.sessions.push(view));
        Self { board, name }
    }

    pub(crate) fn device_id(&self) -> String {
        self.board.borrow().device_id.clone()
    }

    /// The device is another one from now on.
    pub(crate) fn set_device_id(&self, id: &str) {
        self.board.send_modify(|it| id.clone_into(&mut it.device_id));
    }

    pub(crate) fn update(&self, change: impl FnOnce(&mut SessionView)) {
        self.board.send_modify(|it| {
            if let Some(view) = it.sessions.iter_mut().find(|it| it.name == self.name) {
                change(view);
            }
        });
    }

    /// Takes the line out of the status; what it said last.
    pub(crate) fn remove(&self) -> Option<SessionView> {
        let mut last = None;
        self.board.send_modify(|it| {
            let place = it.sessions.iter().position(|it| it.name == self.name);
            last = place.map(|place| it.sessions.remove(place));
        });
        last
    }
}
