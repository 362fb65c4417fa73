//! Ladder, function block diagram and continuous chart: the wires between elements become statements.
//!
//! One rung for each element at the end of a path: a coil, an output, a jump, a block without
//! connected outputs. Its text is the expression that leads to it: `Run := (Start OR Run) AND NOT
//! Stop;`.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;
use tagbridge_code::Sentence;
use tagbridge_structured_text::{ArgumentHow, Assignment, Expression, Operator};

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
        let Writer { out, net, is_cut, .. } = writer;
        let (text, statements) = out.into_parts();
        budget = budget.saturating_sub(text.len());
        let number = u32::try_from(rungs.len() + 1).unwrap_or(u32::MAX);
        if is_cut {
            cut.push(number);
        }
        let said = comment.take().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        let origins = Origins::drawn(graph.lines.position(begin(node)));
        let net = Some(Box::new(net));
        let statements = Some(statements);
        rungs.push(Rung {
            number,
            comment: said,
            text,
            statements,
            net,
            origins,
            ..Rung::default()
        });
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
    out: Sentence,
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
        let (out, net, nodes, wired) =
            (Sentence::default(), Net::default(), HashMap::new(), HashSet::new());
        Self { graph, out, net, nodes, wired, most, is_cut: false }
    }

    /// Writes the statement of an element; returns whether the element ends a path.
    fn statement(&mut self, node: Node<'a, 'input>) -> bool {
        let kind = node.tag_name().name();
        let own = self.node(node);
        match kind {
            "coil" | "outVariable" | "inOutVariable" => {
                let (sign, how) = match node.attribute("storage") {
                    Some("set") => (" S= ", Assignment::Set),
                    Some("reset") => (" R= ", Assignment::Reset),
                    _ => (" := ", Assignment::Store),
                };
                let target = self.out.term(&operand(node));
                self.span(own, 0);
                self.out.write(sign);
                let value = self.negated(node, |it| it.inputs(node, (own, ""), 0));
                self.out.assigned(0, vec![(target, how)], value);
            }
            "jump" | "return" => {
                self.out.write("IF ");
                let condition = self.inputs(node, (own, ""), 0);
                let begin = self.out.begin() + 1;
                self.out.write(" THEN ");
                self.out.write(&kind.to_uppercase());
                let label = node.attribute("label").map(|label| {
                    self.out.write(" ");
                    self.out.write(label)
                });
                self.span(own, begin);
                self.out.jumped(begin + "THEN ".len(), condition, label);
            }
            "label" => {
                self.out.label(node.attribute("label").unwrap_or_default());
                self.span(own, 0);
            }
            "block"
                if !node.attribute("localId").is_some_and(|id| self.graph.used.contains(id)) =>
            {
                let call = self.block(node, own, None, 0);
                self.out.called(0, call);
            }
            _ => return false,
        }
        true
    }

    /// What is written, behind NOT where the element is negated.
    fn negated(
        &mut self,
        node: Node<'a, 'input>,
        write: impl FnOnce(&mut Self) -> Expression,
    ) -> Expression {
        let begin = self.out.begin();
        if !is(node, "negated") {
            return write(self);
        }
        self.out.write("NOT ");
        let inner = write(self);
        self.out.not(begin, inner)
    }

    /// What leads into an element; several ways are joined by OR. `to` is the node with its pin.
    fn inputs(&mut self, node: Node<'a, 'input>, to: (usize, &'a str), depth: usize) -> Expression {
        let connections: Vec<_> = xml::children(node, "connectionPointIn")
            .flat_map(|point| xml::children(point, "connection"))
            .collect();
        match connections.as_slice() {
            [] => match xml::descend(node, &["connectionPointIn", "expression"]) {
                Some(expression) => self.out.term(xml::text(expression).trim()),
                None => self.out.term("TRUE"),
            },
            [one] => self.way(*one, to, depth),
            several => {
                let (begin, mut ways) = (self.out.begin(), Vec::new());
                self.out.write("(");
                for (index, one) in several.iter().enumerate() {
                    if self.is_full(depth) {
                        break;
                    }
                    if index > 0 {
                        self.out.write(" OR ");
                    }
                    ways.push(self.way(*one, to, depth));
                }
                self.out.write(")");
                self.out.group(begin, self.out.chain(Operator::Or, ways))
            }
        }
    }

    fn way(
        &mut self,
        connection: Node<'a, 'input>,
        to: (usize, &'a str),
        depth: usize,
    ) -> Expression {
        let id = connection.attribute("refLocalId").unwrap_or_default();
        let Some(node) = self.graph.by_id.get(id).copied() else {
            return self.out.unclear("???");
        };
        if self.is_full(depth) {
            return self.out.unclear("");
        }
        let from_pin = connection.attribute("formalParameter").unwrap_or_default();
        let own = self.node(node);
        self.wire(own, from_pin, to);
        match node.tag_name().name() {
            "leftPowerRail" => self.out.term("TRUE"),
            "contact" => {
                let begin = self.out.begin();
                let before = self.inputs(node, (own, ""), depth + 1);
                // What comes straight from the rail is the contact alone.
                let is_rail = self.out.text()[begin..] == *"TRUE";
                if is_rail {
                    self.out.truncate(begin);
                } else {
                    self.out.write(" AND ");
                }
                let own = self.named(node, own);
                if is_rail { own } else { self.out.chain(Operator::And, vec![before, own]) }
            }
            "inVariable" | "inOutVariable" => self.named(node, own),
            // A coil passes on what leads into it.
            "coil" | "connector" => self.inputs(node, (own, ""), depth + 1),
            "continuation" => {
                let name = node.attribute("name").unwrap_or("???");
                match self.graph.connectors.get(name).copied() {
                    Some(connector) => self.inputs(connector, (own, ""), depth + 1),
                    None => self.out.term(name),
                }
            }
            "block" => self.block(node, own, Some(from_pin), depth + 1),
            _ => self.out.unclear("???"),
        }
    }

    /// A contact, a variable.
    fn named(&mut self, node: Node<'a, 'input>, own: usize) -> Expression {
        let begin = self.out.begin();
        let named = self.negated(node, |it| it.out.term(&operand(node)));
        self.span(own, begin);
        named
    }

    fn block(
        &mut self,
        node: Node<'a, 'input>,
        own: usize,
        output: Option<&str>,
        depth: usize,
    ) -> Expression {
        let begin = self.out.begin();
        let kind = node.attribute("typeName").unwrap_or("???");
        let variables = ["inputVariables", "inOutVariables"]
            .into_iter()
            .filter_map(|group| xml::child(node, group))
            .flat_map(|group| xml::children(group, "variable"));
        let variables: Vec<Node<'a, 'input>> = variables.collect();
        let instance = node.attribute("instanceName");
        // Operators that stand between what they join, as in `(a AND b)`.
        let joins = Sentence::operator(kind).filter(|_| variables.len() > 1 && instance.is_none());
        let opened = self.out.open((instance, kind), joins);
        let mut arguments = Vec::new();
        for (index, variable) in variables.into_iter().enumerate() {
            if self.is_full(depth) {
                break;
            }
            let pin = variable.attribute("formalParameter").unwrap_or_default();
            let argument = self.out.argue(&opened, index == 0, (pin, ArgumentHow::Give));
            let value = self.negated(variable, |it| it.inputs(variable, (own, pin), depth));
            arguments.push(self.out.argued(argument, value));
        }
        let mut value = self.out.close(opened, arguments);
        if let Some(output) = output.filter(|it| !it.is_empty())
            && instance.is_some()
        {
            value = self.out.member(value, output);
        }
        self.span(own, begin);
        value
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
        self.net.nodes[node].spans.push(byte(begin)..byte(self.out.begin()));
    }

    /// Whether a limit is reached; then the text gets a single `…`.
    fn is_full(&mut self, depth: usize) -> bool {
        let full = depth > MAX_DEPTH || self.out.begin() > self.most;
        if full && !self.out.text().ends_with('…') {
            self.out.unclear("…");
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
