//! Networks as files draw them: parts, and what their pins are wired to.

use std::ops::Range;

use tagbridge_structured_text::Span;

use crate::Ladder;

/// A network of a function block diagram or of ladder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Network {
    /// The labels that jumps lead to this network by.
    pub labels: Vec<String>,
    /// Its parts in the order of the file.
    pub parts: Vec<NetworkPart>,
}

/// A contact, a coil, a box, a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NetworkPart {
    /// What it is, in the vendor's words: `Contact`, `Coil`, `TON`, `Call`.
    pub name: String,
    /// The called block and the instance, as operands without a pin.
    pub subjects: Vec<String>,
    /// Pins whose signal is inverted.
    pub negated: Vec<String>,
    /// Pins that something feeds, with what feeds them.
    pub inputs: Vec<(String, Signal)>,
    /// Pins that give something to a variable, with that variable.
    pub outputs: Vec<(String, String)>,
    /// Pins that other parts go on from, each once.
    pub exits: Vec<String>,
    /// Where it stands in the text of its file, in bytes.
    pub source: Range<usize>,
}

/// Where a pin's signal comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// The power rail.
    Rail,
    /// A part by its place in the list, and its pin.
    Part(usize, String),
    /// A variable or a literal.
    Operand(String),
}

/// A network as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The neutral text.
    pub text: String,
    /// What this text shows.
    pub ladder: Ladder,
    /// Where each part of the network stands in the text.
    pub spans: Vec<Vec<Span>>,
}

impl NetworkPart {
    /// Pins that are fed by the rail or by other parts.
    pub(crate) fn flows(&self) -> impl Iterator<Item = &(String, Signal)> {
        self.inputs.iter().filter(|(_, signal)| !matches!(signal, Signal::Operand(_)))
    }

    /// The pin that the current comes in by: `en`, `in`, `pre`, else the first that is fed.
    pub(crate) fn main_pin(&self) -> Option<&str> {
        const MAIN: [&str; 5] = ["en", "in", "pre", "IN", "in1"];
        let is_fed = |pin: &&str| self.flows().any(|(name, _)| name == pin);
        let known = MAIN.into_iter().find(is_fed);
        known.or_else(|| self.flows().next().map(|(pin, _)| pin.as_str()))
    }

    /// The same where it is another part that feeds it.
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
