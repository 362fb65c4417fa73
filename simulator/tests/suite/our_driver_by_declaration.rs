//! Our driver with the virtual controller and tags that a project declares: the driver never reads
//! the tag list, and only the types of the tags that it reads.

use std::{collections::HashMap, net::Ipv4Addr, sync::Arc, time::Duration};

use crate::support::plant::{PLANT, Paper, plant};
use tagbridge_cip::Logix;
use tagbridge_driver::{
    Connection, Declarations, Declared, Driver, LinkOptions, Listing, Reading, Reason, Scan,
    TagList, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_simulator::logix::{Fault, Model, RunningController, VirtualLogix};

impl Paper {
    fn declared(self, name: &str, kind: &str) -> Declared {
        let (base, sizes) = kind.split_once('[').unwrap_or((kind, ""));
        let sizes = sizes.trim_end_matches(']').split(',').filter_map(|it| it.parse().ok());
        let members = self.types.iter().find(|it| it.0 == base).map_or(&[][..], |it| it.1);
        Declared {
            name: name.into(),
            type_name: base.into(),
            dimensions: sizes.collect(),
            is_alias: false,
            members: members.iter().map(|(name, kind)| self.declared(name, kind)).collect(),
        }
    }
}

impl Declarations for Paper {
    fn tag(&self, name: &str) -> Option<Declared> {
        let tag = self.tags.iter().find(|it| it.0.eq_ignore_ascii_case(name))?;
        Some(self.declared(tag.0, tag.1))
    }
}

/// A driver whose connections know the declarations.
#[derive(Clone)]
pub(crate) struct Informed(pub(crate) Logix, pub(crate) Paper);

#[async_trait::async_trait]
impl Driver for Informed {
    async fn connect(&self) -> Result<Box<dyn Connection>, tagbridge_driver::LinkError> {
        let mut connection = self.0.connect().await?;
        connection.declare(Some(Arc::new(self.1)));
        Ok(connection)
    }
}

async fn listen(controller: VirtualLogix) -> RunningController {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

/// A driver with a time-out that suffices on a busy machine.
fn driver(controller: &RunningController, rest: &str, tag_list: Option<TagList>) -> Logix {
    let endpoint = format!("logix://{}{rest}", controller.addr()).parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(10);
    Logix::new(&endpoint, LinkOptions { request_timeout, tag_list, ..LinkOptions::default() })
        .expect("a Logix endpoint")
}

/// Number of requests of each kind that the driver sent.
fn sent(driver: &Logix) -> HashMap<String, u64> {
    let traffic = driver.traffic().expect("it keeps account");
    traffic.sent().map(|(kind, sent)| (kind.name.to_string(), sent)).collect()
}

fn assert_all_good(tags: &TagSet, scan: &Scan) {
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        assert!(matches!(answer.reading, Reading::Good(_)), "{name}: {:?}", answer.reading);
    }
}

fn value(scan: &Scan, at: usize) -> &Value {
    match &scan.answers[at].reading {
        Reading::Good(read) => &read.value,
        other => panic!("{other:?}"),
    }
}

fn cause(scan: &Scan, at: usize) -> (Reason, String) {
    match &scan.answers[at].reading {
        Reading::Bad(cause) => (cause.reason, cause.in_particular().to_string()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_kind_of_name_keeps_the_promises() {
    let names = [
        "word",
        "Word.31",
        "One",
        "One[0]",
        "Cube",
        "CUBE[1,3,4]",
        "Flags",
        "Flags[33]",
        "Label",
        "Short",
        "Shorts",
        "Outer1",
        "Outer1.In.B",
        "Outer1.Ins[2].L",
        "Outer1.Bits",
        "Outer1.Bits[63]",
        "Outers[11].Ins[1].Name",
        "Outers[3].On",
        "Long",
        "Long[699]",
        "Local:1:I",
        "Program:Main.Step",
        "program:main.Outer",
    ];
    for (faults, rest) in
        [(vec![], "/1,0"), (vec![], "/1,0?size=300"), (vec![Fault::NoChanges], "/1,0")]
    {
        let controller = listen(plant().faults(faults.clone())).await;
        let known =
            names.map(|name| (name.to_owned(), controller.value_of(name).expect(name))).to_vec();
        let unreadable = [
            "Nope",
            "Word[0]",
            "Word.32",
            "Cube[3,0,0]",
            "Flags[96]",
            "Outers.On",
            "Outer1.Nope",
            "Program:Main.Nope",
            "",
        ];
        let logix = driver(&controller, rest, None);
        let fixture = Fixture {
            driver: Box::new(Informed(logix.clone(), PLANT)),
            known,
            unreadable: unreadable.map(String::from).to_vec(),
        };
        conformance::check(&fixture).await;
        assert_eq!(sent(&logix)["List tags"], 0, "{faults:?}");
        let counters = controller.counters();
        assert_eq!((counters.writes, counters.malformed), (0, 0), "{faults:?}: {counters:?}");
    }
}

/// With and without a setting; the number of pages of the list and of definitions that were read.
#[tokio::test]
async fn who_lists_tags_is_a_setting() {
    use TagList::{Never, WhenItSaves};
    let names = ["Word", "Outer1.On", "Outer1.In.N", "Long[3]", "Label"];
    for (tag_list, project, lists) in [
        (None, true, false),
        (Some(Never), true, false),
        (Some(Never), false, false),
        (Some(WhenItSaves), true, true),
        (None, false, true),
    ] {
        let controller = listen(plant()).await;
        let logix = driver(&controller, "/1,0?size=300", tag_list);
        let mut connection = logix.connect().await.expect("a connection");
        connection.declare(project.then(|| Arc::new(PLANT) as Arc<dyn Declarations>));
        let tags = TagSet::new(names);
        for _ in 0..6 {
            let scan = connection.read(&tags).await.expect("a scan");
            assert_all_good(&tags, &scan);
        }
        let sent = sent(&logix);
        assert_eq!(sent["List tags"] > 0, lists, "{tag_list:?} {project}: {sent:?}");
        // Elementary members need no definition.
        assert_eq!(sent["Read type"] > 0, lists, "{tag_list:?} {project}: {sent:?}");
        connection.close().await;
    }
}

/// The driver reads only the definitions of the structures that it reads, once.
#[tokio::test]
async fn a_structure_needs_its_own_definition_and_no_other() {
    let controller = listen(plant()).await;
    let logix = driver(&controller, "/1,0", None);
    let mut connection = Informed(logix.clone(), PLANT).connect().await.expect("a connection");
    let tags = TagSet::new(["Short", "Shorts[3]"]);
    let first = connection.read(&tags).await.expect("a scan");
    assert_all_good(&tags, &first);
    assert!(first.learning > 0);
    let sent_first = sent(&logix);
    assert_eq!((sent_first["List tags"], sent_first["Read type"]), (0, 1), "{sent_first:?}");
    for _ in 0..3 {
        let scan = connection.read(&tags).await.expect("a scan");
        assert_eq!((scan.learning, scan.round_trips), (0, 1));
    }
    assert_eq!(sent(&logix)["Read type"], 1);
    connection.close().await;
}

/// Every name belongs to a DINT.
#[derive(Debug)]
struct Dints;
impl Declarations for Dints {
    fn tag(&self, name: &str) -> Option<Declared> {
        let (name, type_name) = (name.into(), "DINT".into());
        let (dimensions, members) = (vec![], [].into());
        Some(Declared { name, type_name, dimensions, is_alias: false, members })
    }
}

/// A connection that has browsed knows the list, and reports the savings.
#[tokio::test]
async fn both_prices_are_told() {
    const MANY: usize = 500;
    let mut model = Model::new();
    let names: Vec<String> = (0..MANY).map(|at| format!("Scattered_{at:04}")).collect();
    for name in &names {
        model.add(name, "DINT").expect("a tag");
    }
    let controller = listen(VirtualLogix::builder(model)).await;
    for (size, by_name, by_list) in [(4002, 3, 2), (500, 23, 13)] {
        let logix = driver(&controller, &format!("/1,0?size={size}"), None);
        let mut connection = logix.connect().await.expect("a connection");
        connection.declare(Some(Arc::new(Dints)));
        let tags = TagSet::new(names.clone());
        assert_eq!(connection.explain(&tags).await.expect("a plan").by_list, None);
        let mut listed = 0;
        let mut sink = |it: Listing| {
            if let Listing::Tags(tags) = it {
                listed += tags.len();
            }
        };
        let before: u64 = sent(&logix).values().sum();
        connection.browse(&mut sink).await.expect("a list");
        let upload = sent(&logix).values().sum::<u64>() - before;
        assert_eq!(listed, MANY);
        let plan = connection.explain(&tags).await.expect("a plan");
        let list = plan.by_list.expect("the list was browsed");
        assert_eq!((plan.requests.len(), list.requests), (by_name, by_list), "{size}");
        assert_eq!(list.upload as u64, upload, "{size}");
        let scan = connection.read(&tags).await.expect("a scan");
        assert_eq!((scan.round_trips as usize, scan.learning), (by_name, 0));
        connection.close().await;
    }
}

/// Members that are read one by one are read together once the definition is known.
#[tokio::test]
async fn most_members_of_a_structure_come_with_the_whole() {
    const UNITS: Paper = Paper {
        types: &[(
            "ProgramUnit",
            &[
                ("Speed", "REAL"),
                ("Count", "DINT"),
                ("On", "BOOL"),
                ("Fault", "BOOL"),
                ("Level", "INT"),
                ("Total", "LINT"),
            ],
        )],
        tags: &[("Units", "ProgramUnit[60]")],
    };
    let controller = listen(VirtualLogix::builder(UNITS.model())).await;
    let logix = driver(&controller, "/1,0?size=500", None);
    let mut connection = Informed(logix.clone(), UNITS).connect().await.expect("a connection");
    let members = ["Speed", "Count", "On", "Fault", "Level", "Total"];
    let names = (0..60).flat_map(|at| members.map(|it| format!("Units[{at}].{it}")));
    let tags = TagSet::new(names);
    let mut trips = Vec::new();
    for _ in 0..20 {
        let scan = connection.read(&tags).await.expect("a scan");
        assert_all_good(&tags, &scan);
        trips.push(scan.round_trips);
    }
    assert_eq!((trips[0], trips[19]), (18, 4), "{trips:?}");
    assert_eq!(sent(&logix)["List tags"], 0);
    connection.close().await;
}

/// If the controller is busy and does not return its types, the driver does not rely on the
/// project's.
#[tokio::test]
async fn what_a_busy_controller_does_not_tell_is_not_taken_for_granted() {
    const LARGER: Paper = Paper {
        types: &[],
        tags: &[
            ("Word", "DINT[2]"),
            ("One", "DINT[3]"),
            ("Cube", "INT[4,5,6]"),
            ("Long", "LREAL[800]"),
        ],
    };
    let mut most_told = [vec![], vec![]];
    for every in 1..10 {
        for (paper, reason) in [(LARGER, Some(Reason::TypeMismatch)), (PLANT, None)] {
            let faults = vec![Fault::FailMembers { every }];
            let controller = listen(VirtualLogix::builder(paper.model()).faults(faults)).await;
            let logix = driver(&controller, "/1,0", None);
            let mut connection = Informed(logix, PLANT).connect().await.expect("a connection");
            let tags = TagSet::new(["Word", "Cube", "One", "Cube[1,1,0..2]", "Long"]);
            for _ in 0..6 {
                let scan = connection.read(&tags).await.expect("a scan");
                for (name, answer) in tags.names().iter().zip(&scan.answers) {
                    let is_good = matches!(answer.reading, Reading::Good(_));
                    assert!(!is_good || reason.is_none(), "{name}, each {every}: {answer:?}");
                }
            }
            let scan = connection.read(&tags).await.expect("a scan");
            let told = scan.answers.iter().filter(|it| match &it.reading {
                Reading::Bad(cause) => Some(cause.reason) == reason,
                _ => reason.is_none(),
            });
            most_told[usize::from(reason.is_none())].push(told.count());
            connection.close().await;
        }
    }
    for told in most_told {
        assert!(told.contains(&5), "what is told by and by is enough: {told:?}");
    }
}

/// A definition that the controller does not return at once is read again later.
#[tokio::test]
async fn a_definition_that_is_not_told_at_once_is_asked_for_again() {
    for every in 3..8 {
        let controller = listen(plant().faults(vec![Fault::FailMembers { every }])).await;
        let logix = driver(&controller, "/1,0", None);
        let mut connection = Informed(logix, PLANT).connect().await.expect("a connection");
        for name in ["Short", "Outer1", "Outers[3].In"] {
            let tags = TagSet::new([name]);
            let mut scans = 0;
            while !matches!(
                connection.read(&tags).await.expect("a scan").answers[0].reading,
                Reading::Good(_)
            ) {
                scans += 1;
                assert!(scans < 40, "{name} stays bad, each {every} fails");
            }
        }
        connection.close().await;
    }
}

/// A controller that is too busy to report changes may report them later.
#[tokio::test]
async fn nothing_is_relied_on_before_a_busy_controller_tells_of_its_changes() {
    let controller = listen(loaded(BEFORE).faults(vec![Fault::BusyChanges { times: 3 }])).await;
    let logix = driver(&controller, "/1,0", None);
    let mut connection = Informed(logix, BEFORE).connect().await.expect("a connection");
    let tags = TagSet::new(["One", "Pairs", "Whole"]);
    for round in 0..8 {
        let scan = connection.read(&tags).await.expect("a scan");
        if round < 3 {
            for at in 0..tags.len() {
                assert_eq!(cause(&scan, at).0, Reason::NotYetKnown, "{}", tags.names()[at]);
            }
        } else if round < 6 {
            assert_all_good(&tags, &scan);
        } else {
            // The structures have the same handle, but their members have other offsets.
            assert!(is_right("One", value(&scan, 0)), "{scan:?}");
            assert_eq!(cause(&scan, 2).0, Reason::TypeMismatch);
        }
        if round == 5 {
            controller.download(loaded(AFTER));
        }
    }
    connection.close().await;
}

/// The driver compares the controller with the project.
#[tokio::test]
async fn another_program_than_the_projects_is_noticed() {
    const OTHER: Paper = Paper {
        types: &[
            ("Inner", &[("A", "BOOL"), ("N", "DINT"), ("L", "LINT[2]")]),
            ("Outer", &[("On", "BOOL"), ("In", "Inner")]),
        ],
        tags: &[
            ("Word", "REAL"),
            ("One", "DINT[2]"),
            ("Cube", "INT[5,4,3]"),
            ("Flags", "BOOL[128]"),
            ("Local:1:I", "Inner"),
            ("Outer1", "Outer[2]"),
            ("Program:Main.Step", "DINT[7]"),
            ("Label", "DINT"),
            ("Foreign", "DINT"),
            ("Foreigns", "DINT[3]"),
        ],
    };
    let controller = listen(VirtualLogix::builder(OTHER.model())).await;
    let logix = driver(&controller, "/1,0", None);
    let mut connection = Informed(logix, PLANT).connect().await.expect("a connection");
    let names = [
        "Word",
        "One",
        "Cube",
        "Cube[1,1,0..2]",
        "Flags",
        "Label",
        "Local:1:I.N",
        "Foreigns",
        "Long",
        "PROGRAM:Main.step",
        "Program:Main.Step.3",
        "local:1:I.l",
        "Outer1",
    ];
    let good = ["One[0]", "Flags[5]", "Foreign"];
    let tags = TagSet::new(names.into_iter().chain(good));
    for _ in 0..3 {
        let scan = connection.read(&tags).await.expect("a scan");
        let mismatch = |says: &str| (Reason::TypeMismatch, says.to_owned());
        for (at, (reason, says)) in [
            mismatch("the controller has REAL, but the project has DINT"),
            mismatch("another size, but the project has DINT[1]"),
            mismatch("another size, but the project has INT[3,4,5] (see Cube)"),
            mismatch("another size, but the project has INT[3,4,5] (see Cube)"),
            mismatch("another size, but the project has BOOL[96]"),
            mismatch("the controller has DINT, but the project has STRING"),
            mismatch("the controller has DINT, but the project has INT"),
            mismatch("no project declares this array"),
            (Reason::UnknownTag, String::new()),
            mismatch(
                "the controller has an array, but the project has DINT (see PROGRAM:Main.step)",
            ),
            mismatch(
                "the controller has an array, but the project has DINT (see Program:Main.Step)",
            ),
            mismatch("the controller has an array, but the project has LINT (see local:1:I.l)"),
            mismatch(""),
        ]
        .into_iter()
        .enumerate()
        {
            let found = cause(&scan, at);
            assert!(found.0 == reason && found.1.contains(&says), "{}: {found:?}", names[at]);
        }
        for at in names.len()..tags.len() {
            value(&scan, at);
        }
    }
    connection.close().await;
}

/// A structure whose members change places, and two tags that change their types.
const BEFORE: Paper = Paper {
    types: &[("Pair", &[("First", "DINT"), ("Second", "DINT")])],
    tags: &[("One", "Pair"), ("Pairs", "Pair[9]"), ("Whole", "DINT"), ("Part", "REAL")],
};
const AFTER: Paper = Paper {
    types: &[("Pair", &[("Second", "DINT"), ("First", "DINT")])],
    tags: &[("Part", "DINT"), ("Pairs", "Pair[9]"), ("One", "Pair"), ("Whole", "REAL")],
};

fn loaded(paper: Paper) -> VirtualLogix {
    let mut controller = VirtualLogix::builder(paper.model());
    for place in ["One".to_owned()].into_iter().chain((0..9).map(|at| format!("Pairs[{at}]"))) {
        for (member, value) in [("First", 1), ("Second", 2)] {
            let name = format!("{place}.{member}");
            controller = controller.set(&name, &Value::Int(value)).expect("a member");
        }
    }
    for (name, kind) in paper.tags.iter().filter(|it| matches!(it.1, "DINT" | "REAL")) {
        let value = if *kind == "DINT" { Value::Int(3) } else { Value::Real(4.0) };
        controller = controller.set(name, &value).expect("a tag");
    }
    controller
}

/// Whether a value matches its name and its type, in either program.
fn is_right(name: &str, value: &Value) -> bool {
    let pair = |value: &Value| match value {
        Value::Struct(members) => members
            .iter()
            .all(|(name, value)| *value == Value::Int(if &**name == "First" { 1 } else { 2 })),
        _ => false,
    };
    match (name, value) {
        ("Whole" | "Part", value) => matches!(value, Value::Int(3)) || *value == Value::Real(4.0),
        ("Pairs", Value::Array(pairs)) => pairs.iter().all(pair),
        ("One" | "Pairs[4]", value) => pair(value),
        (name, value) => *value == Value::Int(if name.ends_with("First") { 1 } else { 2 }),
    }
}

/// Downloads during a session and during scans; with and without a project, with a controller that
/// reports changes and one that does not.
#[tokio::test]
async fn no_value_is_taken_for_another_after_a_download() {
    let names =
        ["One", "One.First", "Pairs", "Pairs[4]", "Pairs[7].Second", "Whole", "Part", "One.Second"];
    let tags = TagSet::new(names);
    for tells in [true, false] {
        for project in [Some(BEFORE), None] {
            let faults = if tells { vec![] } else { vec![Fault::NoChanges] };
            let controller = listen(loaded(BEFORE).faults(faults)).await;
            let logix = driver(&controller, "/1,0?size=300", None);
            let mut connection = logix.connect().await.expect("a connection");
            connection.declare(project.map(|it| Arc::new(it) as Arc<dyn Declarations>));
            let mut good = 0;
            for round in 0..40 {
                let is_before = round / 4 % 2 == 0;
                let next = if is_before { BEFORE } else { AFTER };
                let scan = if round % 8 == 4 || round % 8 == 0 && round > 0 {
                    let pause = Duration::from_micros(rand::random_range(0..2000));
                    let mut read = connection.read(&tags);
                    tokio::select! {
                        biased;
                        scan = &mut read => {
                            controller.download(loaded(next));
                            scan
                        }
                        () = tokio::time::sleep(pause) => {
                            controller.download(loaded(next));
                            read.await
                        }
                    }
                } else {
                    connection.read(&tags).await
                };
                let scan = scan.expect("the link holds");
                for (name, answer) in tags.names().iter().zip(&scan.answers) {
                    if let Reading::Good(read) = &answer.reading {
                        good += 1;
                        assert!(is_right(name, &read.value), "{name} in round {round}: {read:?}");
                        let is_typed = project.is_none()
                            || match name.as_str() {
                                "Whole" => matches!(read.value, Value::Int(_)),
                                "Part" => matches!(read.value, Value::Real(_)),
                                _ => true,
                            };
                        assert!(is_typed, "{name} has another type than the project's: {read:?}");
                    }
                }
                if round % 4 == 3 {
                    // The program does not change for a while: all values are good, except those
                    // that no longer match the project.
                    let bad =
                        scan.answers.iter().filter(|it| !matches!(it.reading, Reading::Good(_)));
                    let expected = if is_before || project.is_none() { 0 } else { 2 };
                    assert_eq!(bad.count(), expected, "round {round}, {project:?}: {scan:?}");
                }
            }
            assert!(good > 200, "{good}");
            connection.close().await;
        }
    }
}
