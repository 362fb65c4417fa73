//! Deletes unused objects.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};

use super::{
    add::code_type,
    expected::Fate,
    names::has_word,
    outline::UnitKind,
    piece::Edit,
    world::{World, bare},
};
use crate::{
    draft::{Content, Draft, Stop},
    says::{Danger, Said, Why},
};

/// Deletes a variable without a use.
pub(crate) fn variable(world: &World<'_>) -> Result<Draft, Stop> {
    let (at, name) = world.variable(world.context.need("name"))?;
    let unit = world.writable(at)?;
    let full = world.full(at, &name);
    let in_use = |place: String| Stop::No(Why::InUse { name: full.clone(), place });
    let Some((section, variable)) = unit.variable(&name) else {
        return Err(Why::NoTag { name }.into());
    };
    if variable.shares
        || (unit.kind == UnitKind::Block
            && matches!(section.keyword.as_str(), "VAR_INPUT" | "VAR_OUTPUT" | "VAR_IN_OUT"))
    {
        return Err(in_use(unit.name.clone()));
    }
    if let Some(used) = world.uses(at, &name)?.first() {
        return Err(in_use(world.units[used.unit].name.clone()));
    }
    world.only_here(&name)?;
    if let Some(place) = world.context.logic.protected().first() {
        return Err(in_use(place.clone()));
    }
    let mut draft = Draft::default();
    let text = &world.texts[unit.piece].piece.text;
    world.edit(&mut draft, vec![(unit.piece, line(text, &variable.whole))]);
    let shown = world.shown(at, section, &name);
    world.expect(&mut draft, &shown, Fate::Removed);
    let said = Said::Delete { name: full.clone() };
    draft.step(ChangeAction::Delete, full.clone(), code_type(world, unit), said, Content::None);
    let danger = Danger::ByName { name: full.clone() };
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
    if unit.kind != UnitKind::Block {
        draft.affect(&full);
    }
    Ok(draft)
}

/// Deletes a type without a use, if other units remain in its file.
pub(crate) fn data_type(world: &World<'_>) -> Result<Draft, Stop> {
    let said = bare(world.context.need("name"));
    let no_unit = || Why::NoUnit { name: said.clone() };
    let at = world.unit(&said).filter(|it| world.units[*it].kind == UnitKind::Type);
    let unit = world.writable(at.ok_or_else(no_unit)?)?;
    let in_use = |place: String| Stop::No(Why::InUse { name: unit.name.clone(), place });
    for (text, read) in world.texts.iter().enumerate() {
        let mut rest = read.piece.text.clone();
        if text == unit.piece {
            rest.replace_range(unit.whole.clone(), "");
        }
        if has_word(&rest, &unit.name) {
            let path = &world.context.source.files[read.piece.file].path;
            return Err(in_use(path.clone()));
        }
    }
    for (file, text) in &world.beside {
        if has_word(text, &unit.name) {
            return Err(in_use(world.context.source.files[*file].path.clone()));
        }
    }
    let mut draft = Draft::default();
    let text = &world.texts[unit.piece].piece.text;
    let is_alone =
        text[..unit.whole.start].trim().is_empty() && text[unit.whole.end..].trim().is_empty();
    if is_alone {
        draft.without.insert(world.texts[unit.piece].piece.file);
    } else {
        world.edit(&mut draft, vec![(unit.piece, line(text, &unit.whole))]);
    }
    draft.expect(ChangeKind::TypeRemoved, &[&unit.name]).touch(key("type", &unit.name));
    let (target, said) = (unit.name.clone(), Said::Delete { name: unit.name.clone() });
    draft.step(ChangeAction::Delete, target, code_type(world, unit), said, Content::None);
    Ok(draft)
}

/// The whole lines of a position if they contain nothing else, with the comment after it.
fn line(text: &str, at: &std::ops::Range<usize>) -> Edit {
    let begin = text[..at.start].rfind('\n').map_or(0, |it| it + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |it| at.end + it);
    let before = text[begin..at.start].trim().is_empty();
    let behind = text[at.end..end].trim();
    let is_whole = before && (behind.is_empty() || behind.starts_with("//"));
    if !is_whole {
        return Edit { at: (at.start, at.end), text: String::new() };
    }
    let from = if begin > 0 { begin - 1 } else { begin };
    Edit { at: (from, end), text: String::new() }
}
