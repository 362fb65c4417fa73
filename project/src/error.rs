//! Why a file cannot be read as a project.

use std::fmt;

use tagbridge_texts::{Code, Coded, Message};

use crate::says::At;

/// A file, or a file in an archive, that cannot be read as a project.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ProjectError {
    /// Where the error is.
    pub place: Box<Place>,
    /// What is wrong: a fragment in lower case.
    pub what: Message,
    /// What to do about it.
    pub remedy: Message,
}

impl ProjectError {
    /// An error of a file as a whole.
    pub fn new(
        file: impl Into<String>,
        what: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> Self {
        let place = Place { file: file.into(), line: None, element: None };
        Self { place: Box::new(place), what: what.into(), remedy: remedy.into() }
    }

    /// Adds a line of the file, from 1.
    #[must_use]
    pub(crate) fn at_line(mut self, line: u32) -> Self {
        self.place.line = Some(line);
        self
    }

    /// Adds an element of the file, such as `Controller/Tags/Tag Speed`.
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

/// The place of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, with its path in the archive.
    pub file: String,
    /// The line, from 1, if known.
    pub line: Option<u32>,
    /// The element or block, if any.
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
