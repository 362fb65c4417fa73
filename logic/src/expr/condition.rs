use std::collections::BTreeMap;

use super::{
    ExprId, Exprs, Interval, Truth, Values, Variable, VariableId, exact,
    formula::Formula,
    sets::{self, Changes, Core},
    solve::Solver,
    table::MAXIMUM_BITS,
};
use crate::ids::PlaceId;

/// How much of an answer is wanted, and what it may cost.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// How many sets, the smallest first.
    pub sets: usize,
    /// The inputs of a truth table, at most 20.
    pub bits: u32,
    /// The entries of all truth tables of one search, as a power of two.
    pub work: u32,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { sets: 4, bits: MAXIMUM_BITS, work: 26 }
    }
}

/// A condition under the values of one moment.
#[derive(Debug)]
pub struct Condition {
    formula: Formula,
}

/// Why a condition is as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionFinding {
    /// Whether it is as wanted.
    pub truth: Truth,
    /// Sets of variables whose change alone makes it as wanted; no part of one does.
    pub blocking: Vec<Vec<Change>>,
    /// Where it is not as wanted: sets of present values that keep it so whatever all others are.
    pub cores: Vec<Vec<VariableId>>,
    /// Where it is not known: the unknown variables that decide.
    pub missing: Vec<VariableId>,
    /// Whether the sets are surely minimal.
    pub minimal: bool,
    /// Whether no values at all make it as wanted.
    pub impossible: bool,
}

/// A variable that has to change, or to be known.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Which.
    pub variable: VariableId,
    /// To what.
    pub need: Need,
}

/// What a variable has to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Need {
    /// On.
    On,
    /// Off.
    Off,
    /// A number in one of these intervals; of two values that are compared, their difference.
    Within(Vec<Interval>),
}

impl Condition {
    /// Of an expression that is wanted to hold (or not). `whole` tells the places that hold whole
    /// numbers alone.
    pub fn new(
        exprs: &Exprs,
        id: ExprId,
        wanted: bool,
        values: &dyn Values,
        whole: &dyn Fn(PlaceId) -> bool,
    ) -> Self {
        Self { formula: Formula::new(exprs, &[(id, wanted)], values, whole) }
    }

    /// What can change in it.
    pub fn variables(&self) -> impl Iterator<Item = (VariableId, &Variable)> {
        (0..).map(VariableId).zip(&self.formula.variables)
    }

    /// One of them.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.formula.variables[id.0 as usize]
    }

    /// Why it is as it is.
    pub fn finding(&self, limits: SearchLimits) -> ConditionFinding {
        let root = self.formula.roots[0];
        let solution = Solver::new(&self.formula, limits).solve(root);
        let (frees, cores) = if solution.exact {
            (solution.frees, solution.cores)
        } else {
            (self.freeing(solution.frees, limits), self.holding(solution.cores, limits))
        };
        ConditionFinding {
            truth: solution.truth,
            impossible: solution.exact && solution.truth == Truth::False && frees.is_empty(),
            blocking: frees.into_iter().map(|set| self.changes(set)).collect(),
            cores,
            missing: solution.missing.into_iter().collect(),
            minimal: solution.exact,
        }
    }

    fn changes(&self, set: Changes) -> Vec<Change> {
        set.into_iter()
            .map(|(variable, allowed)| {
                let regions = &self.variable(variable).regions;
                let need = match regions.intervals(&allowed) {
                    intervals if !intervals.is_empty() => Need::Within(intervals),
                    _ if allowed == [true, false] => Need::Off,
                    _ => Need::On,
                };
                Change { variable, need }
            })
            .collect()
    }

    /// Guessed changes that do make it as wanted, with what is of no use left out.
    fn freeing(&self, guessed: Vec<Changes>, limits: SearchLimits) -> Vec<Changes> {
        let found = guessed.into_iter().filter_map(|set| self.completed(set, limits));
        sets::smallest(found.collect(), limits.sets)
    }

    /// A change may unmake what held before: then what the rest needs is added, a few times.
    fn completed(&self, mut set: Changes, limits: SearchLimits) -> Option<Changes> {
        const ATTEMPTS: usize = 8;
        for _ in 0..ATTEMPTS {
            let held = first_regions(&set);
            if self.truth(&held) == Truth::True {
                return Some(self.without_idle(set, &held));
            }
            let mut solver = Solver::new(&self.formula, limits);
            solver.holding(&held);
            let rest = solver.solve(self.formula.roots[0]);
            let more = rest
                .frees
                .into_iter()
                .find(|more| !more.is_empty() && more.keys().all(|it| !set.contains_key(it)))?;
            set.extend(more);
        }
        None
    }

    fn without_idle(&self, mut set: Changes, held: &BTreeMap<VariableId, usize>) -> Changes {
        let mut held = held.clone();
        for variable in held.clone().into_keys() {
            let region = held.remove(&variable);
            if self.truth(&held) == Truth::True {
                set.remove(&variable);
            } else {
                held.extend(region.map(|region| (variable, region)));
            }
        }
        for (variable, region) in held {
            if let Some(allowed) = set.get_mut(&variable) {
                allowed.iter_mut().enumerate().for_each(|(index, it)| *it = index == region);
            }
        }
        set
    }

    /// Cores with what is of no use left out.
    fn holding(&self, guessed: Vec<Core>, limits: SearchLimits) -> Vec<Core> {
        let found = guessed.into_iter().map(|mut core| {
            for variable in core.clone() {
                let without: Core = core.iter().copied().filter(|it| *it != variable).collect();
                let state = |it: VariableId| {
                    without.contains(&it).then(|| self.variable(it).state).flatten()
                };
                if self.formula.kleene(&state)[self.formula.roots[0]] == Truth::False {
                    core = without;
                }
            }
            core
        });
        sets::smallest_cores(found.collect(), limits.sets)
    }

    fn truth(&self, held: &BTreeMap<VariableId, usize>) -> Truth {
        let state =
            |variable: VariableId| held.get(&variable).copied().or(self.variable(variable).state);
        self.formula.kleene(&state)[self.formula.roots[0]]
    }
}

/// Whether two conditions hold under the same values; none where they have too many variables to
/// tell.
pub fn equivalent(
    exprs: &Exprs,
    left: ExprId,
    right: ExprId,
    values: &dyn Values,
    whole: &dyn Fn(PlaceId) -> bool,
) -> Option<bool> {
    if left == right {
        return Some(true);
    }
    let formula = Formula::new(exprs, &[(left, true), (right, true)], values, whole);
    exact::same(&formula, formula.roots[0], formula.roots[1], MAXIMUM_BITS)
}

fn first_regions(set: &Changes) -> BTreeMap<VariableId, usize> {
    set.iter()
        .filter_map(|(variable, allowed)| Some((*variable, allowed.iter().position(|it| *it)?)))
        .collect()
}
