//! Why a file cannot be read as a project.

use std::fmt;

use tagbridge_texts::{Code, Coded, Message};

use crate::says::At;

/// The file, or one file in it, cannot be read as a project at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ProjectError {
    /// Where.
    pub place: Box<Place>,
    /// What is wrong there: a lowercase fragment.
    pub what: Message,
    /// What to do about it.
    pub remedy: Message,
}

impl ProjectError {
    /// What is wrong with a file as a whole.
    pub fn new(
        file: impl Into<String>,
        what: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> Self {
        let place = Place { file: file.into(), line: None, element: None };
        Self { place: Box::new(place), what: what.into(), remedy: remedy.into() }
    }

    /// The same at a line of the file, from 1.
    #[must_use]
    pub(crate) fn at_line(mut self, line: u32) -> Self {
        self.place.line = Some(line);
        self
    }

    /// The same in an element of the file, such as `Controller/Tags/Tag Speed`.
    #[must_use]
    pub(crate) fn in_element(mut self, element: impl Into<String>) -> Self {
        self.place.element = Some(element.into());
        self
    }
}

/// What is wrong, and where.
impl Coded for ProjectError {
    const CODES: &'static [Code] = At::CODES;

    fn message(&self) -> Message {
        let (file, what) = (self.place.file.as_str(), self.what.clone());
        match (self.place.line, self.place.element.as_deref()) {
            (None, None) => At::File { file, what },
            (Some(line), None) => At::Line { file, line, what },
            (None, Some(element)) => At::Element { file, element, what },
            (Some(line), Some(element)) => At::LineInElement { file, line, element, what },
        }
        .message()
    }
}

/// Where something is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, with its path inside of an archive.
    pub file: String,
    /// From 1, where it is known.
    pub line: Option<u32>,
    /// The element or block, where there is one.
    pub element: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, " line {line}")?;
        }
        if let Some(element) = &self.element {
            write!(f, ", {element}")?;
        }
        Ok(())
    }
}
