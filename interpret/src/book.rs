//! The text and the citations of an answer while it is written.

mod rooms;

use std::collections::{HashMap, HashSet};

use fluent_bundle::FluentArgs;
use tagbridge_api::turn::{CITATIONS_MAX, Citation, LocationKind, Outcome};
use tagbridge_logic as logic;
use tagbridge_logic::{Logic, OpaqueReason, Part, query::Gap};

use self::rooms::rooms;
use crate::{
    Facts, Language,
    say::{in_the_field, one_line, say, shortened, with},
};

/// Maximum number of lines; omitted ones are counted.
const LINES_MAX: usize = 12;
/// Maximum number of further lines for each further query.
const FURTHER_LINES_MAX: usize = 4;
/// Maximum number of lines if all details are wanted.
const ALL_LINES_MAX: usize = 120;
/// Minimum number of lines with evidence.
const ITEMS_MIN: usize = 4;
/// Maximum length of a quoted rung or line.
const QUOTE_MAX: usize = 160;
/// Maximum number of listed locations of unknown code.
const OPAQUE_MAX: usize = 5;

/// The written part of an answer, which can contain the answers to several queries.
#[derive(Debug, Default)]
pub(crate) struct Page {
    lines: Vec<(Weight, String)>,
    /// Where the answer to each further query begins.
    sections: Vec<usize>,
    left_out: usize,
    citations: Vec<Citation>,
    read: HashSet<Citation>,
    by_kind: HashMap<LocationKind, usize>,
    /// Whether all details are wanted.
    pub(crate) all: bool,
    /// The question, if a person asked it.
    pub(crate) question: String,
    /// Whether it has the places for a question that is not understood.
    pub(crate) has_places: bool,
    /// Whether the lines are already the most important ones.
    is_settled: bool,
}

/// The purpose of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// The answer, or a remark about it.
    Said,
    /// A piece of evidence.
    Item,
    /// A detail of the previous piece of evidence.
    Detail,
    /// A suggested next question.
    Next,
}

/// An answer while it is written.
pub(crate) struct Book<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) language: Language,
    pub(crate) page: Page,
}

impl<'a> Book<'a> {
    pub(crate) fn new(facts: &'a Facts, language: Language, page: Page) -> Self {
        Self { facts, language, page }
    }

    pub(crate) fn logic(&self) -> Logic<'a> {
        self.facts.logic()
    }

    /// A text of the catalogue.
    pub(crate) fn words(&self, key: &str, arguments: &FluentArgs<'_>) -> String {
        say(self.language, key, arguments)
    }

    /// A text of the catalogue without arguments.
    pub(crate) fn word(&self, key: &str) -> String {
        say(self.language, key, &FluentArgs::new())
    }

    /// A comment of the project in one line, in the language of the answer where the project has it.
    pub(crate) fn comment(&self, text: &str) -> String {
        let translations = &self.facts.project().translations;
        one_line(translations.in_language(self.language.tag(), text))
    }

    /// A paragraph; the answers to several queries share theirs.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.add(Weight::Said, text.as_ref());
    }

    /// A detail of the previous piece of evidence.
    pub(crate) fn detail(&mut self, text: impl AsRef<str>) {
        self.add(Weight::Detail, &format!("  {}", text.as_ref()));
    }

    /// A piece of evidence that contains its citations.
    pub(crate) fn evidence(&mut self, text: impl AsRef<str>) {
        self.add(Weight::Item, &format!("– {}", text.as_ref()));
    }

    /// A suggested next question.
    pub(crate) fn next(&mut self, text: impl AsRef<str>) {
        self.page.lines.retain(|line| line.0 != Weight::Next);
        self.add(Weight::Next, text.as_ref());
    }

    fn add(&mut self, weight: Weight, text: &str) {
        let line = (weight, in_the_field(text));
        if weight != Weight::Said || !self.page.lines.contains(&line) {
            self.page.lines.push(line);
        }
    }

    /// Counts omitted evidence.
    pub(crate) fn leave_out(&mut self, count: usize) {
        self.page.left_out += count;
    }

    /// A paragraph from the catalogue.
    pub(crate) fn say(&mut self, key: &str, arguments: &FluentArgs<'_>) {
        let text = self.words(key, arguments);
        self.line(text);
    }

    /// Adds a citation; returns its number, if the maximum number is not reached.
    pub(crate) fn cite(
        &mut self,
        kind: LocationKind,
        path: &str,
        rung: Option<u32>,
    ) -> Option<usize> {
        let citation = Citation { location_kind: kind, path: path.to_owned(), rung };
        let page = &mut self.page;
        if let Some(at) = page.citations.iter().position(|it| *it == citation) {
            return Some(at + 1);
        }
        page.read.insert(citation.clone());
        let of_kind = page.by_kind.entry(kind).or_default();
        if *of_kind >= kind.quota() || page.citations.len() >= CITATIONS_MAX {
            return None;
        }
        *of_kind += 1;
        page.citations.push(citation);
        Some(page.citations.len())
    }

    /// Adds a citation of a location in code.
    pub(crate) fn cite_code(&mut self, citation: &logic::Citation) -> Option<usize> {
        let kind = match citation.kind {
            logic::LocationKind::Rung => LocationKind::Rung,
            logic::LocationKind::Routine => LocationKind::Routine,
        };
        self.cite(kind, &citation.path, citation.rung)
    }

    /// A line about a location in code.
    pub(crate) fn item(&mut self, citation: &logic::Citation, what: &str) {
        let number = self.cite_code(citation);
        let label = self.label(citation);
        self.numbered(number, &format!("{label}: {what}"));
    }

    /// Adds a citation of a tag.
    pub(crate) fn cite_tag(&mut self, name: &str) -> Option<usize> {
        self.cite(LocationKind::Tag, name, None)
    }

    /// A line about a tag.
    pub(crate) fn tag(&mut self, name: &str, what: &str) {
        let number = self.cite_tag(name);
        self.numbered(number, &format!("{name}{what}"));
    }

    /// A line that ends with the number of its citation; without one, it is omitted and counted.
    pub(crate) fn numbered(&mut self, number: Option<usize>, text: &str) {
        match number {
            Some(number) => self.evidence(format!("{text} [{number}]")),
            None => self.leave_out(1),
        }
    }

    /// The location for a person.
    pub(crate) fn label(&self, citation: &logic::Citation) -> String {
        let path = citation.path.as_str();
        let Some(number) = citation.rung else {
            return match citation.line {
                Some(line) => self.words("at-line", &with!["path" => path, "number" => line]),
                None => path.to_owned(),
            };
        };
        let key = match &citation.part {
            Part::Rung => "at-rung",
            Part::Network => "at-network",
            Part::Sheet => "at-sheet",
            Part::Step(name) => {
                let with = with!["path" => path, "number" => number, "name" => name.as_str()];
                return self.words("at-step", &with);
            }
            Part::Transition => "at-transition",
            Part::Element | Part::Text => "at-element",
        };
        self.words(key, &with!["path" => path, "number" => number])
    }

    /// The rung or the line of a citation.
    pub(crate) fn quote(&self, citation: &logic::Citation) -> String {
        let text = self.logic().text(citation.unit);
        let text = if citation.rung.is_some() {
            text
        } else {
            let start = citation.span.start as usize;
            let start = text[..start.min(text.len())].rfind('\n').map_or(0, |at| at + 1);
            let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
            &text[start..end]
        };
        shortened(&one_line(text), QUOTE_MAX)
    }

    /// What may be missing in the answer: unknown code, and code outside the file.
    pub(crate) fn completeness(
        &mut self,
        opaque: &[(logic::Citation, OpaqueReason)],
        gaps: &[Gap],
    ) {
        if !opaque.is_empty() {
            self.say("opaque", &with!["count" => opaque.len()]);
        }
        let mut said: Vec<String> = Vec::new();
        for (citation, reason) in opaque {
            let why = self.reason(*reason);
            let line = format!("{}: {why}: {}", self.label(citation), self.quote(citation));
            if !said.contains(&line) {
                said.push(line);
            }
            if said.len() >= OPAQUE_MAX {
                break;
            }
        }
        for line in said {
            self.evidence(line);
        }
        for gap in gaps {
            match gap {
                Gap::Partial => self.partial(),
                Gap::Protected(names) => {
                    self.say("protected", &with!["names" => names.join(", ")]);
                }
                Gap::Cut => {
                    let text = self.word("slice-cut");
                    self.line(text);
                }
                // Reported with the unknown code, or before the answer.
                Gap::NotUnderstood(_) | Gap::Unnamed(_) | Gap::Unused(_) | Gap::TakenFor(_) => {}
            }
        }
    }

    /// Adds that the file is only a part of a program, if it is.
    pub(crate) fn partial(&mut self) {
        if self.logic().is_partial() {
            self.line(self.word("partial"));
        }
    }

    fn reason(&self, reason: OpaqueReason) -> String {
        let name = |id| self.logic().index.names.text(id).to_owned();
        let named = |key, id| self.words(key, &with!["name" => name(id)]);
        match reason {
            OpaqueReason::Unparsed => self.word("reason-unparsed"),
            OpaqueReason::TooDeep => self.word("reason-deep"),
            OpaqueReason::UnknownInstruction(id) => named("reason-instruction", id),
            OpaqueReason::UnknownCallee(id) => named("reason-callee", id),
            OpaqueReason::Undeclared(id) => named("reason-undeclared", id),
            OpaqueReason::Pointer => self.word("reason-pointer"),
            OpaqueReason::AddressTaken => self.word("reason-address"),
            OpaqueReason::ComputedAddress => self.word("reason-computed"),
            OpaqueReason::Protected => self.word("reason-protected"),
            OpaqueReason::Language => self.word("reason-language"),
            _ => self.word("reason-ambiguous"),
        }
    }
}

impl Page {
    /// An empty page.
    pub(crate) fn new(all: bool) -> Self {
        Self { all, ..Self::default() }
    }

    /// Begins the answer to a further query.
    pub(crate) fn begin(&mut self) {
        self.sections.push(self.lines.len());
    }

    /// Whether nothing is written yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a line begins with a text.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.lines.iter().any(|it| it.1.starts_with(text))
    }

    /// Counts what is written so far as an answer of its own.
    pub(crate) fn close(&mut self) {
        self.sections.insert(0, 0);
    }

    /// The number of lines of evidence for each of several answers.
    fn rooms(&self, room: usize) -> Vec<usize> {
        let starts = || [0].into_iter().chain(self.sections.iter().copied());
        let ends = self.sections.iter().copied().chain([self.lines.len()]);
        let is_evidence = |it: &&(Weight, String)| matches!(it.0, Weight::Item | Weight::Detail);
        let needed: Vec<usize> = starts()
            .zip(ends)
            .map(|(from, to)| self.lines[from..to].iter().filter(is_evidence).count())
            .collect();
        rooms(&needed, room)
    }

    /// Leaves the most important lines, and counts the others; later lines are added to them. Returns
    /// the text.
    pub(crate) fn settle(&mut self, language: Language) -> String {
        if std::mem::replace(&mut self.is_settled, true) {
            return String::new();
        }
        let further = self.sections.len().saturating_sub(1) * FURTHER_LINES_MAX;
        let most = if self.all { ALL_LINES_MAX } else { LINES_MAX + further };
        let items = self.lines.iter().filter(|it| it.0 == Weight::Item).count();
        let others = self.lines.iter().filter(|it| matches!(it.0, Weight::Said | Weight::Next));
        let room = most.saturating_sub(others.count() + 1).max(ITEMS_MIN);
        let mut last = None;
        if self.lines.len() + usize::from(self.left_out > 0) > most {
            let mut rooms = self.rooms(room).into_iter();
            let (mut shown, mut left, mut keeps, mut at) = (0, rooms.next().unwrap_or(0), true, 0);
            let sections = std::mem::take(&mut self.sections);
            self.lines.retain(|(weight, _)| {
                for _ in sections.iter().filter(|start| **start == at) {
                    left = rooms.next().unwrap_or(0);
                }
                at += 1;
                let is_shown = match weight {
                    Weight::Item => {
                        keeps = left > 0;
                        shown += usize::from(keeps);
                        keeps
                    }
                    Weight::Detail => keeps && left > 0,
                    Weight::Said | Weight::Next => return true,
                };
                left -= usize::from(is_shown);
                is_shown
            });
            self.left_out += items - shown;
            last = self.lines.iter().rposition(|it| matches!(it.0, Weight::Item | Weight::Detail));
        }
        if self.left_out > 0 {
            let key = if self.all { "more" } else { "more-all" };
            let text = say(language, key, &with!["count" => self.left_out]);
            let at = last.map_or_else(
                || self.lines.iter().take_while(|it| it.0 != Weight::Next).count(),
                |at| at + 1,
            );
            self.lines.insert(at, (Weight::Said, text));
        }
        self.left_out = 0;
        self.text()
    }

    fn text(&self) -> String {
        self.lines.iter().map(|it| it.1.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The whole answer: the most important lines first, the rest counted.
    pub(crate) fn finish(mut self, language: Language) -> Outcome {
        self.settle(language);
        // What to ask next is last.
        self.lines.sort_by_key(|it| it.0 == Weight::Next);
        let total = self.read.len();
        let is_short = total > self.citations.len();
        Outcome::Answer {
            answer: self.text(),
            citations: self.citations,
            citations_total: is_short.then(|| u32::try_from(total).unwrap_or(u32::MAX)),
        }
    }
}
