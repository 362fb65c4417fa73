//! Adds recipes as statements at the end of a unit.

use super::{
    add,
    code::{code, operand, updates},
    statements::{append, sign, target, timer_declared},
    world::World,
};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    meaning::Meaning,
    recipe::{Line, Recipe},
    says::{Assumed, Said},
};

/// Adds the code of a recipe.
pub(crate) fn author(world: &World<'_>) -> Result<Draft, Stop> {
    let recipe = Recipe::of(world.context.request)?.done("Q");
    let code = code(world)?;
    let mut draft = Draft::default();
    for (tag, kind) in &recipe.tags {
        let is_written =
            recipe.lines.iter().any(|it| matches!(it, Line::Follow { to, .. } if to == tag));
        if *kind == "BOOL" && is_written {
            target(world, &code, tag, &mut draft)?;
        } else if operand(world, code.at, tag).is_err() {
            let name = Context::name(tag)?;
            draft.and(add::declare(world, code.at, name, Some(kind), None, None)?);
        }
    }
    for (timer, _) in recipe.timers() {
        draft.and(timer_declared(world, code.at, timer, false)?);
    }
    let written = |name: &str| -> Result<String, Stop> {
        match operand(world, code.at, name) {
            Ok((written, _)) => Ok(written),
            Err(_) if recipe.declares(name) => Ok(sign(world, name)),
            Err(stop) => Err(stop),
        }
    };
    let text = |when: &Condition| -> Result<String, Stop> {
        Ok(when.written(&mut |name, _| written(name))?.text(false))
    };
    let mut lines = Vec::new();
    for line in &recipe.lines {
        lines.push(match line {
            Line::Follow { to, when } => format!("{} := {};", written(to)?, text(when)?),
            Line::Run { timer, when, time } => {
                let preset = add::literal("TIME", time)?;
                format!("{}(IN := {}, PT := {preset});", sign(world, timer), text(when)?)
            }
            Line::Count { number, when } => {
                let number = written(number)?;
                format!("IF {} THEN\n\t{number} := {number} + 1;\nEND_IF;", text(when)?)
            }
            Line::Divide { to, from, by } => {
                format!("{} := {} / {by};", written(to)?, written(from)?)
            }
        });
    }
    append(world, &code, &mut draft, &lines.join("\n"))?;
    let place = code.unit.name.clone();
    let (what, of) = (recipe.what.to_owned(), recipe.name.clone());
    let said = Said::Recipe { what, name: of, place: place.clone() };
    updates(world, &mut draft, code.at, said);
    draft.assumed.push(Assumed::AtTheEnd { place });
    draft.affect(&recipe.name);
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, Meaning::Added { count: recipe.lines.len() }));
    Ok(draft)
}
