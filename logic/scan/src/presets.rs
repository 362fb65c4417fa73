//! Presets in the data of tags that no code names.

use std::collections::BTreeSet;

use tagbridge_logic::{Effect, Index, Logic, PlaceId, UnitId, expr::Scalar};
use tagbridge_project::Initial;

/// Returns the index with a place for the preset of each Logix timer and counter that these units
/// execute, and the presets, in milliseconds or counts, from the data of the tags.
pub fn with_presets(logic: Logic<'_>, units: &[UnitId]) -> (Index, Vec<(PlaceId, Scalar)>) {
    let instances = units.iter().flat_map(|unit| logic.index.statements_of(*unit));
    let instances: BTreeSet<String> = instances
        .filter_map(|(_, statement)| match &statement.effect {
            Effect::Run { instance: Some(instance), .. } => {
                let place = logic.index.reference(*instance).place;
                Some(logic.place(logic.index.canonical(place)))
            }
            _ => None,
        })
        .collect();
    let (mut index, mut presets) = (logic.index.clone(), Vec::new());
    for instance in instances {
        let of_tag = logic.project.tags.iter().find_map(|tag| {
            let rest = instance.strip_prefix(tag.name.as_str())?;
            let Some(Initial::Parts(parts)) = &tag.initial else { return None };
            parts.get(&format!("{rest}.PRE"))?.parse::<i64>().ok()
        });
        let Some(preset) = of_tag else { continue };
        if let Some((with, place)) = index.naming(logic.project, &format!("{instance}.PRE")) {
            index = with;
            presets.push((place, Scalar::Int(preset)));
        }
    }
    (index, presets)
}
