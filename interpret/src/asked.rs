//! An understood question.

use tagbridge_api::{query::Query, turn::Outcome};
use tagbridge_logic::{query::Direction, why};

use crate::{Facts, Language, resolve::Subject};

/// Limits of the search for an earlier time: number of steps, and of values.
const SLICE_DEPTH: u32 = 8;
const PAST_MAX: usize = 400;
/// Maximum number of entries of an answer that later questions can refer to.
const LISTED_MAX: usize = 12;

/// A question, as far as it is understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The queries in order. Empty if the question is ambiguous, or cannot be answered.
    pub queries: Vec<Query>,
    /// The language of the question.
    pub language: Language,
    /// Whether all details are wanted, not only the most important ones.
    pub all: bool,
    /// Written words that are no name of the project, each with the name that it is taken for.
    pub(crate) taken_for: Vec<(String, String)>,
    /// Whether it names nothing, and is about the main output of the project.
    pub(crate) is_general: bool,
    /// The parts of it that are not understood.
    pub(crate) left_out: Vec<String>,
    /// The whole text.
    pub(crate) text: String,
    /// Why there is no query.
    pub(crate) open: Option<Open>,
}

/// Why a question has no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Open {
    /// Several names are possible.
    Which(Vec<String>),
    /// Several questions are possible.
    Readings(Vec<String>),
    /// The name is unknown; similar names.
    Unknown(String, Vec<String>),
    /// It is about the plant as a whole, and its values decide the answer.
    Trouble(Trouble),
    /// It is about the first scan, and no code is only for that.
    NoFirstScan,
    /// It asks to change the project.
    Change,
    /// It is not understood.
    NotUnderstood,
}

/// A question about the plant as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// The main outputs.
    pub(crate) mains: Vec<String>,
    /// Whether it asks why the plant does not run; else whether anything is wrong.
    pub(crate) asks_why: bool,
}

impl Asked {
    pub(crate) fn new(language: Language, all: bool) -> Self {
        Self {
            queries: Vec::new(),
            language,
            all,
            taken_for: Vec::new(),
            is_general: false,
            left_out: Vec::new(),
            text: String::new(),
            open: None,
        }
    }

    pub(crate) fn open(self, open: Open) -> Self {
        Self { open: Some(open), ..self }
    }

    /// Adds another question of the same text.
    pub(crate) fn add(&mut self, other: Self) {
        let is_new = |it: &(String, String)| !self.taken_for.contains(it);
        let taken_for: Vec<_> = other.taken_for.into_iter().filter(is_new).collect();
        self.taken_for.extend(taken_for);
        let queries: Vec<Query> =
            other.queries.into_iter().filter(|it| !self.queries.contains(it)).collect();
        self.queries.extend(queries);
        self.left_out.extend(other.left_out);
        self.is_general |= other.is_general;
    }

    /// The name of the subject, if there is a single one.
    pub fn name(&self) -> Option<&str> {
        self.queries.last().and_then(Query::subject)
    }

    /// Whether it requests a change of the project.
    pub fn is_change(&self) -> bool {
        self.open == Some(Open::Change)
    }

    /// Whether a model could reword the answer: the question requests no change, and is not
    /// ambiguous.
    pub fn may_be_reworded(&self) -> bool {
        !matches!(
            self.open,
            Some(Open::Change | Open::Which(_) | Open::Readings(_) | Open::Trouble(_))
        )
    }

    /// The names of the current values for the answer, beginning with the subject.
    pub fn values(&self, facts: &Facts) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if let Some(Open::Trouble(Trouble { mains, .. })) = &self.open {
            names.clone_from(mains);
            names.extend(tagbridge_cause::alarm_bits(facts.logic()));
            let why =
                |name: &String| values(facts, &Query::WhyNow { name: name.clone(), wanted: true });
            names.extend(mains.iter().flat_map(why));
        }
        for name in self.queries.iter().flat_map(|query| values(facts, query)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The names of the earlier values for the answer.
    pub fn past(&self, facts: &Facts) -> Vec<String> {
        self.queries.iter().flat_map(|query| past(facts, query)).collect()
    }

    /// The version for a comparison.
    pub fn since(&self) -> Option<Since> {
        self.queries.iter().find_map(Since::of)
    }
}

/// The version since which changes are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// The version before the current one.
    Previous,
    /// The version with this number.
    Number(u32),
}

impl Since {
    /// The version for the comparison of a query.
    pub fn of(query: &Query) -> Option<Self> {
        match query {
            Query::Changes { version } => Some(version.map_or(Self::Previous, Self::Number)),
            _ => None,
        }
    }
}

/// The listed names of an answer, in order, for later references like "the second one".
pub fn listed(outcome: &Outcome) -> Vec<String> {
    let Outcome::Answer { citations, .. } = outcome else { return Vec::new() };
    let names = citations.iter().map(|it| match it.rung {
        Some(rung) => format!("{}:{rung}", it.path),
        None => it.path.clone(),
    });
    names.take(LISTED_MAX).collect()
}

/// The names of the earlier values for the answer to a query: all dependencies of the tag.
pub fn past(facts: &Facts, query: &Query) -> Vec<String> {
    let Query::WhyThen { name, .. } = query else { return Vec::new() };
    let Subject::Place(place) = facts.bit(name) else { return Vec::new() };
    let logic = facts.logic();
    let slices = logic.slice(place, Direction::Back, SLICE_DEPTH).rows;
    let nodes = slices.iter().flat_map(|slice| &slice.nodes);
    let mut names: Vec<String> = Vec::new();
    for name in nodes.flat_map(|node| why::needed(logic, node.place)) {
        if names.len() < PAST_MAX && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The names of the current values for the answer to a query.
pub fn values(facts: &Facts, query: &Query) -> Vec<String> {
    match query {
        Query::WhyNow { name, .. } => match facts.bit(name) {
            Subject::Place(place) => why::needed(facts.logic(), place),
            Subject::Declared(name) => vec![name],
            _ => Vec::new(),
        },
        Query::Value { name } => match facts.target(name, false) {
            Subject::Place(place) => vec![facts.logic().place(place)],
            Subject::Declared(name) => vec![name],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
