//! Recipes as networks of a unit.

use super::{Drawn, declared_by, scripted};
use crate::{
    draft::{Draft, Stop},
    recipe::Recipe,
    says::Assumed,
    text::{World, code::updates, recipe::lines},
};

impl Drawn<'_> {
    /// Adds the code of a recipe.
    pub(super) fn recipe(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let recipe = Recipe::of(world.context)?.done("Q");
        let mut draft = Draft::default();
        let lines = lines(world, self.at, &recipe, &mut draft, true)?;
        let declared = declared_by(&draft);
        let name = world.units[self.at].name.clone();
        let aims: Result<Vec<_>, Stop> =
            lines.iter().map(|line| self.aims(world, line, &declared)).collect();
        let before = self.edited.as_ref().map(|it| it.0);
        let number = before.unwrap_or_else(|| self.networks.count());
        let like = self.shown(world, number.max(1) - 1);
        self.splice(world, &mut draft, self.networks.inserted(number, like, aims?))?;
        updates(world, &mut draft, self.at, recipe.said(world.context, &name));
        let script = (number..).zip(&lines).map(|(at, it)| format!("INSERT_RUNG_AFTER {at}\n{it}"));
        scripted(&mut draft, script.collect::<Vec<_>>().join("\n"));
        draft.rung = u32::try_from(number + 1).ok();
        if before.is_none() {
            draft.assumed.push(Assumed::AtTheEnd { place: name });
        }
        draft.affect(&recipe.name);
        let routine = draft.near.last().cloned().unwrap_or_default();
        draft.meanings.push((routine, recipe.meaning()));
        Ok(draft)
    }
}
