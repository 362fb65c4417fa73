//! The input pin of the power flow. A text has the signal before the part, without the name of the
//! pin; an operand that is wired directly to a pin has a name (TIA Portal, SimaticML).

use tagbridge_code::{Part, Pin};

use super::ladder::Network;
use crate::{
    SpecId,
    expr::ExprId,
    flow::Flow,
    unit::{OpaqueReason, UseMode},
};

/// The input signals of a part.
#[derive(Clone, Copy)]
pub(super) struct Feed<'t> {
    /// The condition at the pin that enables it.
    pub(super) now: ExprId,
    /// Another input pin of the signal at the left, and its value.
    pub(super) other: Option<(&'t str, ExprId)>,
}

impl<'p> Network<'_, 'p> {
    /// A part with the signal `now` at its left; `is_fed` if a signal exists.
    pub(super) fn part(&mut self, part: &Part, now: ExprId, is_fed: bool) -> Flow {
        let name = self.kind_of(part);
        let spec = self.emit.spec(name);
        if matches!(name, "A" | "O" | "X") {
            let is_fed = is_fed || self.wired(part).is_some();
            return self.gate(part, spec, now, is_fed);
        }
        let (main, _) = pins(name);
        let entry = self.entry(part, is_fed);
        if entry.is_none() {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
        }
        let other = entry.filter(|pin| !pin.eq_ignore_ascii_case(main)).map(|pin| (pin, now));
        let given = part.pins.iter().position(|pin| self.is_input(pin, main));
        if let Some(at) = given {
            let mut rest = part.clone();
            let pin = rest.pins.remove(at);
            let (now, _) = self.pin(&pin, spec, UseMode::Read);
            let flow = self.part_effect(&rest, spec, Feed { now, other });
            return self.begun(now, flow);
        }
        if other.is_some() {
            let now = self.without(main);
            let flow = self.part_effect(part, spec, Feed { now, other });
            return self.begun(now, flow);
        }
        self.part_effect(part, spec, Feed { now, other })
    }

    /// The signal after a part with which the power flow begins.
    fn begun(&mut self, now: ExprId, flow: Flow) -> Flow {
        match flow {
            Flow::And(own) => Flow::Instead(self.emit.index.exprs.and(&[now, own])),
            Flow::Instead(value) => Flow::Instead(value),
            Flow::Through => Flow::Instead(now),
        }
    }

    /// The value of an unconnected enable pin: a box is always executed then.
    fn without(&mut self, main: &str) -> ExprId {
        if matches!(main, "en" | "pre") {
            return self.emit.index.exprs.yes();
        }
        let why = self.emit.index.names.exact("no operand");
        self.emit.index.exprs.unknown(why)
    }

    /// The input pin of the signal at the left: from the drawing, otherwise the first one that the
    /// text does not have. Absent if the text has them all.
    fn entry(&self, part: &Part, is_fed: bool) -> Option<&'p str> {
        let (main, all) = pins(self.kind_of(part));
        if let Some(wired) = self.wired(part) {
            return Some(wired);
        }
        if !is_fed {
            return Some(main);
        }
        all.iter().find(|pin| !self.has_input(part, pin)).copied()
    }

    /// The input pin of another part's signal, which the text does not name.
    fn wired(&self, part: &Part) -> Option<&'p str> {
        self.drawn(part)?.entry.as_deref()
    }

    fn has_input(&self, part: &Part, name: &str) -> bool {
        part.pins.iter().any(|pin| self.is_input(pin, name))
    }

    pub(super) fn is_input(&self, pin: &Pin, name: &str) -> bool {
        !pin.is_output && self.pin_name(pin).eq_ignore_ascii_case(name)
    }

    /// The written name of a pin; empty for an operand.
    pub(super) fn pin_name(&self, pin: &Pin) -> &'p str {
        pin.name.map_or("", |name| &self.text[name.range()])
    }

    /// The values at the inputs of a part, by number.
    pub(super) fn inputs(
        &mut self,
        part: &Part,
        spec: SpecId,
        other: Option<(&str, ExprId)>,
    ) -> Vec<ExprId> {
        let mut given = Vec::new();
        for pin in part.pins.iter().filter(|pin| !pin.is_output) {
            let (value, _) = self.pin(pin, spec, UseMode::Read);
            given.push((self.pin_name(pin), value));
        }
        given.extend(other);
        let number = |name: &str| -> Option<u32> {
            name.trim_start_matches(|char: char| !char.is_ascii_digit()).parse().ok()
        };
        given.sort_by_key(|(name, _)| number(name));
        given.into_iter().map(|(_, value)| value).collect()
    }
}

/// The enable pin of a part, and the possible input pins of the power flow, in the order of
/// preference for those that the text does not have.
fn pins(name: &str) -> (&'static str, &'static [&'static str]) {
    match name {
        "Contact" | "Not" | "PBox" | "NBox" | "Jump" | "JumpNot" | "Return" | "ReturnTrue"
        | "ReturnFalse" => ("in", &["in"]),
        "PContact" | "NContact" | "Ok" | "NotOk" => ("pre", &["pre"]),
        "Eq" | "Ne" | "Lt" | "Le" | "Gt" | "Ge" => ("pre", &["in1", "in2", "pre"]),
        "InRange" | "OutRange" => ("pre", &["min", "in", "max", "pre"]),
        "Sr" => ("s", &["s", "r1"]),
        "Rs" => ("r", &["r", "s1"]),
        "Sd" | "Sf" | "Se" | "Sp" | "Ss" => ("s", &["s", "r"]),
        "TON" | "TOF" | "TP" => ("IN", &["IN"]),
        "TONR" => ("IN", &["IN", "R"]),
        "CTU" => ("CU", &["CU", "R"]),
        "CTD" => ("CD", &["CD", "LD"]),
        "CTUD" => ("CU", &["CU", "CD", "R", "LD"]),
        "Move" => ("en", &["in", "en"]),
        "Add" | "Sub" | "Mul" | "Div" => ("en", &["in1", "in2", "en"]),
        _ if name.ends_with("Coil") => ("in", &["in"]),
        _ => ("en", &["en"]),
    }
}
