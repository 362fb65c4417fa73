//! SimaticML: the XML of TIA Portal Openness and of version control workspaces.
//!
//! The namespaces contain versions that make no difference here, so only the local names of
//! elements are used.

mod access;
mod graph;
mod interface;
mod ladder;
mod multilingual;
mod network;
mod object;
mod statements;
mod structured;
mod tag_table;

use roxmltree::{Document, Node};

use super::found::Found;
use crate::says::{Noted, Where};
use crate::{MentionKind, NoteKind, Vendor, line_index::LineIndex, outside::Outside, xml};

/// Whether a document is SimaticML.
pub(super) fn is(document: &Document<'_>) -> bool {
    document.root_element().tag_name().name() == "Document"
}

/// Reads all blocks, types and tag tables of a document.
pub(super) fn read(file: &str, document: &Document<'_>, found: &mut Found) {
    let root = document.root_element();
    let with_defaults = xml::descend(root, &["DocumentInfo", "ExportSetting"])
        .is_some_and(|setting| xml::text(setting).contains("WithDefaults"));
    let lines = LineIndex::new(document.input_text());
    multilingual::all(root, &mut found.translations);
    for object in elements(root) {
        let name = object.tag_name().name();
        if name == "SW.Tags.PlcTagTable" {
            tag_table::read(object, found);
        } else if let Some(kind) = object::kind(name) {
            if let Some(block) = object::read((file, &lines), object, kind, with_defaults) {
                found.blocks.push(block);
            } else {
                let subject = Where::LineOf { file, line: xml::line(object) };
                found.note(NoteKind::Unreadable, &subject, &Noted::NoName { kind });
            }
        } else if !["Engineering", "DocumentInfo"].contains(&name) {
            let subject = Where::LineOf { file, line: xml::line(object) };
            found.note(NoteKind::Skipped, &subject, &Noted::NothingToReadOf { name });
            outside((file, &lines), object, found);
        }
    }
}

/// Reads the texts of a watch table, an alarm or another object that may name tags.
fn outside((file, lines): (&str, &LineIndex<'_>), object: Node<'_, '_>, found: &mut Found) {
    let by = attribute(object, "Name").unwrap_or_default();
    for node in object.descendants().filter(Node::is_element) {
        let said = (node.tag_name().name(), node.text().unwrap_or_default());
        let origin = || lines.origin(file, xml::text_begin(node));
        let kind = (Vendor::Siemens, MentionKind::Shown);
        found.outside.extend(Outside::read(kind, &by, said, origin));
    }
}

fn elements<'a, 'input>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}

/// The text of an attribute that is written as an element; `None` if it is missing or empty.
fn attribute(object: Node<'_, '_>, name: &str) -> Option<String> {
    let node = xml::descend(object, &["AttributeList", name])?;
    Some(xml::text(node).trim().to_owned()).filter(|text| !text.is_empty())
}
