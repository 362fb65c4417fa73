//! The definitions, implemented literally.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::expr::Truth;

use super::tree::Subject;

pub(crate) struct Brute<'a> {
    subject: &'a Subject,
    /// Whether the result is as wanted, by assignment.
    table: Vec<bool>,
    strides: Vec<usize>,
}

impl<'a> Brute<'a> {
    pub(crate) fn new(subject: &'a Subject) -> Self {
        let mut strides = Vec::new();
        let mut size = 1;
        for variable in 0..subject.domains.len() {
            strides.push(size);
            size *= subject.radix(variable);
        }
        let table = (0..size).map(|index| {
            let value = |(variable, stride)| index / stride % subject.radix(variable);
            let assignment: Vec<usize> = strides.iter().copied().enumerate().map(value).collect();
            subject.holds(&assignment)
        });
        Self { subject, table: table.collect(), strides }
    }

    pub(crate) fn verdict(&self) -> Truth {
        match (
            self.decide(&|it| self.role(it, All), true),
            self.decide(&|it| self.role(it, All), false),
        ) {
            (true, _) => Truth::True,
            (_, true) => Truth::False,
            _ => Truth::Unknown,
        }
    }

    pub(crate) fn impossible(&self) -> bool {
        !self.table.contains(&true)
    }

    /// The unknown variables for which one value leads to the wanted result and another one does
    /// not, with all known values and some values of the other unknown variables.
    pub(crate) fn missing(&self) -> BTreeSet<usize> {
        let mut missing = BTreeSet::new();
        for index in 0..self.table.len() {
            let digit =
                |variable: usize| index / self.strides[variable] % self.subject.radix(variable);
            let now = |variable: usize| {
                self.subject.state[variable].is_none_or(|it| it == digit(variable))
            };
            if !(0..self.strides.len()).all(now) {
                continue;
            }
            for variable in 0..self.strides.len() {
                if self.subject.state[variable].is_none() {
                    let base = index - digit(variable) * self.strides[variable];
                    let other = |value| self.table[base + value * self.strides[variable]];
                    if (0..self.subject.radix(variable)).any(|it| other(it) != self.table[index]) {
                        missing.insert(variable);
                    }
                }
            }
        }
        missing
    }

    /// Whether a change of these variables leads to the wanted result for all values of the other
    /// unknown ones.
    pub(crate) fn frees(&self, set: &BTreeSet<usize>) -> bool {
        self.decide(&|it| if set.contains(&it) { Role::Any } else { self.role(it, All) }, true)
    }

    /// Whether each of these values of these variables leads to the wanted result for all values of
    /// the other unknown ones.
    pub(crate) fn frees_whatever(&self, values: &BTreeMap<usize, Vec<usize>>) -> bool {
        self.every(&values.iter().collect::<Vec<_>>(), &mut BTreeMap::new())
    }

    fn every(&self, left: &[(&usize, &Vec<usize>)], chosen: &mut BTreeMap<usize, usize>) -> bool {
        let Some(((variable, values), rest)) = left.split_first() else {
            let role =
                |it| chosen.get(&it).map_or_else(|| self.role(it, All), |it| Role::Fixed(*it));
            return self.decide(&role, true);
        };
        !values.is_empty()
            && values.iter().all(|value| {
                chosen.insert(**variable, *value);
                self.every(rest, chosen)
            })
    }

    /// Whether these current values prevent the wanted result.
    pub(crate) fn holds(&self, set: &BTreeSet<usize>) -> bool {
        let known = set.iter().all(|it| self.subject.state[*it].is_some());
        known && self.decide(&|it| if set.contains(&it) { self.role(it, All) } else { All }, false)
    }

    pub(crate) fn blocking(&self) -> BTreeSet<BTreeSet<usize>> {
        minimal(self.strides.len(), |set| self.frees(set))
    }

    pub(crate) fn cores(&self) -> BTreeSet<BTreeSet<usize>> {
        minimal(self.strides.len(), |set| self.holds(set))
    }

    fn role(&self, variable: usize, unknown: Role) -> Role {
        self.subject.state[variable].map_or(unknown, Role::Fixed)
    }

    /// Whether values of the `Any` variables exist with which the result is `wanted` for all values
    /// of the `All` variables.
    fn decide(&self, role: &dyn Fn(usize) -> Role, wanted: bool) -> bool {
        let (mut base, mut any, mut all) = (0, Vec::new(), Vec::new());
        for variable in 0..self.strides.len() {
            match role(variable) {
                Role::Fixed(value) => base += value * self.strides[variable],
                Role::Any => any.push(variable),
                All => all.push(variable),
            }
        }
        self.any(&any, &all, base, wanted)
    }

    fn any(&self, any: &[usize], all: &[usize], base: usize, wanted: bool) -> bool {
        let Some((first, rest)) = any.split_first() else { return self.all(all, base, wanted) };
        (0..self.subject.radix(*first))
            .any(|value| self.any(rest, all, base + value * self.strides[*first], wanted))
    }

    fn all(&self, all: &[usize], base: usize, wanted: bool) -> bool {
        let Some((first, rest)) = all.split_first() else { return self.table[base] == wanted };
        (0..self.subject.radix(*first))
            .all(|value| self.all(rest, base + value * self.strides[*first], wanted))
    }
}

use Role::All;

#[derive(Clone, Copy)]
enum Role {
    Fixed(usize),
    Any,
    All,
}

/// The sets with a property that none of their subsets has.
fn minimal(count: usize, holds: impl Fn(&BTreeSet<usize>) -> bool) -> BTreeSet<BTreeSet<usize>> {
    let mut masks: Vec<usize> = (0..1 << count).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    let mut found: Vec<usize> = Vec::new();
    let mut sets = BTreeSet::new();
    for mask in masks {
        if found.iter().any(|part| part & mask == *part) {
            continue;
        }
        let set: BTreeSet<usize> = (0..count).filter(|it| mask >> it & 1 == 1).collect();
        if holds(&set) {
            found.push(mask);
            sets.insert(set);
        }
    }
    sets
}
