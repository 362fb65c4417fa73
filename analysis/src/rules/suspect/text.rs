//! Structured text: conversions, statements without effect, repeated operands.

use tagbridge_project::spelling::one_line;
use tagbridge_structured_text::{
    Expression, ExpressionKind, Operand, Operator, PartKind, Sign, Span, Statement, StatementKind,
};

use super::{SuspectFinding, is_smaller, loops};
use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    rule::Confidence,
    syntax::{Text, TextElement, walk},
};

pub(super) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>) {
    walk(&text.statements, &mut |seen| match seen {
        TextElement::Statement(statement) => {
            idle(facts, pen, text, statement);
            loops::check(facts, pen, text, statement);
        }
        TextElement::Expression(expression) => {
            twice(facts, pen, text, expression);
            if let ExpressionKind::Operand(operand) = &expression.kind {
                conversion(facts, pen, text, operand);
            }
        }
    });
}

/// S09: an `IF` without an effect, a variable without an assignment.
fn idle(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>, statement: &Statement) {
    if !text.is_written {
        return;
    }
    let is_empty =
        |body: &[Statement]| body.iter().all(|it| matches!(it.kind, StatementKind::Empty));
    let is_idle = match &statement.kind {
        StatementKind::If { branches, otherwise } => {
            is_empty(otherwise) && branches.iter().all(|it| is_empty(&it.body))
        }
        // A single name may call an action.
        StatementKind::Call(operand) if operand.call().is_none() => {
            let place = text.place(operand);
            place.is_some_and(|it| super::is_bit(facts, it))
        }
        _ => false,
    };
    if is_idle {
        let shown = text.slice(statement.span);
        let first = shown.lines().next().unwrap_or_default().trim();
        let at = vec![facts.at(text.unit, statement.span)];
        pen.find("S09", first, &SuspectFinding::Idle { text: first }, at);
    }
}

/// S10: an operand that is joined with itself, or with its negation.
fn twice(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>, of: &Expression) {
    let ExpressionKind::Chain(first, rest) = &of.kind else { return };
    let is_and = match rest[0].0 {
        Operator::And | Operator::AndThen => true,
        Operator::Or | Operator::OrElse => false,
        _ => return,
    };
    let operands = std::iter::once(&**first).chain(rest.iter().map(|it| &it.1));
    let mut known: Vec<(String, bool)> = Vec::new();
    for operand in operands {
        let (inner, negated) = bare(operand);
        if !is_plain(inner) || matches!(inner.kind, ExpressionKind::Literal) {
            continue;
        }
        let name: String = text.slice(inner.span).split_whitespace().collect();
        // Names are compared without case, texts with case.
        let lower = if name.contains('\'') { name.clone() } else { name.to_lowercase() };
        let condition = one_line(text.slice(of.span));
        let other = known.iter().find(|it| it.0 == lower).map(|it| it.1);
        let at = || vec![facts.at(text.unit, of.span)];
        match other {
            Some(other) if other == negated => {
                let message = SuspectFinding::Twice { name: &name, condition: &condition };
                pen.find("S10", &name, &message, at());
            }
            Some(_) => {
                let value = if is_and { "FALSE" } else { "TRUE" };
                let message = SuspectFinding::Always { name: &name, condition: &condition, value };
                pen.find("S10", &name, &message, at());
            }
            None => known.push((lower, negated)),
        }
    }
}

/// An operand without its negations and brackets.
fn bare(of: &Expression) -> (&Expression, bool) {
    match &of.kind {
        ExpressionKind::Unary(Sign::Not, inner) => {
            let (inner, negated) = bare(inner);
            (inner, !negated)
        }
        ExpressionKind::Group(inner) => bare(inner),
        _ => (of, false),
    }
}

/// Whether an expression always has the same value: it contains no call.
fn is_plain(of: &Expression) -> bool {
    let plain = |operand: &Operand| {
        operand.parts.iter().all(|part| match &part.kind {
            PartKind::Call(_) | PartKind::Peripheral => false,
            PartKind::Index(indexes) => indexes.iter().all(is_plain),
            PartKind::BitIndex(index) => is_plain(index),
            _ => true,
        })
    };
    match &of.kind {
        ExpressionKind::Operand(operand) => plain(operand),
        ExpressionKind::Literal => true,
        ExpressionKind::Unary(_, inner) | ExpressionKind::Group(inner) => is_plain(inner),
        ExpressionKind::Chain(first, rest) => {
            is_plain(first) && rest.iter().all(|it| is_plain(&it.1))
        }
        ExpressionKind::Values(_) | ExpressionKind::Opaque(_) => false,
    }
}

/// S11: `DINT_TO_INT(x)`.
fn conversion(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>, operand: &Operand) {
    let Some([argument]) = operand.call() else { return };
    let name = text.slice(operand.root_span);
    let Some((from, to)) = name.split_once("_TO_").or_else(|| name.split_once("_to_")) else {
        return;
    };
    let is_limited = argument.value.as_ref().is_some_and(|it| {
        let given = text.slice(it.span).to_ascii_uppercase();
        ["LIMIT", "MIN", "MAX", "MOD", "AND"].iter().any(|word| given.contains(word))
    });
    if is_smaller(from, to) && !is_limited {
        let shown = text.slice(Span { start: operand.span.start, end: operand.span.end });
        let shown = one_line(shown);
        let message = SuspectFinding::Narrows { text: &shown, from, to };
        let at = vec![facts.at(text.unit, operand.span)];
        pen.find_as("S11", Confidence::Review, &shown, &message, at);
    }
}
