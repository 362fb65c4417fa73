//! Structured text in units that are displayed as statements.

use std::collections::HashMap;

use tagbridge_logic::kinds::{Sort, sort_of};
use tagbridge_logic::{PlaceId, Span, Unit, UnitId};
use tagbridge_project::{Body, Language, Vendor};
use tagbridge_structured_text::{
    Argument, Dialect, Expression, ExpressionKind, Operand, Statement, parse,
};
pub(crate) use tagbridge_structured_text::{TextElement, walk};

use crate::facts::Facts;

/// A unit of statements.
pub(crate) struct Text<'a> {
    pub(crate) unit: UnitId,
    pub(crate) shown: &'a str,
    pub(crate) dialect: Dialect,
    pub(crate) statements: Vec<Statement>,
    /// Whether a person wrote the text; otherwise, it displays a drawing.
    pub(crate) is_written: bool,
    places: HashMap<u32, PlaceId>,
}

impl<'a> Text<'a> {
    /// Returns a unit of statements that is fully parsed.
    pub(crate) fn of(facts: &Facts<'a>, id: UnitId, unit: &Unit) -> Option<Self> {
        let vendor = facts.project.vendor;
        let routine = facts.project.routines[unit.routine.index()].language;
        let language = facts.logic.language(unit);
        let is_written = language == Language::St;
        let is_shown = vendor == Vendor::Codesys
            && matches!(language, Language::Ld | Language::Fbd | Language::Cfc);
        if !(is_written || is_shown) || routine == Language::Sfc || !facts.is_read(id) {
            return None;
        }
        let (text, dialect) = (facts.logic.text(id), facts.project.dialect());
        let places = facts.index.refs_of(id).iter().map(|it| (it.start, it.place)).collect();
        let shown = match (&facts.project.routines[unit.routine.index()].body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => rungs.get(at as usize)?.statements.clone(),
            _ => None,
        };
        let statements = shown.unwrap_or_else(|| parse(text, dialect));
        Some(Self { unit: id, shown: text, dialect, statements, is_written, places })
    }

    /// A part of the text.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.shown.get(span.range()).unwrap_or_default()
    }

    /// The place of an operand.
    pub(crate) fn place(&self, operand: &Operand) -> Option<PlaceId> {
        self.places.get(&operand.span.start).copied()
    }

    /// The kind of the values of an expression.
    pub(crate) fn sort(&self, facts: &Facts<'a>, expression: &Expression) -> Sort {
        match &expression.kind {
            ExpressionKind::Literal => sort_of_literal(self.slice(expression.span)),
            ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => {
                self.sort(facts, inner)
            }
            ExpressionKind::Operand(operand) => match operand.call() {
                Some(arguments) => self.sort_of_call(facts, operand, arguments),
                None => match self.place(operand) {
                    Some(place) => facts.kinds.sort(facts.index, place),
                    None => Sort::Other,
                },
            },
            ExpressionKind::Chain(first, rest) => {
                use tagbridge_structured_text::Operator as O;
                let computes = |operator: &O| {
                    matches!(
                        operator,
                        O::Add | O::Subtract | O::Multiply | O::Divide | O::Power | O::Modulo
                    )
                };
                if !rest.iter().all(|(operator, _)| computes(operator)) {
                    return Sort::Other;
                }
                let sorts = rest.iter().map(|(_, of)| self.sort(facts, of));
                strongest(std::iter::once(self.sort(facts, first)).chain(sorts))
            }
            ExpressionKind::Values(_) | ExpressionKind::Opaque(_) => Sort::Other,
        }
    }

    fn sort_of_call(&self, facts: &Facts<'a>, called: &Operand, given: &[Argument]) -> Sort {
        let end = called.parts.last().map_or(called.span.end, |call| call.span.start);
        let name = self.slice(Span { start: called.span.start, end });
        let plain = name.trim_matches(['"', '#']).to_ascii_uppercase();
        let values = || given.iter().filter_map(|it| it.value.as_ref());
        match plain.as_str() {
            "SQRT" | "SIN" | "COS" | "TAN" | "ASIN" | "ACOS" | "ATAN" | "LN" | "LOG" | "EXP" => {
                Sort::Real
            }
            "ABS" | "MIN" | "MAX" | "LIMIT" => {
                strongest(values().map(|value| self.sort(facts, value)))
            }
            _ => match plain.rsplit_once("TO_") {
                Some((before, into)) if before.is_empty() || before.ends_with('_') => sort_of(into),
                _ => facts.kinds.returned(name),
            },
        }
    }
}

/// The result kind of mixed numbers: with a fraction if any has one; a duration stays one.
pub(crate) fn strongest(sorts: impl Iterator<Item = Sort>) -> Sort {
    sorts.fold(Sort::Other, |one, other| match (one, other) {
        (Sort::Time, _) | (_, Sort::Time) => Sort::Time,
        (Sort::Real, _) | (_, Sort::Real) => Sort::Real,
        (Sort::Whole, _) | (_, Sort::Whole) => Sort::Whole,
        _ => Sort::Other,
    })
}

/// The kind of a literal: `1.5`, `REAL#2`, `T#5s`.
pub(crate) fn sort_of_literal(text: &str) -> Sort {
    let upper = text.to_ascii_uppercase();
    if let Some((kind, _)) = upper.split_once('#') {
        return match kind {
            "T" | "LT" | "S5T" | "D" | "LD" => Sort::Time,
            kind if kind.starts_with(|first: char| first.is_ascii_digit()) => Sort::Whole,
            kind => sort_of(kind),
        };
    }
    let is_number = upper.starts_with(|first: char| first.is_ascii_digit());
    match is_number {
        true if upper.contains(['.', 'E']) => Sort::Real,
        true => Sort::Whole,
        false => Sort::Other,
    }
}

/// Whether a literal is zero: `0`, `0.0`, `T#0s`.
pub(crate) fn is_zero(text: &str) -> bool {
    let digits = text.rsplit('#').next().unwrap_or(text);
    let mut digits = digits.chars().filter(char::is_ascii_digit).peekable();
    digits.peek().is_some() && digits.all(|digit| digit == '0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_tell_what_they_are() {
        for (text, expected) in [
            ("1.5", Sort::Real),
            ("16#1E", Sort::Whole),
            ("1E3", Sort::Real),
            ("REAL#2", Sort::Real),
            ("T#5s", Sort::Time),
            ("5", Sort::Whole),
            ("'a'", Sort::Other),
            ("TRUE", Sort::Other),
        ] {
            assert_eq!(sort_of_literal(text), expected, "{text}");
        }
        assert!(is_zero("0.0") && is_zero("T#0s") && is_zero("16#0"));
        assert!(!is_zero("T#10ms") && !is_zero("TRUE"));
    }
}
