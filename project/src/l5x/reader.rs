//! Reads the XML of an L5X file in one pass.
//!
//! Exports can have hundreds of megabytes, mostly in a few kinds of elements (tags, routines,
//! modules) that are each small. [`Reader`] reads the file and creates a [`Tree`] of one such
//! element at a time. Names, attributes and most texts are slices of the file.

use std::borrow::Cow;

use quick_xml::{
    Error,
    errors::{IllFormedError, SyntaxError},
    escape::unescape,
    events::{BytesRef, Event, attributes::Attributes},
};

use super::tree::{Head, Places, Tree};
use crate::says::{Advice, Wrong};
use crate::{ProjectError, line_index::LineIndex};
use tagbridge_texts::{Coded, Message};

/// Maximum nesting of elements. The nested tag data of real projects exceeds 100.
const MAX_DEPTH: usize = 1000;
/// Maximum number of attributes of an element. An analog alarm has about 70.
const MAX_ATTRIBUTES: usize = 500;
/// Maximum length of a name, in bytes. The names of programs, modules and types are repeated for
/// everything in them, so longer ones, which no tool allows, could fill the memory.
const MAX_NAME: usize = 1000;

/// The next part of the file.
pub(super) enum Step<'t> {
    /// The begin of an element. An empty element also has an end.
    Begin(Head<'t>),
    /// The end of the innermost element.
    End,
    /// The end of the file.
    Eof,
}

/// Reads a file.
pub(super) struct Reader<'f, 't> {
    file: &'f str,
    text: &'t str,
    xml: quick_xml::Reader<&'t [u8]>,
    depth: usize,
    /// Whether the end of an empty element must still be returned.
    ends: bool,
    lines: LineIndex<'t>,
}

/// An event, without its borrowed data.
enum Piece<'t> {
    Begin(Head<'t>),
    End,
    Text(Cow<'t, str>),
    Cdata(&'t str),
    Nothing,
    Eof,
}

impl<'f, 't> Reader<'f, 't> {
    pub(super) fn new(file: &'f str, text: &'t str) -> Self {
        Self {
            file,
            text,
            xml: quick_xml::Reader::from_str(text),
            depth: 0,
            ends: false,
            lines: LineIndex::new(text),
        }
    }

    /// Returns the next begin or end.
    pub(super) fn step(&mut self) -> Result<Step<'t>, ProjectError> {
        loop {
            match self.piece()? {
                Piece::Begin(head) => return Ok(Step::Begin(head)),
                Piece::End => return Ok(Step::End),
                Piece::Eof => return Ok(Step::Eof),
                Piece::Text(_) | Piece::Cdata(_) | Piece::Nothing => {}
            }
        }
    }

    /// Skips the rest of the element that has just begun.
    pub(super) fn skip(&mut self) -> Result<(), ProjectError> {
        let outside = self.depth - 1;
        while self.depth > outside {
            self.piece()?;
        }
        Ok(())
    }

    /// Reads the whole element that has just begun, without the nested elements for which
    /// `leave_out` is true.
    pub(super) fn tree(
        &mut self,
        head: Head<'t>,
        leave_out: impl Fn(&Head<'t>) -> bool,
    ) -> Result<Tree<'t>, ProjectError> {
        let mut tree = Tree::new(head);
        let mut open = vec![0_usize];
        while let Some(&innermost) = open.last() {
            match self.piece()? {
                Piece::Begin(head) if leave_out(&head) => self.skip()?,
                Piece::Begin(head) => open.push(tree.add(innermost, head)),
                Piece::End => {
                    open.pop();
                }
                Piece::Text(text) => tree.add_text(innermost, text, false),
                Piece::Cdata(text) => tree.add_text(innermost, text.into(), true),
                Piece::Nothing | Piece::Eof => {}
            }
        }
        Ok(tree)
    }

    /// The places of elements in the file.
    pub(super) fn places(&self) -> Places<'_, 't> {
        Places::new(self.file, self.text, &self.lines)
    }

    /// An error at the current place of the file.
    pub(super) fn error(&self, what: &Wrong<'_>, remedy: Advice) -> ProjectError {
        self.error_at(self.position(), what, remedy)
    }

    fn piece(&mut self) -> Result<Piece<'t>, ProjectError> {
        if std::mem::take(&mut self.ends) {
            self.depth -= 1;
            return Ok(Piece::End);
        }
        let before = self.position();
        let event = self.xml.read_event().map_err(|error| self.ill_formed(&error))?;
        let whole = self.text.get(before..self.position()).unwrap_or_default();
        Ok(match event {
            Event::Start(start) => {
                let name = start.name().into_inner().len();
                Piece::Begin(self.begin(before, whole, name, false)?)
            }
            Event::Empty(start) => {
                let name = start.name().into_inner().len();
                self.ends = true;
                Piece::Begin(self.begin(before, whole, name, true)?)
            }
            Event::End(_) => {
                self.depth = self
                    .depth
                    .checked_sub(1)
                    .ok_or_else(|| self.error(&Wrong::EndTag, Advice::ExportUnedited))?;
                Piece::End
            }
            Event::Text(_) if self.depth == 0 && whole.trim().is_empty() => Piece::Nothing,
            Event::Text(_) if self.depth == 0 => {
                return Err(self.error_at(before, &Wrong::OutsideText, Advice::ExportUnedited));
            }
            Event::Text(_) => Piece::Text(Cow::Borrowed(whole)),
            Event::CData(_) => Piece::Cdata(cdata(whole)),
            Event::GeneralRef(reference) => Piece::Text(self.resolve(&reference)?.into()),
            Event::DocType(_) => {
                return Err(self.error_at(
                    before,
                    &Wrong::DocumentType,
                    Advice::RemoveDocumentType,
                ));
            }
            Event::Eof if self.depth > 0 => {
                return Err(self.error(&Wrong::XmlEnds, Advice::CopyOrExport));
            }
            Event::Eof => Piece::Eof,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Piece::Nothing,
        })
    }

    fn begin(
        &mut self,
        at: usize,
        whole: &'t str,
        name: usize,
        empty: bool,
    ) -> Result<Head<'t>, ProjectError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let what = Wrong::TooDeep { most: MAX_DEPTH as u64 };
            return Err(self.error_at(at, &what, Advice::ExportUnedited));
        }
        let tag = whole.get(1..whole.len().saturating_sub(1)).unwrap_or_default();
        let tag = if empty { tag.strip_suffix('/').unwrap_or(tag) } else { tag };
        for (count, attribute) in Attributes::new(tag, name).enumerate() {
            let wrong = match attribute {
                _ if count == MAX_ATTRIBUTES => Some(Wrong::TooManyAttributes.message()),
                Ok(attribute)
                    if attribute.value.len() > MAX_NAME
                        && NAMES.contains(&attribute.key.into_inner()) =>
                {
                    Some(Wrong::LongName { most: MAX_NAME as u64 }.message())
                }
                Ok(attribute) => unescape(&attribute.value)
                    .err()
                    .map(|error| Message::verbatim(error.to_string())),
                Err(error) => Some(Message::verbatim(error.to_string())),
            };
            if let Some(why) = wrong {
                let what = Wrong::XmlBroken { why };
                return Err(self.error_at(at, &what, Advice::ExportUnedited));
            }
        }
        Ok(Head::new(tag, name))
    }

    fn resolve(&self, reference: &BytesRef<'_>) -> Result<String, ProjectError> {
        let unknown = || self.error(&Wrong::UnknownEntity, Advice::ExportUnedited);
        match reference.resolve_char_ref() {
            Ok(Some(one)) => Ok(one.to_string()),
            Ok(None) => quick_xml::escape::resolve_xml_entity(&reference.xml10_content())
                .map(ToOwned::to_owned)
                .ok_or_else(unknown),
            Err(_) => Err(unknown()),
        }
    }

    fn position(&self) -> usize {
        usize::try_from(self.xml.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    fn ill_formed(&self, error: &Error) -> ProjectError {
        let at = usize::try_from(self.xml.error_position()).unwrap_or(usize::MAX);
        let cut_off = matches!(error, Error::IllFormed(IllFormedError::MissingEndTag(_)))
            || matches!(error, Error::Syntax(what) if *what != SyntaxError::InvalidBangMarkup);
        if cut_off {
            self.error_at(at, &Wrong::XmlEnds, Advice::CopyOrExport)
        } else {
            let why = Message::verbatim(error.to_string());
            self.error_at(at, &Wrong::XmlBroken { why }, Advice::ExportUnedited)
        }
    }

    fn error_at(&self, at: usize, what: &Wrong<'_>, remedy: Advice) -> ProjectError {
        let at = (0..=at.min(self.text.len())).rfind(|at| self.text.is_char_boundary(*at));
        let lines = self.text[..at.unwrap_or(0)].matches('\n').count();
        ProjectError::new(self.file, what, &remedy)
            .at_line(u32::try_from(lines + 1).unwrap_or(u32::MAX))
    }
}

/// Attributes with names that are repeated for other objects.
const NAMES: [&str; 4] = ["Name", "DataType", "AliasFor", "ParentModule"];

fn cdata(whole: &str) -> &str {
    whole.strip_prefix("<![CDATA[").and_then(|rest| rest.strip_suffix("]]>")).unwrap_or_default()
}
