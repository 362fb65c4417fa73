//! Drawn rungs of a simulated controller that executes them: the drawn power flow is the result of
//! the logic for the drawn values, and the controller's result.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use tagbridge_driver::Value as Read;
use tagbridge_logic::{
    Effect, How, Index, Logic, NameId, PlaceId,
    expr::{Evaluation, Scalar, Truth, Values},
};
use tagbridge_project::{Project, Source};
use tagbridge_scan::Bound;
use tagbridge_simulator::{Memory, Program};

use super::*;

const RUNGS: usize = 50;
/// Default number of checks; `TAGBRIDGE_LOOKS` sets another one.
const LOOKS: usize = 20;
const BITS: u64 = 10;
const NUMBERS: u64 = 4;
const SEED: u64 = 20_261_123;

struct Chance(u64);

impl Chance {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % below
    }
}

/// A condition of a rung: of inputs, of outputs of rungs above it, and of a tag that cannot be
/// read.
fn condition(chance: &mut Chance, rung: usize, depth: usize, hidden: &mut bool) -> String {
    let contact = if chance.below(2) == 0 { "XIC" } else { "XIO" };
    match chance.below(if depth == 0 { 9 } else { 7 }) {
        0..=2 => format!("{contact}(In_{})", chance.below(BITS)),
        3 if rung > 0 => format!("{contact}(Out_{})", chance.below(rung as u64)),
        3 | 4 => {
            let word = ["EQU", "NEQ", "GRT", "GEQ", "LES", "LEQ"]
                [usize::try_from(chance.below(6)).expect("small")];
            format!("{word}(N_{},{})", chance.below(NUMBERS), chance.below(5))
        }
        5 => format!("{contact}(N_{}.{})", chance.below(NUMBERS), chance.below(3)),
        6 if !*hidden => {
            *hidden = true;
            format!("{contact}(Hidden)")
        }
        6 => format!("LIM(1,N_{},3)", chance.below(NUMBERS)),
        _ => {
            let legs: Vec<String> =
                (0..2 + chance.below(2)).map(|_| series(chance, rung, depth + 1, hidden)).collect();
            format!("[{} ]", legs.join(" ,"))
        }
    }
}

fn series(chance: &mut Chance, rung: usize, depth: usize, hidden: &mut bool) -> String {
    (0..=chance.below(3)).map(|_| condition(chance, rung, depth, hidden)).collect()
}

fn code() -> String {
    let mut chance = Chance(SEED);
    let mut tags = String::new();
    let mut tag = |name: String, kind: &str, access: &str| {
        let _never_fails = write!(
            tags,
            r#"<Tag Name="{name}" TagType="Base" DataType="{kind}" ExternalAccess="{access}"/>"#
        );
    };
    tag("Hidden".to_owned(), "BOOL", "None");
    (0..BITS).for_each(|at| tag(format!("In_{at}"), "BOOL", "Read/Write"));
    (0..NUMBERS).for_each(|at| tag(format!("N_{at}"), "DINT", "Read/Write"));
    (0..RUNGS).for_each(|at| tag(format!("Out_{at}"), "BOOL", "Read/Write"));
    let mut rungs = String::new();
    for at in 0..RUNGS {
        let conditions = match at {
            0 => "XIC(In_0)".to_owned(),
            1 => "XIO(In_0)".to_owned(),
            2 => "XIC(Hidden)".to_owned(),
            _ => series(&mut chance, at, 0, &mut false),
        };
        let _never_fails = write!(
            rungs,
            r#"<Rung Number="{at}" Type="N"><Text><![CDATA[{conditions}OTE(Out_{at});]]></Text></Rung>"#
        );
    }
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags>{tags}</Tags><Programs><Program Name="Main" MainRoutineName="Ladder"><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent>{rungs}</RLLContent></Routine></Routines></Program></Programs>
<Tasks><Task Name="Main" Type="CONTINUOUS"><ScheduledPrograms><ScheduledProgram Name="Main"/>
</ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>"#
    )
}

/// The code as a simulated controller's program; its inputs change before each scan.
struct Code(Bound<'static>, Chance);

impl<M: Memory> Program<M> for Code {
    fn advance(&mut self, memory: &mut M, elapsed: Duration) {
        for at in 0..BITS {
            if self.1.below(4) == 0 {
                let on = Read::Bool(self.1.below(2) == 1);
                assert!(memory.set(&format!("In_{at}"), &on).is_ok(), "an input");
            }
        }
        for at in 0..NUMBERS {
            let number = Read::Int(i64::try_from(self.1.below(5)).expect("small"));
            assert!(memory.set(&format!("N_{at}"), &number).is_ok(), "a number");
        }
        let elapsed = i64::try_from(elapsed.as_millis()).expect("short");
        let get = |memory: &M, name: &str| match memory.value(name).ok()? {
            Read::Bool(it) => Some(Scalar::Bool(it)),
            Read::Int(it) => Some(Scalar::Int(it)),
            _ => None,
        };
        self.0.scan(elapsed, memory, get, |memory, name, value| {
            let value = value.bit().map(Read::Bool).expect("the code writes bits");
            assert!(memory.set(name, &value).is_ok(), "an output");
        });
    }
}

/// The drawn state of names: `None` if it is drawn as unknown.
type Drawn = BTreeMap<String, Option<Value>>;

/// All names in pieces of a rung, and the power flow into its last coil.
fn walk(pieces: &Value, drawn: &mut Drawn) -> Value {
    let mut before = Value::Null;
    for piece in pieces.as_array().expect("pieces") {
        before = piece["before"].clone();
        let rows = piece["rows"].as_array().into_iter().flatten().map(|it| &it["name"]);
        for name in piece["operands"].as_array().into_iter().flatten().chain(rows) {
            let Some(tag) = name["tag"].as_str() else { continue };
            let known = (name["quality"] == "good").then(|| name["value"].as_str()).flatten();
            let value = known.map(|it| serde_json::from_str(it).expect("a bit or a number"));
            drawn.insert(tag.to_owned(), value);
        }
        for leg in piece["legs"].as_array().into_iter().flatten() {
            walk(leg, drawn);
        }
    }
    before
}

struct Known<'a> {
    index: &'a Index,
    drawn: &'a Drawn,
}

impl Values for Known<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let value = self.drawn.get(&self.index.places.text(place, &self.index.names))?.as_ref()?;
        value.as_bool().map(Scalar::Bool).or_else(|| value.as_i64().map(Scalar::Int))
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }
}

/// The result of the logic for the coil of each rung, with the drawn values.
fn by_logic(index: &Index, rung: usize, drawn: &Drawn) -> Truth {
    let (unit, _) =
        index.units().find(|(_, it)| it.rung.map(|it| it as usize) == Some(rung)).expect("a rung");
    let value = index.statements_of(unit).find_map(|(_, it)| match it.effect {
        Effect::Assign { value, how: How::Follow, .. } => Some(value),
        _ => None,
    });
    Evaluation::new(&index.exprs, &Known { index, drawn }).truth(value.expect("a coil"))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_drawn_to_flow_flows_in_a_controller_that_scans() {
    let it = start().await;
    let text = code();
    let source = Source::of_bytes("line.L5X", text.clone().into_bytes()).expect("a source");
    // They live as long as the test.
    let project: &'static Arc<Project> =
        Box::leak(Box::new(Arc::new(tagbridge_project::read(&source).expect("a project"))));
    let index: &'static Index = Box::leak(Box::new(Index::build(project)));
    let program = Code(Bound::new(Logic::new(project, index)), Chance(SEED));
    let controller = VirtualLogix::from_project(project, 7)
        .then(Box::new(program))
        .listen("127.0.0.1:0".parse().expect("an address"))
        .await
        .expect("a free port");
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let opened = call(&it.screen, "open_project", file("line.L5X", text.as_bytes(), true)).await;
    let id = opened["id"].clone();
    let endpoint = controller.endpoint();
    call(&it.screen, "preflight", json!({"project": id, "endpoint": endpoint})).await;
    let start = json!({"project": id, "endpoint": endpoint, "intervalMs": 20, "tags": null});
    call(&it.screen, "start_session", start).await;

    let looks = std::env::var("TAGBRIDGE_LOOKS").ok().and_then(|it| it.parse().ok());
    let looks: usize = looks.unwrap_or(LOOKS);
    let open = json!({"project": id, "routine": 0, "from": 0, "count": RUNGS, "live": true});
    let (mut looked, mut last) = (0, Value::Null);
    let mut seen = BTreeMap::<String, usize>::new();
    while looked < looks {
        let mut told = String::new();
        let wait = async {
            loop {
                let routine = call(&it.screen, "routine", open.clone()).await;
                let at = routine["live"]["scanAt"].clone();
                if !at.is_null() && at != last {
                    return routine;
                }
                told = format!("{} {}", routine["unread"], routine["live"]);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let routine = timeout(PATIENCE, wait).await;
        let routine = routine.unwrap_or_else(|_| panic!("it is not read: {told}"));
        last = routine["live"]["scanAt"].clone();
        assert_eq!(routine["live"]["isOneScan"], true);
        let rungs = routine["rungs"].as_array().expect("rungs");
        assert_eq!(rungs.len(), RUNGS);
        for (at, rung) in rungs.iter().enumerate() {
            let mut drawn = Drawn::new();
            let flow = walk(&rung["series"][0], &mut drawn);
            let logic = match by_logic(index, at, &drawn) {
                Truth::True => "on",
                Truth::False => "off",
                Truth::Unknown => "unknown",
            };
            assert_eq!(flow, logic, "{}: {drawn:?}", rung["text"]);
            let made = drawn[&format!("Out_{at}")].as_ref().expect("outputs are read");
            if flow != "unknown" {
                assert_eq!(flow == "on", *made, "{}: {drawn:?}", rung["text"]);
            }
            *seen.entry(logic.to_owned()).or_default() += 1;
        }
        looked += 1;
    }
    println!("{looked} looks at {RUNGS} rungs, 0 wrong: {seen:?}");
    assert_eq!(seen.len(), 3, "{seen:?}");
    controller.stop().await;
    it.desk.stop().await;
}
