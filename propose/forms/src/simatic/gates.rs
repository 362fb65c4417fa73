//! Gates of function block diagrams: what is given to them, and gates more.

use super::{FlgNet, NetworkOperand, WireEnd, card, is_called, pin};
use crate::condition::SwitchCondition;

/// What joins bits.
const GATES: [&str; 3] = ["A", "O", "X"];

/// A pin of a gate or an output that an operand is given to.
pub struct GatePin {
    pub operand: String,
    pub part: String,
    pub pin: String,
    /// Whether the operand is given to this pin alone.
    pub is_alone: bool,
}

fn negation(pin: &str) -> String {
    format!("<Negated Name=\"{pin}\" />")
}

impl FlgNet {
    fn is_gate(&self, part: &str) -> bool {
        self.item(part).is_some_and(|it| GATES.contains(&it.name.as_str()))
    }

    /// The pins of gates and outputs that an operand of this name is given to.
    pub fn given(&self, name: &str) -> Vec<GatePin> {
        let mut found = Vec::new();
        for wire in &self.wires {
            let [WireEnd::Operand(operand), rest @ ..] = wire.ends.as_slice() else { continue };
            if !self.item(operand).is_some_and(|it| is_called(&it.says, name)) {
                continue;
            }
            for end in rest {
                let WireEnd::Pin(part, pin) = end else { continue };
                let is_coil = self.item(part).is_some_and(|it| it.name.ends_with("Coil"));
                if pin != "operand" && (is_coil || self.is_gate(part)) {
                    let (operand, part, pin) = (operand.clone(), part.clone(), pin.clone());
                    found.push(GatePin { operand, part, pin, is_alone: rest.len() == 1 });
                }
            }
        }
        found
    }

    /// Whether the signal at a pin is inverted.
    pub fn is_inverted(&self, part: &str, pin: &str) -> bool {
        self.item(part).is_some_and(|it| it.negated.iter().any(|own| own == pin))
    }

    /// Adds what a condition says: what gives it, and whether that is to be inverted.
    pub fn signal<E>(
        &mut self,
        when: &SwitchCondition,
        name: &mut impl FnMut(&str) -> Result<NetworkOperand, E>,
    ) -> Result<(WireEnd, bool), E> {
        let (kind, parts) = match when {
            SwitchCondition::Bit { name: bit, on } => {
                let operand = self.access(&name(bit)?);
                return Ok((operand, !on));
            }
            SwitchCondition::Compare { .. } => return Ok((self.build(when, name)?.out, false)),
            SwitchCondition::All(parts) => ("A", parts),
            SwitchCondition::Any(parts) => ("O", parts),
        };
        let mut signals = Vec::new();
        for part in parts {
            signals.push(self.signal(part, name)?);
        }
        if signals.len() == 1 {
            return Ok(signals.remove(0));
        }
        let pins = (1..).map(|at| format!("in{at}"));
        let negated = signals.iter().zip(pins.clone()).filter(|(signal, _)| signal.1);
        let negated = negated.map(|(_, pin)| negation(&pin));
        let inside: Vec<String> = std::iter::once(card(signals.len())).chain(negated).collect();
        let gate = self.part(kind, "", &inside);
        for ((end, _), name) in signals.into_iter().zip(pins) {
            self.wire(vec![end, pin(&gate, &name)]);
        }
        Ok((pin(&gate, "out"), false))
    }

    /// Joins what feeds a part with something else, by a gate in front of it.
    pub fn gate(
        &mut self,
        kind: &str,
        (part, entry): (&str, &str),
        (end, is_negated): (WireEnd, bool),
    ) -> Option<()> {
        // What is inverted at the part itself would be the whole of it.
        if self.is_inverted(part, entry) {
            return None;
        }
        let wire = self.feeding(part, entry)?;
        let inside: Vec<String> =
            std::iter::once(card(2)).chain(is_negated.then(|| negation("in2"))).collect();
        let gate = self.part(kind, "", &inside);
        let target = pin(part, entry);
        let ends = self.change(wire);
        let at = ends.iter().position(|it| *it == target)?;
        ends[at] = pin(&gate, "in1");
        self.wire(vec![end, pin(&gate, "in2")]);
        self.wire(vec![pin(&gate, "out"), target]);
        Some(())
    }

    /// Takes an operand from a gate, which has an input less.
    pub fn ungate(&mut self, given: &GatePin) -> Option<()> {
        let GatePin { operand, part, pin: own, is_alone } = given;
        let gone: usize = own.strip_prefix("in")?.parse().ok()?;
        let inputs = (1..).take_while(|at| self.feeding(part, &format!("in{at}")).is_some());
        let count = inputs.count();
        let is_left = |at: &usize| *at != gone && self.is_inverted(part, &format!("in{at}"));
        // Of a gate with one input nothing is left that inverts.
        if !self.is_gate(part) || count < 2 || (count == 2 && (1..=count).any(|it| is_left(&it))) {
            return None;
        }
        if self.is_inverted(part, own) {
            self.invert(part, own)?;
        }
        let wire = self.feeding(part, own)?;
        let end = pin(part, own);
        self.change(wire).retain(|it| *it != end);
        if *is_alone {
            self.change(wire).clear();
            self.items.retain(|it| it.id != *operand);
        }
        let item = self.items.iter_mut().find(|it| it.id == *part)?;
        for at in gone + 1..=count {
            let (old, new) = (format!("in{at}"), format!("in{}", at - 1));
            item.raw = item
                .raw
                .replace(&format!("<Negated Name=\"{old}\""), &format!("<Negated Name=\"{new}\""));
            item.negated.iter_mut().filter(|it| **it == old).for_each(|it| it.clone_from(&new));
        }
        self.without_leg(part, own)
    }
}
