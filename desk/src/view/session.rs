use serde::{Deserialize, Serialize};
use tagbridge_bridge::{
    LossCause,
    config::CauseSet,
    status::{ControllerView, ServiceTrouble},
};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::{SessionTrigger, Vendor};

/// A session to start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StartSession {
    /// As in the list of projects.
    pub project: String,
    /// The controller's address.
    pub endpoint: String,
    /// The scan interval in milliseconds, 10 to 3,600,000.
    pub interval_ms: f64,
    /// The tags to read; null: all tags of the preflight. Those that cannot be read have
    /// a reason.
    pub tags: Option<Vec<String>>,
    /// Whether to end another device's session on the project.
    #[serde(default)]
    pub take_over: bool,
    /// When a Logix controller's tag list is read; null: the default, which is never if the
    /// project's file is known.
    #[serde(default)]
    pub tag_list: Option<TagList>,
    /// Tags that are read at other rates; absent: those of the project's last session.
    #[serde(default)]
    #[ts(optional)]
    pub groups: Option<Vec<ReadGroup>>,
    /// Tags whose causes are read in addition, so that the recording shows which input changed
    /// first; absent: those of the project's last session.
    #[serde(default)]
    #[ts(optional)]
    pub cause_set: Option<ReadCauses>,
    /// The conditions that create incidents; absent: those of the project's last session.
    #[serde(default)]
    #[ts(optional)]
    pub triggers: Option<Vec<SessionTrigger>>,
}

impl StartSession {
    /// The tags that are read at other rates.
    pub(crate) fn groups(&self) -> &[ReadGroup] {
        self.groups.as_deref().unwrap_or_default()
    }

    /// The conditions that create incidents.
    pub(crate) fn triggers(&self) -> &[SessionTrigger] {
        self.triggers.as_deref().unwrap_or_default()
    }
}

/// The tags whose causes are read in addition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ReadCauses {
    /// All alarms that the project's code sets.
    Alarms,
    /// These tags.
    Of(Vec<String>),
}

impl From<ReadCauses> for CauseSet {
    fn from(it: ReadCauses) -> Self {
        match it {
            ReadCauses::Alarms => Self::Alarms,
            ReadCauses::Of(tags) => Self::Of(tags),
        }
    }
}

impl ReadCauses {
    /// Converts it from a configuration; `None`: off.
    pub(crate) fn of(it: &CauseSet) -> Option<Self> {
        match it {
            CauseSet::Off => None,
            CauseSet::Alarms => Some(Self::Alarms),
            CauseSet::Of(tags) => Some(Self::Of(tags.clone())),
        }
    }
}

/// Tags that are read at their own rate, over their own connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadGroup {
    /// Its name in the service: `fast`.
    pub name: String,
    /// The scan interval in milliseconds, 10 to 3,600,000.
    pub interval_ms: f64,
    /// Its tags.
    pub tags: Vec<String>,
}

/// The tags that a session always reads, independent of requests.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionReading {
    /// The scan interval in milliseconds.
    pub interval_ms: f64,
    /// All of its tags, including those of the groups.
    pub tags: Vec<String>,
    /// The tags that are read at other rates.
    pub groups: Vec<ReadGroup>,
    /// Duration of the last scan, in milliseconds; shorter intervals are missed.
    pub scan_ms: Option<f64>,
    /// Maximum number of tags that it reads. If there are more, the last ones of its own interval
    /// are omitted first.
    pub max_tags: u32,
}

/// Changes the tags or rates of a session. A running session restarts.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeReading {
    /// The session.
    pub session: String,
    /// The scan interval in milliseconds, 10 to 3,600,000.
    pub interval_ms: f64,
    /// All of its tags.
    pub tags: Vec<String>,
    /// The tags that are read at other rates, each in one group.
    pub groups: Vec<ReadGroup>,
}

/// When a Logix controller's tag list is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TagList {
    /// Never: tags are read by their names.
    Never,
    /// Between the scans, if it saves requests.
    WhenItSaves,
}

/// A session, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionName {
    /// The name, as in the status.
    pub session: String,
}

/// A session: a controller, and the project that receives its values. Topic `status` pushes all
/// sessions, at most four times per second.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Unique on this computer.
    pub name: String,
    /// The project's id.
    pub project: String,
    /// The project's name.
    pub project_name: String,
    /// The controller's address.
    pub endpoint: String,
    /// The controller's platform.
    pub platform: Vendor,
    /// Its activity.
    pub state: SessionState,
    /// Warnings about the values of a reading session: the controller does not match the project,
    /// or too many scans are missed.
    pub attention: Vec<Message>,
    /// The device that answered last.
    pub controller: Option<ControllerView>,
    /// The state of reading.
    pub scan: Scan,
    /// Its rate groups, `normal` first; empty: all tags are read at one rate.
    pub groups: Vec<RateGroup>,
    /// The result of the last scan.
    pub tags: TagCounts,
    /// The project's file with the names; null: not known yet, or the session uses the controller's
    /// names.
    pub source: Option<SessionSource>,
    /// When the controller's tag list is read; null: its protocol has no list, or no choice.
    pub tag_list: Option<TagList>,
    /// Number of names that consumers request.
    pub requested: u32,
    /// The snapshots that wait for delivery.
    pub outbox: Outbox,
    /// The state of delivery.
    pub delivery: Delivery,
    /// A message for the user about the outbox: a full disk, a snapshot that is too large.
    pub warnings: Vec<Message>,
    /// Whether it comes from a configuration file, and cannot be stopped or changed here.
    pub is_configured: bool,
}

/// The activity of a session.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionState {
    /// Connecting to the controller.
    Connecting {
        /// The number of the attempt since the last successful scan, from 1.
        attempt: u32,
    },
    /// Reading.
    Live {
        /// The time of the connection.
        since: f64,
    },
    /// Waiting after a failure.
    Waiting {
        /// The time of the next attempt.
        until: f64,
        /// The number of that attempt.
        attempt: u32,
        /// The error.
        cause: Message,
        /// The advice.
        remedy: Message,
        /// Whether the user must log in here: `log_in`.
        wants_login: bool,
    },
    /// Paused by the user; delivery continues.
    Paused {
        /// The time of the pause.
        since: f64,
    },
    /// Stopped by itself: the user must decide.
    Fault {
        /// The reason.
        cause: Message,
        /// The possible decisions.
        decision: FaultDecision,
    },
    /// Stopped by the user.
    Stopped {
        /// The time.
        at: f64,
    },
}

/// A user's decision about a session that stopped automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FaultDecision {
    /// Another device answers at the address: accept it with `accept_controller`, or change the
    /// address.
    AcceptController,
    /// Start the session again.
    StartAgain,
}

/// The project's file with a session's names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionSource {
    /// The file's name.
    pub file: String,
    /// The project's own name.
    pub project: String,
    /// Number of tags in it.
    pub tags: u32,
    /// The differences between the controller and the project, at most 20: such tags have no value.
    pub differences: Vec<Message>,
    /// Number of all differences.
    pub differing: u32,
    /// Why the project's names are not used, although the user expects them.
    pub problem: Option<Message>,
}

/// The state of reading.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Scan {
    /// Duration of the last scan.
    pub last_ms: Option<f64>,
    /// Median duration of the latest scans.
    pub p50_ms: Option<f64>,
    /// 99th percentile of the duration of the latest scans.
    pub p99_ms: Option<f64>,
    /// Durations of the latest scans: the number in each tenth of the interval, then the number of
    /// longer scans.
    pub histogram: Vec<u32>,
    /// Number of requests of the last scan.
    pub round_trips: u32,
    /// The current scan interval.
    pub interval_ms: f64,
    /// The average interval of the latest scans.
    pub achieved_ms: Option<f64>,
    /// Number of scans.
    pub count: f64,
    /// Number of missed scans.
    pub missed: f64,
    /// Number of scans that could not be stored and are lost.
    pub unstored: f64,
}

/// Tags that are read at their own rate.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RateGroup {
    /// The configured name.
    pub name: String,
    /// Number of its tags now.
    pub tags: u32,
    /// The current scan interval.
    pub interval_ms: f64,
    /// Duration of the last scan.
    pub last_ms: Option<f64>,
    /// 99th percentile of the duration of the latest scans.
    pub p99_ms: Option<f64>,
    /// Number of scans.
    pub count: f64,
    /// Number of missed scans.
    pub missed: f64,
    /// Why its tags cannot be read, although other tags can.
    pub problem: Option<Message>,
}

/// Numbers of tags by quality.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagCounts {
    /// With a value.
    pub good: u32,
    /// With an uncertain value.
    pub uncertain: u32,
    /// Without a value.
    pub bad: u32,
    /// Requested tags without a value.
    pub requested_bad: u32,
}

/// The snapshots that wait for delivery.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Outbox {
    /// Why snapshots cannot be stored: the disk is full or damaged; null: they can be stored.
    pub trouble: Option<Message>,
    /// Number of waiting snapshots.
    pub depth: f64,
    /// Their size on disk, in bytes.
    pub bytes: f64,
    /// When the oldest waiting snapshot was stored.
    pub oldest: Option<f64>,
    /// The newest sequence; 0: no snapshot yet.
    pub newest: f64,
    /// Number of lost snapshots.
    pub lost: f64,
    /// The latest losses.
    pub losses: Vec<Loss>,
}

/// A range of lost snapshots, which the service never receives.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// The first sequence.
    pub from: f64,
    /// The last sequence.
    pub to: f64,
    /// The reason.
    pub cause: LossCause,
}

/// The state of delivery.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Whether the service accepts the pushes.
    pub state: DeliveryState,
    /// The time of the last accepted push.
    pub last_push: Option<f64>,
    /// The service has all snapshots up to this sequence.
    pub stored_through: Option<f64>,
}

/// Whether the service accepts the pushes.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DeliveryState {
    /// No attempt yet.
    NotContacted,
    /// It accepts them.
    Ok,
    /// It does not accept them; snapshots are stored until it does.
    Waiting {
        /// The kind of error; after `conflict` the user can call `take_over`.
        trouble: ServiceTrouble,
        /// The time of the next attempt.
        until: f64,
        /// The error.
        cause: Message,
        /// The advice.
        remedy: Message,
    },
    /// The session has ended.
    Ended,
}
