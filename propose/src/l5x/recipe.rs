//! Adds recipes as rungs at the end of a routine.

use super::{File, add, rungs, series, updates};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    meaning::Meaning,
    recipe::{Line, Recipe},
    says::{Assumed, Said, Why},
};

/// Adds the code of a recipe.
pub(super) fn author(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let recipe = Recipe::of(file.context.request)?.done("DN");
    let (owner, name, routine) = file.ladder()?;
    let scope = file
        .owner(&owner)
        .ok_or_else(|| Why::NoPlace { name: owner.clone(), known: String::new() })?;
    let mut draft = Draft::default();
    for (tag, kind) in &recipe.tags {
        if file.visible(&owner, tag).is_none() {
            Context::name(tag)?;
            draft.and(add::declare(file, &scope, tag, kind, (None, None))?);
        } else if *kind == "BOOL" && recipe.writes(tag) {
            rungs::output_tag(file, &owner, tag, &mut draft)?;
        }
    }
    for (timer, time) in recipe.timers() {
        let bad = || Why::BadValue { value: time.to_owned(), of: "TIMER".to_owned() };
        let preset = super::value::milliseconds(time, "TIMER").ok_or_else(bad)?;
        draft.and(add::declare(file, &scope, timer, "TIMER", (Some(&preset), None))?);
    }
    // The recipe's own declarations are not in the file yet.
    let neutral = |when: &Condition| -> Result<String, Stop> {
        let mut check = |name: &str, is_bit: bool| {
            if recipe.declares(name) {
                return Ok(name.to_owned());
            }
            let one = Condition::bit(name, true);
            if is_bit {
                series::neutral(file, &owner, &one)?;
            } else if file.visible(&owner, name).is_none() {
                return Err(Stop::No(Why::NoTag { name: name.to_owned() }));
            }
            Ok(name.to_owned())
        };
        Ok(when.written(&mut check)?.neutral(file.is_new_syntax()))
    };
    let mut number = 0;
    for line in &recipe.lines {
        let text = match line {
            Line::Follow { to, when } => format!("{}OTE({to});", neutral(when)?),
            Line::Run { timer, when, .. } => format!("{}TON({timer},?,?);", neutral(when)?),
            Line::Count { number, when } => {
                format!("{}ADD({number},1,{number});", neutral(when)?)
            }
            Line::Divide { to, from, by } => format!("DIV({from},{by},{to});"),
        };
        number = rungs::append(file, &mut draft, routine, &text)?;
    }
    let place = format!("{owner}/{name}");
    let (what, of) = (recipe.what.to_owned(), recipe.name.clone());
    updates(&mut draft, &owner, &name, Said::Recipe { what, name: of, place: place.clone() });
    draft.rung = Some(number);
    draft.assumed.push(Assumed::AtTheEnd { place });
    draft.affect(&recipe.name);
    draft.meanings.push(((owner, name), Meaning::Added { count: recipe.lines.len() }));
    Ok(draft)
}
