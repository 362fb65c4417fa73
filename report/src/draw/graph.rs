//! What is wired, in layers: blocks from the left to the right, or steps from above.

use std::collections::HashMap;

use tagbridge_logic::in_order;

use crate::{Pen, Point, Scene, Shape};

/// Between neighbours in a layer.
const GAP: f32 = 1.2;
/// From a layer to the first wire that turns behind it.
const CHANNEL: f32 = 0.8;
/// From one such wire to the next.
const LANE: f32 = 0.45;

/// Something that wires lead to and from. Its shapes stand at its upper left corner.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// A wire: from a node and how far along its edge, to a node and how far along its edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: (usize, f32),
    pub(super) to: (usize, f32),
    pub(super) pen: Pen,
}

/// Where layers follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Right,
    Down,
}

/// Draws what has no loops.
pub(super) fn scene(nodes: Vec<Node>, edges: &[Edge], flow: Flow) -> Scene {
    Layers::of(nodes, edges, flow).draw()
}

/// A node, or where a wire passes a layer. `along` is in the direction of the flow, `across` is the
/// other one.
struct Place {
    node: Option<usize>,
    along: f32,
    across: f32,
    layer: usize,
    /// Where it begins in its layer.
    at: f32,
}

/// A piece of a wire from one layer to the next.
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
    fn of(nodes: Vec<Node>, edges: &[Edge], flow: Flow) -> Self {
        let pairs: Vec<(usize, usize)> = edges.iter().map(|it| (it.from.0, it.to.0)).collect();
        let order = in_order(nodes.len(), &pairs);
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (from, to) in &pairs {
            into[*to].push(*from);
        }
        let mut layer = vec![0_usize; nodes.len()];
        for at in &order {
            layer[*at] = into[*at].iter().map(|from| layer[*from] + 1).max().unwrap_or(0);
        }
        let mut places: Vec<Place> = nodes
            .iter()
            .enumerate()
            .map(|(at, node)| {
                let (along, across) = match flow {
                    Flow::Right => (node.width, node.height),
                    Flow::Down => (node.height, node.width),
                };
                Place { node: Some(at), along, across, layer: layer[at], at: 0.0 }
            })
            .collect();
        let mut hops = Vec::new();
        // Pieces of wires from one output that pass the same layer are one.
        let mut passing: HashMap<(usize, u32, usize), usize> = HashMap::new();
        for edge in edges {
            let mut from = edge.from;
            for between in layer[edge.from.0] + 1..layer[edge.to.0] {
                let key = (edge.from.0, edge.from.1.to_bits(), between);
                let next = *passing.entry(key).or_insert_with(|| {
                    let (along, across) = (0.0, 0.6);
                    places.push(Place { node: None, along, across, layer: between, at: 0.0 });
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
        for at in order.into_iter().chain(nodes.len()..places.len()) {
            layers[places[at].layer].push(at);
        }
        Self { nodes, places, hops, rows: layers, flow }
    }

    /// Where a place would stand best: where its wires come from.
    fn wanted(&self, at: usize) -> f32 {
        let from = self.hops.iter().filter(|hop| hop.to.0 == at);
        let from: Vec<f32> =
            from.map(|hop| self.places[hop.from.0].at + hop.from.1 - hop.to.1).collect();
        if from.is_empty() { f32::NAN } else { from.iter().sum::<f32>() / lines(from.len()) }
    }

    fn arrange(&mut self) {
        for layer in 0..self.rows.len() {
            let mut wanted: Vec<(f32, usize)> =
                self.rows[layer].iter().map(|at| (self.wanted(*at), *at)).collect();
            // What nothing leads to stays where it is, behind the others.
            wanted.sort_by(|one, two| one.0.total_cmp(&two.0));
            let mut free = 0.0_f32;
            for (wanted, at) in &wanted {
                let place = &mut self.places[*at];
                place.at = if wanted.is_nan() { free } else { free.max(*wanted) };
                free = place.at + place.across + GAP;
            }
            self.rows[layer] = wanted.into_iter().map(|(_, at)| at).collect();
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
