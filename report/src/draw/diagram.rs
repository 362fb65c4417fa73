//! Function block diagrams: blocks with their pins, and the wires.

use tagbridge_logic::in_order;
use tagbridge_project::{Net, Node as Drawn};

use super::{
    broken,
    graph::{self, Edge, Flow, Node},
    measure::{LINE, rows},
};
use crate::{Align, BoxStyle, Face, Fonts, Label, Pen, Point, Scene, Shape};

/// Maximum width of a line of a name.
const NAME: f32 = 16.0;
/// Maximum width of a drawing that is legible on a page.
const WIDEST: f32 = 130.0;
/// Number of the editor's units per text height.
const UNITS: f64 = 15.0;
/// Distance from a block to the end of a backward wire.
const END: f32 = 4.0;

/// The drawing of a sheet. `None` if it is empty, or too wide for a page.
pub(super) fn scene(net: &Net, fonts: &Fonts) -> Option<Scene> {
    if net.nodes.is_empty() {
        return None;
    }
    let fits = |scene: &Scene| scene.width <= WIDEST;
    let as_in_file = places(net).map(|places| drawn(net, Some(&places), fonts)).filter(fits);
    as_in_file.or_else(|| Some(drawn(net, None, fonts)).filter(fits))
}

/// The positions of all nodes in the file, relative to the upper left one, in units of the text.
fn places(net: &Net) -> Option<Vec<Point>> {
    let drawn: Vec<(i32, i32)> = net.nodes.iter().map(|it| it.drawn_at).collect::<Option<_>>()?;
    let (left, top) = (drawn.iter().map(|it| it.0).min()?, drawn.iter().map(|it| it.1).min()?);
    let scaled = |at: i32, from: i32| {
        #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
        let scaled = ((f64::from(at) - f64::from(from)) / UNITS) as f32;
        scaled
    };
    Some(drawn.iter().map(|(x, y)| Point::new(scaled(*x, left), scaled(*y, top))).collect())
}

/// Draws the nodes at their positions in the file, or in layers.
fn drawn(net: &Net, places: Option<&[Point]>, fonts: &Fonts) -> Scene {
    let mut boxes: Vec<Pins> = net.nodes.iter().map(|node| Pins::of(node, fonts)).collect();
    let count = net.nodes.len();
    let mut order: Vec<usize> = (0..count).collect();
    if let Some(places) = places {
        order.sort_by(|one, two| graph::before(places, *one, *two));
    } else {
        let ends = |at: usize| (net.wires[at].from, net.wires[at].to);
        let pairs: Vec<(usize, usize)> = (0..net.wires.len())
            .filter(|at| !net.wires[*at].feedback)
            .map(ends)
            .filter(|(from, to)| *from < count && *to < count)
            .collect();
        order = in_order(count, &pairs);
    }
    let mut position = vec![0; count];
    for (at, node) in order.into_iter().enumerate() {
        position[node] = at;
    }
    let mut ends = places.unwrap_or_default().to_vec();
    let mut edges = Vec::new();
    let mut loops = 0;
    for wire in &net.wires {
        let (Some(from), Some(to)) = (position.get(wire.from), position.get(wire.to)) else {
            continue;
        };
        let out = boxes[wire.from].pin(&wire.from_pin, false);
        let into = boxes[wire.to].pin(&wire.to_pin, true);
        if !wire.feedback && from < to {
            edges.push(((wire.from, out), (wire.to, into)));
            continue;
        }
        // A backward wire is drawn as two ends with the same number.
        loops += 1;
        for (text, is_end) in [(format!("{loops} →"), true), (format!("→ {loops}"), false)] {
            boxes.push(Pins { refers: vec![text], ..Pins::default() });
            let own = boxes.len() - 1;
            let edge =
                if is_end { ((wire.from, out), (own, 0)) } else { ((own, 0), (wire.to, into)) };
            edges.push(edge);
            if let Some(places) = places {
                // Next to its end.
                let (at, by) = if is_end { (wire.from, END) } else { (wire.to, -END) };
                ends.push(Point::new(places[at].x + by, places[at].y));
            }
        }
    }
    let edges: Vec<Edge> = edges
        .into_iter()
        .map(|(from, to)| Edge {
            from: (from.0, boxes[from.0].port(from.1)),
            to: (to.0, boxes[to.0].port(to.1)),
            pen: Pen::Wire,
        })
        .collect();
    let nodes = boxes.iter().map(|it| it.node(fonts)).collect();
    match places {
        Some(_) => graph::placed(nodes, &edges, &ends),
        None => graph::scene(nodes, &edges, Flow::Right),
    }
}

/// A block with its pins; a reference has no title, and only one pin.
#[derive(Default)]
struct Pins {
    title: Vec<String>,
    operand: Vec<String>,
    /// The name in a reference or a connector.
    refers: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
    /// The values at pins without a wire.
    fixed: Vec<String>,
}

impl Pins {
    fn of(node: &Drawn, fonts: &Fonts) -> Self {
        let operand = node.operand.clone().unwrap_or_default();
        let is_reference = matches!(
            node.kind.as_str(),
            "IRef"
                | "ORef"
                | "ICon"
                | "OCon"
                | "inVariable"
                | "outVariable"
                | "inOutVariable"
                | "connector"
                | "continuation"
                | "leftPowerRail"
        );
        if is_reference {
            let text = if operand.is_empty() { node.kind.clone() } else { operand };
            let refers = broken(&text, NAME, Face::Regular, fonts);
            return Self { refers, ..Self::default() };
        }
        let title = if node.name.is_empty() { &node.kind } else { &node.name };
        let fixed = node.pins.iter().filter_map(|pin| {
            let value = pin.value.as_ref()?;
            Some(format!("{} := {value}", pin.name))
        });
        let operand = if operand.is_empty() {
            Vec::new()
        } else {
            broken(&operand, NAME, Face::Regular, fonts)
        };
        Self {
            title: broken(title, NAME, Face::Bold, fonts),
            operand,
            fixed: fixed.flat_map(|it| broken(&it, NAME, Face::Regular, fonts)).collect(),
            ..Self::default()
        }
    }

    /// The row of a pin.
    fn pin(&mut self, name: &str, is_input: bool) -> usize {
        if !self.refers.is_empty() {
            return 0;
        }
        let pins = if is_input { &mut self.left } else { &mut self.right };
        pins.iter().position(|it| it == name).unwrap_or_else(|| {
            pins.push(name.to_owned());
            pins.len() - 1
        })
    }

    fn heads(&self) -> f32 {
        rows(self.title.len() + self.operand.len()) + 0.3
    }

    /// The vertical position of a pin's wire.
    fn port(&self, row: usize) -> f32 {
        if self.refers.is_empty() {
            self.heads() + rows(row) + LINE / 2.0
        } else {
            rows(self.refers.len()) / 2.0 + 0.15
        }
    }

    fn node(&self, fonts: &Fonts) -> Node {
        let widest = |face, lines: &[String]| {
            lines.iter().map(|line| fonts.width(face, line)).fold(0.0, f32::max)
        };
        let mut shapes = Vec::new();
        let mut put = |x: f32, y: f32, text: &str, face: Face, align: Align| {
            if !text.is_empty() {
                let (at, text) = (Point::new(x, y), text.to_owned());
                shapes.push(Shape::Text(Label { at, text, face, size: 1.0, align }));
            }
        };
        let (width, height);
        if self.refers.is_empty() {
            let pins = widest(Face::Regular, &self.left) + widest(Face::Regular, &self.right) + 1.0;
            let heads = widest(Face::Bold, &self.title).max(widest(Face::Regular, &self.operand));
            width = heads.max(pins).max(widest(Face::Regular, &self.fixed)) + 1.2;
            let pins = self.left.len().max(self.right.len());
            height = self.heads() + rows(pins + self.fixed.len()) + 0.3;
            let heads = self.title.iter().map(|it| (it, Face::Bold));
            let heads = heads.chain(self.operand.iter().map(|it| (it, Face::Regular)));
            for (at, (line, face)) in heads.enumerate() {
                put(width / 2.0, rows(at) + 0.95, line, face, Align::Middle);
            }
            let base = self.heads() + 0.95;
            for (at, pin) in self.left.iter().enumerate() {
                put(0.5, base + rows(at), pin, Face::Regular, Align::Start);
            }
            for (at, pin) in self.right.iter().enumerate() {
                put(width - 0.5, base + rows(at), pin, Face::Regular, Align::End);
            }
            for (at, line) in self.fixed.iter().enumerate() {
                put(0.5, base + rows(pins + at), line, Face::Regular, Align::Start);
            }
        } else {
            width = widest(Face::Regular, &self.refers) + 1.0;
            height = rows(self.refers.len()) + 0.3;
            for (at, line) in self.refers.iter().enumerate() {
                put(0.5, rows(at) + 1.0, line, Face::Regular, Align::Start);
            }
        }
        shapes.insert(0, Shape::Box { at: Point::default(), width, height, look: BoxStyle::Plain });
        Node { width, height, shapes }
    }
}
