//! A visit of all statements and expressions of a text.

use crate::{Expression, ExpressionKind, Operand, PartKind, Span, Statement, StatementKind};

/// An element of a text.
#[derive(Debug, Clone, Copy)]
pub enum TextElement<'t> {
    /// A statement, also in a branch or a loop.
    Statement(&'t Statement),
    /// An expression, also in another one.
    Expression(&'t Expression),
}

/// Visits all elements of statements, outermost first.
pub fn walk<'t>(statements: &'t [Statement], see: &mut impl FnMut(TextElement<'t>)) {
    for statement in statements {
        see(TextElement::Statement(statement));
        match &statement.kind {
            StatementKind::Assign { to, value } => {
                for (operand, _) in to {
                    inside(operand, see);
                }
                expression(value, see);
            }
            StatementKind::If { branches, otherwise } => {
                for branch in branches {
                    expression(&branch.condition, see);
                    walk(&branch.body, see);
                }
                walk(otherwise, see);
            }
            StatementKind::Case { selector, arms, otherwise } => {
                expression(selector, see);
                for arm in arms {
                    walk(&arm.body, see);
                }
                walk(otherwise, see);
            }
            StatementKind::For { variable, from, to, by, body } => {
                inside(variable, see);
                for bound in [Some(from), Some(to), by.as_ref()].into_iter().flatten() {
                    expression(bound, see);
                }
                walk(body, see);
            }
            StatementKind::While(branch) | StatementKind::Repeat(branch) => {
                expression(&branch.condition, see);
                walk(&branch.body, see);
            }
            StatementKind::Call(operand) => inside(operand, see),
            _ => {}
        }
    }
}

/// The calls in statements, in order: the operand, and the index of its part with the arguments.
pub fn calls(statements: &[Statement]) -> Vec<(&Operand, usize)> {
    let mut found = Vec::new();
    walk(statements, &mut |seen| {
        let (TextElement::Statement(Statement { kind: StatementKind::Call(operand), .. })
        | TextElement::Expression(Expression {
            kind: ExpressionKind::Operand(operand), ..
        })) = seen
        else {
            return;
        };
        let is_call = |at: &usize| matches!(operand.parts[*at].kind, PartKind::Call(_));
        found.extend((0..operand.parts.len()).filter(is_call).map(|at| (operand, at)));
    });
    found
}

/// The name that a call names last: `TON` of `Timer.TON(…)`.
pub fn called((operand, at): (&Operand, usize)) -> Span {
    let members = operand.parts[..at].iter().rev().find_map(|part| match part.kind {
        PartKind::Member(name) => Some(name),
        _ => None,
    });
    members.unwrap_or(operand.root_span)
}

fn expression<'t>(of: &'t Expression, see: &mut impl FnMut(TextElement<'t>)) {
    see(TextElement::Expression(of));
    match &of.kind {
        ExpressionKind::Operand(operand) => inside(operand, see),
        ExpressionKind::Unary(_, inner) | ExpressionKind::Group(inner) => expression(inner, see),
        ExpressionKind::Chain(first, rest) => {
            expression(first, see);
            for (_, other) in rest {
                expression(other, see);
            }
        }
        ExpressionKind::Values(values) => {
            for value in values {
                expression(value, see);
            }
        }
        ExpressionKind::Literal | ExpressionKind::Opaque(_) => {}
    }
}

fn inside<'t>(operand: &'t Operand, see: &mut impl FnMut(TextElement<'t>)) {
    for part in &operand.parts {
        match &part.kind {
            PartKind::Index(indexes) => {
                for index in indexes {
                    expression(index, see);
                }
            }
            PartKind::BitIndex(index) => expression(index, see),
            PartKind::Call(arguments) => {
                for value in arguments.iter().filter_map(|it| it.value.as_ref()) {
                    expression(value, see);
                }
            }
            _ => {}
        }
    }
}
