//! Names near a name that the project does not have, and timers that decide about a bit.

use tagbridge_interpret::MeantName;
use tagbridge_logic::{
    Effect,
    query::{Found, Wanted},
};

use super::{Naming, Role, about, role};
use crate::{
    draft::{Stop, ask},
    locate::Known,
    request::{ChangeRequest, KnownNames, RequestedChange},
    says::{Ask, Why},
    seek::of_value,
};

/// For a name that the project does not have, the question which of the nearest ones is meant.
pub(crate) fn nearest(
    known: &Known<'_>,
    (request, prompt): (&ChangeRequest, &str),
    stop: Stop,
) -> Stop {
    let Stop::No(Why::NoTag { name }) = &stop else { return stop };
    // A new name that the plan gives is not in the request.
    if !prompt.to_lowercase().contains(&name.to_lowercase()) {
        return stop;
    }
    let is_it = |slot: &&&'static str| request.get(slot) == Some(name);
    let slot = ["tag", "from", "output"].iter().find(is_it);
    let Some(slot) = slot.filter(|_| !name.contains(['.', '[', ':'])) else { return stop };
    let naming = Naming {
        known,
        answer: &|_, _| None,
        named: Vec::new(),
        prompt: "",
        bit: Role::Bit,
        is_time: false,
    };
    let fits = |it: &MeantName| naming.is(&it.name, it.is_code, role(request.kind, slot));
    let names = like(known, name, &fits);
    if names.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        // It exists, and is of another kind.
        return Why::OtherPlatform { what: name.clone() }.into();
    }
    if names.is_empty() {
        stop
    } else {
        about(ask(slot, Ask::Name, Ask::WhyName, names), name.clone())
    }
}

/// The reason that a name does not exist, with the nearest names.
pub(crate) fn missing(known: &Known<'_>, name: &str) -> Why {
    const SHOWN: usize = 4;
    let names = like(known, name, &|_| true);
    if names.is_empty() {
        return Why::NoTag { name: name.to_owned() };
    }
    let near = names.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
    Why::NoTagNear { name: name.to_owned(), near }
}

/// The names that have the words of a name, or some of them.
fn like(known: &Known<'_>, name: &str, fits: &dyn Fn(&MeantName) -> bool) -> Vec<String> {
    let words: Vec<String> = name
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| it.chars().count() > 2)
        .map(ToOwned::to_owned)
        .collect();
    let mut names: Vec<String> = Vec::new();
    // All words together, then each.
    let each = words.iter().map(std::slice::from_ref);
    for words in std::iter::once(words.as_slice()).chain(each) {
        for it in known.meant(words).into_iter().filter(fits) {
            if !names.contains(&it.name) {
                names.push(it.name);
            }
        }
    }
    names
}

impl Naming<'_> {
    /// The setting that has the value which the request says it has; asked if several have it.
    pub(super) fn by_value(
        &self,
        request: &ChangeRequest,
        (slot, words): (&str, &[String]),
    ) -> Result<Option<String>, Stop> {
        let is_it = request.kind == RequestedChange::SetValue && slot == "tag";
        let Some(was) = request.get("was").filter(|_| is_it) else { return Ok(None) };
        let nth = self.named.len();
        if let Some(name) = (self.answer)(super::NAME, nth) {
            return Ok(Some(name));
        }
        let unit = request.need("to").split_once(' ').map(|it| it.1);
        let was = match unit {
            Some(unit) if !was.contains(' ') => format!("{was} {unit}"),
            _ => was.to_owned(),
        };
        let meant = self.known.meant(words);
        let says = |name: &str| meant.iter().find(|it| it.name == name).map_or(0.0, |it| it.score);
        let mut found = of_value(self.known, (self.prompt, &was), &says);
        match found.len() {
            0 => Ok(None),
            1 => Ok(found.pop()),
            _ => {
                let asks = ask(super::NAME, Ask::Name, Ask::WhyName, found);
                Err(about(asks, words.join(" ")).of(nth))
            }
        }
    }

    /// The settings that have a value, if there are some.
    pub(super) fn with_value<'m>(&self, all: Vec<&'m MeantName>) -> Vec<&'m MeantName> {
        let is_wanted = self.is_time && self.has_time(&all);
        let has = |it: &&MeantName| {
            let is_time = self.has_time(&[*it]);
            is_time || !is_wanted && self.known.has_initial(&it.name)
        };
        let some: Vec<&MeantName> = all.iter().copied().filter(has).collect();
        if some.is_empty() { all } else { some }
    }

    /// Whether one of the settings is a time or a timer.
    pub(super) fn has_time(&self, all: &[&MeantName]) -> bool {
        let kinds = all.iter().filter_map(|it| self.known.type_of(&it.name));
        kinds.into_iter().any(|it| is_timer(&it) || it.ends_with("TIME"))
    }

    /// "The cleaning to 20 s": the timer in the code that is called so; asked if it has several.
    pub(super) fn timer_of(
        &self,
        codes: &[&str],
        words: &[String],
    ) -> Result<Option<String>, Stop> {
        let mut timers: Vec<String> = codes.iter().flat_map(|it| self.known.timers(it)).collect();
        match timers.len() {
            0 | 1 => Ok(timers.pop()),
            _ => Err(about(ask(super::NAME, Ask::Name, Ask::WhyName, timers), words.join(" "))),
        }
    }

    /// The names that are offered: first those that the whole request means, too.
    pub(super) fn offered(&self, several: &[&MeantName], role: Role) -> Vec<String> {
        const CHANCE_MIN: f32 = 0.05;
        const MORE_MAX: usize = 2;
        let mut likely = self.known.likely(self.prompt);
        likely.retain(|it| it.score >= CHANCE_MIN && self.is(&it.name, it.is_code, role));
        let is_one = |name: &String| several.iter().any(|one| one.name == *name);
        let (mut names, mut more): (Vec<String>, Vec<String>) =
            likely.into_iter().map(|it| it.name).partition(is_one);
        more.truncate(MORE_MAX);
        names.extend(several.iter().map(|it| it.name.clone()));
        let mut seen = std::collections::HashSet::new();
        names.retain(|it| seen.insert(it.clone()));
        // Each of them has a chance to be among those that are shown.
        let at = names.len().min(super::OPTIONS_MAX.saturating_sub(more.len()));
        names.splice(at..at, more);
        names
    }

    /// Of several settings, the only one that has another word of the request, too.
    pub(super) fn told_apart<'m>(
        &self,
        likely: Vec<&'m MeantName>,
        words: &[String],
    ) -> Vec<&'m MeantName> {
        const LETTERS_MIN: usize = 4;
        let others = self.prompt.split(|it: char| !it.is_alphanumeric()).filter(|it| {
            it.chars().count() >= LETTERS_MIN
                && !words.iter().any(|own| own.eq_ignore_ascii_case(it))
        });
        let others: Vec<Vec<MeantName>> =
            others.map(|it| self.known.meant(&[it.to_owned()])).collect();
        let has =
            |name: &str| others.iter().filter(|it| it.iter().any(|it| it.name == name)).count();
        let counts: Vec<usize> = likely.iter().map(|it| has(&it.name)).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let best: Vec<&MeantName> =
            likely.iter().zip(&counts).filter(|it| *it.1 == most).map(|it| *it.0).collect();
        if best.len() == 1 { best } else { likely }
    }
}

/// The timers that decide about a bit, directly or by other bits of ladder.
pub(crate) fn deciding(known: &Known<'_>, bit: &str) -> Vec<String> {
    /// How many rungs may be between.
    const RUNGS: usize = 3;
    let logic = known.logic;
    let Found::One(place) = logic.find(bit) else { return Vec::new() };
    let (mut found, mut seen): (Vec<String>, Vec<_>) = (Vec::new(), vec![place]);
    let mut next = vec![place];
    for _ in 0..RUNGS {
        let mut further = Vec::new();
        for place in next {
            let rows = logic.uses(place, Wanted::Written).rows;
            let units = rows.iter().filter(|it| !it.may_write).map(|it| it.citation.unit);
            for unit in units.filter(|it| logic.index.unit(*it).rung.is_some()) {
                for read in logic.index.refs_of(unit).iter().map(|it| it.place) {
                    let name = logic.place(read);
                    let timer = name.rsplit_once('.').map_or(name.as_str(), |it| it.0);
                    if known.type_of(timer).is_some_and(|it| is_timer(&it)) {
                        if !found.iter().any(|it| it == timer) {
                            found.push(timer.to_owned());
                        }
                    } else if !seen.contains(&read) {
                        seen.push(read);
                        further.push(read);
                    }
                }
            }
        }
        if !found.is_empty() {
            break;
        }
        next = further;
    }
    found
}

/// The bits that code writes and that decide about another one.
pub(super) fn deciding_bits(known: &Known<'_>, bit: &str) -> Vec<String> {
    let logic = known.logic;
    let Found::One(place) = logic.find(bit) else { return Vec::new() };
    let index = logic.index;
    let own = index.canonical(place);
    let mut found: Vec<String> = Vec::new();
    for row in logic.uses(place, Wanted::Written).rows {
        for (_, statement) in index.statements_of(row.citation.unit) {
            let Effect::Assign { to, value, .. } = &statement.effect else { continue };
            if index.canonical(index.reference(*to).place) != own {
                continue;
            }
            let read = [*value, statement.guard].into_iter().flat_map(|it| index.exprs.places(it));
            for name in read.filter(|it| *it != own).map(|it| logic.place(index.canonical(it))) {
                let is_bit = known.type_of(&name).as_deref() == Some("BOOL");
                if is_bit && known.is_written(&name) && !found.contains(&name) {
                    found.push(name);
                }
            }
        }
    }
    found
}

/// Whether a type is that of a timer.
fn is_timer(kind: &str) -> bool {
    ["TIMER", "TON", "TOF", "TP", "IEC_TIMER"].iter().any(|it| kind.starts_with(it))
}
