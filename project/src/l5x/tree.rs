//! An element of an L5X file with everything in it, and its place.

use std::borrow::Cow;

use quick_xml::{escape::unescape, events::attributes::Attributes};

use crate::{Position, line_index::LineIndex};

/// The start tag of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'t> {
    /// The name of the element.
    pub(super) name: &'t str,
    /// The text between `<` and `>`.
    tag: &'t str,
}

impl<'t> Head<'t> {
    /// Creates a head from the text between `<` and `>`, and the length of the name.
    pub(super) fn new(tag: &'t str, name: usize) -> Self {
        Self { name: tag.get(..name).unwrap_or(tag), tag }
    }

    /// The value of an attribute; `None` if it is absent or empty.
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

/// The places of elements in a file. Cheap if the lookups are in the order of the file.
#[derive(Clone, Copy)]
pub(super) struct Places<'a, 't> {
    /// The name of the file.
    pub(super) file: &'a str,
    text: &'t str,
    lines: &'a LineIndex<'t>,
}

impl<'a, 't> Places<'a, 't> {
    pub(super) fn new(file: &'a str, text: &'t str, lines: &'a LineIndex<'t>) -> Self {
        Self { file, text, lines }
    }

    /// The place where an element begins.
    pub(super) fn begin(self, element: Element<'_, 't>) -> Position {
        self.begin_of(&element.node().head)
    }

    /// The place where the element with this start tag begins.
    pub(super) fn begin_of(self, head: &Head<'_>) -> Position {
        // The `<` belongs to the element, and is before its name.
        self.lines.position(self.byte(head).saturating_sub(1))
    }

    /// The place where an element begins, in bytes.
    pub(super) fn start(self, element: Element<'_, 't>) -> usize {
        self.byte(&element.node().head).saturating_sub(1)
    }

    /// The place of the text directly in an element, after blanks and the start of its CDATA section.
    pub(super) fn text(self, element: Element<'_, 't>) -> Position {
        let head = &element.node().head;
        let behind = self.byte(head) + head.tag.len() + 1;
        let rest = self.text.get(behind..).unwrap_or_default().trim_start();
        let rest = rest.strip_prefix("<![CDATA[").unwrap_or(rest);
        self.lines.position(self.text.len() - rest.len())
    }

    fn byte(self, head: &Head<'_>) -> usize {
        let begin = head.tag.as_ptr() as usize;
        begin.saturating_sub(self.text.as_ptr() as usize)
    }
}

/// An element with everything in it.
pub(super) struct Tree<'t> {
    nodes: Vec<Node<'t>>,
}

struct Node<'t> {
    head: Head<'t>,
    text: Cow<'t, str>,
    /// Whether the text comes from CDATA sections: then the text between them is only layout.
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
    pub(super) fn new(head: Head<'t>) -> Self {
        Self { nodes: vec![Node::new(head)] }
    }

    pub(super) fn root(&self) -> Element<'_, 't> {
        Element { tree: self, at: 0 }
    }

    /// Adds an element to another one, and returns its index.
    pub(super) fn add(&mut self, parent: usize, head: Head<'t>) -> usize {
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

    /// Adds text to an element.
    pub(super) fn add_text(&mut self, element: usize, text: Cow<'t, str>, section: bool) {
        self.nodes[element].add_text(text, section);
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

    /// The value of an attribute; `None` if it is absent or empty.
    pub(super) fn attribute(self, name: &str) -> Option<Cow<'t, str>> {
        self.node().head.attribute(name)
    }

    /// The value of an attribute as a `String`; empty if it is absent.
    pub(super) fn owned(self, name: &str) -> String {
        self.attribute(name).map(Cow::into_owned).unwrap_or_default()
    }

    /// Whether an attribute has this value.
    pub(super) fn is(self, name: &str, value: &str) -> bool {
        self.attribute(name).is_some_and(|found| found == value)
    }

    /// The text directly in the element: that of its CDATA sections, joined, otherwise the plain
    /// text without the blanks around it.
    pub(super) fn text(self) -> &'a str {
        let node = self.node();
        if node.sections { &node.text } else { node.text.trim() }
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

    /// The children with this name.
    pub(super) fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first child with this name.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.named(name).next()
    }

    /// The grandchildren with a name, in all children with another name.
    pub(super) fn within(self, list: &str, name: &str) -> impl Iterator<Item = Self> {
        self.named(list).flat_map(move |list| list.named(name))
    }

    /// The text of a child element for comments (`Description`, `Comment`), in the first language
    /// of a translated project.
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
