//! Given code for a CODESYS export: statements, declarations, scripts of rungs.

use tagbridge_api::generate::{ChangeAction, ProposedChange};

use super::networks::Drawn;
use crate::{
    draft::{Draft, Stop},
    l5x::not_carried_out,
    says::Why,
    script,
    text::{World, piece::Edit, world::bare},
};

/// Applies one change.
pub(super) fn draft(
    world: &World<'_>,
    drawn: Option<&Drawn<'_>>,
    change: &ProposedChange,
) -> Result<Draft, Stop> {
    let content = change.content.as_deref().unwrap_or_default();
    let target = bare(&change.target);
    let by = |it: &&crate::text::outline::Unit| {
        it.name.eq_ignore_ascii_case(&target)
            || it.name.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(&target))
    };
    let no_unit = || Stop::No(Why::NoUnit { name: target.clone() });
    let unit = || world.units.iter().find(by).ok_or_else(no_unit);
    let form = |why: &str| Why::DraftForm { target: target.clone(), why: why.to_owned() };
    let mut draft = Draft::default();
    let (text, range) = match (change.action, change.code_type.as_str()) {
        (ChangeAction::Update, "ST") => unit()?.code.clone().ok_or_else(|| form("ST"))?,
        (ChangeAction::Update, "Declaration") => {
            let unit = unit()?;
            (unit.piece, 0..world.texts.get(unit.piece).ok_or_else(no_unit)?.piece.text.len())
        }
        (ChangeAction::Update, "LD" | "FBD") => {
            let drawn = drawn.ok_or_else(no_unit)?;
            let edits = script::edits(content).map_err(|why| form(&why))?;
            return drawn.scripted(world, &edits);
        }
        _ => return Err(not_carried_out(change)),
    };
    let at = world.units.iter().position(|it| by(&it)).ok_or_else(no_unit)?;
    world.writable(at)?;
    let new = content.replace("\r\n", "\n").trim_end().to_owned();
    world.edit(&mut draft, vec![(text, Edit { at: (range.start, range.end), text: new })]);
    Ok(draft)
}
