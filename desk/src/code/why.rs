//! Explains the value of a tag: follows the code from the tag to the inputs that no code writes,
//! with the values of one scan.

mod called_block;
mod number;

use std::collections::HashSet;

use tagbridge_api::hmi::Quality as ApiQuality;
use tagbridge_logic::{
    Effect, Logic, PlaceId, StatementId,
    expr::{ExprId, Scalar},
    query::Found,
    why::{self, Absence, Answer, Condition, ConditionSource, Remark, Sample, Snapshot, is_named},
};
use tagbridge_texts::Message;

use self::called_block::Call;
use super::names::{DisplayedValues, scalar, written};
use crate::{
    parsed_project::ParsedProject,
    table::quality,
    text::short,
    time::{millis, small},
    view::{WhyEnd, WhyLink, WhyNow, WhyRung, WhyState},
};

/// Links that are shown.
const LINKS_MAX: usize = 60;
/// How far a chain is followed.
const LEVELS_MAX: u32 = 12;
/// Places that are named for each link.
const RUNGS_MAX: usize = 3;
/// The pins that make a timer run.
const TIMER_INPUTS: [&str; 3] = ["IN", "EN", "TimerEnable"];

/// Why a tag is as it is. `None`: no code names it.
pub(crate) fn why(book: &ParsedProject, tag: &str, shown: DisplayedValues<'_>) -> Option<WhyNow> {
    let logic = book.logic();
    let mut chain =
        Chain { logic, shown, seen: HashSet::new(), links: Vec::new(), missing: Vec::new() };
    let Found::One(place) = logic.find(tag) else { return chain.member(tag) };
    chain.seen.insert(logic.index.canonical(place));
    let answer = chain.answer(place);
    let missing = answer.missing.iter().filter(|it| it.lack == Absence::NotRead);
    let mut missing: Vec<String> = missing.map(|it| it.name.clone()).collect();
    let is_number = answer.remarks.contains(&Remark::Number);
    let calls = chain.calls_of(place, &answer);
    let mut rungs = chain.rungs(&answer);
    chain.reasons(&answer, &calls, 1);
    rungs.extend(calls.iter().map(|it| chain.rung(it.statement)));
    missing.append(&mut chain.missing);
    Some(WhyNow {
        is: match answer.now.as_ref().and_then(Scalar::bit) {
            _ if is_number => WhyState::Number,
            Some(true) => WhyState::On,
            Some(false) => WhyState::Off,
            None => WhyState::Unknown,
        },
        disagrees: answer.remarks.iter().any(|it| matches!(it, Remark::Disagrees(_))),
        is_kept: answer.remarks.contains(&Remark::Kept),
        is_outside: answer.remarks.contains(&Remark::NeverWritten),
        others: small(answer.others.len().saturating_sub(calls.len())),
        missing,
        scan_at: shown.view.map(|it| millis(it.timestamp)),
        unread: shown.unread.map(str::to_owned),
        rungs,
        links: chain.links,
    })
}

struct Chain<'a> {
    logic: Logic<'a>,
    shown: DisplayedValues<'a>,
    /// Links that are shown already.
    seen: HashSet<PlaceId>,
    links: Vec<WhyLink>,
    /// Names inside of blocks that decide and are not read.
    missing: Vec<String>,
}

impl Chain<'_> {
    /// Returns the reason for the value of a place.
    fn answer(&self, place: PlaceId) -> Answer {
        let mut now = Snapshot::new(0);
        for name in why::needed(self.logic, place) {
            if let Some(sample) = self.sample(&name) {
                now.insert(&name, sample);
            }
        }
        let is = self.shown.read(&self.logic.place(place)).and_then(|it| scalar(&it.value)?.bit());
        why::why(self.logic, place, is.unwrap_or(true), &now, &[])
    }

    /// The same inside of a called block, with the values of the call.
    fn answer_inside(&mut self, call: &Call, place: PlaceId) -> Answer {
        let mut now = Snapshot::new(0);
        let names = call.own_names(self.logic).into_iter();
        for name in names.chain(why::needed(self.logic, place)) {
            let outer = call.outer(self.logic, &name);
            if let Some(sample) = outer.and_then(|it| self.sample(&it)) {
                now.insert(&name, sample);
            }
        }
        let is = now.value(&self.logic.place(place)).and_then(Scalar::bit);
        let answer = why::why(self.logic, place, is.unwrap_or(true), &now, &[]);
        for missing in &answer.missing {
            let outer = call.outer(self.logic, &missing.name);
            let symbols = self.shown.symbols;
            let is_readable =
                |it: &String| symbols.find_without_hint(it).is_ok_and(|it| it.hidden().is_none());
            self.missing.extend(outer.filter(|it| is_readable(it) && !self.missing.contains(it)));
        }
        answer
    }

    /// The calls that may write a place, where nothing else does.
    fn calls_of(&self, place: PlaceId, answer: &Answer) -> Vec<Call> {
        if !answer.writers.is_empty() || answer.remarks.contains(&Remark::NeverWritten) {
            return Vec::new();
        }
        Call::all(self.logic, place)
    }

    /// Explains a parameter or local of an instance that the code outside of its block does not name.
    fn member(mut self, tag: &str) -> Option<WhyNow> {
        let (instance, member) = tag.rsplit_once('.')?;
        let Found::One(instance) = self.logic.find(instance) else { return None };
        let calls = Call::of_instance(self.logic, instance, member.trim_matches('"'));
        let call = calls.first()?;
        let value = self.shown.read(tag).and_then(|it| scalar(&it.value));
        self.calls(&calls, 1);
        let rungs = vec![self.rung(call.statement)];
        Some(WhyNow {
            is: match value.as_ref().map(Scalar::bit) {
                Some(Some(true)) => WhyState::On,
                Some(Some(false)) => WhyState::Off,
                Some(None) => WhyState::Number,
                None => WhyState::Unknown,
            },
            disagrees: false,
            is_kept: false,
            is_outside: false,
            others: 0,
            missing: self.missing,
            scan_at: self.shown.view.map(|it| millis(it.timestamp)),
            unread: self.shown.unread.map(str::to_owned),
            rungs,
            links: self.links,
        })
    }

    fn sample(&self, name: &str) -> Option<Sample> {
        let read = self.shown.read(name)?;
        Some(match scalar(&read.value) {
            Some(value) if read.quality == ApiQuality::Good => Sample::Good(value),
            Some(_) | None => Sample::Bad(Message::new("reason-stale")),
        })
    }

    /// Adds the values that a value depends on.
    fn reasons(&mut self, answer: &Answer, calls: &[Call], level: u32) {
        if answer.remarks.contains(&Remark::Number) {
            // What gave it its value, and what keeps it.
            self.number(&self.writers_of(answer), level);
            return self.held(answer, level);
        }
        self.follow(answer, level);
        self.calls(calls, level);
    }

    /// Follows the conditions that keep a value.
    fn held(&mut self, answer: &Answer, level: u32) {
        for condition in answer.cores.first().map_or(&[][..], Vec::as_slice) {
            self.condition(condition, level);
        }
    }

    fn follow(&mut self, answer: &Answer, level: u32) {
        self.held(answer, level);
        let core = answer.cores.first().map_or(&[][..], Vec::as_slice);
        for missing in answer.missing.iter().filter(|_| core.is_empty()) {
            let mut link = self.link(level, &missing.name, true);
            link.end = Some(WhyEnd::Unread);
            self.push(link);
        }
    }

    fn condition(&mut self, condition: &Condition, level: u32) {
        let Some(place) = condition.place else {
            let mut link = self.link(level, &condition.name, false);
            link.value = condition.now.as_ref().map(written);
            link.end = match condition.source {
                ConditionSource::Edge(_) => Some(WhyEnd::Edge),
                _ => None,
            };
            let is_followed = link.end.is_none();
            self.push(link);
            // A comparison: the values that it is made of.
            for name in condition.reads.iter().filter(|_| is_followed) {
                if let Found::One(place) = self.logic.find(name) {
                    let source = self.source(place);
                    self.place(place, &source, level + 1);
                    continue;
                }
                let mut side = self.link(level + 1, name, true);
                side.end = Some(WhyEnd::Number);
                self.push(side);
            }
            return;
        };
        self.place(place, &condition.source, level);
    }

    fn place(&mut self, place: PlaceId, source: &ConditionSource, level: u32) {
        let name = self.logic.place(place);
        let mut link = self.link(level, &name, is_named(self.logic.index, place));
        if let ConditionSource::Timer { elapsed_ms, preset_ms, .. } = source {
            link.timer = elapsed_ms.zip(*preset_ms).map(|(elapsed, preset)| [elapsed, preset]);
            return self.timer(place, link);
        }
        let answer = self.answer(place);
        link.rungs = self.rungs(&answer);
        link.end = self.end(place, source, &answer, level);
        let is_followed = link.end.is_none();
        self.push(link);
        if is_followed {
            let calls = self.calls_of(place, &answer);
            self.reasons(&answer, &calls, level + 1);
        }
    }

    /// Why a place is not followed.
    fn end(
        &mut self,
        place: PlaceId,
        source: &ConditionSource,
        answer: &Answer,
        level: u32,
    ) -> Option<WhyEnd> {
        if *source == ConditionSource::Outside || answer.remarks.contains(&Remark::NeverWritten) {
            Some(WhyEnd::Outside)
        } else if !self.seen.insert(self.logic.index.canonical(place)) {
            Some(WhyEnd::Again)
        } else if level >= LEVELS_MAX {
            Some(WhyEnd::Deep)
        } else if answer.remarks.contains(&Remark::Number) {
            let has_reasons =
                !answer.cores.is_empty() || self.has_sources(&self.writers_of(answer));
            (!has_reasons).then_some(WhyEnd::Number)
        } else if answer.remarks.contains(&Remark::Kept) {
            Some(WhyEnd::Held)
        } else {
            None
        }
    }

    /// Whether code writes a place.
    fn source(&self, place: PlaceId) -> ConditionSource {
        if self.answer(place).remarks.contains(&Remark::NeverWritten) {
            ConditionSource::Outside
        } else {
            ConditionSource::Logic
        }
    }

    /// Explains a timer by the conditions of its input.
    fn timer(&mut self, output: PlaceId, mut link: WhyLink) {
        let level = link.level + 1;
        let input = self.timer_input(output);
        link.rungs = input.map(|(statement, _)| self.rung(statement)).into_iter().collect();
        let is_new = self.seen.insert(self.logic.index.canonical(output));
        link.end = (!is_new).then_some(WhyEnd::Again);
        self.push(link);
        let Some((_, input)) = input.filter(|_| is_new && level <= LEVELS_MAX) else { return };
        for place in self.logic.index.exprs.places(input) {
            let source = self.source(place);
            self.place(place, &source, level);
        }
    }

    fn timer_input(&self, output: PlaceId) -> Option<(StatementId, ExprId)> {
        let index = self.logic.index;
        let timer = index.places.parent(output)?;
        index.refs_to(timer).iter().find_map(|at| {
            index.statements_of(index.unit_of(*at)).find_map(|(id, statement)| {
                let Effect::Run { instance: Some(instance), inputs, .. } = &statement.effect else {
                    return None;
                };
                let input = inputs.iter().find(|(pin, _)| {
                    let pin = index.names.text(*pin);
                    TIMER_INPUTS.iter().any(|it| pin.eq_ignore_ascii_case(it))
                })?;
                (instance == at).then_some((id, input.1))
            })
        })
    }

    fn link(&self, level: u32, name: &str, is_tag: bool) -> WhyLink {
        let read = if is_tag { self.shown.read(name) } else { None };
        WhyLink {
            level,
            name: name.to_owned(),
            is_tag,
            value: read.as_ref().filter(|it| !it.value.is_object()).map(|it| short(&it.value)),
            type_name: read.as_ref().map_or_else(String::new, |it| it.type_name.to_string()),
            quality: read.as_ref().map(|it| quality(it.quality)),
            at: read.as_ref().map(|it| millis(it.timestamp)),
            rungs: Vec::new(),
            end: None,
            timer: None,
        }
    }

    fn push(&mut self, link: WhyLink) {
        if self.links.len() < LINKS_MAX {
            self.links.push(link);
        }
    }

    /// Where a place is written, the last first.
    fn rungs(&self, answer: &Answer) -> Vec<WhyRung> {
        let writers = if answer.remarks.contains(&Remark::Number) {
            self.writers_of(answer)
        } else {
            answer.writers.iter().rev().map(|it| it.statement).collect()
        };
        let mut rungs: Vec<WhyRung> = Vec::new();
        for writer in writers {
            let rung = self.rung(writer);
            if !rungs.contains(&rung) {
                rungs.push(rung);
            }
        }
        rungs.truncate(RUNGS_MAX);
        rungs
    }

    fn rung(&self, statement: StatementId) -> WhyRung {
        let citation = self.logic.cite_statement(statement);
        let unit = self.logic.index.unit(citation.unit);
        WhyRung {
            routine: small(unit.routine.index()),
            at: unit.rung,
            path: citation.path,
            rung: citation.rung,
        }
    }
}
