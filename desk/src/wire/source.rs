//! The connections of one session: the newly recorded bytes, and the pairs of requests and
//! responses.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use jiff::Timestamp;
use tagbridge_driver::{Dissection, FrameContent, FramePair, RequestName, Traffic};
use tagbridge_drivers::Protocol;

use super::{
    frame::{Content, Frame},
    frame_splitter::{FrameSplitter, SplitFrame},
};

/// Maximum number of requests that wait for a response with the same key.
const WAITING: usize = 8;

pub(super) struct Source {
    session: Arc<str>,
    protocol: &'static Protocol,
    traffic: Arc<Traffic>,
    /// The number of the next piece, and of the oldest stored one.
    next: u64,
    first: u64,
    cutter: FrameSplitter,
    /// By connection and key.
    waiting: HashMap<(u32, u64), VecDeque<Waiting>>,
    /// The channel of requests for a channel of responses, by connection.
    channels: HashMap<(u32, u32), u32>,
    /// Lists of tags, which are the same in every scan.
    tags: HashSet<Arc<[Vec<String>]>>,
}

struct Waiting {
    number: u32,
    at: Timestamp,
    channel: u32,
    request: Option<RequestName>,
    tags: Arc<[Vec<String>]>,
}

impl Source {
    pub(super) fn new(session: &str, protocol: &'static Protocol, traffic: Arc<Traffic>) -> Self {
        Self {
            session: session.into(),
            protocol,
            traffic,
            next: 0,
            first: 0,
            cutter: FrameSplitter::default(),
            waiting: HashMap::new(),
            channels: HashMap::new(),
            tags: HashSet::new(),
        }
    }

    pub(super) fn is_of(&self, traffic: &Arc<Traffic>) -> bool {
        Arc::ptr_eq(&self.traffic, traffic)
    }

    pub(super) fn has_chunk(&self, chunk: u64) -> bool {
        chunk >= self.first
    }

    /// The frames that were received since the last call.
    pub(super) fn take(&mut self) -> Vec<Frame> {
        let traffic = Arc::clone(&self.traffic);
        traffic.trace(|trace| {
            if trace.first > self.next {
                // Bytes were lost, or another recording was started.
                self.cutter = FrameSplitter::default();
                self.waiting.clear();
                self.next = trace.first;
            }
            self.first = trace.first;
            let skipped = usize::try_from(self.next - trace.first).unwrap_or(usize::MAX);
            let mut frames = Vec::new();
            for piece in trace.frames.iter().skip(skipped) {
                let cuts = self.cutter.take(&self.protocol.dissector, self.next, piece);
                self.next += 1;
                frames.extend(cuts.iter().map(|it| self.frame(it, &trace.tags)));
            }
            frames
        })
    }

    fn frame(&mut self, cut: &SplitFrame, tags: &HashMap<String, Vec<String>>) -> Frame {
        let it = (self.protocol.dissector.dissect)(&cut.bytes, cut.is_ours);
        let request = match it.content {
            FrameContent::Request(request) => Some(request),
            _ => None,
        };
        let is_login = (self.protocol.is_login)(&cut.bytes);
        Frame {
            number: 0,
            session: Arc::clone(&self.session),
            traffic: Arc::clone(&self.traffic),
            protocol: self.protocol,
            place: cut.place,
            bytes: cut.bytes.len(),
            is_whole: cut.is_whole,
            at: cut.at,
            wire: cut.wire,
            is_ours: cut.is_ours,
            tags: if request.is_some() { self.tags_of(&it, tags) } else { Arc::default() },
            content: match it.content {
                // In protocols with a login, a part of a frame may be a part of a login.
                _ if is_login || !cut.is_whole && self.protocol.logs_in => Content::Login,
                _ if !cut.is_whole => Content::Part,
                FrameContent::Request(_) => Content::Request,
                FrameContent::Answer => Content::Values {
                    good: it.items.iter().filter(|it| it.refused.is_none()).count(),
                    refused: it.items.iter().filter(|it| it.refused.is_some()).count(),
                    bytes: it.items.iter().map(|it| it.bytes).sum(),
                    is_partial: it.items.iter().any(|it| it.is_partial),
                    why: it.items.iter().find_map(|it| it.refused.clone()),
                },
                FrameContent::Refusal(why) => Content::Refusal(why),
                FrameContent::Sealed => Content::Sealed,
                FrameContent::Unreadable(why) => Content::Unreadable(why),
            },
            code: it.code,
            pair: it.pair,
            other: None,
            took: None,
            request,
        }
    }

    fn tags_of(
        &mut self,
        it: &Dissection,
        tags: &HashMap<String, Vec<String>>,
    ) -> Arc<[Vec<String>]> {
        let named = it
            .items
            .iter()
            .map(|item| tags.get(&item.name).cloned().unwrap_or_else(|| vec![item.name.clone()]));
        let named: Vec<Vec<String>> = named.collect();
        if let Some(known) = self.tags.get(&named[..]) {
            return Arc::clone(known);
        }
        let named: Arc<[Vec<String>]> = named.into();
        self.tags.insert(Arc::clone(&named));
        named
    }

    /// Stores a request until its response is received; for a response, returns the number of its
    /// request.
    pub(super) fn pair(&mut self, frame: &mut Frame) -> Option<u32> {
        let FramePair { key, channel } = frame.pair?;
        let wire = frame.wire.number;
        let waiting = self.waiting.entry((wire, key)).or_default();
        if frame.is_ours {
            waiting.push_back(Waiting {
                number: frame.number,
                at: frame.at,
                channel,
                request: frame.request,
                tags: Arc::clone(&frame.tags),
            });
            if waiting.len() > WAITING {
                waiting.pop_front();
            }
            return None;
        }
        // Several requests have the same key only with several channels, each of which counts
        // separately.
        let place = match (waiting.len(), self.channels.get(&(wire, channel))) {
            (1, _) => 0,
            (_, Some(known)) => waiting.iter().position(|it| it.channel == *known)?,
            (_, None) => return None,
        };
        let request = waiting.remove(place)?;
        self.channels.insert((wire, channel), request.channel);
        if waiting.is_empty() {
            self.waiting.remove(&(wire, key));
        }
        frame.other = Some(request.number);
        frame.request = request.request;
        frame.tags = request.tags;
        frame.took = Duration::try_from(frame.at.duration_since(request.at)).ok();
        Some(request.number)
    }
}
