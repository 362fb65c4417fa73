//! Finds the rung, network or statement of a request that names an output or a contact.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
};

use tagbridge_interpret::{Lexicon, MeantName};
use tagbridge_logic::{
    Effect, Logic, PlaceId, UnitId,
    expr::{Expr, Scalar},
    query::{Found, Wanted},
};
use tagbridge_project::{Body, Vendor, spelling};

use crate::{
    blocks,
    condition::Condition,
    context::is_closed,
    draft::{Stop, ask},
    feed,
    request::{ChangeRequest, KnownNames, RequestedChange, words_of},
    says::{Ask, Why},
};

/// The names of a project, as a request may say them.
pub(crate) struct Known<'a> {
    pub(crate) logic: Logic<'a>,
    /// The words of the names, collected when a request describes a thing.
    pub(crate) lexicon: OnceCell<Lexicon>,
    /// What words mean, by the words: the parts of a sentence are looked at many times.
    meant: RefCell<HashMap<Vec<String>, Vec<MeantName>>>,
}

impl<'a> Known<'a> {
    pub(crate) fn new(logic: Logic<'a>) -> Self {
        Self { logic, lexicon: OnceCell::new(), meant: RefCell::default() }
    }

    fn place(&self, name: &str) -> Option<PlaceId> {
        match self.logic.find(name) {
            Found::One(place) => self.logic.is_called(place, name).then_some(place),
            Found::Several(places) => places.into_iter().find(|it| self.logic.is_called(*it, name)),
            _ => None,
        }
    }

    /// Whether a name is declared but unused in code.
    fn is_unused(&self, name: &str) -> bool {
        let Found::Unused(names) = self.logic.find(name) else { return false };
        let own = name.trim_matches('"');
        names.iter().any(|it| spelling::last_name(it).trim_matches('"').eq_ignore_ascii_case(own))
    }

    fn tag_called(&self, is: &dyn Fn(&str) -> bool) -> Option<&str> {
        let tags = self.logic.project.tags.iter();
        let own = tags.map(|it| (spelling::last_name(&it.name), it.type_use.name.as_str()));
        own.into_iter().find(|it| is(it.0.trim_matches('"'))).map(|it| it.1)
    }
}

impl KnownNames for Known<'_> {
    fn is_driven(&self, name: &str) -> bool {
        self.is_written(name)
    }

    fn meant(&self, words: &[String]) -> Vec<MeantName> {
        if let Some(known) = self.meant.borrow().get(words) {
            return known.clone();
        }
        let found = self.lexicon.get_or_init(|| Lexicon::of(self.logic)).meant(words);
        self.meant.borrow_mut().insert(words.to_vec(), found.clone());
        found
    }

    fn is_known(&self, name: &str) -> bool {
        self.is_unit(name)
            || self.tag_called(&|own| own.eq_ignore_ascii_case(name.trim_matches('"'))).is_some()
            || self.place(name).is_some()
            || self.is_unused(name)
    }

    fn is_spelled(&self, name: &str) -> bool {
        let is_letter = name.chars().count() == 1;
        let project = self.logic.project;
        let own = name.trim_matches('"');
        self.tag_called(&|it| it == own).is_some()
            || project.routines.iter().any(|it| it.name == own || it.owner == own)
            || (!is_letter && name.starts_with(char::is_uppercase) && self.is_unused(name))
            || (!is_letter
                && self.place(name).is_some_and(|it| self.logic.place(it).ends_with(own)))
    }

    fn is_unit(&self, name: &str) -> bool {
        let project = self.logic.project;
        let own = name.trim_matches('"');
        let same = |it: &str| it.eq_ignore_ascii_case(own);
        let path = |it: &tagbridge_project::Routine| format!("{}/{}", it.owner, it.name);
        project.routines.iter().any(|it| same(&it.name) || same(&it.owner) || same(&path(it)))
    }

    fn is_place(&self, name: &str) -> bool {
        let project = self.logic.project;
        let own = name.trim_matches('"');
        let same = |it: &str| it.trim_matches('"').eq_ignore_ascii_case(own);
        project.tags.iter().any(|it| same(&it.scope))
            || project.blocks.iter().any(|it| same(&it.name))
    }

    fn task(&self, words: &[String]) -> Option<String> {
        let own =
            |it: &str| it.to_lowercase().trim_end_matches("task").trim_matches('_').to_owned();
        let tasks = self.logic.project.tasks.iter();
        let mut found = tasks.filter(|task| {
            words.iter().any(|it| *it == task.name.to_lowercase() || *it == own(&task.name))
        });
        found.next().map(|it| it.name.clone()).filter(|_| found.next().is_none())
    }

    fn is_type(&self, name: &str) -> bool {
        self.logic.project.data_types.iter().any(|it| it.name == name.trim_matches('"'))
    }

    fn type_of(&self, name: &str) -> Option<String> {
        if let Some(words) = words_of(name) {
            let meant = self.meant(&words);
            let name = meant.into_iter().map(|it| it.name).find(|it| words_of(it).is_none())?;
            return self.type_of(&name);
        }
        let of_place = self.place(name).and_then(|place| {
            tagbridge_logic::types::name_of(self.logic.project, self.logic.index, place)
        });
        let root = name.split('[').next().unwrap_or(name).trim_matches('"');
        of_place
            .or_else(|| blocks::type_of(self.logic, name))
            .or_else(|| {
                self.tag_called(&|own| own.eq_ignore_ascii_case(root)).map(ToOwned::to_owned)
            })
            .map(|it| it.to_uppercase())
    }
}

/// A structure in a condition means its bit that says that it is on. If none of its bits does so alone,
/// the user is asked.
pub(crate) fn obvious(logic: Logic<'_>, request: &mut ChangeRequest) -> Result<(), Stop> {
    let Some(when) = request.when.clone() else { return Ok(()) };
    let chosen = request.get("condition").map(ToOwned::to_owned);
    let mut bit_of = |name: &str, is_bit: bool| -> Result<String, Stop> {
        let bits = if is_bit { bits_of(logic, name) } else { Vec::new() };
        let own = format!("{name}.");
        if let Some(chosen) = chosen.iter().find(|it| it.starts_with(&own)) {
            return Ok(chosen.clone());
        }
        let is = |bit: &str, wanted: &str| bit.replace('_', "").eq_ignore_ascii_case(wanted);
        let clear = ON.iter().find_map(|wanted| bits.iter().find(|it| is(it, wanted)));
        match clear {
            _ if bits.is_empty() => Ok(name.to_owned()),
            Some(bit) => Ok(format!("{own}{bit}")),
            None => {
                let all = bits.iter().map(|it| format!("{own}{it}")).collect();
                Err(ask("condition", Ask::Place, Ask::WhyPlace, all))
            }
        }
    };
    request.when = Some(when.written(&mut bit_of)?);
    Ok(())
}

/// What a bit of a structure is called that says that it is on, the clearest first.
const ON: [&str; 8] = ["Running", "Run", "IsRunning", "On", "Active", "DN", "Q", "Out"];

/// The bits of the structure that a name is; none where it is no structure.
fn bits_of(logic: Logic<'_>, name: &str) -> Vec<String> {
    let Some(kind) = Known::new(logic).type_of(name) else { return Vec::new() };
    if kind == "TIMER" || kind == "COUNTER" {
        return vec!["DN".to_owned()];
    }
    let same = |own: &str| own.eq_ignore_ascii_case(kind.trim_matches('"'));
    let types = logic.project.data_types.iter().filter(|it| same(&it.name)).map(|it| &it.members);
    let blocks = logic.project.blocks.iter().filter(|it| same(&it.name)).map(|it| &it.members);
    let is_shown = |it: &&tagbridge_project::Member| {
        use tagbridge_project::Section::{InOut, Input, Local, Temp};
        it.type_use.name.eq_ignore_ascii_case("BOOL")
            && it.type_use.dimensions.is_empty()
            && !matches!(it.section, Some(InOut | Input | Local | Temp))
    };
    let members = types.chain(blocks).flatten().filter(is_shown);
    members.map(|it| it.name.clone()).collect()
}

/// Sets the place and the rung of a request that names an output, or a contact alone.
pub(crate) fn locate(logic: Logic<'_>, request: &mut ChangeRequest) -> Result<(), Stop> {
    let chosen = request.get("rung").and_then(|it| it.rsplit_once(':'));
    if let Some((place, rung)) = chosen.map(|it| (it.0.to_owned(), it.1.to_owned())) {
        request.set("place", place);
        request.set("rung", rung);
        return Ok(());
    }
    let names = Known::new(logic);
    if request.kind == RequestedChange::SetValue && request.get("rung").is_none() {
        preset(logic, request);
        return Ok(());
    }
    of_drawing(logic, request)?;
    let of_comment = request.kind == RequestedChange::Comment && request.get("output").is_some();
    let is_before = request.get("before").is_some();
    if !(request.kind.is_in_rung() || of_comment || is_before) {
        return Ok(());
    }
    if let Some(unit) = request.get("output").filter(|it| names.is_unit(it))
        && names.place(unit).is_none()
    {
        let unit = unit.to_owned();
        request.set("place", unit);
        return Ok(());
    }
    let output = request.get("before").or_else(|| request.get("output"));
    let (name, is_output) = match (output, request.get("tag")) {
        (Some(output), _) => (output.to_owned(), true),
        (None, Some(tag)) if request.get("place").is_none() => (tag.to_owned(), false),
        _ => return Ok(()),
    };
    let no_tag = || Stop::No(Why::NoTag { name: name.clone() });
    let place = match blocks::place(logic, request.get("place"), &name) {
        Found::One(place) => place,
        Found::Unused(_) => return Err(Why::NotWritten { name }.into()),
        Found::Several(places) => {
            let all: Vec<String> = places.into_iter().map(|it| logic.place(it)).collect();
            return Err(ask("output", Ask::Place, Ask::WhyPlace, all));
        }
        Found::None => return Err(no_tag()),
    };
    if is_output && let Some(unit) = feed::locate(logic, request, place)? {
        set(logic, request, unit);
        return Ok(());
    }
    let wanted = if is_output { Wanted::Written } else { Wanted::Read };
    let units_of = |wanted| -> Vec<UnitId> {
        let rows = logic.uses(place, wanted).rows.into_iter().filter(|row| !row.may_write);
        rows.map(|row| row.citation.unit).collect()
    };
    let mut units = units_of(wanted);
    // "The jog rung" is the one that an input decides about.
    if units.is_empty() && request.kind == RequestedChange::DeleteRung {
        units = units_of(Wanted::Read);
    }
    let mut units: Vec<UnitId> = units
        .into_iter()
        .filter(|it| request.get("place").is_none_or(|place| is_in(logic, *it, place)))
        .collect();
    units.sort_unstable();
    units.dedup();
    if is_output && request.get("place").is_none() {
        units.retain(|it| !blocks::is_simulated(logic, *it));
    }
    if request.kind == RequestedChange::Series && units.len() > 1 {
        units.retain(|it| !turns_off(logic, *it, place));
    }
    // Of several rungs of an output, the one with the contact is meant.
    let is_contact = matches!(
        request.kind,
        RequestedChange::Take
            | RequestedChange::Invert
            | RequestedChange::Polarity
            | RequestedChange::Replace
    );
    let contact = request.get("tag").filter(|_| is_output && is_contact);
    let tag = contact.map(|it| blocks::place(logic, request.get("place"), it));
    if let Some(Found::One(tag)) = tag {
        let rows = logic.uses(tag, Wanted::Read).rows;
        let reads = |unit: &UnitId| rows.iter().any(|row| row.citation.unit == *unit);
        if units.len() > 1 && units.iter().any(reads) {
            units.retain(reads);
        }
    }
    match units.as_slice() {
        [] => Err(Why::NotWritten { name }.into()),
        [unit] => {
            set(logic, request, *unit);
            if of_comment && request.get("rung").is_none() {
                let line = names.line_of(*unit, place).ok_or(Why::NotParsed { name })?;
                request.set("rung", line.to_string());
            }
            Ok(())
        }
        several => {
            let names = several.iter().map(|it| label(logic, *it)).collect();
            Err(ask("rung", Ask::Rung, Ask::WhyRung, names))
        }
    }
}

/// Whether a unit only turns a place off: a condition in series would change nothing there.
fn turns_off(logic: Logic<'_>, unit: UnitId, place: PlaceId) -> bool {
    let own = logic.index.canonical(place);
    let values = logic.index.statements_of(unit).filter_map(|(_, it)| match &it.effect {
        Effect::Assign { to, value, .. }
            if logic.index.canonical(logic.index.reference(*to).place) == own =>
        {
            Some(*value)
        }
        _ => None,
    });
    let is_off = |value| {
        matches!(logic.index.exprs.get(value), Expr::Const(it)
            if it.scalar() == Some(Scalar::Bool(false)))
    };
    let values: Vec<_> = values.collect();
    !values.is_empty() && values.into_iter().all(is_off)
}

/// A change of a contact or a constant in a drawn network with one output is a change of the
/// conditions of that output.
fn of_drawing(logic: Logic<'_>, request: &mut ChangeRequest) -> Result<(), Stop> {
    let kind = request.kind;
    let is_one = matches!(
        kind,
        RequestedChange::AddContact | RequestedChange::RemoveContact | RequestedChange::SetConstant
    );
    let (Some(place), Some(rung)) = (request.get("place"), request.get("rung")) else {
        return Ok(());
    };
    if !is_one || logic.project.vendor == Vendor::AllenBradley {
        return Ok(());
    }
    let number = |unit: UnitId| {
        let of = logic.index.unit(unit);
        match &logic.project.routines[of.routine.index()].body {
            Body::Rungs(rungs) => of.rung.map(|at| rungs[at as usize].number.to_string()),
            _ => None,
        }
    };
    let mut units = logic.index.units().map(|it| it.0);
    let unit = units.find(|it| number(*it).as_deref() == Some(rung) && is_in(logic, *it, place));
    let Some(unit) = unit else { return Ok(()) };
    let statements = logic.index.statements_of(unit);
    let outputs: Vec<String> = statements
        .filter_map(|(_, statement)| match &statement.effect {
            Effect::Assign { to, .. } => Some(logic.place(logic.index.reference(*to).place)),
            _ => None,
        })
        .collect();
    let [output] = outputs.as_slice() else { return Ok(()) };
    request.set("output", spelling::last_name(output.rsplit('#').next().unwrap_or(output)));
    match kind {
        RequestedChange::AddContact => {
            let on = !is_closed(request)?;
            request.when = Some(Condition::bit(request.need("tag"), on));
            request.kind = RequestedChange::Series;
        }
        RequestedChange::RemoveContact => request.kind = RequestedChange::Take,
        _ => request.kind = RequestedChange::Limit,
    }
    Ok(())
}

/// For a timer with its time in a drawn network, that network.
fn preset(logic: Logic<'_>, request: &mut ChangeRequest) {
    if logic.project.vendor == Vendor::AllenBradley {
        return;
    }
    let Found::One(place) = logic.find(request.need("tag")) else { return };
    let rows = logic.uses(place, Wanted::Used).rows;
    let units: Vec<UnitId> = rows.iter().map(|row| row.citation.unit).collect();
    let runs = |unit: &UnitId| {
        logic.index.statements_of(*unit).any(|(_, statement)| {
            matches!(&statement.effect, Effect::Run { instance: Some(it), .. }
                | Effect::Call { instance: Some(it), .. }
                if logic.index.canonical(logic.index.reference(*it).place)
                    == logic.index.canonical(place))
        })
    };
    let mut units: Vec<UnitId> =
        units.into_iter().filter(|it| logic.index.unit(*it).rung.is_some() && runs(it)).collect();
    units.dedup();
    if let [unit] = units.as_slice() {
        set(logic, request, *unit);
    }
}

fn is_in(logic: Logic<'_>, unit: UnitId, place: &str) -> bool {
    let routine = &logic.project.routines[logic.index.unit(unit).routine.index()];
    let path = format!("{}/{}", routine.owner, routine.name);
    let place = place.trim_matches('"');
    [&routine.owner, &routine.name, &path].iter().any(|it| it.eq_ignore_ascii_case(place))
}

/// `Program/Routine:4`: a rung as an option of a question.
fn label(logic: Logic<'_>, unit: UnitId) -> String {
    logic.name(unit)
}

fn set(logic: Logic<'_>, request: &mut ChangeRequest, unit: UnitId) {
    let of = logic.index.unit(unit);
    let routine = &logic.project.routines[of.routine.index()];
    request.set("place", logic.path(of.routine));
    if let (Body::Rungs(rungs), Some(at)) = (&routine.body, of.rung) {
        request.set("rung", rungs[at as usize].number.to_string());
    }
}
