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
    /// From the start of one scan to the start of the next, 10 to 3,600,000.
    pub interval_ms: f64,
    /// The tags to read; null: all tags that the preflight could read.
    pub tags: Option<Vec<String>>,
    /// End another device's session on the project.
    #[serde(default)]
    pub take_over: bool,
    /// When a Logix controller's own list of tags is read; null: as usual, which is never where the
    /// project's file is known.
    #[serde(default)]
    pub tag_list: Option<TagList>,
    /// Tags that are read at rates of their own.
    #[serde(default)]
    pub groups: Vec<ReadGroup>,
    /// Tags whose causes are read in addition, so that the recording can say what changed first.
    #[serde(default)]
    #[ts(optional)]
    pub cause_set: Option<ReadCauses>,
    /// The conditions that make incidents.
    #[serde(default)]
    pub triggers: Vec<SessionTrigger>,
}

/// The tags whose causes are read in addition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ReadCauses {
    /// Of all alarms that the project's code raises.
    Alarms,
    /// Of these tags.
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
    /// As a configuration has it.
    pub(crate) fn of(it: &CauseSet) -> Option<Self> {
        match it {
            CauseSet::Off => None,
            CauseSet::Alarms => Some(Self::Alarms),
            CauseSet::Of(tags) => Some(Self::Of(tags.clone())),
        }
    }
}

/// Tags that are read at a rate of their own, over a connection of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadGroup {
    /// How the service calls it: `fast`.
    pub name: String,
    /// From the start of one scan to the start of the next, 10 to 3,600,000.
    pub interval_ms: f64,
    /// Its tags.
    pub tags: Vec<String>,
}

/// The tags that a session always reads, independent of requests.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionReading {
    /// From the start of one scan to the start of the next.
    pub interval_ms: f64,
    /// All of its tags, with those of the groups.
    pub tags: Vec<String>,
    /// Those that are read at other rates.
    pub groups: Vec<ReadGroup>,
    /// Duration of the last scan, in milliseconds; shorter intervals are missed.
    pub scan_ms: Option<f64>,
    /// Maximum number of tags that it reads. If there are more, the last ones of its own interval
    /// are omitted first.
    pub max_tags: u32,
}

/// Has a session read something else, or at other rates, from now on. One that runs begins again.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeReading {
    /// The session.
    pub session: String,
    /// From the start of one scan to the start of the next, 10 to 3,600,000.
    pub interval_ms: f64,
    /// All of its tags.
    pub tags: Vec<String>,
    /// Those of them that are read at other rates, each in one group.
    pub groups: Vec<ReadGroup>,
}

/// When a Logix controller's own list of tags is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TagList {
    /// Never: tags are read by their names.
    Never,
    /// Between the scans, if it saves requests from then on.
    WhenItSaves,
}

/// A session, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionName {
    /// As in the status.
    pub session: String,
}

/// One session: a controller, and the project that its values go to. The pushes of topic `status`
/// are all of them, at most four times a second.
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
    /// Why its values need care though it reads: the controller is not the project's, too many scans
    /// are missed.
    pub attention: Vec<Message>,
    /// The device that answered last.
    pub controller: Option<ControllerView>,
    /// How reading goes.
    pub scan: Scan,
    /// Its rate groups, `normal` first; none: all tags are read at one rate.
    pub groups: Vec<RateGroup>,
    /// The result of the last scan.
    pub tags: TagCounts,
    /// The project's file that names come from; null: it is not known yet, or names are the
    /// controller's by choice.
    pub source: Option<SessionSource>,
    /// When the controller's own list of tags is read; null: its protocol has no choice, or no
    /// list.
    pub tag_list: Option<TagList>,
    /// Names that consumers ask for.
    pub requested: u32,
    /// The snapshots that wait for delivery.
    pub outbox: Outbox,
    /// How delivery goes.
    pub delivery: Delivery,
    /// A message for the user about the outbox: a full disk, a snapshot that is too large.
    pub warnings: Vec<Message>,
    /// It came from a configuration file, and cannot be stopped or changed here.
    pub is_configured: bool,
}

/// The activity of a session.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionState {
    /// Reaching for the controller.
    Connecting {
        /// From 1 since the last successful scan.
        attempt: u32,
    },
    /// Reading.
    Live {
        /// Since the connection was made.
        since: f64,
    },
    /// Leaving the controller alone after a failure.
    Waiting {
        /// The next attempt.
        until: f64,
        /// Which attempt that will be.
        attempt: u32,
        /// The error.
        cause: Message,
        /// The advice.
        remedy: Message,
        /// Whether a person has to give a user and a password here: `log_in`.
        wants_login: bool,
    },
    /// Leaving the controller alone because a person said so; delivery goes on.
    Paused {
        /// Since then.
        since: f64,
    },
    /// Stopped by itself: a person has to decide.
    Fault {
        /// Why.
        cause: Message,
        /// The possible decisions.
        decision: FaultDecision,
    },
    /// Ended by a person.
    Stopped {
        /// Then.
        at: f64,
    },
}

/// A user's decision about a session that stopped automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FaultDecision {
    /// Another device answers at the address: `accept_controller`, or another address.
    AcceptController,
    /// Start it again.
    StartAgain,
}

/// The project's file that a session's names come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionSource {
    /// The file's name.
    pub file: String,
    /// The project's own name.
    pub project: String,
    /// Tags in it.
    pub tags: u32,
    /// The differences between the controller and the project, at most 20: such tags have no value.
    pub differences: Vec<Message>,
    /// How many that are.
    pub differing: u32,
    /// Why there are no names from the project, where a person expects them.
    pub problem: Option<Message>,
}

/// How reading goes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Scan {
    /// The last scan's duration.
    pub last_ms: Option<f64>,
    /// Half of the latest scans took no longer.
    pub p50_ms: Option<f64>,
    /// 99 of 100 of the latest scans took no longer.
    pub p99_ms: Option<f64>,
    /// How long the latest scans took: how many fell into each tenth of the interval; the eleventh
    /// took longer than the interval.
    pub histogram: Vec<u32>,
    /// Requests that the last one took.
    pub round_trips: u32,
    /// From one scan to the next, as it is kept.
    pub interval_ms: f64,
    /// From one scan to the next, as it was achieved on average of the latest scans.
    pub achieved_ms: Option<f64>,
    /// Scans that took place.
    pub count: f64,
    /// Scans that did not take place when they should have.
    pub missed: f64,
    /// Number of scans that could not be stored and are lost.
    pub unstored: f64,
}

/// Tags that are read at a rate of their own.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RateGroup {
    /// As configured.
    pub name: String,
    /// How many tags are in it now.
    pub tags: u32,
    /// From one scan to the next, as it is kept.
    pub interval_ms: f64,
    /// The last scan's duration.
    pub last_ms: Option<f64>,
    /// 99 of 100 of the latest scans took no longer.
    pub p99_ms: Option<f64>,
    /// Scans that took place.
    pub count: f64,
    /// Scans that did not take place when they should have.
    pub missed: f64,
    /// Why its tags cannot be read while others can.
    pub problem: Option<Message>,
}

/// How many tags are what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagCounts {
    /// With a value.
    pub good: u32,
    /// With a value that should be taken with care.
    pub uncertain: u32,
    /// Without a value.
    pub bad: u32,
    /// Of the requested ones, those without a value.
    pub requested_bad: u32,
}

/// The snapshots that wait for delivery.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Outbox {
    /// Why what is read cannot be stored as it should: a full disk, a damaged one; null: it can.
    pub trouble: Option<Message>,
    /// Snapshots that wait.
    pub depth: f64,
    /// Their bytes on disk.
    pub bytes: f64,
    /// When the oldest of them was appended.
    pub oldest: Option<f64>,
    /// The newest sequence there is; 0: none yet.
    pub newest: f64,
    /// Snapshots that the service will never get.
    pub lost: f64,
    /// The latest runs of them.
    pub losses: Vec<Loss>,
}

/// A run of snapshots that the service will never get.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// The first sequence.
    pub from: f64,
    /// The last sequence.
    pub to: f64,
    /// Why.
    pub cause: LossCause,
}

/// How delivery goes.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Whether the service takes what is pushed.
    pub state: DeliveryState,
    /// When it last did.
    pub last_push: Option<f64>,
    /// The highest sequence up to which it has all.
    pub stored_through: Option<f64>,
}

/// Whether the service takes what is pushed.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DeliveryState {
    /// Not tried yet.
    NotContacted,
    /// It does.
    Ok,
    /// It does not; everything is kept until it does.
    Waiting {
        /// The error that prevents it; `conflict`: `take_over`.
        trouble: ServiceTrouble,
        /// The next attempt.
        until: f64,
        /// The event.
        cause: Message,
        /// The advice.
        remedy: Message,
    },
    /// The session has ended.
    Ended,
}
