//! Finds frames by a text. Most frames of a recording say what others said before, so that each thing
//! is looked at once.

use std::collections::HashMap;

use tagbridge_texts::{Language, Message};

use super::Frame;

/// A text that is looked for, in any case.
pub(crate) struct Search<'a> {
    text: String,
    /// By where the list of tags is kept, which answers share with their requests.
    tags: HashMap<*const Vec<String>, bool>,
    codes: HashMap<&'a str, bool>,
    said: HashMap<Message, bool>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.trim().to_lowercase(),
            tags: HashMap::new(),
            codes: HashMap::new(),
            said: HashMap::new(),
        }
    }

    /// Whether it is in what a frame says, in either language, or in one of its tags' names.
    pub(crate) fn finds(&mut self, frame: &'a Frame) -> bool {
        let Self { text, tags, codes, said } = self;
        let is_in = |other: &str| other.to_lowercase().contains(text.as_str());
        let in_languages = |message: &Message| {
            [Language::English, Language::German].iter().any(|it| is_in(&message.in_language(*it)))
        };
        let mut is_said = |message: Message| {
            *said.entry(message).or_insert_with_key(|message| in_languages(message))
        };
        text.is_empty()
            || *codes.entry(&frame.code).or_insert_with_key(|code| is_in(code))
            || *tags
                .entry(frame.tags.as_ptr())
                .or_insert_with(|| frame.tags.iter().flatten().any(|it| is_in(it)))
            || is_said(frame.said())
    }
}
