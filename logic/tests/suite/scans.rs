//! Real ladder is executed scan by scan: the conditions of a place predict the next scan.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

use tagbridge_logic::{
    Callee, Effect, Index, Logic, NameId, PlaceId, StatementId, UnitId,
    expr::{Evaluation, Expr, ExprId, Exprs, Scalar, Truth, Values},
    why::next,
};
use tagbridge_project::{Language, Project, Source, Vendor, read};
use tagbridge_scan::{Bound, Machine, not_executed, written};

use crate::{random::Random, samples};

const SCANS: usize = 10_000;

/// The observations of a scan.
pub(crate) trait Seen {
    /// The value before the scan.
    fn before(&self, place: PlaceId) -> Option<Scalar>;
    /// The value after the scan.
    fn after(&self, place: PlaceId) -> Option<Scalar>;
    /// Whether the executor knew the value of a place.
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

/// The values that an output's writers read: the values after the scan for places that are written
/// before the read, otherwise those before the scan.
struct Moment<'a> {
    bench: &'a Bench<'a>,
    seen: &'a dyn Seen,
    output: &'a Output,
}

impl Values for Moment<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let written = self.bench.writers(place);
        let mut all = Some(None);
        for (own, other) in
            self.output.writers.iter().flat_map(|own| written.iter().map(move |it| (own, it)))
        {
            let sees = Some(self.bench.sees(*own, *other, place)?);
            all = match all {
                Some(None) => Some(sees),
                before if before == Some(sees) => before,
                _ => None,
            };
        }
        match all? {
            Some(false) => self.seen.before(place),
            Some(true) | None => self.seen.after(place),
        }
    }

    fn text(&self, name: NameId) -> &str {
        self.bench.logic.index.names.text(name)
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        self.seen.before(memory).as_ref().and_then(Scalar::bit)
    }
}

/// Places with a numeric value, which is compared or computed.
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

/// A routine, its inputs, and the predictable outputs.
pub(crate) struct Bench<'a> {
    logic: Logic<'a>,
    units: Vec<UnitId>,
    inputs: Vec<(PlaceId, bool)>,
    pub(crate) outputs: Vec<Output>,
    /// The places that each statement writes.
    writes: Vec<(StatementId, PlaceId)>,
}

/// A bit that only the routine writes.
pub(crate) struct Output {
    pub(crate) place: PlaceId,
    writers: Vec<StatementId>,
    /// The results of the scan if it was off, and if it was on.
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
        let conditions = [next(self.logic, place, false)?, next(self.logic, place, true)?];
        (!elsewhere).then_some(Output { place, writers, conditions })
    }

    /// The statements that write a place, a part of it, or a place that contains it.
    fn writers(&self, place: PlaceId) -> Vec<StatementId> {
        let places = &self.logic.index.places;
        let touches =
            |other| places.path(place).contains(&other) || places.path(other).contains(&place);
        let writes = self.writes.iter().filter(|(_, other)| touches(*other));
        writes.map(|(at, _)| *at).collect()
    }

    /// Whether a statement reads from a place what another one wrote in this scan; `None` if it
    /// reads it several times, and it is written in between.
    fn sees(&self, own: StatementId, other: StatementId, place: PlaceId) -> Option<bool> {
        let index = self.logic.index;
        let (own_is, other_is) = (index.statement(own), index.statement(other));
        if other >= own {
            return Some(false);
        }
        let unit = index.unit(own_is.unit);
        let is_text = {
            let language = self.logic.project.routines[unit.routine.index()].language;
            let texts = [Language::St, Language::Sfc].contains(&language);
            texts || self.logic.project.vendor == Vendor::Codesys
        };
        if own_is.unit != other_is.unit && !is_text {
            return Some(true);
        }
        let reads = |id: ExprId| {
            let places = index.exprs.places(id);
            places.into_iter().any(|it| index.canonical(it) == index.canonical(place))
        };
        if is_text {
            let mut moments = self.looked_at(own, &reads);
            if let Effect::Assign { value, .. } = &own_is.effect
                && reads(*value)
            {
                moments.push(own);
            }
            let mut sees = moments.into_iter().map(|at| other < at);
            let first = sees.next().unwrap_or(true);
            return sees.all(|it| it == first).then_some(first);
        }
        // A rung is read from its beginning to its end.
        let refs = index.refs_of(own_is.unit).iter();
        let mut behind = refs
            .filter(|it| it.mode.reads() && index.canonical(it.place) == index.canonical(place))
            .map(|it| it.start > other_is.span.start);
        let first = behind.next().unwrap_or(true);
        behind.all(|it| it == first).then_some(first)
    }

    /// The evaluations of the conditions around a statement that read a place.
    fn looked_at(&self, id: StatementId, reads: &dyn Fn(ExprId) -> bool) -> Vec<StatementId> {
        let index = self.logic.index;
        let statement = index.statement(id);
        let unit = index.unit(statement.unit);
        // The conditions of a chart's transitions are evaluated before any of them fires.
        let (own, start) = (unit.routine, unit.statements.start);
        let units = index.units().filter(|(_, it)| it.routine == own);
        let start = units.map(|(_, it)| it.statements.start).min().unwrap_or(start);
        let until = index.taken(&(start..id.0 + 1));
        let first = StatementId(start);
        let (mut guard, mut at) = (statement.guard, id);
        let mut moments = Vec::new();
        loop {
            let Some(taken) = until.iter().rev().find(|it| it.guard == guard && it.before <= at)
            else {
                // The conditions of earlier exits are a part of it.
                moments.extend(reads(guard).then_some(first));
                return moments;
            };
            at = taken.before;
            let is_read = match index.exprs.get(guard) {
                Expr::And(list) if taken.outer != taken.guard => {
                    let parts = index.exprs.list(list).iter();
                    parts.filter(|part| **part != taken.outer).any(|part| reads(*part))
                }
                _ => reads(guard),
            };
            moments.extend(is_read.then_some(at));
            if taken.outer == taken.guard {
                return moments;
            }
            guard = taken.outer;
        }
    }

    /// Executes scans with random values; returns how many outputs could be predicted.
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

    /// Compares the observations with the conditions; returns the number of predicted outputs.
    pub(crate) fn check(&self, seen: &dyn Seen, scan: usize) -> usize {
        let index = self.logic.index;
        let mut said = 0;
        for output @ Output { place, conditions, .. } in &self.outputs {
            let was = seen.before(*place).as_ref().and_then(Scalar::bit);
            let Some(was) = was else { continue };
            let (exprs, condition) = &conditions[usize::from(was)];
            let moment = Moment { bench: self, seen, output };
            let expected = Evaluation::new(exprs, &moment).truth(*condition);
            if expected == Truth::Unknown {
                continue;
            }
            // The machine did not know the value when it was needed.
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

/// All projects of the samples; a folder of Siemens sources is one project.
pub(crate) fn projects(root: &Path) -> Vec<Project> {
    let mut paths = samples::below(&root.join("allen-bradley"));
    paths.retain(|path| path.extension().is_some_and(|it| it == "L5X"));
    paths.extend(samples::below(&root.join("codesys")));
    let folders = fs::read_dir(root.join("siemens")).expect("a folder");
    let mut folders: Vec<_> = folders.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    paths.extend(folders);
    paths.iter().filter_map(|path| read(&Source::open(path).ok()?).ok()).collect()
}

/// The routines in these languages with predictable outputs.
fn benches<'a>(
    projects: &'a [Project],
    indexes: &'a [Index],
    languages: &[Language],
) -> Vec<Bench<'a>> {
    let mut benches = Vec::new();
    for (project, index) in projects.iter().zip(indexes) {
        for (at, routine) in project.routines.iter().enumerate() {
            if !languages.contains(&routine.language) {
                continue;
            }
            let units: Vec<UnitId> = index
                .units()
                .filter(|(_, unit)| unit.routine.index() == at)
                .map(|(id, _)| id)
                .collect();
            // The writes of a subroutine have their order in the subroutine.
            let calls = units.iter().flat_map(|unit| index.statements_of(*unit)).any(|(_, it)| {
                matches!(it.effect, Effect::Call { callee: Callee::Routine(_), .. })
            });
            if calls {
                continue;
            }
            let bench = Bench::new(Logic::new(project, index), units);
            if !bench.outputs.is_empty() {
                benches.push(bench);
            }
        }
    }
    benches
}

#[test]
fn what_turns_something_on_tells_the_next_scan() {
    let Some(root) = samples::root() else { return };
    let projects = projects(&root);
    let indexes: Vec<Index> = projects.iter().map(Index::build).collect();
    let mut random = Random(23);
    for (languages, least) in [
        (&[Language::Ld, Language::Il][..], 20),
        (&[Language::St], 60),
        (&[Language::Fbd, Language::Sfc], 1),
    ] {
        let benches = benches(&projects, &indexes, languages);
        let each = SCANS.div_ceil(benches.len());
        let said: usize = benches.iter().map(|bench| bench.run(each, &mut random)).sum();
        assert!(
            benches.len() >= least && said > SCANS,
            "{said} in {} routines of {languages:?}",
            benches.len()
        );
    }
}

/// Two instances of one add-on instruction, one of them nested: each has separate values.
#[test]
fn add_on_instructions_are_executed_on_their_instances() {
    let parameter = |name: &str, usage: &str, kind: &str| {
        let required = usage != "Output";
        format!(
            "<Parameter Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\" Usage=\"{usage}\" \
             Required=\"{required}\"/>"
        )
    };
    let add_on = |name: &str, parameters: &str, locals: &str, rungs: &[&str]| {
        let rungs: Vec<String> = rungs
            .iter()
            .map(|it| format!("<Rung Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>"))
            .collect();
        format!(
            "<AddOnInstructionDefinition Name=\"{name}\"><Parameters>{parameters}</Parameters>\
             <LocalTags>{locals}</LocalTags><Routines><Routine Name=\"Logic\" Type=\"RLL\">\
             <RLLContent>{}</RLLContent></Routine></Routines></AddOnInstructionDefinition>",
            rungs.concat()
        )
    };
    let inner = add_on(
        "Count",
        &[
            parameter("Go", "Input", "BOOL"),
            parameter("Sum", "InOut", "DINT"),
            parameter("Times", "Output", "DINT"),
        ]
        .concat(),
        "<LocalTag Name=\"Was\" DataType=\"BOOL\"/>",
        &["XIC(Go)ONS(Was)[ADD(Times,1,Times),ADD(Sum,1,Sum)];"],
    );
    let outer = add_on(
        "Twice",
        &[parameter("Go", "Input", "BOOL"), parameter("Sum", "InOut", "DINT")].concat(),
        "<LocalTag Name=\"One\" DataType=\"Count\"/>",
        &["Count(One,Go,Sum);"],
    );
    let tags = [("A", "BOOL"), ("B", "BOOL"), ("First", "Count"), ("Second", "Count")];
    let tags = tags.iter().chain(&[("Third", "Twice"), ("Sum", "DINT"), ("Copy", "DINT")]);
    let tags: Vec<String> =
        tags.map(|(name, kind)| format!("<Tag Name=\"{name}\" DataType=\"{kind}\"/>")).collect();
    let tags = tags.concat();
    let rungs = [
        "CLR(Sum)CLR(First.Times)CLR(Second.Times);",
        "Count(First,A,Sum);",
        "Count(Second,B,Sum);",
        "XIC(B)Twice(Third,A,Sum)MOV(First.Times,Copy);",
    ]
    .map(|it| format!("<Rung Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>"));
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><AddOnInstructionDefinitions>{inner}{outer}\
         </AddOnInstructionDefinitions><Tags>{tags}</Tags><Programs><Program Name=\"P\" \
         MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}\
         </RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>",
        rungs.concat()
    );
    let project = crate::text_lowering::project("a.L5X", &text);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let mut bound = Bound::new(logic);
    let names = ["Third.One.Was", "First.Was", "Second.Was", "First.Go", "A", "B"];
    let mut values: HashMap<String, Scalar> =
        names.map(|it| (it.to_owned(), Scalar::Bool(false))).into_iter().collect();
    for name in ["Sum", "Copy", "First.Times", "Second.Times", "Third.One.Times"] {
        values.insert(name.to_owned(), Scalar::Int(0));
    }
    let mut scan = |values: &mut HashMap<String, Scalar>, a: bool, b: bool| {
        values.insert("A".to_owned(), Scalar::Bool(a));
        values.insert("B".to_owned(), Scalar::Bool(b));
        let get = |values: &HashMap<String, Scalar>, name: &str| values.get(name).cloned();
        bound.scan(10, values, get, |values, name, value| {
            values.insert(name.to_owned(), value.clone());
        });
        let of = |name: &str| match &values[name] {
            Scalar::Int(number) => *number,
            other => panic!("{name}: {other:?}"),
        };
        ["Sum", "First.Times", "Second.Times", "Third.One.Times", "Copy"].map(of)
    };
    assert_eq!(scan(&mut values, false, false), [0, 0, 0, 0, 0]);
    // One instance counts; the other one and the nested one do not.
    assert_eq!(scan(&mut values, true, false), [1, 1, 0, 0, 0]);
    // The first instance has no new edge; the two others have one.
    assert_eq!(scan(&mut values, true, true), [2, 0, 1, 1, 0]);
    assert_eq!(scan(&mut values, true, true), [0, 0, 0, 1, 0]);
    assert_eq!(values["Third.One.Was"], Scalar::Bool(true));
    assert!(not_executed(logic).is_empty(), "{:?}", not_executed(logic));
}

/// The results of scans of all code on these values, which keep the written ones.
fn scanned(
    project: &Project,
    start: &[(&str, Scalar)],
    scans: &[&[(&str, Scalar)]],
    asked: &[&str],
) -> Vec<Vec<Option<Scalar>>> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    assert!(not_executed(logic).is_empty(), "{:?}", not_executed(logic));
    let mut bound = Bound::new(logic);
    let named = |(name, value): &(&str, Scalar)| ((*name).to_owned(), value.clone());
    let mut values: HashMap<String, Scalar> = start.iter().map(named).collect();
    let scan = |given: &&[(&str, Scalar)]| {
        values.extend(given.iter().map(named));
        let get = |values: &HashMap<String, Scalar>, name: &str| values.get(name).cloned();
        bound.scan(100, &mut values, get, |values, name, value| {
            values.insert(name.to_owned(), value.clone());
        });
        asked.iter().map(|name| values.get(*name).cloned()).collect()
    };
    scans.iter().map(scan).collect()
}

fn bits(rows: &[Vec<Option<Scalar>>]) -> Vec<String> {
    let text = |value: &Option<Scalar>| match value {
        Some(Scalar::Bool(on)) => i64::from(*on).to_string(),
        Some(Scalar::Int(number)) => number.to_string(),
        other => format!("{other:?}"),
    };
    rows.iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
}

/// An integer that is divided by 0 stays; the code goes on.
#[test]
fn logix_keeps_the_dividend_of_a_division_by_0() {
    let text = "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"A\" DataType=\"DINT\"/>\
                <Tag Name=\"B\" DataType=\"DINT\"/><Tag Name=\"Quotient\" DataType=\"DINT\"/></Tags>\
                <Programs><Program Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" \
                Type=\"RLL\"><RLLContent><Rung Type=\"N\"><Text><![CDATA[DIV(A,B,Quotient);]]></Text>\
                </Rung></RLLContent></Routine></Routines></Program></Programs></Controller>\
                </RSLogix5000Content>";
    let project = crate::text_lowering::project("a.L5X", text);
    let start = [("A", 17), ("B", 5), ("Quotient", 0)].map(|(name, it)| (name, Scalar::Int(it)));
    let scans: [&[(&str, Scalar)]; 2] = [&[], &[("B", Scalar::Int(0))]];
    let rows = scanned(&project, &start, &scans, &["Quotient"]);
    assert_eq!(rows, [[Some(Scalar::Int(3))], [Some(Scalar::Int(17))]]);
}

#[test]
fn a_chart_of_codesys_goes_from_its_initial_step_through_the_others() {
    let action = |name: &str, text: &str| {
        format!("<action name='{name}'><body><ST><xhtml>{text}</xhtml></ST></body></action>")
    };
    let step = |id: usize, name: &str, action: &str| {
        let initial = if id == 0 { " initialStep='true'" } else { "" };
        format!(
            "<step localId='{id}' name='{name}'{initial}/><actionBlock><connectionPointIn>\
             <connection refLocalId='{id}'/></connectionPointIn><action qualifier='N'><reference \
             name='{action}'/></action></actionBlock>"
        )
    };
    let transition = |text: &str| {
        let inline = format!("<inline><ST><xhtml>{text}</xhtml></ST></inline>");
        format!("<transition><condition>{inline}</condition></transition>")
    };
    let text = format!(
        "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous><pou name='P' \
         pouType='program'><interface><localVars><variable name='go'><type><BOOL/></type></variable>\
         <variable name='film'><type><BOOL/></type></variable></localVars></interface><actions>{}{}{}\
         </actions><body><SFC>{}{}{}{}{}{}<jumpStep targetName='Init'/></SFC></body></pou></pous>\
         </types><instances><configurations><configuration name='c'><resource name='r'><task \
         name='t'><pouInstance name='P' typeName='P'/></task></resource></configuration>\
         </configurations></instances></project>",
        action("Off", "film := FALSE;"),
        action("Wait", ";"),
        action("On", "film := TRUE;"),
        step(0, "Init", "Off"),
        transition("go"),
        step(3, "Turn", "Wait"),
        transition("NOT go"),
        step(6, "Cut", "On"),
        transition("go"),
    );
    let project = crate::text_lowering::project("a.xml", &text);
    let go = |on| [("P.go", Scalar::Bool(on))];
    let (on, off) = (go(true), go(false));
    let scans: [&[_]; 8] = [&off, &on, &on, &off, &off, &on, &on, &off];
    let rows = scanned(&project, &[("P.film", Scalar::Bool(false))], &scans, &["P.film"]);
    assert_eq!(bits(&rows), ["0", "0", "0", "1", "1", "1", "0", "1"]);
}

#[test]
fn function_blocks_and_functions_of_scl_are_executed_on_values_of_their_own() {
    let project = crate::text_lowering::project(
        "a.scl",
        "FUNCTION \"Limit\" : Int\nVAR_INPUT n : Int; most : Int; END_VAR\nVAR_TEMP t : Int; END_VAR\n\
         BEGIN\n#t := #n;\nIF #t > #most THEN #t := #most; END_IF;\n#Limit := #t;\nEND_FUNCTION\n\
         FUNCTION_BLOCK \"Count\"\nVAR_INPUT go : Bool; END_VAR\nVAR_OUTPUT n : Int; on : Bool; \
         END_VAR\nVAR step : Int := 2; delay : TON_TIME; END_VAR\nBEGIN\nIF #go THEN #n := #n + #step; \
         END_IF;\n#delay(IN := #go, PT := T#250ms);\n#on := #delay.Q;\nEND_FUNCTION_BLOCK\n\
         DATA_BLOCK \"One\"\n\"Count\"\nBEGIN\nEND_DATA_BLOCK\n\
         DATA_BLOCK \"Two\"\n\"Count\"\nBEGIN\nEND_DATA_BLOCK\n\
         DATA_BLOCK \"Line\"\nSTRUCT a : Bool; b : Bool; sum : Int; lamp : Bool; END_STRUCT;\nBEGIN\n\
         END_DATA_BLOCK\n\
         ORGANIZATION_BLOCK \"Main\"\nBEGIN\n\"One\"(go := \"Line\".a);\n\"Two\"(go := \"Line\".b, \
         on => \"Line\".lamp);\n\"Line\".sum := \"Limit\"(n := \"One\".n, most := 5) * 10 + \
         \"Limit\"(n := \"Two\".n, most := 3);\nEND_ORGANIZATION_BLOCK\n",
    );
    let on = |name| (name, Scalar::Bool(true));
    let rows = scanned(
        &project,
        &[],
        &[&[], &[on("\"Line\".a")], &[on("\"Line\".b")], &[], &[], &[]],
        &["\"One\".n", "\"Two\".n", "\"Line\".sum", "\"Line\".lamp"],
    );
    // The second one counts from the third scan; its lamp is on 250 ms later.
    let expected = ["0 0 0 0", "2 0 20 0", "4 2 42 0", "6 4 53 0", "8 6 53 0", "10 8 53 1"];
    assert_eq!(bits(&rows), expected);
}

#[test]
fn function_blocks_and_actions_of_codesys_are_executed_on_values_of_their_own() {
    let variable = |name: &str, kind: &str| {
        let kind = match kind {
            "BOOL" | "INT" | "TIME" => format!("<{kind}/>"),
            other => format!("<derived name='{other}'/>"),
        };
        format!("<variable name='{name}'><type>{kind}</type></variable>")
    };
    let list = |section: &str, of: &[(&str, &str)]| {
        let of: String = of.iter().map(|(name, kind)| variable(name, kind)).collect();
        format!("<{section}>{of}</{section}>")
    };
    let body = |text: &str| {
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        format!("<body><ST><xhtml>{text}</xhtml></ST></body>")
    };
    let block = list("inputVars", &[("go", "BOOL")])
        + &list("outputVars", &[("n", "INT")])
        + &list("localVars", &[("edge", "R_TRIG"), ("hold", "TOF"), ("held", "BOOL")]);
    let locals = [("a", "BOOL"), ("b", "BOOL"), ("one", "FB"), ("two", "FB"), ("all", "INT")];
    let locals = list("localVars", &locals);
    let text = format!(
        "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous>\
         <pou name='FB' pouType='functionBlock'><interface>{block}</interface>{}</pou>\
         <pou name='P' pouType='program'><interface>{locals}</interface><actions><action \
         name='Sum'>{}</action></actions>{}</pou></pous></types></project>",
        body(
            "edge(CLK := go);\nIF edge.Q THEN n := n + 1; END_IF\nhold(IN := go, PT := T#150ms, Q => held);"
        ),
        body("all := one.n * 10 + two.n;"),
        body("one(go := a);\ntwo(go := b);\nSum();"),
    );
    let project = crate::text_lowering::project("a.xml", &text);
    let set = |name, on| (name, Scalar::Bool(on));
    let rows = scanned(
        &project,
        &[],
        &[
            &[],
            &[set("P.a", true)],
            &[set("P.b", true)],
            &[set("P.a", false)],
            &[set("P.a", true)],
            &[set("P.a", false)],
            &[],
            &[],
        ],
        &["P.all", "P.one.held"],
    );
    assert_eq!(bits(&rows), ["0 0", "10 1", "11 1", "11 1", "21 1", "21 1", "21 1", "21 0"]);
}

#[test]
fn what_is_not_executed_is_said() {
    let Some(root) = samples::root() else { return };
    let path = root.join("allen-bradley/tnunnink__L5Sharp/Test.L5X");
    let project = read(&Source::open(&path).expect("a sample")).expect("a project");
    let index = Index::build(&project);
    let not = not_executed(Logic::new(&project, &index));
    assert_eq!(not.get("LPF"), Some(&1), "{not:?}");
    assert!(!not.contains_key("TON") && !not.contains_key("aoi_Test"), "{not:?}");
}

#[test]
fn start_values_have_the_notations_of_declarations() {
    let project = crate::text_lowering::project(
        "a.st",
        "TYPE E : (Slow, Fast := 4) UINT; END_TYPE\nTYPE T_Count : INT; END_TYPE\n\
         FUNCTION_BLOCK FB\nVAR_OUTPUT\n a : INT; b : INT; c : INT; d : BOOL; f : INT;\nEND_VAR\n\
         VAR\n hex : INT := 16#1F; mode : (Off, On := 5, Auto) := Auto; kind : E := E.Fast;\n \
         flag : BOOL := BOOL#1; count : T_Count := INT#7; none : E;\nEND_VAR\n\
         a := hex; b := mode; c := kind + none; d := flag; f := count;\n\
         END_FUNCTION_BLOCK\n\
         PROGRAM PLC_PRG\nVAR\n block : FB; own : (Off, On := 5) := On; x : INT;\nEND_VAR\n\
         block(); x := own;\nEND_PROGRAM\n",
    );
    let asked = ["a", "b", "c", "d", "f"].map(|name| format!("PLC_PRG.block.{name}"));
    let asked: Vec<&str> = asked.iter().map(String::as_str).chain(["PLC_PRG.x"]).collect();
    assert_eq!(bits(&scanned(&project, &[], &[&[]], &asked)), ["31 6 4 1 7 5"]);
}
