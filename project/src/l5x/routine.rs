//! Routines: ladder and structured text here, diagrams and sequences beside.

use super::{diagram, sequence, tree::Element};
use crate::{Body, Language, Routine, Rung};

/// A `Routine` element of this program or add-on instruction.
pub(super) fn read(element: Element<'_, '_>, owner: &str) -> Routine {
    let content = content(element);
    Routine {
        name: element.owned("Name"),
        owner: owner.to_owned(),
        language: language(element, content),
        body: content.map_or(Body::Absent, body),
        comment: element.remark("Description"),
        origin: None,
    }
}

/// What the code of a routine begins with: its first rung, line, sheet or step.
pub(super) fn begin<'t>(element: Element<'_, 't>) -> Option<&'t str> {
    Some(content(element)?.first()?.begin())
}

/// While an edit is pending there are several: what runs is the original.
fn content<'a, 't>(element: Element<'a, 't>) -> Option<Element<'a, 't>> {
    let contents = element.children().filter(|child| child.name().ends_with("Content"));
    contents.min_by_key(|content| match content.attribute("OnlineEditType") {
        Some(edit) if edit == "Original" => 0,
        None => 1,
        Some(_) => 2,
    })
}

/// The `EncodedData` that stands for a routine whose source is protected.
pub(super) fn protected(element: Element<'_, '_>, owner: &str) -> Routine {
    Routine {
        name: element.owned("Name"),
        owner: owner.to_owned(),
        language: language(element, None),
        body: Body::Protected,
        comment: element.remark("Description"),
        origin: None,
    }
}

fn language(routine: Element<'_, '_>, content: Option<Element<'_, '_>>) -> Language {
    let by_content = content.and_then(|content| content.name().strip_suffix("Content"));
    match routine.attribute("Type").as_deref().or(by_content) {
        Some("RLL") => Language::Ld,
        Some("ST") => Language::St,
        Some("FBD") => Language::Fbd,
        Some("SFC") => Language::Sfc,
        _ => Language::Other,
    }
}

fn body(content: Element<'_, '_>) -> Body {
    match content.name() {
        "RLLContent" => Body::Rungs(content.named("Rung").filter_map(rung).collect()),
        "FBDContent" => Body::Rungs(content.named("Sheet").map(diagram::sheet).collect()),
        "SFCContent" => Body::Text(sequence::text(content)),
        "STContent" => Body::Text(lines(content)),
        _ => Body::Absent,
    }
}

/// The lines of an `STContent`.
pub(super) fn lines(content: Element<'_, '_>) -> String {
    let lines: Vec<&str> = content.named("Line").map(Element::text).collect();
    lines.join("\n")
}

fn rung(element: Element<'_, '_>) -> Option<Rung> {
    let edited = element.attribute("Type").unwrap_or("N".into());
    // What an edit that is not finished would insert or put in place of another (1756-RM084,
    // rung types): inserted, replacing, and pending ones of both.
    if matches!(&*edited, "I" | "IR" | "rI" | "rR" | "e" | "er") {
        return None;
    }
    Some(Rung {
        number: element.attribute("Number").and_then(|number| number.parse().ok()).unwrap_or(0),
        comment: element.remark("Comment"),
        text: element.child("Text").map(|text| text.text().to_owned()).unwrap_or_default(),
        ..Rung::default()
    })
}
