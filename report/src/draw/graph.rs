//! Layout of graphs in layers: blocks from left to right, or steps from top to bottom.

use std::collections::HashMap;

use tagbridge_logic::in_order;

use crate::{Pen, Point, Scene, Shape};

/// Distance of neighbours in a layer.
const GAP: f32 = 1.2;
/// Distance from a layer to the first bend of a wire after it.
const CHANNEL: f32 = 0.8;
/// Distance of adjacent bends.
const LANE: f32 = 0.45;

/// Nodes with this distance in the file are in separate columns.
const COLUMN: f32 = 4.0;
/// Maximum height of empty rows from the file.
const EMPTY: f32 = 2.0;

/// A node with wires. Its shapes are relative to its upper left corner.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// A wire: the node and the offset along its edge, at both ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: (usize, f32),
    pub(super) to: (usize, f32),
    pub(super) pen: Pen,
}

/// The direction of the layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Right,
    Down,
}

/// Draws a graph without loops.
pub(super) fn scene(nodes: Vec<Node>, edges: &[Edge], flow: Flow) -> Scene {
    let pairs: Vec<(usize, usize)> = edges.iter().map(|it| (it.from.0, it.to.0)).collect();
    let order = in_order(nodes.len(), &pairs);
    let mut layer = vec![0_usize; nodes.len()];
    for at in &order {
        let before = pairs.iter().filter(|(_, to)| to == at).map(|(from, _)| layer[*from] + 1);
        layer[*at] = before.max().unwrap_or(0);
    }
    Layers::of(nodes, edges, flow, (&order, &layer), None).draw()
}

/// Draws a graph of forward wires with the node positions of the file: in columns, moved apart if
/// nodes would overlap, and closer together if the space between them is empty. `places` are in
/// units of the text, one per node; an edge leads to a place that follows in [`before`].
pub(super) fn placed(nodes: Vec<Node>, edges: &[Edge], places: &[Point]) -> Scene {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by(|one, two| before(places, *one, *two));
    let mut layer = vec![0_usize; nodes.len()];
    for (count, at) in order.iter().enumerate() {
        let begins = places[*at].x + 0.01;
        let left = order[..count].iter().filter(|it| places[**it].x + COLUMN <= begins);
        let wired = edges.iter().filter(|edge| edge.to.0 == *at).map(|edge| &edge.from.0);
        layer[*at] = left.chain(wired).map(|it| layer[*it] + 1).max().unwrap_or(0);
    }
    let down: Vec<f32> = places.iter().map(|place| place.y).collect();
    Layers::of(nodes, edges, Flow::Right, (&order, &layer), Some(&down)).draw()
}

/// The order from left to right, then downwards.
pub(super) fn before(places: &[Point], one: usize, two: usize) -> std::cmp::Ordering {
    let (from, to) = (places[one], places[two]);
    from.x.total_cmp(&to.x).then(from.y.total_cmp(&to.y)).then(one.cmp(&two))
}

/// A node, or the position of a wire in a layer. `along` is in the direction of the flow, `across`
/// is perpendicular to it.
struct Place {
    node: Option<usize>,
    along: f32,
    across: f32,
    layer: usize,
    /// Its position in its layer.
    at: f32,
    /// Its position in the file, if it is used.
    wanted: Option<f32>,
}

/// A segment of a wire from one layer to the next.
struct Hop {
    from: (usize, f32),
    to: (usize, f32),
    pen: Pen,
}

struct Layers {
    nodes: Vec<Node>,
    places: Vec<Place>,
    hops: Vec<Hop>,
    rows: Vec<Vec<usize>>,
    flow: Flow,
}

impl Layers {
    fn of(
        nodes: Vec<Node>,
        edges: &[Edge],
        flow: Flow,
        (order, layer): (&[usize], &[usize]),
        wanted: Option<&[f32]>,
    ) -> Self {
        let mut places: Vec<Place> = nodes
            .iter()
            .enumerate()
            .map(|(at, node)| {
                let (along, across) = match flow {
                    Flow::Right => (node.width, node.height),
                    Flow::Down => (node.height, node.width),
                };
                let (layer, wanted) = (layer[at], wanted.map(|it| it[at]));
                Place { node: Some(at), along, across, layer, at: 0.0, wanted }
            })
            .collect();
        let mut hops = Vec::new();
        // Segments from one output through the same layer are shared.
        let mut passing: HashMap<(usize, u32, usize), usize> = HashMap::new();
        for edge in edges {
            let mut from = edge.from;
            for between in layer[edge.from.0] + 1..layer[edge.to.0] {
                let key = (edge.from.0, edge.from.1.to_bits(), between);
                let next = *passing.entry(key).or_insert_with(|| {
                    let (along, across) = (0.0, 0.6);
                    let (node, layer, at, wanted) = (None, between, 0.0, None);
                    places.push(Place { node, along, across, layer, at, wanted });
                    places.len() - 1
                });
                if from.0 != next {
                    hops.push(Hop { from, to: (next, 0.3), pen: edge.pen });
                }
                from = (next, 0.3);
            }
            hops.push(Hop { from, to: edge.to, pen: edge.pen });
        }
        let count = places.iter().map(|it| it.layer + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); count];
        for at in order.iter().copied().chain(nodes.len()..places.len()) {
            layers[places[at].layer].push(at);
        }
        Self { nodes, places, hops, rows: layers, flow }
    }

    /// The preferred position: that in the file, otherwise that of its inputs.
    fn wanted(&self, at: usize) -> f32 {
        if let Some(wanted) = self.places[at].wanted {
            return wanted;
        }
        let from = self.hops.iter().filter(|hop| hop.to.0 == at);
        let from: Vec<f32> =
            from.map(|hop| self.places[hop.from.0].at + hop.from.1 - hop.to.1).collect();
        if from.is_empty() { f32::NAN } else { from.iter().sum::<f32>() / lines(from.len()) }
    }

    fn arrange(&mut self) {
        for layer in 0..self.rows.len() {
            let mut wanted: Vec<(f32, usize)> =
                self.rows[layer].iter().map(|at| (self.wanted(*at), *at)).collect();
            // Nodes without inputs follow the others.
            wanted.sort_by(|one, two| one.0.total_cmp(&two.0));
            let mut free = 0.0_f32;
            for (wanted, at) in &wanted {
                let place = &mut self.places[*at];
                place.at = if wanted.is_nan() { free } else { free.max(*wanted) };
                free = place.at + place.across + GAP;
            }
            self.rows[layer] = wanted.into_iter().map(|(_, at)| at).collect();
        }
        self.close();
    }

    /// Removes empty rows, except for some space.
    fn close(&mut self) {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by(|one, two| self.places[*one].at.total_cmp(&self.places[*two].at));
        let (mut reached, mut out) = (0.0_f32, 0.0);
        for at in order {
            let place = &mut self.places[at];
            out += (place.at - reached - EMPTY).max(0.0);
            reached = reached.max(place.at + place.across);
            place.at -= out;
        }
    }

    fn draw(mut self) -> Scene {
        self.arrange();
        let mut shapes = Vec::new();
        let mut begin = 0.0;
        let mut begins = Vec::with_capacity(self.rows.len());
        let mut ends = Vec::with_capacity(self.rows.len());
        let mut lanes: HashMap<(usize, u32), f32> = HashMap::new();
        for layer in &self.rows {
            let along = layer.iter().map(|at| self.places[*at].along).fold(0.0, f32::max);
            begins.push(begin);
            ends.push(begin + along);
            let mut next = begin + along + CHANNEL;
            for at in layer {
                for hop in self.hops.iter().filter(|hop| hop.from.0 == *at) {
                    lanes.entry((*at, hop.from.1.to_bits())).or_insert_with(|| {
                        next += LANE;
                        next - LANE
                    });
                }
            }
            begin = next + CHANNEL - LANE;
        }
        let turned = |along: f32, across: f32| match self.flow {
            Flow::Right => Point::new(along, across),
            Flow::Down => Point::new(across, along),
        };
        let mut wire = |from: (f32, f32), to: (f32, f32), pen: Pen| {
            if (from.0 - to.0).abs() + (from.1 - to.1).abs() > 1e-3 {
                let (from, to) = (turned(from.0, from.1), turned(to.0, to.1));
                shapes.push(Shape::Line { from, to, pen });
            }
        };
        for hop in &self.hops {
            let (from, to) = (&self.places[hop.from.0], &self.places[hop.to.0]);
            let (left, right) = (begins[from.layer] + from.along, begins[to.layer]);
            let (out, into) = (from.at + hop.from.1, to.at + hop.to.1);
            let lane = lanes[&(hop.from.0, hop.from.1.to_bits())];
            wire((left, out), (lane, out), hop.pen);
            wire((lane, out), (lane, into), hop.pen);
            wire((lane, into), (right, into), hop.pen);
        }
        let (mut along, mut across) = (0.0_f32, 0.0_f32);
        for place in &self.places {
            along = along.max(begins[place.layer] + place.along);
            across = across.max(place.at + place.across);
            if let Some(at) = place.node {
                let by = turned(begins[place.layer], place.at);
                shapes.extend(self.nodes[at].shapes.iter().map(|it| it.scaled(1.0, by)));
            } else {
                let at = place.at + 0.3;
                let (from, to) = (turned(begins[place.layer], at), turned(ends[place.layer], at));
                shapes.push(Shape::Line { from, to, pen: Pen::Wire });
            }
        }
        let end = turned(along, across);
        let margin = Point::new(0.5, 0.5);
        let shapes = shapes.iter().map(|it| it.scaled(1.0, margin)).collect();
        Scene { width: end.x + 1.0, height: end.y + 1.0, shapes }
    }
}

#[expect(clippy::cast_precision_loss, reason = "wires of one node")]
fn lines(count: usize) -> f32 {
    count as f32
}
