//! The results of reading each tag once.

use std::{
    cmp::Reverse,
    collections::HashMap,
    time::{Duration, Instant},
};

use serde::Serialize;
use tagbridge_driver::{Cause, Reading, Reason, Scan, TagSet};
use tagbridge_naming::Names;
use tagbridge_texts::{Coded, Message};

use super::messages::Remedy;
use crate::{
    snapshot::{ScanStart, code, scanned},
    uplink::SNAPSHOT_BYTES_MAX,
};

/// The code of tags about which the controller has not reported anything yet.
pub const NOT_YET_KNOWN: &str = "not_yet_known";
/// Maximum number of listed tags for each reason.
const NAMED: usize = 200;

/// Tags that cannot be read for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// The stable code: `access_denied`; `not_yet_known` if the controller has not reported the tag
    /// yet.
    pub reason: String,
    /// The reason, with the controller's error.
    #[serde(flatten, with = "tagbridge_texts::json::text")]
    pub text: Message,
    /// What to do about it.
    #[serde(flatten, with = "tagbridge_texts::json::remedy")]
    pub remedy: Message,
    /// Number of tags.
    pub count: usize,
    /// The first of them, at most 200.
    pub tags: Vec<String>,
}

#[derive(Debug)]
pub(super) struct TrialRead {
    pub(super) all: usize,
    pub(super) readable: Vec<String>,
    pub(super) bad: Vec<(String, Cause)>,
    pub(super) weight: PushSize,
    /// Duration of the read requests, without the requests for information about the tags.
    pub(super) took: Duration,
}

/// The size of values in a push.
#[derive(Debug, Default)]
pub(super) struct PushSize {
    pub(super) bytes: usize,
    /// How many of them, in the requested order, fit into one snapshot.
    pub(super) fitting: usize,
}

impl PushSize {
    fn add(&mut self, name: &str, value: &impl Serialize) {
        // `"name":value,`
        self.bytes += json_bytes(&name) + json_bytes(value) + 2;
        if self.bytes <= SNAPSHOT_BYTES_MAX / 10 * 9 {
            self.fitting += 1;
        }
    }
}

fn json_bytes(document: &impl Serialize) -> usize {
    serde_json::to_vec(document).map_or(0, |it| it.len())
}

/// Duration of a scan without the requests for information about tags. All requests take about the
/// same time.
pub(super) fn without_learning(scan: &Scan, took: Duration) -> Duration {
    let requests = f64::from(scan.round_trips) + f64::from(scan.learning);
    took.mul_f64(f64::from(scan.round_trips) / requests.max(1.0))
}

impl TrialRead {
    pub(super) fn new(all: usize) -> Self {
        Self {
            all,
            readable: Vec::new(),
            bad: Vec::new(),
            weight: PushSize::default(),
            took: Duration::ZERO,
        }
    }

    pub(super) fn add(&mut self, tags: &TagSet, scan: &Scan, took: Duration) {
        self.took += without_learning(scan, took);
        let began = ScanStart { wall: jiff::Timestamp::now(), at: Instant::now() };
        let values = scanned(tags, scan, began);
        for (name, answer) in tags.names().iter().zip(&scan.answers) {
            match &answer.reading {
                Reading::Bad(cause) => self.bad.push((name.clone(), cause.clone())),
                Reading::Good(_) | Reading::Uncertain(..) => {
                    self.readable.push(name.clone());
                    if let Some(value) = values.get(name) {
                        self.weight.add(name, value);
                    }
                }
            }
        }
    }

    /// Number of tags about which the controller has not reported anything yet.
    pub(super) fn not_yet_known(&self) -> usize {
        self.bad.iter().filter(|(_, cause)| cause.reason == Reason::NotYetKnown).count()
    }

    pub(super) fn done(&self) -> usize {
        self.readable.len() + self.bad.len()
    }

    pub(super) fn unreadable(&self, names: Option<&Names>) -> Vec<Unreadable> {
        let is_prefix_wrong = names.is_some_and(|it| self.is_prefix_wrong(it));
        let remedy = |reason: Reason| match reason {
            Reason::UnknownTag if is_prefix_wrong => Remedy::Prefix,
            reason => remedy(reason),
        };
        let mut groups: HashMap<&Cause, Unreadable> = HashMap::new();
        for (name, cause) in &self.bad {
            let group = groups.entry(cause).or_insert_with(|| Unreadable {
                reason: match cause.reason {
                    Reason::NotYetKnown => NOT_YET_KNOWN.to_owned(),
                    reason => code(reason).as_str().to_owned(),
                },
                text: cause.message(),
                remedy: remedy(cause.reason).message(),
                count: 0,
                tags: Vec::new(),
            });
            group.count += 1;
            if group.tags.len() < NAMED {
                group.tags.push(name.clone());
            }
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort_by_cached_key(|it| (Reverse(it.count), it.text.to_string()));
        groups
    }

    /// Whether the server has no node with the entered prefix: no tag was read, and no tag has an
    /// error that requires a node.
    fn is_prefix_wrong(&self, names: &Names) -> bool {
        names.has_prefix()
            && self.readable.is_empty()
            && self
                .bad
                .iter()
                .all(|(name, cause)| cause.reason == Reason::UnknownTag || !names.is_asked(name))
    }
}

/// What to do about tags that cannot be read.
fn remedy(reason: Reason) -> Remedy {
    match reason {
        Reason::AccessDenied => Remedy::Allow,
        Reason::UnknownTag | Reason::NotInProject | Reason::OutOfRange => Remedy::Version,
        Reason::NoAddress => Remedy::Publish,
        Reason::TypeMismatch | Reason::DecodeError => Remedy::Load,
        Reason::OverBudget => Remedy::Fewer,
        Reason::NotYetKnown => Remedy::LookAgain,
        Reason::NotConnected | Reason::ControllerStopped | Reason::Stale | Reason::DeviceError => {
            Remedy::Manual
        }
    }
}
