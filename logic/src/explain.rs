//! The effects of a unit as rows, each with its condition. The rows do not say what the unit is
//! for; the comments of its authors are quoted.

mod executed;
mod phrase;
mod sentence;

pub use tagbridge_texts::Language;

use tagbridge_project::Body;

use crate::{
    Callee, Citation, Effect, How, Logic, NameId, PlaceId, Span, StatementId, UnitId,
    expr::{Constant, Expr, ExprId},
};

/// The explanation of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitExplanation {
    /// The location.
    pub citation: Citation,
    /// The effects in order.
    pub rows: Vec<Row>,
    /// The comments of its authors.
    pub comments: Vec<String>,
    /// The descriptions of its tags, by name.
    pub descriptions: Vec<(String, String)>,
}

/// One effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The location.
    pub citation: Citation,
    /// The statement: a box that sets and resets has two statements in one location.
    pub statement: StatementId,
    /// The effect.
    pub act: Act,
    /// The condition.
    pub condition: ExprId,
    /// What must also hold so that it is executed: nothing jumps over it or returns before it.
    /// Otherwise, a coil keeps its value. Absent if it is executed in every scan, or if `condition`
    /// contains it.
    pub executed: Option<ExprId>,
    /// Whether it can happen several times in a scan.
    pub repeated: bool,
}

/// An effect.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// On while the condition holds, otherwise off.
    Follows(PlaceId),
    /// Is set and stays on.
    Latches(PlaceId),
    /// Is reset and stays off.
    Unlatches(PlaceId),
    /// It gets a value.
    Gets(PlaceId, ExprId),
    /// A part of the place gets a value.
    GetsPart(PlaceId, ExprId),
    /// An instruction is executed on a place, or on its operands.
    Runs(NameId, Option<PlaceId>),
    /// Another routine or block is executed.
    Calls(String),
    /// Execution continues elsewhere.
    Jumps(Option<NameId>),
    /// The routine ends.
    Returns,
    /// Unknown code: its text.
    Opaque(String),
}

impl Logic<'_> {
    /// Explains a unit.
    pub fn explain(&self, unit: UnitId) -> UnitExplanation {
        let index = self.index;
        let rows = index.statements_of(unit).filter_map(|(id, statement)| {
            let place = |at| index.reference(at).place;
            let citation = self.cite(unit, statement.span);
            let mut condition = statement.guard;
            let limit = (!self.is_always(statement.guard)).then_some(statement.guard);
            let mut executed = None;
            let act = match &statement.effect {
                Effect::Assign { to, value, how } => match how {
                    How::Follow => {
                        (condition, executed) = (*value, limit);
                        Act::Follows(place(*to))
                    }
                    How::Latch => Act::Latches(place(*to)),
                    How::Unlatch => Act::Unlatches(place(*to)),
                    How::Partial => Act::GetsPart(place(*to), *value),
                    How::Store => match index.exprs.get(*value) {
                        Expr::Const(Constant::Bool(true)) => Act::Latches(place(*to)),
                        Expr::Const(Constant::Bool(false)) => Act::Unlatches(place(*to)),
                        _ if self.is_condition(*value) && self.is_always(condition) => {
                            condition = *value;
                            Act::Follows(place(*to))
                        }
                        _ => Act::Gets(place(*to), *value),
                    },
                },
                Effect::Run { spec, instance, inputs, .. } => {
                    match (inputs.first(), instance) {
                        // Its input counts if it is the only call.
                        (Some(_), Some(instance)) if !self.is_always(condition) => {
                            Act::Calls(self.place(place(*instance)))
                        }
                        (Some((pin, input)), _) => {
                            // The guard of a box with EN contains the rung.
                            let is_enabled = index.names.text(*pin) == "EN";
                            if limit.is_none() || !is_enabled {
                                (condition, executed) = (*input, limit);
                            }
                            Act::Runs(index.specs.name(*spec), instance.map(place))
                        }
                        (None, _) => Act::Runs(index.specs.name(*spec), instance.map(place)),
                    }
                }
                Effect::Call { callee, .. } => Act::Calls(self.called(*callee)),
                Effect::Jump(label) => Act::Jumps(*label),
                Effect::Label(_) => return None,
                Effect::Return => Act::Returns,
                Effect::Opaque(_) => Act::Opaque(citation.quote.clone()),
            };
            let repeated = statement.repeated;
            Some(Row { citation, statement: id, act, condition, executed, repeated })
        });
        UnitExplanation {
            citation: self.cite(unit, Span::new(0, self.text(unit).len())),
            rows: rows.collect(),
            comments: self.comments(unit),
            descriptions: self.descriptions(unit),
        }
    }

    fn is_always(&self, id: ExprId) -> bool {
        self.index.exprs.get(id) == Expr::Const(Constant::Bool(true))
    }

    /// Whether a value is only on or off.
    fn is_condition(&self, id: ExprId) -> bool {
        matches!(
            self.index.exprs.get(id),
            Expr::Not(_) | Expr::And(_) | Expr::Or(_) | Expr::Compare(..) | Expr::Edge(..)
        )
    }

    fn called(&self, callee: Callee) -> String {
        match callee {
            Callee::Routine(routine) => self.path(routine),
            Callee::Block(at) => self.project.blocks[at as usize].name.clone(),
            Callee::Unknown(name) => self.index.names.text(name).to_owned(),
        }
    }

    fn comments(&self, unit: UnitId) -> Vec<String> {
        let unit = self.index.unit(unit);
        let routine = &self.project.routines[unit.routine.index()];
        let rung = match (&routine.body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => rungs.get(at as usize),
            _ => None,
        };
        let of_rung = rung.and_then(|rung| rung.comment.clone());
        let title = rung.and_then(|rung| rung.title.clone());
        let of_routine = if rung.is_none() { routine.comment.clone() } else { None };
        [title, of_rung, of_routine].into_iter().flatten().filter(|it| !it.is_empty()).collect()
    }

    fn descriptions(&self, unit: UnitId) -> Vec<(String, String)> {
        let index = self.index;
        let mut said: Vec<(String, String)> = Vec::new();
        for reference in index.refs_of(unit) {
            let root = index.places.text(index.places.root_of(reference.place), &index.names);
            let tag = self.project.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(&root));
            if let Some(comment) = tag.and_then(|tag| tag.comment.as_ref())
                && !said.iter().any(|(name, _)| *name == root)
            {
                said.push((root, comment.clone()));
            }
        }
        said
    }
}
