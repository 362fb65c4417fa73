//! Real code runs in virtual controllers whose tags our driver reads: the conditions of a place
//! predict the next scan.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use tagbridge_cip::Logix;
use tagbridge_driver::{Connection, Driver, LinkOptions, Reading, TagSet, Value};
use tagbridge_logic::{Index, Logic, PlaceId, expr::Scalar};
use tagbridge_project::{BlockKind, Program as Executed, Project, Source, Tag, Task, read};
use tagbridge_scan::Bound;
use tagbridge_simulator::{
    Memory, Program,
    logix::{Mode, VirtualLogix},
};

use crate::{
    samples,
    scans::{Bench, Seen},
};

/// Total number of scans; `TAGBRIDGE_SCANS` overrides it.
const SCANS: usize = 2_000;
/// The duration of a scan: generated inputs switch every few seconds.
const LASTS: Duration = Duration::from_millis(700);

/// The code of an add-on instruction as a program, with its parameters as tags, so that all of its
/// values can be read.
fn as_program(mut project: Project, block: usize) -> Option<Project> {
    let block = project.blocks.get(block)?.clone();
    if block.kind != BlockKind::AddOnInstruction || !block.routines.iter().any(|it| it == "Logic") {
        return None;
    }
    project.routines.retain(|it| it.owner == block.name && it.name == "Logic");
    project.routines.iter_mut().for_each(|it| "Line".clone_into(&mut it.owner));
    project.tags = block
        .members
        .iter()
        .map(|member| Tag {
            name: format!("Program:Line.{}", member.name),
            scope: "Line".to_owned(),
            type_use: member.type_use.clone(),
            alias_for: member.alias_for.clone(),
            ..Tag::default()
        })
        .collect();
    project.programs = vec![Executed {
        name: "Line".to_owned(),
        routines: vec!["Logic".to_owned()],
        main_routine: Some("Logic".to_owned()),
        ..Executed::default()
    }];
    project.tasks = vec![Task {
        name: "Main".to_owned(),
        kind: "CONTINUOUS".to_owned(),
        programs: vec!["Line".to_owned()],
        ..Task::default()
    }];
    Some(project)
}

/// The code as the program of a virtual controller.
struct Code(Arc<Mutex<Bound<'static>>>);

impl<M: Memory> Program<M> for Code {
    fn advance(&mut self, memory: &mut M, elapsed: Duration) {
        let elapsed = i64::try_from(elapsed.as_millis()).expect("short");
        let get = |memory: &M, name: &str| scalar(&memory.value(name).ok()?);
        self.0.lock().expect("nobody panicked").scan(
            elapsed,
            memory,
            get,
            |memory, name, value| {
                let value = match (memory.value(name).ok(), value) {
                    (Some(Value::Bool(_)), value) => value.bit().map(Value::Bool),
                    (Some(Value::Int(_)), Scalar::Int(value)) => Some(Value::Int(*value)),
                    #[expect(clippy::cast_possible_truncation, reason = "as a REAL is")]
                    (Some(Value::Real(_)), value) => {
                        value.number().map(|it| Value::Real(it as f32))
                    }
                    _ => None,
                };
                if let Some(value) = value {
                    assert!(memory.set(name, &value).is_ok(), "{name} takes {value:?}");
                }
            },
        );
    }
}

fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Bool(value) => Some(Scalar::Bool(*value)),
        Value::Int(value) => Some(Scalar::Int(*value)),
        Value::Real(value) => Some(Scalar::Real((*value).into())),
        _ => None,
    }
}

/// Two snapshots of a client, with a scan in between.
struct Snapshots {
    before: HashMap<PlaceId, Scalar>,
    after: HashMap<PlaceId, Scalar>,
    index: &'static Index,
    code: Arc<Mutex<Bound<'static>>>,
}

impl Seen for Snapshots {
    fn before(&self, place: PlaceId) -> Option<Scalar> {
        self.before.get(&self.index.canonical(place)).cloned()
    }

    fn after(&self, place: PlaceId) -> Option<Scalar> {
        self.after.get(&self.index.canonical(place)).cloned()
    }

    fn was_known(&self, place: PlaceId) -> bool {
        self.code.lock().expect("nobody panicked").machine().value(place).is_some()
    }
}

async fn snapshot(
    connection: &mut dyn Connection,
    tags: &TagSet,
    places: &[PlaceId],
) -> HashMap<PlaceId, Scalar> {
    let scan = connection.read(tags).await.expect("a scan");
    let answers = places.iter().zip(&scan.answers);
    answers
        .filter_map(|(place, answer)| match &answer.reading {
            Reading::Good(read) => Some((*place, scalar(&read.value)?)),
            _ => None,
        })
        .collect()
}

/// Returns how many outputs of a project's code could be predicted.
async fn run(project: Project, scans: usize) -> usize {
    // They live until the end of the test.
    let project: &'static Arc<Project> = Box::leak(Box::new(Arc::new(project)));
    let index: &'static Index = Box::leak(Box::new(Index::build(project)));
    let logic = Logic::new(project, index);
    let bench = Bench::new(logic, index.units().map(|(id, _)| id).collect());
    let code = Arc::new(Mutex::new(Bound::new(logic)));
    let controller = VirtualLogix::from_project(project, 7)
        .then(Box::new(Code(Arc::clone(&code))))
        .listen("127.0.0.1:0".parse().expect("an address"))
        .await
        .expect("a free port");
    // It executes its program only on request.
    controller.set_mode(Mode::Program);
    let places: Vec<PlaceId> = index
        .places
        .ids()
        .filter(|place| index.canonical(*place) == *place)
        .filter(|place| {
            controller
                .value_of(&index.places.text(*place, &index.names))
                .is_ok_and(|value| scalar(&value).is_some())
        })
        .collect();
    let names = places.iter().map(|place| index.places.text(*place, &index.names));
    let tags = TagSet::new(names);
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    let driver = Logix::new(&endpoint, LinkOptions::default()).expect("a driver");
    let mut connection = driver.connect().await.expect("a connection");
    // The code keeps the places that it writes from the first scan on.
    controller.step(LASTS);
    let before = snapshot(&mut *connection, &tags, &places).await;
    let mut seen = Snapshots { after: before, before: HashMap::new(), index, code };
    let mut said = 0;
    for scan in 0..scans {
        controller.step(LASTS);
        let after = snapshot(&mut *connection, &tags, &places).await;
        seen.before = std::mem::replace(&mut seen.after, after);
        said += bench.check(&seen, scan);
    }
    connection.close().await;
    controller.stop().await;
    said
}

#[tokio::test]
async fn what_turns_something_on_tells_the_next_scan_of_a_virtual_controller() {
    let Some(root) = samples::root() else { return };
    let mut programs = Vec::new();
    for path in samples::below(&root.join("allen-bradley")) {
        if path.extension().is_none_or(|it| it != "L5X") {
            continue;
        }
        let project = read(&Source::open(&path).expect("a sample")).expect("a project");
        for block in 0..project.blocks.len() {
            let Some(program) = as_program(project.clone(), block) else { continue };
            let index = Index::build(&program);
            let units = index.units().map(|(id, _)| id).collect();
            if !Bench::new(Logic::new(&program, &index), units).outputs.is_empty() {
                programs.push(program);
            }
        }
    }
    assert!(programs.len() > 4, "only {} programs", programs.len());
    let scans = std::env::var("TAGBRIDGE_SCANS").ok().and_then(|it| it.parse().ok());
    let scans = scans.unwrap_or(SCANS);
    let each = scans.div_ceil(programs.len());
    let mut said = 0;
    for program in programs {
        said += run(program, each).await;
    }
    assert!(said > scans, "only {said} times");
}
