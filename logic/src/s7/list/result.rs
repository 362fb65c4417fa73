//! The result of logic operation (RLO): the result of a string of bit operations.

use super::table::Join;
use crate::expr::{ExprId, Exprs};

/// The result, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct LogicResult {
    /// The joined terms, and their operator; empty if unknown.
    terms: Vec<ExprId>,
    join: Option<Join>,
    /// The value before an `O` without an operand: AND has priority over OR.
    aside: Option<ExprId>,
    /// Whether a string continues: otherwise, the next bit begins a new one.
    runs: bool,
}

impl LogicResult {
    /// Joins a bit, or the result of a bracket.
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

    /// A single `O`: the following bits are joined by AND before they are joined to the result.
    pub(super) fn set_aside(&mut self, exprs: &mut Exprs, none: ExprId) {
        let before = self.value(exprs).unwrap_or(none);
        *self = Self { aside: Some(before), ..Self::default() };
    }

    /// A known result, after which a string continues.
    pub(super) fn of(value: ExprId) -> Self {
        Self { terms: vec![value], join: None, aside: None, runs: true }
    }

    /// Ends the string; other outputs can still use its result.
    pub(super) fn end(&mut self, exprs: &mut Exprs) {
        if let Some(value) = self.value(exprs) {
            *self = Self { runs: false, ..Self::of(value) };
        } else {
            *self = Self::default();
        }
    }

    /// The value; `None` if it is unknown.
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
