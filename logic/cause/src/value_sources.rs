//! What gives a cell its value: statements, calls, timers, and when they do.

use tagbridge_logic::{
    Binding, Callee, Direction, Effect, How, Index, Logic, PlaceId, RefId, StatementId, Step,
    expr::{Constant, Edge, Expr, ExprId},
    types,
    why::{Writers, called, is_named},
};

use crate::cell::{Cell, Cells, ContextId};

/// Calls that are followed into each other.
const CALLS: usize = 12;
/// The largest number of calls of one block that are distinguished.
const EXECUTIONS: usize = 32;

/// Something that gives a cell its value.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    /// The statement.
    pub(crate) statement: StatementId,
    /// All of these conditions hold, each in its context.
    pub(crate) guards: Vec<(Option<ContextId>, ExprId)>,
    /// The calls with a condition on each way to it; none where they make no difference.
    pub(crate) ways: Vec<Vec<StatementId>>,
    /// The context of what it gives.
    pub(crate) context: Option<ContextId>,
    pub(crate) gives: ActValue,
}

/// What an act gives.
#[derive(Debug, Clone)]
pub(crate) enum ActValue {
    Value(ExprId),
    Constant(Constant),
    /// One bit of a value.
    BitOf(ExprId, u16),
    /// A value for one bit of the cell.
    SetBit(ExprId, u16),
    /// What another cell is.
    Copy(Cell),
    /// On for one scan, where a condition changes.
    Pulse(Edge, ExprId),
    /// The result of a timer or a counter.
    Run(Running),
    /// Something that is not understood.
    Unknown,
}

/// A timer or a counter that is executed.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    pub(crate) kind: Kind,
    /// The member whose value is asked for, in upper case.
    pub(crate) member: String,
    pub(crate) instance: Cell,
    /// Its inputs by the names of their pins, in upper case.
    pub(crate) inputs: Vec<(String, ExprId)>,
}

/// What a timer or a counter does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    On,
    Off,
    Pulse,
    Retentive,
    Counter,
    /// A digital alarm of Logix (1756-RM003, ALMD): on after its least duration.
    Alarm,
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        let name = name.trim_matches('"').to_uppercase();
        let name = name.strip_suffix("_LTIME").or(name.strip_suffix("_TIME")).unwrap_or(&name);
        Some(match name {
            "TON" => Self::On,
            "TOF" | "TOFR" => Self::Off,
            "TP" => Self::Pulse,
            "RTO" | "TONR" | "RTOR" => Self::Retentive,
            "CTU" | "CTD" | "CTUD" => Self::Counter,
            "ALMD" => Self::Alarm,
            _ => return None,
        })
    }
}

/// Finds what gives cells their values.
pub(crate) struct Finder<'c, 'a> {
    pub(crate) logic: Logic<'a>,
    pub(crate) cells: &'c Cells<'a>,
}

impl Finder<'_, '_> {
    /// The cell that is recorded under a name: a tag, or a part of an instance that code calls.
    pub(crate) fn find(&self, name: &str) -> Option<Cell> {
        let index = self.logic.index;
        let is =
            |place: &PlaceId| index.places.text(*place, &index.names).eq_ignore_ascii_case(name);
        let tag = index.places.ids().filter(|place| is_named(index, *place)).find(is);
        if let Some(place) = tag {
            return Some(self.cells.cell(place, None));
        }
        for call in self.cells.calls() {
            for outer in self.executions(None, call, CALLS) {
                let Some((context, _)) = self.cells.enter(outer, call) else { continue };
                if let Some(cell) = self.cells.named_in(context, name) {
                    return Some(cell);
                }
            }
        }
        None
    }

    /// All that gives a cell its value, in the order in which it is executed as far as that is known.
    pub(crate) fn acts(&self, cell: Cell) -> Vec<Act> {
        if self.cells.depth(cell.context) > CALLS {
            return Vec::new();
        }
        let index = self.logic.index;
        let writers = Writers::ordered(self.logic, cell.place);
        let mut acts = Vec::new();
        for writer in &writers.certain {
            if let Effect::Assign { value, .. } = &index.statement(writer.statement).effect {
                for context in self.executions(cell.context, writer.statement, CALLS) {
                    acts.push(self.act(writer.statement, context, ActValue::Value(*value)));
                }
            }
        }
        let certain = acts.len();
        for other in &writers.others {
            self.other(cell, *other, &mut acts);
        }
        if acts.len() > certain && writers.in_order {
            acts.sort_by_key(|act| act.statement);
        }
        acts
    }

    /// The contexts in which a statement is executed that writes a cell: that of the cell; of what
    /// is outside of all blocks those of the calls of its block.
    fn executions(
        &self,
        context: Option<ContextId>,
        statement: StatementId,
        depth: usize,
    ) -> Vec<Option<ContextId>> {
        let calls = self.cells.calls_of(statement);
        if context.is_some() || calls.is_empty() || depth == 0 {
            return vec![context];
        }
        let around = calls.iter().flat_map(|call| {
            let outer = self.executions(None, *call, depth - 1).into_iter();
            outer.filter_map(|outer| self.cells.enter(outer, *call))
        });
        around.take(EXECUTIONS).map(|(context, _)| Some(context)).collect()
    }

    fn act(&self, statement: StatementId, context: Option<ContextId>, gives: ActValue) -> Act {
        let index = self.logic.index;
        let (mut guards, mut at, mut around) = (Vec::new(), statement, context);
        guards.push((around, index.statement(at).guard));
        while let Some(inner) = around {
            (around, at) = self.cells.outer(inner);
            guards.push((around, index.statement(at).guard));
        }
        let ways = called(index, index.unit(index.statement(at).unit).routine);
        Act { statement, guards, ways, context, gives }
    }

    fn other(&self, cell: Cell, id: StatementId, acts: &mut Vec<Act>) {
        let index = self.logic.index;
        match &index.statement(id).effect {
            Effect::Assign { to, value, how } => self.assigned(cell, id, (*to, *value, *how), acts),
            Effect::Run { spec, instance, inputs, .. } => {
                let name = index.names.text(index.specs.name(*spec));
                let gives = instance
                    .map(|at| index.canonical(index.reference(at).place))
                    .filter(|it| *it != cell.place && index.places.path(cell.place).contains(it))
                    .and_then(|instance| self.run(cell, name, instance, inputs));
                acts.push(self.act(id, cell.context, gives.unwrap_or(ActValue::Unknown)));
            }
            Effect::Call { callee, instance, bindings, .. } => {
                self.call(cell, id, (*callee, *instance, index.bindings(bindings)), acts);
            }
            _ => acts.push(self.act(id, cell.context, ActValue::Unknown)),
        }
    }

    /// A statement that writes what the cell is a part of, a part of it, or what overlaps.
    fn assigned(
        &self,
        cell: Cell,
        id: StatementId,
        (to, value, how): (RefId, ExprId, How),
        acts: &mut Vec<Act>,
    ) {
        let index = self.logic.index;
        let reference = index.reference(to);
        let written = index.canonical(reference.place);
        if written == cell.place && how != How::Partial {
            // A start or a fault does that: no scan.
            return;
        }
        let (own, other) = (index.places.path(cell.place), index.places.path(written));
        if cell.context.is_some() && own[0] != other[0] {
            // Of the instance at hand, or of another one.
            let outside = Cell { place: written, context: None };
            if self.cells.names(outside) == self.cells.names(cell) {
                acts.push(self.act(id, None, ActValue::Value(value)));
            }
            return;
        }
        let resets = index.names.text(index.specs.name(reference.spec)).eq_ignore_ascii_case("RES");
        let gives = if own.contains(&written) {
            let rest = &own[other.len()..];
            match (index.exprs.get(value), rest) {
                _ if resets => {
                    let is_bit = types::is_bit(self.logic.project, index, cell.place);
                    ActValue::Constant(if is_bit == Some(false) {
                        Constant::Int(0)
                    } else {
                        Constant::Bool(false)
                    })
                }
                _ if how == How::Partial => ActValue::Unknown,
                (_, [bit]) if matches!(index.places.step(*bit), Step::Bit(_)) => {
                    let Step::Bit(bit) = index.places.step(*bit) else { return };
                    ActValue::BitOf(value, bit)
                }
                (Expr::Ref(from), _) => self.copied(cell, from, other.len()),
                (Expr::Call(name, list), _) if ["COP", "CPS"].contains(&index.names.text(name)) => {
                    match index.exprs.list(list).first().map(|id| index.exprs.get(*id)) {
                        Some(Expr::Ref(from)) => self.copied(cell, from, other.len()),
                        _ => ActValue::Unknown,
                    }
                }
                _ => ActValue::Unknown,
            }
        } else if let Some(bit) = other.strip_prefix(own.as_slice())
            && let [bit] = bit
            && let Step::Bit(bit) = index.places.step(*bit)
        {
            ActValue::SetBit(value, bit)
        } else {
            ActValue::Unknown
        };
        for context in self.executions(cell.context, id, CALLS) {
            let gives = match &gives {
                ActValue::Copy(from) => ActValue::Copy(self.cells.cell(from.place, context)),
                gives => gives.clone(),
            };
            acts.push(self.act(id, context, gives));
        }
    }

    /// What the cell is in what is copied over what it is a part of.
    fn copied(&self, cell: Cell, from: PlaceId, steps: usize) -> ActValue {
        let found = self.cells.counterpart(cell.place, steps, from);
        found.map_or(ActValue::Unknown, |place| ActValue::Copy(Cell { place, context: None }))
    }

    fn run(
        &self,
        cell: Cell,
        name: &str,
        instance: PlaceId,
        inputs: &[(tagbridge_logic::NameId, ExprId)],
    ) -> Option<ActValue> {
        let index = self.logic.index;
        let Step::Member(member) = index.places.step(cell.place) else { return None };
        let member = index.names.text(member).to_uppercase();
        let of = types::name_of(self.logic.project, index, instance).unwrap_or_default();
        let name = if name == "CALL" { of.trim_matches('"').to_owned() } else { name.to_owned() };
        let inputs: Vec<(String, ExprId)> = inputs
            .iter()
            .map(|(pin, value)| (index.names.text(*pin).to_uppercase(), *value))
            .collect();
        let input = |names: &[&str]| {
            inputs.iter().find(|(pin, _)| names.contains(&pin.as_str())).map(|(_, value)| *value)
        };
        let edge = match name.to_uppercase().as_str() {
            "R_TRIG" => Some(Edge::Rising),
            "F_TRIG" => Some(Edge::Falling),
            _ => None,
        };
        if let (Some(edge), Some(clock)) = (edge, input(&["CLK"])) {
            return (member == "Q").then_some(ActValue::Pulse(edge, clock));
        }
        // What it is given is what its input is.
        if let Some(given) = input(&[member.as_str()]) {
            return Some(ActValue::Value(given));
        }
        let kind = Kind::of(&name)?;
        let instance = Cell { place: instance, context: cell.context };
        Some(ActValue::Run(Running { kind, member, instance, inputs }))
    }

    fn call(
        &self,
        cell: Cell,
        id: StatementId,
        (callee, instance, bindings): (Callee, Option<RefId>, &[Binding]),
        acts: &mut Vec<Act>,
    ) {
        let index = self.logic.index;
        let path = index.places.path(cell.place);
        let depth_of = |place: PlaceId| {
            let place = index.canonical(place);
            path.iter().position(|part| *part == place).map(|at| at + 1)
        };
        let own_call = cell.context.map(|at| self.cells.outer(at));
        // What the call gives to a parameter of what it calls.
        let formal = bindings
            .iter()
            .filter(|it| it.direction != Direction::Out)
            .find_map(|it| depth_of(it.formal).map(|depth| (it, depth)));
        if let Some((binding, depth)) = formal {
            let is_subroutine = matches!(callee, Callee::Routine(_));
            let (outer, executes) = own_call.unwrap_or((None, id));
            if executes != id || (cell.context.is_none() && !is_subroutine) {
                return;
            }
            let gives = match index.exprs.get(binding.actual) {
                Expr::Ref(from) if depth < path.len() => {
                    let found = self.cells.counterpart(cell.place, depth, from);
                    found.map_or(ActValue::Unknown, |it| ActValue::Copy(self.cells.cell(it, outer)))
                }
                _ if depth < path.len() => ActValue::Unknown,
                _ => ActValue::Value(binding.actual),
            };
            acts.push(self.act(id, outer, gives));
            return;
        }
        let unit_is_around = cell.context.is_none() || own_call.is_some_and(|(_, call)| call != id);
        let inner = self.cells.enter(cell.context, id);
        if let Some(depth) = instance.and_then(|at| depth_of(index.reference(at).place))
            && unit_is_around
        {
            let found = inner.and_then(|(context, scope)| {
                let Step::Member(member) = index.places.step(*path.get(depth)?) else {
                    return None;
                };
                let root = index.places.find(None, Step::Root(scope, member))?;
                let part = self.cells.counterpart(cell.place, depth + 1, root)?;
                Some(Cell { place: part, context: Some(context) })
            });
            match found {
                Some(inside) => acts.extend(self.acts(inside)),
                None => acts.push(self.act(id, cell.context, ActValue::Unknown)),
            }
            return;
        }
        let taken = bindings
            .iter()
            .filter(|it| it.direction != Direction::In)
            .find_map(|it| Some((it, depth_of(index.reference(it.at?).place)?)));
        let Some((binding, depth)) = taken else {
            acts.push(self.act(id, cell.context, ActValue::Unknown));
            return;
        };
        let found = self.cells.counterpart(cell.place, depth, binding.formal);
        let context = inner.map(|(context, _)| context);
        match (found, binding.direction) {
            (Some(place), Direction::InOut) if context.is_some() => {
                acts.extend(self.acts(Cell { place, context }));
            }
            (Some(place), _) => {
                let from = Cell { place: index.canonical(place), context };
                acts.push(self.act(id, cell.context, ActValue::Copy(from)));
            }
            _ => acts.push(self.act(id, cell.context, ActValue::Unknown)),
        }
    }
}

/// Whether a value is on for one scan alone: no recording between scans can see it.
pub(crate) fn is_pulse(index: &Index, acts: &[Act]) -> bool {
    acts.iter().any(|act| match act.gives {
        ActValue::Pulse(..) => true,
        ActValue::Value(value) => {
            let of_statement = &index.statement(act.statement).effect;
            matches!(of_statement, Effect::Assign { how: How::Follow, .. })
                && has_edge(index, value)
        }
        _ => false,
    })
}

fn has_edge(index: &Index, id: ExprId) -> bool {
    match index.exprs.get(id) {
        Expr::Edge(..) => true,
        Expr::And(list) => index.exprs.list(list).iter().any(|id| has_edge(index, *id)),
        _ => false,
    }
}
