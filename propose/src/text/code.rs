//! Constants, alarms and comments of structured text.

use std::{borrow::Cow, ops::Range};

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_project::{Body, Routine};
use tagbridge_structured_text::{Dialect, Statement, TextElement, TokenKind, parse, walk};

use super::{
    add,
    outline::{Unit, UnitKind},
    piece::Edit,
    rename::routine,
    world::{World, bare},
};
use crate::{
    draft::{Content, Draft, Stop, only},
    says::{Said, Why},
};

/// Adds the step of a change of a unit's code.
pub(crate) fn updates(world: &World<'_>, draft: &mut Draft, at: usize, said: Said) {
    let unit = &world.units[at];
    let path = routine(world, &unit.name);
    let (owner, name) = path.split_once('/').unwrap_or((&path, &path));
    draft.near.push((owner.to_owned(), name.to_owned()));
    draft.touch(key("routine", &path));
    let content = Content::Body { owner: owner.to_owned(), name: name.to_owned() };
    let code_type = if world.dialect == Dialect::Siemens { "SCL" } else { "ST" };
    draft.step(ChangeAction::Update, unit.name.clone(), code_type, said, content);
}

/// The code in the request, fully parsed.
pub(super) struct Code<'w> {
    pub(super) at: usize,
    pub(super) unit: &'w Unit,
    pub(super) text: usize,
    pub(super) place: Range<usize>,
}

pub(super) fn code<'w>(world: &'w World<'_>) -> Result<Code<'w>, Stop> {
    let at = world
        .place(|it| it.code.is_some() && it.kind != UnitKind::DataBlock)
        .map_err(|stop| drawn(world, stop))?;
    let unit = world.writable(at)?;
    let (owner, name) = {
        let path = routine(world, &unit.name);
        path.split_once('/').map(|it| (it.0.to_owned(), it.1.to_owned())).unwrap_or_default()
    };
    world.context.writable(&owner, &name)?;
    match &unit.code {
        Some((text, place)) => Ok(Code { at, unit, text: *text, place: place.clone() }),
        None => Err(Why::NoRoutine { name: unit.name.clone() }.into()),
    }
}

/// If code with this name exists only as a drawing, reports that, instead of an unknown place.
fn drawn(world: &World<'_>, stop: Stop) -> Stop {
    let Stop::No(Why::NoPlace { name, .. }) = &stop else { return stop };
    let is_meant = |it: &&Routine| {
        name.is_empty()
            || [&it.owner, &it.name].iter().any(|it| it.eq_ignore_ascii_case(name))
            || format!("{}/{}", it.owner, it.name).eq_ignore_ascii_case(name)
    };
    let mut routines = world.context.logic.project.routines.iter();
    let found = routines.find(|it| matches!(it.body, Body::Rungs(_)) && is_meant(it));
    found.map_or(stop, |it| Why::Drawn { name: it.name.clone() }.into())
}

impl Code<'_> {
    pub(super) fn said<'w>(&self, world: &'w World<'_>) -> &'w str {
        world.said(self.text, &self.place)
    }

    /// Its statements: of a network those that it is shown as, of a source those of its text.
    pub(super) fn statements<'w>(&self, world: &'w World<'_>) -> Cow<'w, [Statement]> {
        match &world.shown {
            Some((text, statements)) if *text == self.text => Cow::Borrowed(statements),
            _ => Cow::Owned(parse(self.said(world), world.dialect)),
        }
    }

    /// A line of the code as displayed: from the first line that is not empty.
    pub(super) fn line(&self, world: &World<'_>, number: &str) -> Result<Range<usize>, Stop> {
        let text = self.said(world);
        let name = self.unit.name.clone();
        let no_line = || Stop::No(Why::NoRung { number: number.to_owned(), name: name.clone() });
        let wanted: usize = number.parse().map_err(|_| no_line())?;
        let skipped = text.len() - text.trim_start().len();
        let begin = text[..skipped].rfind('\n').map_or(0, |it| it + 1);
        let mut at = begin;
        for (count, line) in (1..).zip(text[begin..].split_inclusive('\n')) {
            if count == wanted && !line.trim().is_empty() {
                return Ok(self.place.start + at..self.place.start + at + line.trim_end().len());
            }
            at += line.len();
        }
        Err(no_line())
    }

    /// The displayed line of a position.
    pub(super) fn number(&self, world: &World<'_>, place: usize) -> usize {
        let text = self.said(world);
        let skipped = text.len() - text.trim_start().len();
        let begin = text[..skipped].rfind('\n').map_or(0, |it| it + 1);
        let until = place.saturating_sub(self.place.start);
        text.get(begin..until).map_or(1, |it| it.matches('\n').count() + 1)
    }
}

/// Changes a constant in the code.
pub(crate) fn constant(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let (from, to) = (context.need("from"), context.need("to"));
    if from.eq_ignore_ascii_case(to) {
        return Err(Why::Same { name: from.to_owned() }.into());
    }
    let code = code(world)?;
    let within = match context.get("rung") {
        Some(number) => code.line(world, number)?,
        None => code.place.clone(),
    };
    let tokens = &world.texts[code.text].tokens;
    let is_it = |it: &&tagbridge_structured_text::Token| {
        let at = it.span.range();
        it.kind == TokenKind::Literal
            && within.start <= at.start
            && at.end <= within.end
            && world.said(code.text, &at).eq_ignore_ascii_case(from)
    };
    let found: Vec<Range<usize>> = tokens.iter().filter(is_it).map(|it| it.span.range()).collect();
    let place = code.unit.name.clone();
    let at = only(found, from, &place, Why::NoValue { name: format!("{place}: {from}") })?;
    let new = alike(from, to)?;
    let mut draft = Draft::default();
    let edit = Edit { at: (at.start, at.end), text: new.clone() };
    world.edit(&mut draft, vec![(code.text, edit)]);
    draft.expect(ChangeKind::Constant, &[from, &new]);
    let said = draft.constant(place, from, &new);
    updates(world, &mut draft, code.at, said);
    Ok(draft)
}

/// A value of the same kind: a number for a number, a duration for a duration.
pub(super) fn alike(from: &str, to: &str) -> Result<String, Stop> {
    let bad = || Stop::No(Why::BadValue { value: to.to_owned(), of: from.to_owned() });
    let upper = from.to_uppercase();
    if upper.starts_with("T#") || upper.starts_with("TIME#") {
        return add::literal("TIME", to).map_err(|_| bad());
    }
    if let Some((prefix, old)) = from.split_once('#') {
        let is_typed = prefix.chars().all(|it| it.is_ascii_alphabetic());
        let value = if is_typed { alike(old, to)? } else { return Err(bad()) };
        return Ok(format!("{prefix}#{value}"));
    }
    let number: f64 = to.parse().map_err(|_| bad())?;
    from.replace('_', "").parse::<f64>().map_err(|_| bad())?;
    match (from.contains('.'), to.contains('.')) {
        (true, false) if number.fract() == 0.0 => Ok(format!("{to}.0")),
        (false, true) => Err(bad()),
        _ if number < 0.0 => Err(bad()),
        _ => Ok(to.to_owned()),
    }
}

/// A bit in the notation of a unit's code.
pub(crate) fn bit(world: &World<'_>, at: usize, said: &str) -> Result<String, Stop> {
    let (written, kind) = operand(world, at, said)?;
    if kind.eq_ignore_ascii_case("BOOL") {
        return Ok(written);
    }
    Err(Why::BadValue { value: said.to_owned(), of: "BOOL".to_owned() }.into())
}

/// A variable in the notation of a unit's code, and its type.
pub(crate) fn operand(world: &World<'_>, at: usize, said: &str) -> Result<(String, String), Stop> {
    let name = bare(said);
    let is_siemens = world.dialect == Dialect::Siemens;
    let mut of = Some(at);
    while let Some(own) = of {
        if let Some((_, variable)) = world.units[own].variable(&name) {
            let kind = world.said(world.units[own].piece, &variable.kind).trim().to_owned();
            let sign = if is_siemens { "#" } else { "" };
            return Ok((format!("{sign}{}", variable.name), kind));
        }
        let owner = world.units[own].name.rsplit_once('.').map(|it| it.0.to_owned());
        of = owner.and_then(|it| world.unit(&it)).filter(|_| !is_siemens);
    }
    let no_tag = || Stop::No(Why::NoTag { name: said.to_owned() });
    let project = world.context.logic.project;
    let tag = project.tags.iter().find(|it| bare(&it.name).eq_ignore_ascii_case(&name));
    // A variable of the only list that has it.
    let of_list = || {
        let lists = world.units.iter().filter(|it| it.kind == UnitKind::Globals && !is_siemens);
        let mut full =
            lists.filter_map(|it| Some(format!("{}.{}", it.name, it.variable(&name)?.1.name)));
        let one = full.next().filter(|_| full.next().is_none())?;
        world.context.tag(&one)
    };
    let tag = tag.or_else(of_list).ok_or_else(no_tag)?;
    if tag.safety {
        return Err(Why::Safety { name: tag.name.clone() }.into());
    }
    let written = match is_siemens {
        true if tag.name.starts_with('"') => tag.name.clone(),
        true => format!("\"{}\"", tag.name),
        false => tag.name.clone(),
    };
    if !tag.type_use.dimensions.is_empty() {
        return Err(no_tag());
    }
    Ok((written, tag.type_use.name.clone()))
}

/// Adds a comment line before a line of the code.
pub(crate) fn comment(world: &World<'_>, number: &str, said: &str) -> Result<Draft, Stop> {
    let code = code(world)?;
    let line = code.line(world, number)?;
    let text = &world.texts[code.text].piece.text;
    let indent: String =
        text[line.clone()].chars().take_while(|it| matches!(it, ' ' | '\t')).collect();
    let at = line.start + indent.len();
    let mut begins = false;
    walk(&code.statements(world), &mut |seen| {
        begins |= matches!(seen, TextElement::Statement(it)
            if code.place.start + it.span.range().start == at);
    });
    // In a statement of several lines, the comment would be in the middle.
    if !begins {
        return Err(Why::NoRung { number: number.to_owned(), name: code.unit.name.clone() }.into());
    }
    let mut draft = Draft::default();
    let edit = Edit { at: (at, at), text: format!("// {said}\n{indent}") };
    world.edit(&mut draft, vec![(code.text, edit)]);
    let place = format!("{}:{number}", code.unit.name);
    updates(world, &mut draft, code.at, Said::Comment { place, text: said.to_owned() });
    Ok(draft)
}
