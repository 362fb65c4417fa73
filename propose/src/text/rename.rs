//! Renames a variable and all its uses.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::units::key;

use super::{
    add::{code_type, free},
    expected::Shown,
    outline::UnitKind,
    piece::Edit,
    world::World,
};
use crate::{
    draft::{Content, Draft, Step, Stop},
    says::{Danger, Said, Why},
};

/// Renames a variable.
pub(crate) fn variable(world: &World<'_>, (unit, from): (usize, &str)) -> Result<Draft, Stop> {
    let to = world.context.new_name("to")?;
    let of = world.writable(unit)?;
    free(world, unit, to)?;
    let Some((section, variable)) = of.variable(from) else {
        return Err(Why::NoTag { name: from.to_owned() }.into());
    };
    world.only_here(from)?;
    world.uses(unit, to).map_err(|_| Why::Taken { name: to.to_owned() })?;
    let found = world.uses(unit, from)?;
    let edit = |at: &std::ops::Range<usize>| Edit { at: (at.start, at.end), text: to.to_owned() };
    let mut draft = Draft::default();
    let mut edits = vec![(of.piece, edit(&variable.name_at))];
    for place in &found {
        edits.push((place.text, edit(&place.at)));
        let other = world.writable(place.unit)?;
        if other.kind == UnitKind::DataBlock {
            // The start values of its members name it.
            let owner = format!("\"{}\".", other.name);
            let tags = world.context.logic.project.tags.iter();
            for tag in tags.filter(|it| it.name.starts_with(&owner)) {
                draft.touch(key("tag", &tag.name));
            }
        }
        let own = match (place.in_code, other.kind) {
            (true, UnitKind::DataBlock) => key("block", &other.name),
            (true, _) => key("routine", &routine(world, &other.name)),
            (false, _) => continue,
        };
        draft.touch(own);
    }
    world.edit(&mut draft, edits);
    let full = world.full(unit, from);
    for it in world.shown(unit, section, from) {
        let (old, new) = match &it {
            Shown::Tag(name) => (key("tag", name), key("tag", &with(name, from, to))),
            Shown::Block(owner, _) => (key("block", owner), key("block", owner)),
            Shown::Program(owner, _) => (key("program", owner), key("program", owner)),
            Shown::Type(owner, _) => {
                draft.derived_of = Some(owner.clone());
                (key("type", owner), key("type", owner))
            }
        };
        draft.touch(old).touch(new);
    }
    draft.renaming = Some((from.to_owned(), to.to_owned()));
    let count = found.len();
    let said = Said::Rename { from: full.clone(), to: to.to_owned(), count };
    draft.steps.push(Step {
        action: ChangeAction::Rename,
        target: full.clone(),
        code_type: code_type(world, of),
        said,
        new_name: Some(to.to_owned()),
        content: Content::None,
    });
    if of.kind != UnitKind::Block {
        let danger = Danger::ExternalName { name: full.clone() };
        draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
        draft.affect(&full);
    }
    Ok(draft)
}

/// A routine in the notation of the model's units: `Owner/Name`.
pub(crate) fn routine(world: &World<'_>, unit: &str) -> String {
    let project = world.context.logic.project;
    let found = project.routines.iter().find(|it| it.name.eq_ignore_ascii_case(unit));
    found.map_or_else(|| format!("{unit}/{unit}"), |it| format!("{}/{}", it.owner, it.name))
}

/// A tag's name with another last part.
fn with(full: &str, from: &str, to: &str) -> String {
    let quote = usize::from(full.ends_with('"'));
    let head = full.len().saturating_sub(from.len() + quote);
    format!("{}{to}{}", &full[..head], &full[full.len() - quote..])
}
