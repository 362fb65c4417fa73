//! A frame of the log, and its bytes.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use tagbridge_driver::{FramePair, RequestName, Traffic, WireEnds};
use tagbridge_drivers::Protocol;
use tagbridge_texts::{Coded, Message};

use super::{FrameText, frame_splitter::Place};
use crate::time::now;

/// Time after which a request counts as unanswered.
const PATIENCE: Duration = Duration::from_secs(1);

/// A frame's summary.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) number: u32,
    pub(crate) session: Arc<str>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) protocol: &'static Protocol,
    pub(crate) place: Place,
    pub(crate) bytes: usize,
    /// Whether its beginning was recorded.
    pub(crate) is_whole: bool,
    pub(crate) at: Timestamp,
    pub(crate) wire: WireEnds,
    pub(crate) is_ours: bool,
    pub(crate) content: Content,
    pub(crate) code: String,
    /// The tags of each item; for responses, those of their request.
    pub(crate) tags: Arc<[Vec<String>]>,
    pub(super) pair: Option<FramePair>,
    /// Its response, or its request.
    pub(crate) other: Option<u32>,
    pub(crate) took: Option<Duration>,
    /// The kind of the request, or of its request.
    pub(crate) request: Option<RequestName>,
}

/// The short description of a frame.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Request,
    /// A response with this number of values and refusals.
    Values {
        good: usize,
        refused: usize,
        bytes: usize,
        is_partial: bool,
        why: Option<Message>,
    },
    Refusal(Message),
    Sealed,
    /// A login, or possibly a part of one: its bytes are not shown.
    Login,
    Part,
    Unreadable(Message),
}

impl Frame {
    /// Its description, for display.
    pub(crate) fn said(&self) -> Message {
        let bytes = self.bytes;
        let reads = self.request.is_some_and(is_read);
        match &self.content {
            Content::Login => FrameText::Login { bytes }.message(),
            Content::Part => FrameText::Part { bytes }.message(),
            Content::Sealed => FrameText::Sealed { bytes }.message(),
            Content::Unreadable(why) => FrameText::Unreadable { why: why.clone() }.message(),
            Content::Refusal(why) => FrameText::Refused { why: why.clone() }.message(),
            Content::Request if reads => match self.tags.iter().flatten().take(2).count() {
                0 => self.named(),
                1 => FrameText::ReadTag { name: self.first_tag() }.message(),
                _ => FrameText::ReadTags { count: self.tag_count() }.message(),
            },
            Content::Request => self.named(),
            Content::Values { good, refused, bytes, is_partial, why } if reads => {
                match (good, refused) {
                    (0, 1) if why.is_some() => {
                        FrameText::Refused { why: why.clone().unwrap_or_default() }.message()
                    }
                    (1, 0) if *is_partial => FrameText::More { bytes: *bytes }.message(),
                    (0, 0) => self.answer(),
                    (good, 0) => FrameText::Values { count: *good }.message(),
                    (good, refused) => {
                        FrameText::SomeRefused { count: *good, refused: *refused }.message()
                    }
                }
            }
            Content::Values { .. } => self.answer(),
        }
    }

    fn named(&self) -> Message {
        match self.request {
            Some(request) => FrameText::Request { request: request.message() }.message(),
            None => FrameText::Answer { bytes: self.bytes }.message(),
        }
    }

    fn answer(&self) -> Message {
        match self.request {
            Some(request) => FrameText::AnswerTo { request: request.message() }.message(),
            None => FrameText::Answer { bytes: self.bytes }.message(),
        }
    }

    fn first_tag(&self) -> String {
        self.tags.iter().flatten().next().cloned().unwrap_or_default()
    }

    pub(crate) fn tag_count(&self) -> usize {
        self.tags.iter().map(Vec::len).sum()
    }

    /// Whether any of its items was refused.
    pub(crate) fn is_refused(&self) -> bool {
        match &self.content {
            Content::Values { refused, .. } => *refused > 0,
            Content::Refusal(_) => true,
            _ => false,
        }
    }

    /// Whether it is a request that has had no response for some time. A request for notifications
    /// waits for one.
    pub(crate) fn is_unanswered(&self) -> bool {
        let waits = self.pair.is_some() && self.request != Some(RequestName::Publish);
        let is_over = || now() - crate::time::instant(self.at) > PATIENCE.as_secs_f64() * 1000.0;
        matches!(self.content, Content::Request) && waits && self.other.is_none() && is_over()
    }

    /// Its bytes, if they are still recorded; for a login, only those of its length.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let shown = match self.content {
            // A frame that began before the recording has no description.
            Content::Login if !self.is_whole => 0,
            Content::Login => self.protocol.dissector.header,
            _ => self.bytes,
        };
        self.traffic.trace(|trace| {
            let Some(first) = self.place.chunk.checked_sub(trace.first) else { return Vec::new() };
            let first = usize::try_from(first).unwrap_or(usize::MAX);
            let mut bytes = Vec::with_capacity(shown);
            let pieces = trace.frames.iter().skip(first);
            let same = pieces.filter(|it| it.wire == self.wire && it.is_ours == self.is_ours);
            for (place, piece) in same.enumerate() {
                let from = if place == 0 { self.place.offset } else { 0 };
                bytes.extend_from_slice(piece.bytes.get(from..).unwrap_or_default());
                if bytes.len() >= shown {
                    break;
                }
            }
            bytes.truncate(shown);
            bytes
        })
    }

    /// Whether its bytes must not be shown.
    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.content, Content::Login)
    }
}

/// Whether its responses contain values of tags.
fn is_read(request: RequestName) -> bool {
    matches!(
        request,
        RequestName::ReadTag
            | RequestName::ReadTagFragmented
            | RequestName::ReadVariable
            | RequestName::Read
    )
}
