//! Conditions that protect people: no plan removes, bypasses, inverts or delays one of them.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Logic, NameId, PlaceId, StatementId,
    expr::{Evaluation, ExprId, Scalar, Truth, Values},
    types,
};
use tagbridge_project::spelling;

use super::{Drawn, changed, deeds::Deed};

/// Shorter words are not the beginning of another one.
const PART_MIN: usize = 5;
/// Words of a protection, with `|` between them; two words that belong together have a blank.
const PROTECTIONS: &str = "emergency|estop|esd|sto|safety|guard|guards|curtain|interlocked guard|e stop|em stop|\
    emerg stop|emg stop|light curtain|rope pull|pull rope|pull cord|pull wire|two hand|\
    safe torque|door closed|door switch|door contact|door lock|door locked|door interlock|\
    gate closed|gate switch|notaus|nothalt|not aus|not halt|notstop|sicherheit|schutztuer|\
    schutzgitter|schutzhaube|lichtvorhang|lichtgitter|reissleine|seilzug|zweihand|tuer zu|\
    tuer geschlossen";
/// Words of an output that only shows something.
const SHOWN: &str = "alarm|alarms|alm|fault|faults|flt|error|warning|warn|message|msg|horn|lamp|light|beacon|led|\
    hmi|stoerung|meldung|hupe|lampe|leuchte|anzeige|status";

/// The words of a text, in lower case, without umlauts.
fn words(text: &str) -> Vec<String> {
    let (mut all, mut word): (Vec<String>, String) = (Vec::new(), String::new());
    let mut before = ' ';
    for char in text.chars() {
        let begins = char.is_uppercase() && before.is_lowercase();
        if begins || !char.is_alphanumeric() {
            all.push(std::mem::take(&mut word));
        }
        for lower in char.to_lowercase().filter(|it| it.is_alphanumeric()) {
            match lower {
                'ä' => word.push_str("ae"),
                'ö' => word.push_str("oe"),
                'ü' => word.push_str("ue"),
                'ß' => word.push_str("ss"),
                lower => word.push(lower),
            }
        }
        before = char;
    }
    all.push(word);
    all.retain(|it| !it.is_empty());
    all
}

fn says(text: &str, of: &str) -> bool {
    let own = words(text);
    of.split('|').any(|it| {
        let wanted: Vec<&str> = it.split(' ').collect();
        // Of a name in lower case, a long word is the beginning.
        let begins =
            |it: &String| it.len() > PART_MIN && wanted.len() == 1 && it.starts_with(wanted[0]);
        own.windows(wanted.len()).any(|it| it == wanted)
            || of == PROTECTIONS && wanted[0].len() >= PART_MIN && own.iter().any(begins)
    })
}

/// Whether a name or its comment says that it protects people.
pub(crate) fn is_protection(logic: Logic<'_>, name: &str) -> bool {
    let own = name.rsplit('#').next().unwrap_or(name);
    says(spelling::last_name(own), PROTECTIONS) || says(&comment(logic, name), PROTECTIONS)
}

/// The comment of a tag, of a part of it, or of a variable of a block.
fn comment(logic: Logic<'_>, name: &str) -> String {
    let project = logic.project;
    let of_tag = project.tags.iter().find_map(|tag| {
        let rest = name.get(tag.name.len()..)?;
        let is_it = name.get(..tag.name.len())?.eq_ignore_ascii_case(&tag.name);
        match rest {
            _ if !is_it => None,
            "" => tag.comment.clone(),
            part => tag.comments.get(part).cloned(),
        }
    });
    let of_block = || {
        let (block, member) = name.split_once(['#', '.'])?;
        let block = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(block))?;
        let member = block.members.iter().find(|it| it.name.eq_ignore_ascii_case(member))?;
        member.comment.clone()
    };
    of_tag.or_else(of_block).unwrap_or_default()
}

/// One bit is known, and nothing else.
struct One<'a> {
    logic: Logic<'a>,
    name: &'a str,
    value: bool,
    /// What the statements that are new do.
    added: &'a [&'a Deed],
    depth: usize,
}

/// How many new statements may follow each other.
const DEPTH_MAX: usize = 4;

impl One<'_> {
    fn truth(&self, of: ExprId) -> Truth {
        Evaluation::new(&self.logic.index.exprs, self).truth(of)
    }

    /// A new bit is like its condition; an on-delay is off where its input is.
    fn of_added(&self, is_it: &dyn Fn(&str) -> bool, is_timer: bool) -> Option<Scalar> {
        let deed = self.added.iter().find(|it| is_it(&it.key.to_lowercase()))?;
        let pin = deed.pins.iter().position(|it| it.eq_ignore_ascii_case("IN"));
        let input = pin.filter(|_| is_timer).and_then(|it| deed.others.get(it).copied());
        let by = input.or(deed.by).filter(|_| self.depth < DEPTH_MAX)?;
        match (One { depth: self.depth + 1, ..*self }).truth(by) {
            Truth::False => Some(Scalar::Bool(false)),
            Truth::True if !is_timer => Some(Scalar::Bool(true)),
            _ => None,
        }
    }

    /// Whether what a place is a part of is declared as an off-delay.
    fn is_off_delay(&self, place: PlaceId) -> bool {
        let index = self.logic.index;
        let path = index.places.path(index.canonical(place));
        let parent = path.iter().rev().nth(1);
        let kind = parent.and_then(|it| types::name_of(self.logic.project, index, *it));
        kind.is_some_and(|it| !it.to_uppercase().starts_with("TON") && it.to_uppercase() != "TIMER")
    }
}

impl Values for One<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let name = self.logic.place(self.logic.index.canonical(place));
        if name.eq_ignore_ascii_case(self.name) {
            return Some(Scalar::Bool(self.value));
        }
        let lower = name.to_lowercase();
        let timer = lower.rsplit_once('.').filter(|it| ["dn", "q"].contains(&it.1)).map(|it| it.0);
        match timer {
            Some(_) if self.is_off_delay(place) => None,
            Some(timer) => {
                let own = format!("{timer} ");
                self.of_added(&|it| it.starts_with(&own) && !it.contains(" tof"), true)
            }
            None => self.of_added(&|it| it.starts_with(&format!("{lower} ")), false),
        }
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }

    fn output(&self, of: StatementId, _: NameId) -> Option<Scalar> {
        let own = super::deeds::deed(self.logic, self.logic.index.statement(of)).key.to_lowercase();
        let is_on_delay = own.contains(" ton");
        self.of_added(&|it| it == own, true).filter(|_| is_on_delay)
    }
}

/// The protection that a change makes weaker, if there is one.
pub(crate) fn weakened(old: Logic<'_>, new: Logic<'_>) -> Option<String> {
    old.project.routines.iter().find_map(|routine| {
        let is_it =
            |it: &&tagbridge_project::Routine| it.owner == routine.owner && it.name == routine.name;
        let now = new.project.routines.iter().find(is_it)?;
        if now.body == routine.body {
            return None;
        }
        of_routine(old, new, (&routine.owner, &routine.name))
    })
}

fn of_routine(old: Logic<'_>, new: Logic<'_>, routine: (&str, &str)) -> Option<String> {
    let (before, after) = changed(old, new, routine);
    let added: Vec<&Deed> =
        after.iter().filter(|it| before.iter().all(|own| own.key != it.key)).collect();
    let mut left: Vec<&Deed> = after.iter().collect();
    for one in &before {
        let two = left.iter().position(|it| it.key == one.key).map(|at| left.remove(at));
        let target = one.key.rsplit_once(' ').map_or(one.key.as_str(), |it| it.0);
        let is_shown = says(target, SHOWN) || says(&comment(old, target), SHOWN);
        if !is_shown && is_protection(old, target) && is_looser((old, one), (new, two)) {
            return Some(target.to_owned());
        }
        for name in protections(old, one) {
            let blocks = |logic: Logic<'_>, by: Option<ExprId>, added: &[&Deed], value: bool| {
                let known = One { logic, name: &name, value, added, depth: 0 };
                by.is_some_and(|by| known.truth(by) == Truth::False)
            };
            let is_weaker = match two {
                None => true,
                Some(two) if is_shown => {
                    !reads(new, two, &added, &name)
                        || [true, false].into_iter().any(|value| {
                            blocks(old, one.by, &[], value) && blocks(new, two.by, &added, !value)
                        })
                }
                Some(two) => {
                    let pairs = pairs(one, two);
                    !reads(new, two, &added, &name)
                        || pairs.into_iter().any(|(was, is)| {
                            [true, false].into_iter().any(|value| {
                                blocks(old, Some(was), &[], value)
                                    && !blocks(new, Some(is), &added, value)
                            })
                        })
                }
            };
            if is_weaker {
                return Some(name);
            }
        }
    }
    None
}

/// The conditions of a statement in two versions; a drawing may list the pins of a call in another order.
fn pairs(one: &Deed, two: &Deed) -> Vec<(ExprId, ExprId)> {
    let others = one.others.iter().enumerate().filter_map(|(at, was)| {
        let there = one.pins.get(at).and_then(|pin| two.pins.iter().position(|it| it == pin));
        Some((*was, *two.others.get(there.unwrap_or(at))?))
    });
    one.by.zip(two.by).into_iter().chain(others).collect()
}

fn exprs(of: &Deed) -> Vec<ExprId> {
    of.by.into_iter().chain(of.others.iter().copied()).collect()
}

/// The protections that a statement reads.
fn protections(logic: Logic<'_>, deed: &Deed) -> BTreeSet<String> {
    places(logic, deed).into_iter().filter(|it| is_protection(logic, it)).collect()
}

fn places(logic: Logic<'_>, deed: &Deed) -> BTreeSet<String> {
    let index = logic.index;
    let places = exprs(deed).into_iter().flat_map(|it| index.exprs.places(it));
    places.map(|it| logic.place(index.canonical(it))).collect()
}

/// Whether a statement, or a new one, reads a place.
fn reads(logic: Logic<'_>, deed: &Deed, added: &[&Deed], name: &str) -> bool {
    let all = std::iter::once(deed).chain(added.iter().copied());
    all.flat_map(|it| places(logic, it)).any(|it| it.eq_ignore_ascii_case(name))
}

/// Whether a bit is on in the new code where it is off in the old one.
fn is_looser((old, one): (Logic<'_>, &Deed), (new, two): (Logic<'_>, Option<&Deed>)) -> bool {
    let Some(two) = two else { return true };
    (0..super::ROUNDS).any(|round| {
        let (olds, news) = (Drawn::new(old, round), Drawn::new(new, round));
        one.truth(&olds) == Truth::False && two.truth(&news) == Truth::True
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_protection_are_found_in_names_and_comments() {
        for name in [
            "E_Stop_OK",
            "EStop",
            "GuardDoor1",
            "NOT_AUS",
            "NotHalt_Q",
            "Drive_STO",
            "Light_Curtain",
            "inputs.emergencystop",
        ] {
            assert!(says(name, PROTECTIONS), "{name}");
        }
        for comment in
            ["Not-Aus gedrückt", "Schutztür geschlossen", "emergency stop, NC", "E-Stop chain"]
        {
            assert!(says(comment, PROTECTIONS), "{comment}");
        }
        for other in ["Stop_PB", "Restore", "Door_Count", "Storage", "Step_Stop", "Not_Running"] {
            assert!(!says(other, PROTECTIONS), "{other}");
        }
    }
}
