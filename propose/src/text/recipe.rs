//! Adds recipes as statements to a unit.

use super::{
    add,
    code::{code, operand, updates},
    statements::{ahead, append, sign, target, timer_declared},
    world::World,
};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    recipe::{Line, Recipe},
    says::Assumed,
};

/// Adds the code of a recipe.
pub(crate) fn author(world: &World<'_>) -> Result<Draft, Stop> {
    let recipe = Recipe::of(world.context)?.done("Q");
    let code = code(world)?;
    let mut draft = Draft::default();
    let lines = lines(world, code.at, &recipe, &mut draft, false)?;
    let (lines, place) = (lines.join("\n"), code.unit.name.clone());
    match world.context.get("before") {
        Some(output) => ahead(world, &code, &mut draft, (&lines, output))?,
        None => append(world, &code, &mut draft, &lines)?,
    };
    updates(world, &mut draft, code.at, recipe.said(world.context, &place));
    if world.context.get("before").is_none() {
        draft.assumed.push(Assumed::AtTheEnd { place });
    }
    draft.affect(&recipe.name);
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, recipe.meaning()));
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
            target(world, at, tag, (recipe, draft))?;
        } else if operand(world, at, tag).is_err() {
            let name = Context::name(tag)?;
            draft.and(add::declare(world, at, name, Some(kind), None, None)?);
        }
    }
    for (timer, _, is_off) in recipe.timers() {
        draft.and(timer_declared(world, at, timer, is_off)?);
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
            Line::Run { timer, when, time, .. } => {
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
            Line::Put { number, value, when } => {
                let (number, when) = (written(number)?, text(when)?);
                if is_drawn {
                    format!("{number} := SEL({when}, {number}, {value});")
                } else {
                    format!("IF {when} THEN\n\t{number} := {value};\nEND_IF;")
                }
            }
            Line::Divide { to, from, by } => {
                format!("{} := {} / {by};", written(to)?, written(from)?)
            }
        });
    }
    Ok(lines)
}
