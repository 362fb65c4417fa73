//! Which input changed first: the cause of an edge, from a recording and the project's code.
//!
//! Pure: a recording and a project's logic in, a chain of causes out; no I/O and no clock.

mod alarm;
mod answer;
mod cell;
mod chain;
mod explain;
mod memory;
mod messages;
mod moment;
mod past;
mod search;
mod slice;
mod timers;
mod value;
mod value_sources;

use jiff::{SignedDuration, Timestamp};
use tagbridge_logic::{Logic, expr::Scalar};

pub use self::{
    alarm::{is_alarm, name_words, says_alarm},
    answer::{
        CauseHow, CauseLink, ChainEnd, FirstOut, FirstOutExplanation, FirstOutOutcome, RecordedEdge,
    },
    memory::PastSamples,
    messages::{CauseText, written},
    past::{Past, PastChange, PastGap, PastValue},
    slice::{alarm_bits, causal_slice},
};
use self::{cell::Cells, explain::Graph, moment::CauseContext, value::same, value_sources::Finder};

/// How far back an edge is looked for, step by step.
const REACHES: [SignedDuration; 5] = [
    SignedDuration::from_mins(1),
    SignedDuration::from_hours(1),
    SignedDuration::from_hours(24),
    SignedDuration::from_hours(24 * 14),
    SignedDuration::from_hours(24 * 400),
];

/// The last edge of a tag at or before a time: of a bit to this value, of anything to another value
/// without `to`. The names are those under which the tag may be recorded.
pub fn last_edge(
    past: &dyn Past,
    names: &[String],
    to: Option<bool>,
    time: Timestamp,
) -> Option<RecordedEdge> {
    let mut until = time;
    for reach in REACHES {
        let from = time.checked_sub(reach).unwrap_or(Timestamp::MIN);
        let changes = names.iter().flat_map(|name| past.changes(name, from, until));
        let mut times: Vec<Timestamp> = changes.map(|change| change.time).collect();
        times.sort_unstable();
        for after in times.into_iter().rev() {
            if let Some(edge) = edge_at(past, names, after)
                && to.is_none_or(|to| edge.to.bit() == Some(to) && edge.from.bit() == Some(!to))
            {
                return Some(edge);
            }
        }
        until = from;
    }
    None
}

/// The edge of a tag that a scan saw first; none where it did not change then.
fn edge_at(past: &dyn Past, names: &[String], after: Timestamp) -> Option<RecordedEdge> {
    let before = past.scan_before(after)?;
    names.iter().find_map(|name| {
        let (from, to) = (past.value(name, before), past.value(name, after));
        let (from, to): (Scalar, Scalar) = (from.scalar()?.clone(), to.scalar()?.clone());
        (!same(&from, &to)).then_some(RecordedEdge { before, after, from, to })
    })
}

/// The names under which a tag may be recorded that the project writes so: its own first, its aliases
/// and its address behind it.
pub fn names(logic: Logic<'_>, name: &str) -> Vec<String> {
    let cells = Cells::new(logic);
    let names = Finder { logic, cells: &cells }.find(name).map(|cell| cells.names(cell).to_vec());
    names.unwrap_or_else(|| vec![name.to_owned()])
}

/// What changed first before an edge of a tag; none where the code does not name the tag.
pub fn first_out(
    logic: Logic<'_>,
    past: &dyn Past,
    name: &str,
    edge: &RecordedEdge,
) -> Option<FirstOut> {
    let cells = Cells::new(logic);
    let finder = Finder { logic, cells: &cells };
    let cell = finder.find(name)?;
    let study = CauseContext::new(finder, past);
    let mut graph = Graph::new(&study);
    let effect = graph.change(cell, (&edge.from, &edge.to), edge.after);
    Some(chain::first_out(&graph, effect))
}
