//! What became of the tags that were tried.

use std::collections::HashMap;

use serde::Serialize;
use tagbridge_driver::{Cause, Reading, Reason, Scan, TagSet};
use tagbridge_naming::Names;

use crate::snapshot::code;

/// Tags that are named for each reason.
const NAMED: usize = 200;

/// Tags that cannot be read for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// The stable code: `access_denied`.
    pub reason: String,
    /// In plain words, with what the controller said.
    pub text: String,
    /// What to do about it.
    pub remedy: String,
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
            Reason::UnknownTag if is_prefix_wrong => {
                "correct the prefix of the node ids, or leave it out: the server is asked for it"
            }
            reason => remedy(reason),
        };
        let mut groups: HashMap<(Reason, &str), Unreadable> = HashMap::new();
        for (name, cause) in &self.bad {
            let group = groups.entry((cause.reason, &cause.detail)).or_insert_with(|| Unreadable {
                reason: code(cause.reason).as_str().to_owned(),
                text: cause.to_string(),
                remedy: remedy(cause.reason).to_owned(),
                count: 0,
                tags: Vec::new(),
            });
            group.count += 1;
            if group.tags.len() < NAMED {
                group.tags.push(name.clone());
            }
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
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
fn remedy(reason: Reason) -> &'static str {
    match reason {
        Reason::AccessDenied => {
            "have the programmer allow reading from outside for these tags, or read others"
        }
        Reason::UnknownTag | Reason::NotInProject | Reason::OutOfRange => {
            "compare the project's version with what the controller runs"
        }
        Reason::NoAddress => {
            "do as the reason says, or have the programmer publish them or give their block a \
             fixed layout"
        }
        Reason::TypeMismatch | Reason::DecodeError => {
            "load the project's version that the controller runs, or read the members by name"
        }
        Reason::OverBudget => "read fewer tags, or parts of large ones",
        Reason::NotConnected | Reason::ControllerStopped | Reason::Stale | Reason::DeviceError => {
            "look up what the controller said in its manual"
        }
    }
}
