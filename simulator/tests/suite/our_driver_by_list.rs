//! Our driver with the virtual controller, when it knows the tag list of the controller.

use std::{net::Ipv4Addr, time::Duration};

use crate::support::plant::plant;
use tagbridge_cip::Logix;
use tagbridge_driver::{
    Connection, Driver, LinkOptions, Listing, Reading, Scan, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_simulator::logix::{Fault, Identity, Model, RunningController, VirtualLogix};

async fn listen(controller: VirtualLogix) -> RunningController {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

/// A driver with a time-out that suffices on a busy machine.
fn driver(controller: &RunningController, rest: &str, connections: u8) -> Logix {
    let endpoint = format!("logix://{}{rest}", controller.addr()).parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(10);
    Logix::new(&endpoint, LinkOptions { request_timeout, connections, ..LinkOptions::default() })
        .expect("a Logix endpoint")
}

async fn connect(controller: &RunningController, rest: &str) -> Box<dyn Connection> {
    driver(controller, rest, 1).connect().await.expect("a connection")
}

/// Number of packets of a repeated scan, as the driver and the controller count them.
async fn trips(model: Model, tags: &TagSet, size: u16) -> u32 {
    let controller = listen(VirtualLogix::builder(model)).await;
    let mut connection = connect(&controller, &format!("/1,0?size={size}")).await;
    let first = connection.read(tags).await.expect("a first scan");
    assert_all_good(tags, &first);
    let before = controller.counters().replies;
    let scan = connection.read(tags).await.expect("a scan");
    assert_all_good(tags, &scan);
    assert_eq!(u64::from(scan.round_trips), controller.counters().replies - before);
    assert_eq!(scan.learning, 0);
    let plan = connection.explain(tags).await.expect("a plan");
    assert_eq!(plan.requests.len(), scan.round_trips as usize, "{plan:?}");
    for request in &plan.requests {
        let most = request.request_bytes.max(request.reply_bytes);
        assert!(
            most <= usize::from(size) && request.limit_bytes == usize::from(size),
            "{request:?}"
        );
    }
    let counters = controller.counters();
    assert_eq!((counters.writes, counters.malformed), (0, 0), "{counters:?}");
    connection.close().await;
    scan.round_trips
}

fn assert_all_good(tags: &TagSet, scan: &Scan) {
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        assert!(matches!(answer.reading, Reading::Good(_)), "{name}: {:?}", answer.reading);
    }
}

#[tokio::test]
async fn scattered_tags_are_read_at_the_floor() {
    let names: Vec<String> = (0..500).map(|at| format!("Scattered_{at:04}")).collect();
    let mut model = Model::new();
    // More than 255 instances precede them, so that each instance needs 16 bits.
    for at in 0..300 {
        model.add(&format!("Before_{at}"), "DINT").expect("a tag");
    }
    for name in &names {
        model.add(name, "DINT").expect("a tag");
    }
    let tags = TagSet::new(names);
    assert_eq!(trips(model.clone(), &tags, 4002).await, 2);
    assert_eq!(trips(model, &tags, 500).await, 13);
}

#[tokio::test]
async fn a_long_array_is_read_at_the_floor() {
    let mut model = Model::new();
    model.add("Long", "DINT[5000]").expect("a tag");
    for size in [4002_u16, 500] {
        let floor = 20_000_usize.div_ceil(usize::from(size) - 8);
        for name in ["Long", "Long[0..4999]"] {
            let trips = trips(model.clone(), &TagSet::new([name]), size).await as usize;
            assert!((floor..=floor + 1).contains(&trips), "{trips} for a floor of {floor}");
        }
    }
}

#[tokio::test]
async fn structures_are_read_at_the_floor() {
    let members: Vec<(String, &str)> = (0..20)
        .map(|at| (format!("Member_{at:02}"), ["REAL", "DINT", "BOOL", "INT"][at % 4]))
        .collect();
    let members: Vec<(&str, &str)> = members.iter().map(|(name, kind)| (&**name, *kind)).collect();
    let mut model = Model::new();
    model.add_structure("Unit", &members).expect("a structure");
    let names: Vec<String> = (0..200).map(|at| format!("Unit_{at:03}")).collect();
    for name in &names {
        model.add(name, "Unit").expect("a tag");
    }
    // The size of the structure in bytes: five REAL, DINT and INT each, and the hosts of the BOOLs.
    let each = 5 * 4 + 5 * 4 + 5 * 2 + 8;
    for size in [4002_u16, 500] {
        let a_packet = (usize::from(size) - 8) / (10 + each);
        let most = 200_usize.div_ceil(a_packet) + 2;
        let whole = TagSet::new(names.clone());
        let by_member =
            TagSet::new(names.iter().flat_map(|unit| {
                members.iter().map(move |(member, _)| format!("{unit}.{member}"))
            }));
        for tags in [&whole, &by_member] {
            let trips = trips(model.clone(), tags, size).await as usize;
            assert!(trips <= most, "{trips} for {most} of {size} bytes");
        }
    }
}

#[tokio::test]
async fn several_connections_read_the_same() {
    let controller =
        listen(VirtualLogix::counting(900, 1).expect("the model").still_after(9)).await;
    let tags = TagSet::new(controller.tag_names());
    let mut scans = Vec::new();
    for connections in [1, 4] {
        let driver = driver(&controller, "/1,0?size=500", connections);
        let mut connection = driver.connect().await.expect("a connection");
        assert_eq!(controller.open_connections(), usize::from(connections));
        for _ in 0..2 {
            let scan = connection.read(&tags).await.expect("a scan");
            let readings: Vec<_> = scan.answers.into_iter().map(|it| it.reading).collect();
            scans.push(readings);
        }
        connection.keep_alive().await.expect("alive");
        connection.close().await;
        assert_eq!(controller.open_connections(), 0);
    }
    for (name, reading) in tags.names().iter().zip(&scans[0]) {
        let Reading::Good(read) = reading else { panic!("{name}: {reading:?}") };
        assert_eq!(Ok(&read.value), controller.value_of(name).as_ref(), "{name}");
    }
    assert!(scans.iter().all(|it| *it == scans[0]));
}

#[tokio::test]
async fn a_plan_says_what_it_reads_and_why() {
    let controller = listen(plant()).await;
    let mut connection = connect(&controller, "/1,0").await;
    let names = ["word", "outer1.on", "outer1.in.n", "outer1.in.l", "outer1.ins", "nope"];
    let plan = connection.explain(&TagSet::new(names)).await.expect("a plan");
    let [request] = &plan.requests[..] else { panic!("{plan:?}") };
    for says in [
        "Outer1 by symbol instance for 4 tags",
        "Word by symbol instance",
        "the change mark of the program",
    ] {
        assert!(request.reads.iter().any(|it| it.to_string() == says), "{says}: {request:?}");
    }
    assert_eq!(request.why.to_string(), "all reads fit into one packet");
    let [(name, why)] = &plan.not_asked[..] else { panic!("{plan:?}") };
    assert!(name == "nope" && why.to_string().contains("has no tag nope"), "{why}");
    connection.close().await;
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
        "Shorts[29]",
        "Outer1",
        "Outer1.In",
        "Outer1.In.B",
        "Outer1.Ins",
        "Outer1.Ins[2].L",
        "Outer1.Bits",
        "Outer1.Bits[63]",
        "Outers",
        "Outers[11]",
        "Outers[11].Ins[1].Name",
        "Outers[3].On",
        "Outers[4].On",
        "Long",
        "Long[699]",
        "Local:1:I",
        "Local:1:I.N",
        "Program:Main.Step",
        "program:main.Outer",
    ];
    for (faults, rest, connections) in [
        (vec![], "/1,0", 1),
        (vec![], "/1,0?size=300", 1),
        (vec![], "/1,0", 3),
        (vec![Fault::RefuseLarge], "/1,0", 2),
        (vec![Fault::NoChanges], "/1,0", 1),
    ] {
        let controller = listen(plant().faults(faults.clone())).await;
        let hash = controller.memory_hash();
        let mut known: Vec<(String, Value)> = names
            .iter()
            .map(|&name| (name.to_owned(), controller.value_of(name).expect(name)))
            .collect();
        let row = |values: &[i64]| Value::Array(values.iter().copied().map(Value::Int).collect());
        known.push(("Cube[1,3,3..4]".into(), row(&[0, 134])));
        let bools = [false, true, false].map(Value::Bool).to_vec();
        known.push(("Flags[32..34]".into(), Value::Array(bools)));
        let unreadable = [
            "Nope",
            "Word[0]",
            "Word.32",
            "Cube[0]",
            "Cube[3,0,0]",
            "Cube[1,3,4..5]",
            "Flags[96]",
            "Outers.On",
            "Outer1.Nope",
            "Label.3",
            "Program:Main.Nope",
            "Program:Main",
            "",
        ];
        let fixture = Fixture {
            driver: Box::new(driver(&controller, rest, connections)),
            known,
            unreadable: unreadable.map(String::from).to_vec(),
        };
        conformance::check(&fixture).await;
        let counters = controller.counters();
        assert_eq!((counters.writes, counters.malformed), (0, 0), "{faults:?}: {counters:?}");
        assert_eq!(controller.memory_hash(), hash);
    }
}

#[tokio::test]
async fn controllers_without_a_list_are_read_by_name() {
    let controller = listen(plant().faults(vec![Fault::NoList, Fault::NoChanges])).await;
    let mut connection = connect(&controller, "/1,0").await;
    let tags = TagSet::new(["Word", "Cube[1,3,4]", "Flags[33]", "Label", "Long[690..699]"]);
    for round in 0..3 {
        let scan = connection.read(&tags).await.expect("a scan");
        assert_all_good(&tags, &scan);
        // The driver reads the list once: the change mark and the first page.
        assert_eq!(scan.learning, if round == 0 { 2 } else { 0 });
    }
    connection.close().await;
}

/// As pycomm3, pylogix and libplctag describe them: a Micro800 has no backplane, no packets of
/// requests and no tag instances; Logix before version 21 has no instances either.
#[tokio::test]
async fn controllers_that_know_less_are_read_in_full() {
    let micro800 = vec![
        Fault::NoPackets,
        Fault::NoRoute,
        Fault::NoInstances,
        Fault::NoChanges,
        Fault::RefuseLarge,
    ];
    for (product, revision, faults, route) in [
        ("2080-LC50-48QWB", (12, 11), micro800.clone(), ""),
        ("2080-LC50-48QWB", (12, 11), micro800, "/"),
        ("1769-L35E CompactLogix", (20, 12), vec![Fault::NoInstances], ""),
        ("1769-L35E CompactLogix", (20, 12), vec![Fault::NoInstances, Fault::RefuseLarge], "/1,0"),
    ] {
        let identity = Identity { product: product.into(), revision, ..Identity::default() };
        let controller = listen(plant().faults(faults.clone()).identity(identity)).await;
        let mut connection = connect(&controller, route).await;
        let tags = TagSet::new(["Word", "Cube[1,3,4]", "Flags[33]", "Label", "Long[690..699]"]);
        for _ in 0..3 {
            let scan = connection.read(&tags).await.expect("a scan");
            assert_all_good(&tags, &scan);
        }
        let mut listed = 0;
        let mut sink = |listing| {
            if let Listing::Tags(more) = listing {
                listed += more.len();
            }
        };
        connection.browse(&mut sink).await.expect("a list");
        assert!(listed >= controller.tag_names().len(), "{product}: {listed}");
        let all = TagSet::new(controller.tag_names());
        for _ in 0..2 {
            let scan = connection.read(&all).await.expect("a scan of all");
            assert_all_good(&all, &scan);
        }
        let counters = controller.counters();
        assert_eq!((counters.writes, counters.malformed), (0, 0), "{faults:?}: {counters:?}");
        connection.close().await;
    }
}

#[tokio::test]
async fn a_few_elements_need_no_list() {
    let controller = listen(plant()).await;
    let mut connection = connect(&controller, "/1,0").await;
    let tags = TagSet::new(["Long[690..699]", "Cube[1,3,4]", "Shorts[29]"]);
    for (tags, learns) in
        [(&TagSet::new(["Long[690..699]", "Cube[1,3,4]"]), false), (&tags, true), (&tags, false)]
    {
        let scan = connection.read(tags).await.expect("a scan");
        assert_all_good(tags, &scan);
        assert_eq!(scan.learning > 0, learns, "{tags:?}");
    }
    connection.close().await;
}

/// An upload whose only benefit is fewer packets never delays a scan for long.
#[tokio::test]
async fn a_list_that_is_not_needed_is_learnt_by_the_way() {
    let mut model = Model::new();
    for at in 0..3000 {
        model.add(&format!("Some_rather_long_name_of_a_tag_{at:04}"), "DINT[2]").expect("a tag");
    }
    let controller = listen(VirtualLogix::builder(model)).await;
    let mut connection = connect(&controller, "/1,0?size=500").await;
    let element = |at: usize| format!("Some_rather_long_name_of_a_tag_{at:04}[1]");
    let tags = TagSet::new((0..200).map(element));
    let (mut learning, mut trips) = (0, Vec::new());
    for _ in 0..100 {
        let scan = connection.read(&tags).await.expect("a scan");
        assert_all_good(&tags, &scan);
        assert!(scan.learning <= 16, "{} at once", scan.learning);
        learning += scan.learning;
        trips.push(scan.round_trips);
    }
    assert!(learning > 200, "{learning}");
    assert!(trips[99] < trips[0] / 2, "{trips:?}");
    connection.close().await;
}

/// The same names with other types at other offsets; each value identifies its project.
fn project(version: usize) -> VirtualLogix {
    let kinds = ["DINT", "LINT", "INT", "REAL"];
    let kind = kinds[version % kinds.len()];
    let mut model = Model::new();
    let members = [("Version", kind), ("Pad", "DINT[7]"), ("Again", kind)];
    let turned = [("Again", kind), ("Version", kind), ("Pad", "DINT[7]")];
    model
        .add_structure("Unit", if version.is_multiple_of(2) { &members } else { &turned })
        .expect("a structure");
    let mut names: Vec<String> = (0..150).map(|at| format!("Tag_{at:03}")).collect();
    names.rotate_left(version * 7 % 150);
    for (at, name) in names.iter().enumerate() {
        if at % 3 == version % 3 {
            model.add(&format!("Extra_{version}_{at}"), "SINT").expect("a tag");
        }
        model.add(name, kind).expect("a tag");
    }
    let long = format!("{kind}[{}]", 400 + version % 5);
    model.add("Long", &long).expect("a tag");
    model.add("Units", "Unit[40]").expect("a tag");
    let small = u16::try_from(version).expect("a small number");
    let number = match kind {
        "REAL" => Value::Real(small.into()),
        _ => Value::Int(small.into()),
    };
    let mut controller = VirtualLogix::builder(model);
    for name in &names {
        controller = controller.set(name, &number).expect(name);
    }
    for at in 0..400 + version % 5 {
        controller = controller.set(&format!("Long[{at}]"), &number).expect("an element");
    }
    for at in 0..40 {
        for member in ["Version", "Again"] {
            controller =
                controller.set(&format!("Units[{at}].{member}"), &number).expect("a member");
        }
    }
    controller
}

/// All numbers in a value, except padding.
fn numbers(value: &Value, into: &mut Vec<usize>) {
    match value {
        Value::Int(it) => into.push(usize::try_from(*it).unwrap_or(usize::MAX)),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small number"
        )]
        Value::Real(it) => into.push(*it as usize),
        Value::Array(values) => values.iter().for_each(|it| numbers(it, into)),
        Value::Struct(members) => {
            for (_, value) in members.iter().filter(|it| &*it.0 != "Pad") {
                numbers(value, into);
            }
        }
        other => panic!("{other:?}"),
    }
}

/// With any download or edit during reads: a value belongs to a project that the controller had
/// during the scan, and all values that depend on its list belong to the same one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_value_of_another_program_is_ever_given() {
    for (rest, connections, rounds) in
        [("/1,0?size=500", 1, 120), ("/1,0", 1, 60), ("/1,0?size=500", 3, 120)]
    {
        let controller = listen(project(1)).await;
        let mut connection =
            driver(&controller, rest, connections).connect().await.expect("a connection");
        let mut names: Vec<String> = (0..150).map(|at| format!("Tag_{at:03}")).collect();
        names.extend(["Long", "Units", "Units[7]"].map(String::from));
        names.extend((0..40).map(|at| format!("Units[{at}].Version")));
        let tags = TagSet::new(names);
        let (mut version, mut good, mut bad) = (1, 0, 0);
        for round in 0..rounds {
            let before = version;
            let scan = if round % 2 == 0 {
                connection.read(&tags).await
            } else {
                version += 1;
                let next = project(version);
                let mut read = connection.read(&tags);
                // Some packets are answered before the download, some after it.
                let pause = Duration::from_micros(rand::random_range(0..6000));
                tokio::select! {
                    biased;
                    scan = &mut read => {
                        controller.download(next);
                        scan
                    }
                    () = tokio::time::sleep(pause) => {
                        if round % 4 == 1 { controller.download(next) } else { controller.edit(next) }
                        read.await
                    }
                }
            };
            let scan = scan.expect("the link holds");
            for (name, answer) in tags.names().iter().zip(&scan.answers) {
                let Reading::Good(read) = &answer.reading else {
                    bad += 1;
                    assert!(round % 2 == 1, "{name} after a change: {:?}", answer.reading);
                    continue;
                };
                good += 1;
                let mut found = Vec::new();
                numbers(&read.value, &mut found);
                let is_of = |version: usize| found.iter().all(|it| *it == version);
                assert!(is_of(before) || is_of(version), "{name} in round {round}: {read:?}");
            }
        }
        assert!(good > 100 * bad, "{good} good, {bad} bad");
        connection.close().await;
    }
}

/// For a set whose tags do not exist yet, the driver only checks whether the program has changed.
#[tokio::test]
async fn a_tag_that_a_download_brings_is_found() {
    let project = |names: &[&str]| {
        let mut model = Model::new();
        for name in names {
            model.add(name, "DINT").expect("a tag");
        }
        VirtualLogix::builder(model)
    };
    let controller = listen(project(&["Old"])).await;
    let mut connection = connect(&controller, "").await;
    let tags = TagSet::new(["New"]);
    for _ in 0..3 {
        let scan = connection.read(&tags).await.expect("a scan");
        assert!(matches!(scan.answers[0].reading, Reading::Bad(_)), "{:?}", scan.answers);
        assert!(scan.round_trips <= 1, "{}", scan.round_trips);
    }
    controller.download(project(&["Old", "New"]));
    let scan = connection.read(&tags).await.expect("a scan");
    assert!(matches!(scan.answers[0].reading, Reading::Good(_)), "{:?}", scan.answers);
    connection.close().await;
}
