//! Code.

use roxmltree::Node;

use super::{graph, sequence, types};
use crate::{
    model::{Body, Language, Rung},
    xml,
};

/// The code of a POU, a method or an action. `None` where it has none.
pub(super) fn read(node: Node<'_, '_>) -> Option<(Language, Body)> {
    let body = xml::child(node, "body")?;
    // A continuous chart stands in `addData`, beside an empty function block diagram.
    let added = xml::child(body, "addData").into_iter().flat_map(|it| xml::children(it, "data"));
    let code = added.flat_map(|data| data.children()).chain(body.children());
    let code = code.into_iter().find(|it| language(*it).is_some())?;
    let language = language(code)?;
    let body = match language {
        Language::St | Language::Il => Body::Text(lines(&text(code))),
        Language::Sfc => rungs(sequence::read(code)),
        _ => rungs(graph::read(code)),
    };
    Some((language, body))
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

/// What stands in `xhtml`, and not in `addData` beside it.
fn text(code: Node<'_, '_>) -> String {
    let documents = code.children().filter(|it| it.tag_name().name() == "xhtml");
    documents.map(types::document).collect()
}

fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

fn rungs(rungs: Vec<Rung>) -> Body {
    if rungs.is_empty() { Body::Absent } else { Body::Rungs(rungs) }
}
