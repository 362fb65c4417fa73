//! Routines: ladder and structured text; diagrams and charts are in other modules.

use tagbridge_code::Chart;

use super::{
    diagram, sequence,
    tree::{Element, Places},
};
use crate::{Body, Language, Origin, Origins, Position, Routine, Rung};

/// Reads a `Routine` element of this program or add-on instruction.
pub(super) fn read<'t>(places: Places<'_, 't>, element: Element<'_, 't>, owner: &str) -> Routine {
    let content = content(element);
    // The code begins at its first rung, line, sheet or step.
    let origin = content.and_then(Element::first).map(|first| {
        let Position { line, column } = places.begin(first);
        Origin { file: places.file.to_owned(), line, column }
    });
    let mut chart = None;
    let (body, origins) = content.map_or_else(Default::default, |it| body(places, it, &mut chart));
    Routine {
        name: element.owned("Name"),
        owner: owner.to_owned(),
        language: language(element, content),
        body,
        comment: element.remark("Description"),
        origin,
        origins,
        chart: chart.map(Box::new),
    }
}

/// The contents of a routine. During an online edit there are several; the original one is executed.
fn content<'a, 't>(element: Element<'a, 't>) -> Option<Element<'a, 't>> {
    let contents = element.children().filter(|child| child.name().ends_with("Content"));
    contents.min_by_key(|content| match content.attribute("OnlineEditType") {
        Some(edit) if edit == "Original" => 0,
        None => 1,
        Some(_) => 2,
    })
}

/// Reads the `EncodedData` of a protected routine.
pub(super) fn protected(element: Element<'_, '_>, owner: &str) -> Routine {
    Routine {
        name: element.owned("Name"),
        owner: owner.to_owned(),
        language: language(element, None),
        body: Body::Protected,
        comment: element.remark("Description"),
        ..Routine::default()
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

/// The body of a routine, and the places of the lines of a text.
fn body<'t>(
    places: Places<'_, 't>,
    content: Element<'_, 't>,
    chart: &mut Option<Chart>,
) -> (Body, Origins) {
    let rungs = |rungs: Vec<Rung>| (Body::Rungs(rungs), Origins::default());
    match content.name() {
        "RLLContent" => rungs(content.named("Rung").filter_map(|it| rung(places, it)).collect()),
        "FBDContent" => {
            rungs(content.named("Sheet").map(|it| diagram::sheet(places, it)).collect())
        }
        "SFCContent" => {
            let (text, origins, read) = sequence::text(places, content);
            *chart = Some(read);
            (Body::Text(text), origins)
        }
        "STContent" => {
            let (mut text, mut origins, mut count) = (String::new(), Origins::default(), 0);
            for line in content.named("Line") {
                if count > 0 {
                    text.push('\n');
                }
                origins.line(count, places.text(line), 0);
                text.push_str(line.text());
                count += line.text().matches('\n').count() + 1;
            }
            (Body::Text(text), origins)
        }
        _ => Default::default(),
    }
}

fn rung<'t>(places: Places<'_, 't>, element: Element<'_, 't>) -> Option<Rung> {
    let edited = element.attribute("Type").unwrap_or("N".into());
    // Rungs that an unfinished edit would insert or replace (1756-RM084, rung types): inserted and
    // replacing ones, and pending ones of both kinds.
    if matches!(&*edited, "I" | "IR" | "rI" | "rR" | "e" | "er") {
        return None;
    }
    let (text, origins) = element.child("Text").map_or_else(Default::default, |text| {
        (text.text().to_owned(), Origins::verbatim(places.text(text), text.text()))
    });
    Some(Rung {
        number: element.attribute("Number").and_then(|number| number.parse().ok()).unwrap_or(0),
        comment: element.remark("Comment"),
        text,
        origins,
        ..Rung::default()
    })
}
