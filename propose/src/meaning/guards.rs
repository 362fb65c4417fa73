//! Conditions that protect people: no plan removes, bypasses, inverts or delays one of them.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Callee, Logic, NameId, PlaceId, RoutineId, StatementId,
    expr::{Evaluation, ExprId, Scalar, Truth, Values},
    query::{Found, Wanted},
    types,
};
use tagbridge_project::{Routine, spelling};

use super::{
    Drawn, ROUNDS, changed,
    deeds::{Deed, deed},
};
use crate::request::{protects, shows};

/// Whether a name or its comment says that it protects people.
pub(crate) fn is_protection(logic: Logic<'_>, name: &str) -> bool {
    let own = name.rsplit('#').next().unwrap_or(name);
    protects(spelling::last_name(own)) || protects(&comment(logic, name))
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
        let own = deed(self.logic, self.logic.index.statement(of)).key.to_lowercase();
        let is_on_delay = own.contains(" ton");
        self.of_added(&|it| it == own, true).filter(|_| is_on_delay)
    }
}

/// The protection that a change makes weaker, if there is one.
pub(crate) fn weakened(old: Logic<'_>, new: Logic<'_>) -> Option<String> {
    let is_same = |one: &Routine, two: &Routine| one.owner == two.owner && one.name == two.name;
    let differs = |of: &Routine, others: &[Routine]| {
        others.iter().find(|it| is_same(it, of)).is_none_or(|it| it.body != of.body)
    };
    let (olds, news) = (&old.project.routines, &new.project.routines);
    let of_old = |it: &Routine| of_routine(old, new, (&it.owner, &it.name));
    let of_new = |it: &Routine| beside(old, new, (&it.owner, &it.name));
    let weaker = olds.iter().filter(|it| differs(it, news)).find_map(of_old);
    weaker.or_else(|| news.iter().filter(|it| differs(it, olds)).find_map(of_new))
}

fn of_routine(old: Logic<'_>, new: Logic<'_>, routine: (&str, &str)) -> Option<String> {
    let (before, after) = changed(old, new, routine);
    let added = added(&before, &after);
    let mut left: Vec<&Deed> = after.iter().collect();
    for one in &before {
        let two = left.iter().position(|it| it.key == one.key).map(|at| left.remove(at));
        let is_shown = is_shown(old, one.target());
        if !is_shown && is_protection(old, one.target()) && is_looser((old, one), (new, two)) {
            return Some(one.target().to_owned());
        }
        if let Some(name) = inside(old, one).filter(|_| is_left_out((old, one), (new, two))) {
            return Some(name);
        }
        for name in protections(old, one) {
            let blocks = |logic: Logic<'_>, by: Option<ExprId>, added: &[&Deed], value: bool| {
                let known = One { logic, name: &name, value, added, depth: 0 };
                by.map(|by| known.truth(by))
            };
            let is_off = |truth: Option<Truth>| truth == Some(Truth::False);
            let is_weaker = two.is_none_or(|two| {
                let read = reads(new, two, &added, &name);
                !read
                    || [true, false].into_iter().any(|value| {
                        if is_shown {
                            return is_off(blocks(old, one.by, &[], value))
                                && is_off(blocks(new, two.by, &added, !value));
                        }
                        pairs(one, two).into_iter().any(|(was, is)| {
                            let was = blocks(old, Some(was), &[], value);
                            let is = blocks(new, Some(is), &added, value);
                            // What turns an output off must still do so.
                            let turns_off = one.turns_off() && was == Some(Truth::True);
                            (is_off(was) && !is_off(is)) || (turns_off && is != was)
                        })
                    })
            });
            if is_weaker {
                return Some(name);
            }
        }
    }
    None
}

/// The protection that a new statement writes, or that it does not read although the code that writes the
/// same output today does.
fn beside(old: Logic<'_>, new: Logic<'_>, routine: (&str, &str)) -> Option<String> {
    let (before, after) = changed(old, new, routine);
    let added = added(&before, &after);
    let mut turns_on = added.iter().filter(|it| it.writes() && !it.turns_off());
    turns_on.find_map(|one| {
        let target = one.target();
        let Found::One(place) = old.find(target) else { return None };
        if is_shown(old, target) {
            return None;
        }
        if is_protection(old, target) {
            return Some(target.to_owned());
        }
        let rows = old.uses(place, Wanted::Written).rows;
        let units = rows.iter().map(|it| it.citation.unit).collect::<BTreeSet<_>>();
        let statements = units.into_iter().flat_map(|it| old.index.statements_of(it));
        let own = statements.map(|it| deed(old, it.1));
        own.filter(|it| it.target() == target).find_map(|own| {
            protections(old, &own).into_iter().find(|name| {
                [true, false].into_iter().any(|value| {
                    let is_off = |logic, of: &Deed, added| {
                        let known = One { logic, name, value, added, depth: 0 };
                        exprs(of).into_iter().any(|it| known.truth(it) == Truth::False)
                    };
                    is_off(old, &own, &[]) && !is_off(new, one, &added)
                })
            })
        })
    })
}

/// The statements of the new code that the old one does not have.
fn added<'a>(before: &[Deed], after: &'a [Deed]) -> Vec<&'a Deed> {
    let mut left: Vec<&Deed> = before.iter().collect();
    let is_new = |it: &&Deed| {
        let own = left.iter().position(|old| old.key == it.key);
        own.map(|at| left.swap_remove(at)).is_none()
    };
    after.iter().filter(is_new).collect()
}

fn is_shown(logic: Logic<'_>, target: &str) -> bool {
    shows(target) || shows(&comment(logic, target))
}

/// A protection that the code reads which a statement calls.
fn inside(logic: Logic<'_>, call: &Deed) -> Option<String> {
    let project = logic.project;
    let is_called = |routine: RoutineId| match call.callee {
        Some(Callee::Routine(at)) => at == routine,
        Some(Callee::Block(at)) => {
            let block = &project.blocks[at as usize].name;
            project.routines[routine.index()].owner.eq_ignore_ascii_case(block)
        }
        _ => false,
    };
    let units = logic.index.units().filter(|it| is_called(it.1.routine));
    let statements = units.flat_map(|it| logic.index.statements_of(it.0));
    statements.map(|it| deed(logic, it.1)).find_map(|own| {
        protections(logic, &own).into_iter().find(|_| !is_shown(logic, own.target()))
    })
}

/// Whether a call is not made where it was.
fn is_left_out((old, one): (Logic<'_>, &Deed), (new, two): (Logic<'_>, Option<&Deed>)) -> bool {
    two.is_none_or(|two| {
        (0..ROUNDS).any(|round| {
            let truths = [(old, one), (new, two)].map(|it| it.1.truth(&Drawn::new(it.0, round)));
            truths[0] == Truth::True && truths[1] != Truth::True
        })
    })
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
    (0..ROUNDS).any(|round| {
        let (olds, news) = (Drawn::new(old, round), Drawn::new(new, round));
        one.truth(&olds) == Truth::False && two.truth(&news) == Truth::True
    })
}
