//! Suspicious code by textbooks: comparisons with a constant result, assignments to itself, loops,
//! statements without effect, repeated operands.

mod loops;
mod series;
mod text;
mod unset;

use std::collections::HashSet;

use tagbridge_code::Width;
use tagbridge_logic::{
    Effect, How, PlaceId, Statement, UnitId,
    expr::{Comparison, Constant, Expr, ExprId},
    kinds::Sort,
};
use tagbridge_project::Vendor;
use tagbridge_texts::Coded;

use crate::{
    chapter_writer::ChapterWriter,
    conditions::{each, roots},
    facts::Facts,
    rule::Confidence,
    syntax::Text,
};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-suspect")]
pub(crate) enum SuspectFinding<'a> {
    Decided { comparison: &'a str, value: &'a str, name: &'a str, of: &'a str },
    Counter { name: &'a str },
    Endless { condition: &'a str },
    Itself { name: &'a str },
    Idle { text: &'a str },
    Twice { name: &'a str, condition: &'a str },
    Always { name: &'a str, condition: &'a str, value: &'a str },
    Narrows { text: &'a str, from: &'a str, to: &'a str },
    Unset { name: &'a str },
}

/// S05 to S12.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for (id, unit) in facts.index.units() {
        pen.check();
        if !facts.is_read(id) {
            continue;
        }
        constant_comparisons(facts, pen, id);
        for (_, statement) in facts.index.statements_of(id) {
            itself(facts, pen, statement);
            implicit_narrowing(facts, pen, statement);
        }
        match Text::of(facts, id, unit) {
            Some(text) => text::check(facts, pen, &text),
            None => series::check(facts, pen, id),
        }
    }
    unset::check(facts, pen);
}

/// S05: comparisons of a whole number with a constant, if the number's type already determines the
/// result.
fn constant_comparisons(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, unit: UnitId) {
    let index = facts.index;
    let mut seen = HashSet::new();
    for (id, statement) in index.statements_of(unit) {
        let mut compared: Vec<(ExprId, Comparison, ExprId, ExprId)> = Vec::new();
        each(index, &roots(index, statement), &mut seen, |at, expr| {
            if let Expr::Compare(how, left, right) = expr {
                compared.push((at, how, left, right));
            }
            true
        });
        for (at, how, left, right) in compared {
            let found = match (index.exprs.get(left), index.exprs.get(right)) {
                (Expr::Ref(place), Expr::Const(Constant::Int(number))) => {
                    always(facts, place, how, number).map(|it| (place, it))
                }
                (Expr::Const(Constant::Int(number)), Expr::Ref(place)) => {
                    always(facts, place, how.mirrored(), number).map(|it| (place, it))
                }
                _ => None,
            };
            let Some((place, value)) = found else { continue };
            // Hexadecimal digits set all bits of a signed number.
            let number = [left, right].into_iter().find_map(|side| match index.exprs.get(side) {
                Expr::Const(Constant::Int(number)) => Some(format!("{number:X}")),
                _ => None,
            });
            let text = facts.logic.text(unit).to_ascii_uppercase();
            if number.is_some_and(|it| {
                text.contains(&format!("#{it}")) || text.contains(&format!("#0{it}"))
            }) {
                continue;
            }
            let Some(kind) = facts.kinds.of(index, place) else { continue };
            let (comparison, name) = (facts.logic.expression(at), facts.logic.place(place));
            let value = if value { "TRUE" } else { "FALSE" };
            let message = SuspectFinding::Decided {
                comparison: &comparison,
                value,
                name: &name,
                of: kind.name,
            };
            pen.find("S05", &comparison, &message, vec![facts.statement(id)]);
        }
    }
}

/// The constant result of a comparison with a number, by the type of a place.
fn always(facts: &Facts<'_>, place: PlaceId, how: Comparison, number: i64) -> Option<bool> {
    let kind = facts.kinds.of(facts.index, place).filter(|it| it.dimensions.is_empty())?;
    let (low, high) = Width::of_type(facts.kinds.base(kind).name)?.range();
    let number = i128::from(number);
    Some(match how {
        Comparison::Eq if number < low || number > high => false,
        Comparison::Ne if number < low || number > high => true,
        Comparison::Lt if number <= low => false,
        Comparison::Lt if number > high => true,
        Comparison::Le if number < low => false,
        Comparison::Le if number >= high => true,
        Comparison::Gt if number >= high => false,
        Comparison::Gt if number < low => true,
        Comparison::Ge if number > high => false,
        Comparison::Ge if number <= low => true,
        _ => return None,
    })
}

/// S08.
fn itself(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, statement: &Statement) {
    let Effect::Assign { to, value, how: How::Store } = &statement.effect else { return };
    let index = facts.index;
    let to = index.reference(*to);
    let Expr::Ref(from) = index.exprs.get(*value) else { return };
    if to.mode.reads() || from != to.place {
        return;
    }
    let name = facts.logic.place(from);
    let at = vec![facts.at(statement.unit, statement.span)];
    pen.find("S08", &name, &SuspectFinding::Itself { name: &name }, at);
}

/// S11 for Logix, whose instructions convert implicitly: a whole number to a smaller type.
fn implicit_narrowing(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, statement: &Statement) {
    let Effect::Assign { to, value, how: How::Store } = &statement.effect else { return };
    let index = facts.index;
    let Expr::Ref(from) = index.exprs.get(*value) else { return };
    if facts.project.vendor != Vendor::AllenBradley {
        return;
    }
    let to = index.reference(*to).place;
    let kind = |place| facts.kinds.of(index, place).filter(|it| it.dimensions.is_empty());
    let (Some(wide), Some(small)) = (kind(from), kind(to)) else { return };
    if is_smaller(wide.name, small.name) {
        let text = facts.logic.text(statement.unit);
        let text = text.get(statement.span.range()).unwrap_or_default();
        let message = SuspectFinding::Narrows { text, from: wide.name, to: small.name };
        let at = vec![facts.at(statement.unit, statement.span)];
        pen.find_as("S11", Confidence::Review, text, &message, at);
    }
}

/// Whether a number of one type may not fit into the other: both whole, both with a fraction, or
/// only the other one whole.
fn is_smaller(from: &str, to: &str) -> bool {
    let is_real = |name: &str| matches!(name.to_ascii_uppercase().as_str(), "REAL" | "LREAL");
    let whole = |name: &str| {
        let is_number =
            !matches!(name.to_ascii_uppercase().as_str(), "BYTE" | "WORD" | "DWORD" | "LWORD");
        Width::of_type(name).map(Width::range).filter(|_| is_number)
    };
    match (whole(from), whole(to)) {
        (Some(from), Some(to)) => from.1 > to.1 && (from.1 - from.0) > (to.1 - to.0),
        (None, Some(_)) => is_real(from),
        (None, None) => from.eq_ignore_ascii_case("LREAL") && to.eq_ignore_ascii_case("REAL"),
        (Some(_), None) => false,
    }
}

/// Whether a place is declared as a bit.
fn is_bit(facts: &Facts<'_>, place: PlaceId) -> bool {
    facts.kinds.sort(facts.index, place) == Sort::Bit
}
