//! The data blocks that are open before each statement of a list (Statement List for S7-300 and
//! S7-400, reference manual, `OPN`, `CDB`, `BEC`).

use std::collections::{BTreeSet, HashMap};

use tagbridge_code::ListStatement;
use tagbridge_structured_text::absolute_address;

use super::{
    ladder::Network,
    list::table::{self, Operation, OperationCondition},
};
use crate::{
    PlaceId, RefId, Scope, SpecId, Step,
    expr::ExprId,
    text::Scopes,
    unit::{Certainty, OpaqueReason, Operand, UseMode},
};

/// Maximum number of blocks that may be open in one place.
const MAXIMUM_BLOCKS: usize = 8;

/// Maximum number of passes, each of which follows all jumps once.
const MAXIMUM_PASSES: usize = 64;

/// The blocks that may be open: their numbers, or their names in quotes. `None` if one is unknown.
pub(super) type Open = Option<BTreeSet<String>>;

/// The contents of both registers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Registers {
    /// `OPN DB 5`: the block of `DBW 0`.
    pub(super) block: Open,
    /// `OPN DI 5`: the block of `DIW 0`.
    pub(super) instance: Open,
}

impl Registers {
    fn join(&mut self, other: &Self) {
        for (own, other) in [(&mut self.block, &other.block), (&mut self.instance, &other.instance)]
        {
            let both = own.take().zip(other.as_ref());
            *own = both.map(|(own, other)| own.union(other).cloned().collect());
            *own = own.take().filter(|all| all.len() <= MAXIMUM_BLOCKS);
        }
    }

    /// The contents after a statement.
    fn after(&self, text: &str, line: &ListStatement, scopes: &Scopes<'_>) -> Self {
        let slice = |span: crate::Span| text.get(span.range()).unwrap_or_default();
        let (name, operand) = (slice(line.name), slice(line.operand));
        let (mut next, one) = (self.clone(), |block: String| Some(BTreeSet::from([block])));
        match table::find(name) {
            Some(Operation::OpenBlock) => {
                let plain: String = operand.chars().filter(|c| !c.is_whitespace()).collect();
                let register = plain.get(..2).unwrap_or_default().to_ascii_uppercase();
                let number = plain.get(2..).filter(|number| number.parse::<u16>().is_ok());
                match (register.as_str(), number) {
                    ("DI", Some(number)) => next.instance = one(number.to_owned()),
                    ("DB", Some(number)) => next.block = one(number.to_owned()),
                    _ if operand.starts_with('"') => next.block = one(scopes.data_block(operand)),
                    _ => next = Self::default(),
                }
            }
            Some(Operation::Register)
                if ["TDB", "CDB"].iter().any(|it| it.eq_ignore_ascii_case(name)) =>
            {
                std::mem::swap(&mut next.block, &mut next.instance);
            }
            // The blocks that were open are opened again after a call. Its arguments may open others.
            Some(Operation::Call | Operation::CallAlone(_)) => {
                let has_arguments = line.call.as_ref().is_some_and(|call| !call.pins.is_empty());
                next.block = next.block.filter(|_| !has_arguments);
            }
            Some(_) => {
                if let Some((block, _)) = absolute_address(operand)
                    .as_deref()
                    .and_then(|it| it.strip_prefix("%DB")?.split_once(".DB"))
                {
                    next.block = one(block.to_owned());
                } else if let Some((block, _)) = operand.split_once("\".")
                    && scopes.tag_named(block.trim_matches('"')).is_none()
                {
                    next.block = one(scopes.data_block(block));
                }
            }
            None => {}
        }
        next
    }
}

/// The contents before each statement of a block, in order. `None` if no statement leads there.
pub(super) fn before<'t>(
    statements: &[(&'t str, &'t ListStatement)],
    labels: &HashMap<&'t str, usize>,
    scopes: &Scopes<'_>,
) -> Vec<Option<Registers>> {
    let mut before: Vec<Option<Registers>> = vec![None; statements.len()];
    if let Some(first) = before.first_mut() {
        *first = Some(Registers::default());
    }
    for pass in 0.. {
        let (mut entries, mut changed) = (None, false);
        if pass == MAXIMUM_PASSES {
            return vec![None; statements.len()];
        }
        for (at, (text, line)) in statements.iter().enumerate() {
            if line.label.is_some_and(|label| entries == Some(&text[label.range()])) {
                entries = None;
            }
            let Some(now) = &before[at] else { continue };
            let next = now.after(text, line, scopes);
            let operation = table::find(&text[line.name.range()]);
            let target = &text[line.operand.range()];
            if operation == Some(Operation::JumpList) {
                entries = Some(target);
            }
            let goes_on = !matches!(operation, Some(Operation::End(OperationCondition::Always)))
                && (entries.is_some()
                    || operation != Some(Operation::Jump(OperationCondition::Always)));
            let jumps = matches!(operation, Some(Operation::Jump(_) | Operation::JumpList));
            let target = labels.get(target).filter(|_| jumps).copied();
            for to in goes_on.then_some(at + 1).into_iter().chain(target) {
                let Some(known) = before.get_mut(to) else { continue };
                let mut joined = known.clone().unwrap_or_else(|| next.clone());
                joined.join(&next);
                if known.as_ref() != Some(&joined) {
                    (*known, changed) = (Some(joined), true);
                }
            }
        }
        if !changed {
            break;
        }
    }
    before
}

impl Network<'_, '_> {
    /// Reads an address, such as `M 0.0` or `DBW 2`, in an open data block or the block's own stack.
    /// If several blocks may be open, it may be in each of them.
    pub(super) fn read_address(
        &mut self,
        span: crate::Span,
        name: &str,
        what: (SpecId, Operand),
        mode: UseMode,
    ) -> (ExprId, Option<RefId>) {
        let places = self.places_of(name);
        let (spec, operand) = what;
        let all = places.iter().map(|it| self.emit.reference(*it, span, mode, spec, operand));
        let all: Vec<RefId> = all.collect();
        if let ([place], [at]) = (&places[..], &all[..]) {
            return (self.emit.index.exprs.read(*place), Some(*at));
        }
        self.emit.unclear(span, OpaqueReason::ComputedAddress);
        for at in all {
            self.emit.doubt(at, Certainty::Unknown);
        }
        let name = self.emit.name(name);
        let place = self.emit.index.places.root(Scope::Address, name);
        let at = self.emit.reference(place, span, mode, spec, operand);
        (self.emit.index.exprs.read(place), Some(at))
    }

    fn places_of(&mut self, name: &str) -> Vec<PlaceId> {
        let open = match name.get(..3) {
            Some("%DB") if !name.contains(".DB") => {
                self.open.as_ref().and_then(|it| it.block.as_ref())
            }
            Some("%DI") => self.open.as_ref().and_then(|it| it.instance.as_ref()),
            Some(stack) if stack.starts_with("%L") => {
                let owner = self.emit.name(self.owner);
                let name = self.emit.name(&name[1..]);
                return vec![self.emit.index.places.root(Scope::Block(owner), name)];
            }
            _ => {
                let name = self.emit.name(name);
                return vec![self.emit.index.places.root(Scope::Address, name)];
            }
        };
        let part = format!("DB{}", &name[3..]);
        let place = |block: &String| {
            if let Some(block) = block.strip_prefix('"') {
                let name = self.emit.name(block.trim_end_matches('"'));
                let block = self.emit.index.places.root(Scope::Global, name);
                let part = self.emit.name(&format!("%{part}"));
                return self.emit.index.places.part(block, Step::Member(part));
            }
            let name = self.emit.name(&format!("%DB{block}.{part}"));
            self.emit.index.places.root(Scope::Address, name)
        };
        open.into_iter().flatten().map(place).collect()
    }
}
