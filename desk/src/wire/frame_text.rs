//! The short descriptions of frames.

use tagbridge_texts::{Coded, Message};

#[derive(Debug, Coded)]
#[coded(prefix = "wire")]
pub(crate) enum FrameText {
    ReadTag { name: String },
    ReadTags { count: usize },
    Request { request: Message },
    Values { count: usize },
    SomeRefused { count: usize, refused: usize },
    More { bytes: usize },
    Refused { why: Message },
    AnswerTo { request: Message },
    Answer { bytes: usize },
    Sealed { bytes: usize },
    Login { bytes: usize },
    Part { bytes: usize },
    Unreadable { why: Message },
}
