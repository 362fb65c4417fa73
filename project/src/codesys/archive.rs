//! The generic archive in a `.export` file: nodes with a field name, a type and contents.
//!
//! `Single` is a scalar or an object; `List`, `List2` and `Array` have items; `Dictionary` and
//! `Dictionary2` have entries of key and value; `Null` has no contents. The name of a node
//! determines its meaning, its position does not. Base64 contents (`Array Type="byte"`) are never
//! parsed.

use std::{borrow::Cow, ops::Range};

use roxmltree::Node;

use crate::xml;

/// A node of the archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a, 'input>(Node<'a, 'input>);

impl<'a, 'input: 'a> Item<'a, 'input> {
    pub(super) fn new(node: Node<'a, 'input>) -> Self {
        Self(node)
    }

    /// Returns a field of an object; `None` if it is missing or null.
    pub(super) fn field(self, name: &str) -> Option<Self> {
        self.items().find(|item| item.name() == Some(name) && !item.is_null())
    }

    /// The items of a list, or the fields of an object.
    pub(super) fn items(self) -> impl Iterator<Item = Self> {
        self.0.children().filter(Node::is_element).map(Self)
    }

    /// The items of the list in a field. Some lists are in an object, with the same or another name.
    pub(super) fn list(self, name: &str) -> Vec<Self> {
        let mut found = self.field(name);
        // At most two objects are around the list.
        for _ in 0..2 {
            match found {
                Some(item) if item.tag() == "Single" => {
                    found = item.items().find(|inner| inner.is_list());
                }
                _ => break,
            }
        }
        found.filter(|item| item.is_list()).map_or_else(Vec::new, |item| item.items().collect())
    }

    /// This node and all nodes below it, in order.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        self.0.descendants().filter(Node::is_element).map(Self)
    }

    /// The place of the node in the file, in bytes.
    pub(super) fn range(self) -> Range<usize> {
        self.0.range()
    }

    /// The place of its text in the file, in bytes: the first text in the node that is not blank.
    pub(super) fn begin(self) -> usize {
        xml::text_begin(self.0)
    }

    /// The place of its own text in the file, in bytes.
    pub(super) fn text_begin(self) -> usize {
        self.0.first_child().unwrap_or(self.0).range().start
    }

    /// The text of a scalar without escapes; `None` for a node that contains others.
    pub(super) fn own_text(self) -> Option<&'a str> {
        let mut inside = self.0.children();
        let text = inside.next().filter(|it| it.is_text() && self.tag() == "Single")?.text()?;
        inside.next().is_none().then_some(text)
    }

    /// The text of a scalar.
    pub(super) fn text(self) -> Cow<'a, str> {
        xml::text(self.0)
    }

    /// The text of a scalar field, without blanks around it; `None` if it is missing or empty.
    pub(super) fn scalar(self, name: &str) -> Option<Cow<'a, str>> {
        let text = self.field(name)?.text();
        let trimmed = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        (!trimmed.is_empty()).then_some(trimmed)
    }

    /// Whether a scalar field is `True`.
    pub(super) fn flag(self, name: &str) -> bool {
        self.scalar(name).is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    /// The name of the field.
    pub(super) fn name(self) -> Option<&'a str> {
        self.0.attribute("Name")
    }

    /// The key of its type: see [`guid_key`].
    pub(super) fn type_key(self) -> Option<String> {
        guid_key(self.0.attribute("Type")?)
    }

    fn tag(self) -> &'a str {
        self.0.tag_name().name()
    }

    fn is_null(self) -> bool {
        self.tag() == "Null"
    }

    fn is_list(self) -> bool {
        matches!(self.tag(), "List" | "List2" | "Array")
    }
}

/// The first eight digits of a GUID, in lower case and without braces, which identify a type.
pub(super) fn guid_key(guid: &str) -> Option<String> {
    let digits = guid.trim().trim_start_matches('{').get(..8)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| digits.to_ascii_lowercase())
}
