//! Timers and counters: a change of what they give is one of their input, now or a preset ago.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use tagbridge_logic::expr::{ExprId, Scalar, Truth};

use crate::{
    answer::{CauseHow, CauseLink, ChainEnd},
    cell::ContextId,
    explain::{Explained, Graph, NodeId, SoughtChange},
    moment::{Moment, NewerTags, Pair},
    value_sources::{Act, ActValue, Kind, Running},
};

/// What is looked through behind a preset, for the edge that a timer began with.
const MARGIN: SignedDuration = SignedDuration::from_secs(60);
/// More changes of an input are not looked through.
const CHANGES: usize = 2_000;

/// When the input changed that a timer or a counter answers to.
enum When {
    /// In the same scan, or just before.
    Now,
    /// A preset ago.
    Ago,
    /// Whenever it did last.
    Last,
}

/// How long an input must have been the same.
#[derive(Clone, Copy)]
enum UnchangedTime {
    /// A preset in milliseconds, where it is known.
    For(Option<i64>),
    /// Any time.
    Any,
}

impl Graph<'_, '_, '_> {
    /// What changed the result of a timer or a counter.
    pub(crate) fn run(&mut self, id: NodeId, acts: &[Act], wanted: &SoughtChange<'_>) -> Explained {
        let (runs, others): (Vec<&Act>, Vec<&Act>) =
            acts.iter().partition(|act| matches!(act.gives, ActValue::Run(_)));
        let [only] = runs[..] else { return Explained::End(ChainEnd::NotUnderstood) };
        let ActValue::Run(running) = &only.gives else {
            return Explained::End(ChainEnd::NotUnderstood);
        };
        let counts = running.kind == Kind::Counter;
        self.nodes[id].link.how = if counts { CauseHow::Counter } else { CauseHow::Timer };
        let mut by = Vec::new();
        let mut ends = Vec::new();
        for (pins, rises, when) in answers(running, wanted) {
            let input = running.inputs.iter().find(|(pin, _)| pins.contains(&pin.as_str()));
            let Some((_, input)) = input else { continue };
            let found = match when {
                When::Now => self.now(only, *input, rises, wanted),
                When::Ago | When::Last => {
                    let wait = match when {
                        When::Ago => {
                            UnchangedTime::For(self.preset(only.context, running, wanted.at))
                        }
                        _ => UnchangedTime::Any,
                    };
                    self.ago(only, *input, rises, wanted.at, wait)
                }
            };
            match found {
                Explained::By(sets) => by.extend(sets),
                Explained::End(end) => ends.push(end),
            }
        }
        // RES, and what else writes it.
        if !others.is_empty() {
            let others: Vec<Act> = others.into_iter().cloned().collect();
            match self.explained(&others, wanted) {
                Explained::By(sets) => by.extend(sets),
                Explained::End(end @ (ChainEnd::NotRecorded(_) | ChainEnd::NotUnderstood)) => {
                    ends.push(end);
                }
                Explained::End(_) => {}
            }
        }
        if !by.is_empty() {
            return Explained::By(by);
        }
        let lacking = ends.iter().find(|end| matches!(end, ChainEnd::NotRecorded(_)));
        Explained::End(lacking.or(ends.first()).cloned().unwrap_or(ChainEnd::Unseen))
    }

    /// The input changed in the same scan.
    fn now(
        &mut self,
        act: &Act,
        input: ExprId,
        rises: bool,
        wanted: &SoughtChange<'_>,
    ) -> Explained {
        let mut act = Act { gives: ActValue::Value(input), ..act.clone() };
        // It sees its input whether that is true or false.
        act.guards.retain(|(_, guard)| *guard != input);
        let (from, to) = (Scalar::Bool(!rises), Scalar::Bool(rises));
        let wanted = SoughtChange { own: None, from: &from, to: &to, at: wanted.at };
        self.explained(&[act], &wanted)
    }

    /// The input changed earlier, and has been the same since.
    fn ago(
        &mut self,
        act: &Act,
        input: ExprId,
        rises: bool,
        at: Timestamp,
        wait: UnchangedTime,
    ) -> Explained {
        let mut act = Act { gives: ActValue::Value(input), ..act.clone() };
        act.guards.retain(|(_, guard)| *guard != input);
        let milliseconds = match wait {
            UnchangedTime::For(Some(preset)) => preset.max(0),
            UnchangedTime::For(None) | UnchangedTime::Any => 0,
        };
        let reach = SignedDuration::from_millis(milliseconds).saturating_add(MARGIN);
        let from = at.checked_sub(reach).unwrap_or(Timestamp::MIN);
        let Some(pair) = self.pair(at, 0) else { return Explained::End(ChainEnd::Unseen) };
        let study = self.study;
        let read = study.read(std::slice::from_ref(&act), None, pair);
        if !read.missing.is_empty() {
            let names = read.missing.values().map(|cell| study.finder.cells.text(*cell));
            return Explained::End(ChainEnd::NotRecorded(names.collect()));
        }
        let mut times: BTreeSet<Timestamp> = BTreeSet::new();
        for leaf in read.leaves.values() {
            for name in study.finder.cells.names(leaf.cell).iter() {
                let changes = study.past.changes(name, from, at);
                times.extend(changes.iter().rev().take(CHANGES).map(|change| change.time));
            }
        }
        let is = |time: Timestamp| {
            let now = Pair { before: time, after: time };
            Moment::new(study, now, NewerTags::All).truth(act.context, input)
        };
        let began = times.into_iter().rev().find_map(|time| {
            let before = study.past.scan_before(time)?;
            let (was, now) = (is(before), is(time));
            (was != Truth::from(rises)).then_some((before, time, was, now))
        });
        let Some((before, time, was, now)) = began else { return Explained::End(ChainEnd::Unseen) };
        if was == Truth::Unknown || now != Truth::from(rises) {
            return Explained::End(ChainEnd::Unseen);
        }
        if !study.past.gaps(time, at).is_empty() {
            return Explained::End(ChainEnd::Gap);
        }
        match wait {
            UnchangedTime::For(Some(preset)) => {
                // Both edges lie between two scans each, and an input may be read a scan early.
                let step = time.duration_since(before).max(at.duration_since(pair.before));
                let slack = step.saturating_mul(2).saturating_add(SignedDuration::from_millis(50));
                let elapsed = at.duration_since(time);
                let preset = SignedDuration::from_millis(preset);
                if (elapsed - preset).abs() > slack {
                    return Explained::End(ChainEnd::Unseen);
                }
            }
            UnchangedTime::For(None) => {
                return Explained::End(ChainEnd::NotRecorded(vec![study.index().exprs.text(
                    input,
                    &study.index().places,
                    &study.index().names,
                )]));
            }
            UnchangedTime::Any => {}
        }
        let (from, to) = (Scalar::Bool(!rises), Scalar::Bool(rises));
        let wanted = SoughtChange { own: None, from: &from, to: &to, at: time };
        let explained = self.explained(std::slice::from_ref(&act), &wanted);
        let index = study.index();
        let link = CauseLink {
            name: index.exprs.text(input, &index.places, &index.names),
            is_tag: false,
            from: Some(from.clone()),
            to: Some(to.clone()),
            before,
            after: time,
            how: CauseHow::Condition,
            citation: Some(study.finder.logic.cite_statement(act.statement)),
            end: None,
        };
        let node = self.push(link);
        match explained {
            Explained::By(by) => self.nodes[node].by = by,
            Explained::End(end) => self.nodes[node].link.end = Some(end),
        }
        Explained::By(vec![vec![node]])
    }

    /// A timer's preset in milliseconds.
    fn preset(&self, context: Option<ContextId>, running: &Running, at: Timestamp) -> Option<i64> {
        let study = self.study;
        let whole = |value: Scalar| match value {
            Scalar::Int(value) => Some(value),
            #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
            Scalar::Real(value) => Some(value as i64),
            Scalar::Bool(_) | Scalar::Text(_) => None,
        };
        let names = study.finder.cells.names(running.instance);
        let parts: &[&str] =
            if running.kind == Kind::Alarm { &["MinDurationPRE"] } else { &["PRE", "PT"] };
        let mut recorded = names.iter().flat_map(|name| parts.iter().map(move |it| (name, it)));
        let recorded = recorded.find_map(|(name, part)| {
            study.past.value(&format!("{name}.{part}"), at).scalar().cloned()
        });
        if let Some(preset) = recorded.and_then(whole) {
            return Some(preset);
        }
        let given = running.inputs.iter().find(|(pin, _)| pin == "PRE" || pin == "PT")?;
        let now = Pair { before: at, after: at };
        Moment::new(study, now, NewerTags::All).value(context, given.1).and_then(whole)
    }
}

/// Which changes of which inputs a result answers to: the input's names, whether it rises, and when.
fn answers(
    running: &Running,
    wanted: &SoughtChange<'_>,
) -> Vec<(&'static [&'static str], bool, When)> {
    const IN: &[&str] = &["IN", "EN", "TIMERENABLE"];
    const UP: &[&str] = &["CU", "CUENABLE"];
    const DOWN: &[&str] = &["CD", "CDENABLE"];
    const RESET: &[&str] = &["R", "RESET", "R1"];
    const LOAD: &[&str] = &["LD", "LOAD"];
    let on = wanted.to.bit() == Some(true);
    let number = !matches!(wanted.to, Scalar::Bool(_));
    let member = running.member.as_str();
    match (running.kind, member) {
        (Kind::Counter, _) => {
            let rises = match (wanted.from.number(), wanted.to.number()) {
                (Some(from), Some(to)) => to > from,
                _ => true,
            };
            if rises {
                vec![(UP, true, When::Now), (LOAD, true, When::Now)]
            } else {
                vec![(RESET, true, When::Now), (DOWN, true, When::Now), (UP, false, When::Now)]
            }
        }
        (Kind::Alarm, "INALARM" | "INALARMUNACK") if on => {
            vec![(IN, true, When::Now), (IN, false, When::Now), (IN, true, When::Ago)]
        }
        (Kind::Alarm, "INALARM" | "INALARMUNACK") => {
            vec![(IN, false, When::Now), (IN, true, When::Now)]
        }
        (Kind::Alarm, "IN") => vec![(IN, on, When::Now)],
        (Kind::Alarm, _) => Vec::new(),
        (_, "EN" | "IN") => vec![(IN, on, When::Now)],
        (Kind::Retentive, _) if number || on => vec![(IN, true, When::Last)],
        (Kind::Retentive, _) => vec![(RESET, true, When::Now)],
        (Kind::On | Kind::Pulse, _) if number => vec![(IN, true, When::Last)],
        (Kind::Off, _) if number => vec![(IN, false, When::Last)],
        (Kind::Off, "TT") if on => vec![(IN, false, When::Now)],
        (Kind::Off, "TT") => vec![(IN, true, When::Now), (IN, false, When::Ago)],
        (Kind::On, "TT") if !on => vec![(IN, false, When::Now), (IN, true, When::Ago)],
        (Kind::On, "TT") | (Kind::Off | Kind::Pulse, _) if on => vec![(IN, true, When::Now)],
        (Kind::On, _) if !on => vec![(IN, false, When::Now)],
        (Kind::Off, _) => vec![(IN, false, When::Ago)],
        (Kind::On | Kind::Pulse, _) => vec![(IN, true, When::Ago)],
    }
}
