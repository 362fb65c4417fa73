//! Rungs, and texts in groups of statements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tagbridge_api::{
    search::{ChunkKind, Lines},
    turn::{Citation, LocationKind},
};
use tagbridge_logic::{Part, Span, UnitId, UseMode};
use tagbridge_project::Body;

use super::{Piece, Shown, kept, plain, tables::GLOSSES};
use crate::Facts;

/// Statements are put together up to so many lines …
const LINES_MAX: usize = 30;
/// … and one that is longer stays whole up to these.
const WHOLE_MAX: usize = 60;

/// Where the code reads and writes things: routines, by what a place begins with.
#[derive(Debug, Default)]
pub(super) struct Uses(HashMap<String, [BTreeSet<String>; 2]>);

impl Uses {
    pub(super) fn of(facts: &Facts) -> Self {
        let logic = facts.logic();
        let mut uses = Self::default();
        for (id, unit) in logic.index.units() {
            let path = logic.path(unit.routine);
            for found in logic.index.refs_of(id) {
                // The whole of it is a tag, or what it begins with is.
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

    /// Routines that write something, and those that read it.
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
                    code: glossed(&rung.text),
                    called: Vec::new(),
                    addresses: Vec::new(),
                });
            }
            (Body::Text(text), None) => {
                for lines in groups(text) {
                    let shown_text = of_lines(text, lines);
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
                    let (comments, code) = apart(&shown_text);
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

/// What is said of the tags that a rung names, each once.
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

/// The same of a part of a text, by the names in it.
fn described<'a>(code: &str, said: &HashMap<String, &'a str>) -> Vec<&'a str> {
    let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '"' | '#');
    let names: BTreeSet<String> = code.split(|char| !is_name(char)).map(plain).collect();
    names.iter().filter_map(|name| said.get(name).copied()).collect()
}

/// The words of a drawing's text, with what its instructions are called.
fn glossed(text: &str) -> String {
    let mut glosses: BTreeSet<&str> = BTreeSet::new();
    for (open, _) in text.match_indices('(') {
        let before = &text[..open];
        let start = before
            .rfind(|char: char| !char.is_alphanumeric() && char != '_')
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        if let Ok(at) = GLOSSES.binary_search_by_key(&&before[start..], |it| it.0) {
            glosses.insert(GLOSSES[at].1);
        }
    }
    kept([text].into_iter().chain(glosses))
}

/// The lines of a text, in groups of whole statements.
fn groups(text: &str) -> Vec<Lines> {
    // Where statements end that stand in no other, and where any ends.
    let (mut tops, mut ends) = (Vec::new(), BTreeSet::new());
    let mut state = State::default();
    let count = text.lines().count();
    for (at, line) in text.lines().enumerate() {
        let ends_here = state.line(line);
        if ends_here {
            ends.insert(at + 1);
        }
        if ends_here && state.depth == 0 {
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
    lines.filter(|it| !of_lines(text, *it).trim().is_empty()).collect()
}

fn of_lines(text: &str, lines: Lines) -> String {
    let count = (lines.last - lines.first + 1) as usize;
    let lines = text.lines().skip(lines.first as usize - 1).take(count);
    lines.collect::<Vec<_>>().join("\n")
}

/// How deep in statements and comments a text is.
#[derive(Debug, Default)]
struct State {
    depth: usize,
    in_comment: bool,
}

impl State {
    /// Reads a line; whether a statement ends with it.
    fn line(&mut self, line: &str) -> bool {
        let (_, code) = self.apart(line);
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        for word in code.split(|char| !is_word(char)) {
            let word = word.to_ascii_uppercase();
            match word.as_str() {
                "IF" | "CASE" | "FOR" | "WHILE" | "REPEAT" | "REGION" => self.depth += 1,
                word if word.starts_with("END_") => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        let code = code.trim_end();
        let is_list =
            code.split_whitespace().next().is_some_and(|it| it.eq_ignore_ascii_case("END_REGION"));
        code.ends_with(';') || is_list
    }

    /// What is comment in a line, and what is code.
    fn apart(&mut self, line: &str) -> (String, String) {
        let (mut comment, mut code) = (String::new(), String::new());
        let mut rest = line;
        while !rest.is_empty() {
            if self.in_comment {
                let end = rest.find("*)").or_else(|| rest.find("*/"));
                let (text, after) = end.map_or((rest, ""), |at| (&rest[..at], &rest[at + 2..]));
                comment.push_str(text);
                comment.push(' ');
                self.in_comment = end.is_none();
                rest = after;
            } else {
                let begins = ["(*", "/*", "//"].iter().filter_map(|it| Some((rest.find(it)?, *it)));
                let Some((at, mark)) = begins.min() else {
                    code.push_str(rest);
                    break;
                };
                code.push_str(&rest[..at]);
                rest = &rest[at + 2..];
                if mark == "//" {
                    comment.push_str(rest);
                    break;
                }
                self.in_comment = true;
            }
        }
        (comment, code)
    }
}

/// The comments of a text, and its code.
fn apart(text: &str) -> (String, String) {
    let mut state = State::default();
    let (mut comments, mut codes) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (comment, code) = state.apart(line);
        comments.push(comment);
        codes.push(code);
    }
    (comments.join("\n"), codes.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stay_whole() {
        let branch = format!("IF a THEN\n{}END_IF;\n", "  b := c; // (\n".repeat(10));
        let text = format!("(* head;\n IF *) x := 1;\n{}", branch.repeat(4));
        let groups = groups(&text);
        let of = |it: &Lines| (it.first, it.last);
        assert_eq!(groups.iter().map(of).collect::<Vec<_>>(), [(1, 26), (27, 50)]);
        let long = format!("IF a THEN\n{}END_IF;\n", "  b := c;\n".repeat(98));
        let groups = super::groups(&long);
        assert_eq!(groups.iter().map(of).collect::<Vec<_>>(), [(1, 30), (31, 60), (61, 100)]);
    }

    #[test]
    fn comments_and_instructions_are_words_too() {
        assert_eq!(apart("a := 1; // one\n(* two *) b").0, " one\n two  ");
        assert_eq!(glossed("XIC(Auto)"), "xic automat auto contact on close examin");
    }
}
