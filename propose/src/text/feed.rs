//! Adds a condition to an input of a call.

use tagbridge_structured_text::{Expression, ExpressionKind, Operator, PartKind, calls};

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
    let statements = code.statements(world);
    let (pin, instance) = (context.need("input"), bare(context.need("instance")).to_lowercase());
    let said = |at: tagbridge_structured_text::Span| &text[at.range()];
    let found: Vec<&Expression> = calls(&statements)
        .into_iter()
        .filter(|(operand, at)| {
            // `Motor(…)`, or in a drawing `Motor.FB_Motor(…)`.
            let bracket = operand.parts[*at].span.range().start;
            let before = &text[operand.span.range().start..bracket];
            let own = bare(before).to_lowercase();
            let is_it = |it: &str| it == instance || it.ends_with(&format!(".{instance}"));
            is_it(&own) || own.rsplit_once('.').is_some_and(|it| is_it(it.0))
        })
        .filter_map(|(operand, at)| {
            let PartKind::Call(arguments) = &operand.parts[at].kind else { return None };
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
    told(world, &mut draft, code.at, line, Meaning::Fed { output, pin, when, helper: None });
    Ok(draft)
}
