//! Comparisons for equality: numbers with a fraction, and times.

use std::collections::{BTreeMap, HashSet};

use tagbridge_logic::kinds::{Sort, sort_of};
use tagbridge_logic::{
    Effect, PlaceId, UnitId,
    expr::{Comparison, Constant, Expr, ExprId},
};
use tagbridge_project::spelling::one_line;
use tagbridge_structured_text::{Expression, ExpressionKind, Operator};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    conditions,
    facts::Facts,
    syntax::{Text, TextElement, is_zero, strongest, walk},
    words::words,
};

/// A finding about a comparison.
#[derive(Coded)]
#[coded(prefix = "analysis-values")]
pub(super) enum ComparisonFinding<'a> {
    /// Numbers with a fraction.
    Real { comparison: &'a str },
    /// Times.
    Time { comparison: &'a str },
}

type Found = BTreeMap<(&'static str, String), Vec<Site>>;

/// S01, S02.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for (id, unit) in facts.index.units() {
        pen.check();
        if !facts.is_read(id) {
            continue;
        }
        let mut found = Found::new();
        match Text::of(facts, id, unit) {
            Some(text) => in_text(facts, &text, &mut found),
            None => in_code(facts, id, &mut found),
        }
        for ((rule, comparison), at) in found {
            let message = match rule {
                "S01" => ComparisonFinding::Real { comparison: &comparison },
                _ => ComparisonFinding::Time { comparison: &comparison },
            };
            pen.find(rule, &comparison, &message, at);
        }
    }
}

/// The rule that a comparison of two sides for equality violates.
fn rule(sides: [Sort; 2], is_nothing: bool) -> Option<&'static str> {
    if sides.contains(&Sort::Time) {
        // The start and the end of a timer are exact.
        return (!is_nothing).then_some("S02");
    }
    sides.contains(&Sort::Real).then_some("S01")
}

fn in_text<'a>(facts: &Facts<'a>, text: &Text<'a>, found: &mut Found) {
    let (mut compared, mut divisors) = (Vec::new(), Vec::new());
    walk(&text.statements, &mut |seen| {
        let TextElement::Expression(Expression { kind: ExpressionKind::Chain(first, rest), span }) =
            seen
        else {
            return;
        };
        let mut left: &Expression = first;
        for (operator, right) in rest {
            match operator {
                Operator::Equal | Operator::Unequal => compared.push((left, right, *span)),
                Operator::Divide | Operator::IntegerDivide | Operator::Modulo => {
                    divisors.push(text.slice(right.span));
                }
                _ => {}
            }
            left = right;
        }
    });
    for (left, right, span) in compared {
        let sides = [left, right];
        let names = sides.map(|side| text.slice(side.span));
        let is_nothing = names.iter().any(|name| is_zero(name));
        let Some(rule) = rule(sides.map(|side| text.sort(facts, side)), is_nothing) else {
            continue;
        };
        // A check before a division must compare with zero.
        let divides = divisors
            .iter()
            .any(|divisor| names.iter().all(|name| is_zero(name) || divisor.contains(name)));
        let places = sides.map(|side| match &side.kind {
            ExpressionKind::Operand(operand) => text.place(operand),
            _ => None,
        });
        let is_exact = || match (places, names) {
            ([Some(place), None], [_, text]) | ([None, Some(place)], [text, _]) => {
                text.parse().is_ok_and(|number| is_given(facts, place, number))
            }
            _ => are_ends(names),
        };
        if divides
            || is_change(facts, places)
            || (rule == "S01" && is_exact())
            || (rule == "S02" && is_end_of(names))
        {
            continue;
        }
        let comparison = one_line(text.slice(span));
        found.entry((rule, comparison)).or_default().push(facts.at(text.unit, span));
    }
}

/// Whether a timer's elapsed time is compared with its own preset, at which it stops.
fn is_end_of(names: [&str; 2]) -> bool {
    let timer = |name: &str, end: &str| {
        let (timer, member) = name.rsplit_once('.')?;
        member.eq_ignore_ascii_case(end).then(|| timer.to_ascii_lowercase())
    };
    let is = |one: &str, other: &str| {
        let elapsed = timer(one, "ET");
        elapsed.is_some() && elapsed == timer(other, "PT")
    };
    is(names[0], names[1]) || is(names[1], names[0])
}

/// Whether two names are the ends of a range: an empty range is exact.
fn are_ends(names: [&str; 2]) -> bool {
    let [one, other] = names.map(words);
    let differ: Vec<_> = one.iter().zip(&other).filter(|(a, b)| a != b).collect();
    let ends = [("max", "min"), ("high", "low"), ("hi", "lo"), ("upper", "lower")];
    one.len() == other.len()
        && matches!(differ[..], [(a, b)] if ends.iter().any(|(x, y)| {
            (a == x && b == y) || (a == y && b == x)
        }))
}

/// Whether code assigns exactly this number to a variable, so that the comparison is exact.
fn is_given(facts: &Facts<'_>, place: PlaceId, number: f64) -> bool {
    let index = facts.index;
    let is = |id: ExprId| match index.exprs.get(id) {
        Expr::Const(constant) => number_of(constant) == Some(number),
        _ => false,
    };
    let assigned =
        facts.writers().of(index, place).iter().any(
            |id| matches!(index.statement(*id).effect, Effect::Assign { value, .. } if is(value)),
        );
    assigned
        || index
            .bound_to(index.canonical(place))
            .iter()
            .any(|(_, binding)| is(index.bindings(&(binding.0..binding.0 + 1))[0].actual))
}

#[expect(clippy::cast_precision_loss, reason = "numbers that people write are small")]
fn number_of(constant: Constant) -> Option<f64> {
    match constant {
        Constant::Int(number) => Some(number as f64),
        Constant::Real(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// Whether one side stores the previous value of the other: a change is exact.
fn is_change(facts: &Facts<'_>, sides: [Option<PlaceId>; 2]) -> bool {
    let [Some(one), Some(other)] = sides else { return false };
    let index = facts.index;
    let remembers = |memory: PlaceId, of: PlaceId| {
        facts.writers().of(index, memory).iter().any(|id| match index.statement(*id).effect {
            Effect::Assign { value, .. } => match index.exprs.get(value) {
                Expr::Ref(read) => index.canonical(read) == index.canonical(of),
                _ => false,
            },
            _ => false,
        })
    };
    remembers(one, other) || remembers(other, one)
}

fn in_code(facts: &Facts<'_>, unit: UnitId, found: &mut Found) {
    let index = facts.index;
    let mut seen = HashSet::new();
    for (at, statement) in index.statements_of(unit) {
        let roots = conditions::roots(index, statement);
        let mut compared = Vec::new();
        conditions::each(index, &roots, &mut seen, |id, expr| {
            if let Expr::Compare(Comparison::Eq | Comparison::Ne, left, right) = expr {
                compared.push((id, [left, right]));
            }
            true
        });
        for (id, sides) in compared {
            let is_nothing = sides.iter().any(|side| is_nothing(facts, *side));
            let places = sides.map(|side| match index.exprs.get(side) {
                Expr::Ref(place) => Some(place),
                _ => None,
            });
            if let Some(rule) = rule(sides.map(|side| sort(facts, side)), is_nothing)
                && !is_change(facts, places)
            {
                let comparison = facts.logic.expression(id);
                found.entry((rule, comparison)).or_default().push(facts.statement(at));
            }
        }
    }
}

fn is_nothing(facts: &Facts<'_>, id: ExprId) -> bool {
    match facts.index.exprs.get(id) {
        Expr::Const(Constant::Int(number)) => number == 0,
        Expr::Const(Constant::Real(bits)) => f64::from_bits(bits) == 0.0,
        _ => false,
    }
}

/// The kind of the values of an expression.
fn sort(facts: &Facts<'_>, id: ExprId) -> Sort {
    let exprs = &facts.index.exprs;
    match exprs.get(id) {
        Expr::Const(Constant::Int(_)) => Sort::Whole,
        Expr::Const(Constant::Real(_)) => Sort::Real,
        Expr::Ref(place) => facts.kinds.sort(facts.index, place),
        Expr::Arith(_, list) => strongest(exprs.list(list).iter().map(|it| sort(facts, *it))),
        Expr::Call(name, _) => match facts.index.names.text(name).rsplit_once("TO_") {
            Some((_, into)) => sort_of(into),
            None => Sort::Other,
        },
        _ => Sort::Other,
    }
}
