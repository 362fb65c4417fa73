//! The executed instances: timers, counters, function blocks.

use std::collections::{BTreeMap, HashSet};

use tagbridge_logic::{
    Callee, Direction, Effect, Index, PlaceId, RefId, StatementId, Step,
    expr::{Constant, Expr, ExprId},
    types,
};
use tagbridge_project::Project;

use crate::budget::Budget;

/// All instances that the code executes, and their executions.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    pub(crate) by_place: BTreeMap<PlaceId, Vec<Execution>>,
    /// Statements with an output pin that is read.
    outputs: HashSet<StatementId>,
    /// Places that are read through a wire at a pin of an instance, without their name.
    wired: HashSet<PlaceId>,
}

/// An execution of an instance.
#[derive(Debug, Clone)]
pub(crate) struct Execution {
    pub(crate) statement: StatementId,
    /// The occurrence of the instance.
    pub(crate) at: RefId,
    /// The instruction or the block, in upper case.
    pub(crate) name: String,
    /// The index of the block in the project, if the file contains it.
    pub(crate) block: Option<usize>,
}

impl Instances {
    pub(crate) fn new(project: &Project, index: &Index, budget: &Budget<'_>) -> Self {
        let mut instances = Self::default();
        for (unit, _) in index.units() {
            budget.check();
            for (id, statement) in index.statements_of(unit) {
                let (at, name, block) = match &statement.effect {
                    Effect::Run { spec, instance: Some(at), .. } => {
                        (*at, index.names.text(index.specs.name(*spec)), None)
                    }
                    Effect::Call { callee, instance: Some(at), .. } => match callee {
                        Callee::Block(of) => {
                            (*at, project.blocks[*of as usize].name.as_str(), Some(*of as usize))
                        }
                        Callee::Unknown(name) => (*at, index.names.text(*name), None),
                        Callee::Routine(_) => continue,
                    },
                    _ => continue,
                };
                let place = index.canonical(index.reference(at).place);
                if !is_fixed(index, place) {
                    continue;
                }
                // An instance of a standard block is called without the name of the block.
                let kind =
                    (name == "CALL").then(|| types::name_of(project, index, place)).flatten();
                let name = kind.as_deref().unwrap_or(name);
                // `IEC_TIMER.TON`: the last part is executed.
                let name = name.rsplit('.').next().unwrap_or(name).to_ascii_uppercase();
                let execution = Execution { statement: id, at, name, block };
                instances.by_place.entry(place).or_default().push(execution);
            }
        }
        for at in 0..u32::try_from(index.exprs.len()).unwrap_or(u32::MAX) {
            match index.exprs.get(ExprId(at)) {
                Expr::Output(statement, _) => {
                    instances.outputs.insert(statement);
                }
                Expr::Ref(place) if index.refs_to(place).is_empty() => {
                    instances.wired.extend(index.places.path(index.canonical(place)));
                }
                _ => {}
            }
        }
        instances
    }

    /// Whether an output pin of an execution is read.
    pub(crate) fn has_output(&self, place: PlaceId, statement: StatementId) -> bool {
        self.outputs.contains(&statement) || self.wired.contains(&place)
    }
}

/// The inputs of an execution, by pin.
pub(crate) fn inputs(index: &Index, statement: StatementId) -> Vec<(&str, ExprId)> {
    match &index.statement(statement).effect {
        Effect::Run { inputs, .. } => {
            inputs.iter().map(|(pin, value)| (index.names.text(*pin), *value)).collect()
        }
        Effect::Call { bindings, .. } => {
            let given = index.bindings(bindings).iter().filter(|it| it.direction != Direction::Out);
            let pin = |place| match index.places.step(place) {
                Step::Root(_, name) | Step::Member(name) => Some(index.names.text(name)),
                _ => None,
            };
            given.filter_map(|it| Some((pin(it.formal)?, it.actual))).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a place is constant: it has no computed index or pointer.
pub(crate) fn is_fixed(index: &Index, place: PlaceId) -> bool {
    index.places.path(place).iter().all(|part| match index.places.step(*part) {
        Step::Behind | Step::AnyBit(_) | Step::Elements(..) => false,
        Step::Index(name) => index.places.indexes(name).iter().all(Option::is_some),
        Step::Root(..) | Step::Member(_) | Step::Bit(_) | Step::Slice(..) => true,
    })
}

/// Whether a condition is the literal TRUE.
pub(crate) fn is_always(index: &Index, id: ExprId) -> bool {
    index.exprs.get(id) == Expr::Const(Constant::Bool(true))
}

/// Whether two of these conditions are known to hold at once: all but one are always true, or two
/// are equal.
pub(crate) fn may_meet_for_sure(index: &Index, guards: &[ExprId]) -> bool {
    let always = guards.iter().filter(|id| is_always(index, **id)).count();
    let mut seen = HashSet::new();
    always > 0 && guards.len() > 1 || guards.iter().any(|id| !seen.insert(*id))
}
