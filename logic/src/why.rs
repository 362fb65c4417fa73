//! Why a place is on or off now, and what must change.
//!
//! The effect of all writers of a place is one condition, which is evaluated with the values of one
//! scan. Missing values are reported, never guessed; if the logic and the value disagree, the
//! answer says so.

mod answer;
mod last_writer;
mod place;
mod snapshot;
mod snapshot_values;
mod writers;

use self::snapshot_values::SnapshotValues;
pub use self::{
    answer::{Answer, Condition, ConditionSource, Doubt, Missing, Remark, Side, Wanted},
    place::is_named,
    snapshot::{Absence, Sample, Snapshot},
    writers::{Writer, Writers, called},
};
use crate::{
    Effect, Logic, PlaceId, Scope, Step,
    expr::{
        self, ConditionFinding, Evaluation, Expr, ExprId, Exprs, Need, Scalar, SearchLimits, Truth,
        Values, Variable, VariableKind,
    },
    types,
};

/// Explains why a place has or does not have the wanted value. `history`, oldest first, may be
/// empty.
pub fn why(
    logic: Logic<'_>,
    place: PlaceId,
    wanted: bool,
    now: &Snapshot,
    history: &[Snapshot],
) -> Answer {
    let index = logic.index;
    let writers = Writers::ordered(logic, place);
    let values = SnapshotValues { index, snapshot: now };
    let value = values.value(index.canonical(place)).or_else(|| values.value(place));
    let is = value.as_ref().and_then(Scalar::bit);
    let number = writers.give_numbers(logic, place)
        || matches!(value, Some(Scalar::Int(_) | Scalar::Real(_) | Scalar::Text(_)));
    let (exprs, condition) = writers.condition(logic, place, is);
    let question = Question { logic, exprs: &exprs, values: &values };
    let by_logic =
        if number { Truth::Unknown } else { Evaluation::new(&exprs, &values).truth(condition) };

    let mut answer = Answer {
        place,
        wanted,
        now: value,
        by_logic,
        verdict: match is {
            Some(is) => (is == wanted).into(),
            None if wanted => by_logic,
            None => !by_logic,
        },
        writers: writers.certain.clone(),
        blocking: Vec::new(),
        cores: Vec::new(),
        missing: Vec::new(),
        minimal: true,
        remarks: Vec::new(),
        others: writers.others.iter().map(|id| logic.cite_statement(*id)).collect(),
        complete: true,
    };
    if writers.certain.is_empty() && writers.others.is_empty() {
        answer.others = logic.unseen_writers(place);
    }
    answer.complete = answer.others.is_empty();
    if number {
        answer.remarks.push(Remark::Number);
        if let Some(Scalar::Int(is)) = answer.now
            && answer.complete
        {
            let (exprs, change) = writers.change(logic, place, is);
            Question { logic, exprs: &exprs, values: &values }.fill_held(change, &mut answer);
        }
    } else if writers.certain.is_empty() {
        if answer.complete {
            answer.remarks.push(Remark::NeverWritten);
        }
        if is.is_none() {
            answer.missing.push(Missing { lack: values.lack(place), name: logic.place(place) });
        }
    } else {
        question.fill(condition, wanted, &mut answer);
        question.remember(&writers, is, history, &mut answer);
    }
    if writers.tasks.len() > 1 {
        answer.remarks.push(Remark::SeveralTasks(writers.tasks.clone()));
    } else if !writers.in_order {
        answer.remarks.push(Remark::SeveralRoutines);
    }
    if !writers.idle.is_empty() {
        answer.remarks.push(Remark::NotExecuted(writers.idle.len()));
    }
    if !answer.complete {
        answer.remarks.push(Remark::MayBeWritten(answer.others.len()));
    }
    answer
}

/// The value of a place after a scan, as one condition of the values before it; `was` is its value
/// before the scan, at each read of its writers. `None` if other code may write it.
pub fn next(logic: Logic<'_>, place: PlaceId, was: bool) -> Option<(Exprs, ExprId)> {
    let writers = Writers::ordered(logic, place);
    let understood = !writers.certain.is_empty() && writers.others.is_empty();
    if !understood || writers.give_numbers(logic, place) {
        return None;
    }
    Some(writers.condition(logic, place, Some(was)))
}

/// The names of the values that an answer about a place needs, beginning with the place itself, and
/// with the elapsed times of timers.
pub fn needed(logic: Logic<'_>, place: PlaceId) -> Vec<String> {
    let index = logic.index;
    let writers = Writers::ordered(logic, place);
    let (exprs, condition) = writers.condition(logic, place, None);
    let mut names = Vec::new();
    for place in std::iter::once(index.canonical(place)).chain(exprs.places(condition)) {
        if !is_named(index, place) {
            continue;
        }
        let name = index.places.text(place, &index.names);
        let timer = [(".DN", [".ACC", ".PRE"]), (".TT", [".ACC", ".PRE"]), (".Q", [".ET", ".PT"])];
        for (output, parts) in timer {
            if let Some(timer) = name.strip_suffix(output) {
                names.extend(parts.map(|part| format!("{timer}{part}")));
            }
        }
        names.push(name);
    }
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.to_lowercase()));
    names
}

struct Question<'a> {
    logic: Logic<'a>,
    exprs: &'a Exprs,
    values: &'a SnapshotValues<'a>,
}

impl Question<'_> {
    fn fill(&self, condition: ExprId, wanted: bool, answer: &mut Answer) {
        let Logic { project, index } = self.logic;
        let whole = |place| types::is_whole(project, index, place);
        let condition_of =
            |wanted| expr::ValuedCondition::new(self.exprs, condition, wanted, self.values, &whole);
        let asked = condition_of(wanted);
        let finding = asked.finding(SearchLimits::default());
        let opposite = condition_of(!wanted);
        let held = if finding.truth == Truth::True {
            opposite.finding(SearchLimits::default()).cores
        } else {
            Vec::new()
        };
        if let Some(is) = answer.now.as_ref().and_then(Scalar::bit)
            && answer.by_logic == Truth::from(!is)
        {
            answer.remarks.push(Remark::Disagrees(self.causes(answer.place)));
        }
        if finding.impossible {
            answer.remarks.push(Remark::Impossible);
        }
        let ConditionFinding { truth, blocking, cores, missing, minimal, .. } = finding;
        if truth != Truth::True {
            answer.blocking = blocking
                .iter()
                .map(|set| {
                    let change = |it: &expr::Change| {
                        self.condition(asked.variable(it.variable), Some(&it.need))
                    };
                    set.iter().map(change).collect()
                })
                .collect();
        }
        let (of, sets) = if held.is_empty() { (&asked, cores) } else { (&opposite, held) };
        answer.cores = sets
            .iter()
            .map(|core| core.iter().map(|it| self.condition(of.variable(*it), None)).collect())
            .collect();
        answer.missing = missing.iter().flat_map(|it| self.lacking(asked.variable(*it))).collect();
        answer.missing.dedup();
        answer.minimal = minimal;
    }

    /// What keeps a number as it is.
    fn fill_held(&self, change: ExprId, answer: &mut Answer) {
        let Logic { project, index } = self.logic;
        let whole = |place| types::is_whole(project, index, place);
        let changes = expr::ValuedCondition::new(self.exprs, change, true, self.values, &whole);
        let ConditionFinding { cores, minimal, .. } = changes.finding(SearchLimits::default());
        let core = |core: &Vec<_>| {
            core.iter().map(|it| self.condition(changes.variable(*it), None)).collect()
        };
        answer.cores = cores.iter().filter(|it| !it.is_empty()).map(core).collect();
        answer.minimal = minimal;
    }

    /// Possible reasons why the value of a place differs from the result of the logic.
    fn causes(&self, place: PlaceId) -> Vec<Doubt> {
        let index = self.logic.index;
        let writers = Writers::ordered(self.logic, place);
        let root = index.places.root_of(index.canonical(place));
        let is_io = match index.places.step(root) {
            Step::Root(Scope::Address, _) => true,
            Step::Root(Scope::Controller, name) => index.names.text(name).contains(':'),
            _ => index.is_in_an_area(root),
        };
        let mut causes = Vec::new();
        if !writers.others.is_empty() {
            let others = writers.others.iter().map(|id| self.logic.cite_statement(*id));
            causes.push(Doubt::OtherWriter(others.collect()));
        }
        if writers.tasks.len() > 1 {
            causes.push(Doubt::OtherTask(writers.tasks));
        }
        causes.extend(is_io.then_some(Doubt::Forced));
        causes.extend([Doubt::OutsideWrite, Doubt::OtherVersion, Doubt::DifferentScans]);
        causes
    }

    fn condition(&self, variable: &Variable, need: Option<&Need>) -> Condition {
        let index = self.logic.index;
        let text = |id| self.exprs.text(id, &index.places, &index.names);
        let ids = variable.made_of();
        let mut reads: Vec<String> = Vec::new();
        for place in ids.iter().flat_map(|id| self.exprs.places(*id)) {
            let name = index.places.text(place, &index.names);
            if !reads.contains(&name) {
                reads.push(name);
            }
        }
        let (name, id, sides) = match variable.kind {
            VariableKind::Value(id) | VariableKind::Texts(id) => (text(id), id, None),
            VariableKind::Order(left, right) => {
                let mut evaluation = Evaluation::new(self.exprs, self.values);
                let mut side = |id| Side { name: text(id), now: evaluation.value(id) };
                let sides = Box::new([side(left), side(right)]);
                (format!("{} - {}", text(left), text(right)), left, Some(sides))
            }
        };
        let place = match (variable.kind, self.exprs.get(id)) {
            (VariableKind::Value(_), Expr::Ref(place)) => Some(place),
            _ => None,
        };
        let need = need.map(|need| match need {
            Need::On => Wanted::On,
            Need::Off => Wanted::Off,
            Need::Within(intervals) => {
                let number = variable.now.as_ref().and_then(Scalar::number);
                let distance = number.map(|number| {
                    let distances = intervals.iter().map(|it| it.distance(number));
                    distances.fold(f64::INFINITY, f64::min)
                });
                Wanted::Within(intervals.clone(), distance)
            }
        });
        let source =
            if sides.is_some() { ConditionSource::Computed } else { self.source(id, place) };
        if let ConditionSource::Timer { instance, .. } = &source {
            let parts = ["ACC", "ET", "PRE", "PT"].map(|part| format!("{instance}.{part}"));
            reads.extend(parts.into_iter().filter(|it| self.values.snapshot.value(it).is_some()));
        }
        Condition { name, place, reads, now: variable.now.clone(), sides, need, source }
    }

    fn source(&self, id: ExprId, place: Option<PlaceId>) -> ConditionSource {
        if let Expr::Edge(_, _, memory) = self.exprs.get(id) {
            return ConditionSource::Edge(memory);
        }
        let Some(place) = place else { return ConditionSource::Computed };
        if let Some(timer) = self.timer(place) {
            return timer;
        }
        let writers = Writers::of(self.logic, place);
        let none = writers.certain.is_empty() && writers.others.is_empty();
        if none && self.logic.unseen_writers(place).is_empty() {
            ConditionSource::Outside
        } else {
            ConditionSource::Logic
        }
    }

    /// The state of a timer, for its output.
    fn timer(&self, place: PlaceId) -> Option<ConditionSource> {
        const OUTPUTS: [&str; 3] = ["DN", "TT", "Q"];
        let index = self.logic.index;
        let Step::Member(member) = index.places.step(place) else { return None };
        let member = index.names.text(member);
        OUTPUTS.iter().any(|it| member.eq_ignore_ascii_case(it)).then_some(())?;
        let parent = index.places.parent(place)?;
        let inputs = index.refs_to(parent).iter().find_map(|at| {
            let unit = index.unit_of(*at);
            index.statements_of(unit).find_map(|(_, statement)| match &statement.effect {
                Effect::Run { spec, instance: Some(instance), inputs, .. } if instance == at => {
                    let name = index.names.text(index.specs.name(*spec)).to_uppercase();
                    let timer = name.starts_with("TO") || name.starts_with("RT") || name == "TP";
                    timer.then_some(inputs)
                }
                _ => None,
            })
        })?;
        let input = inputs.iter().find(|(pin, _)| {
            let pin = index.names.text(*pin);
            ["IN", "EN", "TimerEnable"].iter().any(|it| pin.eq_ignore_ascii_case(it))
        });
        let running = input.map_or(Truth::Unknown, |(_, id)| {
            Evaluation::new(&index.exprs, self.values).truth(*id)
        });
        let instance = index.places.text(parent, &index.names);
        let number = |names: [&str; 2]| {
            names.iter().find_map(|it| {
                self.values.snapshot.value(&format!("{instance}.{it}")).and_then(Scalar::number)
            })
        };
        let (elapsed_ms, preset_ms) = (number(["ACC", "ET"]), number(["PRE", "PT"]));
        Some(ConditionSource::Timer { instance, elapsed_ms, preset_ms, running })
    }

    /// The places with unknown values in a variable.
    fn lacking(&self, variable: &Variable) -> Vec<Missing> {
        let index = self.logic.index;
        let ids = variable.made_of();
        let places = ids.iter().flat_map(|id| self.exprs.places(*id));
        let mut lacking: Vec<Missing> = places
            .filter(|place| self.values.value(*place).is_none())
            .map(|place| Missing { name: self.logic.place(place), lack: self.values.lack(place) })
            .collect();
        if lacking.is_empty() {
            let name = self.exprs.text(ids[0], &index.places, &index.names);
            lacking.push(Missing { name, lack: Absence::NoValue });
        }
        lacking
    }
}
