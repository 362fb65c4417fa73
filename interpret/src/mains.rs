//! The project's main outputs: what a person means by "the line" or "the plant".

use std::collections::HashSet;

use tagbridge_cause::name_words;
use tagbridge_logic::{
    PlaceId,
    query::{Direction, Turned},
    types,
    why::is_named,
};

use crate::{Facts, common::is_one_of};

/// So many are offered.
const MAINS_MAX: usize = 5;
/// Less likely ones are left out.
const NEAR: i32 = 2;

const PLANT: &str = "line linie anlage machine maschine plant system cell zelle station production produktion \
    process prozess auto automatic automatik batch charge";
const RUNS: &str =
    "running run runs läuft laeuft lauf betrieb active aktiv started gestartet produces";
const OTHER: &str = "fault faults alarm error störung stoerung fehler req request anforderung cmd command hmi \
    test sim simulation timer time zeit hours count counter delay first dn tt en stop stopped not manual hand \
    jog service mode";

/// The bits that are on while the plant runs, by their names and comments, the likeliest first. One
/// that another one follows is left out.
pub(crate) fn mains(facts: &Facts) -> Vec<(String, PlaceId)> {
    let (project, logic) = (facts.project(), facts.logic());
    let index = logic.index;
    let mut found: Vec<(i32, String, PlaceId)> = Vec::new();
    for place in index.places.ids().filter(|place| is_named(index, *place)) {
        let name = logic.place(place);
        let score =
            score(&name, facts.symbols.find_without_hint(&name).ok().and_then(|it| it.comment));
        if score <= 0 || types::is_bit(project, index, place) != Some(true) {
            continue;
        }
        let turned = logic.turned(place, Turned::On);
        if turned.rows.iter().any(|row| !row.bound) {
            found.push((score, name, place));
        }
    }
    let best = found.iter().map(|it| it.0).max().unwrap_or_default();
    found.retain(|it| it.0 + NEAR >= best);
    found.sort_by_key(|it| -it.0);
    found.truncate(MAINS_MAX);
    let behind: HashSet<PlaceId> = found
        .iter()
        .flat_map(|(_, _, place)| {
            let slices = logic.slice(*place, Direction::Back, 1).rows;
            let nodes: Vec<PlaceId> =
                slices.iter().flat_map(|slice| &slice.nodes).map(|node| node.place).collect();
            nodes.into_iter().filter(|node| node != place).collect::<Vec<_>>()
        })
        .collect();
    let ends: Vec<(String, PlaceId)> = found
        .iter()
        .filter(|(_, _, place)| !behind.contains(place))
        .map(|(_, name, place)| (name.clone(), *place))
        .collect();
    if ends.is_empty() {
        found.into_iter().map(|(_, name, place)| (name, place)).collect()
    } else {
        ends
    }
}

/// How much a name and a comment say that it is on while the plant runs.
fn score(name: &str, comment: Option<&str>) -> i32 {
    let words: Vec<String> = name_words(name).collect();
    let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
    if has(OTHER) {
        return 0;
    }
    let said: Vec<String> = comment.into_iter().flat_map(name_words).collect();
    let says = |any: &'static str| said.iter().any(|word| is_one_of(word, any));
    let runs = if has(RUNS) { 3 } else { i32::from(says(RUNS)) };
    let plant = if has(PLANT) { 3 } else { i32::from(says(PLANT)) };
    if runs == 0 || plant == 0 {
        return 0;
    }
    let other = words.iter().filter(|it| !is_one_of(it, PLANT) && !is_one_of(it, RUNS)).count();
    runs + plant - i32::try_from(other.min(3)).unwrap_or(3)
}
