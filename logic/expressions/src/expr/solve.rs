//! The changes that free a part of a formula, and the values that hold it false.
//!
//! Children without common variables are independent: the changes that free a series are one choice
//! of each child together, those of a branch are the choices of any child; cores are dual. Children
//! with common variables are solved with a common truth table of up to [`SearchLimits::bits`]
//! inputs. Larger ones are treated as independent, and the answer says so.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    Truth, VariableId,
    condition::SearchLimits,
    exact,
    formula::{Formula, Part, atom_truth},
    sets::{self, Changes, Core},
};

/// The solution of a part.
#[derive(Debug, Clone)]
pub(super) struct Solution {
    pub(super) truth: Truth,
    /// The changes that make it hold: the empty set if it holds.
    pub(super) frees: Vec<Changes>,
    /// The current values that hold it false.
    pub(super) cores: Vec<Core>,
    /// The unknown variables that decide, if it is unknown.
    pub(super) missing: BTreeSet<VariableId>,
    /// Whether the sets are the smallest ones, and all of them up to the limit.
    pub(super) exact: bool,
}

/// Solves the parts of one formula.
pub(super) struct Solver<'a> {
    formula: &'a Formula,
    limits: SearchLimits,
    state: Vec<Option<usize>>,
    supports: Vec<BTreeSet<VariableId>>,
    solved: HashMap<usize, Solution>,
}

impl<'a> Solver<'a> {
    /// Each variable is in its current region.
    pub(super) fn new(formula: &'a Formula, limits: SearchLimits) -> Self {
        let mut supports: Vec<BTreeSet<VariableId>> = Vec::with_capacity(formula.parts.len());
        for part in &formula.parts {
            supports.push(match part {
                Part::Const(_) => BTreeSet::new(),
                Part::Atom(variable, _) => BTreeSet::from([*variable]),
                Part::And(parts) | Part::Or(parts) => {
                    parts.iter().flat_map(|part| supports[*part].iter().copied()).collect()
                }
                Part::Xor(left, right) => &supports[*left] | &supports[*right],
            });
        }
        let state = formula.variables.iter().map(|variable| variable.state).collect();
        Self { formula, limits, state, supports, solved: HashMap::new() }
    }

    /// Moves some variables to other regions.
    pub(super) fn holding(&mut self, held: &BTreeMap<VariableId, usize>) {
        for (variable, region) in held {
            self.state[variable.0 as usize] = Some(*region);
        }
        self.solved.clear();
    }

    /// Solves one part.
    pub(super) fn solve(&mut self, part: usize) -> Solution {
        if let Some(solution) = self.solved.get(&part) {
            return solution.clone();
        }
        let formula = self.formula;
        let solution = match &formula.parts[part] {
            Part::Const(value) => certain(*value),
            Part::Atom(variable, test) => {
                let holds = formula.variables[variable.0 as usize].regions.holds(*test);
                atom(*variable, holds, self.state[variable.0 as usize])
            }
            Part::And(parts) => self.all(parts),
            Part::Or(parts) => self.any(parts),
            Part::Xor(..) => self.exactly(&[part], true).unwrap_or_else(|| self.guess(part)),
        };
        self.solved.insert(part, solution.clone());
        solution
    }

    fn all(&mut self, parts: &[usize]) -> Solution {
        let solved = self.groups(parts, true);
        let keep = self.limits.sets;
        let mut all = certain(true);
        for solution in &solved {
            all.truth = all.truth.and(solution.truth);
            all.frees = sets::both(&all.frees, &solution.frees, keep);
            all.cores.extend(solution.cores.iter().cloned());
            all.missing.extend(&solution.missing);
            all.exact &= solution.exact;
        }
        all.cores = sets::smallest_cores(all.cores, keep);
        if all.truth == Truth::False {
            all.missing.clear();
        }
        all
    }

    fn any(&mut self, parts: &[usize]) -> Solution {
        let solved = self.groups(parts, false);
        let keep = self.limits.sets;
        let mut any = certain(false);
        for solution in &solved {
            any.truth = any.truth.or(solution.truth);
            any.frees.extend(solution.frees.iter().cloned());
            any.cores = sets::both_cores(&any.cores, &solution.cores, keep);
            any.missing.extend(&solution.missing);
            any.exact &= solution.exact;
        }
        any.frees = sets::smallest(any.frees, keep);
        if any.truth == Truth::True {
            any.missing.clear();
        }
        any
    }

    /// Solves each part: alone if it shares no variable, otherwise with a truth table.
    fn groups(&mut self, parts: &[usize], all: bool) -> Vec<Solution> {
        let mut solutions = Vec::new();
        for group in self.connected(parts) {
            match group[..] {
                [only] => solutions.push(self.solve(only)),
                _ => match self.exactly(&group, all) {
                    Some(solution) => solutions.push(solution),
                    None => {
                        for part in group {
                            let mut solution = self.solve(part);
                            solution.exact = false;
                            solutions.push(solution);
                        }
                    }
                },
            }
        }
        solutions
    }

    /// Groups parts that share variables directly or indirectly.
    fn connected(&self, parts: &[usize]) -> Vec<Vec<usize>> {
        let mut group_of: HashMap<VariableId, usize> = HashMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for part in parts {
            let mut own = vec![*part];
            let shared: BTreeSet<usize> = self.supports[*part]
                .iter()
                .filter_map(|variable| group_of.get(variable).copied())
                .collect();
            let home = shared.first().copied().unwrap_or(groups.len());
            if home == groups.len() {
                groups.push(Vec::new());
            }
            for other in shared.iter().skip(1) {
                own.append(&mut groups[*other]);
            }
            for variable in own.iter().flat_map(|part| &self.supports[*part]) {
                group_of.insert(*variable, home);
            }
            groups[home].append(&mut own);
        }
        groups.retain(|group| !group.is_empty());
        for group in &mut groups {
            group.sort_unstable();
            group.dedup();
        }
        groups
    }

    /// Whether a part holds for any values; also true if that would need too large a table.
    pub(super) fn possible(&self, part: usize) -> bool {
        match &self.formula.parts[part] {
            Part::Const(value) => *value,
            Part::Atom(variable, test) => {
                let regions = &self.formula.variables[variable.0 as usize].regions;
                regions.holds(*test).contains(&true)
            }
            Part::Or(parts) => parts.iter().any(|it| self.possible(*it)),
            Part::And(parts) => self.connected(parts).iter().all(|group| match group[..] {
                [only] => self.possible(only),
                _ => self.possible_together(group),
            }),
            Part::Xor(..) => self.possible_together(&[part]),
        }
    }

    fn possible_together(&self, parts: &[usize]) -> bool {
        let support = self.support(parts);
        let found = exact::possible(self.formula, &support, parts, self.limits.bits);
        let alone = || match parts {
            [_] => true,
            _ => parts.iter().all(|it| self.possible(*it)),
        };
        found.unwrap_or_else(alone)
    }

    fn support(&self, parts: &[usize]) -> Vec<VariableId> {
        let support: BTreeSet<VariableId> =
            parts.iter().flat_map(|part| self.supports[*part].iter().copied()).collect();
        support.into_iter().collect()
    }

    fn exactly(&self, parts: &[usize], all: bool) -> Option<Solution> {
        exact::solve(self.formula, &self.support(parts), parts, all, &self.state, self.limits)
    }

    /// The truth of an exclusive or that is too wide for a table.
    fn guess(&self, part: usize) -> Solution {
        let truth = self.formula.kleene(&|variable| self.state[variable.0 as usize])[part];
        let known = |variable: &&VariableId| self.state[variable.0 as usize].is_some();
        let (core, missing) = self.supports[part].iter().partition::<Vec<_>, _>(known);
        Solution {
            truth,
            frees: if truth == Truth::True { vec![Changes::new()] } else { Vec::new() },
            cores: if truth == Truth::False { vec![core] } else { Vec::new() },
            missing: if truth == Truth::Unknown {
                missing.into_iter().collect()
            } else {
                BTreeSet::new()
            },
            exact: false,
        }
    }
}

fn certain(value: bool) -> Solution {
    Solution {
        truth: value.into(),
        frees: if value { vec![Changes::new()] } else { Vec::new() },
        cores: if value { Vec::new() } else { vec![Core::new()] },
        missing: BTreeSet::new(),
        exact: true,
    }
}

fn atom(variable: VariableId, holds: Vec<bool>, state: Option<usize>) -> Solution {
    let truth = atom_truth(&holds, state);
    let possible = holds.contains(&true);
    Solution {
        truth,
        frees: match truth {
            Truth::True => vec![Changes::new()],
            _ if possible => vec![Changes::from([(variable, holds)])],
            _ => Vec::new(),
        },
        cores: match truth {
            Truth::False if possible => vec![vec![variable]],
            Truth::False => vec![Core::new()],
            _ => Vec::new(),
        },
        missing: if truth == Truth::Unknown { BTreeSet::from([variable]) } else { BTreeSet::new() },
        exact: true,
    }
}
