//! Drawings as statements: `Run := (Start OR Run) AND NOT Stop;`.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use tagbridge_structured_text::{ArgumentHow, Assignment, Expression, Operator, Span, Statement};

use super::{DiagramNode, DiagramPin};
use crate::Sentence;

/// Maximum length of a path through a network.
const MAX_DEPTH: usize = 200;

/// The elements of a drawing, which is shown as statements: one for each element at the end of a
/// path.
#[derive(Debug)]
pub struct Diagram<'a> {
    by_id: HashMap<&'a str, &'a DiagramNode>,
    /// Connectors, where paths continue elsewhere, by name.
    connectors: HashMap<&'a str, &'a DiagramNode>,
    /// Elements with a connected output.
    used: HashSet<&'a str>,
}

/// The statement of an element at the end of a path, and the elements that lead to it.
#[derive(Debug, Default)]
pub struct DiagramText<'a> {
    /// The text.
    pub text: String,
    /// What the text says.
    pub statements: Vec<Statement>,
    /// The elements, each with its places in the text.
    pub nodes: Vec<(&'a DiagramNode, Vec<Range<u32>>)>,
    /// The connections between these.
    pub wires: Vec<DiagramWire<'a>>,
    /// Whether the text ends with `…`, because it is too long.
    pub is_cut: bool,
}

/// A connection between two elements, by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiagramWire<'a> {
    /// The element that it comes from.
    pub from: usize,
    /// The output of that element.
    pub from_pin: &'a str,
    /// The element that it leads to.
    pub to: usize,
    /// The input of that element.
    pub to_pin: &'a str,
}

impl<'a> Diagram<'a> {
    /// Finds the elements by their numbers and names.
    pub fn new(nodes: &'a [DiagramNode]) -> Self {
        let numbered = nodes.iter().filter(|it| !it.id.is_empty());
        let by_id = numbered.map(|it| (it.id.as_str(), it)).collect();
        let pins = nodes.iter().flat_map(|it| &it.inputs);
        let used = pins.flat_map(|it| &it.from).map(|it| it.0.as_str()).collect();
        let connectors = nodes.iter().filter(|it| it.kind == "connector");
        let connectors = connectors.filter_map(|it| Some((it.name.as_deref()?, it))).collect();
        Self { by_id, connectors, used }
    }

    /// The statement of an element, of at most about so many bytes; `None` if it does not end a
    /// path.
    pub fn draw(&self, end: &'a DiagramNode, most: usize) -> Option<DiagramText<'a>> {
        let (out, nodes, wired) = (Sentence::default(), HashMap::new(), HashSet::new());
        let drawn = DiagramText::default();
        let mut writer = Writer { diagram: self, out, drawn, nodes, wired, most };
        if !writer.statement(end) {
            return None;
        }
        let (text, statements) = writer.out.into_parts();
        Some(DiagramText { text, statements, ..writer.drawn })
    }
}

/// Writes a statement, and records the elements of its drawing.
struct Writer<'g, 'a> {
    diagram: &'g Diagram<'a>,
    out: Sentence,
    drawn: DiagramText<'a>,
    /// Indices of the recorded elements by their number.
    nodes: HashMap<&'a str, usize>,
    /// Recorded wires: two branches may share a wire.
    wired: HashSet<(usize, usize, &'a str)>,
    /// Maximum size of the text, in bytes.
    most: usize,
}

impl<'a> Writer<'_, 'a> {
    /// Writes the statement of an element; returns whether the element ends a path.
    fn statement(&mut self, node: &'a DiagramNode) -> bool {
        let own = self.node(node);
        match node.kind.as_str() {
            "coil" | "outVariable" | "inOutVariable" => {
                let sign = match node.storage {
                    Assignment::Set => " S= ",
                    Assignment::Reset => " R= ",
                    _ => " := ",
                };
                let target = self.out.term(operand(node));
                self.span(own, 0);
                self.out.write(sign);
                let value =
                    self.negated(node.is_negated, |it| it.inputs(&node.inputs, (own, ""), 0));
                self.out.assigned(0, vec![(target, node.storage)], value);
            }
            "jump" | "return" => {
                self.out.write("IF ");
                let condition = self.inputs(&node.inputs, (own, ""), 0);
                let begin = self.out.begin() + 1;
                self.out.write(" THEN ");
                self.out.write(&node.kind.to_uppercase());
                let label = node.name.as_ref().map(|label| {
                    self.out.write(" ");
                    self.out.write(label)
                });
                self.span(own, begin);
                self.out.jumped(begin + "THEN ".len(), condition, label);
            }
            "label" => {
                self.out.label(node.name.as_deref().unwrap_or_default());
                self.span(own, 0);
            }
            "block" if !self.diagram.used.contains(node.id.as_str()) => {
                let call = self.block(node, own, None, 0);
                self.out.called(0, call);
            }
            _ => return false,
        }
        true
    }

    /// What is written, behind NOT where it is negated.
    fn negated(
        &mut self,
        is_negated: bool,
        write: impl FnOnce(&mut Self) -> Expression,
    ) -> Expression {
        let begin = self.out.begin();
        if !is_negated {
            return write(self);
        }
        self.out.write("NOT ");
        let inner = write(self);
        self.out.not(begin, inner)
    }

    /// What leads into a pin, or to the only pin of an element; several ways are joined by OR. `to`
    /// is the node with its pin.
    fn inputs(&mut self, pins: &'a [DiagramPin], to: (usize, &'a str), depth: usize) -> Expression {
        let pin = pins.first();
        match pin.map(|it| it.from.as_slice()).unwrap_or_default() {
            [] => self.out.term(pin.and_then(|it| it.value.as_deref()).unwrap_or("TRUE")),
            [one] => self.way(one, to, depth),
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
                    ways.push(self.way(one, to, depth));
                }
                self.out.write(")");
                self.out.group(begin, self.out.chain(Operator::Or, ways))
            }
        }
    }

    fn way(
        &mut self,
        (id, from_pin): &'a (String, String),
        to: (usize, &'a str),
        depth: usize,
    ) -> Expression {
        let Some(node) = self.diagram.by_id.get(id.as_str()).copied() else {
            return self.out.unclear("???");
        };
        if self.is_full(depth) {
            return self.out.unclear("");
        }
        let own = self.node(node);
        self.wire(own, from_pin, to);
        match node.kind.as_str() {
            "leftPowerRail" => self.out.term("TRUE"),
            "contact" => {
                let begin = self.out.begin();
                let before = self.inputs(&node.inputs, (own, ""), depth + 1);
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
            "coil" | "connector" => self.inputs(&node.inputs, (own, ""), depth + 1),
            "continuation" => {
                let name = node.name.as_deref().unwrap_or("???");
                match self.diagram.connectors.get(name).copied() {
                    Some(connector) => self.inputs(&connector.inputs, (own, ""), depth + 1),
                    None => self.out.term(name),
                }
            }
            "block" => self.block(node, own, Some(from_pin), depth + 1),
            _ => self.out.unclear("???"),
        }
    }

    /// A contact, a variable.
    fn named(&mut self, node: &DiagramNode, own: usize) -> Expression {
        let begin = self.out.begin();
        let named = self.negated(node.is_negated, |it| it.out.term(operand(node)));
        self.span(own, begin);
        named
    }

    fn block(
        &mut self,
        node: &'a DiagramNode,
        own: usize,
        output: Option<&str>,
        depth: usize,
    ) -> Expression {
        let begin = self.out.begin();
        let kind = node.name.as_deref().unwrap_or("???");
        let instance = node.operand.as_deref();
        // Operators between their inputs, as in `(a AND b)`.
        let joins =
            Sentence::operator(kind).filter(|_| node.inputs.len() > 1 && instance.is_none());
        let opened = self.out.open((instance, kind), joins);
        let mut arguments = Vec::new();
        for (index, pin) in node.inputs.iter().enumerate() {
            if self.is_full(depth) {
                break;
            }
            let argument = self.out.argue(&opened, index == 0, (&pin.name, ArgumentHow::Give));
            let inputs = std::slice::from_ref(pin);
            let value =
                self.negated(pin.is_negated, |it| it.inputs(inputs, (own, &pin.name), depth));
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

    /// Returns the index of a recorded element.
    fn node(&mut self, node: &'a DiagramNode) -> usize {
        *self.nodes.entry(&node.id).or_insert_with(|| {
            self.drawn.nodes.push((node, Vec::new()));
            self.drawn.nodes.len() - 1
        })
    }

    fn wire(&mut self, from: usize, from_pin: &'a str, (to, to_pin): (usize, &'a str)) {
        if self.wired.insert((from, to, to_pin)) {
            self.drawn.wires.push(DiagramWire { from, from_pin, to, to_pin });
        }
    }

    fn span(&mut self, node: usize, begin: usize) {
        let span = Span::new(begin, self.out.begin());
        self.drawn.nodes[node].1.push(span.start..span.end);
    }

    /// Whether a limit is reached; then the text gets a single `…`.
    fn is_full(&mut self, depth: usize) -> bool {
        let full = depth > MAX_DEPTH || self.out.begin() > self.most;
        if full && !self.out.text().ends_with('…') {
            self.out.unclear("…");
        }
        self.drawn.is_cut |= full;
        full
    }
}

fn operand(node: &DiagramNode) -> &str {
    node.operand.as_deref().unwrap_or("???")
}
