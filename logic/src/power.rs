//! What the parts of a drawing hand on, as conditions.

use std::collections::HashMap;

use tagbridge_project::Project;

use crate::{
    Span,
    emit::Emit,
    expr::{Evaluation, Truth, Values},
    flow::Flow,
    ids::RoutineId,
    index::Index,
};

/// What the parts of a routine hand on.
#[derive(Debug)]
pub struct Flows {
    /// What these parts read. Its places are its own.
    pub index: Index,
    parts: HashMap<(u32, Span), Flow>,
}

impl Flows {
    /// Reads a routine.
    pub fn of(project: &Project, routine: RoutineId) -> Self {
        let mut parts = HashMap::new();
        let index = Emit::new(project).run_one(routine, &mut parts);
        Self { index, parts }
    }

    /// An evaluation of their conditions.
    pub fn evaluation<'a>(&'a self, values: &'a dyn Values) -> Evaluation<'a> {
        Evaluation::new(&self.index.exprs, values)
    }

    /// Whether current is behind a part, by what is before it. `rung` is its position in the
    /// routine, `span` the part's place in the text of that rung.
    pub fn behind(
        &self,
        (rung, span): (u32, Span),
        before: Truth,
        evaluation: &mut Evaluation<'_>,
    ) -> Truth {
        match self.parts.get(&(rung, span)) {
            Some(Flow::Through) => before,
            Some(Flow::And(condition)) => before.and(evaluation.truth(*condition)),
            Some(Flow::Instead(condition)) => evaluation.truth(*condition),
            None => before.and(Truth::Unknown),
        }
    }
}
