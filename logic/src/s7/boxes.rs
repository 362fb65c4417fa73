//! Boxes whose pins determine their effect, and unknown parts.

pub(super) use tagbridge_code::is_plain_box as is_plain;
use tagbridge_code::{Part, PinValue};

use super::{current::Feed, effect::operand, ladder::Network};
use crate::{
    SpecId,
    expr::{Comparison, ExprId},
    flow::Flow,
    unit::{Certainty, Effect, OpaqueReason, UseMode},
};

/// The signal after a part, by its wires.
pub(super) enum SignalSource<'t> {
    /// Its power flow; also if it has no output wires, or the file has no wires.
    Current,
    /// One of its other pins.
    Pin(&'t str),
    /// Several pins: the text does not distinguish them.
    Several,
}

impl<'p> Network<'_, 'p> {
    /// The signal after a part.
    pub(super) fn followed(&self, part: &Part) -> SignalSource<'p> {
        match self.drawn(part).map_or(&[][..], |drawn| &drawn.exits) {
            [] => SignalSource::Current,
            [only] if only.eq_ignore_ascii_case("eno") => SignalSource::Current,
            [only] => SignalSource::Pin(only),
            _ => SignalSource::Several,
        }
    }

    /// `InRange(min := 10, in := "T", max := 50)`, or outside of that range.
    pub(super) fn range(
        &mut self,
        part: &Part,
        spec: SpecId,
        feed: Feed<'_>,
        inside: bool,
    ) -> Flow {
        let mut given: Vec<(String, ExprId)> = Vec::new();
        for pin in &part.pins {
            let (value, _) = self.pin(pin, spec, UseMode::Read);
            given.push((self.pin_name(pin).to_owned(), value));
        }
        given.extend(feed.other.map(|(pin, value)| (pin.to_owned(), value)));
        let [low, value, high] = ["min", "in", "max"].map(|name| {
            let found = given.iter().find(|(pin, _)| pin.eq_ignore_ascii_case(name));
            found.map(|(_, value)| *value)
        });
        let (Some(low), Some(value), Some(high)) = (low, value, high) else {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
            return self.not_known(part, feed.now, &[]);
        };
        let exprs = &mut self.emit.index.exprs;
        if inside {
            let (from, to) = (Comparison::Ge, Comparison::Le);
            let both = [exprs.compare(from, value, low), exprs.compare(to, value, high)];
            Flow::And(exprs.and(&both))
        } else {
            let (below, above) = (Comparison::Lt, Comparison::Gt);
            let either = [exprs.compare(below, value, low), exprs.compare(above, value, high)];
            Flow::And(exprs.or(&either))
        }
    }

    /// Whether a value is a valid number (`OK`), or is not (`NOT_OK`).
    pub(super) fn number(&mut self, part: &Part, spec: SpecId) -> Flow {
        let value = self.value(part, spec);
        let name = self.emit.name(self.kind_of(part));
        Flow::And(self.emit.index.exprs.call(name, &[value]))
    }

    /// A jump, on true or on false power flow.
    pub(super) fn jump(&mut self, part: &Part, now: ExprId, inverted: bool) -> Flow {
        let label = part.pins.first().and_then(|pin| match pin.value {
            PinValue::Operand(span) => Some(&self.text[span.range()]),
            PinValue::Flow(_) => None,
        });
        let label = label.map(|label| self.emit.name(label.trim_matches(['"', '#'])));
        if label.is_none() {
            self.emit.unclear(part.span, OpaqueReason::NotChosen);
        }
        let guard = if inverted { self.emit.index.exprs.not(now) } else { now };
        self.emit.statement(part.span, guard, Effect::Jump(label));
        Flow::Through
    }

    /// The end of the block, with the return value of its call.
    pub(super) fn leave(&mut self, part: &Part, spec: SpecId, now: ExprId) -> Flow {
        if let Some(pin) = operand(part) {
            self.pin(pin, spec, UseMode::Read);
        }
        self.emit.statement(part.span, now, Effect::Return);
        Flow::Through
    }

    /// The target of jumps in other networks.
    pub(super) fn label(&mut self, part: &Part) -> Flow {
        if let Some(PinValue::Operand(span)) = part.pins.first().map(|pin| &pin.value) {
            let name = self.emit.name(&self.text[span.range()]);
            let guard = self.emit.index.exprs.yes();
            self.emit.statement(part.span, guard, Effect::Label(name));
        }
        Flow::Through
    }

    /// The unknown signal after a part.
    pub(super) fn not_known(&mut self, part: &Part, now: ExprId, inputs: &[ExprId]) -> Flow {
        let name = self.emit.index.names.exact(self.kind_of(part));
        let all: Vec<ExprId> = std::iter::once(now).chain(inputs.iter().copied()).collect();
        Flow::Instead(self.emit.index.exprs.call(name, &all))
    }

    /// An unknown instruction: its effect on its operands is unknown, and so is its power flow,
    /// unless its `ENO` is wired.
    pub(super) fn unknown(
        &mut self,
        part: &Part,
        from: u32,
        now: ExprId,
        inputs: &[ExprId],
    ) -> Flow {
        for at in from..self.emit.next_ref() {
            let reference = &mut self.emit.index.refs[at as usize];
            if reference.mode == UseMode::Read {
                reference.certainty = Certainty::Unknown;
            }
        }
        let name = self.emit.name(self.kind_of(part));
        self.emit.unclear(part.span, OpaqueReason::UnknownInstruction(name));
        let wired = self.drawn(part).is_some();
        match self.followed(part) {
            SignalSource::Current if wired => Flow::Through,
            _ => self.not_known(part, now, inputs),
        }
    }
}
