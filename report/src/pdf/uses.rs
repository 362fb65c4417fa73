//! The units of code that name a tag.

use std::collections::HashMap;

use tagbridge_logic::{Logic, PlaceId, UnitId};

use super::sheets::{Anchor, Run};

/// Maximum number of listed locations of a tag; further ones are only counted.
const MOST: usize = 80;

/// The units that name each tag, by its index in the project.
pub(super) struct Uses {
    by_tag: Vec<Vec<UnitId>>,
}

impl Uses {
    pub(super) fn of(logic: Logic<'_>) -> Self {
        let tags = logic.project.tags.iter().enumerate();
        let tags: HashMap<String, usize> =
            tags.map(|(at, tag)| (tag.name.to_lowercase(), at)).collect();
        let mut known: HashMap<PlaceId, Option<usize>> = HashMap::new();
        let mut by_tag = vec![Vec::new(); logic.project.tags.len()];
        for (unit, _) in logic.index.units() {
            for reference in logic.index.refs_of(unit) {
                let place = reference.place;
                // A tag that is used through an alias counts, too.
                let stands_for = logic.index.canonical(place);
                for place in [Some(place), Some(stands_for).filter(|it| *it != place)] {
                    let Some(place) = place else { continue };
                    let tag = *known.entry(place).or_insert_with(|| {
                        let path = logic.index.places.path(place);
                        path.iter()
                            .rev()
                            .find_map(|it| tags.get(&logic.place(*it).to_lowercase()))
                            .copied()
                    });
                    if let Some(tag) = tag
                        && by_tag[tag].last() != Some(&unit)
                    {
                        by_tag[tag].push(unit);
                    }
                }
            }
        }
        Self { by_tag }
    }

    /// The uses of a tag: `Main/Start: 3, 5`, each with a link.
    pub(super) fn runs(
        &self,
        logic: Logic<'_>,
        tag: usize,
        more: impl Fn(usize) -> String,
    ) -> Vec<Run> {
        let units = &self.by_tag[tag];
        let mut runs: Vec<Run> = Vec::new();
        let mut before = None;
        for unit in units.iter().take(MOST) {
            let found = logic.index.unit(*unit);
            let routine = found.routine;
            let citation = logic.cite(*unit, tagbridge_logic::Span::new(0, 0));
            if before != Some(routine) {
                if before.is_some() {
                    runs.push(Run::plain("; "));
                }
                let path = citation.path.clone();
                runs.push(match citation.rung {
                    Some(_) => Run::plain(format!("{path}: ")),
                    None => Run::link(path, Anchor::Routine(routine.index())),
                });
            } else if citation.rung.is_some() {
                runs.push(Run::plain(", "));
            }
            before = Some(routine);
            if let (Some(number), Some(at)) = (citation.rung, found.rung) {
                let anchor = Anchor::Rung(routine.index(), at as usize);
                runs.push(Run::link(number.to_string(), anchor));
            }
        }
        if units.len() > MOST {
            runs.push(Run::plain(format!("; {}", more(units.len() - MOST))));
        }
        runs
    }
}
