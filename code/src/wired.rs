//! Converts rungs that share wires to series and branches.

use std::collections::HashMap;

use tagbridge_structured_text::{Span, Why};

use crate::{Element, LadderRung, Part, Pin, PinValue};

/// Maximum depth of dependent wires.
const MAXIMUM_DEPTH: usize = 256;
/// Maximum total number of elements from wires: crossing branches can multiply without a limit.
const MAXIMUM_SIZE: usize = 200_000;

/// A rung with the wires that it shares with others.
#[derive(Default)]
pub(crate) struct WiredRung<'t> {
    pub(crate) span: Span,
    /// The wire at its start, if that is not the rail.
    pub(crate) start: Option<(&'t str, Span)>,
    pub(crate) items: Vec<Item<'t>>,
    /// The wire at its end.
    pub(crate) end: Option<&'t str>,
}

pub(crate) enum Item<'t> {
    Element(Element),
    /// A point at which other rungs start or end.
    Wire(&'t str),
}

/// The logic of all rungs that do not end at a wire; those with a common start are combined. `pins`
/// contains the wires at pins by their position.
pub(crate) fn joined(rungs: &[WiredRung<'_>], pins: &HashMap<u32, &str>) -> Vec<LadderRung> {
    let mut arrivals: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    for (at, rung) in rungs.iter().enumerate() {
        let within = rung.items.iter().filter_map(|item| match item {
            Item::Wire(wire) => Some((*wire, true)),
            Item::Element(_) => None,
        });
        for (wire, is_within) in within.chain(rung.end.map(|wire| (wire, false))) {
            let known = arrivals.entry(wire).or_default();
            if !known.contains(&(at, is_within)) {
                known.push((at, is_within));
            }
        }
    }
    let (known, open) = (HashMap::new(), Vec::new());
    let mut joiner = Joiner { rungs, pins, arrivals, known, open, size: 0 };
    let mut ends: Vec<LadderRung> = Vec::new();
    for (at, rung) in rungs.iter().enumerate() {
        if rung.end.is_none() {
            ends.push(LadderRung { span: rung.span, elements: joiner.series(at, None) });
        }
    }
    let mut whole: Vec<LadderRung> = Vec::new();
    let mut group: Vec<LadderRung> = Vec::new();
    for end in ends {
        let begins_alike = |other: &LadderRung| matches!((other.elements.first(), end.elements.first()), (Some(a), Some(b)) if a == b);
        if group.last().is_some_and(|other| !begins_alike(other)) {
            whole.extend(one(std::mem::take(&mut group)));
        }
        group.push(end);
    }
    whole.extend(one(group));
    whole
}

/// Combines rungs with a common start.
fn one(group: Vec<LadderRung>) -> Option<LadderRung> {
    let span = Span { start: group.first()?.span.start, end: group.last()?.span.end };
    let ways = group.into_iter().map(|rung| rung.elements).collect();
    Some(LadderRung { span, elements: split_common_start(ways) })
}

/// Series with a common start: the start, then the different rests as branches.
fn split_common_start(mut ways: Vec<Vec<Element>>) -> Vec<Element> {
    let mut begin = common(&mut ways);
    if ways.len() > 1 {
        ways.retain(|way| !way.is_empty());
    }
    match ways.len() {
        0 => {}
        1 => begin.extend(ways.remove(0)),
        _ => {
            let mut legs: Vec<Vec<Vec<Element>>> = Vec::new();
            for way in ways {
                match legs.last_mut() {
                    Some(leg) if leg[0].first() == way.first() => leg.push(way),
                    _ => legs.push(vec![way]),
                }
            }
            begin.push(Element::Branch(legs.into_iter().map(split_common_start).collect()));
        }
    }
    begin
}

/// Removes and returns the common start of all series.
fn common(ways: &mut [Vec<Element>]) -> Vec<Element> {
    let Some((first, others)) = ways.split_first() else { return Vec::new() };
    let is_shared = |at: usize| others.iter().all(|way| way.get(at) == first.get(at));
    let shared = (0..first.len()).take_while(|at| is_shared(*at)).count();
    let begin = first[..shared].to_vec();
    for way in ways {
        way.drain(..shared);
    }
    begin
}

struct Joiner<'a, 't> {
    rungs: &'a [WiredRung<'t>],
    pins: &'a HashMap<u32, &'t str>,
    /// Rungs that lead to a wire, and whether it is a point of the rung or its end.
    arrivals: HashMap<&'t str, Vec<(usize, bool)>>,
    /// The results for wires.
    known: HashMap<&'t str, Vec<Element>>,
    /// Wires that are being followed.
    open: Vec<&'t str>,
    /// Total number of elements from wires.
    size: usize,
}

impl<'t> Joiner<'_, 't> {
    /// The logic of a rung, up to one of its wires or as a whole.
    fn series(&mut self, at: usize, up_to: Option<&str>) -> Vec<Element> {
        let rung = &self.rungs[at];
        let is =
            |item: &Item<'_>| matches!((item, up_to), (Item::Wire(own), Some(it)) if *own == it);
        let items = &rung.items[..rung.items.iter().position(is).unwrap_or(rung.items.len())];
        // The elements before a wire lead to it.
        let last = items.iter().rposition(|item| matches!(item, Item::Wire(_)));
        let mut series = match (last.map(|at| &items[at]), rung.start) {
            (Some(Item::Wire(wire)), _) => self.flow(wire, rung.span),
            (_, Some((wire, span))) => self.flow(wire, span),
            _ => Vec::new(),
        };
        for item in &items[last.map_or(0, |at| at + 1)..] {
            if let Item::Element(element) = item {
                series.push(self.connected(element));
            }
        }
        series
    }

    /// The logic that leads to a wire; `span` is its position.
    fn flow(&mut self, wire: &'t str, span: Span) -> Vec<Element> {
        if let Some(known) = self.known.get(wire) {
            self.size += size(known);
            if self.size <= MAXIMUM_SIZE {
                return known.clone();
            }
        }
        if self.open.contains(&wire) {
            return vec![Element::Opaque(span, Why::Syntax)];
        }
        if self.open.len() >= MAXIMUM_DEPTH || self.size > MAXIMUM_SIZE {
            return vec![Element::Opaque(span, Why::Depth)];
        }
        self.open.push(wire);
        let mut ways = Vec::new();
        for (at, is_within) in self.arrivals.get(wire).cloned().unwrap_or_default() {
            ways.push(self.series(at, is_within.then_some(wire)));
        }
        self.open.pop();
        let mut flow = common(&mut ways);
        match ways.len() {
            0 => flow.push(Element::Opaque(span, Why::Syntax)),
            1 => {}
            _ => flow.push(Element::Branch(ways)),
        }
        self.known.insert(wire, flow.clone());
        flow
    }

    /// An element with the logic of the wires at its pins.
    fn connected(&mut self, element: &Element) -> Element {
        let Element::Part(part) = element else { return element.clone() };
        let pins = part.pins.iter().map(|pin| {
            let wire = match &pin.value {
                PinValue::Flow(flow) => match flow[..] {
                    [Element::Opaque(span, _)] => {
                        self.pins.get(&span.start).map(|wire| (*wire, span))
                    }
                    _ => None,
                },
                PinValue::Operand(_) => None,
            };
            match wire {
                Some((wire, span)) => {
                    let value = PinValue::Flow(self.flow(wire, span));
                    Pin { value, ..pin.clone() }
                }
                None => pin.clone(),
            }
        });
        let pins = pins.collect();
        Element::Part(Part { pins, ..part.clone() })
    }
}

fn size(elements: &[Element]) -> usize {
    let of = |element: &Element| match element {
        Element::Part(part) => {
            let flows = part.pins.iter().filter_map(|pin| match &pin.value {
                PinValue::Flow(flow) => Some(size(flow)),
                PinValue::Operand(_) => None,
            });
            1 + flows.sum::<usize>()
        }
        Element::Branch(legs) => legs.iter().map(|leg| size(leg)).sum(),
        Element::Signal(_) | Element::Opaque(..) => 1,
    };
    elements.iter().map(of).sum()
}
