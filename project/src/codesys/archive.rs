//! The generic archive inside of a `.export`: nodes with a field name, a type and a content.
//!
//! `Single` is a scalar or an object, `List`, `List2` and `Array` hold items, `Dictionary` and
//! `Dictionary2` entries of key and value, `Null` nothing. What a node is called says what it
//! means; its position says nothing. Base64 content (`Array Type="byte"`) is never looked into.

use std::borrow::Cow;

use roxmltree::Node;

use crate::xml;

/// One node of the archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a, 'input>(Node<'a, 'input>);

impl<'a, 'input: 'a> Item<'a, 'input> {
    pub(super) fn new(node: Node<'a, 'input>) -> Self {
        Self(node)
    }

    /// A field of an object, unless it is null.
    pub(super) fn field(self, name: &str) -> Option<Self> {
        self.items().find(|item| item.name() == Some(name) && !item.is_null())
    }

    /// The items of a list, or the fields of an object.
    pub(super) fn items(self) -> impl Iterator<Item = Self> {
        self.0.children().filter(Node::is_element).map(Self)
    }

    /// The items of the list in a field. Some lists are objects that hold a list, of the same name
    /// or another.
    pub(super) fn list(self, name: &str) -> Vec<Self> {
        let mut found = self.field(name);
        // An object around the list, and at most one more around that.
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

    /// All nodes below, in order, with this one.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        self.0.descendants().filter(Node::is_element).map(Self)
    }

    /// Where its text begins in the file, in bytes: at the first text in it that is not blank.
    pub(super) fn begin(self) -> usize {
        xml::text_begin(self.0)
    }

    /// Where its own text begins in the file, in bytes.
    pub(super) fn text_begin(self) -> usize {
        self.0.first_child().unwrap_or(self.0).range().start
    }

    /// What a scalar says.
    pub(super) fn text(self) -> Cow<'a, str> {
        xml::text(self.0)
    }

    /// What a scalar field says, without blanks around it; `None` where it says nothing.
    pub(super) fn scalar(self, name: &str) -> Option<Cow<'a, str>> {
        let text = self.field(name)?.text();
        let trimmed = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        (!trimmed.is_empty()).then_some(trimmed)
    }

    /// Whether a scalar field says `True`.
    pub(super) fn flag(self, name: &str) -> bool {
        self.scalar(name).is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    /// The field that it is.
    pub(super) fn name(self) -> Option<&'a str> {
        self.0.attribute("Name")
    }

    /// The begin of its type's GUID: eight digits, in small letters.
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

/// Eight digits tell GUIDs of types apart; without braces, in small letters.
pub(super) fn guid_key(guid: &str) -> Option<String> {
    let digits = guid.trim().trim_start_matches('{').get(..8)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| digits.to_ascii_lowercase())
}
