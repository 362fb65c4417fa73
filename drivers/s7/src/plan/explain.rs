//! Explains a plan.

use tagbridge_driver::{Explanation, PlannedRequest};
use tagbridge_texts::{Coded, Message};

use super::{
    Limits, Plan, Read, bytes,
    limits::{HEAD, READ_HEAD, reply_size},
};
use crate::{
    area::area_name,
    codec::{item::ITEM_SIZE, pdu},
};

/// The content of a request, and why it is a separate request.
#[derive(Debug, Coded)]
#[coded(prefix = "s7-plan")]
pub(crate) enum Planned {
    /// Units of an area, from the first to the last one.
    Range {
        area: Message,
        first: u32,
        last: u32,
        tags: usize,
    },
    /// It cannot be read, perhaps except for its first byte.
    Probed {
        area: Message,
    },
    MostItems {
        items: usize,
    },
    ReplyFull,
    AllLeft,
    FailedBefore,
    InTurns {
        requests: usize,
    },
}

impl Plan {
    /// The requests of every scan, and the tags that are not requested; `names` are those of the
    /// plan.
    pub fn explain(&self, names: &[String]) -> Explanation {
        let not_asked = names.iter().zip(&self.tags).filter_map(|(name, tag)| match tag {
            Err(cause) => Some((name.clone(), cause.message())),
            Ok(tag) if tag.probe.is_some() => Some((
                name.clone(),
                Planned::Probed { area: area_name(tag.address.area) }.message(),
            )),
            Ok(_) => None,
        });
        let (always, in_turns) = self.requests.split_at(self.always);
        let mut requests: Vec<_> = always.iter().map(|it| self.explain_request(it)).collect();
        if let (Some(last), false) = (requests.last_mut(), in_turns.is_empty()) {
            let more = Planned::InTurns { requests: in_turns.len() }.message();
            last.why = Message::all([std::mem::take(&mut last.why), more]);
        }
        Explanation { requests, not_asked: not_asked.collect(), ..Explanation::default() }
    }

    fn explain_request(&self, request: &[usize]) -> PlannedRequest {
        let reads = || request.iter().map(|&it| &self.reads[it]);
        let items = bytes(reply_size(reads().map(|it| it.range.len())));
        PlannedRequest {
            reads: reads().map(describe).collect(),
            request_bytes: pdu::JOB_HEADER + READ_HEAD + ITEM_SIZE * request.len(),
            reply_bytes: pdu::ACK_HEADER + READ_HEAD + items,
            limit_bytes: pdu::ACK_HEADER + READ_HEAD + bytes(self.limits.reply),
            why: self.why(request),
        }
    }

    fn why(&self, request: &[usize]) -> Message {
        let Limits { items, reply } = self.limits;
        let size = reply_size(request.iter().map(|&it| self.reads[it].range.len()));
        let why = if request.len() == items {
            Planned::MostItems { items }
        } else if size + HEAD + 2 > reply {
            Planned::ReplyFull
        } else {
            Planned::AllLeft
        };
        if request.iter().any(|&it| self.reads[it].is_apart()) {
            return Message::all([why.message(), Planned::FailedBefore.message()]);
        }
        why.message()
    }
}

impl Read {
    /// Whether its range has failed before.
    fn is_apart(&self) -> bool {
        self.probes.is_some() || self.failed_before
    }
}

/// A text such as `DB1 0 to 939 for 235 tags`.
fn describe(read: &Read) -> Message {
    let unit = read.range.area.unit();
    let (first, last) = (read.range.start / unit, read.range.end / unit - 1);
    Planned::Range { area: area_name(read.range.area), first, last, tags: read.tags.len() }
        .message()
}
