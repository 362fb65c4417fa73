//! Adds and removes conditions of structured text.

use std::ops::Range;

use tagbridge_diff::ChangeKind;
use tagbridge_structured_text::{
    Expression, ExpressionKind, Operator, Sign, Statement, StatementKind, TextElement, walk,
};

use super::{
    code::{Code, bit, code, operand, updates},
    piece::Edit,
    world::{World, bare},
};
use crate::{
    draft::{Draft, Stop, ask, only},
    says::{Ask, Why},
};

/// The conditions of a line: the value that a bit gets, with the bit, or a condition alone.
fn decided<'s>(
    statements: &'s [Statement],
    line: &Range<usize>,
    from: usize,
) -> Vec<(&'s Expression, Option<Range<usize>>)> {
    let on_line = |at: tagbridge_structured_text::Span| line.contains(&(from + at.range().start));
    let mut found = Vec::new();
    walk(statements, &mut |seen| {
        let TextElement::Statement(statement) = seen else { return };
        match &statement.kind {
            StatementKind::Assign { to, value } if on_line(statement.span) && to.len() == 1 => {
                let said = to[0].0.span.range();
                found.push((value, Some(from + said.start..from + said.end)));
            }
            StatementKind::If { branches, .. } => {
                let conditions = branches.iter().map(|it| &it.condition);
                found.extend(conditions.filter(|it| on_line(it.span)).map(|it| (it, None)));
            }
            _ => {}
        }
    });
    found.sort_by_key(|it| it.0.span.start);
    found
}

/// The expression in the request, its position, and its name.
fn meant(world: &World<'_>, code: &Code<'_>) -> Result<(Expression, usize), Stop> {
    let statements = code.statements(world);
    let from = code.place.start;
    let line = match world.context.get("rung") {
        Some(number) => code.line(world, number)?,
        None => code.place.clone(),
    };
    let mut found = decided(&statements, &line, from);
    // An assignment must have a bit as its target.
    found.retain(|(value, target)| {
        target.as_ref().is_none_or(|it| is_bit(world, code, it)) || is_logical(value)
    });
    match found.as_slice() {
        [(one, _)] => Ok(((*one).clone(), from)),
        [] => {
            let place = code.unit.name.clone();
            Err(Why::NoContact { name: world.context.need("tag").to_owned(), place }.into())
        }
        several => {
            let numbers = several
                .iter()
                .map(|it| code.number(world, from + it.0.span.range().start).to_string());
            let mut numbers: Vec<String> = numbers.collect();
            numbers.dedup();
            if numbers.len() < 2 {
                let (name, count) = (world.context.need("tag").to_owned(), several.len());
                return Err(Why::NotOnce { name, count, place: code.unit.name.clone() }.into());
            }
            Err(ask("rung", Ask::Rung, Ask::WhyRung, numbers))
        }
    }
}

pub(super) fn is_logical(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Chain(_, more) => more.iter().any(|it| {
            use Operator::{
                And, AndThen, Equal, Greater, GreaterEqual, Less, LessEqual, Or, OrElse, Unequal,
            };
            matches!(
                it.0,
                And | AndThen
                    | Or
                    | OrElse
                    | Equal
                    | Unequal
                    | Less
                    | LessEqual
                    | Greater
                    | GreaterEqual
            )
        }),
        ExpressionKind::Unary(Sign::Not, _) => true,
        ExpressionKind::Group(inner) => is_logical(inner),
        _ => false,
    }
}

/// Whether the target is a bit.
fn is_bit(world: &World<'_>, code: &Code<'_>, target: &Range<usize>) -> bool {
    let said = world.said(code.text, target);
    operand(world, code.at, said).is_ok_and(|it| it.1.eq_ignore_ascii_case("BOOL"))
}

/// Adds a condition in series to all conditions of a line.
pub(crate) fn add(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let code = code(world)?;
    let closed = context.is_closed()?;
    let name = context.need("tag");
    let tag = bit(world, code.at, name)?;
    let (expression, from) = meant(world, &code)?;
    let span = expression.span.range();
    let place = from + span.start..from + span.end;
    let condition = if closed { format!("NOT {tag}") } else { tag.clone() };
    let is_loose = matches!(&expression.kind, ExpressionKind::Chain(_, more)
        if more.iter().any(|it| matches!(it.0, Operator::Or | Operator::OrElse | Operator::Xor)));
    let insert = |at: usize, text: String| (code.text, Edit { at: (at, at), text });
    let mut draft = Draft::default();
    if is_loose {
        let edits = vec![
            insert(place.start, "(".to_owned()),
            insert(place.end, format!(") AND {condition}")),
        ];
        world.edit(&mut draft, edits);
        draft.expect(ChangeKind::ConditionAdded, &["("]);
        draft.expect(ChangeKind::ConditionAdded, &[&format!(") AND {condition}")]);
    } else {
        world.edit(&mut draft, vec![insert(place.end, format!(" AND {condition}"))]);
        draft.expect(ChangeKind::ConditionAdded, &[&format!("AND {condition}")]);
    }
    let number = code.number(world, place.start);
    let place = format!("{}:{number}", code.unit.name);
    let said = draft.tighter(&tag, place, closed);
    updates(world, &mut draft, code.at, said);
    draft.affect(name);
    Ok(draft)
}

/// Removes a condition.
pub(crate) fn remove(world: &World<'_>) -> Result<Draft, Stop> {
    let code = code(world)?;
    let name = world.context.need("tag");
    let (tag, _) = operand(world, code.at, name)?;
    let (expression, from) = meant(world, &code)?;
    let place =
        format!("{}:{}", code.unit.name, code.number(world, from + expression.span.range().start));
    let missing = || Why::NoContact { name: name.to_owned(), place: place.clone() };
    let ExpressionKind::Chain(first, more) = &expression.kind else {
        return Err(Why::LastOfBranch { name: name.to_owned() }.into());
    };
    if !more.iter().all(|it| matches!(it.0, Operator::And | Operator::AndThen)) {
        return Err(missing().into());
    }
    let text = &world.texts[code.text].piece.text;
    let is_it = |it: &Expression| {
        let inner = match &it.kind {
            ExpressionKind::Unary(Sign::Not, inner) => inner,
            _ => it,
        };
        let at = inner.span.range();
        matches!(inner.kind, ExpressionKind::Operand(_))
            && text[from + at.start..from + at.end].eq_ignore_ascii_case(&tag)
    };
    let parts: Vec<&Expression> =
        std::iter::once(&**first).chain(more.iter().map(|it| &it.1)).collect();
    let found: Vec<usize> = (0..parts.len()).filter(|it| is_it(parts[*it])).collect();
    let at = only(found, name, &place, missing())?;
    let span_of = |part: usize| {
        let span = parts[part].span.range();
        from + span.start..from + span.end
    };
    // With the operator before it; for the first one, with the operator after it.
    let beside = if at == 0 { (0, 1) } else { (at - 1, at) };
    let between = span_of(beside.0).end..span_of(beside.1).start;
    let operator = operator_in(world, &code, &between)
        .ok_or_else(|| Why::NotParsed { name: place.clone() })?;
    let joint = between.start..operator.start;
    let (own, rest) = (span_of(at), operator.end..between.end);
    let is_blank = |it: &Range<usize>| text[it.clone()].trim().is_empty();
    let (first, second) = match (at, is_blank(&joint), is_blank(&rest)) {
        (0, true, true) => (own.start..between.end, None),
        (0, true, false) => (own.start..operator.end, None),
        (_, true, true) => (between.start..own.end, None),
        (1.., false, true) => (operator.start..own.end, None),
        // Comments between them are kept, because they may describe the remaining code.
        _ => (own, Some(operator)),
    };
    let cut = |it: Range<usize>| (code.text, Edit { at: (it.start, it.end), text: String::new() });
    let mut draft = Draft::default();
    world.edit(&mut draft, std::iter::once(first).chain(second).map(cut).collect());
    draft.expect(ChangeKind::ConditionRemoved, &[&tag]);
    let said = draft.looser(&tag, place);
    updates(world, &mut draft, code.at, said);
    draft.affect(name);
    Ok(draft)
}

/// The only operator between two parts of an expression.
fn operator_in(world: &World<'_>, code: &Code<'_>, between: &Range<usize>) -> Option<Range<usize>> {
    let all = world.texts[code.text].tokens.iter().map(|it| it.span.range());
    let mut inside = all.filter(|it| between.start <= it.start && it.end <= between.end);
    let operator = inside.next()?;
    inside.next().is_none().then_some(operator)
}

/// A condition in which another name replaces an output.
pub(super) fn sealed(condition: &str, output: &str, by: &str) -> String {
    let is_name = |it: char| it.is_alphanumeric() || "_.#\"".contains(it);
    let wanted = bare(output).to_lowercase();
    let (mut new, mut rest) = (String::new(), condition);
    while let Some(at) = rest.find(is_name) {
        let length = rest[at..].find(|it| !is_name(it)).unwrap_or(rest.len() - at);
        let (word, end) = (&rest[at..at + length], at + length);
        let own = bare(word).to_lowercase();
        let is_it = own == wanted || own.ends_with(&format!(".{wanted}"));
        new.push_str(&rest[..at]);
        new.push_str(if is_it { by } else { word });
        rest = &rest[end..];
    }
    new + rest
}
