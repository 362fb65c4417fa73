//! Sequences of GRAPH: steps that are active, what they do, and what they wait for.
//!
//! The help of TIA Portal, GRAPH: a step's `X` is true while it is active; a transition whose steps
//! are active and whose condition holds makes them inactive, and those behind it active.

use std::collections::HashMap;

use tagbridge_project::Rung;

use super::ladder::Network;
use crate::{
    Span,
    emit::Emit,
    expr::{Constant, Edge, ExprId},
    ids::{PlaceId, RoutineId, StatementId},
    index::Index,
    place::{Scope, Step},
    qualifier::{Act, Active, act},
    text::{Declarations, Dialect, Scopes, statements_at},
    unit::{Effect, How, OpaqueReason, Operand, UseMode},
};

/// Events that an action may wait for.
const EVENTS: [&str; 8] = ["S1", "S0", "V1", "V0", "L1", "L0", "A1", "R1"];

/// A step with what it says of itself: its number, its activity, and the conditions of its
/// interlock and its supervision, where it has them.
#[derive(Clone, Copy)]
struct Around<'t> {
    number: &'t str,
    active: Active,
    interlock: Option<ExprId>,
    supervision: Option<ExprId>,
}

/// A sequence that is being read.
struct Chart<'e, 'p> {
    net: Network<'e, 'p>,
    scopes: &'e Scopes<'p>,
    /// The names of steps by their numbers.
    steps: HashMap<&'p str, &'p str>,
    /// What the first transition does: all are looked at before.
    first: Option<StatementId>,
}

/// Reads the steps and transitions of a sequence, each as a unit.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rungs: &'p [Rung],
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let steps = rungs.iter().filter_map(|rung| {
        let number = rung.text.strip_prefix("STEP ")?.split([' ', '\n']).next()?;
        Some((number, rung.title.as_deref()?))
    });
    let steps = steps.collect();
    let net = Network::new(emit, scopes, owner);
    let mut chart = Chart { net, scopes, steps, first: None };
    for (at, rung) in rungs.iter().enumerate() {
        chart.net.emit.begin(routine, Some(at));
        chart.net.begin(rung);
        let whole = Span::new(0, rung.text.len());
        match rung.text.split_once(": ") {
            _ if rung.text.starts_with("STEP ") => chart.step(&rung.text),
            Some((head, _)) if head.starts_with("FROM ") => chart.transition(&rung.text, head),
            Some((head, _)) if head.starts_with("PERMANENT ") => {
                let all = Span::new(head.len() + 2, rung.text.len());
                chart.net.all(all);
            }
            // A transition that nothing leads to has a condition nevertheless.
            _ => chart.net.all(whole),
        }
    }
}

impl Chart<'_, '_> {
    /// The activity of a step.
    fn activity(&mut self, number: &str) -> PlaceId {
        self.member(number, "X")
    }

    fn member(&mut self, number: &str, member: &str) -> PlaceId {
        let name = self.steps.get(number).copied().unwrap_or(number);
        let owner = self.net.owner;
        let (owner, name) = (self.net.emit.name(owner), self.net.emit.name(name));
        let member = self.net.emit.name(member);
        let places = &mut self.net.emit.index.places;
        let step = places.root(Scope::Block(owner), name);
        places.part(step, Step::Member(member))
    }

    fn step(&mut self, text: &str) {
        let head = text.split('\n').next().unwrap_or(text);
        let number = head["STEP ".len()..].split(' ').next().unwrap_or_default();
        let place = self.activity(number);
        let spec = self.net.emit.spec("STEP");
        let span = Span::new(0, "STEP ".len() + number.len());
        self.net.emit.reference(place, span, UseMode::Read, spec, Operand::None);
        let elapsed = self.member(number, "T");
        let exprs = &mut self.net.emit.index.exprs;
        let active = Active { step: exprs.read(place), elapsed: exprs.read(elapsed) };
        let mut around = Around { number, active, interlock: None, supervision: None };
        let mut start = head.len() + 1;
        // A network is one line or more; the next part begins with a word of its own.
        for line in text.get(start..).unwrap_or_default().split('\n') {
            let span = Span::new(start, start + line.len());
            start += line.len() + 1;
            if let Some((word, rest)) = line.split_once(": ")
                && matches!(word, "INTERLOCK" | "SUPERVISION")
            {
                self.net.outcome = None;
                self.net.all(Span::new(span.end as usize - rest.len(), span.end as usize));
                match word {
                    "INTERLOCK" => around.interlock = self.net.outcome,
                    _ => around.supervision = self.net.outcome,
                }
            } else if !line.starts_with("TIMES ") && !line.trim().is_empty() {
                self.action(span, line, around);
            }
        }
    }

    /// `N "Valve";`, `S1 NC #x;`, `D "Horn", T#5s;`, `N #a := #b;`
    fn action(&mut self, span: Span, line: &str, around: Around<'_>) {
        let active = around.active;
        let mut at = 0;
        let mut word = || {
            let rest = &line[at..];
            let length = rest.find(' ').unwrap_or(rest.len());
            at += length;
            at += line[at..].len() - line[at..].trim_start().len();
            &rest[..length]
        };
        let mut qualifier = word();
        let mut when = active.step;
        if EVENTS.contains(&qualifier) {
            when = self.event(qualifier, around);
            qualifier = word();
        }
        let kind = match qualifier.strip_suffix('C').filter(|kind| !kind.is_empty()) {
            Some(kind) => {
                let all: Vec<ExprId> =
                    [Some(when), around.interlock].into_iter().flatten().collect();
                when = self.net.emit.index.exprs.and(&all);
                kind
            }
            None => qualifier,
        };
        let rest = line[at..].trim_end_matches(';');
        let start = span.start as usize + at;
        let what = Span::new(start, start + rest.len());
        let known = ["N", "S", "R", "D", "L"].contains(&kind);
        if !known || rest.contains(":=") || rest.contains('(') {
            self.statement(span, what, kind, known, when);
            return;
        }
        let end = rest.find(',').map_or(what.end as usize, |comma| start + comma);
        let spec = self.net.emit.spec(kind);
        let (_, to) =
            self.net.read_at(Span::new(start, end), (spec, Operand::None), UseMode::Write);
        let Some(to) = to else { return };
        let time = rest.find(',').map(|comma| {
            let behind = &rest[comma + 1..];
            let from = what.end as usize - behind.trim_start().len();
            let time = Span::new(from, from + behind.trim().len());
            self.net.read_at(time, (spec, Operand::None), UseMode::Read).0
        });
        let Index { exprs, names, .. } = &mut self.net.emit.index;
        let active = Active { step: when, ..active };
        let Some(Act { guard, value, how }) = act(exprs, names, kind, active, time) else { return };
        self.net.emit.statement(span, guard, Effect::Assign { to, value, how });
    }

    /// When an event of a step happens (S7-GRAPH, C79000-G7076-C526, chapters 7.9, 7.10 and 15.11):
    /// an interlock is lost (`L1`) and satisfied again (`L0`), a supervision finds an error (`V1`)
    /// that goes (`V0`). Of an acknowledgement and a registration, which come from outside, the
    /// step's structure has a bit.
    fn event(&mut self, event: &str, around: Around<'_>) -> ExprId {
        let Around { number, active: Active { step, .. }, interlock, supervision } = around;
        if let "A1" | "R1" = event {
            let bit = self.member(number, event);
            return self.net.emit.index.exprs.read(bit);
        }
        let exprs = &mut self.net.emit.index.exprs;
        match (event, interlock, supervision) {
            ("S1", ..) => exprs.edge(Edge::Rising, step, None),
            ("S0", ..) => exprs.edge(Edge::Falling, step, None),
            ("L1", Some(interlock), _) => {
                let missing = exprs.not(interlock);
                let error = exprs.and(&[step, missing]);
                exprs.edge(Edge::Rising, error, None)
            }
            ("L0", Some(interlock), _) => {
                let satisfied = exprs.edge(Edge::Rising, interlock, None);
                exprs.and(&[step, satisfied])
            }
            ("V1" | "V0", _, Some(supervision)) => {
                let error = exprs.and(&[step, supervision]);
                let edge = if event == "V1" { Edge::Rising } else { Edge::Falling };
                exprs.edge(edge, error, None)
            }
            // It has no such condition, so this never happens.
            _ => exprs.no(),
        }
    }

    /// An action that is a statement of its own.
    fn statement(&mut self, span: Span, what: Span, kind: &str, known: bool, when: ExprId) {
        if !known && kind != "CALL" {
            let name = self.net.emit.name(kind);
            self.net.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
            return;
        }
        let declarations = Declarations::Scopes(self.scopes);
        let (owner, text) = (self.net.owner, self.net.text);
        statements_at(self.net.emit, declarations, owner, (text, what), Dialect::Siemens, when);
    }

    /// `FROM step 1, step 2 TO step 3 (jump): …`
    fn transition(&mut self, text: &str, head: &str) {
        let Some((from, to)) = head["FROM ".len()..].split_once(" TO ") else { return };
        let steps = |list: &str| -> Vec<(Span, String)> {
            let at = list.as_ptr() as usize - text.as_ptr() as usize;
            let mut start = at;
            list.split(", ")
                .filter_map(|step| {
                    let span = Span::new(start, start + step.len());
                    start += step.len() + 2;
                    let number = step.strip_prefix("step ")?.split(' ').next()?;
                    Some((span, number.to_owned()))
                })
                .collect()
        };
        let spec = self.net.emit.spec("TRANSITION");
        let (from, to) = (steps(from), steps(to));
        let mut refs = Vec::new();
        let mut conditions = Vec::new();
        for (span, number) in &from {
            let place = self.activity(number);
            conditions.push(self.net.emit.index.exprs.read(place));
            let at = self.net.emit.reference(place, *span, UseMode::Both, spec, Operand::None);
            refs.push((at, false));
        }
        for (span, number) in &to {
            let place = self.activity(number);
            let at = self.net.emit.reference(place, *span, UseMode::Write, spec, Operand::None);
            refs.push((at, true));
        }
        let all = Span::new(head.len() + 2, text.len());
        self.net.all(all);
        conditions.extend(self.net.outcome);
        let guard = self.net.emit.index.exprs.and(&conditions);
        let next = self.net.emit.next_statement();
        let first = *self.first.get_or_insert(next);
        self.net.emit.taken(first, guard, guard);
        for (to, on) in refs {
            let value = self.net.emit.index.exprs.constant(Constant::Bool(on));
            let how = if on { How::Latch } else { How::Unlatch };
            let whole = Span::new(0, text.len());
            self.net.emit.statement(whole, guard, Effect::Assign { to, value, how });
        }
    }
}
