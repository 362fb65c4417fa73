//! Calls of blocks with arguments.

use tagbridge_code::{ListStatement, Pin};

use super::{List, table::Operation};
use crate::{s7::current::Feed, unit::OpaqueReason};

impl List<'_, '_> {
    /// `CALL "F" (a := #b, …)`, `CALL "FB", "DB" (…)`, `CC "F"`.
    pub(super) fn call(&mut self, line: &ListStatement, operation: Operation) {
        let now = match operation {
            Operation::CallAlone(true) => self.value(),
            _ => self.net.emit.index.exprs.yes(),
        };
        let guard = self.when_reached(now);
        let called = line.call.as_ref().and_then(|call| Some((call, *call.subjects.first()?)));
        let Some((call, block)) = called else {
            self.net.emit.opaque(line.span, OpaqueReason::Unparsed);
            return;
        };
        let is_instance = self.slice(block).starts_with('#');
        let instance = if is_instance { Some(&block) } else { call.subjects.get(1) };
        let instance = instance.copied().map(Pin::operand);
        let feed = Feed { now: guard, other: None };
        self.net.call_block(line.span, block, instance.as_ref(), &call.pins, feed, None);
        self.forget();
    }
}
