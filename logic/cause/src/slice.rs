//! Which tags decide an effect: what a session has to read so that its recording can explain one.

use std::collections::{HashSet, VecDeque};

use tagbridge_logic::{
    Index, Logic, PlaceId,
    expr::{Expr, ExprId},
    types,
    why::is_named,
};
use tagbridge_project::Vendor;

use crate::{
    alarm::says_alarm,
    cell::{Cell, Cells, ContextId},
    value_sources::{Act, ActValue, Finder, Kind, Running},
};

/// The largest number of cells that are followed.
const CELLS: usize = 20_000;

/// The tags that decide these ones, and what decides those, through code and timers up to the inputs: the
/// names under which they can be recorded, the nearest causes first. The effects themselves are among them.
pub fn causal_slice(logic: Logic<'_>, effects: &[String]) -> Vec<String> {
    let cells = Cells::new(logic);
    let finder = Finder { logic, cells: &cells };
    let mut slice = Slice::default();
    for cell in effects.iter().filter_map(|name| finder.find(name)) {
        slice.meet(cell);
    }
    while let Some(cell) = slice.left.pop_front() {
        slice.names.extend(name(&cells, cell));
        if slice.met.len() > CELLS || cells.is_input(cell) {
            continue;
        }
        for act in finder.acts(cell) {
            slice.follow(&finder, &act);
        }
    }
    let mut seen = HashSet::new();
    slice.names.retain(|name| seen.insert(name.to_lowercase()));
    slice.names
}

/// The bits that code writes and that are called alarms or faults by their names or comments.
pub fn alarm_bits(logic: Logic<'_>) -> Vec<String> {
    let Logic { project, index } = logic;
    let cells = Cells::new(logic);
    let finder = Finder { logic, cells: &cells };
    let commented: HashSet<String> = project
        .tags
        .iter()
        .filter(|tag| tag.comment.as_deref().is_some_and(says_alarm))
        .map(|tag| tag.name.to_lowercase())
        .collect();
    let mut found = Vec::new();
    for place in index.places.ids().filter(|place| is_named(index, *place)) {
        let name = index.places.text(place, &index.names);
        let is_alarm = says_alarm(&name) || commented.contains(&name.to_lowercase());
        if !is_alarm || types::is_bit(project, index, place) != Some(true) {
            continue;
        }
        let acts = finder.acts(cells.cell(place, None));
        let is_of_timer = acts.iter().any(|act| matches!(act.gives, ActValue::Run(_)));
        if !is_of_timer && acts.iter().any(|act| !matches!(act.gives, ActValue::Unknown)) {
            found.push(name);
        }
    }
    found
}

/// The name under which a cell is read: that of an alias before that of a module's data.
fn name(cells: &Cells<'_>, cell: Cell) -> Option<String> {
    let names = cells.names(cell);
    let is_own = |name: &&String| !name.trim_start_matches("Program:").contains(':');
    names.iter().find(is_own).or(names.first()).cloned()
}

#[derive(Default)]
struct Slice {
    names: Vec<String>,
    met: HashSet<Cell>,
    left: VecDeque<Cell>,
}

impl Slice {
    fn meet(&mut self, cell: Cell) {
        if self.met.insert(cell) {
            self.left.push_back(cell);
        }
    }

    fn follow(&mut self, finder: &Finder<'_, '_>, act: &Act) {
        let index = finder.logic.index;
        for (context, id) in conditions(index, act) {
            for place in places(index, id) {
                self.meet(finder.cells.cell(place, context));
            }
        }
        match &act.gives {
            ActValue::Copy(cell) => self.meet(*cell),
            ActValue::Run(running) => {
                let instance = name(finder.cells, running.instance);
                let preset = preset(finder.logic.project.vendor, running);
                self.names.extend(instance.map(|instance| format!("{instance}.{preset}")));
            }
            _ => {}
        }
    }
}

/// The member of a timer or a counter that has its preset.
fn preset(vendor: Vendor, running: &Running) -> &'static str {
    match (running.kind, vendor) {
        (Kind::Alarm, _) => "MinDurationPRE",
        (_, Vendor::AllenBradley) => "PRE",
        (Kind::Counter, _) => "PV",
        _ => "PT",
    }
}

/// The expressions that decide an act and what it gives, each in its context.
pub(crate) fn conditions(index: &Index, act: &Act) -> Vec<(Option<ContextId>, ExprId)> {
    let mut ids: Vec<(Option<ContextId>, ExprId)> = act.guards.clone();
    let calls = act.ways.iter().flatten();
    ids.extend(calls.map(|call| (None, index.statement(*call).guard)));
    match &act.gives {
        ActValue::Value(id)
        | ActValue::BitOf(id, _)
        | ActValue::SetBit(id, _)
        | ActValue::Pulse(_, id) => {
            ids.push((act.context, *id));
        }
        ActValue::Run(Running { inputs, .. }) => {
            ids.extend(inputs.iter().map(|(_, id)| (act.context, *id)));
        }
        ActValue::Copy(_) | ActValue::Constant(_) | ActValue::Unknown => {}
    }
    ids
}

/// The places that an expression reads, and the memories of its edges.
pub(crate) fn places(index: &Index, id: ExprId) -> Vec<PlaceId> {
    let mut found = index.exprs.places(id);
    found.extend(index.exprs.within(id).filter_map(|id| match index.exprs.get(id) {
        Expr::Edge(_, _, memory) => memory,
        _ => None,
    }));
    found
}
