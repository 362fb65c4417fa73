//! Function block diagrams: the elements of a sheet, and a text with one line for each block and
//! its wired pins.

use std::{collections::HashMap, ops::Range};

use super::tree::{Element, Places};
use crate::{Net, Node, Origins, Pin, Rung, Wire};

/// Reads a `Sheet` element: `ADD_01: ADD(SourceA := Speed, SourceB := SQRT_9.Dest);`, one line for
/// each block in the order of the sheet, and `Lamp := ADD_01.Dest;` for outputs. Text boxes become
/// the comment.
pub(super) fn sheet<'t>(places: Places<'_, 't>, sheet: Element<'_, 't>) -> Rung {
    let origins = Origins::block(places.begin(sheet));
    let mut net = net(places, sheet);
    let text = Writer::new(&mut net).lines();
    let remarks: Vec<String> =
        sheet.named("TextBox").filter_map(|text| text.remark("Text")).collect();
    Rung {
        number: sheet.attribute("Number").and_then(|number| number.parse().ok()).unwrap_or(0),
        title: sheet.remark("Description"),
        comment: (!remarks.is_empty()).then(|| remarks.join("\n")),
        text,
        net: Some(Box::new(net)),
        origins,
        ..Rung::default()
    }
}

fn net<'t>(places: Places<'_, 't>, sheet: Element<'_, 't>) -> Net {
    let mut net = Net::default();
    let mut by_id: HashMap<String, usize> = HashMap::new();
    for element in sheet.children() {
        if matches!(
            element.name(),
            "Wire" | "FeedbackWire" | "TextBox" | "Attachment" | "Description"
        ) {
            continue;
        }
        by_id.insert(element.owned("ID"), net.nodes.len());
        let (position, source) = (Some(places.begin(element)), places.start(element));
        net.nodes.push(Node { position, source, ..node(element) });
    }
    for wire in sheet.children().filter(|it| matches!(it.name(), "Wire" | "FeedbackWire")) {
        let end = |name: &str| by_id.get(&wire.owned(name)).copied();
        let (Some(from), Some(to)) = (end("FromID"), end("ToID")) else { continue };
        net.wires.push(Wire {
            from,
            from_pin: wire.owned("FromParam"),
            to,
            to_pin: wire.owned("ToParam"),
            feedback: wire.name() == "FeedbackWire",
        });
    }
    net
}

fn node(element: Element<'_, '_>) -> Node {
    let (name, operand) = match element.name() {
        "ICon" | "OCon" => ("", "Name"),
        "AddOnInstruction" => ("Name", "Operand"),
        "JSR" | "SBR" | "RET" => ("Routine", ""),
        _ => ("Type", "Operand"),
    };
    let pin = |name: &str, value| Pin { name: name.to_owned(), value, section: None };
    let listed = ["In", "Ret"].iter().filter(|_| operand.is_empty());
    let listed = listed.map(|name| pin(name, Some(element.owned(name))));
    // Arrays and in-out parameters.
    let fixed = element.children().filter_map(|argument| {
        let value = argument.attribute("Argument").or_else(|| argument.attribute("Operand"));
        Some(pin(&argument.attribute("Name")?, Some(value?.into_owned())))
    });
    let number = |name: &str| element.attribute(name)?.parse().ok();
    Node {
        drawn_at: number("X").zip(number("Y")),
        id: element.owned("ID"),
        kind: element.name().to_owned(),
        name: element.owned(name),
        operand: element.attribute(operand).map(Into::into),
        pins: listed.chain(fixed).filter(|pin| pin.value.as_deref() != Some("")).collect(),
        ..Node::default()
    }
}

/// The name of a node in the text: its tag, its own name, or its kind and number; `?` for an
/// operand that is not assigned yet.
fn shown(node: &Node) -> String {
    match (&node.operand, node.kind.as_str()) {
        (Some(operand), _) => operand.clone(),
        (None, "IRef" | "ORef") => "?".to_owned(),
        (None, _) => format!("{}_{}", kind(node), node.id),
    }
}

fn kind(node: &Node) -> &str {
    match node.kind.as_str() {
        "JSR" | "SBR" | "RET" | "ICon" | "OCon" => &node.kind,
        _ if node.name.is_empty() => &node.kind,
        _ => &node.name,
    }
}

/// Writes a net, and records the spans of its nodes in the text.
struct Writer<'n> {
    net: &'n mut Net,
    /// The incoming wires of each node.
    into: Vec<Vec<usize>>,
    text: String,
}

impl<'n> Writer<'n> {
    fn new(net: &'n mut Net) -> Self {
        let mut into = vec![Vec::new(); net.nodes.len()];
        for (at, wire) in net.wires.iter().enumerate() {
            into[wire.to].push(at);
        }
        Self { net, into, text: String::new() }
    }

    fn lines(mut self) -> String {
        for at in 0..self.net.nodes.len() {
            if !matches!(self.net.nodes[at].kind.as_str(), "IRef" | "ICon") {
                self.line(at);
                self.text.push('\n');
            }
        }
        self.text.truncate(self.text.trim_end().len());
        self.text
    }

    fn line(&mut self, at: usize) {
        let start = self.text.len();
        let node = &self.net.nodes[at];
        let (name, kind) = (shown(node), kind(node).to_owned());
        let fixed: Vec<String> = match node.kind.as_str() {
            "JSR" | "SBR" | "RET" => Vec::new(),
            _ => {
                let value = |pin: &Pin| Some(format!("{} := {}", pin.name, pin.value.as_ref()?));
                node.pins.iter().filter_map(value).collect()
            }
        };
        match node.kind.as_str() {
            "ORef" | "OCon" => {
                self.text.push_str(&name);
                self.span(at, start);
                self.text.push_str(" := ");
                self.wired(at, false);
                self.text.push(';');
                return;
            }
            "JSR" | "SBR" | "RET" => {
                let routine = Some(node.name.clone()).filter(|name| !name.is_empty());
                let listed = node.pins.iter().filter_map(|pin| pin.value.clone());
                let listed: Vec<String> = routine.into_iter().chain(listed).collect();
                self.text.push_str(&kind);
                self.text.push('(');
                self.text.push_str(&listed.join(", "));
                self.wired(at, !listed.is_empty());
            }
            _ => {
                self.text.push_str(&name);
                self.text.push_str(": ");
                self.text.push_str(&kind);
                self.text.push('(');
                self.wired(at, false);
            }
        }
        for argument in fixed {
            if !self.text.ends_with('(') {
                self.text.push_str(", ");
            }
            self.text.push_str(&argument);
        }
        self.text.push_str(");");
        self.span(at, start);
    }

    /// Writes the wires to the pins of a node.
    fn wired(&mut self, at: usize, mut follows: bool) {
        for wire in std::mem::take(&mut self.into[at]) {
            let Wire { from, from_pin, to_pin, .. } = self.net.wires[wire].clone();
            if follows {
                self.text.push_str(", ");
            }
            follows = true;
            if !to_pin.is_empty() {
                self.text.push_str(&to_pin);
                self.text.push_str(" := ");
            }
            let start = self.text.len();
            self.text.push_str(&shown(&self.net.nodes[from]));
            if matches!(self.net.nodes[from].kind.as_str(), "IRef" | "ICon") {
                self.span(from, start);
            }
            if !from_pin.is_empty() {
                self.text.push('.');
                self.text.push_str(&from_pin);
            }
        }
    }

    fn span(&mut self, node: usize, start: usize) {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span: Range<u32> = byte(start)..byte(self.text.len());
        self.net.nodes[node].spans.push(span);
    }
}
