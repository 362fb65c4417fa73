//! Functions of the platform that return values in their parameters.

use super::CallArgument;
use crate::{
    Span,
    s7::runs,
    text::{Argument, lower::Lowering},
    unit::{Direction, Effect},
};

impl Lowering<'_, '_> {
    /// Records that such a function writes its output arguments.
    pub(super) fn written_by(
        &mut self,
        span: Span,
        name: &str,
        first_ref: u32,
        given: &[CallArgument],
    ) {
        if given.iter().all(|it| it.direction == Direction::In) {
            return;
        }
        let text = |pin| self.emit.index.names.text(pin).to_owned();
        let pins = given.iter().filter_map(|it| Some((text(it.pin?), it.value, it.at)));
        let pins: Vec<_> = pins.collect();
        runs::widen(self.emit, name, &pins);
        let spec = self.emit.spec(name);
        let guard = self.condition();
        let operands = first_ref..self.emit.next_ref();
        let inputs = Box::default();
        self.emit.statement(span, guard, Effect::Run { spec, instance: None, operands, inputs });
    }

    /// The call, up to the bracket after the arguments.
    pub(super) fn with_arguments(&self, span: Span, arguments: &[Argument]) -> Span {
        let last = arguments.iter().rev().find_map(|it| it.value.as_ref());
        let end = last.map_or(span.end, |value| value.span.end) as usize;
        let close = self.text.get(end..).and_then(|rest| rest.find(')'));
        Span::new(span.start as usize, close.map_or(end, |at| end + at + 1))
    }
}
