//! Loops: a counter that the body changes, a condition that the loop does not change.

use tagbridge_structured_text::{
    ArgumentHow, Expression, ExpressionKind, Operand, PartKind, Root, Statement, StatementKind,
};

use super::SuspectFinding;
use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    rule::Confidence,
    syntax::{Text, TextElement, walk},
};

/// S06 and S07.
pub(super) fn check(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    text: &Text<'_>,
    statement: &Statement,
) {
    match &statement.kind {
        StatementKind::For { variable, body, .. } => counter(facts, pen, text, variable, body),
        StatementKind::While(it) => endless(facts, pen, text, (&it.condition, true), &it.body),
        StatementKind::Repeat(it) => endless(facts, pen, text, (&it.condition, false), &it.body),
        _ => {}
    }
}

fn counter(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    text: &Text<'_>,
    variable: &Operand,
    body: &[Statement],
) {
    let name = text.slice(variable.span);
    walk(body, &mut |seen| {
        let TextElement::Statement(statement) = seen else { return };
        let writes = match &statement.kind {
            StatementKind::Assign { to, .. } => to.iter().any(|(it, _)| is_same(text, it, name)),
            StatementKind::For { variable, .. } => is_same(text, variable, name),
            _ => false,
        };
        if writes {
            let at = vec![facts.at(text.unit, statement.span)];
            pen.find("S06", name, &SuspectFinding::Counter { name }, at);
        }
    });
}

fn is_same(text: &Text<'_>, operand: &Operand, name: &str) -> bool {
    text.slice(operand.span).eq_ignore_ascii_case(name)
}

/// A loop without an end. `goes_on` is the value of the condition that continues it.
fn endless(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    text: &Text<'_>,
    (condition, goes_on): (&Expression, bool),
    body: &[Statement],
) {
    let (mut leaves, mut calls) = (false, false);
    let mut written: Vec<String> = Vec::new();
    let root = |operand: &Operand| text.slice(operand.root_span).to_lowercase();
    walk(body, &mut |seen| match seen {
        TextElement::Statement(statement) => match &statement.kind {
            StatementKind::Exit
            | StatementKind::Return
            | StatementKind::Goto(_)
            | StatementKind::Opaque(_) => leaves = true,
            StatementKind::Assign { to, .. } => written.extend(to.iter().map(|(it, _)| root(it))),
            StatementKind::For { variable, .. } => written.push(root(variable)),
            StatementKind::Call(operand) => {
                calls = true;
                written.push(root(operand));
                for argument in operand.call().unwrap_or_default() {
                    if argument.how != ArgumentHow::Position
                        && let Some(ExpressionKind::Operand(given)) =
                            argument.value.as_ref().map(|it| &it.kind)
                    {
                        written.push(root(given));
                    }
                }
            }
            _ => {}
        },
        TextElement::Expression(expression) => {
            if let ExpressionKind::Operand(operand) = &expression.kind {
                calls |= operand.call().is_some();
            }
        }
    });
    let shown = text.slice(condition.span);
    let is_fixed = match shown.to_ascii_uppercase().as_str() {
        "TRUE" => goes_on,
        "FALSE" => !goes_on,
        _ => false,
    };
    let is_unchanged = !calls && is_of_variables(text, condition, &written);
    if leaves || !(is_fixed || is_unchanged) {
        return;
    }
    let sure = if is_fixed { Confidence::Certain } else { Confidence::Likely };
    let message = SuspectFinding::Endless { condition: shown };
    let at = vec![facts.at(text.unit, condition.span)];
    pen.find_as("S07", sure, shown, &message, at);
}

/// Whether a condition has at least one variable, none of `written`, and no calls, pointers and
/// addresses.
fn is_of_variables(text: &Text<'_>, condition: &Expression, written: &[String]) -> bool {
    fn plain(text: &Text<'_>, of: &Expression, written: &[String], any: &mut bool) -> bool {
        match &of.kind {
            ExpressionKind::Literal => true,
            ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => {
                plain(text, inner, written, any)
            }
            ExpressionKind::Chain(first, rest) => {
                plain(text, first, written, any)
                    && rest.iter().all(|it| plain(text, &it.1, written, any))
            }
            ExpressionKind::Operand(operand) => {
                *any = true;
                let is_open = operand.parts.iter().any(|part| {
                    matches!(
                        part.kind,
                        PartKind::Call(_) | PartKind::Pointer | PartKind::Peripheral
                    )
                });
                let root = text.slice(operand.root_span).to_lowercase();
                let indexes = operand.parts.iter().all(|part| match &part.kind {
                    PartKind::Index(indexes) => {
                        indexes.iter().all(|it| plain(text, it, written, &mut false))
                    }
                    _ => true,
                });
                operand.root != Root::Direct && !is_open && indexes && !written.contains(&root)
            }
            ExpressionKind::Values(_) | ExpressionKind::Opaque(_) => false,
        }
    }
    let mut any = false;
    plain(text, condition, written, &mut any) && any
}
