use std::collections::BTreeMap;

use super::{
    ExprId, Exprs, Interval, Truth, Values, Variable, VariableId, exact,
    formula::Formula,
    sets::{self, Changes, Core},
    solve::Solver,
    table::MAXIMUM_BITS,
};
use crate::ids::PlaceId;

/// Limits of the size and the cost of a search.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// Maximum number of sets; the smallest sets come first.
    pub sets: usize,
    /// Maximum number of inputs of a truth table, at most 20.
    pub bits: u32,
    /// Maximum number of entries of all truth tables of one search, as a power of two.
    pub work: u32,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { sets: 4, bits: MAXIMUM_BITS, work: 26 }
    }
}

/// A condition with the values of one moment.
#[derive(Debug)]
pub struct ValuedCondition {
    formula: Formula,
}

/// Why a condition holds or does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionFinding {
    /// Whether it has the wanted result.
    pub truth: Truth,
    /// Minimal sets of variables whose change alone leads to the wanted result.
    pub blocking: Vec<Vec<Change>>,
    /// If the result is not as wanted: sets of current values that cause it, independent of all
    /// others.
    pub cores: Vec<Vec<VariableId>>,
    /// If the result is unknown: the unknown variables that decide.
    pub missing: Vec<VariableId>,
    /// Whether the sets are certainly minimal.
    pub minimal: bool,
    /// Whether no values at all lead to the wanted result.
    pub impossible: bool,
}

/// A variable that must change, or must become known.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The variable.
    pub variable: VariableId,
    /// The necessary value.
    pub need: Need,
}

/// The necessary value of a variable.
#[derive(Debug, Clone, PartialEq)]
pub enum Need {
    /// On.
    On,
    /// Off.
    Off,
    /// A number in one of these intervals; for a comparison of two values, their difference.
    Within(Vec<Interval>),
}

impl ValuedCondition {
    /// Creates a condition from an expression that is wanted to hold (or not). `whole` returns
    /// whether a place contains only whole numbers.
    pub fn new(
        exprs: &Exprs,
        id: ExprId,
        wanted: bool,
        values: &dyn Values,
        whole: &dyn Fn(PlaceId) -> bool,
    ) -> Self {
        Self { formula: Formula::new(exprs, &[(id, wanted)], values, whole) }
    }

    /// Returns a variable.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.formula.variables[id.0 as usize]
    }

    /// Explains the result.
    pub fn finding(&self, limits: SearchLimits) -> ConditionFinding {
        let root = self.formula.roots[0];
        let solution = Solver::new(&self.formula, limits).solve(root);
        let (frees, cores) = if solution.exact {
            (solution.frees, solution.cores)
        } else {
            (self.sufficient_changes(solution.frees, limits), self.holding(solution.cores, limits))
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

    /// Whether any values lead to the wanted result. Faster than [`Self::finding`], and true if there are
    /// too many variables to be sure.
    pub fn is_possible(&self, limits: SearchLimits) -> bool {
        Solver::new(&self.formula, limits).possible(self.formula.roots[0])
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

    /// Keeps the guessed changes that lead to the wanted result, without the unnecessary ones.
    fn sufficient_changes(&self, guessed: Vec<Changes>, limits: SearchLimits) -> Vec<Changes> {
        let found = guessed.into_iter().filter_map(|set| self.completed(set, limits));
        sets::smallest(found.collect(), limits.sets)
    }

    /// A change can invalidate another part: then the changes for that part are added, a few times.
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

    /// Returns the cores without the unnecessary values.
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

/// Whether two conditions hold for the same values; `None` if they have too many variables.
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
