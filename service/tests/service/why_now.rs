//! Why a place is off, asked while values change: each answer is compared with all possible changes
//! of the values of its scan.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use tagbridge_api::Timestamp;

use crate::{
    harness::{House, START_MS},
    turns::{LINE, ask, upload},
};

const INPUTS: [&str; 6] = ["In_A", "In_B", "In_C", "In_D", "In_E", "In_F"];

/// An output, its code, and the same condition in Rust.
type Output = (&'static str, &'static str, fn(u8) -> bool);
const OUTPUTS: [Output; 2] = [
    ("Out_X", "XIC(In_A)XIO(In_B)[XIC(In_C) ,XIC(In_D) ]OTE(Out_X);", |it| {
        has(it, 0) && !has(it, 1) && (has(it, 2) || has(it, 3))
    }),
    ("Out_W", "[XIC(In_A) XIC(In_C) ,XIO(In_D) XIC(In_E) ]XIO(In_F)OTE(Out_W);", |it| {
        ((has(it, 0) && has(it, 2)) || (!has(it, 3) && has(it, 4))) && !has(it, 5)
    }),
];

fn has(inputs: u8, at: usize) -> bool {
    inputs >> at & 1 == 1
}

fn program() -> String {
    let tag = |name: &str| {
        format!(
            "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\" ExternalAccess=\"Read/Write\"/>"
        )
    };
    let names = INPUTS.into_iter().chain(OUTPUTS.iter().map(|it| it.0));
    let tags = names.map(tag).collect::<Vec<_>>().concat();
    let rung = |(number, (_, text, _)): (u32, Output)| {
        format!("<Rung Number=\"{number}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
    };
    let rungs = (7..).zip(OUTPUTS).map(rung).collect::<Vec<_>>().concat();
    let file = LINE.replacen("<Tags>", &format!("<Tags>{tags}"), 1);
    file.replacen("</RLLContent>", &format!("{rungs}</RLLContent>"), 1)
}

/// The smallest sets of inputs with a property.
fn smallest(holds: impl Fn(u8) -> bool) -> BTreeSet<u8> {
    let all: Vec<u8> = (0..1 << INPUTS.len()).filter(|set| holds(*set)).collect();
    let has_smaller = |set: &u8| all.iter().any(|other| other != set && other & set == *other);
    all.iter().filter(|set| !has_smaller(set)).copied().collect()
}

/// The inputs in a line, each checked against its current value.
fn named(line: &str, now: u8) -> u8 {
    let mut set = 0;
    for (at, name) in INPUTS.iter().enumerate() {
        let Some(found) = line.find(name) else { continue };
        let rest = line[found + name.len()..].split(" and ").next().unwrap();
        let is_on = has(now, at);
        let (value, need) = if is_on { ("on", "goes off") } else { ("off", "comes on") };
        let fits = rest.trim_start().starts_with(&format!("{need} (now {value}"))
            || rest.trim_start().starts_with(&format!("= {value}"));
        assert!(fits, "{name} is {value}: {line}");
        set |= 1 << at;
    }
    set
}

/// Compares an answer with all possible changes of the inputs.
fn judge(answer: &Value, output: &Output, ledger: &BTreeMap<u64, u8>) -> bool {
    let text = answer["answer"].as_str().unwrap_or_else(|| panic!("{answer:#}"));
    let (_, rest) = text.split_once("snapshot ").unwrap_or_else(|| panic!("no scan: {text}"));
    let sequence: u64 = rest.split('.').next().unwrap().parse().unwrap();
    let now = ledger[&sequence];
    let (name, _, is) = output;
    let is_on = is(now);
    let verdict = format!("{name} is {}", if is_on { "on" } else { "off" });
    assert!(text.starts_with(&verdict), "snapshot {sequence}, {now:06b}: {text}");
    if is_on {
        return false;
    }
    let lines = |begin: &str| -> BTreeSet<u8> {
        let found = text.lines().filter(|line| line.contains(begin));
        found.map(|line| named(&line[line.find(begin).unwrap() + begin.len()..], now)).collect()
    };
    // Four are listed, and a line says that there may be more.
    let check = |begin: &str, all: &BTreeSet<u8>| {
        let told = lines(begin);
        assert!(told.is_subset(all) && told.len() == all.len().min(4), "{all:?} {now:06b}: {text}");
        let is_said = text.contains("there may be others");
        assert!(told.len() == all.len() || is_said, "{all:?}: {text}");
    };
    check("It comes on if ", &smallest(|set| is(now ^ set)));
    // Statements must hold for all values of the other inputs.
    let reasons = smallest(|set| (0..64).all(|other: u8| !is((now & set) | (other & !set & 63))));
    check("It is kept so by ", &reasons);
    true
}

fn scan(sequence: u64, inputs: u8) -> Value {
    let at =
        Timestamp::from_millis(START_MS - 10_000_000 + i64::try_from(sequence).unwrap()).unwrap();
    let on = |name: &str, value: bool| {
        let value = json!({ "value": value, "type": "BOOL", "quality": "good", "timestamp": at });
        (name.to_owned(), value)
    };
    let values = INPUTS.iter().enumerate().map(|(bit, name)| on(name, has(inputs, bit)));
    let values = values.chain(OUTPUTS.iter().map(|(name, _, is)| on(name, is(inputs))));
    json!({
        "sequence": sequence, "timestamp": at, "duration_ms": 3.5, "complete": true,
        "controller": { "name": "Line4", "type": "1756", "status": "run", "ipAddress": "10.0.0.5" },
        "tags": values.collect::<serde_json::Map<_, _>>(),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_answer_is_what_trying_all_inputs_of_its_scan_says() {
    let count: usize = std::env::var("TAGBRIDGE_WHY").map_or(120, |it| it.parse().unwrap());
    let house = House::new();
    upload(&house, &program()).await;
    let ledger = Mutex::new(BTreeMap::new());
    let push = async |sequence: u64, inputs: u8| {
        ledger.lock().unwrap().insert(sequence, inputs);
        house.push(&[scan(sequence, inputs)]).await;
    };
    push(1, 0).await;
    let running = async {
        let mut random = StdRng::seed_from_u64(1);
        for sequence in 2.. {
            push(sequence, random.random_range(0..64)).await;
            tokio::time::sleep(std::time::Duration::from_millis(random.random_range(0..20))).await;
        }
    };
    let asking = async {
        let mut random = StdRng::seed_from_u64(2);
        let (mut off, mut scans) = (0, BTreeSet::new());
        for _ in 0..count {
            let output = &OUTPUTS[random.random_range(0..OUTPUTS.len())];
            let answer = ask(&house, &format!("Why is {} off?", output.0)).await;
            let known = ledger.lock().unwrap().clone();
            off += usize::from(judge(&answer, output, &known));
            let (_, scan) = answer["answer"].as_str().unwrap().split_once("snapshot ").unwrap();
            scans.insert(scan.to_owned());
            tokio::time::sleep(std::time::Duration::from_millis(random.random_range(0..30))).await;
        }
        (off, scans.len())
    };
    let (off, scans) = tokio::select! {
        () = running => unreachable!("it runs as long as it is asked"),
        found = asking => found,
    };
    assert!(off > count / 3 && scans > count / 4, "{off} of {count} off, {scans} scans");
}
