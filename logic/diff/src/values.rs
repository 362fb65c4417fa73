//! The differences of initial values.
//!
//! A Logix file contains the values of the moment when it was saved. There, a value is a setting, and its difference
//! a change, if neither code nor the field writes it: a preset, a limit.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Index, Logic,
    query::{Found, UseRow, Wanted},
};
use tagbridge_project::{Initial, Project, Section, Tag, Vendor};

use crate::{
    ChangeKind, LogicChange,
    rename::{Name, Renames},
};

/// Members of timers, counters and control structures that their instructions write.
const STATE: [&str; 13] =
    ["ACC", "EN", "TT", "DN", "CU", "CD", "OV", "UN", "POS", "EU", "EM", "ER", "FD"];

/// Instructions that have a preset.
const INSTRUCTIONS: [&str; 6] = ["TON", "TOF", "RTO", "CTU", "CTD", "RES"];

/// Initial values of the new version.
pub(crate) struct Values<'a> {
    logic: Logic<'a>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(project: &'a Project, index: &'a Index) -> Self {
        Self { logic: Logic::new(project, index) }
    }

    /// Adds the differences between the initial values of a tag and its former version.
    pub(crate) fn compare(
        &self,
        (old, new): (&Tag, &Tag),
        renames: &Renames,
        changes: &mut Vec<LogicChange>,
    ) {
        let [before, after] = [old, new].map(|it| operands(it.initial.as_ref()));
        let in_new = |(operand, value): (String, _)| (renamed(&operand, renames), value);
        let before: BTreeMap<String, &str> = before.into_iter().map(in_new).collect();
        let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for operand in all {
            let [from, to] = [&before, &after].map(|it| it.get(operand).copied().unwrap_or("0"));
            if !from.eq_ignore_ascii_case(to) && self.is_setting(new, operand) {
                let name = format!("{}{operand}", new.name);
                changes.push(LogicChange::new(ChangeKind::TagValue, name).from(from).to(to));
            }
        }
    }

    fn is_setting(&self, tag: &Tag, operand: &str) -> bool {
        let project = self.logic.project;
        if project.vendor != Vendor::AllenBradley || tag.constant {
            return true;
        }
        let is_of_module = tag.name.contains(':');
        let is_state = operand.rsplit('.').next().is_some_and(|it| STATE.contains(&it));
        if is_of_module || is_state {
            return false;
        }
        let instruction = project.blocks.iter().find(|it| it.name == tag.type_use.name);
        if let Some(instruction) = instruction {
            let member = operand.trim_start_matches('.').split(['.', '[']).next();
            let member = instruction.members.iter().find(|it| Some(it.name.as_str()) == member);
            if member.is_none_or(|it| it.section != Some(Section::Input)) {
                return false;
            }
        }
        match self.logic.find(&format!("{}{operand}", tag.name)) {
            Found::One(place) => {
                // A timer or counter only reads its preset.
                let is_preset = operand.rsplit('.').next() == Some("PRE");
                let keeps =
                    |it: &UseRow| is_preset && INSTRUCTIONS.contains(&it.instruction.as_str());
                self.logic.uses(place, Wanted::Written).rows.iter().all(keeps)
            }
            Found::Several(_) => false,
            Found::Unused(_) | Found::None => true,
        }
    }
}

/// The values by operand. The operand of a scalar is empty.
fn operands(initial: Option<&Initial>) -> BTreeMap<String, &str> {
    match initial {
        None => BTreeMap::new(),
        Some(Initial::Scalar(value)) => [(String::new(), value.as_str())].into(),
        Some(Initial::Parts(parts)) => {
            parts.iter().map(|(operand, value)| (operand.clone(), value.as_str())).collect()
        }
    }
}

/// The operand with the new names of its members.
fn renamed(operand: &str, renames: &Renames) -> String {
    let new_name = |name: &str| {
        let is_it = |((_, from), _): &(&Name, &String)| from.eq_ignore_ascii_case(name);
        renames.all.iter().find(is_it).map_or(name.to_owned(), |(_, to)| to.clone())
    };
    operand.split('.').map(new_name).collect::<Vec<_>>().join(".")
}
