//! Requests about SimaticML, generated from the files without our parser.

use roxmltree::{Document, Node};
use tagbridge_project::Source;

use crate::{judge::Verdict, logix::own, table::Request};

const NEW: &str = "Zq_By_Test";

fn inside<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|it| it.tag_name().name() == name)
}

fn said<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    inside(node, "AttributeList")
        .and_then(|it| inside(it, name))
        .and_then(|it| it.text())
        .unwrap_or_default()
        .trim()
}

/// Whether an object already has a comment.
fn has_comment(node: Node<'_, '_>) -> bool {
    let texts = inside(node, "ObjectList").into_iter().flat_map(|it| it.children());
    let mut own = texts.filter(|it| it.attribute("CompositionName") == Some("Comment"));
    own.any(|it| it.descendants().any(|it| it.tag_name().name() == "Text" && it.text().is_some()))
}

/// The requests of the table for which the files have a subject.
pub(crate) fn requests(source: &Source) -> Vec<Request> {
    let texts: Vec<String> = source
        .files
        .iter()
        .filter(|it| it.path.to_lowercase().ends_with(".xml"))
        .map(|it| String::from_utf8_lossy(&it.bytes).trim_start_matches('\u{feff}').to_owned())
        .collect();
    let whole: String = source.files.iter().map(|it| String::from_utf8_lossy(&it.bytes)).collect();
    let mut all = Vec::new();
    for text in &texts {
        let Ok(document) = Document::parse(text) else { continue };
        for object in document.root_element().children().filter(Node::is_element) {
            let kind = object.tag_name().name();
            let name = said(object, "Name");
            if !kind.starts_with("SW.") || name.is_empty() {
                continue;
            }
            let twice = whole.matches(&format!("<Name>{name}</Name>")).count() > 1;
            if !twice {
                object_requests(object, kind, name, &whole, &mut all);
            }
        }
    }
    all
}

fn object_requests(
    object: Node<'_, '_>,
    kind: &str,
    name: &str,
    whole: &str,
    all: &mut Vec<Request>,
) {
    let mut add = |row, prompt: String, verdict| all.push(Request { row, prompt, verdict });
    let insertions = |text: &str| Verdict::Insertions(own(&[NEW, text]));
    let copy = || Verdict::Copy { from: name.to_owned(), to: NEW.to_owned() };
    if !has_comment(object)
        && kind != "SW.Tags.PlcTagTable"
        && inside(object, "ObjectList").is_some()
    {
        add("comment", format!("Comment `{name}` with 'Said {NEW}'"), insertions("Said"));
    }
    let list = inside(object, "ObjectList");
    let parts = |of: &'static str| {
        list.into_iter().flat_map(|it| it.children()).filter(move |it| it.tag_name().name() == of)
    };
    match kind {
        "SW.Tags.PlcTagTable" => {
            if parts("SW.Tags.PlcTag").next().is_some() {
                let prompt = format!("Add a tag {NEW} of type Bool to `{name}`");
                add("add tag", prompt, insertions("Bool"));
            }
            for tag in parts("SW.Tags.PlcTag") {
                let tag_name = said(tag, "Name");
                let quoted = format!("\"{tag_name}\"");
                let marks = [format!("<Name>{tag_name}</Name>"), format!("Name={quoted}")];
                let known =
                    marks.iter().map(|it| whole.matches(it.as_str()).count()).sum::<usize>();
                // The name only occurs in its table, in accesses, and in sources.
                if known == whole.matches(tag_name).count() {
                    let prompt = format!("Rename `{tag_name}` to {NEW}");
                    let (from, to) = (tag_name.to_owned(), NEW.to_owned());
                    add("rename", prompt, Verdict::Renamed { from, to });
                    if known == 1 {
                        let prompt = format!("Delete the unused tag `{tag_name}`");
                        add("delete unused", prompt, Verdict::Deletion(own(&[tag_name])));
                    }
                }
                if !has_comment(tag) {
                    let prompt = format!("Comment tag `{tag_name}` with 'Said {NEW}'");
                    add("comment", prompt, insertions("Said"));
                }
            }
        }
        "SW.Blocks.GlobalDB" | "SW.Types.PlcStruct" => {
            let is_type = kind == "SW.Types.PlcStruct";
            let sections = object.descendants().find(|it| it.tag_name().name() == "Section");
            let members: Vec<Node<'_, '_>> = sections
                .into_iter()
                .flat_map(|it| it.children())
                .filter(Node::is_element)
                .collect();
            if is_type {
                let prompt = format!("Add a member {NEW} of type Int to `{name}`");
                add("UDT member", prompt, insertions("Int"));
            } else if !members.is_empty() {
                let prompt = format!("Füge in `{name}` eine Variable {NEW} vom Typ Real hinzu");
                add("add tag", prompt, insertions("Real"));
            }
            add("duplicate", format!("Duplicate `{name}` as {NEW}"), copy());
            if is_type && whole.matches(name).count() == 1 {
                let prompt = format!("Delete the unused type `{name}`");
                add("delete unused", prompt, Verdict::Gone(name.to_owned()));
            }
            for member in members.iter().filter(|_| !is_type) {
                let of = member.attribute("Name").unwrap_or_default();
                let value = match member.attribute("Datatype").unwrap_or_default() {
                    "Int" | "DInt" => "77",
                    "Real" => "12.5",
                    "Time" => "T#7s",
                    _ => continue,
                };
                let prompt = format!("Change the value of `{of}` in `{name}` to {value}");
                let verdict = match inside(*member, "StartValue").and_then(|it| it.text()) {
                    Some(from) => {
                        let (from, to) = (from.to_owned(), value.to_owned());
                        Verdict::Replaced { from, to, places: 1 }
                    }
                    None => {
                        Verdict::Insertions(own(&[&format!("<StartValue>{value}</StartValue>")]))
                    }
                };
                add("preset", prompt, verdict);
            }
        }
        "SW.Blocks.FB" | "SW.Blocks.FC" | "SW.Blocks.OB" => {
            for (number, network) in (1..).zip(parts("SW.Blocks.CompileUnit")) {
                if !has_comment(network) && inside(network, "ObjectList").is_some() {
                    let prompt = format!("Comment network {number} of `{name}` with 'Said {NEW}'");
                    add("comment", prompt, insertions("Said"));
                }
            }
        }
        _ => {}
    }
}
