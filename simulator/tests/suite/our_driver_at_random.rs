//! Our driver with virtual controllers that run random projects.

use std::{net::Ipv4Addr, time::Duration};

use proptest::{collection::vec, prelude::*, sample::Index, test_runner::TestCaseResult};
use tagbridge_cip::Logix;
use tagbridge_driver::{Connection, Driver, LinkOptions, Reading, TagSet, Value};
use tagbridge_simulator::logix::{Model, RunningController, VirtualLogix};

const ATOMIC: [&str; 10] =
    ["BOOL", "SINT", "INT", "DINT", "LINT", "UDINT", "REAL", "LREAL", "STRING", "USINT"];

/// The name of a type, from numbers: atomic, or an already defined structure.
fn type_name(kind: usize, structures: usize) -> String {
    match kind % (ATOMIC.len() + structures) {
        atomic if atomic < ATOMIC.len() => ATOMIC[atomic].to_owned(),
        structure => format!("Type{}", structure - ATOMIC.len()),
    }
}

/// The members of a structure or the tags as numbers: kind, and sizes of dimensions.
type Shape = (usize, Vec<u32>);

fn model(structures: &[Vec<Shape>], tags: &[Shape]) -> Model {
    let mut model = Model::new();
    for (at, members) in structures.iter().enumerate() {
        let members: Vec<(String, String)> = members
            .iter()
            .enumerate()
            .map(|(member, (kind, sizes))| {
                let kind = type_name(*kind, at);
                let size = sizes.first().map(|it| format!("[{it}]")).unwrap_or_default();
                (format!("M{member}"), format!("{kind}{size}"))
            })
            .collect();
        let members: Vec<(&str, &str)> = members.iter().map(|(a, b)| (&**a, &**b)).collect();
        model.add_structure(&format!("Type{at}"), &members).expect("a structure");
    }
    for (at, (kind, sizes)) in tags.iter().enumerate() {
        let kind = type_name(*kind, structures.len());
        let rank = if kind == "BOOL" { 1 } else { 3 };
        let sizes: Vec<String> = sizes.iter().take(rank).map(u32::to_string).collect();
        let sizes = if sizes.is_empty() { String::new() } else { format!("[{}]", sizes.join(",")) };
        let scope = if at % 5 == 4 { "Program:Main." } else { "" };
        model.add(&format!("{scope}Tag_{at}"), &format!("{kind}{sizes}")).expect("a tag");
    }
    model
}

/// The names of all parts of a value, and of the whole value.
fn names(name: &str, value: &Value, into: &mut Vec<String>) {
    into.push(name.to_owned());
    match value {
        Value::Struct(members) => {
            for (member, value) in members {
                names(&format!("{name}.{member}"), value, into);
            }
        }
        Value::Array(elements) => elements_of(name, elements, &mut Vec::new(), into),
        Value::Int(_) => into.push(format!("{name}.3")),
        _ => {}
    }
}

fn elements_of(name: &str, elements: &[Value], outer: &mut Vec<String>, into: &mut Vec<String>) {
    for (at, element) in elements.iter().enumerate() {
        outer.push(at.to_string());
        match element {
            Value::Array(inner) => elements_of(name, inner, outer, into),
            element => names(&format!("{name}[{}]", outer.join(",")), element, into),
        }
        outer.pop();
    }
}

/// Writes a distinct value to every scalar that `seed` selects.
fn stir(controller: &RunningController, name: &str, seed: u64) {
    let value = controller.value_of(name).expect(name);
    let number = (seed % 100).cast_signed();
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let stirred = match value {
        Value::Bool(_) => Value::Bool(seed.is_multiple_of(2)),
        Value::Int(_) => Value::Int(number),
        Value::Uint(_) => Value::Uint(seed % 100),
        Value::Real(_) => Value::Real(number as f32 / 3.0),
        Value::LReal(_) => Value::LReal(number as f64 / 3.0),
        Value::Text(_) => Value::Text(format!("text {number}")),
        _ => return,
    };
    controller.set(name, &stirred).expect(name);
}

async fn connect(
    controller: &RunningController,
    size: u16,
    connections: u8,
) -> Box<dyn Connection> {
    let endpoint = format!("logix://{}/1,0?size={size}", controller.addr()).parse().expect("a URL");
    let request_timeout = Duration::from_secs(10);
    let options = LinkOptions { request_timeout, connections, ..LinkOptions::default() };
    let driver = Logix::new(&endpoint, options).expect("an endpoint");
    driver.connect().await.expect("a connection")
}

async fn check(model: Model, picks: &[Index], size: u16, connections: u8) -> TestCaseResult {
    let controller = VirtualLogix::builder(model)
        .listen((Ipv4Addr::LOCALHOST, 0).into())
        .await
        .expect("it listens");
    let mut all = Vec::new();
    for name in controller.tag_names() {
        names(&name, &controller.value_of(&name).expect("a tag"), &mut all);
    }
    for (at, name) in all.iter().enumerate() {
        stir(&controller, name, at as u64 * 7919);
    }
    let set = TagSet::new(picks.iter().map(|pick| pick.get(&all).clone()));
    let mut connection = connect(&controller, size, connections).await;
    for round in 0..2 {
        let scan = connection.read(&set).await.expect("a scan");
        prop_assert_eq!(scan.answers.len(), set.len());
        for (name, answer) in set.names().iter().zip(&scan.answers) {
            let Reading::Good(read) = &answer.reading else {
                return Err(TestCaseError::fail(format!("{name}: {:?}", answer.reading)));
            };
            let expected = controller.value_of(name).expect("a tag");
            prop_assert_eq!(&read.value, &expected, "{}", name);
        }
        let plan = connection.explain(&set).await.expect("a plan");
        let in_parts = plan.requests.iter().any(|it| it.reply_bytes > it.limit_bytes);
        if round == 1 && !in_parts {
            prop_assert_eq!(plan.requests.len(), scan.round_trips as usize, "{:?}", plan);
        }
        for it in &plan.requests {
            prop_assert!(it.request_bytes <= usize::from(size), "{:?}", it);
            prop_assert!(
                it.reply_bytes <= usize::from(size) || it.why.to_string().contains("in parts")
            );
        }
    }
    // Each read alone gives the same result as all together.
    for pick in picks.iter().take(5) {
        let one = TagSet::new([pick.get(&all)]);
        let scan = connection.read(&one).await.expect("a scan");
        let Reading::Good(read) = &scan.answers[0].reading else {
            return Err(TestCaseError::fail(format!("{one:?}: {:?}", scan.answers[0])));
        };
        let expected = controller.value_of(&one.names()[0]).expect("a tag");
        prop_assert_eq!(&read.value, &expected);
    }
    connection.close().await;
    let counters = controller.counters();
    prop_assert_eq!((counters.writes, counters.malformed), (0, 0));
    controller.stop().await;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_is_the_controllers(
        structures in vec(vec((any::<usize>(), vec(1u32..6, 0..2)), 1..7), 0..4),
        tags in vec((any::<usize>(), vec(1u32..9, 0..4)), 1..12),
        picks in vec(any::<Index>(), 1..150),
        size in prop_oneof![Just(4002u16), Just(500), 250u16..4002],
        connections in 1u8..4,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(model(&structures, &tags), &picks, size, connections))?;
    }
}
