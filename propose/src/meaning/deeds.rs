//! The effects of statements, for comparing old and new code.

use tagbridge_logic::{
    Callee, Effect, How, Logic, PlaceId, Statement,
    expr::{Evaluation, Expr, ExprId, Scalar, Truth},
};
use tagbridge_project::{Language, spelling};

use super::values::Drawn;

/// The effect of a statement: its target and its conditions.
pub(super) struct Deed {
    pub(super) key: String,
    /// Its conditions: first the one that a plan changes, then all others.
    pub(super) by: Option<ExprId>,
    pub(super) others: Vec<ExprId>,
    /// For a call, the names of the parameters that get these.
    pub(super) pins: Vec<String>,
    pub(super) callee: Option<Callee>,
}

impl Deed {
    fn of(key: String, by: ExprId, others: Vec<ExprId>) -> Self {
        Self { key, by: Some(by), others, pins: Vec::new(), callee: None }
    }

    /// The name of what it writes.
    pub(super) fn target(&self) -> &str {
        self.key.rsplit_once(' ').map_or(&self.key, |it| it.0)
    }

    /// Whether it writes a place itself.
    pub(super) fn writes(&self) -> bool {
        ["Follow", "Latch", "Store"].iter().any(|it| self.key.ends_with(it)) || self.turns_off()
    }

    /// Whether it only turns its place off.
    pub(super) fn turns_off(&self) -> bool {
        self.key.ends_with(" Unlatch")
    }

    pub(super) fn truth(&self, values: &Drawn<'_>) -> Truth {
        match self.by {
            Some(by) => Evaluation::new(&values.logic.index.exprs, values).truth(by),
            None => Truth::Unknown,
        }
    }
}

/// Whether a statement is a gate or another block of a sheet that keeps nothing: what it does is in what
/// follows it.
pub(super) fn is_passing(logic: Logic<'_>, statement: &Statement) -> bool {
    let Effect::Run { spec, .. } = &statement.effect else { return false };
    let name = logic.index.names.text(logic.index.specs.name(*spec));
    logic.language(logic.index.unit(statement.unit)) == Language::Fbd
        && tagbridge_logic::logix::block_sorts(name).is_some()
}

pub(super) fn deed(logic: Logic<'_>, statement: &Statement) -> Deed {
    let index = logic.index;
    let place = |at| logic.place(index.canonical(index.reference(at).place)).to_lowercase();
    let guard = statement.guard;
    match &statement.effect {
        Effect::Assign { to, value, how } => {
            let key = format!("{} {how:?}", place(*to));
            let is_always = matches!(index.exprs.get(guard), Expr::Const(it) if it.scalar() == Some(Scalar::Bool(true)));
            match how {
                How::Latch | How::Unlatch => Deed::of(key, guard, vec![*value]),
                How::Store if !is_always => Deed::of(key, guard, vec![*value]),
                _ => Deed::of(key, *value, vec![guard]),
            }
        }
        Effect::Run { spec, instance, inputs, .. } => {
            let name = index.names.text(index.specs.name(*spec));
            let key = format!("{} {name}", instance.map(place).unwrap_or_default());
            // A timer with its input at a pin, or from the rung.
            let (by, others) = match inputs.split_first() {
                Some(((_, input), rest)) => (*input, rest.iter().map(|it| it.1).collect()),
                None => (guard, Vec::new()),
            };
            Deed::of(key, by, others)
        }
        Effect::Call { callee, how, bindings, instance } => {
            let called = called(logic, *callee);
            let key = format!("{} {called} {how:?}", instance.map(place).unwrap_or_default());
            let all = index.bindings(bindings);
            let others = all.iter().map(|it| it.actual).collect();
            let pins = all.iter().map(|it| pin(logic, it.formal)).collect();
            Deed { pins, callee: Some(*callee), ..Deed::of(key, guard, others) }
        }
        other => Deed::of(format!("{:?}", std::mem::discriminant(other)), guard, Vec::new()),
    }
}

/// The name of a parameter without its block.
pub(crate) fn pin(logic: Logic<'_>, formal: PlaceId) -> String {
    let formal = logic.place(formal);
    let own = formal.rsplit('#').next().unwrap_or(&formal);
    spelling::last_name(own).trim_matches('"').to_owned()
}

/// The name of what a call calls: its position may be another one in the other version.
fn called(logic: Logic<'_>, callee: Callee) -> String {
    let (project, index) = (logic.project, logic.index);
    match callee {
        Callee::Routine(at) => project.routines[at.index()].name.clone(),
        Callee::Block(at) => project.blocks[at as usize].name.clone(),
        Callee::Unknown(name) => index.names.text(name).to_owned(),
    }
}
