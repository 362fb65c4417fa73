//! Uses of a constant in code: the code contains its value, and reads no memory.

use crate::{Citation, Logic, Span};

impl Logic<'_> {
    /// The uses of a constant in code, by its full declared name. Empty if it is not a constant.
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
