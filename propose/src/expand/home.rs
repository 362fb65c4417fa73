//! The routine in which new code belongs.

use tagbridge_logic::{
    Logic,
    query::{Found, Wanted},
};
use tagbridge_project::{Body, Language, Vendor};

use crate::{
    condition::Condition,
    draft::{Stop, ask},
    request::{ChangeRequest, RequestedChange},
    says::Ask,
};

/// The routine in which new code belongs: it is about the names of the request more than all others.
/// Which alarms belong together must be asked.
pub(crate) fn home(logic: Logic<'_>, request: &mut ChangeRequest) -> Result<(), Stop> {
    let names: Vec<String> = (request.when.iter().flat_map(Condition::names).map(str::to_owned))
        .chain(request.get("tag").map(ToOwned::to_owned))
        .chain(request.get("output").map(ToOwned::to_owned))
        .collect();
    let is_ladder = logic.project.vendor == Vendor::AllenBradley;
    let is_alarm = request.kind == RequestedChange::AddAlarm || request.get("reset").is_some();
    let mut scores: Vec<(usize, String)> = Vec::new();
    for name in names {
        let Found::One(place) = logic.find(&name) else { continue };
        for (wanted, weight) in [(Wanted::Written, 3), (Wanted::Read, 1)] {
            for row in logic.uses(place, wanted).rows {
                let of = logic.index.unit(row.citation.unit);
                let routine = &logic.project.routines[of.routine.index()];
                // A ladder routine of the same program calls the others.
                let path = match logic.language(of) {
                    Language::Ld => Some(logic.path(of.routine)),
                    Language::St | Language::Fbd if !is_ladder => Some(logic.path(of.routine)),
                    _ if is_ladder => logic.project.routines.iter().find_map(|it| {
                        let is_it = it.owner == routine.owner && matches!(it.body, Body::Rungs(_));
                        is_it.then(|| format!("{}/{}", it.owner, it.name))
                    }),
                    _ => None,
                };
                let Some(path) = path else { continue };
                let lower = path.to_lowercase();
                if lower.contains("simul") {
                    continue;
                }
                match scores.iter_mut().find(|it| it.1 == path) {
                    Some(known) => known.0 += weight,
                    None => scores.push((weight, path)),
                }
            }
        }
    }
    if is_alarm {
        // Where other alarms are.
        let words = ["alarm", "fault", "stör", "meld", "warn"];
        for (at, routine) in logic.project.routines.iter().enumerate() {
            let path = format!("{}/{}", routine.owner, routine.name);
            let is_code = matches!(&routine.body, Body::Rungs(it) if !it.is_empty());
            let is_it = words.iter().any(|it| path.to_lowercase().contains(it));
            if is_code && is_it && !scores.iter().any(|it| it.1 == path) {
                scores.push((usize::MAX - at, path));
            }
        }
    }
    scores.sort_by_key(|it| std::cmp::Reverse(it.0));
    match scores.as_slice() {
        [] => Ok(()),
        [first, second, ..] if is_alarm || first.0 == second.0 => {
            let names = scores.into_iter().map(|it| it.1).collect();
            Err(ask("place", Ask::Routine, Ask::WhyRoutine, names))
        }
        [first, ..] => {
            request.set("place", first.1.clone());
            Ok(())
        }
    }
}
