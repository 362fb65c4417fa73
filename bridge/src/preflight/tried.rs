//! What became of the tags that were tried.

use std::{cmp::Reverse, collections::HashMap};

use serde::Serialize;
use tagbridge_driver::{Cause, Reading, Reason, Scan, TagSet};
use tagbridge_naming::Names;
use tagbridge_texts::{Coded, Message};

use super::says::Remedy;
use crate::snapshot::code;

/// Tags that are named for each reason.
const NAMED: usize = 200;

/// Tags that cannot be read for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// The stable code: `access_denied`.
    pub reason: String,
    /// With what the controller said.
    #[serde(flatten, with = "tagbridge_texts::json::text")]
    pub text: Message,
    /// What to do about it.
    #[serde(flatten, with = "tagbridge_texts::json::remedy")]
    pub remedy: Message,
    /// How many tags.
    pub count: usize,
    /// Some of them, at most 200.
    pub tags: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Tried {
    pub(super) all: usize,
    pub(super) readable: Vec<String>,
    pub(super) bad: Vec<(String, Cause)>,
}

impl Tried {
    pub(super) fn new(all: usize) -> Self {
        Self { all, readable: Vec::new(), bad: Vec::new() }
    }

    pub(super) fn add(&mut self, tags: &TagSet, scan: &Scan) {
        for (name, answer) in tags.names().iter().zip(&scan.answers) {
            match &answer.reading {
                Reading::Bad(cause) => self.bad.push((name.clone(), cause.clone())),
                Reading::Good(_) | Reading::Uncertain(..) => self.readable.push(name.clone()),
            }
        }
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
                reason: code(cause.reason).as_str().to_owned(),
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

    /// Whether the server knows no node behind the prefix that a person said: none was read, and
    /// none is bad for a reason that only a node can have.
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
        Reason::NotConnected | Reason::ControllerStopped | Reason::Stale | Reason::DeviceError => {
            Remedy::Manual
        }
    }
}
