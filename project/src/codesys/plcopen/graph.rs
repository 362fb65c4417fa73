//! Ladder, function block diagram and continuous chart: wires between elements, as statements.
//!
//! One rung for each element that ends a way: a coil, an output, a jump, a block whose outputs
//! lead nowhere. Its text is what leads there: `Run := (Start OR Run) AND NOT Stop;`.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::{
    line_index::LineIndex,
    model::{Origins, Rung},
    xml,
};

/// A way longer than any network's.
const MAX_DEPTH: usize = 100;
/// Bytes of one statement. Ways that join and part again double with each diamond.
const MAX_LENGTH: usize = 16 << 10;
/// Bytes of all statements for each byte of the file.
const MAX_GROWTH: usize = 4;

pub(super) fn read(lines: &LineIndex<'_>, code: Node<'_, '_>) -> Vec<Rung> {
    let graph = Graph::new(code);
    let mut rungs: Vec<Rung> = Vec::new();
    let mut comment = None;
    let mut budget = MAX_LENGTH + MAX_GROWTH * code.range().len();
    for node in code.children().filter(Node::is_element) {
        if node.tag_name().name() == "comment" {
            comment = xml::child(node, "content").map(super::types::document);
            continue;
        }
        let Some(mut text) = graph.statement(node) else { continue };
        if text.len() > budget {
            "…".clone_into(&mut text);
        }
        budget -= text.len().min(budget);
        let number = u32::try_from(rungs.len() + 1).unwrap_or(u32::MAX);
        let said = comment.take().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        // A coil's or an output's text begins with its operand, which is an element of its own.
        let begin = said_by(node).map_or(node.range().start, xml::text_begin);
        let origins = Origins::drawn(lines.position(begin));
        rungs.push(Rung { number, comment: said, text, origins, ..Rung::default() });
    }
    rungs
}

struct Graph<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// Elements that something hangs on.
    used: HashSet<&'a str>,
}

impl<'a, 'input> Graph<'a, 'input> {
    fn new(code: Node<'a, 'input>) -> Self {
        let elements = || code.children().filter(Node::is_element);
        let by_id = elements().filter_map(|it| Some((it.attribute("localId")?, it))).collect();
        let used = code.descendants().filter_map(|it| it.attribute("refLocalId")).collect();
        Self { by_id, used }
    }

    /// What an element that ends a way says; `None` for the others.
    fn statement(&self, node: Node<'a, 'input>) -> Option<String> {
        let mut text = String::new();
        let at = node.tag_name().name();
        match at {
            "coil" | "outVariable" | "inOutVariable" => {
                let sign = match node.attribute("storage") {
                    Some("set") => "S=",
                    Some("reset") => "R=",
                    _ => ":=",
                };
                text.extend([&operand(node), " ", sign, " "]);
                if is(node, "negated") {
                    text.push_str("NOT ");
                }
                self.inputs(node, 0, &mut text);
            }
            "jump" | "return" => {
                text.push_str("IF ");
                self.inputs(node, 0, &mut text);
                text.extend([" THEN ", &at.to_uppercase()]);
                if let Some(label) = node.attribute("label") {
                    text.extend([" ", label]);
                }
            }
            "label" => return Some(format!("{}:", node.attribute("label").unwrap_or_default())),
            "block" if !node.attribute("localId").is_some_and(|id| self.used.contains(id)) => {
                self.block(node, None, 0, &mut text);
            }
            _ => return None,
        }
        Some(text + ";")
    }

    /// What leads into an element; several ways are joined by OR.
    fn inputs(&self, node: Node<'a, 'input>, depth: usize, text: &mut String) {
        let connections: Vec<_> = xml::children(node, "connectionPointIn")
            .flat_map(|point| xml::children(point, "connection"))
            .collect();
        match connections.as_slice() {
            [] => match xml::descend(node, &["connectionPointIn", "expression"]) {
                Some(expression) => text.push_str(xml::text(expression).trim()),
                None => text.push_str("TRUE"),
            },
            [one] => self.way(*one, depth, text),
            several => {
                text.push('(');
                for (index, one) in several.iter().enumerate() {
                    if text.len() > MAX_LENGTH {
                        text.push('…');
                        break;
                    }
                    if index > 0 {
                        text.push_str(" OR ");
                    }
                    self.way(*one, depth, text);
                }
                text.push(')');
            }
        }
    }

    fn way(&self, connection: Node<'a, 'input>, depth: usize, text: &mut String) {
        let id = connection.attribute("refLocalId").unwrap_or_default();
        let Some(node) = self.by_id.get(id).copied() else {
            text.push_str("???");
            return;
        };
        if depth > MAX_DEPTH || text.len() > MAX_LENGTH {
            text.push('…');
            return;
        }
        let not = if is(node, "negated") { "NOT " } else { "" };
        match node.tag_name().name() {
            "leftPowerRail" => text.push_str("TRUE"),
            "contact" => {
                let begin = text.len();
                self.inputs(node, depth + 1, text);
                // What comes straight from the rail is the contact alone.
                if text[begin..] == *"TRUE" {
                    text.truncate(begin);
                } else {
                    text.push_str(" AND ");
                }
                text.push_str(not);
                text.push_str(&operand(node));
            }
            "inVariable" | "inOutVariable" => {
                text.push_str(not);
                text.push_str(&operand(node));
            }
            // A coil passes on what leads into it.
            "coil" | "connector" => self.inputs(node, depth + 1, text),
            "continuation" => text.push_str(node.attribute("name").unwrap_or("???")),
            "block" => self.block(node, connection.attribute("formalParameter"), depth + 1, text),
            _ => text.push_str("???"),
        }
    }

    fn block(&self, node: Node<'a, 'input>, output: Option<&str>, depth: usize, text: &mut String) {
        let kind = node.attribute("typeName").unwrap_or("???");
        if let Some(instance) = node.attribute("instanceName") {
            text.push_str(instance);
            text.push('.');
        }
        text.push_str(kind);
        text.push('(');
        let variables = ["inputVariables", "inOutVariables"]
            .into_iter()
            .filter_map(|group| xml::child(node, group))
            .flat_map(|group| xml::children(group, "variable"));
        for (index, variable) in variables.enumerate() {
            if text.len() > MAX_LENGTH {
                text.push('…');
                break;
            }
            if index > 0 {
                text.push_str(", ");
            }
            if let Some(name) = variable.attribute("formalParameter").filter(|it| !it.is_empty()) {
                text.push_str(name);
                text.push_str(" := ");
            }
            if is(variable, "negated") {
                text.push_str("NOT ");
            }
            self.inputs(variable, depth, text);
        }
        text.push(')');
        if let Some(output) = output.filter(|it| !it.is_empty())
            && node.attribute("instanceName").is_some()
        {
            text.push('.');
            text.push_str(output);
        }
    }
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
