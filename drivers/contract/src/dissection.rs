//! A decoded frame, for people who analyse the communication.
//!
//! Fields and codes have the names of the protocols' own documents, untranslated.

use std::borrow::Cow;

use tagbridge_texts::Message;

use crate::RequestName;

/// Finds and decodes the frames of a protocol. It decodes one frame at a time, without earlier
/// ones.
#[derive(Debug, Clone, Copy)]
pub struct Dissector {
    /// Minimum length of a frame, in bytes; these bytes contain its length.
    pub header: usize,
    /// Length of the frame that begins with these bytes, with its header; `None`: no frame begins
    /// so.
    pub length: fn(&[u8]) -> Option<usize>,
    /// Decodes a complete frame. `true`: it was sent by Tagbridge.
    pub dissect: fn(&[u8], bool) -> Dissection,
}

/// A decoded frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dissection {
    /// Its kind.
    pub content: FrameContent,
    /// Its code, in the protocol's notation: `0x0A: 31 × 0x4C`.
    pub code: String,
    /// The common fields of a request and its response.
    pub pair: Option<FramePair>,
    /// The tags that are read, or their results, in order.
    pub items: Vec<DissectedItem>,
    /// Its fields, in the order of their bytes.
    pub fields: Vec<DissectedField>,
}

/// The kind of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FrameContent {
    /// A request.
    Request(RequestName),
    /// A response.
    #[default]
    Answer,
    /// A response that refuses the whole request.
    Refusal(Message),
    /// Encrypted, or the continuation of an earlier frame.
    Sealed,
    /// It cannot be decoded.
    Unreadable(Message),
}

/// The common fields of a request and its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FramePair {
    /// The same in both. It may be used again later, or at the same time on another channel.
    pub key: u64,
    /// The connection within the socket's, as the receiver counts it; 0: the protocol has none.
    pub channel: u32,
}

/// One item of a read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DissectedItem {
    /// Its name in the frame; empty in responses, which have no names.
    pub name: String,
    /// Number of received bytes.
    pub bytes: usize,
    /// Whether more of it follows.
    pub is_partial: bool,
    /// Why it was not read.
    pub refused: Option<Message>,
}

/// One field of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DissectedField {
    /// Its nesting level; 0: the headline of a layer.
    pub depth: u8,
    /// Offset of its first byte in the frame.
    pub at: usize,
    /// Its length, in bytes.
    pub len: usize,
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its value.
    pub value: String,
}

impl Dissection {
    /// Appends a field.
    pub fn field(
        &mut self,
        depth: u8,
        (at, len): (usize, usize),
        name: impl Into<Cow<'static, str>>,
        value: impl Into<String>,
    ) {
        self.fields.push(DissectedField { depth, at, len, name: name.into(), value: value.into() });
    }
}
