//! Sequential function charts: steps with their actions, transitions with what they wait for.

use std::collections::HashMap;

use tagbridge_logic::in_order;
use tagbridge_project::Rung;

use super::{
    broken,
    graph::{self, Edge, Flow, Node},
    measure::rows,
};
use crate::{Align, Face, Fonts, Label, Look, Pen, Point, Scene, Shape};

/// Conditions and names are broken where they are wider.
const NAME: f32 = 16.0;
/// Of a longer condition so many lines are shown; the text has all of it.
const LINES: usize = 6;

/// What stands in a chart.
enum Item {
    Step { is_first: bool, actions: Vec<String> },
    Transition(String),
    Bar,
    Jump,
}

/// A chart that is being read: items by their names, and which leads to which.
#[derive(Default)]
struct Chart {
    names: Vec<String>,
    items: Vec<Item>,
    known: HashMap<String, usize>,
    links: Vec<(usize, usize)>,
}

/// The chart of a Logix routine, which is shown as lines. `None`: it has no steps.
pub(super) fn of_text(text: &str, fonts: &Fonts) -> Option<Scene> {
    let mut chart = Chart::default();
    let mut links = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "STEP" | "INITIAL_STEP" => {
                let is_first = word == "INITIAL_STEP";
                chart.add(rest, Item::Step { is_first, actions: Vec::new() });
            }
            "TRANSITION" => {
                let (name, condition) = rest.split_once(" :=").unwrap_or((rest, ""));
                chart.add(name, Item::Transition(condition.trim().to_owned()));
            }
            "BRANCH" => {
                chart.add(rest.split(' ').next().unwrap_or(rest), Item::Bar);
            }
            "STOP" => {
                chart.add(rest, Item::Jump);
            }
            "LINK" => links.extend(rest.split_once(" -> ")),
            // An action stands below its step, its code further in.
            "" if !line.starts_with("        ") && line.trim().ends_with(':') => {
                if let Some(Item::Step { actions, .. }) = chart.items.last_mut() {
                    actions.push(line.trim().trim_end_matches(':').to_owned());
                }
            }
            _ => {}
        }
    }
    for (from, to) in links {
        // The legs of a branch lead from it, or to it.
        let at = |name: &str| {
            let branch = name.rsplit_once(".leg_").map_or(name, |(branch, _)| branch);
            chart.known.get(branch).copied()
        };
        if let (Some(from), Some(to)) = (at(from), at(to))
            && !chart.links.contains(&(from, to))
        {
            chart.links.push((from, to));
        }
    }
    chart.scene(fonts)
}

/// The chart of elements in order, where each transition is told from which steps to which it leads.
pub(super) fn of_rungs(rungs: &[Rung], fonts: &Fonts) -> Option<Scene> {
    let mut chart = Chart::default();
    for rung in rungs {
        let (word, rest) = rung.text.trim_end_matches(';').split_once(' ').unwrap_or_default();
        if matches!(word, "STEP" | "INITIAL_STEP") {
            let (name, actions) = rest.split_once(':').unwrap_or((rest, ""));
            let actions = actions.split(", ").map(|it| it.trim().to_owned());
            let actions = actions.filter(|it| !it.is_empty()).collect();
            chart.add(name.trim(), Item::Step { is_first: word == "INITIAL_STEP", actions });
        }
    }
    for rung in rungs {
        let Some(condition) = rung.text.strip_prefix("TRANSITION ") else { continue };
        let way = rung.way.as_ref()?;
        let condition = condition.trim_end_matches(';').to_owned();
        let own = chart.add(&format!("TRANSITION {}", rung.number), Item::Transition(condition));
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
        // What leads back is a jump that names its target.
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

/// An item, and where the wire goes through it.
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
            let look = if *is_first { Look::Double } else { Look::Plain };
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
            let one_line = condition.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut lines = broken(&one_line, NAME, Face::Regular, fonts);
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
                vec![Shape::Box { at: Point::default(), width, height, look: Look::Plain }];
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
