//! From changes and what explains them to first causes and the chains from them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    answer::{CauseLink, FirstOut, FirstOutExplanation, FirstOutOutcome},
    explain::{Graph, NodeId},
};

/// The largest number of explanations of one change.
const EXPLANATIONS: usize = 16;

/// The first causes of each change: sets that explain it, none of which is a part of another one.
/// What is explained by itself alone, over a circle, has none.
fn first_causes(graph: &Graph<'_, '_, '_>) -> Vec<BTreeSet<BTreeSet<NodeId>>> {
    let mut found: Vec<BTreeSet<BTreeSet<NodeId>>> = vec![BTreeSet::new(); graph.nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in graph.nodes.iter().enumerate().rev() {
            let mut sets = BTreeSet::new();
            if node.link.end.is_some() {
                sets.insert(BTreeSet::from([at]));
            }
            for by in &node.by {
                sets.extend(joint_explanations(by, &found));
            }
            let sets = least(&sets);
            if sets != found[at] {
                found[at] = sets;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

/// What explains all of these changes.
fn joint_explanations(
    nodes: &[NodeId],
    found: &[BTreeSet<BTreeSet<NodeId>>],
) -> BTreeSet<BTreeSet<NodeId>> {
    let mut sets = BTreeSet::from([BTreeSet::new()]);
    for node in nodes {
        let mut next = BTreeSet::new();
        for set in &sets {
            for more in &found[*node] {
                next.insert(set.union(more).copied().collect());
            }
        }
        sets = next.into_iter().take(EXPLANATIONS).collect();
    }
    sets
}

/// Those of which no other one is a part.
fn least(sets: &BTreeSet<BTreeSet<NodeId>>) -> BTreeSet<BTreeSet<NodeId>> {
    let is_least =
        |set: &BTreeSet<NodeId>| !sets.iter().any(|other| other != set && other.is_subset(set));
    sets.iter().filter(|set| is_least(set)).take(EXPLANATIONS).cloned().collect()
}

/// The changes from a first cause to the effect, oldest first.
fn chain(graph: &Graph<'_, '_, '_>, cause: NodeId, effect: NodeId) -> Vec<CauseLink> {
    let mut from: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    let mut left = VecDeque::from([effect]);
    while let Some(at) = left.pop_front() {
        for by in graph.nodes[at].by.iter().flatten() {
            if *by != effect && !from.contains_key(by) {
                from.insert(*by, at);
                left.push_back(*by);
            }
        }
    }
    let mut path = vec![cause];
    let mut at = cause;
    while let Some(next) = from.get(&at) {
        path.push(*next);
        at = *next;
    }
    let mut links: Vec<CauseLink> = path.iter().map(|at| graph.nodes[*at].link.clone()).collect();
    // Where no code writes it, it is cited where it is read.
    if let [first, second, ..] = &mut links[..]
        && first.citation.is_none()
    {
        first.citation.clone_from(&second.citation);
    }
    links
}

/// What changed first before a change.
pub(crate) fn first_out(graph: &Graph<'_, '_, '_>, effect: NodeId) -> FirstOut {
    let sets: Vec<BTreeSet<NodeId>> = first_causes(graph).swap_remove(effect).into_iter().collect();
    let end = |node: &NodeId| graph.nodes[*node].link.end.as_ref();
    let is_cause = |set: &BTreeSet<NodeId>| {
        set.iter().all(|node| end(node).is_some_and(super::ChainEnd::is_cause))
    };
    // One tag that changed in two scans is one explanation for the reader.
    let names: BTreeSet<Vec<(&str, bool)>> = sets
        .iter()
        .map(|set| {
            let link = |node: &NodeId| {
                let link = &graph.nodes[*node].link;
                (link.name.as_str(), link.end.as_ref().is_some_and(super::ChainEnd::is_cause))
            };
            set.iter().map(link).collect()
        })
        .collect();
    let outcome = match (sets.iter().filter(|set| is_cause(set)).count(), names.len()) {
        (0, _) => FirstOutOutcome::NotRecorded,
        (_, 1) => FirstOutOutcome::Certain,
        _ => FirstOutOutcome::OneOf,
    };
    let mut explanations: Vec<FirstOutExplanation> = sets
        .iter()
        .map(|set| FirstOutExplanation {
            causes: set.iter().map(|node| graph.nodes[*node].link.clone()).collect(),
            chains: set.iter().map(|node| chain(graph, *node, effect)).collect(),
        })
        .collect();
    explanations.sort_by_key(|it| {
        let sure =
            it.causes.iter().all(|cause| cause.end.as_ref().is_some_and(super::ChainEnd::is_cause));
        (!sure, it.causes.iter().map(|cause| cause.after).min())
    });
    FirstOut { outcome, explanations, effect: graph.nodes[effect].link.clone() }
}
