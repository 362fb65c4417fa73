//! The declaration and the code of an object.

use super::{
    super::archive::Item,
    chart, continuous,
    network::{self, Shape},
};
use crate::{
    line_index::LineIndex,
    model::{Body, Code, Language, Origins, Rung},
};

/// The text of an object's declaration.
pub(super) fn declaration(object: Item<'_, '_>) -> Option<String> {
    text(object.field("Interface")?)
}

/// The code of an object, in its language; `None` if it has none.
pub(super) fn implementation(
    file: &str,
    lines: &LineIndex<'_>,
    object: Item<'_, '_>,
) -> Option<Code> {
    let implementation = object.field("Implementation")?;
    let origin = Some(lines.origin(file, implementation.begin()));
    if let Some(text) = text(implementation) {
        let origins = origins(lines, implementation, &text);
        let body = Body::Text(text);
        return Some(Code { language: Language::St, body, origin, origins });
    }
    let rungs = |rungs: Vec<Rung>| {
        if rungs.is_empty() { Body::Absent } else { Body::Rungs(rungs) }
    };
    let (language, body) = match implementation.type_key().as_deref() {
        Some("25e509de") => {
            let (shape, networks) = network::read(lines, implementation);
            let language = match shape {
                Shape::Ladder => Language::Ld,
                Shape::Blocks => Language::Fbd,
                Shape::List => Language::Il,
            };
            (language, rungs(networks))
        }
        // The newer ladder editor: the format of its networks is not documented.
        Some("f0fda5b8") => (Language::Ld, Body::Absent),
        Some("74f81948") => (Language::Sfc, rungs(chart::sequential(lines, implementation))),
        Some("32d3375e") => (Language::Cfc, rungs(continuous::read(lines, implementation))),
        _ => (Language::Other, Body::Absent),
    };
    Some(Code { language, body, origin, ..Code::default() })
}

/// The text of an aspect: a single text in new files, separate lines in old ones.
fn text(aspect: Item<'_, '_>) -> Option<String> {
    let document = aspect.field("TextDocument")?;
    if let Some(blob) = document.field("TextBlobForSerialisation") {
        return Some(blob.text().replace("\r\n", "\n"));
    }
    document.field("TextLines")?;
    let lines: Vec<_> = document
        .list("TextLines")
        .into_iter()
        .map(|line| line.field("Text").map(Item::text).unwrap_or_default())
        .collect();
    Some(lines.join("\n"))
}

/// The places of the lines of a text in the file.
fn origins(lines: &LineIndex<'_>, aspect: Item<'_, '_>, text: &str) -> Origins {
    let Some(document) = aspect.field("TextDocument") else { return Origins::default() };
    if let Some(blob) = document.field("TextBlobForSerialisation") {
        return Origins::verbatim(lines.position(blob.text_begin()), text);
    }
    let mut origins = Origins::default();
    for (number, line) in document.list("TextLines").into_iter().enumerate() {
        if let Some(text) = line.field("Text") {
            origins.line(number, lines.position(text.text_begin()), 0);
        }
    }
    origins
}
