//! Why the tags are read the way they are, for the person who asks.

use tagbridge_driver::{Explanation, PlannedRequest};

use super::{
    Limits, Plan, Read, bytes,
    limits::{HEAD, READ_HEAD, reply_size},
};
use crate::codec::{item::ITEM_SIZE, pdu};

impl Plan {
    /// The requests of every scan, and what is not asked for; `names` are those of the plan.
    pub fn explain(&self, names: &[String]) -> Explanation {
        let not_asked = names.iter().zip(&self.tags).filter_map(|(name, tag)| match tag {
            Err(cause) => Some((name.clone(), cause.to_string())),
            Ok(tag) if tag.probe.is_some() => {
                let why =
                    format!("{} shows nothing: its first byte alone is read", tag.address.area);
                Some((name.clone(), why))
            }
            Ok(_) => None,
        });
        let (always, in_turns) = self.requests.split_at(self.always);
        let mut requests: Vec<_> = always.iter().map(|it| self.explain_request(it)).collect();
        if let (Some(last), false) = (requests.last_mut(), in_turns.is_empty()) {
            let more = in_turns.len();
            last.why = format!(
                "{}; what has no room in any request is asked for in {more} more, one of them each second",
                last.why
            );
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

    fn why(&self, request: &[usize]) -> String {
        let Limits { items, reply } = self.limits;
        let size = reply_size(request.iter().map(|&it| self.reads[it].range.len()));
        let mut why = if request.len() == items {
            format!(
                "{items} items are the most that a request may have, so near ones are read in one range"
            )
        } else if size + HEAD + 2 > reply {
            "the reply is full".to_owned()
        } else {
            "all that is left fits".to_owned()
        };
        if request.iter().any(|&it| self.reads[it].is_apart()) {
            why.push_str("; what failed before is read in items of its own");
        }
        why
    }
}

impl Read {
    /// Whether what it reads has failed before.
    fn is_apart(&self) -> bool {
        self.probes.is_some() || self.failed_before
    }
}

/// `DB1 0 to 939 for 235 tags`.
fn describe(read: &Read) -> String {
    let unit = read.range.area.unit();
    let (first, last) = (read.range.start / unit, read.range.end / unit - 1);
    let tags = read.tags.len();
    format!("{} {first} to {last} for {tags} tags", read.range.area)
}
