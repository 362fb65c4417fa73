//! A frame taken apart, for people who want to see what crosses the wire.
//!
//! The words of fields and codes are those of the protocols' own documents, in no language of ours.

use std::borrow::Cow;

use tagbridge_texts::Message;

use crate::RequestName;

/// How the frames of a protocol are told apart and read. It knows one frame at a time, and nothing
/// that came before.
#[derive(Debug, Clone, Copy)]
pub struct Dissector {
    /// Bytes that a frame has at the least, and that tell its length.
    pub header: usize,
    /// Bytes of the frame that these begin, its header included; `None`: they begin no frame.
    pub length: fn(&[u8]) -> Option<usize>,
    /// Takes a whole frame apart. `true`: it is one of ours.
    pub dissect: fn(&[u8], bool) -> Dissection,
}

/// A frame taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dissection {
    /// What it is.
    pub content: FrameContent,
    /// What it says, as the protocol counts: `0x0A: 31 × 0x4C`.
    pub code: String,
    /// What a request and its answer have in common.
    pub pair: Option<FramePair>,
    /// What is read, or what came of it, in order.
    pub items: Vec<DissectedItem>,
    /// Its fields, in the order of their bytes.
    pub fields: Vec<DissectedField>,
}

/// What a frame is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FrameContent {
    /// It asks for something.
    Request(RequestName),
    /// It brings something.
    #[default]
    Answer,
    /// The whole of it was refused.
    Refusal(Message),
    /// It is encrypted, or goes on with what an earlier frame began.
    Sealed,
    /// It cannot be read.
    Unreadable(Message),
}

/// What a request and its answer have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FramePair {
    /// Equal in both. It may come again later, and at the same time on another channel.
    pub key: u64,
    /// The connection inside of the socket's, as the receiver counts it; 0: there are none.
    pub channel: u32,
}

/// One thing that is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DissectedItem {
    /// How the frame names it; empty in answers, which name nothing.
    pub name: String,
    /// Bytes that came.
    pub bytes: usize,
    /// Whether more of it is to come.
    pub is_partial: bool,
    /// Why nothing came.
    pub refused: Option<Message>,
}

/// One field of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DissectedField {
    /// How deep it lies; 0: a layer's headline.
    pub depth: u8,
    /// Its first byte in the frame.
    pub at: usize,
    /// Its bytes.
    pub len: usize,
    /// Its name.
    pub name: Cow<'static, str>,
    /// What it says.
    pub value: String,
}

impl Dissection {
    /// The next field.
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
