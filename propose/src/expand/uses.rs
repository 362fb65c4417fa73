//! Where code reads and writes a name.

use tagbridge_interpret::area;
use tagbridge_logic::{
    Effect, Logic, PlaceId, UnitId,
    query::{Found, Wanted},
};
use tagbridge_project::{Body, spelling};

use crate::{
    blocks::{self, is_simulated},
    condition::Condition,
    locate::Known,
    request::{ChangeRequest, KnownNames},
};

/// The routine of a unit, and the number of its rung.
pub(crate) fn place_of(logic: Logic<'_>, unit: UnitId) -> (String, Option<u32>) {
    let of = logic.index.unit(unit);
    let number = match (&logic.project.routines[of.routine.index()].body, of.rung) {
        (Body::Rungs(rungs), Some(at)) => Some(rungs[at as usize].number),
        _ => None,
    };
    (logic.path(of.routine), number)
}

impl Known<'_> {
    /// The units that read a name, outside of simulations.
    pub(super) fn readers(&self, name: &str) -> Vec<UnitId> {
        let mut units = self.units(name, Wanted::Read);
        units.retain(|it| !is_simulated(self.logic, *it));
        units
    }

    /// The units that write a name.
    pub(super) fn writers(&self, name: &str) -> Vec<UnitId> {
        self.units(name, Wanted::Written)
    }

    fn units(&self, name: &str, wanted: Wanted) -> Vec<UnitId> {
        let Some(place) = self.meant_place(name) else { return Vec::new() };
        let rows = self.logic.uses(place, wanted).rows.into_iter();
        let mut units: Vec<UnitId> =
            rows.filter(|it| !it.may_write).map(|it| it.citation.unit).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// The timers that the code of a routine or a block runs, outside of simulations.
    pub(crate) fn timers(&self, code: &str) -> Vec<String> {
        let logic = self.logic;
        let is_it = |unit: &UnitId| {
            let routine = &logic.project.routines[logic.index.unit(*unit).routine.index()];
            let own = [&routine.owner, &routine.name];
            own.iter().any(|it| it.eq_ignore_ascii_case(code)) && !is_simulated(logic, *unit)
        };
        let units = logic.index.units().map(|it| it.0).filter(is_it);
        units.flat_map(|it| self.timers_of(it)).collect()
    }

    /// The timers that a unit runs.
    pub(super) fn timers_of(&self, unit: UnitId) -> Vec<String> {
        let index = self.logic.index;
        let of_effect = |it: &Effect| match it {
            Effect::Run { spec, instance: Some(it), .. } => {
                let kind = index.names.text(index.specs.name(*spec)).to_uppercase();
                let kind = kind.trim_end_matches("_TIME");
                let is_timer = ["TON", "TOF", "TP", "RTO"].contains(&kind);
                is_timer.then(|| self.logic.place(index.canonical(index.reference(*it).place)))
            }
            _ => None,
        };
        index.statements_of(unit).filter_map(|it| of_effect(&it.1.effect)).collect()
    }

    /// The only rung that uses a name.
    pub(crate) fn only_rung(&self, name: &str) -> Option<String> {
        let units = self.units(name, Wanted::Used);
        let [unit] = units.as_slice() else { return None };
        let is_rung = self.logic.index.unit(*unit).rung.is_some();
        is_rung.then(|| self.logic.name(*unit))
    }

    /// Whether the output of a request gets its value in several places.
    pub(crate) fn is_written_twice(&self, request: &ChangeRequest) -> bool {
        request.get("output").is_some_and(|it| self.writers(it).len() > 1)
    }

    pub(crate) fn is_written(&self, name: &str) -> bool {
        self.writers(name).into_iter().any(|it| !is_simulated(self.logic, it))
    }

    /// Whether it is an output of the controller, by its address or its alias.
    pub(crate) fn is_physical_output(&self, name: &str) -> bool {
        self.area(name) == Some('Q')
    }

    /// Whether it is an input or an output of the controller.
    pub(crate) fn has_address(&self, name: &str) -> bool {
        matches!(self.area(name), Some('I' | 'Q'))
    }

    /// Whether a tag or a variable of a block has a value to start with.
    pub(crate) fn has_initial(&self, name: &str) -> bool {
        let project = self.logic.project;
        let own = spelling::plain(name);
        let tag = project.tags.iter().find(|it| spelling::plain(&it.name) == own);
        let member = || {
            let (block, own) = blocks::variable(self.logic, name)?;
            let block = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(block))?;
            block.members.iter().find(|it| it.name.eq_ignore_ascii_case(own))
        };
        tag.map_or_else(
            || member().is_some_and(|it| it.initial.is_some()),
            |it| it.initial.is_some(),
        )
    }

    fn area(&self, name: &str) -> Option<char> {
        let own = spelling::plain(name);
        let mut tags = self.logic.project.tags.iter();
        tags.find(|it| spelling::plain(&it.name) == own).and_then(area)
    }

    /// A bit of the project that blinks: it says so, and code or the controller writes it.
    pub(super) fn blinks(&self) -> Option<String> {
        let words = ["flash", "blink", "clock"];
        let mut found = words.iter().flat_map(|it| self.meant(&[(*it).to_owned()]));
        let is_it = |name: &str| {
            self.type_of(name).as_deref() == Some("BOOL")
                && (self.is_written(name) || spelling::last_name(name).starts_with("Clock_"))
                && words.iter().any(|it| name.to_lowercase().contains(it))
        };
        found.find(|it| !it.is_code && is_it(&it.name)).map(|it| it.name)
    }

    /// Whether a condition is what decides about an output already.
    pub(super) fn decides(&self, output: &str, when: &Condition) -> bool {
        let Found::One(place) = self.logic.find(output) else { return false };
        let rows = self.logic.uses(place, Wanted::Written).rows;
        let [row] = rows.as_slice() else { return false };
        let read: Vec<String> = (self.logic.index.refs_of(row.citation.unit).iter())
            .map(|it| self.logic.place(self.logic.index.canonical(it.place)).to_lowercase())
            .collect();
        when.names().iter().all(|name| {
            let name = name.to_lowercase();
            read.iter().any(|it| *it == name || spelling::ends_with(it, &name))
        })
    }

    /// The place with this name; of several with the same last part, the one that is called so.
    fn meant_place(&self, name: &str) -> Option<PlaceId> {
        match blocks::place(self.logic, None, name) {
            Found::One(place) => Some(place),
            Found::Several(all) => {
                let own = spelling::plain(name);
                all.into_iter().find(|it| spelling::plain(&self.logic.place(*it)) == own)
            }
            _ => None,
        }
    }

    /// The line of the statement of a text that writes or runs a place.
    pub(crate) fn line_of(&self, unit: UnitId, place: PlaceId) -> Option<u32> {
        let index = self.logic.index;
        let own = index.canonical(place);
        let is_it = |it: &Effect| match it {
            Effect::Assign { to, .. }
            | Effect::Run { instance: Some(to), .. }
            | Effect::Call { instance: Some(to), .. } => {
                index.canonical(index.reference(*to).place) == own
            }
            _ => false,
        };
        let mut statements = index.statements_of(unit).map(|it| it.1);
        let statement = statements.find(|it| is_it(&it.effect))?;
        self.line_at(unit, statement.span.range().start)
    }

    /// The line of a statement of text, as it is shown.
    pub(super) fn line(&self, unit: UnitId) -> Option<u32> {
        self.line_at(unit, 0)
    }

    /// The line of a position in the text of a unit.
    fn line_at(&self, unit: UnitId, at: usize) -> Option<u32> {
        let of = self.logic.index.unit(unit);
        let Body::Text(text) = &self.logic.project.routines[of.routine.index()].body else {
            return None;
        };
        let own = self.logic.text(unit);
        let begin = text.find(own.lines().next()?.trim())?;
        let leading = own.len() - own.trim_start().len();
        let skipped = text.len() - text.trim_start().len();
        let at = begin + at.saturating_sub(leading);
        u32::try_from(text.get(skipped..at)?.matches('\n').count() + 1).ok()
    }
}
