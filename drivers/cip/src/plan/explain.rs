//! A plan in the contract's words.

use tagbridge_driver::{Explanation, PlannedRequest};
use tagbridge_texts::{Coded, Message};

use super::{
    Answering, Limits, Packet, Plan,
    packing::{MARK, Size},
};
use crate::codec::{
    Segment,
    multiple_service::{MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD},
};

/// Bytes of the sequence count, which a connection's size includes.
const SEQUENCE: usize = 2;

/// What a request reads, and why it is one of its own.
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
    /// The requests of the plan, with their sizes and reasons; `names` are those it was made for.
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

    /// How many tags each read serves.
    fn tags_of_reads(&self) -> Vec<usize> {
        let mut tags = vec![0; self.reads.len()];
        for answering in self.takes.iter().flatten() {
            match answering {
                Answering::Taken(takes) => takes.iter().for_each(|it| tags[it.read] += 1),
                Answering::Aimed(aim) => aim.chunks.iter().for_each(|it| tags[it.read] += 1),
            }
        }
        tags
    }

    /// A read in words: what, how it is addressed, and for how many tags.
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
