//! Uses of a tag in an L5X file outside code.

use std::ops::Range;

use tagbridge_diff::units::key;
use tagbridge_project::MentionKind;

use super::{
    File, Node,
    find::{Scope, ScopeKind},
};
use crate::element::{attribute, section};

/// A use of a tag.
pub(super) struct Use {
    pub(super) at: Range<usize>,
    /// Its unit.
    pub(super) unit: String,
    pub(super) shown: String,
    /// Whether it is in code.
    pub(super) in_code: bool,
}

/// Uses of the tag in attributes and data: operands of messages, motion, events, alarms, the safety
/// tag map.
pub(super) fn uses(file: &File<'_, '_>, scope: &Scope<'_, '_>, name: &str) -> Vec<Use> {
    let text = &file.text.text;
    let document = file.root.document();
    let mut found = Vec::new();
    for mention in &file.context.logic.project.mentions {
        let is_seen = match scope.kind {
            ScopeKind::Program => mention.scope.eq_ignore_ascii_case(scope.name()),
            ScopeKind::Controller => {
                mention.scope.is_empty()
                    || file.scopes().iter().all(|it| {
                        !it.name().eq_ignore_ascii_case(&mention.scope) || it.tag(name).is_none()
                    })
            }
            ScopeKind::AddOn => false,
        };
        if !is_seen || roots(&mention.operand, name).is_empty() {
            continue;
        }
        let at_line = |element: &Node<'_, '_>| {
            document.text_pos_at(element.range().start).row == mention.origin.line
        };
        let ranges = file.root.descendants().filter(Node::is_element).filter_map(|element| {
            let range = match mention.field.as_str() {
                "SafetyTagMap" if element.has_tag_name("SafetyTagMap") => {
                    element.first_child().map(|it| it.range())
                }
                "Text" if element.has_tag_name("Text") => section(text, element),
                field => attribute(element, field),
            };
            range.filter(|_| at_line(&element))
        });
        let unit = match mention.kind {
            MentionKind::Event => key("task", &mention.by),
            MentionKind::Connected if mention.field == "EndPoint2" => {
                key("connection", &mention.other)
            }
            _ => String::new(),
        };
        for range in ranges {
            let places = in_operand(&text[range.clone()], name).into_iter();
            // A message of an alarm names tags between `/*` and `*/` alone.
            let is_named = |it: &Range<usize>| {
                let before = &text[range.start..range.start + it.start];
                mention.field != "Text" || before.rfind("/*") > before.rfind("*/")
            };
            found.extend(places.filter(is_named).map(|it| Use {
                at: range.start + it.start..range.start + it.end,
                unit: unit.clone(),
                shown: mention.by.clone(),
                in_code: false,
            }));
        }
    }
    // Both sides of a map may name one tag, and one element may contain several operands.
    found.sort_by_key(|it| it.at.start);
    found.dedup_by_key(|it| it.at.start);
    found
}

pub(super) fn in_operand(operand: &str, name: &str) -> Vec<Range<usize>> {
    roots(operand, name)
}

/// The positions of a name that is not a member, not a part of a module's name and not in a text.
pub(super) fn roots(text: &str, name: &str) -> Vec<Range<usize>> {
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    let mut found = Vec::new();
    let mut quoted = false;
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        if char == '\'' {
            quoted = !quoted;
        }
        if quoted || !is_name(char) {
            at += char.len_utf8();
            continue;
        }
        let length = text[at..].find(|it| !is_name(it)).unwrap_or(text.len() - at);
        let is_root = !text[..at].ends_with(['.', '\\']);
        if is_root && text[at..at + length].eq_ignore_ascii_case(name) {
            found.push(at..at + length);
        }
        at += length;
    }
    found
}
