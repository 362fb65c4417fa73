//! The XML of an L5X file: read in one pass, with only the part at hand as a tree.
//!
//! Exports reach hundreds of megabytes, nearly all of it in a few kinds of element (tags,
//! routines, modules), each small by itself. [`Reader`] walks the file and makes a [`Tree`] of
//! one such element at a time; names, attributes and most texts are slices of the file.

use std::borrow::Cow;

use quick_xml::{
    Error,
    errors::{IllFormedError, SyntaxError},
    escape::unescape,
    events::{BytesRef, Event, attributes::Attributes},
};

use crate::{Origin, ProjectError};

/// Elements inside of elements. Nested tag data of real projects pass 100.
const MAX_DEPTH: usize = 1000;
/// Attributes of one element. Those of an analog alarm are about 70.
const MAX_ATTRIBUTES: usize = 500;

/// The beginning of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'t> {
    /// Its name.
    pub(super) name: &'t str,
    /// What stands between `<` and `>`.
    tag: &'t str,
}

impl<'t> Head<'t> {
    /// The value of an attribute; none where it is absent or empty.
    pub(super) fn attribute(&self, name: &str) -> Option<Cow<'t, str>> {
        let raw = Attributes::new(self.tag, self.name.len())
            .with_checks(false)
            .filter_map(Result::ok)
            .find(|attribute| attribute.key.into_inner() == name)?
            .value;
        let value = match raw {
            Cow::Borrowed(raw) => unescape(raw).unwrap_or(Cow::Borrowed(raw)),
            Cow::Owned(raw) => {
                Cow::Owned(unescape(&raw).map_or_else(|_| raw.clone(), Cow::into_owned))
            }
        };
        (!value.is_empty()).then_some(value)
    }
}

/// What comes next in the file.
pub(super) enum Step<'t> {
    /// An element begins. Of an empty one its end follows nevertheless.
    Begin(Head<'t>),
    /// The innermost element ends.
    End,
    /// The file ends.
    Eof,
}

/// Walks a file.
pub(super) struct Reader<'f, 't> {
    file: &'f str,
    text: &'t str,
    xml: quick_xml::Reader<&'t [u8]>,
    depth: usize,
    /// The end of an empty element is still to be told.
    ends: bool,
    /// A byte whose line is known, and that line.
    known: (usize, u32),
}

/// What an event was, without the borrowed rest.
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
            known: (0, 1),
        }
    }

    /// The next beginning or end.
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

    /// Leaves out the rest of the element that has just begun.
    pub(super) fn skip(&mut self) -> Result<(), ProjectError> {
        let outside = self.depth - 1;
        while self.depth > outside {
            self.piece()?;
        }
        Ok(())
    }

    /// The element that has just begun, whole, but for the elements within that `leave_out` names.
    pub(super) fn tree(
        &mut self,
        head: Head<'t>,
        leave_out: impl Fn(&Head<'t>) -> bool,
    ) -> Result<Tree<'t>, ProjectError> {
        let mut tree = Tree { nodes: vec![Node::new(head)] };
        let mut open = vec![0_usize];
        while let Some(&innermost) = open.last() {
            match self.piece()? {
                Piece::Begin(head) if leave_out(&head) => self.skip()?,
                Piece::Begin(head) => open.push(tree.add(innermost, head)),
                Piece::End => {
                    open.pop();
                }
                Piece::Text(text) => tree.nodes[innermost].add_text(text, false),
                Piece::Cdata(text) => tree.nodes[innermost].add_text(text.into(), true),
                Piece::Nothing | Piece::Eof => {}
            }
        }
        Ok(tree)
    }

    /// Where an element's begin stands in the file. Asked for from the file's top to its bottom.
    pub(super) fn origin(&mut self, begin: &'t str) -> Origin {
        let at = (begin.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let (known, line) = if self.known.0 <= at { self.known } else { (0, 1) };
        let between = self.text.get(known..at).unwrap_or_default();
        let lines = u32::try_from(between.matches('\n').count()).unwrap_or(u32::MAX);
        self.known = (at, line.saturating_add(lines));
        let before = self.text.get(..at).unwrap_or_default();
        // The `<` belongs to the element, and stands before its name.
        let column = before.rsplit('\n').next().map_or(1, |indent| indent.chars().count().max(1));
        let column = u32::try_from(column).unwrap_or(u32::MAX);
        Origin { file: self.file.to_owned(), line: self.known.1, column }
    }

    /// An error at the present place of the file.
    pub(super) fn error(&self, what: impl Into<String>, remedy: &str) -> ProjectError {
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
                    .ok_or_else(|| self.error("an end tag without a beginning", EXPORT_AGAIN))?;
                Piece::End
            }
            Event::Text(_) if self.depth == 0 && whole.trim().is_empty() => Piece::Nothing,
            Event::Text(_) if self.depth == 0 => {
                return Err(self.error_at(
                    before,
                    "text outside of the root element",
                    EXPORT_AGAIN,
                ));
            }
            Event::Text(_) => Piece::Text(Cow::Borrowed(whole)),
            Event::CData(_) => Piece::Cdata(cdata(whole)),
            Event::GeneralRef(reference) => Piece::Text(self.resolve(&reference)?.into()),
            Event::DocType(_) => {
                return Err(self.error_at(
                    before,
                    "a document type (DTD) is refused, no Rockwell tool writes one",
                    "remove <!DOCTYPE …> or export the project again",
                ));
            }
            Event::Eof if self.depth > 0 => {
                return Err(self.error("the XML ends in the middle", COPY_AGAIN));
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
            let what = format!("elements nested deeper than {MAX_DEPTH}");
            return Err(self.error_at(at, what, EXPORT_AGAIN));
        }
        let tag = whole.get(1..whole.len().saturating_sub(1)).unwrap_or_default();
        let tag = if empty { tag.strip_suffix('/').unwrap_or(tag) } else { tag };
        for (count, attribute) in Attributes::new(tag, name).enumerate() {
            let wrong = match attribute {
                _ if count == MAX_ATTRIBUTES => Some("too many attributes".to_owned()),
                Ok(attribute) => unescape(&attribute.value).err().map(|error| error.to_string()),
                Err(error) => Some(error.to_string()),
            };
            if let Some(wrong) = wrong {
                return Err(self.error_at(
                    at,
                    format!("not well-formed XML: {wrong}"),
                    EXPORT_AGAIN,
                ));
            }
        }
        Ok(Head { name: tag.get(..name).unwrap_or(tag), tag })
    }

    fn resolve(&self, reference: &BytesRef<'_>) -> Result<String, ProjectError> {
        let unknown = || self.error("an entity that XML does not know", EXPORT_AGAIN);
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
            self.error_at(at, "the XML ends in the middle", COPY_AGAIN)
        } else {
            self.error_at(at, format!("not well-formed XML: {error}"), EXPORT_AGAIN)
        }
    }

    fn error_at(&self, at: usize, what: impl Into<String>, remedy: &str) -> ProjectError {
        let at = (0..=at.min(self.text.len())).rfind(|at| self.text.is_char_boundary(*at));
        let lines = self.text[..at.unwrap_or(0)].matches('\n').count();
        ProjectError::new(self.file, what, remedy)
            .at_line(u32::try_from(lines + 1).unwrap_or(u32::MAX))
    }
}

const EXPORT_AGAIN: &str = "export the project again and do not edit the file";
const COPY_AGAIN: &str = "the file is cut off: copy or export it again";

fn cdata(whole: &str) -> &str {
    whole.strip_prefix("<![CDATA[").and_then(|rest| rest.strip_suffix("]]>")).unwrap_or_default()
}

/// One element with all that is in it.
pub(super) struct Tree<'t> {
    nodes: Vec<Node<'t>>,
}

struct Node<'t> {
    head: Head<'t>,
    text: Cow<'t, str>,
    /// The text comes from CDATA sections: what stands between those is layout.
    sections: bool,
    first: Option<u32>,
    last: Option<u32>,
    next: Option<u32>,
}

impl<'t> Node<'t> {
    fn new(head: Head<'t>) -> Self {
        Self { head, text: Cow::Borrowed(""), sections: false, first: None, last: None, next: None }
    }

    fn add_text(&mut self, text: Cow<'t, str>, section: bool) {
        if section && !self.sections {
            self.sections = true;
            self.text = text;
        } else if section == self.sections {
            if !self.text.is_empty() {
                self.text.to_mut().push_str(&text);
            } else if section || !text.trim().is_empty() {
                self.text = text;
            }
        }
    }
}

impl<'t> Tree<'t> {
    pub(super) fn root(&self) -> Element<'_, 't> {
        Element { tree: self, at: 0 }
    }

    fn add(&mut self, parent: usize, head: Head<'t>) -> usize {
        let at = self.nodes.len();
        let id = u32::try_from(at).ok();
        self.nodes.push(Node::new(head));
        match self.nodes[parent].last {
            Some(last) => self.nodes[last as usize].next = id,
            None => self.nodes[parent].first = id,
        }
        self.nodes[parent].last = id;
        at
    }
}

/// An element of a [`Tree`].
#[derive(Clone, Copy)]
pub(super) struct Element<'a, 't> {
    tree: &'a Tree<'t>,
    at: usize,
}

impl<'a, 't> Element<'a, 't> {
    pub(super) fn name(self) -> &'t str {
        self.node().head.name
    }

    /// The value of an attribute; none where it is absent or empty.
    pub(super) fn attribute(self, name: &str) -> Option<Cow<'t, str>> {
        self.node().head.attribute(name)
    }

    /// The same as a text of its own, empty where it is absent.
    pub(super) fn owned(self, name: &str) -> String {
        self.attribute(name).map(Cow::into_owned).unwrap_or_default()
    }

    /// Whether an attribute has this value.
    pub(super) fn is(self, name: &str, value: &str) -> bool {
        self.attribute(name).is_some_and(|found| found == value)
    }

    /// The text directly in it: that of its CDATA sections, joined, or else the plain text
    /// without the space around it.
    pub(super) fn text(self) -> &'a str {
        let node = self.node();
        if node.sections { &node.text } else { node.text.trim() }
    }

    /// What stands between its `<` and `>`: a slice of the file.
    pub(super) fn begin(self) -> &'t str {
        self.node().head.tag
    }

    pub(super) fn first(self) -> Option<Self> {
        self.go(self.node().first)
    }

    pub(super) fn next(self) -> Option<Self> {
        self.go(self.node().next)
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.first(), |child| child.next())
    }

    /// The children of a name.
    pub(super) fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first child of a name.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.named(name).next()
    }

    /// The grandchildren of a name, in all children of another.
    pub(super) fn within(self, list: &str, name: &str) -> impl Iterator<Item = Self> {
        self.named(list).flat_map(move |list| list.named(name))
    }

    /// What a person wrote of it in a child element (`Description`, `Comment`), in the first
    /// language of a translated project.
    pub(super) fn remark(self, name: &str) -> Option<String> {
        let remark = self.child(name)?;
        let text = match remark.text() {
            "" => remark.children().map(Self::text).find(|text| !text.trim().is_empty())?,
            text => text,
        };
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn go(self, id: Option<u32>) -> Option<Self> {
        Some(Self { tree: self.tree, at: id? as usize })
    }

    fn node(self) -> &'a Node<'t> {
        &self.tree.nodes[self.at]
    }
}
