//! Comments of units, variables and lines of code.

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_structured_text::{Dialect, TokenKind, tokens};

use super::{
    add::code_type,
    expected::{Fate, Shown},
    outline::UnitKind,
    piece::Edit,
    rename::routine,
    world::{World, bare},
};
use crate::{
    draft::{Content, Draft, Stop},
    says::{Said, Why},
};

/// Sets the comment of the object in the request.
pub(crate) fn comment(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let text = context.need("text");
    if text.chars().any(char::is_control) || text.contains("*)") {
        return Err(Why::BadValue { value: text.to_owned(), of: "Comment".to_owned() }.into());
    }
    if let Some(number) = context.get("rung") {
        return super::code::comment(world, number, text);
    }
    let said = bare(context.need("place"));
    let noun = context.get("noun").unwrap_or_default();
    if !matches!(noun, "tag" | "variable")
        && let Some(at) = world.unit(&said)
    {
        return unit(world, at, text);
    }
    let (at, name) = world.variable(&said).map_err(|stop| match stop {
        Stop::No(_) => Stop::No(Why::NoUnit { name: said.clone() }),
        Stop::Ask(asking) => Stop::Ask(asking),
    })?;
    variable(world, at, &name, text)
}

/// A separate line before the text of a unit.
fn unit(world: &World<'_>, at: usize, said: &str) -> Result<Draft, Stop> {
    let unit = world.writable(at)?;
    if unit.kind == UnitKind::Globals {
        return Err(Why::OtherPlatform { what: unit.name.clone() }.into());
    }
    let text = &world.texts[unit.piece].piece.text;
    let project = world.context.logic.project;
    let same = |name: &str| name.eq_ignore_ascii_case(&unit.name);
    let comment = |it: &Option<String>| it.clone().unwrap_or_default();
    let was = (project.blocks.iter().find(|it| same(&it.name)).map(|it| comment(&it.comment)))
        .or_else(|| {
            project.programs.iter().find(|it| same(&it.name)).map(|it| comment(&it.comment))
        })
        .or_else(|| {
            project.data_types.iter().find(|it| same(&it.name)).map(|it| comment(&it.comment))
        })
        .unwrap_or_default();
    if was.split_whitespace().eq(said.split_whitespace()) {
        return Err(Why::Same { name: said.to_owned() }.into());
    }
    let begin = text[..unit.whole.start].rfind('\n').map_or(0, |it| it + 1);
    let at_line =
        if text[begin..unit.whole.start].trim().is_empty() { begin } else { unit.whole.start };
    let indent = &text[at_line..unit.whole.start];
    let edit =
        Edit { at: (unit.whole.start, unit.whole.start), text: format!("// {said}\n{indent}") };
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    let touched = match unit.kind {
        UnitKind::Program => key("program", &unit.name),
        UnitKind::Type => key("type", &unit.name),
        _ => key("block", &unit.name),
    };
    draft.expect(ChangeKind::Comment, &[said]).touch(touched);
    if world.dialect == Dialect::Codesys && unit.code.is_some() {
        draft.touch(key("routine", &routine(world, &unit.name)));
    }
    step(world, &mut draft, at, unit.name.clone(), said);
    Ok(draft)
}

/// At the end of its line, replacing the existing comment.
fn variable(world: &World<'_>, at: usize, name: &str, said: &str) -> Result<Draft, Stop> {
    let unit = world.writable(at)?;
    let Some((section, variable)) = unit.variable(name) else {
        return Err(Why::NoUnit { name: name.to_owned() }.into());
    };
    let full = world.full(at, name);
    if variable.shares || !variable.members.is_empty() {
        return Err(Why::OtherPlatform { what: full }.into());
    }
    let text = &world.texts[unit.piece].piece.text;
    let end = variable.whole.end;
    let line = text[end..].find('\n').map_or(text.len(), |it| end + it);
    let behind = tokens(&text[end..line], world.dialect);
    let comments: Vec<_> = behind.iter().filter(|it| it.kind == TokenKind::Comment).collect();
    let is_plain = behind.iter().all(|it| matches!(it.kind, TokenKind::Comment | TokenKind::Blank));
    let edit = match comments.as_slice() {
        [] if is_plain => Edit { at: (end, end), text: format!(" // {said}") },
        [one] if is_plain => {
            let at = one.span.range();
            let old = &text[end + at.start..end + at.end];
            if old.trim_start_matches('/').trim() == said {
                return Err(Why::Same { name: said.to_owned() }.into());
            }
            Edit { at: (end + at.start, end + at.end), text: format!("// {said}") }
        }
        _ => return Err(Why::OtherPlatform { what: full }.into()),
    };
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    let shown: Vec<Shown> = world.shown(at, section, name);
    world.expect(&mut draft, &shown, Fate::Commented(said));
    step(world, &mut draft, at, full, said);
    Ok(draft)
}

fn step(world: &World<'_>, draft: &mut Draft, at: usize, target: String, text: &str) {
    let code = code_type(world, &world.units[at]);
    let said = Said::Comment { place: target.clone(), text: text.to_owned() };
    draft.step(ChangeAction::Update, target, code, said, Content::Given(format!("// {text}")));
}
