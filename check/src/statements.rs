//! Structured text: grammar, conditions, assignments.

use tagbridge_logic::{Scope, Step};
use tagbridge_project::{Section, Vendor};
use tagbridge_structured_text::{
    Assignment, Branch, Expression, Operand, Part, PartKind, Span, Statement, StatementKind,
    SyntaxError, TextElement, TokenKind, parse_strictly, tokens, walk,
};

use crate::{
    checker::Unit,
    diagnostic::Problem,
    types::{Assignability, Class, Type, fit},
};

/// Checks a text that a person wrote.
pub(crate) fn check(unit: &mut Unit<'_, '_>) {
    endless(unit);
    let (statements, errors) = parse_strictly(unit.text, unit.dialect);
    for error in &errors {
        syntax(unit, error);
    }
    body(unit, &statements);
    labels(unit, &statements);
}

/// Checks what a drawing is shown as: its grammar is the reader's.
pub(crate) fn check_shown(unit: &mut Unit<'_, '_>, statements: &[Statement]) {
    body(unit, statements);
}

pub(crate) fn syntax(unit: &mut Unit<'_, '_>, error: &SyntaxError) {
    let found = unit.slice(error.at).to_owned();
    let problem = match error.missing {
        Some(missing) if found.is_empty() => Problem::MissingEnd { missing: missing.to_owned() },
        Some(missing) => Problem::Missing { missing: missing.to_owned(), found },
        None if found.is_empty() => Problem::SyntaxEnd,
        None => Problem::Syntax { found },
    };
    unit.error(error.at, problem);
}

/// Comments and texts without an end.
fn endless(unit: &mut Unit<'_, '_>) {
    for token in tokens(unit.text, unit.dialect) {
        let text = unit.slice(token.span);
        let has_end = match token.kind {
            TokenKind::Comment if text.starts_with("(*") => text.len() >= 4 && text.ends_with("*)"),
            TokenKind::Comment if text.starts_with("/*") => text.len() >= 4 && text.ends_with("*/"),
            TokenKind::Literal if text.starts_with('\'') => text.len() >= 2 && text.ends_with('\''),
            TokenKind::Literal | TokenKind::Quoted if text.starts_with('"') => {
                text.len() >= 2 && text.ends_with('"')
            }
            _ => true,
        };
        if !has_end {
            let begin = text.chars().take(20).collect();
            let start = token.span.start as usize;
            unit.error(Span::new(start, start + 1), Problem::Unterminated { begin });
        }
    }
}

pub(crate) fn body(unit: &mut Unit<'_, '_>, statements: &[Statement]) {
    for statement in statements {
        one(unit, statement);
    }
}

fn one(unit: &mut Unit<'_, '_>, statement: &Statement) {
    match &statement.kind {
        StatementKind::Assign { to, value } => assign(unit, to, value),
        StatementKind::If { branches, otherwise } => {
            for it in branches {
                branch(unit, it);
            }
            body(unit, otherwise);
        }
        StatementKind::While(it) | StatementKind::Repeat(it) => branch(unit, it),
        StatementKind::Case { selector, arms, otherwise } => {
            let of = unit.value(selector);
            let is_char = of.elementary().is_some_and(|it| it.class == Class::Char);
            if !of.may_be_whole() && !is_char && !matches!(of, Type::Declared(_)) {
                unit.error(selector.span, Problem::WholeNumber { of: of.shown() });
            }
            for arm in arms {
                for (from, to) in &arm.labels {
                    for label in std::iter::once(from).chain(to) {
                        let label_of = unit.value(label);
                        if matches!(label_of, Type::Fraction | Type::Literal(2..)) {
                            unit.error(label.span, Problem::WholeNumber { of: label_of.shown() });
                        }
                    }
                }
                body(unit, &arm.body);
            }
            body(unit, otherwise);
        }
        StatementKind::For { variable, from, to, by, body: inner } => {
            let of = unit.operand(variable);
            if !of.may_be_whole() && !matches!(of, Type::Declared(_)) {
                unit.error(variable.span, Problem::WholeNumber { of: of.shown() });
            }
            written(unit, variable);
            for bound in [Some(from), Some(to), by.as_ref()].into_iter().flatten() {
                let of = unit.value(bound);
                if !of.may_be_whole() && !matches!(of, Type::Declared(_)) {
                    unit.error(bound.span, Problem::WholeNumber { of: of.shown() });
                }
            }
            body(unit, inner);
        }
        StatementKind::Call(operand) => {
            if operand.call().is_some() {
                unit.operand(operand);
            }
        }
        StatementKind::Exit
        | StatementKind::Continue
        | StatementKind::Return
        | StatementKind::Goto(_)
        | StatementKind::Label(_)
        | StatementKind::Empty
        | StatementKind::Opaque(_) => {}
    }
}

fn branch(unit: &mut Unit<'_, '_>, branch: &Branch) {
    let of = unit.value(&branch.condition);
    let is_open = matches!(of, Type::Declared(_));
    if !of.may_be_bit() && !is_open {
        unit.error(branch.condition.span, Problem::Condition { of: of.shown() });
    }
    body(unit, &branch.body);
}

fn assign(unit: &mut Unit<'_, '_>, to: &[(Operand, Assignment)], value: &Expression) {
    let from = unit.value(value);
    let mut from = (from, value.span);
    for (operand, how) in to.iter().rev() {
        let target = unit.operand(operand);
        written(unit, operand);
        match how {
            Assignment::Reference | Assignment::Attempt => {}
            Assignment::Set | Assignment::Reset => {
                for (of, at) in [(&target, operand.span), (&from.0, from.1)] {
                    if !of.may_be_bit() && !matches!(of, Type::Declared(_)) {
                        unit.error(at, Problem::Condition { of: of.shown() });
                    }
                }
            }
            Assignment::Store | Assignment::NotRetained | Assignment::Update => {
                fits(unit, &target, &from.0, from.1);
            }
        }
        from = (target, operand.span);
    }
}

/// Reports a value that a variable does not accept.
pub(crate) fn fits(unit: &mut Unit<'_, '_>, to: &Type<'_>, from: &Type<'_>, at: Span) {
    let (shown, target) = (from.shown(), to.shown());
    match fit(unit.vendor(), to, from) {
        Assignability::Yes => {}
        Assignability::No => unit.error(at, Problem::Assign { from: shown, to: target }),
        Assignability::Loses => unit.warn(at, Problem::Narrowing { from: shown, to: target }),
        Assignability::TooLarge => unit.error(at, Problem::TooLarge { value: shown, of: target }),
    }
}

/// Reports a constant that is written, and a safety tag that standard code writes.
pub(crate) fn written(unit: &mut Unit<'_, '_>, operand: &Operand) {
    if operand.parts.iter().any(|it| matches!(it.kind, PartKind::Call(_) | PartKind::Pointer)) {
        return;
    }
    let name = unit.slice(operand.span).to_owned();
    if is_constant(unit, operand) {
        unit.error(operand.span, Problem::ConstantWritten { name });
    } else if is_safety_written(unit, operand.span) {
        unit.error(operand.span, Problem::SafetyWritten { name });
    }
}

fn is_constant(unit: &Unit<'_, '_>, operand: &Operand) -> bool {
    let index = unit.checker.logic.index;
    if let Some(place) = unit.places.get(&operand.span.start) {
        if let Some((tag, _)) = unit.checker.kinds.tag(index, *place) {
            return tag.constant;
        }
        let member = unit.checker.kinds.variable(index, *place);
        return member.is_some_and(|it| it.section == Some(Section::Constant) || it.constant);
    }
    let name = unit.slice(operand.root_span).trim_matches('"');
    let own = unit.own(name);
    let is_part = |part: &Part| matches!(part.kind, PartKind::Member(_));
    match own {
        Some(own) => own.section == Some(Section::Constant),
        None => {
            !operand.parts.iter().any(is_part)
                && (unit.checker.global(name).is_some_and(|it| it.constant)
                    || unit.checker.enumeration_of(name).is_some())
        }
    }
}

/// Whether code outside of the safety task names a safety tag there.
pub(crate) fn is_safety_written(unit: &Unit<'_, '_>, span: Span) -> bool {
    let (logic, vendor) = (unit.checker.logic, unit.vendor());
    if vendor != Vendor::AllenBradley {
        return false;
    }
    let owner = &unit.checker.project.routines[logic.index.unit(unit.id).routine.index()].owner;
    let programs = &unit.checker.project.programs;
    let is_standard = programs.iter().any(|it| it.name.eq_ignore_ascii_case(owner) && !it.safety);
    let Some(place) = unit.places.get(&span.start).filter(|_| is_standard) else { return false };
    let is_own = |step| matches!(step, Step::Root(Scope::Controller | Scope::Program(_), _));
    is_own(logic.index.places.step(logic.index.places.root_of(*place)))
        && unit.checker.kinds.tag(logic.index, *place).is_some_and(|(tag, _)| tag.safety)
}

fn labels(unit: &mut Unit<'_, '_>, statements: &[Statement]) {
    let (mut known, mut jumps) = (Vec::new(), Vec::new());
    walk(statements, &mut |seen| {
        let TextElement::Statement(statement) = seen else { return };
        match &statement.kind {
            StatementKind::Label(label) => known.push(*label),
            StatementKind::Goto(label) => jumps.push(*label),
            _ => {}
        }
    });
    let mut names: Vec<String> = Vec::new();
    for label in known {
        let name = unit.slice(label).to_lowercase();
        if names.contains(&name) {
            unit.error(label, Problem::LabelTwice { name });
        } else {
            names.push(name);
        }
    }
    for jump in jumps {
        let name = unit.slice(jump);
        if !names.contains(&name.to_lowercase()) {
            let name = name.to_owned();
            unit.error(jump, Problem::UnknownLabel { name });
        }
    }
}
