//! A question that is understood.

use tagbridge_api::{query::Query, turn::Outcome};
use tagbridge_logic::{query::Direction, why};

use crate::{Facts, Language, resolve::Subject};

/// How far back an earlier time is looked into: steps, and values.
const SLICE_DEPTH: u32 = 8;
const PAST_MAX: usize = 400;
/// So many things of an answer can be referred to.
const LISTED_MAX: usize = 12;

/// A question that is understood, as far as it can be.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// What it asks, in order. Empty where it has to be asked back, or cannot be answered.
    pub queries: Vec<Query>,
    /// What it is asked in.
    pub language: Language,
    /// Whether everything is to be told, and not the most important alone.
    pub all: bool,
    /// What was written, where the project has only something like that.
    pub(crate) taken_for: Option<String>,
    /// Whether it names nothing, and is about the main output of the project.
    pub(crate) is_general: bool,
    /// Why there is no query.
    pub(crate) open: Option<Open>,
}

/// Why a question has no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Open {
    /// Which of these is meant has to be asked.
    Which(Vec<String>),
    /// Which of these questions is meant has to be asked.
    Readings(Vec<String>),
    /// The project has nothing of this name, and these names are nearest to it.
    Unknown(String, Vec<String>),
    /// It is about the plant as a whole, and its values decide the answer.
    Trouble(Trouble),
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
        Self { queries: Vec::new(), language, all, taken_for: None, is_general: false, open: None }
    }

    pub(crate) fn open(self, open: Open) -> Self {
        Self { open: Some(open), ..self }
    }

    /// What it is about, by name, where it is about one thing.
    pub fn name(&self) -> Option<&str> {
        self.queries.last().and_then(Query::subject)
    }

    /// Whether it asks to change the project.
    pub fn is_change(&self) -> bool {
        self.open == Some(Open::Change)
    }

    /// Whether a model could answer it in other words: it asks for no change, and nothing has to be
    /// asked back.
    pub fn may_be_reworded(&self) -> bool {
        !matches!(
            self.open,
            Some(Open::Change | Open::Which(_) | Open::Readings(_) | Open::Trouble(_))
        )
    }

    /// The names of the values of now that the answer is made of: what it is about first.
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

    /// The names of the values of an earlier time that the answer is made of.
    pub fn past(&self, facts: &Facts) -> Vec<String> {
        self.queries.iter().flat_map(|query| past(facts, query)).collect()
    }

    /// The names of the values that are worth having with the answer: what it is about, and what
    /// stands in the conditions of that.
    pub fn watched(&self, facts: &Facts) -> Vec<String> {
        let Some(query) = self.queries.last() else { return Vec::new() };
        let Some(name) = query.subject() else { return Vec::new() };
        match facts.target(name, query.is_about_code()) {
            Subject::Place(place) => why::needed(facts.logic(), place),
            Subject::Declared(name) => vec![name],
            _ => Vec::new(),
        }
    }

    /// The version that the program is compared with.
    pub fn since(&self) -> Option<Since> {
        self.queries.iter().find_map(Since::of)
    }
}

/// Since when changes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// The version before the one that is asked.
    Previous,
    /// The version of this number.
    Number(u32),
}

impl Since {
    /// The version that a query compares with.
    pub fn of(query: &Query) -> Option<Self> {
        match query {
            Query::Changes { version } => Some(version.map_or(Self::Previous, Self::Number)),
            _ => None,
        }
    }
}

/// What an answer listed, in order, by name: what "the second one" can mean afterwards.
pub fn listed(outcome: &Outcome) -> Vec<String> {
    let Outcome::Answer { citations, .. } = outcome else { return Vec::new() };
    let names = citations.iter().map(|it| match it.rung {
        Some(rung) => format!("{}:{rung}", it.path),
        None => it.path.clone(),
    });
    names.take(LISTED_MAX).collect()
}

/// The names of the values of an earlier time that the answer to a query is made of: of all that
/// the tag depends on.
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

/// The names of the values of now that the answer to a query is made of.
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
