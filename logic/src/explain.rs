//! What a unit does, said in rows: an effect, and the condition under which it happens. What it is
//! for is not claimed; what its authors say of it is quoted.

mod executed;
mod phrase;
mod sentence;

pub use tagbridge_texts::Language;

use tagbridge_project::Body;

use crate::{
    Callee, Citation, Effect, How, Logic, NameId, PlaceId, Span, StatementId, UnitId,
    expr::{Constant, Expr, ExprId},
};

/// What a unit does.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitExplanation {
    /// Where it stands.
    pub citation: Citation,
    /// What it does, in order.
    pub rows: Vec<Row>,
    /// What its authors say of it.
    pub comments: Vec<String>,
    /// What they say of the tags in it, by name.
    pub descriptions: Vec<(String, String)>,
}

/// One effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Where it stands.
    pub citation: Citation,
    /// Its statement: a box that sets and resets has two in one place.
    pub statement: StatementId,
    /// What happens.
    pub act: Act,
    /// When.
    pub condition: ExprId,
    /// What else has to hold for it to be executed at all: nothing jumps over it, or leaves before
    /// it. Where it does not, a coil keeps its value. Absent where it is executed in every scan, or
    /// the condition says it.
    pub executed: Option<ExprId>,
    /// Whether it may happen several times a scan.
    pub repeated: bool,
}

/// What happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// It is on as long as the condition holds, and off else.
    Follows(PlaceId),
    /// It goes on, and stays on.
    Latches(PlaceId),
    /// It goes off, and stays off.
    Unlatches(PlaceId),
    /// It gets a value.
    Gets(PlaceId, ExprId),
    /// A part of it gets a value.
    GetsPart(PlaceId, ExprId),
    /// An instruction works on something, or on its operands.
    Runs(NameId, Option<PlaceId>),
    /// Another routine or block is executed.
    Calls(String),
    /// Execution goes on elsewhere.
    Jumps(Option<NameId>),
    /// The routine ends.
    Returns,
    /// It is not understood: its text.
    Opaque(String),
}

impl Logic<'_> {
    /// What a unit does.
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
                        // Its input counts where it is called alone.
                        (Some(_), Some(instance)) if !self.is_always(condition) => {
                            Act::Calls(self.place(place(*instance)))
                        }
                        (Some((pin, input)), _) => {
                            // The guard of what is enabled by its rung has the rung in it.
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

    /// Whether a value is on or off and nothing else.
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
