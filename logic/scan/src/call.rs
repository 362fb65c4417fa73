//! Executes a block: copies the arguments, executes its code on its own places, and keeps their
//! values for the next call.

use crate::{
    Machine,
    block::{called, scope, units},
};
use tagbridge_logic::{
    Callee, Direction, Effect, PlaceId, RefId, Statement, Step,
    expr::{Scalar, Truth},
};

impl Machine<'_> {
    /// Executes a block, on its instance if it has one. False if the file does not contain its
    /// code, or if it is unknown whether it is executed.
    pub(crate) fn block(&mut self, statement: &Statement, elapsed_ms: i64, depth: usize) -> bool {
        let Some((block, instance)) = called(self.logic, statement) else { return false };
        let Effect::Call { bindings, .. } = &statement.effect else { return false };
        let known = self.instances.known.get(&(self.instance, (block, instance)));
        let Some(at) = known.copied() else {
            return false;
        };
        let code = &self.instances.codes[&block];
        let guard = self.guard(statement.guard);
        let is_too_much = depth >= crate::CALLS || self.left == 0;
        if code.logic.is_empty() || guard == Truth::Unknown || is_too_much {
            self.instances.all[at].values.clear();
            return false;
        }
        if guard == Truth::False {
            return !code.acts_when_off;
        }
        let index = self.logic.index;
        if instance.is_none() {
            // It keeps no values between calls.
            self.instances.all[at].values.clone_from(&code.initial);
        }
        let code = &self.instances.codes[&block];
        let (units, own) = (code.logic.clone(), code.own.clone());
        let given: Vec<_> = index
            .bindings(bindings)
            .iter()
            .map(|it| (it.formal, it.direction, it.at, self.evaluate(it.actual)))
            .collect();
        // The callee works on the places of in-out arguments, with all of their parts.
        let shared: Vec<(PlaceId, PlaceId, PlaceId)> = given
            .iter()
            .filter(|it| it.1 == Direction::InOut)
            .filter_map(|it| Some((it.0, index.reference(it.2?).place)))
            .flat_map(|(formal, actual)| {
                let parts = own.iter().filter(move |it| index.places.path(**it).contains(&formal));
                parts.map(move |part| (formal, *part, actual))
            })
            .collect();
        let is_shared = |place: &PlaceId| shared.iter().any(|(_, part, _)| part == place);
        let outside = |it: &PlaceId| self.counterpart(*it, 0, instance?);
        let outside: Vec<Option<PlaceId>> = own.iter().map(outside).collect();
        let kept = std::mem::take(&mut self.instances.all[at].values);
        for (own, outside) in own.iter().zip(&outside).filter(|(own, _)| !is_shared(own)) {
            let value = match outside {
                Some(outside) => self.memory.get(*outside).cloned(),
                None => kept.get(own).cloned(),
            };
            let before = match outside {
                Some(outside) => self.before(*outside).cloned(),
                None => kept.get(own).cloned(),
            };
            self.memory.bring(*own, value, before);
        }
        for (formal, part, actual) in &shared {
            let depth = index.places.path(*formal).len();
            let of = self.counterpart(*part, depth, *actual);
            let value = of.and_then(|of| self.memory.get(of).cloned());
            let before = of.and_then(|of| self.before(of).cloned());
            self.memory.bring(*part, value, before);
        }
        for (formal, direction, _, value) in &given {
            if *direction == Direction::In {
                let value =
                    value.clone().map(|value| self.memory.converted_to_place(*formal, value));
                self.memory.bring(*formal, value, None);
            }
        }
        let around = self.instance.replace(at);
        self.memory.swap_timers(&mut self.instances.all[at].timers);
        self.execute(&units, elapsed_ms, depth + 1);
        self.memory.swap_timers(&mut self.instances.all[at].timers);
        self.instance = around;
        let results: Vec<Option<Scalar>> =
            own.iter().map(|it| self.memory.get(*it).cloned()).collect();
        let handed: Vec<(PlaceId, Option<Scalar>)> = shared
            .iter()
            .filter_map(|(formal, part, actual)| {
                let depth = index.places.path(*formal).len();
                let of = self.counterpart(*part, depth, *actual)?;
                Some((of, self.memory.get(*part).cloned()))
            })
            .collect();
        let returned: Vec<(RefId, Option<Scalar>)> = given
            .iter()
            .filter(|it| it.1 == Direction::Out)
            .filter_map(|it| Some((it.2?, self.memory.get(it.0).cloned())))
            .collect();
        let arguments = given.iter().filter(|it| it.1 != Direction::Out).map(|it| it.3.clone());
        self.returns(block, &own, &results, arguments.collect());
        let kept = own.iter().copied().zip(outside).zip(results);
        self.keep(at, kept.filter(|((own, _), _)| !is_shared(own)));
        for own in &own {
            self.memory.bring(*own, None, None);
        }
        for (of, value) in handed {
            self.memory.write(index.canonical(of), value);
        }
        for (to, value) in returned {
            self.memory.set(index.reference(to).place, value);
        }
        true
    }

    /// Keeps the values of an instance's places, also in the equal places outside it.
    fn keep(
        &mut self,
        instance: usize,
        kept: impl Iterator<Item = ((PlaceId, Option<PlaceId>), Option<Scalar>)>,
    ) {
        for ((own, outside), value) in kept {
            if let Some(value) = &value {
                self.instances.all[instance].values.insert(own, value.clone());
            }
            if let Some(outside) = outside {
                self.memory.write(self.logic.index.canonical(outside), value);
            }
        }
    }

    /// Records the result of a function: the value of its own name.
    fn returns(
        &mut self,
        block: u32,
        own: &[PlaceId],
        results: &[Option<Scalar>],
        arguments: Option<Vec<Scalar>>,
    ) {
        let index = self.logic.index;
        let Some(name) = index.names.find(&self.logic.project.blocks[block as usize].name) else {
            return;
        };
        let step = scope(self.logic, block).map(|scope| Step::Root(scope, name));
        let place = step.and_then(|step| index.places.find(None, step));
        let at = own.iter().position(|it| Some(*it) == place);
        let result = at.and_then(|at| results.get(at)?.clone());
        if let (Some(result), Some(arguments)) = (result, arguments) {
            self.memory.returns(name, arguments, result);
        }
    }

    /// Makes the values unknown that a block and its callees may write: it is called, but not
    /// executed.
    pub(crate) fn forget_callee(&mut self, statement: &Statement) {
        let Effect::Call { callee: Callee::Block(block), .. } = statement.effect else { return };
        let logic = self.logic;
        let places = self.written.remove(&block).unwrap_or_else(|| {
            crate::written(logic.index, &crate::called_from(logic, &units(logic, block)))
        });
        for place in &places {
            self.forget(*place);
        }
        self.written.insert(block, places);
    }

    /// The place in `of` that corresponds to a part after `steps` steps of its path; `None` if no
    /// code names it.
    pub(crate) fn counterpart(&self, part: PlaceId, steps: usize, of: PlaceId) -> Option<PlaceId> {
        let places = &self.logic.index.places;
        let mut at = self.logic.index.canonical(of);
        for step in places.path(part).into_iter().skip(steps) {
            let step = match places.step(step) {
                Step::Root(_, name) => Step::Member(name),
                step => step,
            };
            at = places.find(Some(at), step)?;
        }
        Some(at)
    }
}
