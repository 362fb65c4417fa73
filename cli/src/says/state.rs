//! A session's state.

use std::path::Path;

use tagbridge_texts::{Coded, Message};

/// What a session does, and where its values stand.
#[derive(Coded)]
#[coded(prefix = "cli-state")]
pub(crate) enum State<'a> {
    Idle,
    Connecting { endpoint: &'a str },
    ConnectingAgain { endpoint: &'a str, attempt: u64 },
    Live { good: usize },
    Uncertain { live: Message, count: usize },
    Bad { live: Message, count: usize },
    Requested { live: Message, count: usize },
    Group { tags: usize, every: &'a str, missed: u64, all: u64 },
    GroupTrouble { group: Message, problem: Message },
    Waiting { until: &'a str, cause: Message, remedy: Message },
    StillWaiting { until: &'a str },
    Stopped { cause: Message },
    NothingStored,
    ControllersNames { problem: Message },
    StillControllersNames,
    StillDiffers,
    NamesAsBefore,
    Differs { file: &'a str, first: Message },
    DiffersMore { file: &'a str, first: Message, more: usize },
    NotContacted,
    StoredThrough { sequence: u64 },
    Answers,
    ServiceWaiting { at: &'a str, cause: Message, remedy: Message },
    StillUndelivered { at: &'a str },
    DeliveryEnded,
    BrokerConnecting { broker: &'a str },
    BrokerHost { broker: &'a str, host: &'a str },
    BrokerOnline { broker: &'a str },
    BrokerWaiting { at: &'a str, cause: Message, remedy: Message },
    BrokerEnded,
    BrokerBehind { state: Message, queued: u64, dropped: u64 },
    SetAside { file: &'a Path, saved: Message },
    SavedAs { file: &'a Path },
    NothingSaved,
    Saved { snapshots: u64 },
    DiskFull,
    OlderCopy,
    LostBefore { count: u64 },
    Lost { count: u64, why: Message },
    LostBySize,
    LostByAge,
    LostByDisk,
    LostByDamage,
    LostRejected,
    LostTooLarge,
    Delivered,
    Kept { snapshots: u64 },
}
