//! Networks as they are in files: parts, and the wires at their pins.

use std::ops::Range;

use tagbridge_structured_text::Span;

use crate::Ladder;

/// A network of a function block diagram or of ladder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Network {
    /// The labels of this network, as targets of jumps.
    pub labels: Vec<String>,
    /// Its parts, in the order of the file.
    pub parts: Vec<NetworkPart>,
}

/// A contact, a coil, a box, a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NetworkPart {
    /// Its kind, in the vendor's words: `Contact`, `Coil`, `TON`, `Call`.
    pub name: String,
    /// The called block and the instance, as operands without a pin.
    pub subjects: Vec<String>,
    /// Pins with an inverted signal.
    pub negated: Vec<String>,
    /// Connected input pins, with their signals.
    pub inputs: Vec<(String, Signal)>,
    /// Output pins with a variable, and that variable.
    pub outputs: Vec<(String, String)>,
    /// Pins with connections to other parts, each once.
    pub exits: Vec<String>,
    /// Its position in the text of its file, in bytes.
    pub source: Range<usize>,
}

/// The source of a pin's signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// The power rail.
    Rail,
    /// A part by its index in the list, and its pin.
    Part(usize, String),
    /// A variable or a literal.
    Operand(String),
}

/// The displayed form of a network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The neutral text.
    pub text: String,
    /// The ladder of this text.
    pub ladder: Ladder,
    /// The positions of each part of the network in the text.
    pub spans: Vec<Vec<Span>>,
}

impl NetworkPart {
    /// Pins that are connected to the rail or to other parts.
    pub(crate) fn flows(&self) -> impl Iterator<Item = &(String, Signal)> {
        self.inputs.iter().filter(|(_, signal)| !matches!(signal, Signal::Operand(_)))
    }

    /// The pin of the power flow: `en`, `in`, `pre`, otherwise the first connected one.
    pub(crate) fn main_pin(&self) -> Option<&str> {
        const MAIN: [&str; 5] = ["en", "in", "pre", "IN", "in1"];
        let is_fed = |pin: &&str| self.flows().any(|(name, _)| name == pin);
        let known = MAIN.into_iter().find(is_fed);
        known.or_else(|| self.flows().next().map(|(pin, _)| pin.as_str()))
    }

    /// The same, if it is connected to another part.
    pub(crate) fn entry(&self) -> Option<&str> {
        let main = self.main_pin()?;
        let is_part =
            |(pin, signal): &(String, Signal)| pin == main && matches!(signal, Signal::Part(..));
        self.inputs.iter().any(is_part).then_some(main)
    }

    /// Whether it joins branches.
    pub(crate) fn joins(&self) -> bool {
        self.name == "O"
    }

    pub(crate) fn is_negated(&self, pin: &str) -> bool {
        self.negated.iter().any(|it| it == pin)
    }
}
