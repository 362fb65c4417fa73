//! The rows of an explanation as sentences.

use super::{Act, Row};
use crate::{
    Logic,
    expr::{Comparison, Constant, Edge, Expr, ExprId},
};

/// What sentences are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

/// More literals than these are said branch by branch.
const LITERALS: usize = 7;
/// Deeper conditions are written as code.
const DEPTH: usize = 12;

/// The words of a language that conditions are made of.
struct Words {
    is_on: &'static str,
    is_off: &'static str,
    and: &'static str,
    or: &'static str,
    either: &'static str,
    not: &'static str,
    rises: &'static str,
    falls: &'static str,
    comparisons: [&'static str; 6],
    unknown: &'static str,
}

const ENGLISH: Words = Words {
    is_on: "is on",
    is_off: "is off",
    and: "and",
    or: "or",
    either: "one alone of",
    not: "not",
    rises: "begins:",
    falls: "ends:",
    comparisons: [
        "equals",
        "does not equal",
        "is less than",
        "is at most",
        "is greater than",
        "is at least",
    ],
    unknown: "something that is not understood",
};

const GERMAN: Words = Words {
    is_on: "ein ist",
    is_off: "aus ist",
    and: "und",
    or: "oder",
    either: "nur eines von",
    not: "nicht",
    rises: "beginnt:",
    falls: "endet:",
    comparisons: ["gleich", "ungleich", "kleiner als", "höchstens", "größer als", "mindestens"],
    unknown: "etwas, das nicht verstanden ist",
};

impl Logic<'_> {
    /// A row as a sentence: `Conveyor_Run is on while Auto is on and E_Stop is off, or Jog is on.`
    pub fn sentence(&self, row: &Row, language: Language) -> String {
        let exprs = &self.index.exprs;
        let name = |place| self.index.places.text(place, &self.index.names);
        let text = |id| exprs.text(id, &self.index.places, &self.index.names);
        let word = |id| self.index.names.text(id).to_owned();
        let english = language == Language::English;
        let act = match &row.act {
            Act::Follows(place) if english => format!("{} is on", name(*place)),
            Act::Follows(place) => format!("{} ist ein", name(*place)),
            Act::Latches(place) if english => format!("{} is set and stays on", name(*place)),
            Act::Latches(place) => format!("{} wird gesetzt und bleibt ein", name(*place)),
            Act::Unlatches(place) if english => format!("{} is reset and stays off", name(*place)),
            Act::Unlatches(place) => format!("{} wird zurückgesetzt und bleibt aus", name(*place)),
            Act::Gets(place, value) if english => {
                format!("{} becomes {}", name(*place), text(*value))
            }
            Act::Gets(place, value) => format!("{} wird {}", name(*place), text(*value)),
            Act::GetsPart(place, value) if english => {
                format!("a part of {} becomes {}", name(*place), text(*value))
            }
            Act::GetsPart(place, value) => {
                format!("ein Teil von {} wird {}", name(*place), text(*value))
            }
            Act::Runs(instruction, on) => {
                let on = on.map(|place| format!(" {}", name(place))).unwrap_or_default();
                let runs = if english { "works" } else { "arbeitet" };
                format!("{}{on} {runs}", word(*instruction))
            }
            Act::Calls(callee) if english => format!("{callee} is called"),
            Act::Calls(callee) => format!("{callee} wird aufgerufen"),
            Act::Jumps(Some(label)) if english => format!("execution goes on at {}", word(*label)),
            Act::Jumps(Some(label)) => format!("es geht weiter bei {}", word(*label)),
            Act::Jumps(None) if english => "the rest is left out".to_owned(),
            Act::Jumps(None) => "der Rest wird ausgelassen".to_owned(),
            Act::Returns if english => "the routine ends".to_owned(),
            Act::Returns => "die Routine endet".to_owned(),
            Act::Opaque(text) if english => return format!("This is not understood: {text}"),
            Act::Opaque(text) => return format!("Das ist nicht verstanden: {text}"),
        };
        let act = match (row.repeated, english) {
            (false, _) => act,
            (true, true) => format!("in a loop, {act}"),
            (true, false) => format!("in einer Schleife: {act}"),
        };
        self.with_condition(&act, row.condition, language)
    }

    fn with_condition(&self, act: &str, condition: ExprId, language: Language) -> String {
        let exprs = &self.index.exprs;
        let english = language == Language::English;
        match exprs.get(condition) {
            Expr::Const(Constant::Bool(true)) if english => return format!("{act}, always."),
            Expr::Const(Constant::Bool(true)) => return format!("{act}, immer."),
            Expr::Const(Constant::Bool(false)) if english => return format!("{act}, never."),
            Expr::Const(Constant::Bool(false)) => return format!("{act}, nie."),
            _ => {}
        }
        let words = if english { &ENGLISH } else { &GERMAN };
        let begins = if english { format!("{act} while ") } else { format!("{act}, solange ") };
        if self.literals(condition) <= LITERALS {
            return format!("{begins}{}.", self.said(condition, words, false, DEPTH));
        }
        let (parts, all) = match exprs.get(condition) {
            Expr::And(list) => (exprs.list(list).to_vec(), true),
            Expr::Or(list) => (exprs.list(list).to_vec(), false),
            _ => (vec![condition], true),
        };
        let lines: Vec<String> = parts
            .iter()
            .map(|part| format!("\n– {}", self.said(*part, words, false, DEPTH)))
            .collect();
        let head = match (all, english) {
            (true, true) => "all of these hold:",
            (false, true) => "any of these holds:",
            (true, false) => "all das gilt:",
            (false, false) => "eines davon gilt:",
        };
        format!("{begins}{head}{}", lines.concat())
    }

    fn literals(&self, id: ExprId) -> usize {
        match self.index.exprs.get(id) {
            Expr::Not(of) => self.literals(of),
            Expr::And(list) | Expr::Or(list) => {
                let of = self.index.exprs.list(list);
                of.iter().fold(0, |sum, id| sum.saturating_add(self.literals(*id)))
            }
            Expr::Xor(left, right) => self.literals(left).saturating_add(self.literals(right)),
            _ => 1,
        }
    }

    /// A condition in words; `inner` where a comma around it would mislead.
    fn said(&self, id: ExprId, words: &Words, inner: bool, depth: usize) -> String {
        let exprs = &self.index.exprs;
        let text = |id| exprs.text(id, &self.index.places, &self.index.names);
        let Some(depth) = depth.checked_sub(1) else { return text(id) };
        let said = |id: &ExprId| self.said(*id, words, true, depth);
        match exprs.get(id) {
            Expr::Const(_) | Expr::Arith(..) => text(id),
            Expr::Ref(_) | Expr::Call(..) | Expr::Output(..) => {
                format!("{} {}", text(id), words.is_on)
            }
            Expr::Not(of) if matches!(exprs.get(of), Expr::Ref(_) | Expr::Call(..)) => {
                format!("{} {}", text(of), words.is_off)
            }
            Expr::Not(of) => format!("{} ({})", words.not, self.said(of, words, false, depth)),
            Expr::And(list) => exprs
                .list(list)
                .iter()
                .map(said)
                .collect::<Vec<_>>()
                .join(&format!(" {} ", words.and)),
            Expr::Or(list) => {
                let parts = exprs.list(list).iter();
                let between =
                    if inner { format!(" {} ", words.or) } else { format!(", {} ", words.or) };
                let joined = parts.map(|id| self.said(*id, words, inner, depth));
                let joined = joined.collect::<Vec<_>>().join(&between);
                if inner { format!("({joined})") } else { joined }
            }
            Expr::Xor(left, right) => {
                format!("{} ({} / {})", words.either, said(&left), said(&right))
            }
            Expr::Compare(how, left, right) => {
                let how = words.comparisons[position(how)];
                format!("{} {how} {}", text(left), text(right))
            }
            Expr::Edge(edge, of, _) => {
                let edge = if edge == Edge::Rising { words.rises } else { words.falls };
                format!("{edge} ({})", self.said(of, words, false, depth))
            }
            Expr::Unknown(_) => words.unknown.to_owned(),
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
