//! What a person could do to read more of a project's tags.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;
use tagbridge_driver::{Cause, Endpoint, Reason};
use tagbridge_drivers::Addressing;
use tagbridge_project::{Place, Target};
use tagbridge_texts::{Coded, Message};

use crate::Names;

/// What a person could do to read more of a project's tags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Tags are in data blocks with optimized access, which have no addresses. The controller's own
    /// OPC UA server, if it is enabled, provides them by name.
    #[serde(rename = "opc_ua")]
    ByName {
        /// How many.
        tags: usize,
        /// The usual endpoint of that server.
        endpoint: String,
        /// Whether one answers there.
        answers: bool,
    },
    /// The file does not contain the numbers of data blocks.
    BlockNumbers {
        /// Which.
        blocks: Vec<Unnumbered>,
    },
}

/// A data block without a known number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unnumbered {
    /// Its name, without quotes.
    pub name: String,
    /// Tags that lie in it, as far as they were tried.
    pub tags: usize,
}

/// A proposal in a sentence.
#[derive(Coded)]
#[coded(prefix = "naming-proposal")]
pub(crate) enum ProposalText<'a> {
    ByNameAnswers { tags: usize, endpoint: &'a str },
    ByNameIfOn { tags: usize, endpoint: &'a str },
    BlockNumbers { first: &'a str, names: &'a [&'a str] },
}

impl Proposal {
    /// What a person can do, and its effect.
    pub fn message(&self) -> Message {
        match self {
            Self::ByName { tags, endpoint, answers: true } => {
                ProposalText::ByNameAnswers { tags: *tags, endpoint }.message()
            }
            Self::ByName { tags, endpoint, answers: false } => {
                ProposalText::ByNameIfOn { tags: *tags, endpoint }.message()
            }
            Self::BlockNumbers { blocks } => {
                let names: Vec<&str> = blocks.iter().map(|it| it.name.as_str()).collect();
                let first = names.first().copied().unwrap_or_default();
                ProposalText::BlockNumbers { first, names: &names }.message()
            }
        }
    }

    /// Looks whether the server that it speaks of answers, for up to `wait`.
    pub async fn look(&mut self, wait: Duration) {
        if let Self::ByName { endpoint, answers, .. } = self
            && let Some((scheme, place)) = endpoint.split_once("://")
        {
            let found = tagbridge_drivers::identify(place, wait).await.unwrap_or_default();
            *answers = found.iter().any(|it| it.endpoint.starts_with(scheme));
        }
    }
}

impl Names {
    /// Returns the changes with which more tags of an endpoint could be read, from the tags that
    /// could not be read and their reasons.
    pub fn proposals(&self, endpoint: &Endpoint, bad: &[(String, Cause)]) -> Vec<Proposal> {
        if !matches!(self.target, Target::S7 { .. }) {
            return Vec::new();
        }
        let mut optimised = 0;
        let mut unnumbered = BTreeMap::<String, usize>::new();
        for (name, _) in bad.iter().filter(|(_, cause)| cause.reason == Reason::NoAddress) {
            match self.symbols.find(name).map(|it| it.place()) {
                Ok(Place::Optimised { .. }) => optimised += 1,
                Ok(Place::Block { block, number: None, .. }) => {
                    *unnumbered.entry(block).or_default() += 1;
                }
                _ => {}
            }
        }
        let vendor = self.symbols.project().vendor;
        let by_name = tagbridge_drivers::that(|it| {
            it.addressing == Addressing::Nodes && it.vendors.contains(&vendor)
        });
        let by_name = by_name.first().filter(|_| optimised > 0).map(|it| Proposal::ByName {
            tags: optimised,
            endpoint: it.at(endpoint.host()),
            answers: false,
        });
        let blocks: Vec<_> =
            unnumbered.into_iter().map(|(name, tags)| Unnumbered { name, tags }).collect();
        let numbers = (!blocks.is_empty()).then_some(Proposal::BlockNumbers { blocks });
        by_name.into_iter().chain(numbers).collect()
    }
}
