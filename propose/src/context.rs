//! The input of the authors of changes, and common queries.

use tagbridge_forms::names::is_valid_name;
use tagbridge_logic::{Logic, OpaqueReason};
use tagbridge_project::{Body, Routine, Source, Tag};

use crate::{
    condition::{Condition, Relation},
    draft::{Asking, Choice, Stop, ask},
    request::ChangeRequest,
    says::{Ask, Why},
};

/// The input of an author.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) source: &'a Source,
    pub(crate) logic: Logic<'a>,
    pub(crate) request: &'a ChangeRequest,
    /// The program or block, and the routine, that the caller means.
    pub(crate) hint: (Option<&'a str>, Option<&'a str>),
}

impl<'a> Context<'a> {
    /// The text of a slot of the request, if it exists.
    pub(crate) fn get(&self, slot: &str) -> Option<&'a str> {
        self.request.get(slot).map(str::trim)
    }

    /// The text of a required slot of the request.
    pub(crate) fn need(&self, slot: &str) -> &'a str {
        self.request.need(slot).trim()
    }

    /// The program or block, as far as the request names it.
    pub(crate) fn place(&self) -> Option<&'a str> {
        self.get("place").or(self.hint.0)
    }

    /// A new name that is valid on the platforms: letters, digits and underscores.
    pub(crate) fn new_name(&self, slot: &str) -> Result<&'a str, Why> {
        Self::name(self.need(slot).trim_matches('"'))
    }

    /// The condition in the request; for an alarm, its limit.
    pub(crate) fn when(&self) -> Result<Condition, Why> {
        let of_limit = || {
            let how = Relation::called(self.get("op")?);
            let (name, value) = (self.get("tag")?.to_owned(), self.get("value")?.to_owned());
            Some(Condition::Compare { name, how, value })
        };
        self.request.when.clone().or_else(of_limit).ok_or(Why::NotUnderstood)
    }

    /// The name that a new rung writes: an output, or an alarm.
    pub(crate) fn output(&self) -> String {
        self.get("output").or_else(|| self.get("name")).unwrap_or_default().to_owned()
    }

    /// Checks that a name is valid on the platforms.
    pub(crate) fn name(name: &str) -> Result<&str, Why> {
        if is_valid_name(name) { Ok(name) } else { Err(Why::BadName { name: name.to_owned() }) }
    }

    /// A tag by its full name, in any case.
    pub(crate) fn tag(&self, name: &str) -> Option<&'a Tag> {
        self.logic.project.tags.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// A writable routine, by owner and name.
    pub(crate) fn writable(&self, owner: &str, name: &str) -> Result<&'a Routine, Why> {
        let project = self.logic.project;
        let path = format!("{owner}/{name}");
        let is_it = |it: &&Routine| {
            it.owner.eq_ignore_ascii_case(owner) && it.name.eq_ignore_ascii_case(name)
        };
        let found = project.routines.iter().enumerate().find(|(_, it)| is_it(it));
        let (at, routine) = found.ok_or_else(|| Why::NoRoutine { name: path.clone() })?;
        if matches!(routine.body, Body::Protected) {
            return Err(Why::Protected { name: path });
        }
        let is_safety = project.programs.iter().any(|it| it.name == routine.owner && it.safety);
        if is_safety {
            return Err(Why::Safety { name: path });
        }
        let index = self.logic.index;
        let is_opaque = |it: &&tagbridge_logic::Opaque| {
            index.unit(it.unit).routine.index() == at && is_unread(it.reason)
        };
        match index.opaque().iter().find(is_opaque) {
            Some(opaque) if opaque.reason == OpaqueReason::Protected => {
                Err(Why::Protected { name: path })
            }
            Some(_) => Err(Why::NotParsed { name: path }),
            None => Ok(routine),
        }
    }

    /// One of these routines, by the text of the request: `Program/Routine`, `Routine`, or
    /// `Program` if it has only one.
    pub(crate) fn choose_routine(
        &self,
        all: &[(String, String)],
    ) -> Result<(String, String), Stop> {
        let paths = |of: &[&(String, String)]| of.iter().map(|it| path(it)).collect::<Vec<_>>();
        let hinted = match self.hint {
            (Some(program), Some(routine)) => Some(format!("{program}/{routine}")),
            (None, Some(routine)) => Some(routine.to_owned()),
            (Some(program), None) => Some(program.to_owned()),
            (None, None) => None,
        };
        let said = self.get("place").map(ToOwned::to_owned).or(hinted);
        let Some(said) = said else {
            let all: Vec<_> = all.iter().collect();
            return match all.as_slice() {
                [] => Err(Stop::No(Why::NoRoutine { name: String::new() })),
                [one] => Ok((*one).clone()),
                _ => Err(ask("place", Ask::Routine, Ask::WhyRoutine, paths(&all))),
            };
        };
        let said = said.trim_matches('"');
        let by = |is: &dyn Fn(&(String, String)) -> bool| -> Vec<&(String, String)> {
            all.iter().filter(|it| is(it)).collect()
        };
        let whole = by(&|it| path(it).eq_ignore_ascii_case(said));
        let named = by(&|it| it.1.eq_ignore_ascii_case(said));
        let owned = by(&|it| it.0.eq_ignore_ascii_case(said));
        let found = [whole, named, owned].into_iter().find(|it| !it.is_empty());
        match found.as_deref() {
            None => Err(Stop::No(Why::NoRoutine { name: said.to_owned() })),
            Some([one]) => Ok((*one).clone()),
            Some(several) => Err(ask("place", Ask::Routine, Ask::WhyRoutine, paths(several))),
        }
    }

    /// Checks that no code reaches the object to be deleted in another way than by its name: by its
    /// address, by an index, or as a part of another one.
    pub(crate) fn unreached(&self, name: &str) -> Result<(), Why> {
        use tagbridge_logic::query::{Found, Wanted};
        let Found::Unused(names) = self.logic.find(name) else { return Ok(()) };
        for name in names {
            let Some((index, place)) = self.logic.index.naming(self.logic.project, &name) else {
                continue;
            };
            let logic = Logic::new(self.logic.project, &index);
            if let Some(row) = logic.uses(place, Wanted::Used).rows.first() {
                return Err(Why::InUse { name, place: row.citation.path.clone() });
            }
        }
        Ok(())
    }

    /// Whether the requested contact is normally closed: it is true while its bit is off.
    pub(crate) fn is_closed(&self) -> Result<bool, Stop> {
        is_closed(self.request)
    }

    /// Number of writes of the place with this name.
    pub(crate) fn writes(&self, name: &str) -> usize {
        use tagbridge_logic::query::{Found, Wanted};
        match self.logic.find(name) {
            Found::One(place) => {
                let rows = self.logic.uses(place, Wanted::Written).rows;
                rows.iter().filter(|row| !row.may_write).count()
            }
            _ => 0,
        }
    }
}

/// Whether the contact in a request is normally closed: it is true while its bit is off.
pub(crate) fn is_closed(request: &ChangeRequest) -> Result<bool, Stop> {
    match request.get("polarity").map(str::trim) {
        Some("open" | "no" | "normally-open" | "schließer" | "on") => Ok(false),
        Some(_) => Ok(true),
        None => Err(Stop::Ask(Asking {
            slot: "polarity",
            nth: 0,
            question: Ask::Polarity,
            why: Ask::WhyPolarity,
            options: vec![
                Choice::Meaning(Ask::OnWhileOn, "open"),
                Choice::Meaning(Ask::OnWhileOff, "closed"),
            ],
            of: 2,
            about: None,
        })),
    }
}

/// `Owner/Name`, or only the name if both are equal.
pub(crate) fn path((owner, name): &(String, String)) -> String {
    if owner == name { name.clone() } else { format!("{owner}/{name}") }
}

/// Whether code is not parsed at all: its calls may be unknown, which is reported as a risk.
pub(crate) fn is_unread(reason: OpaqueReason) -> bool {
    use OpaqueReason::{Language, Protected, TooDeep, Unparsed};
    matches!(reason, Unparsed | TooDeep | Language | Protected)
}
