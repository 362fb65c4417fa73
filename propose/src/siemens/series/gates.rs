//! Changes of function block diagrams.

use super::{Edited, Meant};
use crate::{
    condition::Condition,
    draft::{Stop, only},
    meaning::Meaning,
    request::RequestedChange,
    says::Why,
    siemens::{
        markup::attribute,
        operands::{bits, named},
        wires::{End, Given},
    },
};

impl Edited<'_, '_, '_> {
    pub(super) fn is_of_gates(&self) -> bool {
        attribute(self.unit, "ProgrammingLanguage") == Some("FBD")
    }

    /// What a change of gates means; none where it is made as in ladder.
    pub(super) fn gates(&mut self) -> Option<Meant> {
        let context = self.markup.world.context;
        let has_around = context.get("around").is_some();
        match context.request.kind {
            RequestedChange::Invert => Some(self.invert_input(None)),
            RequestedChange::Polarity => {
                let closed = context.is_closed();
                Some(closed.and_then(|it| self.invert_input(Some(it))))
            }
            RequestedChange::Replace => Some(self.replace_input()),
            RequestedChange::Take => Some(self.take_input()),
            RequestedChange::Series => Some(self.join("A")),
            RequestedChange::Parallel if !has_around => Some(self.join("O")),
            RequestedChange::Latch => Some(self.latch_gates()),
            RequestedChange::InvertOutput => Some(self.invert_output()),
            _ => None,
        }
    }

    fn input(&self, tag: &str) -> Result<Given, Stop> {
        let none = Why::NoContact { name: tag.to_owned(), place: self.place() };
        only(self.flow.given(tag), tag, &self.place(), none)
    }

    fn invert_input(&mut self, closed: Option<bool>) -> Meant {
        let tag = self.markup.world.context.need("tag");
        let Given { part, pin, .. } = self.input(tag)?;
        if closed == Some(self.flow.is_inverted(&part, &pin)) {
            return Err(Why::Same { name: tag.to_owned() }.into());
        }
        self.flow.invert(&part, &pin).ok_or_else(|| self.shared())?;
        Ok(Meaning::Inverted { name: tag.to_owned(), within: None })
    }

    fn replace_input(&mut self) -> Meant {
        let context = self.markup.world.context;
        let (tag, by) = (context.need("tag"), context.need("by"));
        let given = self.input(tag)?;
        if !given.is_alone {
            return Err(self.shared());
        }
        let named = self.named(by, true)?;
        self.flow.rename(&given.operand, &named);
        Ok(Meaning::Replaced { name: tag.to_owned(), by: by.to_owned(), within: None })
    }

    fn take_input(&mut self) -> Meant {
        let tag = self.markup.world.context.need("tag");
        let given = self.input(tag)?;
        let last = || Why::LastOfBranch { name: tag.to_owned() };
        self.flow.ungate(&given).ok_or_else(last)?;
        Ok(Meaning::Without { name: tag.to_owned(), within: None })
    }

    fn signal(&mut self, when: &Condition) -> Result<(End, bool), Stop> {
        let (markup, object, bits) = (self.markup, self.object, bits(when));
        self.flow
            .signal(when, &mut |name| named(markup, object, name, bits.iter().any(|it| it == name)))
    }

    fn join(&mut self, gate: &str) -> Meant {
        let (output, part, entry) = self.output()?;
        let when = self.markup.world.context.when()?;
        let signal = self.signal(&when)?;
        self.flow.gate(gate, (&part, entry), signal).ok_or_else(|| self.shared())?;
        Ok(match gate {
            "A" => Meaning::Series { output, when },
            _ => Meaning::Parallel { output, when },
        })
    }

    fn latch_gates(&mut self) -> Meant {
        let until = self.markup.world.context.need("tag");
        let (output, part, entry) = self.output()?;
        for (gate, when) in
            [("O", Condition::bit(&output, true)), ("A", Condition::bit(until, false))]
        {
            let signal = self.signal(&when)?;
            self.flow.gate(gate, (&part, entry), signal).ok_or_else(|| self.shared())?;
        }
        Ok(Meaning::Latched { output, until: until.to_owned() })
    }

    fn invert_output(&mut self) -> Meant {
        let (output, part, entry) = self.output()?;
        self.flow.invert(&part, entry).ok_or_else(|| self.shared())?;
        Ok(Meaning::Opposite { output })
    }
}
