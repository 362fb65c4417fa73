//! Rungs, and groups of statements of texts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tagbridge_api::{
    search::{ChunkKind, Lines},
    turn::{Citation, LocationKind},
};
use tagbridge_logic::{
    Part, Span, UnitId, UseMode,
    text::{called, calls},
};
use tagbridge_project::{Body, Rung, Vendor};

use super::{Piece, Shown, kept, plain};
use crate::{
    Facts,
    lines::{CodeLine, apart},
    words::tables::GLOSSES,
};

/// Maximum number of lines of a group of statements …
const LINES_MAX: usize = 30;
/// … and of a single statement that is not split.
const WHOLE_MAX: usize = 60;

/// The routines that write and read each tag.
#[derive(Debug, Default)]
pub(super) struct Uses(HashMap<String, [BTreeSet<String>; 2]>);

impl Uses {
    pub(super) fn of(facts: &Facts) -> Self {
        let logic = facts.logic();
        let mut uses = Self::default();
        for (id, unit) in logic.index.units() {
            let path = logic.path(unit.routine);
            for found in logic.index.refs_of(id) {
                // The whole path or its beginning is a tag.
                for place in logic.index.places.path(found.place) {
                    let [written, read] = uses.0.entry(plain(&logic.place(place))).or_default();
                    if matches!(found.mode, UseMode::Write | UseMode::Both) {
                        written.insert(path.clone());
                    }
                    if matches!(found.mode, UseMode::Read | UseMode::Both) {
                        read.insert(path.clone());
                    }
                }
            }
        }
        uses
    }

    /// The routines that write an object, and those that read it.
    pub(super) fn find(&self, name: &str) -> Option<&[BTreeSet<String>; 2]> {
        self.0.get(&plain(name))
    }
}

pub(super) fn pieces(facts: &Facts) -> Vec<Piece> {
    let (logic, project) = (facts.logic(), facts.project());
    let said: HashMap<String, &str> = project
        .tags
        .iter()
        .filter_map(|tag| Some((plain(&tag.name), tag.comment.as_deref()?)))
        .collect();
    let dialect = project.dialect();
    let mut pieces = Vec::new();
    for (id, unit) in logic.index.units() {
        let routine = &project.routines[unit.routine.index()];
        let path = logic.path(unit.routine);
        let language = Some(logic.language(unit).as_str());
        match (&routine.body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => {
                let Some(rung) = rungs.get(at as usize) else { continue };
                let comments: Vec<&str> = [&rung.title, &rung.comment]
                    .into_iter()
                    .filter_map(|it| it.as_deref())
                    .filter(|it| !it.is_empty())
                    .collect();
                let text = comments.iter().copied().chain([rung.text.as_str()]);
                let text = text.collect::<Vec<_>>().join("\n");
                let citation = Citation {
                    location_kind: LocationKind::Rung,
                    path: path.clone(),
                    rung: Some(rung.number),
                };
                let shown = Shown {
                    kind: ChunkKind::Rung,
                    citation,
                    at: Some(place_of(facts, id, rung.number)),
                    text: &text,
                    language,
                    lines: Some(Lines { first: rung.number, last: rung.number }),
                };
                pieces.push(Piece {
                    chunk: shown.chunk(),
                    comment: kept(comments.iter().copied()),
                    names: kept([path.as_str()]),
                    descriptions: kept(descriptions(facts, id, &said)),
                    code: glossed(&rung.text, &instructions(rung, project.vendor)),
                    called: Vec::new(),
                    addresses: Vec::new(),
                });
            }
            (Body::Text(text), None) => {
                let of_lines = apart(text, dialect);
                for lines in groups(text, &of_lines) {
                    let shown_text = cut(text, lines);
                    let at = if lines.first == lines.last {
                        format!("line {}", lines.first)
                    } else {
                        format!("lines {}–{}", lines.first, lines.last)
                    };
                    let shown = Shown {
                        kind: ChunkKind::Statement,
                        citation: Citation {
                            location_kind: LocationKind::Routine,
                            path: path.clone(),
                            rung: None,
                        },
                        at: Some(at),
                        text: &shown_text,
                        language,
                        lines: Some(lines),
                    };
                    let own = &of_lines[lines.first as usize - 1..lines.last as usize];
                    let comments = joined(own.iter().map(|line| line.comment.as_str()));
                    let code = joined(own.iter().map(|line| line.code.as_str()));
                    pieces.push(Piece {
                        chunk: shown.chunk(),
                        comment: kept([comments.as_str()]),
                        names: kept([path.as_str()]),
                        descriptions: kept(described(&code, &said)),
                        code: kept([code.as_str()]),
                        called: Vec::new(),
                        addresses: Vec::new(),
                    });
                }
            }
            _ => {}
        }
    }
    pieces
}

/// `rung 12`, `network 3`, `step Fill`.
fn place_of(facts: &Facts, unit: UnitId, number: u32) -> String {
    match facts.logic().cite(unit, Span::new(0, 0)).part {
        Part::Rung => format!("rung {number}"),
        Part::Network => format!("network {number}"),
        Part::Sheet => format!("sheet {number}"),
        Part::Step(name) => format!("step {name}"),
        Part::Transition => format!("transition {number}"),
        Part::Element | Part::Text => format!("element {number}"),
    }
}

/// The descriptions of the tags in a rung, each once.
fn descriptions<'a>(facts: &Facts, unit: UnitId, said: &HashMap<String, &'a str>) -> Vec<&'a str> {
    let logic = facts.logic();
    let mut found = BTreeMap::new();
    for reference in logic.index.refs_of(unit) {
        for place in logic.index.places.path(reference.place) {
            let name = plain(&logic.place(place));
            if let Some(text) = said.get(&name) {
                found.insert(name, *text);
            }
        }
    }
    found.into_values().collect()
}

/// The descriptions of the names in a part of a text.
fn described<'a>(code: &str, said: &HashMap<String, &'a str>) -> Vec<&'a str> {
    let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '"' | '#');
    let names: BTreeSet<String> = code.split(|char| !is_name(char)).map(plain).collect();
    names.iter().filter_map(|name| said.get(name).copied()).collect()
}

/// The instructions of a drawing or a list; for statements, the calls.
fn instructions(rung: &Rung, vendor: Vendor) -> Vec<&str> {
    let text = rung.text.as_str();
    let said = |span: Span| text.get(span.range()).unwrap_or_default();
    if let Some(ladder) = rung.ladder(vendor) {
        return ladder.parts().into_iter().map(|part| part.kind_in(text)).collect();
    }
    let blocks = rung.net.iter().flat_map(|net| &net.nodes).map(|node| node.name.as_str());
    let list = rung.list.iter().flatten().map(|line| said(line.name));
    let calls = calls(rung.statements.as_deref().unwrap_or_default()).into_iter();
    blocks.chain(list).chain(calls.map(|call| said(called(call)))).collect()
}

/// The words of a drawing's text, with explanations of its instructions.
fn glossed(text: &str, instructions: &[&str]) -> String {
    let mut glosses: BTreeSet<&str> = BTreeSet::new();
    for name in instructions {
        if let Ok(at) = GLOSSES.binary_search_by_key(name, |it| it.0) {
            glosses.insert(GLOSSES[at].1);
        }
    }
    kept([text].into_iter().chain(glosses))
}

/// The lines of a text, in groups of whole statements.
fn groups(text: &str, of_lines: &[CodeLine]) -> Vec<Lines> {
    // The ends of outermost statements, and those of all statements.
    let (mut tops, mut ends) = (Vec::new(), BTreeSet::new());
    let count = text.lines().count();
    for (at, line) in of_lines.iter().take(count).enumerate().filter(|(_, line)| line.ends) {
        ends.insert(at + 1);
        if line.depth == 0 {
            tops.push(at + 1);
        }
    }
    if tops.last() != Some(&count) {
        tops.push(count);
    }
    let mut groups = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for top in tops {
        if top - start > LINES_MAX && end > start {
            groups.push((start, end));
            start = end;
        }
        while top - start > WHOLE_MAX {
            let within = start + 1..=start + LINES_MAX;
            let cut = ends.range(within).next_back().copied().unwrap_or(start + LINES_MAX);
            groups.push((start, cut));
            start = cut;
        }
        end = top;
    }
    if end > start {
        groups.push((start, end));
    }
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let lines =
        groups.iter().map(|(start, end)| Lines { first: number(start + 1), last: number(*end) });
    lines.filter(|it| !cut(text, *it).trim().is_empty()).collect()
}

fn cut(text: &str, lines: Lines) -> String {
    let count = (lines.last - lines.first + 1) as usize;
    joined(text.lines().skip(lines.first as usize - 1).take(count))
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use tagbridge_logic::text::Dialect;

    use super::*;

    fn groups_of(text: &str, dialect: Dialect) -> Vec<(u32, u32)> {
        let lines = apart(text, dialect);
        groups(text, &lines).iter().map(|it| (it.first, it.last)).collect()
    }

    #[test]
    fn statements_stay_whole() {
        let branch = format!("IF a THEN\n{}END_IF;\n", "  b := c; // (\n".repeat(10));
        let text = format!("(* head;\n IF *) x := 1;\n{}", branch.repeat(4));
        assert_eq!(groups_of(&text, Dialect::Codesys), [(1, 26), (27, 50)]);
        let long = format!("IF a THEN\n{}END_IF;\n", "  b := c;\n".repeat(98));
        assert_eq!(groups_of(&long, Dialect::Codesys), [(1, 30), (31, 60), (61, 100)]);
        let region = format!("REGION a // b\n{}END_REGION\n", "#if := #c.case;\n".repeat(24));
        assert_eq!(groups_of(&region.repeat(2), Dialect::Siemens), [(1, 26), (27, 52)]);
    }

    #[test]
    fn comments_and_instructions_are_words_too() {
        let comments = |text: &str| {
            let lines = apart(text, Dialect::Codesys);
            joined(lines.iter().map(|line| line.comment.as_str()))
        };
        assert_eq!(comments("a := 1; // one\n(* two *) b"), " one\n two  ");
        let rung = Rung { text: "XIC(Auto)".to_owned(), ..Rung::default() };
        let found = instructions(&rung, Vendor::AllenBradley);
        assert_eq!(glossed(&rung.text, &found), "xic automat auto contact on close examin");
    }
}
