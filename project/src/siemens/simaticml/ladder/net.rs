//! A network's parts and wires.

use std::collections::HashMap;

use roxmltree::Node;

use super::super::{access, elements};
use crate::{
    line_index::LineIndex,
    model::{self, Pin, Position, Section, Wire},
    xml,
};

/// Parts in the order of the file, with what their pins are wired to.
#[derive(Default)]
pub(super) struct Net {
    pub(super) parts: Vec<Part>,
}

/// A contact, a coil, a box, a call.
pub(super) struct Part {
    /// `Contact`, `Coil`, `TON`, `Call`.
    pub(super) name: String,
    /// The called block and the instance, as operands without a pin.
    pub(super) subjects: Vec<String>,
    /// Pins whose signal is inverted.
    pub(super) negated: Vec<String>,
    pub(super) inputs: Vec<(String, Source)>,
    pub(super) outputs: Vec<(String, String)>,
    /// Whether another part goes on from here.
    pub(super) is_followed: bool,
    /// The file's number for it.
    id: String,
    position: Position,
    /// What the file tells of the called block's parameters, and the types that a box is made for.
    pins: Vec<Pin>,
}

/// Where a pin's signal comes from.
#[derive(Clone)]
pub(super) enum Source {
    Rail,
    /// A part by its place in the list, and its pin.
    Part(usize, String),
    Operand(String),
}

impl Part {
    /// Pins that are fed by the rail or by other parts.
    pub(super) fn flows(&self) -> impl Iterator<Item = &(String, Source)> {
        self.inputs.iter().filter(|(_, source)| !matches!(source, Source::Operand(_)))
    }

    /// The pin that the current comes in by: `en`, `in`, `pre`, else the first that is fed.
    pub(super) fn main_pin(&self) -> Option<&str> {
        const MAIN: [&str; 5] = ["en", "in", "pre", "IN", "in1"];
        let is_fed = |pin: &&str| self.flows().any(|(name, _)| name == pin);
        let known = MAIN.into_iter().find(is_fed);
        known.or_else(|| self.flows().next().map(|(pin, _)| pin.as_str()))
    }

    /// Whether it joins branches.
    pub(super) fn joins(&self) -> bool {
        self.name == "O"
    }

    pub(super) fn is_negated(&self, pin: &str) -> bool {
        self.negated.iter().any(|it| it == pin)
    }
}

/// An end of a wire.
enum End {
    Rail,
    Pin(usize, String),
    Operand(String),
}

impl Net {
    pub(super) fn of(lines: &LineIndex<'_>, source: Node<'_, '_>) -> Self {
        let mut net = Self::default();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut operands: HashMap<String, String> = HashMap::new();
        for node in xml::child(source, "Parts").into_iter().flat_map(elements) {
            let uid = node.attribute("UId").unwrap_or_default().to_owned();
            match node.tag_name().name() {
                "Access" => {
                    operands.insert(uid, access::text(node));
                }
                "Part" | "Call" => {
                    places.insert(uid.clone(), net.parts.len());
                    net.parts.push(part(lines, node, uid));
                }
                _ => {}
            }
        }
        for wire in xml::child(source, "Wires").into_iter().flat_map(elements) {
            let ends: Vec<End> = elements(wire)
                .filter_map(|end| {
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
                })
                .collect();
            net.connect(ends);
        }
        net
    }

    /// The same for the model, where each part stands in the text.
    pub(super) fn into_model(self, spans: Vec<Vec<std::ops::Range<u32>>>) -> model::Net {
        let mut net = model::Net::default();
        for (at, part) in self.parts.iter().enumerate() {
            net.wires.extend(part.inputs.iter().filter_map(|(pin, source)| match source {
                Source::Part(from, from_pin) => Some(Wire {
                    from: *from,
                    from_pin: from_pin.clone(),
                    to: at,
                    to_pin: pin.clone(),
                    feedback: false,
                }),
                Source::Rail | Source::Operand(_) => None,
            }));
        }
        let nodes = self.parts.into_iter().zip(spans).map(|(part, spans)| {
            let kind = if part.name == "Call" { "Call" } else { "Part" };
            let Part { id, name, pins, position, .. } = part;
            let (kind, position) = (kind.to_owned(), Some(position));
            model::Node { id, kind, name, pins, spans, position, ..model::Node::default() }
        });
        net.nodes = nodes.collect();
        net
    }

    /// The first end feeds the others.
    fn connect(&mut self, ends: Vec<End>) {
        let mut ends = ends.into_iter();
        let source = match ends.next() {
            Some(End::Rail) => Source::Rail,
            Some(End::Operand(text)) => Source::Operand(text),
            Some(End::Pin(part, pin)) => Source::Part(part, pin),
            None => return,
        };
        for end in ends {
            match (end, &source) {
                (End::Pin(part, pin), source) => {
                    if let Source::Part(from, _) = source {
                        self.parts[*from].is_followed = true;
                    }
                    self.parts[part].inputs.push((pin, source.clone()));
                }
                (End::Operand(text), Source::Part(from, pin)) => {
                    self.parts[*from].outputs.push((pin.clone(), text));
                }
                _ => {}
            }
        }
    }
}

fn part(lines: &LineIndex<'_>, node: Node<'_, '_>, id: String) -> Part {
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
    let (inputs, outputs) = (Vec::new(), Vec::new());
    let position = lines.position(node.range().start);
    Part { name, subjects, negated, inputs, outputs, is_followed: false, id, position, pins }
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
