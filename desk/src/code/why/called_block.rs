//! Inside a called block: its parameters and locals have the names of one call.

use tagbridge_logic::{
    Binding, Direction, Effect, Logic, PlaceId, StatementId, Step,
    expr::Expr,
    query::Found,
    why::{Answer, Condition, ConditionSource},
};

use super::{Chain, LEVELS_MAX};
use crate::view::{WhyEnd, WhyLink};

/// A call of a block, and the parameter that gives a place its value.
pub(super) struct Call {
    pub(super) statement: StatementId,
    /// The parameter in the scope of the block.
    pub(super) formal: PlaceId,
    /// The text before the name of a parameter or local: `AOI:MotorCtrl.`, `PumpControl#`.
    prefix: String,
    /// The instance, if the block has one.
    instance: Option<String>,
    /// The arguments that are places, by the text of their parameters.
    arguments: Vec<(String, PlaceId)>,
    /// The arguments that the block reads.
    inputs: Vec<PlaceId>,
    /// The parameters that it writes, and their arguments.
    outputs: Vec<(PlaceId, PlaceId)>,
}

impl Call {
    /// The calls that write a place: as an argument, or as a parameter or local of their instance.
    pub(super) fn all(logic: Logic<'_>, place: PlaceId) -> Vec<Self> {
        let index = logic.index;
        let canonical = index.canonical(place);
        let is_it = |at: &PlaceId| index.canonical(*at) == canonical;
        let of = [place, canonical].into_iter().flat_map(|it| index.refs_to(it));
        let mut calls: Vec<Self> = of
            .flat_map(|at| index.statements_of(index.unit_of(*at)))
            .filter_map(|(id, _)| {
                let mut call = Self::new(logic, id)?;
                call.formal = call.outputs.iter().find(|(_, actual)| is_it(actual))?.0;
                Some(call)
            })
            .collect();
        if let (Step::Member(member), Some(instance)) =
            (index.places.step(canonical), index.places.parent(canonical))
        {
            calls.extend(Self::of_instance(logic, instance, index.names.text(member)));
        }
        calls.sort_by_key(|it| it.statement);
        calls.dedup_by_key(|it| it.statement);
        calls
    }

    /// The calls with this instance, for one of its parameters or locals.
    pub(super) fn of_instance(logic: Logic<'_>, instance: PlaceId, member: &str) -> Vec<Self> {
        let index = logic.index;
        let with = |at: &_| index.statements_of(index.unit_of(*at));
        let calls = index.refs_to(instance).iter().flat_map(with).filter_map(|(id, statement)| {
            let Effect::Call { instance: Some(own), .. } = &statement.effect else { return None };
            if index.reference(*own).place != instance {
                return None;
            }
            let mut call = Self::new(logic, id)?;
            let Step::Root(scope, _) = index.places.step(call.formal) else { return None };
            let name = index.names.find(member)?;
            call.formal = index.places.find(None, Step::Root(scope, name))?;
            Some(call)
        });
        calls.collect()
    }

    /// A call with arguments, for its first parameter.
    fn new(logic: Logic<'_>, statement: StatementId) -> Option<Self> {
        let index = logic.index;
        let Effect::Call { instance, bindings, .. } = &index.statement(statement).effect else {
            return None;
        };
        let bindings = index.bindings(bindings);
        let formal = bindings.first()?.formal;
        let Step::Root(_, name) = index.places.step(formal) else { return None };
        let text = logic.place(formal);
        let prefix = text.strip_suffix(index.names.text(name))?.to_owned();
        let places = bindings.iter().filter_map(|it| match index.exprs.get(it.actual) {
            Expr::Ref(place) => Some((it, place)),
            _ => None,
        });
        let is_input = |it: &Binding| it.direction == Direction::In;
        let inputs = places.clone().filter(|(it, _)| is_input(it)).map(|(_, place)| place);
        let outputs = places.clone().filter(|(it, _)| !is_input(it));
        Some(Self {
            statement,
            formal,
            prefix,
            instance: instance.map(|it| logic.place(index.reference(it).place)),
            inputs: inputs.collect(),
            outputs: outputs.map(|(it, place)| (it.formal, place)).collect(),
            arguments: places.map(|(it, place)| (logic.place(it.formal), place)).collect(),
        })
    }

    /// The block, and its instance.
    pub(super) fn name(&self) -> String {
        let block = self.prefix.trim_start_matches("AOI:").trim_end_matches(['.', '#']);
        match &self.instance {
            Some(instance) => format!("{block} ({instance})"),
            None => block.to_owned(),
        }
    }

    /// The argument of a parameter of the block.
    fn argument(&self, name: &str) -> Option<PlaceId> {
        self.arguments.iter().find(|(formal, _)| formal == name).map(|(_, place)| *place)
    }

    /// The name outside of the block; `None`: it has none.
    pub(super) fn outer(&self, logic: Logic<'_>, name: &str) -> Option<String> {
        let is_part = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        for (formal, place) in &self.arguments {
            if let Some(rest) = name.strip_prefix(formal.as_str()).filter(|rest| is_part(rest)) {
                return Some(logic.place(*place) + rest);
            }
        }
        match name.strip_prefix(&self.prefix) {
            Some(rest) => self.instance.as_ref().map(|it| format!("{it}.{rest}")),
            None => Some(name.to_owned()),
        }
    }

    /// An expression of the block with the names outside.
    fn expression(&self, text: &str) -> String {
        let instance = self.instance.as_deref().map(|it| format!("{it}."));
        text.replace(&self.prefix, instance.as_deref().unwrap_or_default())
    }

    /// The names of the block's parameters and locals that its code uses.
    pub(super) fn own_names(&self, logic: Logic<'_>) -> Vec<String> {
        let places = &logic.index.places;
        let Step::Root(scope, _) = places.step(self.formal) else { return Vec::new() };
        let is_own = |it: &PlaceId| {
            let root = places.root_of(*it);
            matches!(places.step(root), Step::Root(own, _) if own == scope)
        };
        places.ids().filter(is_own).map(|it| logic.place(it)).collect()
    }
}

impl Chain<'_> {
    /// Follows the calls that write a place.
    pub(super) fn calls(&mut self, calls: &[Call], level: u32) {
        for call in calls {
            let mut link = self.link(level, &call.name(), false);
            link.rungs = vec![self.rung(call.statement)];
            link.end = Some(if level < LEVELS_MAX { WhyEnd::Block } else { WhyEnd::Deep });
            self.push(link);
            if let Some(input) = self.input(call).filter(|_| level < LEVELS_MAX) {
                self.argument(input, level + 1);
            } else if level < LEVELS_MAX {
                let answer = self.answer_inside(call, call.formal);
                self.follow_inside(call, &answer, level + 1);
            }
        }
    }

    /// The argument, if the parameter is one that the block only reads.
    fn input(&self, call: &Call) -> Option<PlaceId> {
        call.argument(&self.logic.place(call.formal)).filter(|it| call.inputs.contains(it))
    }

    fn follow_inside(&mut self, call: &Call, answer: &Answer, level: u32) {
        let core = answer.cores.first().map_or(&[][..], Vec::as_slice);
        for condition in core {
            self.condition_inside(call, condition, level);
        }
        if !core.is_empty() {
            return;
        }
        // A local that cannot be read decides: its own conditions follow.
        let locals = answer.missing.iter().filter(|it| it.name.starts_with(&call.prefix));
        let locals: Vec<PlaceId> = locals
            .filter_map(|it| match self.logic.find(&it.name) {
                Found::One(place) => Some(place),
                _ => None,
            })
            .collect();
        for local in &locals {
            self.place_inside(call, *local, &ConditionSource::Logic, level);
        }
        for input in call.inputs.iter().filter(|_| locals.is_empty()) {
            self.argument(*input, level);
        }
    }

    fn condition_inside(&mut self, call: &Call, condition: &Condition, level: u32) {
        let Some(place) = condition.place else {
            let mut link = self.link(level, &call.expression(&condition.name), false);
            link.value = condition.now.as_ref().map(super::written);
            self.push(link);
            return;
        };
        self.place_inside(call, place, &condition.source, level);
    }

    fn place_inside(&mut self, call: &Call, place: PlaceId, source: &ConditionSource, level: u32) {
        let name = self.logic.place(place);
        if let Some(argument) = call.argument(&name) {
            return self.argument(argument, level);
        }
        if !name.starts_with(&call.prefix) {
            return self.place(place, source, level);
        }
        let outer = call.outer(self.logic, &name);
        let mut link: WhyLink = match &outer {
            Some(outer) => self.link(level, outer, true),
            None => self.link(level, &call.expression(&name), false),
        };
        if let ConditionSource::Timer { elapsed_ms, preset_ms, .. } = source {
            link.timer = elapsed_ms.zip(*preset_ms).map(|(elapsed, preset)| [elapsed, preset]);
        }
        if let Some((statement, input)) = self.timer_input(place) {
            link.rungs = vec![self.rung(statement)];
            let is_new = self.seen.insert(place);
            link.end = (!is_new).then_some(WhyEnd::Again);
            self.push(link);
            let of = self.logic.index.exprs.places(input).into_iter();
            for place in of.filter(|_| is_new && level < LEVELS_MAX) {
                self.place_inside(call, place, &ConditionSource::Logic, level + 1);
            }
            return;
        }
        let answer = self.answer_inside(call, place);
        link.rungs = self.rungs(&answer);
        link.end = self.end(place, source, &answer, level);
        let is_followed = link.end.is_none();
        self.push(link);
        if is_followed {
            self.follow_inside(call, &answer, level + 1);
        }
    }

    fn argument(&mut self, place: PlaceId, level: u32) {
        let source = self.source(place);
        self.place(place, &source, level);
    }
}
