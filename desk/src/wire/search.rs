//! Finds frames by a text. Most frames of a recording have the same content as others, so each
//! result is cached.

use std::collections::HashMap;

use tagbridge_texts::{Language, Message};

use super::Frame;

/// A text to find, case-insensitive.
pub(crate) struct Search<'a> {
    text: String,
    /// Results by the address of the list of tags, which responses share with their requests.
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

    /// Whether a frame's description, in either language, or one of its tags' names contains the
    /// text.
    pub(crate) fn matches_frame(&mut self, frame: &'a Frame) -> bool {
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
