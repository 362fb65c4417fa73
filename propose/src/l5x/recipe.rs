//! Adds recipes as rungs to a routine.

use super::{File, add, find::ScopeKind, rungs, series, updates};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    recipe::{Line, Recipe},
    says::{Assumed, Why},
};

/// Adds the code of a recipe.
pub(super) fn author(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let recipe = Recipe::of(file.context)?.done("DN");
    let (owner, name, routine) = file.ladder()?;
    let scope = file
        .owner(&owner)
        .ok_or_else(|| Why::NoPlace { name: owner.clone(), known: String::new() })?;
    let mut draft = Draft::default();
    for (tag, kind) in &recipe.tags {
        if file.visible(&owner, tag).is_none() {
            Context::name(tag)?;
            draft.and(add::declare(file, &scope, tag, kind, (None, None))?);
            let place = scope.shown();
            draft.assumed.push(Assumed::AlarmTag { name: tag.clone(), place });
        } else if *kind == "BOOL" && recipe.writes(tag) {
            rungs::output_tag(file, &owner, tag, (&recipe, &mut draft))?;
        }
    }
    for (timer, time, _) in recipe.timers() {
        let bad = || Why::BadValue { value: time.to_owned(), of: "TIMER".to_owned() };
        let preset = tagbridge_forms::amounts::whole_milliseconds(time, "TIMER").ok_or_else(bad)?;
        draft.and(add::declare(file, &scope, timer, "TIMER", (Some(&preset), None))?);
    }
    // The recipe's own declarations are not in the file yet.
    let neutral = |when: &Condition| -> Result<String, Stop> {
        let mut check = |name: &str, is_bit: bool| {
            if recipe.declares(name) || name == "S:FS" {
                return Ok(name.to_owned());
            }
            let one = Condition::bit(name, true);
            if is_bit {
                series::neutral(file, &owner, &one)?;
                return Ok(name.to_owned());
            }
            match file.visible(&owner, name) {
                Some((_, declared)) => add::safe(declared, name)?,
                None => return Err(Stop::No(Why::NoTag { name: name.to_owned() })),
            }
            Ok(name.to_owned())
        };
        Ok(when.written(&mut check)?.neutral(file.is_new_syntax()))
    };
    let text = |line: &Line| -> Result<String, Stop> {
        Ok(match line {
            Line::Follow { to, when } => format!("{}OTE({to});", neutral(when)?),
            Line::Run { timer, when, is_off, .. } => {
                format!("{}{}({timer},?,?);", neutral(when)?, if *is_off { "TOF" } else { "TON" })
            }
            Line::Count { number, when } => {
                format!("{}ADD({number},1,{number});", neutral(when)?)
            }
            Line::Put { number, value, when } => {
                format!("{}MOV({value},{number});", neutral(when)?)
            }
            Line::Divide { to, from, by } => format!("DIV({from},{by},{to});"),
        })
    };
    let texts: Vec<String> = recipe.lines.iter().map(text).collect::<Result<_, Stop>>()?;
    let before = file.context.get("rung").and_then(|it| it.parse().ok());
    let number = rungs::insert(file, &mut draft, routine, &texts, before)?;
    let place = format!("{owner}/{name}");
    updates(&mut draft, &owner, &name, recipe.said(file.context, &place));
    draft.rung = Some(number);
    if scope.kind == ScopeKind::AddOn {
        draft.assumed.push(Assumed::Instances { name: owner.clone() });
    }
    if before.is_none() {
        draft.assumed.push(Assumed::AtTheEnd { place });
    }
    draft.affect(&recipe.name);
    draft.meanings.push(((owner, name), recipe.meaning()));
    Ok(draft)
}
