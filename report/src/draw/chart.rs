//! Sequential function charts: steps with their actions, transitions with their conditions.

use std::collections::HashMap;

use tagbridge_code::{Chart as Tree, ChartAction, ChartElementKind};
use tagbridge_logic::in_order;
use tagbridge_project::{Rung, spelling::one_line};
use tagbridge_structured_text::Span;

use super::{
    broken,
    graph::{self, Edge, Flow, Node},
    measure::rows,
};
use crate::{Align, BoxStyle, Face, Fonts, Label, Pen, Point, Scene, Shape};

/// Maximum width of a line of a condition or a name.
const NAME: f32 = 16.0;
/// Maximum number of displayed lines of a condition; the text has all of them.
const LINES: usize = 6;

/// An element of a chart.
enum Item {
    Step { is_first: bool, actions: Vec<String> },
    Transition(String),
    Bar,
    Jump,
}

/// A chart that is being read: elements by name, and their links.
#[derive(Default)]
struct Chart {
    names: Vec<String>,
    items: Vec<Item>,
    known: HashMap<String, usize>,
    links: Vec<(usize, usize)>,
}

/// The chart of a Logix routine. `None` if it has no steps.
pub(super) fn of_tree(tree: &Tree, text: &str, fonts: &Fonts) -> Option<Scene> {
    let slice = |span: Span| text.get(span.range()).unwrap_or_default();
    let mut chart = Chart { links: tree.links.clone(), ..Chart::default() };
    for element in &tree.elements {
        let item = match &element.kind {
            ChartElementKind::Step(step) => Item::Step {
                is_first: step.is_first,
                actions: step.actions.iter().map(|it| head(it, text).to_owned()).collect(),
            },
            ChartElementKind::Transition(it) => {
                Item::Transition(slice(it.condition).trim().to_owned())
            }
            ChartElementKind::Branch => Item::Bar,
            ChartElementKind::Stop => Item::Jump,
        };
        chart.add(slice(element.name), item);
    }
    chart.scene(fonts)
}

/// The header of an action, before its code.
fn head<'t>(action: &ChartAction, text: &'t str) -> &'t str {
    let line = text.get(action.span.range()).and_then(|it| it.lines().next());
    line.unwrap_or_default().trim().trim_end_matches(':')
}

/// The chart of ordered elements, each transition with the steps before and after it.
pub(super) fn of_rungs(rungs: &[Rung], fonts: &Fonts) -> Option<Scene> {
    let mut chart = Chart::default();
    let slice =
        |rung: &Rung, span: Span| rung.text.get(span.range()).unwrap_or_default().to_owned();
    for rung in rungs {
        let Some(element) = rung.element.as_deref() else { continue };
        if let ChartElementKind::Step(step) = &element.kind {
            let actions = step.actions.iter().map(|it| slice(rung, it.span)).collect();
            let item = Item::Step { is_first: step.is_first, actions };
            chart.add(&slice(rung, element.name), item);
        }
    }
    for rung in rungs {
        let kind = rung.element.as_deref().map(|element| &element.kind);
        let Some(ChartElementKind::Transition(own)) = kind else { continue };
        let way = rung.way.as_ref()?;
        let item = Item::Transition(slice(rung, own.condition));
        let own = chart.add(&format!("TRANSITION {}", rung.number), item);
        for step in &way.from {
            chart.links.push((*chart.known.get(step)?, own));
        }
        for step in &way.to {
            chart.links.push((own, *chart.known.get(step)?));
        }
    }
    chart.scene(fonts)
}

impl Chart {
    fn add(&mut self, name: &str, item: Item) -> usize {
        self.names.push(name.to_owned());
        self.items.push(item);
        self.known.insert(name.to_owned(), self.items.len() - 1);
        self.items.len() - 1
    }

    fn scene(mut self, fonts: &Fonts) -> Option<Scene> {
        if !self.items.iter().any(|it| matches!(it, Item::Step { .. })) {
            return None;
        }
        let mut position = vec![0; self.items.len()];
        for (at, item) in in_order(self.items.len(), &self.links).into_iter().enumerate() {
            position[item] = at;
        }
        // A backward link is a jump that names its target.
        for at in 0..self.links.len() {
            let (from, to) = self.links[at];
            if position[from] >= position[to] {
                self.names.push(self.names[to].clone());
                self.items.push(Item::Jump);
                self.links[at] = (from, self.items.len() - 1);
            }
        }
        let drawn: Vec<(Node, f32)> = self
            .items
            .iter()
            .zip(&self.names)
            .map(|(item, name)| node(item, name, fonts))
            .collect();
        let edge = |(from, to): &(usize, usize)| Edge {
            from: (*from, drawn[*from].1),
            to: (*to, drawn[*to].1),
            pen: Pen::Wire,
        };
        let edges: Vec<Edge> = self.links.iter().map(edge).collect();
        let nodes = drawn.into_iter().map(|(node, _)| node).collect();
        Some(graph::scene(nodes, &edges, Flow::Down))
    }
}

/// The node of an element, and the position of the wire through it.
fn node(item: &Item, name: &str, fonts: &Fonts) -> (Node, f32) {
    let widest = |face, lines: &[String]| {
        lines.iter().map(|line| fonts.width(face, line)).fold(0.0, f32::max)
    };
    let line = |x: f32, y: f32, text: &str, face, align| {
        let (at, text) = (Point::new(x, y), text.to_owned());
        Shape::Text(Label { at, text, face, size: 1.0, align })
    };
    match item {
        Item::Step { is_first, actions } => {
            let title = broken(name, NAME, Face::Bold, fonts);
            let actions: Vec<String> =
                actions.iter().flat_map(|it| broken(it, NAME, Face::Regular, fonts)).collect();
            let width =
                widest(Face::Bold, &title).max(widest(Face::Regular, &actions)).max(3.0) + 1.6;
            let height = rows(title.len() + actions.len()) + 0.8;
            let look = if *is_first { BoxStyle::Double } else { BoxStyle::Plain };
            let mut shapes = vec![Shape::Box { at: Point::default(), width, height, look }];
            for (at, text) in title.iter().enumerate() {
                shapes.push(line(width / 2.0, rows(at) + 1.2, text, Face::Bold, Align::Middle));
            }
            for (at, text) in actions.iter().enumerate() {
                let y = rows(title.len() + at) + 1.3;
                shapes.push(line(0.8, y, text, Face::Regular, Align::Start));
            }
            (Node { width, height, shapes }, width / 2.0)
        }
        Item::Transition(condition) => {
            let mut lines = broken(&one_line(condition), NAME, Face::Regular, fonts);
            if lines.len() > LINES {
                lines.truncate(LINES);
                lines.push("…".to_owned());
            }
            let height = rows(lines.len()).max(1.2);
            let bar = height / 2.0;
            let through = Shape::Line {
                from: Point::new(1.0, 0.0),
                to: Point::new(1.0, height),
                pen: Pen::Wire,
            };
            let (from, to) = (Point::new(0.0, bar), Point::new(2.0, bar));
            let mut shapes = vec![through, Shape::Line { from, to, pen: Pen::Rail }];
            for (at, text) in lines.iter().enumerate() {
                shapes.push(line(2.5, rows(at) + 0.9, text, Face::Regular, Align::Start));
            }
            (Node { width: 2.5 + widest(Face::Regular, &lines), height, shapes }, 1.0)
        }
        Item::Bar => {
            let (width, height) = (4.0, 0.3);
            let shapes =
                vec![Shape::Box { at: Point::default(), width, height, look: BoxStyle::Plain }];
            (Node { width, height, shapes }, width / 2.0)
        }
        Item::Jump => {
            let text = format!("→ {name}");
            let width = fonts.width(Face::Regular, &text) + 1.0;
            let shapes = vec![line(width / 2.0, 1.0, &text, Face::Regular, Align::Middle)];
            (Node { width, height: 1.4, shapes }, width / 2.0)
        }
    }
}
