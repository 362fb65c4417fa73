//! The power flow through the parts of a drawing, as conditions.

use std::collections::HashMap;

use tagbridge_project::Project;

use crate::{
    RoutineId, Span,
    emit::Emit,
    expr::{Evaluation, Truth, Values},
    flow::Flow,
    index::Index,
};

/// The power flow through the parts of a routine.
#[derive(Debug)]
pub struct Flows {
    /// The index of these parts. Its places are separate from those of other indexes.
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

    /// Creates an evaluation of their conditions.
    pub fn evaluation<'a>(&'a self, values: &'a dyn Values) -> Evaluation<'a> {
        Evaluation::new(&self.index.exprs, values)
    }

    /// Whether power flows after a part, given the power flow before it. `rung` is its position in
    /// the routine, `span` its location in the text of that rung.
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
