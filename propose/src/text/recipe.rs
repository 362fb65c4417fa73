//! Adds recipes as statements at the end of a unit.

use super::{
    add,
    code::{code, operand, updates},
    statements::{append, sign, target_in, timer_declared},
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
    let lines = lines(world, code.at, &recipe, &mut draft, false)?;
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

/// The lines of a recipe as statements of a unit, whose draft declares what they need. A drawing has
/// boxes alone.
pub(crate) fn lines(
    world: &World<'_>,
    at: usize,
    recipe: &Recipe,
    draft: &mut Draft,
    is_drawn: bool,
) -> Result<Vec<String>, Stop> {
    for (tag, kind) in &recipe.tags {
        if *kind == "BOOL" && recipe.writes(tag) {
            target_in(world, at, tag, draft)?;
        } else if operand(world, at, tag).is_err() {
            let name = Context::name(tag)?;
            draft.and(add::declare(world, at, name, Some(kind), None, None)?);
        }
    }
    for (timer, _) in recipe.timers() {
        draft.and(timer_declared(world, at, timer, false)?);
    }
    let written = |name: &str| -> Result<String, Stop> {
        match operand(world, at, name) {
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
                let (number, when) = (written(number)?, text(when)?);
                if is_drawn {
                    format!("{number} := SEL({when}, {number}, {number} + 1);")
                } else {
                    format!("IF {when} THEN\n\t{number} := {number} + 1;\nEND_IF;")
                }
            }
            Line::Divide { to, from, by } => {
                format!("{} := {} / {by};", written(to)?, written(from)?)
            }
        });
    }
    Ok(lines)
}
