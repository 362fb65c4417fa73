//! Presets, limits and initial values.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_structured_text::TokenKind;

use super::{
    add::{code_type, literal},
    expected::{Fate, Shown},
    outline::UnitKind,
    piece::Edit,
    rename::routine,
    world::World,
};
use crate::{
    draft::{Content, Draft, NewValue, Stop},
    says::{Assumed, Danger, Said, Why},
};

/// Changes the initial value of a variable, or the preset of a timer or counter in its call.
pub(crate) fn set(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let (said, to) = (context.need("tag"), context.need("to"));
    let (said, index) = match said.split_once('[') {
        Some((name, rest)) => (name, rest.strip_suffix(']').map(str::trim)),
        None => (said, None),
    };
    let (at, name) = world.variable(said)?;
    let unit = world.writable(at)?;
    let no_value = || Stop::No(Why::NoValue { name: said.to_owned() });
    let Some((section, variable)) = unit.variable(&name) else { return Err(no_value()) };
    let kind = world.said(unit.piece, &variable.kind).trim().to_owned();
    let upper = kind.trim_matches('"').to_uppercase();
    let array = upper.rsplit_once(" OF ").filter(|_| index.is_some());
    let upper = array.map_or(upper.clone(), |it| it.1.trim().trim_matches('"').to_owned());
    for (prefix, pin) in [("TON", "PT"), ("TOF", "PT"), ("TP", "PT"), ("CT", "PV")] {
        if upper.starts_with(prefix) && world.unit(&kind).is_none() {
            return preset(world, (at, &name), index, pin);
        }
    }
    if index.is_some()
        || variable.shares
        || variable.at.is_some()
        || matches!(section.keyword.as_str(), "VAR_TEMP")
    {
        return Err(no_value());
    }
    let value = literal(&kind, to).map_err(|stop| match upper.as_str() {
        "STRING" | "WSTRING" => no_value(),
        _ => stop,
    })?;
    let text = &world.texts[unit.piece].piece.text;
    let begun = begin_value(world, at, &name);
    let was = begun.as_ref().or(variable.initial.as_ref());
    let was_text = was.map(|it| text[it.clone()].trim().to_owned()).unwrap_or_default();
    if was_text.eq_ignore_ascii_case(&value) {
        return Err(Why::Same { name: format!("{said} = {was_text}") }.into());
    }
    let edit = if let Some(it) = was {
        Edit { at: (it.start, it.end), text: value.clone() }
    } else {
        let end = variable.kind.end;
        Edit { at: (end, end), text: format!(" := {value}") }
    };
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    let shown = world.shown(at, section, &name);
    world.expect(&mut draft, &shown, Fate::Changed(&was_text, &value));
    for it in &shown {
        if let Shown::Tag(tag) = it
            && unit.kind != UnitKind::Block
        {
            let (tag, operand) = (tag.clone(), String::new());
            draft.values.push(NewValue { tag, operand, to: value.clone() });
        }
    }
    let full = world.full(at, &name);
    let was = if was_text.is_empty() { "–".to_owned() } else { was_text };
    let said = Said::Value { name: full.clone(), from: was, to: value.clone() };
    let line = format!("{name} : {kind} := {value};");
    draft.step(
        ChangeAction::Update,
        full.clone(),
        code_type(world, unit),
        said,
        Content::Given(line),
    );
    draft.kept(&full).written(RiskLevel::Medium, &full, context.writes(&full));
    if matches!(unit.kind, UnitKind::Block | UnitKind::Type) {
        draft.assumed.push(Assumed::Instances { name: unit.name.clone() });
    } else {
        draft.affect(&full);
    }
    Ok(draft)
}

/// The position after `BEGIN` where a data block sets a member.
fn begin_value(world: &World<'_>, at: usize, name: &str) -> Option<std::ops::Range<usize>> {
    let unit = &world.units[at];
    let (text, code) = unit.code.as_ref().filter(|_| unit.kind == UnitKind::DataBlock)?;
    let tokens = &world.texts[*text].tokens;
    let inside = |it: usize| tokens.get(it).is_some_and(|it| code.contains(&it.span.range().start));
    let starts = |it: usize| it == 0 || !inside(it - 1) || world.word(*text, it - 1) == ";";
    let token = (0..tokens.len()).find(|it| {
        inside(*it)
            && starts(*it)
            && world.name(*text, *it).is_some_and(|it| it.0.eq_ignore_ascii_case(name))
            && world.word(*text, it + 1) == ":="
    })?;
    let from = tokens.get(token + 2)?.span.range().start;
    let end = (token + 2..tokens.len()).find(|it| world.word(*text, *it) == ";")?;
    Some(from..tokens[end - 1].span.range().end)
}

/// The preset of a timer or a counter in its only call.
fn preset(
    world: &World<'_>,
    (at, name): (usize, &str),
    index: Option<&str>,
    pin: &str,
) -> Result<Draft, Stop> {
    let to = world.context.need("to");
    let full = world.full(at, name);
    let no_value = || Stop::No(Why::NoValue { name: format!("{full}.{pin}") });
    let mut found = Vec::new();
    for place in world.uses(at, name)?.into_iter().filter(|it| it.in_code) {
        let tokens = &world.texts[place.text].tokens;
        let own = tokens.iter().position(|it| it.span.range().end >= place.at.end);
        // The element of an array, or the type in a drawing, is between the name and the arguments.
        let opens = |at: usize| {
            if world.word(place.text, at) == "." { at + 2 } else { at }
        };
        let behind = |own: usize| match index {
            None => opens(own + 1),
            Some(index)
                if world.word(place.text, own + 1) == "["
                    && world.word(place.text, own + 2) == index
                    && world.word(place.text, own + 3) == "]" =>
            {
                opens(own + 4)
            }
            Some(_) => usize::MAX,
        };
        let Some(open) = own.map(behind).filter(|it| world.word(place.text, *it) == "(") else {
            continue;
        };
        let mut token = open + 1;
        while token < tokens.len() && world.word(place.text, token) != ";" {
            if world.word(place.text, token).eq_ignore_ascii_case(pin)
                && world.word(place.text, token + 1) == ":="
                && tokens.get(token + 2).is_some_and(|it| it.kind == TokenKind::Literal)
                && matches!(world.word(place.text, token + 3), ")" | ",")
            {
                found.push((place.text, place.unit, tokens[token + 2].span.range()));
            }
            token += 1;
        }
    }
    let [(text, unit, place)] = found.as_slice() else { return Err(no_value()) };
    let other = world.writable(*unit)?;
    let value = literal(if pin == "PT" { "TIME" } else { "INT" }, to)?;
    let was = world.said(*text, place).to_owned();
    if was.eq_ignore_ascii_case(&value) {
        return Err(Why::Same { name: format!("{full} = {was}") }.into());
    }
    let mut draft = Draft::default();
    let edit = Edit { at: (place.start, place.end), text: value.clone() };
    world.edit(&mut draft, vec![(*text, edit)]);
    draft.expect(ChangeKind::Constant, &[&was, &value]);
    let path = routine(world, &other.name);
    draft.touch(key("routine", &path));
    let said = Said::Value { name: format!("{full}.{pin}"), from: was.clone(), to: value.clone() };
    super::code::updates(world, &mut draft, *unit, said);
    let danger = Danger::LimitMoved { place: other.name.clone(), from: was, to: value };
    draft.risk(RiskLevel::Medium, RiskKind::InterlockChanged, danger);
    Ok(draft)
}
