//! Where code names a constant: the value stands there for it, so that no place of memory is read.

use crate::{Citation, Logic, Span};

impl Logic<'_> {
    /// Where code names a constant, by its whole name as it is declared. Empty where it is none.
    pub fn constant_uses(&self, declared: &str) -> Vec<Citation> {
        let found = self.project.constant_uses(declared).into_iter();
        let cited = found.filter_map(|(routine, rung, at)| {
            let (id, _) = self.index.units().find(|(_, unit)| {
                unit.routine.index() == routine && unit.rung.map(|it| it as usize) == rung
            })?;
            Some(self.cite(id, Span::new(at.start, at.end)))
        });
        cited.collect()
    }
}
