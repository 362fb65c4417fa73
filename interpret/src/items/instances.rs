//! Timers and counters.

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{Effect, query::Found, types};

use super::{Item, members, number};
use crate::Facts;

/// Timers or counters: the instances of their instructions, and declarations with their types.
pub(super) fn instances(facts: &Facts, is: &dyn Fn(&str) -> bool) -> Vec<Item> {
    let project = facts.project();
    let mut found: Vec<Item> =
        project.tags.iter().filter(|tag| is(&tag.type_use.name)).map(Item::of_tag).collect();
    found.extend(members(facts, &|member| is(&member.type_use.name)));
    let logic = facts.logic();
    let index = logic.index;
    for (_, statement) in index.units().flat_map(|(id, _)| index.statements_of(id)) {
        let Effect::Run { spec, instance: Some(instance), inputs, .. } = &statement.effect else {
            continue;
        };
        let place = index.reference(*instance).place;
        let of = index.names.text(index.specs.name(*spec));
        // A call of an instance: what it is says its type.
        let called = || types::name_of(project, index, place).is_some_and(|of| is(&of));
        let is_meant = is(of) || (of == "CALL" && called());
        if !is_meant {
            continue;
        }
        let name = logic.place(place);
        let name = name.strip_prefix("AOI:").unwrap_or(&name).to_owned();
        let given = inputs.iter().find_map(|(pin, value)| {
            let is_preset = ["PT", "PV", "PRE"].contains(&index.names.text(*pin));
            is_preset.then(|| logic.expression(*value))
        });
        let same = |item: &Item| item.name.eq_ignore_ascii_case(&name);
        let array = name.strip_suffix(']').and_then(|it| it.split('[').next());
        if array.is_some_and(|array| found.iter().any(|it| it.name.eq_ignore_ascii_case(array))) {
            continue;
        }
        let at = found.iter().position(same).unwrap_or_else(|| {
            found.push(Item::new(&name, LocationKind::Tag));
            found.len() - 1
        });
        if let Some(given) = given {
            found[at].number = number(&given);
            found[at].setting = Some(given);
        }
    }
    for item in &mut found {
        let written = written_preset(facts, &item.name);
        item.more.extend(written.map(|it| ("timer-preset-by", it)));
    }
    found
}

/// What code writes to the preset of a timer or a counter.
fn written_preset(facts: &Facts, name: &str) -> Option<String> {
    let logic = facts.logic();
    let place = ["PRE", "PT", "PV"].into_iter().find_map(|part| {
        match facts.place_called(&format!("{name}.{part}"))? {
            Found::One(place) => Some(place),
            _ => None,
        }
    })?;
    let index = logic.index;
    let writers = index.refs_to(place).iter().filter(|at| index.reference(**at).mode.writes());
    writers.into_iter().find_map(|at| {
        let mut statements = index.statements_of(index.unit_of(*at));
        statements.find_map(|(_, statement)| match &statement.effect {
            Effect::Assign { to, value, .. } if to == at => Some(logic.expression(*value)),
            _ => None,
        })
    })
}
