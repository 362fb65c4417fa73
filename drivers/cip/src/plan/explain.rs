//! Explains a plan.

use tagbridge_driver::{Explanation, PlannedRequest};
use tagbridge_texts::{Coded, Message};

use super::{
    Limits, Packet, Plan, ValueSource,
    packing::{MARK, Size},
};
use crate::codec::{
    Segment,
    multiple_service::{MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD},
};

/// Size of the sequence count, which a connection's size includes.
const SEQUENCE: usize = 2;

/// The content of a request, and why it is a separate request.
#[derive(Debug, Coded)]
#[coded(prefix = "cip-plan")]
pub(crate) enum Planned<'a> {
    /// A read of several elements.
    Elements {
        count: usize,
        name: &'a str,
    },
    ByInstance {
        read: Message,
    },
    ForTags {
        read: Message,
        tags: usize,
    },
    ChangeMark,
    IsProgramTheSame,
    AllFit,
    SomeFit {
        count: usize,
        all: usize,
    },
    OneRead,
    NothingBeside,
    InParts,
}

impl Plan {
    /// The requests of the plan, with their sizes and reasons, for these `names`.
    pub(crate) fn explanation(&self, names: &[String], limits: Limits) -> Explanation {
        let not_asked = names
            .iter()
            .zip(&self.takes)
            .filter_map(|(name, takes)| Some((name.clone(), takes.as_ref().err()?.message())))
            .collect();
        let tags = self.tags_of_reads();
        let requests = self.packets.iter().map(|it| self.request(it, &tags, limits)).collect();
        Explanation { requests, not_asked, by_list: None }
    }

    /// Number of tags of each read.
    fn tags_of_reads(&self) -> Vec<usize> {
        let mut tags = vec![0; self.reads.len()];
        for answering in self.takes.iter().flatten() {
            match answering {
                ValueSource::Taken(takes) => takes.iter().for_each(|it| tags[it.read] += 1),
                ValueSource::Aimed(aim) => aim.chunks.iter().for_each(|it| tags[it.read] += 1),
            }
        }
        tags
    }

    /// The text for a read: its elements, its addressing, and its number of tags.
    fn words(&self, read: usize, tags: usize) -> Message {
        let it = &self.reads[read];
        let mut read = match (it.elements, &*it.key.0) {
            (1, name) => Message::verbatim(name),
            (several, name) => Planned::Elements { count: several.into(), name }.message(),
        };
        if it.path.0.iter().any(|it| matches!(it, Segment::Class(_))) {
            read = Planned::ByInstance { read }.message();
        }
        if tags == 1 { read } else { Planned::ForTags { read, tags }.message() }
    }

    fn request(&self, packet: &Packet, tags: &[usize], limits: Limits) -> PlannedRequest {
        let all = self.reads.len();
        let members = packet.members();
        let why = match packet {
            Packet::Together { members, .. } if members.is_empty() => Planned::IsProgramTheSame,
            Packet::Together { members, .. } if members.len() == all => Planned::AllFit,
            Packet::Together { members, .. } => Planned::SomeFit { count: members.len(), all },
            Packet::Alone(_) if all == 1 => Planned::OneRead,
            Packet::Alone(_) => Planned::NothingBeside,
            Packet::InParts(_) => Planned::InParts,
        };
        let mut sizes: Vec<Size> = members.iter().map(|&it| self.reads[it].size).collect();
        let mut reads: Vec<_> = members.iter().map(|&it| self.words(it, tags[it])).collect();
        if packet.is_marked() {
            sizes.push(MARK);
            reads.push(Planned::ChangeMark.message());
        }
        let (wrapper, each) = match packet {
            Packet::Together { .. } if sizes.len() > 1 => {
                (Size { request: REQUEST_OVERHEAD, reply: REPLY_OVERHEAD }, MEMBER_OVERHEAD)
            }
            _ => (Size { request: 0, reply: 0 }, 0),
        };
        let sum = |of: fn(Size) -> usize| sizes.iter().map(|&it| of(it) + each).sum::<usize>();
        PlannedRequest {
            reads,
            request_bytes: SEQUENCE + wrapper.request + sum(|it| it.request),
            reply_bytes: SEQUENCE + wrapper.reply + sum(|it| it.reply),
            limit_bytes: SEQUENCE + limits.reply,
            why: why.message(),
        }
    }
}
