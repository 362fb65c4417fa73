//! Adds a condition to an input of a call.

use tagbridge_structured_text::{
    Argument, Expression, ExpressionKind, Operand, Operator, PartKind, Statement, StatementKind,
    parse,
};

use super::{
    code::code,
    piece::Edit,
    series::{told, written},
    world::{World, bare},
};
use crate::{
    draft::{Draft, Stop, only},
    meaning::Meaning,
    says::Why,
};

/// Changes the argument in the request.
pub(crate) fn change(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let code = code(world)?;
    let text = code.said(world);
    let statements = parse(text, world.dialect);
    let mut calls = Vec::new();
    for it in &statements {
        of_statement(it, &mut calls);
    }
    let (pin, instance) = (context.need("input"), bare(context.need("instance")).to_lowercase());
    let said = |at: tagbridge_structured_text::Span| &text[at.range()];
    let found: Vec<&Expression> = calls
        .into_iter()
        .filter(|(operand, at, _)| {
            // `Motor(…)`, or in a drawing `Motor.FB_Motor(…)`.
            let before = &text[operand.span.range().start..*at];
            let own = bare(before).to_lowercase();
            let is_it = |it: &str| it == instance || it.ends_with(&format!(".{instance}"));
            is_it(&own) || own.rsplit_once('.').is_some_and(|it| is_it(it.0))
        })
        .filter_map(|(.., arguments)| {
            let own = arguments
                .iter()
                .find(|it| it.name.is_some_and(|it| bare(said(it)).eq_ignore_ascii_case(pin)));
            own?.value.as_ref()
        })
        .collect();
    let place = code.unit.name.clone();
    let value = only(found, pin, &place, Why::NoValue { name: format!("{instance}.{pin}") })?;
    let when = context.when()?;
    let condition = written(world, code.at, &when)?.text(true);
    let own = said(value.span);
    let is_loose = matches!(&value.kind, ExpressionKind::Chain(_, more)
        if !more.iter().all(|it| matches!(it.0, Operator::And | Operator::AndThen)));
    let new = if is_loose {
        format!("({own}) AND {condition}")
    } else {
        format!("{own} AND {condition}")
    };
    let at = value.span.range();
    let (start, end) = (code.place.start + at.start, code.place.start + at.end);
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(code.text, Edit { at: (start, end), text: new })]);
    let (output, pin) = (context.need("output").to_owned(), pin.to_owned());
    let line = code.number(world, start);
    told(world, &mut draft, &code, line, Meaning::Fed { output, pin, when, helper: None });
    Ok(draft)
}

/// A call: its operand, the position of its bracket, its arguments.
type Call<'s> = (&'s Operand, usize, &'s [Argument]);

fn of_statement<'s>(statement: &'s Statement, found: &mut Vec<Call<'s>>) {
    match &statement.kind {
        StatementKind::Call(operand) => of_operand(operand, found),
        StatementKind::Assign { value, .. } => of_value(value, found),
        StatementKind::If { branches, otherwise } => {
            for branch in branches {
                of_value(&branch.condition, found);
                branch.body.iter().for_each(|it| of_statement(it, found));
            }
            for it in otherwise {
                of_statement(it, found);
            }
        }
        StatementKind::Case { arms, otherwise, .. } => {
            let all = arms.iter().flat_map(|it| &it.body).chain(otherwise);
            all.for_each(|it| of_statement(it, found));
        }
        StatementKind::For { body, .. } => body.iter().for_each(|it| of_statement(it, found)),
        StatementKind::While(branch) | StatementKind::Repeat(branch) => {
            branch.body.iter().for_each(|it| of_statement(it, found));
        }
        _ => {}
    }
}

fn of_operand<'s>(operand: &'s Operand, found: &mut Vec<Call<'s>>) {
    for part in &operand.parts {
        if let PartKind::Call(arguments) = &part.kind {
            found.push((operand, part.span.range().start, arguments));
            arguments.iter().filter_map(|it| it.value.as_ref()).for_each(|it| of_value(it, found));
        }
    }
}

fn of_value<'s>(value: &'s Expression, found: &mut Vec<Call<'s>>) {
    match &value.kind {
        ExpressionKind::Operand(operand) => of_operand(operand, found),
        ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => of_value(inner, found),
        ExpressionKind::Chain(first, more) => {
            of_value(first, found);
            for (_, it) in more {
                of_value(it, found);
            }
        }
        _ => {}
    }
}
