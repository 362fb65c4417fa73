//! Adds, deletes and moves statements; delays bits.

use std::ops::Range;

use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_structured_text::{Dialect, Expression, ExpressionKind, Statement, StatementKind};

use super::{
    add,
    code::{Code, alike, code, operand, updates},
    condition::sealed,
    outline::UnitKind,
    piece::Edit,
    series::{given, told},
    world::{World, bare},
};
use crate::{
    context::Context,
    draft::{Draft, Stop, only},
    meaning::Meaning,
    recipe::Recipe,
    request::RequestedChange,
    says::{Assumed, Said, Why},
};

/// Deletes a statement.
pub(crate) fn delete(world: &World<'_>) -> Result<Draft, Stop> {
    let code = code(world)?;
    let (statement, line) = meant(world, &code)?;
    let mut draft = Draft::default();
    let whole = with_line(code.said(world), &statement);
    world.edit(&mut draft, vec![(code.text, moved(&code, whole, String::new()))]);
    told(world, &mut draft, code.at, line, Meaning::Gone);
    Ok(draft)
}

/// Moves a statement to the beginning or the end.
pub(crate) fn relocate(world: &World<'_>) -> Result<Draft, Stop> {
    let code = code(world)?;
    let (statement, line) = meant(world, &code)?;
    let text = code.said(world);
    let statements = code.statements(world);
    if world.context.get("target").is_some() {
        return Err(Why::Shared { place: code.unit.name.clone() }.into());
    }
    let is_first = world.context.need("to") == "first";
    let edge = if is_first { statements.first() } else { statements.last() };
    let same = || Stop::No(Why::Same { name: format!("{}:{line}", code.unit.name) });
    let edge = edge.map(|it| it.span.range()).filter(|it| *it != statement).ok_or_else(same)?;
    let (whole, target) = (with_line(text, &statement), with_line(text, &edge));
    let own = text[whole.clone()].trim_matches('\n').to_owned();
    let at = if is_first { target.start..target.start } else { target.end..target.end };
    let first_has_break = text[target.start..].starts_with('\n');
    let new = if first_has_break { format!("\n{own}") } else { format!("{own}\n") };
    let mut draft = Draft::default();
    let edits = [moved(&code, whole, String::new()), moved(&code, at, new)];
    world.edit(&mut draft, edits.into_iter().map(|it| (code.text, it)).collect());
    told(world, &mut draft, code.at, line, Meaning::Moved);
    Ok(draft)
}

/// A bit that no code writes, in the notation of a unit's code; declares it if it is missing.
pub(super) fn target(
    world: &World<'_>,
    at: usize,
    output: &str,
    (recipe, draft): (&Recipe, &mut Draft),
) -> Result<String, Stop> {
    match operand(world, at, output) {
        Ok((written, kind)) if kind.eq_ignore_ascii_case("BOOL") => {
            recipe.not_written(draft, output, world.context.writes(&written))?;
            Ok(written)
        }
        Ok(_) => Err(Why::BadValue { value: output.to_owned(), of: "BOOL".to_owned() }.into()),
        Err(Stop::Ask(asking)) => Err(Stop::Ask(asking)),
        Err(_) => {
            let name = Context::name(output)?;
            draft.and(add::declare(world, at, name, Some("BOOL"), None, None)?);
            let place = world.units[at].name.clone();
            draft.assumed.push(Assumed::AlarmTag { name: name.to_owned(), place });
            Ok(sign(world, name))
        }
    }
}

/// A local variable in the notation of the unit's code.
pub(super) fn sign(world: &World<'_>, name: &str) -> String {
    if world.dialect == Dialect::Siemens { format!("#{name}") } else { name.to_owned() }
}

/// Appends statements; returns the line of the first one. No statement may end the code before.
pub(super) fn append(
    world: &World<'_>,
    code: &Code<'_>,
    draft: &mut Draft,
    lines: &str,
) -> Result<usize, Stop> {
    let text = code.said(world);
    let place = code.unit.name.clone();
    let statements = code.statements(world);
    let ends = |it: &Statement| {
        let words = text[it.span.range()].to_uppercase();
        let is = |word: &str| super::names::has_word(&words, word);
        is("RETURN") || is("GOTO") || is("JMP") || matches!(it.kind, StatementKind::Opaque(_))
    };
    if statements.iter().any(ends) {
        return Err(Why::EndsBefore { name: place }.into());
    }
    let trimmed = text.trim_end();
    let at = code.place.start + trimmed.len();
    let last = trimmed.rfind('\n').map_or(trimmed, |it| &trimmed[it + 1..]);
    let indent: String = last.chars().take_while(|it| matches!(it, ' ' | '\t')).collect();
    // `END_IF` ends a statement without a semicolon.
    let last_word = last.trim().to_uppercase();
    if !trimmed.is_empty()
        && !trimmed.ends_with(';')
        && !last_word.starts_with("END_")
        && statements.last().is_some_and(|it| text[it.span.range().end..].trim().is_empty())
    {
        return Err(Why::NotParsed { name: place }.into());
    }
    let lines = lines.replace('\n', &format!("\n{indent}"));
    let begins = trimmed.is_empty() && world.dialect == Dialect::Codesys;
    let new = if begins { lines } else { format!("\n{indent}{lines}") };
    world.edit(draft, vec![(code.text, Edit { at: (at, at), text: new })]);
    Ok(code.number(world, at) + usize::from(!begins))
}

/// Adds statements before the one that gives an output its value, outside of its branches; returns the
/// line of the first one.
pub(super) fn ahead(
    world: &World<'_>,
    code: &Code<'_>,
    draft: &mut Draft,
    (lines, output): (&str, &str),
) -> Result<usize, Stop> {
    let text = code.said(world);
    let statements = code.statements(world);
    let (own, _) = only_given(world, code, &statements, output)?;
    let mut around = statements.iter().map(|it| it.span.range());
    let whole = around.find(|it| it.start <= own.start && own.end <= it.end).unwrap_or(own);
    let begin = text[..whole.start].rfind('\n').map_or(0, |it| it + 1);
    let indent = &text[begin..whole.start];
    let indent = if indent.trim().is_empty() { indent } else { "" };
    let lines = lines.replace('\n', &format!("\n{indent}"));
    let at = whole.start;
    world.edit(draft, vec![(code.text, moved(code, at..at, format!("{lines}\n{indent}")))]);
    Ok(code.number(world, code.place.start + at))
}

/// Delays a bit: adds a timer, and its output replaces the condition.
pub(crate) fn delay(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let code = code(world)?;
    let output = context.need("output");
    let is_edge = context.request.kind == RequestedChange::PulseOutput;
    let time = context.get("time").unwrap_or("1 scan");
    let text = code.said(world);
    let statements = code.statements(world);
    let (statement, value) = only_given(world, &code, &statements, output)?;
    let is_off = context.request.kind == RequestedChange::OffDelay;
    let plain: String =
        bare(output).chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    let end = match is_edge {
        true => "Edge",
        false if is_off => "OffDelay",
        false => "Delay",
    };
    let timer = format!("{plain}_{end}");
    let mut draft = if is_edge {
        instance_declared(world, code.at, &timer, "R_TRIG")?
    } else {
        timer_declared(world, code.at, &timer, is_off)?
    };
    let preset = if is_edge { String::new() } else { add::literal("TIME", time)? };
    let (at, own) = (value.span.range(), text[value.span.range()].to_owned());
    let begin = statement.start;
    let line_begin = text[..begin].rfind('\n').map_or(0, |it| it + 1);
    let indent = &text[line_begin..begin];
    let indent = if indent.trim().is_empty() { indent } else { "" };
    let instance = sign(world, &timer);
    // A bit that holds itself is held by the timer's input: the delayed bit comes too late for a button.
    let own = if is_edge { own } else { sealed(&own, output, &format!("{instance}.IN")) };
    let inputs =
        if is_edge { format!("CLK := {own}") } else { format!("IN := {own}, PT := {preset}") };
    let call = format!("{instance}({inputs});\n{indent}");
    let edits = [moved(&code, begin..begin, call), moved(&code, at, format!("{instance}.Q"))];
    world.edit(&mut draft, edits.into_iter().map(|it| (code.text, it)).collect());
    let line = code.number(world, code.place.start + begin);
    let place = format!("{}:{line}", code.unit.name);
    draft.assumed.push(Assumed::Timer { name: timer.clone(), place: code.unit.name.clone() });
    let said = Said::Delay { name: output.to_owned(), time: time.to_owned(), place };
    let meaning = Meaning::Delayed { output: output.to_owned(), timer: timer.clone() };
    told(world, &mut draft, code.at, line, meaning);
    if let Some(step) = draft.steps.last_mut() {
        step.said = match said {
            Said::Delay { name, place, .. } if is_edge => {
                Said::Pulse { name, memory: timer, place }
            }
            said if is_off => said.stays(),
            said => said,
        };
    }
    Ok(draft)
}

/// The declaration of a timer: a block or a program must have static memory.
pub(super) fn timer_declared(
    world: &World<'_>,
    at: usize,
    name: &str,
    is_off: bool,
) -> Result<Draft, Stop> {
    let kind = match (world.dialect == Dialect::Siemens, is_off) {
        (true, false) => "TON_TIME",
        (true, true) => "TOF_TIME",
        (false, false) => "TON",
        (false, true) => "TOF",
    };
    instance_declared(world, at, name, kind)
}

fn instance_declared(world: &World<'_>, at: usize, name: &str, kind: &str) -> Result<Draft, Stop> {
    let unit = &world.units[at];
    let is_siemens = world.dialect == Dialect::Siemens;
    let keeps = if is_siemens {
        unit.keyword == "FUNCTION_BLOCK"
    } else {
        unit.kind != UnitKind::Globals && unit.keyword != "FUNCTION" && unit.keyword != "METHOD"
    };
    if !keeps {
        return Err(Why::KeepsNothing { name: unit.name.clone() }.into());
    }
    let mut draft = add::declare(world, at, name, Some(kind), None, None)?;
    standard(world, &mut draft, kind);
    Ok(draft)
}

/// A type of the platform that the project did not use before appears in the model.
pub(crate) fn standard(world: &World<'_>, draft: &mut Draft, kind: &str) {
    let project = world.context.logic.project;
    let same = |it: &str| it.eq_ignore_ascii_case(kind);
    let is_known = project.blocks.iter().any(|it| same(&it.name))
        || project.data_types.iter().any(|it| same(&it.name));
    if is_known {
        return;
    }
    if world.dialect == Dialect::Siemens {
        draft.expect(ChangeKind::TypeAdded, &[kind]).touch(key("type", kind));
    } else {
        draft.expect(ChangeKind::BlockAdded, &[kind]).touch(key("block", kind));
    }
}

/// Changes the limit of a bit: the only number with which its condition compares.
pub(crate) fn limit(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let code = code(world)?;
    let (output, to) = (context.need("output"), context.need("to"));
    let text = code.said(world);
    let statements = code.statements(world);
    let (_, value) = only_given(world, &code, &statements, output)?;
    let mut numbers = Vec::new();
    compared(value, &mut numbers);
    let number = |at: &Range<usize>| text[at.clone()].replace('_', "").parse::<f64>().ok();
    numbers.retain(|at| {
        let wanted = context.get("from").map(|it| it.parse::<f64>().ok());
        number(at).is_some() && wanted.is_none_or(|it| it == number(at))
    });
    let place = code.unit.name.clone();
    let none = Why::NoValue { name: format!("{place}: {output}") };
    let at = only(numbers, output, &place, none)?;
    let from = text[at.clone()].to_owned();
    let new = alike(&from, to)?;
    if new == from {
        return Err(Why::Same { name: from }.into());
    }
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(code.text, moved(&code, at, new.clone()))]);
    draft.expect(ChangeKind::Constant, &[&from, &new]);
    let said = draft.constant(place, &from, &new);
    updates(world, &mut draft, code.at, said);
    Ok(draft)
}

/// Literals in comparisons.
fn compared(value: &Expression, found: &mut Vec<Range<usize>>) {
    use tagbridge_structured_text::Operator::{
        Equal, Greater, GreaterEqual, Less, LessEqual, Unequal,
    };
    match &value.kind {
        ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => compared(inner, found),
        ExpressionKind::Chain(first, more) => {
            let is_comparison = more.iter().any(|it| {
                matches!(it.0, Equal | Unequal | Less | LessEqual | Greater | GreaterEqual)
            });
            for part in std::iter::once(&**first).chain(more.iter().map(|it| &it.1)) {
                match part.kind {
                    ExpressionKind::Literal if is_comparison => found.push(part.span.range()),
                    _ => compared(part, found),
                }
            }
        }
        // A drawing displays comparisons as calls: `GT(Level, 80.0)`.
        ExpressionKind::Operand(operand) => {
            for argument in operand.call().into_iter().flatten() {
                match &argument.value {
                    Some(value) if matches!(value.kind, ExpressionKind::Literal) => {
                        found.push(value.span.range());
                    }
                    Some(value) => compared(value, found),
                    None => {}
                }
            }
        }
        _ => {}
    }
}

/// The only assignment of a variable, and its value.
fn only_given<'s>(
    world: &World<'_>,
    code: &Code<'_>,
    statements: &'s [Statement],
    output: &str,
) -> Result<(Range<usize>, &'s Expression), Stop> {
    let text = code.said(world);
    let wanted = bare(output).to_lowercase();
    let found: Vec<(Range<usize>, &Expression)> = given(statements)
        .into_iter()
        .filter(|it| {
            let own = bare(&text[it.1.clone()]).to_lowercase();
            own == wanted || own.ends_with(&format!(".{wanted}"))
        })
        .map(|it| (it.0.span.range(), it.2))
        .collect();
    let none = Why::NotWritten { name: output.to_owned() };
    only(found, output, &code.unit.name, none)
}

/// The statement in the request: by its output, or by its line.
fn meant(world: &World<'_>, code: &Code<'_>) -> Result<(Range<usize>, usize), Stop> {
    let statements = code.statements(world);
    let from = code.place.start;
    let is_alone = |at: &Range<usize>| statements.iter().any(|it| it.span.range() == *at);
    let shared = || Stop::No(Why::Shared { place: code.unit.name.clone() });
    let at = match (world.context.get("output"), world.context.get("rung")) {
        (Some(output), _) => only_given(world, code, &statements, output)?.0,
        (None, Some(number)) => {
            let line = code.line(world, number)?;
            let begins = |it: &&Statement| line.contains(&(from + it.span.range().start));
            let found: Vec<&Statement> = statements.iter().filter(begins).collect();
            let [one] = found.as_slice() else { return Err(shared()) };
            one.span.range()
        }
        (None, None) => return Err(shared()),
    };
    // It may be the only statement of a branch.
    if !is_alone(&at) || statements.len() < 2 {
        return Err(shared());
    }
    let line = code.number(world, from + at.start);
    Ok((at, line))
}

/// A statement with the blanks before it and the line end, if the line contains nothing else.
fn with_line(text: &str, at: &Range<usize>) -> Range<usize> {
    let begin = text[..at.start].rfind('\n').map_or(0, |it| it + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |it| at.end + it);
    let is_alone = text[begin..at.start].trim().is_empty() && text[at.end..end].trim().is_empty();
    match (is_alone, begin > 0, end < text.len()) {
        (true, true, _) => begin - 1..end,
        (true, false, true) => begin..end + 1,
        _ => at.clone(),
    }
}

fn moved(code: &Code<'_>, at: Range<usize>, text: String) -> Edit {
    let from = code.place.start;
    Edit { at: (from + at.start, from + at.end), text }
}
