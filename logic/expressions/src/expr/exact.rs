//! Solves parts of a formula with truth tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Truth, VariableId,
    condition::SearchLimits,
    formula::{Formula, Part},
    sets::{self, Changes, Core},
    solve::Solution,
    table::{MAXIMUM_BITS, Table},
};

/// Solves the conjunction or disjunction of parts with the variables `support`; `None` if the table
/// would be too large.
pub(super) fn solve(
    formula: &Formula,
    support: &[VariableId],
    parts: &[usize],
    all: bool,
    state: &[Option<usize>],
    limits: SearchLimits,
) -> Option<Solution> {
    let tables = Tables::new(formula, support, limits.bits)?;
    let table = tables.of_all(parts, all);
    Search { tables: &tables, state, limits }.solve(&table)
}

/// Whether the conjunction of parts holds for any values; `None` if the table would be too large.
pub(super) fn possible(
    formula: &Formula,
    support: &[VariableId],
    parts: &[usize],
    bits: u32,
) -> Option<bool> {
    let tables = Tables::new(formula, support, bits)?;
    Some(!tables.of_all(parts, true).is_never())
}

/// Whether two parts of a formula are equivalent; `None` if the table would be too large.
pub(super) fn same(formula: &Formula, left: usize, right: usize, bits: u32) -> Option<bool> {
    let count = u32::try_from(formula.variables.len()).ok()?;
    let support: Vec<VariableId> = (0..count).map(VariableId).collect();
    let tables = Tables::new(formula, &support, bits)?;
    let (left, right) = (tables.of_all(&[left], true), tables.of_all(&[right], true));
    Some(left == right)
}

/// The inputs of a table for the regions of each variable. A variable with `n` regions has as many
/// inputs as `n - 1` has bits; numbers from `n` mean the last region, so that every index of the
/// table is an assignment.
struct Tables<'a> {
    formula: &'a Formula,
    bits: u32,
    places: BTreeMap<VariableId, std::ops::Range<u32>>,
}

impl<'a> Tables<'a> {
    fn new(formula: &'a Formula, support: &[VariableId], most: u32) -> Option<Self> {
        let mut bits = 0;
        let mut places = BTreeMap::new();
        for variable in support {
            let regions = formula.variables[variable.0 as usize].regions.count();
            let needed = usize::BITS - (regions.max(2) - 1).leading_zeros();
            places.insert(*variable, bits..bits + needed);
            bits += needed;
            if bits > most.min(MAXIMUM_BITS) {
                return None;
            }
        }
        Some(Self { formula, bits, places })
    }

    fn of_all(&self, parts: &[usize], all: bool) -> Table {
        let mut table = Table::constant(self.bits, all);
        let mut made = BTreeMap::new();
        for part in parts {
            let part = self.of(*part, &mut made);
            if all { table.and(&part) } else { table.or(&part) }
        }
        table
    }

    fn of(&self, part: usize, made: &mut BTreeMap<usize, Table>) -> Table {
        if let Some(table) = made.get(&part) {
            return table.clone();
        }
        let table = match &self.formula.parts[part] {
            Part::Const(value) => Table::constant(self.bits, *value),
            Part::Atom(variable, test) => {
                let regions = &self.formula.variables[variable.0 as usize].regions;
                self.lies_in(*variable, &regions.holds(*test))
            }
            Part::And(parts) => {
                let mut table = Table::constant(self.bits, true);
                for part in parts {
                    table.and(&self.of(*part, made));
                }
                table
            }
            Part::Or(parts) => {
                let mut table = Table::constant(self.bits, false);
                for part in parts {
                    table.or(&self.of(*part, made));
                }
                table
            }
            Part::Xor(left, right) => {
                let mut table = self.of(*left, made);
                table.xor(&self.of(*right, made));
                table
            }
        };
        made.insert(part, table.clone());
        table
    }

    /// True if a variable is in one of these regions.
    fn lies_in(&self, variable: VariableId, regions: &[bool]) -> Table {
        let place = self.places[&variable].clone();
        let mut table = Table::constant(self.bits, false);
        for code in 0..1_usize << place.len() {
            if !regions[code.min(regions.len() - 1)] {
                continue;
            }
            let mut here = Table::constant(self.bits, true);
            for (index, input) in place.clone().enumerate() {
                let input = Table::input(self.bits, input);
                here.and(&if code >> index & 1 == 1 { input } else { input.not() });
            }
            table.or(&here);
        }
        table
    }

    fn fix(&self, table: &mut Table, variable: VariableId, region: usize) {
        for (index, input) in self.places[&variable].clone().enumerate() {
            table.fix(input, region >> index & 1 == 1);
        }
    }

    fn exists(&self, table: &mut Table, variable: VariableId) {
        self.places[&variable].clone().for_each(|input| table.exists(input));
    }

    fn forall(&self, table: &mut Table, variable: VariableId) {
        self.places[&variable].clone().for_each(|input| table.forall(input));
    }

    /// `chosen` if a variable's first input is on, `other` if all its inputs are off.
    fn choose(&self, variable: VariableId, chosen: Table, mut other: Table) -> Table {
        let first = Table::input(self.bits, self.places[&variable].start);
        let mut table = chosen;
        table.and(&first);
        other.and(&first.not());
        table.or(&other);
        table
    }

    /// The smallest sets of these variables whose first inputs, with all others off, make it true.
    /// It must stay true when a variable is added to a set.
    fn minimal(&self, mut table: Table, variables: &[VariableId]) -> Vec<Core> {
        let mut above = Table::constant(self.bits, false);
        for variable in variables {
            above.or(&table.lifted(self.places[variable].start));
        }
        table.and(&above.not());
        let mut sets: Vec<Core> = Vec::new();
        let firsts: Vec<(VariableId, usize)> = variables
            .iter()
            .map(|variable| (*variable, 1_usize << self.places[variable].start))
            .collect();
        let mask: usize = firsts.iter().map(|(_, bit)| bit).sum();
        for index in table.indexes(self.bits) {
            if index & !mask == 0 {
                let set = firsts.iter().filter(|(_, bit)| index & bit != 0);
                sets.push(set.map(|(variable, _)| *variable).collect());
            }
        }
        sets
    }
}

struct Search<'a> {
    tables: &'a Tables<'a>,
    state: &'a [Option<usize>],
    limits: SearchLimits,
}

impl Search<'_> {
    fn solve(&self, table: &Table) -> Option<Solution> {
        let tables = self.tables;
        let mut now = table.clone();
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        for variable in tables.places.keys() {
            match self.state[variable.0 as usize] {
                Some(region) => {
                    tables.fix(&mut now, *variable, region);
                    known.push(*variable);
                }
                None => unknown.push(*variable),
            }
        }
        let truth = match () {
            () if now.is_always() => Truth::True,
            () if now.is_never() => Truth::False,
            () => Truth::Unknown,
        };
        if truth == Truth::True {
            return Some(Solution {
                truth,
                frees: vec![Changes::new()],
                cores: Vec::new(),
                missing: BTreeSet::new(),
                exact: true,
            });
        }
        let cores = if truth == Truth::False { self.cores(table, &known) } else { Vec::new() };
        let missing = unknown.iter().copied().filter(|it| self.decides(&now, *it)).collect();
        let frees = self.frees(table, &known, &unknown)?;
        Some(Solution { truth, frees, cores, missing, exact: true })
    }

    fn decides(&self, now: &Table, variable: VariableId) -> bool {
        let mut without = now.clone();
        self.tables.exists(&mut without, variable);
        without != *now
    }

    fn cores(&self, table: &Table, known: &[VariableId]) -> Vec<Core> {
        let tables = self.tables;
        let mut held = table.clone();
        for variable in tables.places.keys() {
            let mut free = held.clone();
            tables.exists(&mut free, *variable);
            held = match self.state[variable.0 as usize] {
                Some(region) => {
                    tables.fix(&mut held, *variable, region);
                    tables.choose(*variable, held, free)
                }
                None => free,
            };
        }
        sets::smallest_cores(tables.minimal(held.not(), known), self.limits.sets)
    }

    fn frees(
        &self,
        table: &Table,
        known: &[VariableId],
        unknown: &[VariableId],
    ) -> Option<Vec<Changes>> {
        let tables = self.tables;
        let unknown: Vec<VariableId> =
            unknown.iter().copied().filter(|it| self.decides(table, *it)).collect();
        let choices = 1_usize.checked_shl(u32::try_from(unknown.len()).ok()?)?;
        if choices.checked_shl(tables.bits)? > 1 << self.limits.work {
            return None;
        }
        let mut found: Vec<Core> = Vec::new();
        for choice in 0..choices {
            let chosen = |index: &usize| {
                if choice >> *index & 1 == 1 { Some(unknown[*index]) } else { None }
            };
            let certain: Vec<VariableId> =
                (0..unknown.len()).filter_map(|it| chosen(&it)).collect();
            let open = self.quantified(table, &unknown, &certain);
            if open.is_never() {
                continue;
            }
            let mut freed = open;
            for variable in &certain {
                tables.exists(&mut freed, *variable);
            }
            for variable in known {
                let region = self.state[variable.0 as usize]?;
                let mut free = freed.clone();
                tables.exists(&mut free, *variable);
                tables.fix(&mut freed, *variable, region);
                freed = tables.choose(*variable, free, freed);
            }
            found.extend(tables.minimal(freed, known).into_iter().map(|mut set| {
                set.extend(&certain);
                set.sort_unstable();
                set
            }));
        }
        let found = sets::smallest_cores(found, self.limits.sets);
        Some(found.into_iter().map(|set| self.wanted(table, &unknown, &set)).collect())
    }

    /// True for all values of the unknown variables that are not chosen.
    fn quantified(&self, table: &Table, unknown: &[VariableId], chosen: &[VariableId]) -> Table {
        let mut open = table.clone();
        for variable in unknown.iter().filter(|variable| !chosen.contains(variable)) {
            self.tables.forall(&mut open, *variable);
        }
        open
    }

    /// The regions to which the variables of a set may change independently: one solution, widened
    /// one variable after the other.
    fn wanted(&self, table: &Table, unknown: &[VariableId], set: &[VariableId]) -> Changes {
        let tables = self.tables;
        let mut open = self.quantified(table, unknown, set);
        for variable in tables.places.keys().filter(|variable| !set.contains(variable)) {
            if let Some(region) = self.state[variable.0 as usize] {
                tables.fix(&mut open, *variable, region);
            }
        }
        let mut way = Changes::new();
        let mut narrowed = open.clone();
        for variable in set {
            let count = tables.formula.variables[variable.0 as usize].regions.count();
            let there = |region: &usize| {
                let mut there = narrowed.clone();
                tables.fix(&mut there, *variable, *region);
                there
            };
            let region = (0..count).find(|region| !there(region).is_never()).unwrap_or(0);
            narrowed = there(&region);
            way.insert(*variable, (0..count).map(|it| it == region).collect());
        }
        let fails = open.not();
        for variable in set {
            let mut others = fails.clone();
            for (other, allowed) in way.iter().filter(|(other, _)| *other != variable) {
                others.and(&tables.lies_in(*other, allowed));
            }
            for (region, allowed) in way.get_mut(variable).into_iter().flatten().enumerate() {
                let mut there = others.clone();
                tables.fix(&mut there, *variable, region);
                *allowed |= there.is_never();
            }
        }
        way
    }
}
