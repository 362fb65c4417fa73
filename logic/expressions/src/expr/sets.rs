//! Sets of variables: changes that free a condition, and values that hold it.

use std::collections::BTreeMap;

use super::VariableId;

/// Variables that change together, each with the regions to which it may change.
pub(super) type Changes = BTreeMap<VariableId, Vec<bool>>;

/// Variables whose current values decide together.
pub(super) type Core = Vec<VariableId>;

/// Joins each set of one family with each set of the other, without contradictions.
pub(super) fn both(left: &[Changes], right: &[Changes], keep: usize) -> Vec<Changes> {
    let joined = left.iter().flat_map(|left| right.iter().filter_map(|right| join(left, right)));
    smallest(joined.collect(), keep)
}

/// Joins cores in the same way.
pub(super) fn both_cores(left: &[Core], right: &[Core], keep: usize) -> Vec<Core> {
    let joined = left.iter().flat_map(|left| {
        right.iter().map(|right| {
            let mut core: Core = left.iter().chain(right).copied().collect();
            core.sort_unstable();
            core.dedup();
            core
        })
    });
    smallest_cores(joined.collect(), keep)
}

/// Returns the smallest sets, without those that contain another set.
pub(super) fn smallest(mut sets: Vec<Changes>, keep: usize) -> Vec<Changes> {
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.keys().cmp(b.keys())));
    let mut kept: Vec<Changes> = Vec::new();
    for set in sets {
        if kept.len() == keep {
            break;
        }
        let holds = |other: &Changes| other.keys().all(|variable| set.contains_key(variable));
        if !kept.iter().any(holds) {
            kept.push(set);
        }
    }
    kept
}

/// Returns the smallest cores in the same way.
pub(super) fn smallest_cores(mut cores: Vec<Core>, keep: usize) -> Vec<Core> {
    cores.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<Core> = Vec::new();
    for core in cores {
        if kept.len() == keep {
            break;
        }
        let holds =
            |other: &Core| other.iter().all(|variable| core.binary_search(variable).is_ok());
        if !kept.iter().any(holds) {
            kept.push(core);
        }
    }
    kept
}

fn join(left: &Changes, right: &Changes) -> Option<Changes> {
    let mut joined = left.clone();
    for (variable, allowed) in right {
        match joined.get_mut(variable) {
            None => {
                joined.insert(*variable, allowed.clone());
            }
            Some(present) => {
                present.iter_mut().zip(allowed).for_each(|(a, b)| *a &= *b);
                if !present.contains(&true) {
                    return None;
                }
            }
        }
    }
    Some(joined)
}
