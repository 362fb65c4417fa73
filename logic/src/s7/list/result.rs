//! The result of logic operation: what a row of bit operations comes to.

use super::table::Join;
use crate::expr::{ExprId, Exprs};

/// The result, as far as the text tells it.
#[derive(Debug, Clone, Default)]
pub(super) struct LogicResult {
    /// What is joined, and how; nothing where it is not known.
    terms: Vec<ExprId>,
    join: Option<Join>,
    /// What an `O` without operand has set aside: AND comes before OR.
    aside: Option<ExprId>,
    /// Whether a row is at hand: else the next bit begins a new one.
    runs: bool,
}

impl LogicResult {
    /// A bit, or the result of a bracket, is joined to it.
    pub(super) fn join(&mut self, exprs: &mut Exprs, join: Join, bit: ExprId, none: ExprId) {
        if !self.runs {
            let aside = self.aside.take();
            *self = Self { terms: vec![bit], join: None, aside, runs: true };
            return;
        }
        if join == Join::Xor {
            let before = self.value(exprs).unwrap_or(none);
            *self = Self::of(exprs.xor(before, bit));
            return;
        }
        if self.join != Some(join) || (join == Join::Or && self.aside.is_some()) {
            let before = match join {
                Join::And => self.row(exprs),
                _ => self.value(exprs),
            };
            let aside = self.aside.take().filter(|_| join == Join::And);
            let terms = vec![before.unwrap_or(none)];
            *self = Self { terms, join: Some(join), aside, runs: true };
        }
        self.terms.push(bit);
    }

    /// An `O` alone: what follows is joined by AND before it is joined to what there was.
    pub(super) fn set_aside(&mut self, exprs: &mut Exprs, none: ExprId) {
        let before = self.value(exprs).unwrap_or(none);
        *self = Self { aside: Some(before), ..Self::default() };
    }

    /// It is this, and a row goes on from it.
    pub(super) fn of(value: ExprId) -> Self {
        Self { terms: vec![value], join: None, aside: None, runs: true }
    }

    /// The row ends; its result is still there for other outputs.
    pub(super) fn end(&mut self, exprs: &mut Exprs) {
        if let Some(value) = self.value(exprs) {
            *self = Self { runs: false, ..Self::of(value) };
        } else {
            *self = Self::default();
        }
    }

    /// What it comes to; `None` where that is not known.
    pub(super) fn value(&self, exprs: &mut Exprs) -> Option<ExprId> {
        let row = self.row(exprs)?;
        Some(match self.aside {
            Some(aside) => exprs.or(&[aside, row]),
            None => row,
        })
    }

    fn row(&self, exprs: &mut Exprs) -> Option<ExprId> {
        match (&self.terms[..], self.join) {
            ([], _) => None,
            ([only], _) => Some(*only),
            (all, Some(Join::Or)) => Some(exprs.or(all)),
            (all, _) => Some(exprs.and(all)),
        }
    }
}
