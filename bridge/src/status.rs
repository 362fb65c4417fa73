//! The status of the bridge, for the window, the console and the command line.

mod cause_set;
mod messages;

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::QualityCounts};
use tagbridge_driver::Identity;
use tagbridge_mirror::MirrorView;
use tagbridge_texts::{Coded, Message, json};
use tokio::sync::watch;

pub use self::cause_set::CauseSetView;
pub(crate) use self::messages::{
    AcceptedController, ForeignController, NewerVersion, PartnerTookOver, Replaced, SessionNote,
    UnreadableTags, VersionUsed,
};
use crate::{
    config::SessionConfig, outbox::OutboxStatus, source::SourceView, uplink::SNAPSHOT_BYTES_MAX,
};

/// All sessions, in the order of the configuration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BridgeStatus {
    /// The id of this installation at the service.
    pub device_id: String,
    /// One for each session.
    pub sessions: Vec<SessionView>,
    /// The MQTT broker that receives the values in addition to the service, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mqtt: Option<MirrorView>,
}

/// One session: a controller, and the project of its values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionView {
    /// The configured name.
    pub name: String,
    /// The project at the service.
    pub project: String,
    /// The address of the controller.
    pub endpoint: String,
    /// The current state.
    pub status: SessionStatus,
    /// The controller that responded last.
    pub controller: Option<ControllerView>,
    /// Number of established connections.
    pub connections: u64,
    /// Statistics of the scans.
    pub scan: ScanView,
    /// Its rate groups, `normal` first, if tags are in other groups than `normal`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupView>,
    /// Number of tags by the quality of their last values.
    pub tags: QualityCounts,
    /// Why the values need the user's attention: another controller than the project's, missed scans.
    #[serde(flatten, with = "json::attention")]
    pub attention: Vec<Message>,
    /// Other events: the redundant partner of the controller took over, or another version of the
    /// project is used.
    #[serde(flatten, with = "json::notes")]
    pub notes: Vec<Message>,
    /// The project with the names of the tags.
    pub source: Option<SourceView>,
    /// Number of tags that consumers request.
    pub requested: usize,
    /// The tags that are read to explain others.
    #[serde(default, skip_serializing_if = "CauseSetView::is_empty")]
    pub cause_set: CauseSetView,
    /// What waits for delivery.
    pub outbox: OutboxStatus,
    /// Whether a copy of the data folder was started on another computer.
    #[serde(default)]
    pub copy: Option<Copy>,
    /// Set if a snapshot of all tags is larger than the service accepts.
    pub oversize: Option<Oversize>,
    /// Why snapshots cannot be stored now.
    #[serde(flatten, with = "json::outbox_error")]
    pub outbox_error: Option<Message>,
    /// Why snapshots cannot be recorded now.
    #[serde(flatten, with = "json::recording_error")]
    pub recording_error: Option<Message>,
    /// The state of the delivery.
    pub service: ServiceView,
}

impl SessionView {
    /// The view of a session that has not started yet.
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

/// The state of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SessionStatus {
    /// Not started, or paused.
    #[default]
    Idle,
    /// Connecting to the controller.
    Connecting {
        /// The number of the attempt, from 1 since the last successful scan.
        attempt: u32,
    },
    /// Reading.
    Live {
        /// When the connection was established.
        since: Timestamp,
    },
    /// Waiting for the next attempt after a failure.
    Waiting {
        /// The time of the next attempt.
        until: Timestamp,
        /// Its number, from 1 since the last successful scan.
        attempt: u32,
        /// What failed.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
        /// What the user can do.
        #[serde(flatten, with = "json::remedy")]
        remedy: Message,
        /// Whether the login needs a user, or another password.
        #[serde(default)]
        wants_login: bool,
    },
    /// No longer reading.
    Stopped {
        /// Why, and what to do.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
    },
}

impl SessionStatus {
    /// Whether the session stopped because the device was replaced, or is not the project's, so
    /// that a person must confirm the new one.
    pub fn wants_acceptance(&self) -> bool {
        let is_another = |it: &Message| it.is_of::<Replaced>() || it.is_of::<ForeignController>();
        matches!(self, Self::Stopped { cause } if is_another(cause))
    }
}

/// A note about the snapshots that wait for delivery.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "outbox-note")]
pub enum OutboxNote {
    /// The disk is too full for all of them.
    Full,
    /// The outbox was restored from an older copy.
    OlderCopy,
    /// The file was removed or replaced while the bridge ran.
    Replaced,
    /// The service refused snapshots.
    Quarantined {
        /// Number of snapshots in quarantine.
        count: u64,
    },
}

/// A detected copy of the data folder, for example after a disk was cloned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Coded)]
#[serde(rename_all = "snake_case")]
#[coded(prefix = "copy")]
pub enum Copy {
    /// A copy runs elsewhere, and became another device.
    Elsewhere,
    /// This is the copy, and became another device with its own stream.
    Itself,
}

impl Copy {
    /// The message for the user.
    pub fn told(self) -> Message {
        self.message()
    }
}

/// The identity of the controller, in its own words.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControllerView {
    /// The vendor.
    pub vendor: String,
    /// The model.
    pub product: String,
    /// The firmware revision.
    pub revision: String,
    /// The serial number; empty if the controller has none.
    pub serial: String,
    /// The configured name.
    pub name: Option<String>,
    /// The address of the connection.
    pub address: String,
    /// `run`, `test`, `program`, `stop`, `fault`, `unknown`.
    pub mode: String,
}

/// Statistics of the scans.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScanView {
    /// The duration of the last scan.
    pub last_ms: Option<f64>,
    /// The median duration of the latest scans.
    pub p50_ms: Option<f64>,
    /// The 99th percentile of the durations of the latest scans.
    pub p99_ms: Option<f64>,
    /// Number of scans.
    pub count: u64,
    /// Number of requests of the last scan.
    pub round_trips: u32,
    /// The effective interval of scans.
    pub interval_ms: f64,
    /// The average interval of the latest scans, as measured.
    #[serde(default)]
    pub achieved_ms: Option<f64>,
    /// Number of missed scans.
    pub missed: u64,
    /// Number of scans that could not be stored, and are lost.
    #[serde(default)]
    pub unstored: u64,
}

/// A group of tags with its own interval.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupView {
    /// The configured name.
    pub name: String,
    /// Current number of its tags.
    pub tags: usize,
    /// Statistics of its scans.
    pub scan: ScanView,
    /// Why the group cannot be read while others can.
    #[serde(flatten, with = "json::problem")]
    pub problem: Option<Message>,
}

/// A snapshot of all tags that is larger than the service accepts: it can never be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Coded)]
#[coded(prefix = "oversize")]
pub struct Oversize {
    /// Its length as JSON, in bytes.
    pub bytes: usize,
    /// The maximum length.
    pub most: usize,
}

impl Oversize {
    /// Returns a value if a complete snapshot with this number of bytes of JSON is too large.
    pub(crate) fn of(bytes: usize) -> Option<Self> {
        (bytes > SNAPSHOT_BYTES_MAX).then_some(Self { bytes, most: SNAPSHOT_BYTES_MAX })
    }

    /// What the user can do.
    pub fn remedy() -> Message {
        OversizeRemedy.message()
    }
}

/// Fewer tags must be read.
#[derive(Debug, Coded)]
#[coded(prefix = "oversize-remedy")]
pub(crate) struct OversizeRemedy;

/// The state of the delivery.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceView {
    /// Whether the service accepts pushes.
    pub state: ServiceState,
    /// The time of the last accepted push.
    pub last_push: Option<Timestamp>,
    /// The service has all snapshots up to this sequence.
    pub stored_through: Option<u64>,
    /// Number of accepted pushes.
    pub pushes: u64,
    /// Number of failed pushes, which were repeated.
    pub failed_pushes: u64,
    /// How far the service's clock is ahead of this computer's, in milliseconds, if the difference
    /// is more than two seconds. Values are shown with the times of the service's clock.
    #[serde(default)]
    pub skew_ms: Option<i64>,
}

/// Whether the service accepts pushes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServiceState {
    /// Not tried yet.
    #[default]
    NotContacted,
    /// It accepts pushes.
    Ok,
    /// It does not accept pushes; the snapshots are stored until it does.
    Waiting {
        /// The kind of the problem.
        trouble: ServiceTrouble,
        /// The time of the next attempt.
        until: Timestamp,
        /// What failed.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
        /// What the user can do.
        #[serde(flatten, with = "json::remedy")]
        remedy: Message,
    },
    /// The session has ended, and has reported this to the service if possible.
    Ended,
}

/// Why the service does not accept pushes.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTrouble {
    /// The service does not respond.
    Unreachable,
    /// A temporary internal error of the service.
    Failing,
    /// Too many requests.
    Throttled,
    /// The key is invalid.
    Unauthorized,
    /// The key lacks a permission, or the project does not exist.
    Forbidden,
    /// Another device streams the project.
    Conflict,
    /// The server does not follow this API.
    Incompatible,
    /// A local problem: the outbox cannot be read.
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

/// The entry of one session in the status, for updating it.
#[derive(Debug, Clone)]
pub(crate) struct SessionStatusEntry {
    board: watch::Sender<BridgeStatus>,
    name: String,
}

impl SessionStatusEntry {
    /// Adds an entry to the status.
    pub(crate) fn new(board: watch::Sender<BridgeStatus>, view: SessionView) -> Self {
        let name = view.name.clone();
        board.send_modify(|it| it.sessions.push(view));
        Self { board, name }
    }

    pub(crate) fn device_id(&self) -> String {
        self.board.borrow().device_id.clone()
    }

    /// Sets another device id.
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

    /// Removes the entry from the status, and returns it.
    pub(crate) fn remove(&self) -> Option<SessionView> {
        let mut last = None;
        self.board.send_modify(|it| {
            let place = it.sessions.iter().position(|it| it.name == self.name);
            last = place.map(|place| it.sessions.remove(place));
        });
        last
    }
}
