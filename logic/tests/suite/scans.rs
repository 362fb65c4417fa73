//! Real ladder executed scan by scan: what the conditions of a place say of the next scan holds.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{
    Callee, Effect, Index, Logic, NameId, PlaceId, StatementId, UnitId,
    expr::{Evaluation, Expr, ExprId, Exprs, Scalar, Truth, Values},
    scan::{Machine, written},
    why::next,
};
use tagbridge_project::{Language, Project, Source, read};

use crate::{random::Random, samples};

const SCANS: usize = 10_000;

/// What was seen of a scan.
pub(crate) trait Seen {
    /// A value before it.
    fn before(&self, place: PlaceId) -> Option<Scalar>;
    /// A value after it.
    fn after(&self, place: PlaceId) -> Option<Scalar>;
    /// Whether the one who executed it knew what a place is.
    fn was_known(&self, place: PlaceId) -> bool;
}

impl Seen for Machine<'_> {
    fn before(&self, place: PlaceId) -> Option<Scalar> {
        self.before(place).cloned()
    }

    fn after(&self, place: PlaceId) -> Option<Scalar> {
        self.value(place).cloned()
    }

    fn was_known(&self, place: PlaceId) -> bool {
        self.value(place).is_some()
    }
}

/// The values that an output's writers find: of what is written before them those after the scan,
/// of what is written behind them those before it.
struct Moment<'a> {
    bench: &'a Bench<'a>,
    seen: &'a dyn Seen,
    /// The output's first and last writer.
    writers: (StatementId, StatementId),
}

impl Values for Moment<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let (first, last) = self.writers;
        let written = self.bench.writers(place);
        if written.iter().all(|at| *at < first) {
            return self.seen.after(place);
        }
        written.iter().all(|at| *at > last).then(|| self.seen.before(place))?
    }

    fn text(&self, name: NameId) -> &str {
        self.bench.logic.index.names.text(name)
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        self.seen.before(memory).as_ref().and_then(Scalar::bit)
    }
}

/// Places whose value is a number: what is compared and computed with.
fn numbers(exprs: &Exprs, id: ExprId, number: bool, found: &mut HashMap<PlaceId, bool>) {
    match exprs.get(id) {
        Expr::Ref(place) => {
            let known = found.entry(place).or_default();
            *known |= number;
        }
        Expr::Compare(..) | Expr::Arith(..) | Expr::Call(..) => {
            exprs.children(id).into_iter().for_each(|it| numbers(exprs, it, true, found));
        }
        _ => exprs.children(id).into_iter().for_each(|it| numbers(exprs, it, false, found)),
    }
}

/// A routine, what goes into it, and what can be said of what comes out.
pub(crate) struct Bench<'a> {
    logic: Logic<'a>,
    units: Vec<UnitId>,
    inputs: Vec<(PlaceId, bool)>,
    pub(crate) outputs: Vec<Output>,
    /// What each statement writes.
    writes: Vec<(StatementId, PlaceId)>,
}

/// A bit that the routine alone writes.
pub(crate) struct Output {
    pub(crate) place: PlaceId,
    writers: (StatementId, StatementId),
    /// What the scan makes of it, where it was off and where it was on.
    conditions: [(Exprs, ExprId); 2],
}

impl<'a> Bench<'a> {
    pub(crate) fn new(logic: Logic<'a>, units: Vec<UnitId>) -> Self {
        let index = logic.index;
        let outputs = written(index, &units);
        let mut read = HashMap::new();
        for unit in &units {
            for (_, statement) in index.statements_of(*unit) {
                numbers(&index.exprs, statement.guard, false, &mut read);
                if let Effect::Assign { value, .. } = &statement.effect {
                    numbers(&index.exprs, *value, false, &mut read);
                }
            }
            for reference in index.refs_of(*unit) {
                read.entry(reference.place).or_default();
            }
        }
        let own: HashSet<PlaceId> = outputs.iter().copied().collect();
        let mut inputs: Vec<(PlaceId, bool)> =
            read.into_iter().filter(|(place, _)| !own.contains(place)).collect();
        inputs.sort_unstable();
        let mut writes = Vec::new();
        for unit in &units {
            for (id, statement) in index.statements_of(*unit) {
                let within = statement.span.start..statement.span.end;
                for reference in index.refs_of(*unit) {
                    if reference.mode.writes() && within.contains(&reference.start) {
                        writes.push((id, reference.place));
                    }
                }
            }
        }
        let mut bench = Self { logic, units, inputs, outputs: Vec::new(), writes };
        bench.outputs = outputs.into_iter().filter_map(|place| bench.output(place)).collect();
        bench
    }

    fn output(&self, place: PlaceId) -> Option<Output> {
        let index = self.logic.index;
        let elsewhere = index.refs_to(place).iter().any(|at| {
            index.reference(*at).mode.writes() && !self.units.contains(&index.unit_of(*at))
        });
        let writers = self.writers(place);
        let writers = (*writers.first()?, *writers.last()?);
        let conditions = [next(self.logic, place, false)?, next(self.logic, place, true)?];
        (!elsewhere).then_some(Output { place, writers, conditions })
    }

    /// The statements that write a place, what it is a part of, or a part of it.
    fn writers(&self, place: PlaceId) -> Vec<StatementId> {
        let places = &self.logic.index.places;
        let touches =
            |other| places.path(place).contains(&other) || places.path(other).contains(&place);
        let writes = self.writes.iter().filter(|(_, other)| touches(*other));
        writes.map(|(at, _)| *at).collect()
    }

    /// Scans with values that change at random; how often something could be said of an output.
    fn run(&self, scans: usize, random: &mut Random) -> usize {
        let mut machine = Machine::new(self.logic, self.units.clone());
        let mut value = |number: bool| {
            if number {
                Scalar::Int(i64::try_from(random.below(4)).expect("small"))
            } else {
                Scalar::Bool(random.below(2) == 1)
            }
        };
        for (place, number) in &self.inputs {
            machine.set(*place, value(*number));
        }
        for output in &self.outputs {
            machine.set(output.place, value(false));
        }
        let mut said = 0;
        for scan in 0..scans {
            for (at, (place, number)) in self.inputs.iter().enumerate() {
                if (at + scan) % 3 == 0 {
                    machine.set(*place, value(*number));
                }
            }
            machine.scan(10);
            said += self.check(&machine, scan);
        }
        said
    }

    /// Holds what was seen against what the conditions say of it; of how many outputs they say
    /// something.
    pub(crate) fn check(&self, seen: &dyn Seen, scan: usize) -> usize {
        let index = self.logic.index;
        let mut said = 0;
        for Output { place, writers, conditions } in &self.outputs {
            let was = seen.before(*place).as_ref().and_then(Scalar::bit);
            let Some(was) = was else { continue };
            let (exprs, condition) = &conditions[usize::from(was)];
            let moment = Moment { bench: self, seen, writers: *writers };
            let expected = Evaluation::new(exprs, &moment).truth(*condition);
            if expected == Truth::Unknown {
                continue;
            }
            // It was not known to the machine at the moment when it was needed.
            if !seen.was_known(*place) {
                continue;
            }
            let Some(is) = seen.after(*place).as_ref().and_then(Scalar::bit) else { continue };
            said += 1;
            assert_eq!(
                Truth::from(is),
                expected,
                "scan {scan}: {} by {}",
                index.places.text(*place, &index.names),
                exprs.text(*condition, &index.places, &index.names)
            );
        }
        said
    }
}

#[test]
fn what_turns_something_on_tells_the_next_scan() {
    let Some(root) = samples::root() else { return };
    let projects: Vec<Project> = samples::below(&root.join("allen-bradley"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "L5X"))
        .map(|path| read(&Source::open(&path).expect("a sample")).expect("a project"))
        .collect();
    let indexes: Vec<Index> = projects.iter().map(Index::build).collect();
    let mut benches = Vec::new();
    for (project, index) in projects.iter().zip(&indexes) {
        for (at, routine) in project.routines.iter().enumerate() {
            let units: Vec<UnitId> = index
                .units()
                .filter(|(_, unit)| unit.routine.index() == at)
                .map(|(id, _)| id)
                .collect();
            // What a subroutine writes has its place in the order there.
            let calls = units.iter().flat_map(|unit| index.statements_of(*unit)).any(|(_, it)| {
                matches!(it.effect, Effect::Call { callee: Callee::Routine(_), .. })
            });
            if routine.language != Language::Ld || calls {
                continue;
            }
            let bench = Bench::new(Logic::new(project, index), units);
            if !bench.outputs.is_empty() {
                benches.push(bench);
            }
        }
    }
    let mut random = Random(23);
    let each = SCANS.div_ceil(benches.len());
    let said: usize = benches.iter().map(|bench| bench.run(each, &mut random)).sum();
    assert!(benches.len() > 10 && said > SCANS, "{said} in {} routines", benches.len());
}
