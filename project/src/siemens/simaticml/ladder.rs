//! Ladder and function block networks (`FlgNet`).

use std::collections::HashMap;

use roxmltree::Node;
use tagbridge_code::{Drawn, Ladder, Network, NetworkPart, Signal};

use super::{access, elements};
use crate::{
    line_index::LineIndex,
    model::{self, Net, Pin, Section, Wire},
    xml,
};

/// Returns a network as text, its ladder, and the elements of its drawing.
pub(super) fn network(lines: &LineIndex<'_>, source: Node<'_, '_>) -> (String, Ladder, Net) {
    let mut nodes = Vec::new();
    let network = read(lines, source, &mut nodes);
    let Drawn { text, ladder, spans } = network.draw();
    for (node, part) in nodes.iter_mut().zip(&network.parts) {
        node.is_unfed = part.inputs.iter().all(|(_, it)| matches!(it, Signal::Operand(_)));
    }
    for (node, spans) in nodes.iter_mut().zip(spans) {
        node.spans = spans.into_iter().map(|span| span.start..span.end).collect();
    }
    (text, ladder, Net { nodes, wires: wires(network) })
}

/// An end of a wire.
enum End {
    Rail,
    Pin(usize, String),
    Operand(String),
}

fn read(lines: &LineIndex<'_>, source: Node<'_, '_>, nodes: &mut Vec<model::Node>) -> Network {
    let mut network = Network { labels: labels(source), parts: Vec::new() };
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut operands: HashMap<&str, String> = HashMap::new();
    for node in xml::child(source, "Parts").into_iter().flat_map(elements) {
        let uid = node.attribute("UId").unwrap_or_default();
        match node.tag_name().name() {
            "Access" => {
                operands.insert(uid, access::text(node));
            }
            "Part" | "Call" => {
                places.insert(uid, network.parts.len());
                let (part, drawn) = part(lines, node, uid);
                network.parts.push(part);
                nodes.push(drawn);
            }
            _ => {}
        }
    }
    for wire in xml::child(source, "Wires").into_iter().flat_map(elements) {
        let ends = elements(wire).filter_map(|end| {
            let uid = end.attribute("UId").unwrap_or_default();
            match end.tag_name().name() {
                "Powerrail" => Some(End::Rail),
                "IdentCon" => operands.get(uid).cloned().map(End::Operand),
                "NameCon" => {
                    let pin = end.attribute("Name").unwrap_or_default().to_owned();
                    places.get(uid).map(|&part| End::Pin(part, pin))
                }
                _ => None,
            }
        });
        connect(&mut network.parts, ends);
    }
    network
}

/// Connects a wire: its first end feeds the others.
fn connect(parts: &mut [NetworkPart], mut ends: impl Iterator<Item = End>) {
    let signal = match ends.next() {
        Some(End::Rail) => Signal::Rail,
        Some(End::Operand(text)) => Signal::Operand(text),
        Some(End::Pin(part, pin)) => Signal::Part(part, pin),
        None => return,
    };
    for end in ends {
        match (end, &signal) {
            (End::Pin(part, pin), signal) => {
                if let Signal::Part(from, exit) = signal
                    && !parts[*from].exits.iter().any(|it| it.eq_ignore_ascii_case(exit))
                {
                    parts[*from].exits.push(exit.clone());
                }
                parts[part].inputs.push((pin, signal.clone()));
            }
            (End::Operand(text), Signal::Part(from, pin)) => {
                parts[*from].outputs.push((pin.clone(), text));
            }
            _ => {}
        }
    }
}

fn wires(network: Network) -> Vec<Wire> {
    let parts = network.parts.into_iter().enumerate();
    let all = parts.flat_map(|(to, part)| part.inputs.into_iter().map(move |input| (to, input)));
    all.filter_map(|(to, (to_pin, signal))| match signal {
        Signal::Part(from, from_pin) => Some(Wire { from, from_pin, to, to_pin, feedback: false }),
        Signal::Rail | Signal::Operand(_) => None,
    })
    .collect()
}

fn part(lines: &LineIndex<'_>, node: Node<'_, '_>, uid: &str) -> (NetworkPart, model::Node) {
    let mut name = node.attribute("Name").unwrap_or("Call").to_owned();
    let mut subjects = Vec::new();
    let mut instance = xml::child(node, "Instance");
    let mut pins: Vec<Pin> = xml::children(node, "TemplateValue")
        .map(|value| Pin {
            name: value.attribute("Name").unwrap_or_default().to_owned(),
            value: Some(xml::text(value).trim().to_owned()),
            section: None,
        })
        .collect();
    if let Some(call) = xml::child(node, "CallInfo") {
        "Call".clone_into(&mut name);
        subjects.push(format!("\"{}\"", call.attribute("Name").unwrap_or_default()));
        instance = instance.or_else(|| xml::child(call, "Instance"));
        pins.extend(xml::children(call, "Parameter").map(|parameter| Pin {
            name: parameter.attribute("Name").unwrap_or_default().to_owned(),
            value: None,
            section: parameter.attribute("Section").and_then(section),
        }));
    }
    if let Some(instance) = instance {
        let mut text = String::new();
        access::instance(instance, 0, &mut text);
        subjects.push(text);
    }
    let negated = xml::children(node, "Negated")
        .filter_map(|negated| negated.attribute("Name").map(str::to_owned))
        .collect();
    let drawn = model::Node {
        id: uid.to_owned(),
        kind: if name == "Call" { "Call" } else { "Part" }.to_owned(),
        name: name.clone(),
        pins,
        position: Some(lines.position(node.range().start)),
        source: node.range().start,
        ..model::Node::default()
    };
    let source = node.range();
    (NetworkPart { name, subjects, negated, source, ..NetworkPart::default() }, drawn)
}

/// The labels of this network, which are targets of jumps.
fn labels(source: Node<'_, '_>) -> Vec<String> {
    let declared = xml::child(source, "Labels").into_iter();
    let declared = declared.flat_map(|labels| xml::children(labels, "LabelDeclaration"));
    let names = declared.filter_map(|it| xml::child(it, "Label")?.attribute("Name"));
    names.map(str::to_owned).collect()
}

fn section(name: &str) -> Option<Section> {
    Some(match name {
        "Input" => Section::Input,
        "Output" => Section::Output,
        "InOut" => Section::InOut,
        "Return" => Section::Return,
        _ => return None,
    })
}
