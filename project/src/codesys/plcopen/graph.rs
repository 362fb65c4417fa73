//! Ladder, function block diagram and continuous chart: the wires between elements become statements.
//!
//! One rung for each element at the end of a path: a coil, an output, a jump, a block without
//! connected outputs. Its text is the expression that leads to it: `Run := (Start OR Run) AND NOT
//! Stop;`.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::{
    line_index::LineIndex,
    model::{self, Net, Origins, Rung, Wire},
    xml,
};

/// Maximum length of a path through a network.
const MAX_DEPTH: usize = 200;
/// Base size of all statements of a body, in bytes, in addition to [`MAX_GROWTH`]. Paths that join
/// and part again double with each diamond.
const MAX_LENGTH: usize = 64 << 10;
/// Size of all statements for each byte of the file, in bytes.
const MAX_GROWTH: usize = 4;

/// The position of an element in the editor. CODESYS writes 0, 0 for elements that it places itself.
fn drawn_at(node: Node<'_, '_>) -> Option<(i32, i32)> {
    let place = xml::child(node, "position")?;
    let number = |name: &str| place.attribute(name)?.parse::<f64>().ok();
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    let at = (number("x")? as i32, number("y")? as i32);
    (at != (0, 0)).then_some(at)
}

/// Returns the rungs of a body. Those in `cut` end with `…`, because the body exceeds the limit.
pub(super) fn read(lines: &LineIndex<'_>, code: Node<'_, '_>, cut: &mut Vec<u32>) -> Vec<Rung> {
    let graph = Graph::new(lines, code);
    let mut rungs: Vec<Rung> = Vec::new();
    let mut comment = None;
    let mut budget = MAX_LENGTH + MAX_GROWTH * code.range().len();
    let mut elements: Vec<Node<'_, '_>> = code.children().filter(Node::is_element).collect();
    // The elements of a continuous chart have an order of execution; others are already in order.
    let order = |it: &Node<'_, '_>| it.attribute("executionOrderId")?.parse::<u32>().ok();
    elements.sort_by_key(|it| order(it).unwrap_or(0));
    for node in elements {
        if node.tag_name().name() == "comment" {
            comment = xml::child(node, "content").map(super::types::document);
            continue;
        }
        let mut writer = Writer::new(&graph, budget);
        if !writer.statement(node) {
            continue;
        }
        let Writer { text, net, is_cut, .. } = writer;
        budget = budget.saturating_sub(text.len());
        let number = u32::try_from(rungs.len() + 1).unwrap_or(u32::MAX);
        if is_cut {
            cut.push(number);
        }
        let said = comment.take().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        let origins = Origins::drawn(graph.lines.position(begin(node)));
        let net = Some(Box::new(net));
        rungs.push(Rung { number, comment: said, text, net, origins, ..Rung::default() });
    }
    rungs
}

struct Graph<'a, 'input> {
    lines: &'a LineIndex<'a>,
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// Connectors, where paths continue elsewhere, by name.
    connectors: HashMap<&'a str, Node<'a, 'input>>,
    /// Elements with a connected output.
    used: HashSet<&'a str>,
}

impl<'a, 'input> Graph<'a, 'input> {
    fn new(lines: &'a LineIndex<'a>, code: Node<'a, 'input>) -> Self {
        let elements = || code.children().filter(Node::is_element);
        let by_id = elements().filter_map(|it| Some((it.attribute("localId")?, it))).collect();
        let used = code.descendants().filter_map(|it| it.attribute("refLocalId")).collect();
        let connectors = elements().filter(|it| it.tag_name().name() == "connector");
        let connectors = connectors.filter_map(|it| Some((it.attribute("name")?, it))).collect();
        Self { lines, by_id, connectors, used }
    }
}

/// Writes a statement, and records the elements of its drawing.
struct Writer<'g, 'a, 'input> {
    graph: &'g Graph<'a, 'input>,
    text: String,
    net: Net,
    /// Indices of the nodes in the net by `localId`.
    nodes: HashMap<&'a str, usize>,
    /// Wires in the net: two branches may share a wire.
    wired: HashSet<(usize, usize, &'a str)>,
    /// Maximum size of the text, in bytes.
    most: usize,
    is_cut: bool,
}

impl<'g, 'a, 'input> Writer<'g, 'a, 'input> {
    fn new(graph: &'g Graph<'a, 'input>, most: usize) -> Self {
        let (nodes, wired) = (HashMap::new(), HashSet::new());
        Self { graph, text: String::new(), net: Net::default(), nodes, wired, most, is_cut: false }
    }

    /// Writes the statement of an element; returns whether the element ends a path.
    fn statement(&mut self, node: Node<'a, 'input>) -> bool {
        let kind = node.tag_name().name();
        let own = self.node(node);
        match kind {
            "coil" | "outVariable" | "inOutVariable" => {
                let sign = match node.attribute("storage") {
                    Some("set") => "S=",
                    Some("reset") => "R=",
                    _ => ":=",
                };
                self.text.push_str(&operand(node));
                self.span(own, 0);
                self.text.extend([" ", sign, " "]);
                if is(node, "negated") {
                    self.text.push_str("NOT ");
                }
                self.inputs(node, (own, ""), 0);
            }
            "jump" | "return" => {
                self.text.push_str("IF ");
                self.inputs(node, (own, ""), 0);
                let begin = self.text.len() + 1;
                self.text.extend([" THEN ", &kind.to_uppercase()]);
                if let Some(label) = node.attribute("label") {
                    self.text.extend([" ", label]);
                }
                self.span(own, begin);
            }
            "label" => {
                self.text.push_str(node.attribute("label").unwrap_or_default());
                self.text.push(':');
                self.span(own, 0);
                return true;
            }
            "block"
                if !node.attribute("localId").is_some_and(|id| self.graph.used.contains(id)) =>
            {
                self.block(node, own, None, 0);
            }
            _ => return false,
        }
        self.text.push(';');
        true
    }

    /// Writes the expression that leads to an element; several paths are joined by OR. `to` is the
    /// node and its pin.
    fn inputs(&mut self, node: Node<'a, 'input>, to: (usize, &'a str), depth: usize) {
        let connections: Vec<_> = xml::children(node, "connectionPointIn")
            .flat_map(|point| xml::children(point, "connection"))
            .collect();
        match connections.as_slice() {
            [] => match xml::descend(node, &["connectionPointIn", "expression"]) {
                Some(expression) => self.text.push_str(xml::text(expression).trim()),
                None => self.text.push_str("TRUE"),
            },
            [one] => self.way(*one, to, depth),
            several => {
                self.text.push('(');
                for (index, one) in several.iter().enumerate() {
                    if self.is_full(depth) {
                        break;
                    }
                    if index > 0 {
                        self.text.push_str(" OR ");
                    }
                    self.way(*one, to, depth);
                }
                self.text.push(')');
            }
        }
    }

    fn way(&mut self, connection: Node<'a, 'input>, to: (usize, &'a str), depth: usize) {
        let id = connection.attribute("refLocalId").unwrap_or_default();
        let Some(node) = self.graph.by_id.get(id).copied() else {
            self.text.push_str("???");
            return;
        };
        if self.is_full(depth) {
            return;
        }
        let from_pin = connection.attribute("formalParameter").unwrap_or_default();
        let own = self.node(node);
        self.wire(own, from_pin, to);
        let not = if is(node, "negated") { "NOT " } else { "" };
        match node.tag_name().name() {
            "leftPowerRail" => self.text.push_str("TRUE"),
            "contact" => {
                let begin = self.text.len();
                self.inputs(node, (own, ""), depth + 1);
                // A contact next to the rail has no further condition.
                if self.text[begin..] == *"TRUE" {
                    self.text.truncate(begin);
                } else {
                    self.text.push_str(" AND ");
                }
                let begin = self.text.len();
                self.text.extend([not, &operand(node)]);
                self.span(own, begin);
            }
            "inVariable" | "inOutVariable" => {
                let begin = self.text.len();
                self.text.extend([not, &operand(node)]);
                self.span(own, begin);
            }
            // A coil passes its input on.
            "coil" | "connector" => self.inputs(node, (own, ""), depth + 1),
            "continuation" => {
                let name = node.attribute("name").unwrap_or("???");
                match self.graph.connectors.get(name).copied() {
                    Some(connector) => self.inputs(connector, (own, ""), depth + 1),
                    None => self.text.push_str(name),
                }
            }
            "block" => self.block(node, own, Some(from_pin), depth + 1),
            _ => self.text.push_str("???"),
        }
    }

    fn block(&mut self, node: Node<'a, 'input>, own: usize, output: Option<&str>, depth: usize) {
        let begin = self.text.len();
        let kind = node.attribute("typeName").unwrap_or("???");
        let variables = ["inputVariables", "inOutVariables"]
            .into_iter()
            .filter_map(|group| xml::child(node, group))
            .flat_map(|group| xml::children(group, "variable"));
        let variables: Vec<Node<'a, 'input>> = variables.collect();
        let operator = kind.to_ascii_uppercase();
        // Infix operators, as in `(a AND b)`.
        let joins = ["AND", "OR", "XOR"].contains(&operator.as_str()) && variables.len() > 1;
        match node.attribute("instanceName") {
            Some(instance) => self.text.extend([instance, ".", kind, "("]),
            None if joins => self.text.push('('),
            None => self.text.extend([kind, "("]),
        }
        let between = if joins { format!(" {operator} ") } else { ", ".to_owned() };
        for (index, variable) in variables.into_iter().enumerate() {
            if self.is_full(depth) {
                break;
            }
            if index > 0 {
                self.text.push_str(&between);
            }
            let pin = variable.attribute("formalParameter").unwrap_or_default();
            if !pin.is_empty() && !joins {
                self.text.extend([pin, " := "]);
            }
            if is(variable, "negated") {
                self.text.push_str("NOT ");
            }
            self.inputs(variable, (own, pin), depth);
        }
        self.text.push(')');
        if let Some(output) = output.filter(|it| !it.is_empty())
            && node.attribute("instanceName").is_some()
        {
            self.text.extend([".", output]);
        }
        self.span(own, begin);
    }

    /// Returns the index of an element in the net.
    fn node(&mut self, node: Node<'a, 'input>) -> usize {
        let id = node.attribute("localId").unwrap_or_default();
        *self.nodes.entry(id).or_insert_with(|| {
            let said = said_by(node).map(|it| xml::text(it).trim().to_owned());
            let instance = || node.attribute("instanceName").map(str::to_owned);
            self.net.nodes.push(model::Node {
                id: id.to_owned(),
                kind: node.tag_name().name().to_owned(),
                name: node.attribute("typeName").unwrap_or_default().to_owned(),
                operand: said.or_else(instance),
                position: Some(self.graph.lines.position(begin(node))),
                drawn_at: drawn_at(node),
                ..model::Node::default()
            });
            self.net.nodes.len() - 1
        })
    }

    fn wire(&mut self, from: usize, from_pin: &str, (to, to_pin): (usize, &'a str)) {
        if self.wired.insert((from, to, to_pin)) {
            let (from_pin, to_pin) = (from_pin.to_owned(), to_pin.to_owned());
            self.net.wires.push(Wire { from, from_pin, to, to_pin, feedback: false });
        }
    }

    fn span(&mut self, node: usize, begin: usize) {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.net.nodes[node].spans.push(byte(begin)..byte(self.text.len()));
    }

    /// Whether a limit is reached; then the text gets a single `…`.
    fn is_full(&mut self, depth: usize) -> bool {
        let full = depth > MAX_DEPTH || self.text.len() > self.most;
        if full && !self.text.ends_with('…') {
            self.text.push('…');
        }
        self.is_cut |= full;
        full
    }
}

/// The place of an element in the file; for a coil, a contact and an output that of its operand.
fn begin(node: Node<'_, '_>) -> usize {
    said_by(node).map_or(node.range().start, xml::text_begin)
}

fn operand(node: Node<'_, '_>) -> String {
    said_by(node).map_or_else(|| "???".to_owned(), |it| xml::text(it).trim().to_owned())
}

fn said_by<'a, 'input: 'a>(node: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    xml::child(node, "variable").or_else(|| xml::child(node, "expression"))
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.attribute(name) == Some("true")
}
