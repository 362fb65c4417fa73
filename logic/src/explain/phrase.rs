//! Conditions in words: what must be on or off, and comparisons, in groups with a common predicate.

use super::Language;
use crate::{
    Logic,
    expr::{Comparison, Constant, Edge, Expr, ExprId},
};

/// Deeper conditions are shown as code.
const DEPTH: usize = 12;

/// A condition as a phrase.
pub(super) enum Phrase {
    /// A single statement.
    Atom(Atom),
    /// All of them.
    All(Vec<Phrase>),
    /// Any of them.
    Any(Vec<Phrase>),
}

/// `Auto`, `B_Stop` … is on.
pub(super) struct Atom {
    subject: String,
    /// The predicate; `None` for a condition that simply holds.
    predicate: Option<String>,
}

/// The word order: German puts the verb last after `solange`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Main,
    Last,
}

struct Words {
    on: &'static str,
    off: &'static str,
    and: &'static str,
    or: &'static str,
    is: [&'static str; 2],
    holds: [&'static str; 2],
    comparisons: [&'static str; 6],
    edges: [&'static str; 2],
    there: &'static str,
    absent: &'static str,
    one_of: &'static str,
    unknown: &'static str,
}

const ENGLISH: Words = Words {
    on: "on",
    off: "off",
    and: "and",
    or: "or",
    is: ["is", "are"],
    holds: ["holds", "hold"],
    comparisons: ["equal to", "not equal to", "less than", "at most", "greater than", "at least"],
    edges: ["a rising edge of", "a falling edge of"],
    there: "present",
    absent: "absent",
    one_of: "only one of",
    unknown: "something that is not understood",
};

const GERMAN: Words = Words {
    on: "ein",
    off: "aus",
    and: "und",
    or: "oder",
    is: ["ist", "sind"],
    holds: ["gilt", "gelten"],
    comparisons: ["gleich", "ungleich", "kleiner als", "höchstens", "größer als", "mindestens"],
    edges: ["eine steigende Flanke von", "eine fallende Flanke von"],
    there: "vorhanden",
    absent: "nicht vorhanden",
    one_of: "nur eines von",
    unknown: "etwas, das nicht verstanden wurde,",
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    }
}

impl Logic<'_> {
    /// Returns the phrase for a condition, or for its negation.
    pub(super) fn phrase(&self, id: ExprId, holds: bool, language: Language) -> Phrase {
        self.phrase_to(id, holds, words(language), DEPTH)
    }

    fn phrase_to(&self, id: ExprId, holds: bool, words: &Words, depth: usize) -> Phrase {
        let exprs = &self.index.exprs;
        let text = |id| exprs.text(id, &self.index.places, &self.index.names);
        let atom = |subject: String, predicate: &str| {
            Phrase::Atom(Atom { subject, predicate: Some(predicate.to_owned()) })
        };
        let Some(depth) = depth.checked_sub(1) else {
            let subject = if holds { text(id) } else { format!("NOT ({})", text(id)) };
            return Phrase::Atom(Atom { subject, predicate: None });
        };
        let parts = |list| -> Vec<Phrase> {
            let ids: &[ExprId] = exprs.list(list);
            ids.iter().map(|id| self.phrase_to(*id, holds, words, depth)).collect()
        };
        let state = if holds { words.on } else { words.off };
        match exprs.get(id) {
            Expr::Not(of) => self.phrase_to(of, !holds, words, depth),
            Expr::And(list) if holds => Phrase::All(parts(list)),
            Expr::And(list) => any(parts(list), words),
            Expr::Or(list) if holds => any(parts(list), words),
            Expr::Or(list) => Phrase::All(parts(list)),
            Expr::Compare(how, left, right) => {
                let how = if holds { how } else { how.opposite() };
                let predicate = format!("{} {}", words.comparisons[position(how)], text(right));
                atom(text(left), &predicate)
            }
            Expr::Edge(edge, of, _) => {
                let edge = words.edges[usize::from(edge == Edge::Falling)];
                let of = match exprs.get(of) {
                    Expr::Ref(_) => text(of),
                    _ => format!("({})", text(of)),
                };
                atom(format!("{edge} {of}"), if holds { words.there } else { words.absent })
            }
            Expr::Xor(left, right) if holds => {
                let subject =
                    format!("{} ({}) {} ({})", words.one_of, text(left), words.and, text(right));
                Phrase::Atom(Atom { subject, predicate: Some(words.on.to_owned()) })
            }
            Expr::Unknown(_) => atom(words.unknown.to_owned(), state),
            Expr::Const(Constant::Bool(value)) => {
                let subject = if value == holds { "TRUE" } else { "FALSE" };
                Phrase::Atom(Atom { subject: subject.to_owned(), predicate: None })
            }
            Expr::Ref(_) | Expr::Call(..) | Expr::Output(..) => atom(text(id), state),
            _ => {
                let subject = if holds { text(id) } else { format!("NOT ({})", text(id)) };
                Phrase::Atom(Atom { subject, predicate: None })
            }
        }
    }
}

/// Any of them. Parts with the same predicate become one: `(A or B) is on`.
fn any(parts: Vec<Phrase>, words: &Words) -> Phrase {
    let same = match &parts[..] {
        [Phrase::Atom(first), rest @ ..] if !rest.is_empty() => rest
            .iter()
            .all(|part| matches!(part, Phrase::Atom(atom) if atom.predicate == first.predicate)),
        _ => false,
    };
    if !same {
        return Phrase::Any(parts);
    }
    let mut predicate = None;
    let mut subjects = Vec::new();
    for part in parts {
        let Phrase::Atom(atom) = part else { continue };
        predicate = atom.predicate;
        subjects.push(atom.subject);
    }
    Phrase::Atom(Atom { subject: format!("({})", listed(&subjects, words.or)), predicate })
}

impl Phrase {
    /// Returns one text; each alternative at the top level begins with `again`.
    pub(super) fn said(&self, language: Language, order: Order, again: &str) -> String {
        let words = words(language);
        match self {
            Self::Any(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| part.inside(language, order, false)).collect();
                parts.join(&format!(", {} {again}", words.or))
            }
            _ => self.inside(language, order, false),
        }
    }

    /// The lines of a long phrase: the groups of a series, or the alternatives; and whether all of
    /// them must hold.
    pub(super) fn lines(&self, language: Language) -> (Vec<String>, bool) {
        match self {
            Self::Any(parts) => {
                let parts = parts.iter();
                (parts.map(|part| part.inside(language, Order::Main, false)).collect(), false)
            }
            Self::All(parts) => (groups(parts, language, Order::Main), true),
            Self::Atom(_) => (vec![self.inside(language, Order::Main, false)], true),
        }
    }

    /// The number of single statements.
    pub(super) fn literals(&self) -> usize {
        match self {
            Self::Atom(atom) => 1 + atom.subject.matches([',', '(']).count(),
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::literals).sum(),
        }
    }

    fn inside(&self, language: Language, order: Order, in_brackets: bool) -> String {
        let words = words(language);
        match self {
            Self::Atom(atom) => one(&[&atom.subject], atom.predicate.as_deref(), words, order),
            Self::All(parts) => groups(parts, language, order).join(&format!(" {} ", words.and)),
            Self::Any(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| part.inside(language, order, true)).collect();
                let joined = parts.join(&format!(", {} ", words.or));
                if in_brackets { joined } else { format!("({joined})") }
            }
        }
    }
}

/// Joins neighbours with the same predicate: `A and B are on`.
fn groups(parts: &[Phrase], language: Language, order: Order) -> Vec<String> {
    let words = words(language);
    let mut said = Vec::new();
    let mut at = 0;
    while let Some(part) = parts.get(at) {
        let Phrase::Atom(first) = part else {
            said.push(part.inside(language, order, false));
            at += 1;
            continue;
        };
        let mut subjects = vec![first.subject.as_str()];
        at += 1;
        while let Some(Phrase::Atom(atom)) = parts.get(at)
            && atom.predicate == first.predicate
        {
            subjects.push(&atom.subject);
            at += 1;
        }
        said.push(one(&subjects, first.predicate.as_deref(), words, order));
    }
    said
}

fn one(subjects: &[&str], predicate: Option<&str>, words: &Words, order: Order) -> String {
    let many = usize::from(subjects.len() > 1);
    let subjects = listed(subjects, words.and);
    let Some(predicate) = predicate else { return format!("{subjects} {}", words.holds[many]) };
    match order {
        Order::Last if words.and == GERMAN.and => {
            format!("{subjects} {predicate} {}", words.is[many])
        }
        _ => format!("{subjects} {} {predicate}", words.is[many]),
    }
}

/// `a, b and c`
fn listed(of: &[impl AsRef<str>], last: &str) -> String {
    match of {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

fn position(how: Comparison) -> usize {
    match how {
        Comparison::Eq => 0,
        Comparison::Ne => 1,
        Comparison::Lt => 2,
        Comparison::Le => 3,
        Comparison::Gt => 4,
        Comparison::Ge => 5,
    }
}
