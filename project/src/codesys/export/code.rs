//! Declarations and code of an object.

use super::{
    super::archive::Item,
    chart,
    network::{self, Shape},
};
use crate::{
    model::{Body, Language, Origin, Rung},
    xml::Lines,
};

/// The text of an object's declaration.
pub(super) fn declaration(object: Item<'_, '_>) -> Option<String> {
    text(object.field("Interface")?)
}

/// An object's code, in what it is written in. `None` where it has none.
pub(super) fn implementation(object: Item<'_, '_>) -> Option<(Language, Body)> {
    let implementation = object.field("Implementation")?;
    if let Some(text) = text(implementation) {
        return Some((Language::St, Body::Text(text)));
    }
    let rungs = |rungs: Vec<Rung>| {
        if rungs.is_empty() { Body::Absent } else { Body::Rungs(rungs) }
    };
    Some(match implementation.type_key().as_deref() {
        Some("25e509de") => {
            let (shape, networks) = network::read(implementation);
            let language = match shape {
                Shape::Ladder => Language::Ld,
                Shape::Blocks => Language::Fbd,
                Shape::List => Language::Il,
            };
            (language, rungs(networks))
        }
        // The networks of the newer ladder editor, of which no public file tells the form.
        Some("f0fda5b8") => (Language::Ld, Body::Absent),
        Some("74f81948") => (Language::Sfc, rungs(chart::sequential(implementation))),
        Some("32d3375e") => (Language::Cfc, rungs(chart::continuous(implementation))),
        _ => (Language::Other, Body::Absent),
    })
}

/// Where an object's code begins in its file.
pub(super) fn origin(file: &str, object: Item<'_, '_>, lines: &Lines<'_>) -> Option<Origin> {
    Some(lines.origin(file, object.field("Implementation")?.begin()))
}

/// Whole in new files, line by line in old ones.
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
