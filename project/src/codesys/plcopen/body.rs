//! Code of all languages.

use roxmltree::Node;

use super::{graph, sequence};
use crate::{
    line_index::LineIndex,
    model::{Body, Code, Language, Origins, Rung},
    xml,
};

/// Reads the code in a `body`; `None` if the body is empty. `cut` gets the numbers of the networks
/// that are not shown completely.
pub(super) fn read(lines: &LineIndex<'_>, body: Node<'_, '_>, cut: &mut Vec<u32>) -> Option<Code> {
    // A continuous chart is in `addData`, next to an empty function block diagram.
    let added = xml::child(body, "addData").into_iter().flat_map(|it| xml::children(it, "data"));
    let code = added.flat_map(|data| data.children()).chain(body.children());
    let code = code.into_iter().find(|it| language(*it).is_some())?;
    let language = language(code)?;
    let mut origins = Origins::default();
    let body = match language {
        Language::St | Language::Il => {
            let (text, places) = text(lines, code);
            origins = places;
            Body::Text(text)
        }
        Language::Sfc => rungs(sequence::read(lines, code)),
        _ => rungs(graph::read(lines, code, cut)),
    };
    Some(Code { language, body, origins, ..Code::default() })
}

fn language(node: Node<'_, '_>) -> Option<Language> {
    Some(match node.tag_name().name() {
        "ST" => Language::St,
        "IL" => Language::Il,
        "LD" => Language::Ld,
        "FBD" => Language::Fbd,
        "SFC" => Language::Sfc,
        "CFC" => Language::Cfc,
        _ => return None,
    })
}

/// The text in `xhtml`, without that in `addData` next to it, and the places of its lines.
fn text(lines: &LineIndex<'_>, code: Node<'_, '_>) -> (String, Origins) {
    let (mut text, mut origins, mut count) = (String::new(), Origins::default(), 0);
    let documents = code.children().filter(|it| it.tag_name().name() == "xhtml");
    for node in documents.flat_map(|it| it.descendants()).filter(Node::is_text) {
        let piece = node.text().unwrap_or_default().replace("\r\n", "\n");
        origins.append(count, lines.position(node.range().start), &piece);
        count += piece.matches('\n').count();
        text.push_str(&piece);
    }
    (text, origins)
}

fn rungs(rungs: Vec<Rung>) -> Body {
    if rungs.is_empty() { Body::Absent } else { Body::Rungs(rungs) }
}
