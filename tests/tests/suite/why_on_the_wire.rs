//! Asks why tags are on or off, while a virtual controller executes the project's code and a bridge
//! streams it. Each answer is checked with the values that it cites, which are those of the one
//! scan that it names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    thread::sleep,
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;
use tagbridge_tests::{Consumer, Site, Tagbridge};

const BITS: [&str; 12] = [
    "In_A", "In_B", "In_C", "In_D", "In_E", "In_F", "Out_X", "Out_T", "Out_N", "Out_V", "Out_L",
    "Out_S",
];
const NUMBERS: [(&str, &str, &str); 3] =
    [("Level", "DINT", "0"), ("Speed", "REAL", "48.0"), ("Limit", "REAL", "50.0")];
const RUNGS: [&str; 10] = [
    "XIC(In_A)XIO(In_B)[XIC(In_C) ,XIC(In_D) ]OTE(Out_X);",
    "XIC(In_A)TON(Delay,?,?);",
    "XIC(Delay.DN)XIO(In_F)OTE(Out_T);",
    "XIC(In_C)CTU(Parts,?,?);",
    "GEQ(Parts.ACC,4)MOV(0,Parts.ACC);",
    "XIC(Parts.DN)[XIC(In_D) ,XIO(Delay.DN) ]OTE(Out_N);",
    "GRT(Speed,Limit)[XIC(In_E) ,LES(Level,40) ]OTE(Out_V);",
    "XIC(In_E)XIO(In_D)OTL(Out_L);",
    "XIC(In_F)OTU(Out_L);",
    "XIC(In_A)NEQ(Parts.ACC,2)LIM(20,Level,60)OTE(Out_S);",
];

/// The values of a scan, bits as 0 and 1.
type Now = BTreeMap<String, f64>;

/// A condition in an answer: its text, its parts, and whether it is true.
struct Condition {
    written: &'static str,
    reads: &'static [&'static str],
    holds: fn(&Now) -> bool,
}

/// The result of a rung's conditions.
struct Output {
    name: &'static str,
    conditions: &'static [Condition],
    is: fn(&[bool]) -> bool,
}

macro_rules! bit {
    ($name:literal) => {
        Condition { written: $name, reads: &[$name], holds: |now| now[$name] > 0.5 }
    };
}

const OUTPUTS: [Output; 6] = [
    Output {
        name: "Out_X",
        conditions: &[bit!("In_A"), bit!("In_B"), bit!("In_C"), bit!("In_D")],
        is: |it| it[0] && !it[1] && (it[2] || it[3]),
    },
    Output {
        name: "Out_T",
        conditions: &[
            Condition {
                written: "Delay.DN",
                reads: &["Delay.DN", "Delay.ACC", "Delay.PRE"],
                holds: |now| now["Delay.DN"] > 0.5,
            },
            bit!("In_F"),
        ],
        is: |it| it[0] && !it[1],
    },
    Output {
        name: "Out_N",
        conditions: &[
            bit!("Parts.DN"),
            bit!("In_D"),
            Condition {
                written: "Delay.DN",
                reads: &["Delay.DN", "Delay.ACC", "Delay.PRE"],
                holds: |now| now["Delay.DN"] > 0.5,
            },
        ],
        is: |it| it[0] && (it[1] || !it[2]),
    },
    Output {
        name: "Out_V",
        conditions: &[
            Condition {
                written: "Speed",
                reads: &["Speed", "Limit"],
                holds: |now| now["Speed"] > now["Limit"],
            },
            bit!("In_E"),
            Condition { written: "Level", reads: &["Level"], holds: |now| now["Level"] < 40.0 },
        ],
        is: |it| it[0] && (it[1] || it[2]),
    },
    Output {
        name: "Out_L",
        conditions: &[bit!("In_E"), bit!("In_D"), bit!("In_F")],
        is: |it| it[0] && !it[1] && !it[2],
    },
    Output {
        name: "Out_S",
        conditions: &[
            bit!("In_A"),
            Condition {
                written: "Parts.ACC",
                reads: &["Parts.ACC"],
                holds: |now| (now["Parts.ACC"] - 2.0).abs() > 0.5,
            },
            Condition {
                written: "Level",
                reads: &["Level"],
                holds: |now| (20.0..=60.0).contains(&now["Level"]),
            },
        ],
        is: |it| it[0] && it[1] && it[2],
    },
];

fn program() -> String {
    let mut tags = String::new();
    let mut tag = |name: &str, kind: &str, data: &str| {
        let _ = write!(
            tags,
            "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\" ExternalAccess=\"Read/Write\">\
             {data}</Tag>"
        );
    };
    let decorated = |data: &str| format!("<Data Format=\"Decorated\">{data}</Data>");
    for name in BITS {
        tag(name, "BOOL", "");
    }
    for (name, kind, value) in NUMBERS {
        tag(name, kind, &decorated(&format!("<DataValue DataType=\"{kind}\" Value=\"{value}\"/>")));
    }
    for (name, kind, preset) in [("Delay", "TIMER", 1_500), ("Parts", "COUNTER", 2)] {
        let preset =
            format!("<DataValueMember Name=\"PRE\" DataType=\"DINT\" Value=\"{preset}\"/>");
        tag(
            name,
            kind,
            &decorated(&format!("<Structure DataType=\"{kind}\">{preset}</Structure>")),
        );
    }
    let mut rungs = String::new();
    for (at, rung) in RUNGS.iter().enumerate() {
        let _ = write!(
            rungs,
            "<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{rung}]]></Text></Rung>"
        );
    }
    format!(
        "<RSLogix5000Content SchemaRevision=\"1.0\" TargetName=\"Plant\" TargetType=\"Controller\">\
         <Controller Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L83E\" MajorRev=\"33\">\
         <Tags>{tags}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"Ladder\"><Routines>\
         <Routine Name=\"Ladder\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine></Routines>\
         </Program></Programs><Tasks><Task Name=\"MainTask\" Type=\"PERIODIC\" Rate=\"10\" \
         Priority=\"10\"><ScheduledPrograms><ScheduledProgram Name=\"Main\"/></ScheduledPrograms>\
         </Task></Tasks></Controller></RSLogix5000Content>"
    )
}

/// The value of a tag in a scan, by the history that any consumer reads.
fn value(consumer: &Consumer, tag: &str, sequence: u64) -> f64 {
    let history = consumer.history(tag);
    let known = history.iter().find(|it| it["sequence"].as_u64().is_some_and(|at| at <= sequence));
    let value = &known.unwrap_or_else(|| panic!("{tag} has no value at {sequence}"))["value"];
    value.as_bool().map_or_else(|| value.as_f64().expect("a number"), |it| f64::from(u8::from(it)))
}

/// The smallest sets of conditions for which something holds, as bits.
fn smallest(conditions: usize, holds: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let all: Vec<usize> = (0..1 << conditions).filter(|set| holds(*set)).collect();
    let has_smaller = |set: &usize| all.iter().any(|it| it != set && it & set == *it);
    all.iter().filter(|set| !has_smaller(set)).copied().collect()
}

impl Output {
    fn bits(&self, of: usize) -> Vec<bool> {
        (0..self.conditions.len()).map(|at| of >> at & 1 == 1).collect()
    }

    /// The conditions of a line, whose values it must show.
    fn named(&self, line: &str, now: &Now) -> usize {
        line.split(" and ")
            .filter(|piece| !piece.starts_with("Limit = "))
            .map(|piece| {
                let is_it = |it: &Condition| {
                    piece.strip_prefix(it.written).is_some_and(|rest| rest.starts_with(' '))
                };
                let at = self.conditions.iter().position(is_it);
                let at = at.unwrap_or_else(|| panic!("no condition of {}: {piece}", self.name));
                for read in self.conditions[at].reads.iter().take(2) {
                    tells(piece, line, read, now[*read]);
                }
                1 << at
            })
            .sum()
    }
}

/// Whether a part of a line shows a value: unchanged, or in seconds for a timer.
fn tells(piece: &str, line: &str, read: &str, value: f64) {
    let written = match read {
        "Delay.ACC" if piece.contains(" = ") => return,
        "Delay.ACC" => format!("timer at {:.1} of 1.5 s", value / 1e3),
        "Speed" | "Limit" | "Level" | "Parts.ACC" => value.to_string(),
        _ if value > 0.5 => "on".to_owned(),
        _ => "off".to_owned(),
    };
    let is_told =
        |it: &str| it.contains(&format!("now {written}")) || it.contains(&format!("= {written}"));
    assert!(is_told(piece) || line.contains(&written), "{read} is {written}: {line}");
}

/// Holds an answer against every change of the conditions that could be. Whether it was off, and
/// whether the code makes something else of the values.
fn judge(answer: &Value, output: &Output, consumer: &Consumer) -> (bool, bool) {
    let text = answer["answer"].as_str().unwrap_or_else(|| panic!("{answer:#}"));
    let (_, rest) = text.split_once("snapshot ").unwrap_or_else(|| panic!("no scan: {text}"));
    let sequence: u64 = rest.split('.').next().expect("a number").parse().expect("a number");
    let reads = output.conditions.iter().flat_map(|it| it.reads.iter().copied());
    let now: Now = reads
        .chain([output.name])
        .map(|tag| (tag.to_owned(), value(consumer, tag, sequence)))
        .collect();
    let is_on = now[output.name] > 0.5;
    let verdict = format!("{} is {}.", output.name, if is_on { "on" } else { "off" });
    assert!(text.starts_with(&verdict), "{sequence} {now:?}: {text}");
    let count = output.conditions.len();
    let held: usize =
        (0..count).filter(|at| (output.conditions[*at].holds)(&now)).map(|at| 1 << at).sum();
    let is = |of: usize| (output.is)(&output.bits(of));
    // A latch stays as it was.
    let by_code =
        if output.name == "Out_L" { is_on && now["In_F"] < 0.5 || is(held) } else { is(held) };
    let lines = |begin: &str| -> BTreeSet<usize> {
        let found = text.lines().filter_map(|line| line.split_once(begin));
        found
            .map(|(_, rest)| {
                output.named(rest.split(". [").next().unwrap_or(rest).trim_end_matches('.'), &now)
            })
            .collect()
    };
    let disagrees = text.contains("The code makes something else of these values");
    assert_eq!(disagrees, by_code != is_on, "{sequence} {now:?}: {text}");
    let changes = lines("It comes on if ");
    let mut told: Vec<usize> = changes.iter().copied().collect();
    if !is_on && !disagrees {
        assert_eq!(changes, smallest(count, |set| is(held ^ set)), "{sequence} {now:?}: {text}");
    } else {
        assert!(changes.is_empty(), "{text}");
    }
    let kept = match (disagrees, is_on) {
        (false, _) => lines("It is kept so by "),
        (true, true) => lines("By the code it would be off: "),
        (true, false) => lines("By the code it would be on: "),
    };
    told.extend(&kept);
    // A statement that is true for any other values.
    let fixed = |set: usize, to: bool| {
        (0..1usize << count).all(|other| is((held & set) | (other & !set)) == to)
    };
    if output.name != "Out_L" || !is_on {
        let expected = smallest(count, |set| fixed(set, is(held)));
        assert_eq!(kept, expected, "{sequence} {now:?}: {text}");
    }
    cited(answer, output, &told);
    (!is_on, disagrees)
}

/// The cited values are the values in the answer.
fn cited(answer: &Value, output: &Output, told: &[usize]) {
    let citations = answer["citations"].as_array().expect("citations");
    let tags = citations.iter().filter(|it| it["location_kind"] == "tag");
    let tags: BTreeSet<&str> = tags.map(|it| it["path"].as_str().expect("a path")).collect();
    let all = output.conditions.iter().enumerate();
    let named = all.filter(|(at, _)| told.iter().any(|set| set >> at & 1 == 1));
    let mut expected: BTreeSet<&str> = named.flat_map(|(_, it)| it.reads.iter().copied()).collect();
    expected.insert(output.name);
    if output.name == "Out_L" {
        assert!(expected.is_subset(&tags), "{expected:?}: {answer:#}");
    } else {
        assert_eq!(tags, expected, "{answer:#}");
    }
}

#[test]
fn each_answer_is_what_its_values_say() {
    let count: usize =
        std::env::var("TAGBRIDGE_WHY").map_or(40, |it| it.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, program()).expect("it is written");
    let file = file.to_str().expect("a plain path");
    let (_controller, endpoint) = Tagbridge::simulate(&[file, "--logic"]);
    let site = Site::of(file, "").every("100ms");
    let _service = site.service();
    let parts = ["Delay.DN", "Delay.ACC", "Delay.PRE", "Parts.DN", "Parts.ACC"];
    let numbers = NUMBERS.map(|it| it.0);
    let tags: Vec<&str> = BITS.into_iter().chain(numbers).chain(parts).collect();
    let _bridge = site.bridge(&endpoint, &tags);
    let url = format!("http://127.0.0.1:{}/api/v1", site.port());
    site.consumer().wait_for("values", |values| values["live"] == true);
    // A key may ask 60 times a minute.
    let consumers: Vec<Consumer> = (0..=count / 30)
        .map(|_| Consumer::new(&url, site.project(), &site.key("ai_explain,hmi_view")))
        .collect();
    let mut random = StdRng::seed_from_u64(5);
    let (mut count_off, mut disagreed, mut scans) = (0, 0, BTreeSet::new());
    for at in 0..count {
        sleep(Duration::from_millis(random.random_range(0..400)));
        let output = &OUTPUTS[random.random_range(0..OUTPUTS.len())];
        let consumer = &consumers[at % consumers.len()];
        let answer = consumer.ask(&format!("Why is {} off?", output.name));
        let (was_off, differs) = judge(&answer, output, consumer);
        count_off += usize::from(was_off);
        disagreed += usize::from(differs);
        let text = answer["answer"].as_str().expect("text");
        scans.insert(text.split_once("snapshot ").expect("a scan").1.to_owned());
    }
    eprintln!(
        "{count} answers of {} scans, {count_off} of what was off, {disagreed} of what the code does not make",
        scans.len()
    );
    assert!(count_off > count / 4 && scans.len() > count / 8, "{count_off} {scans:?}");
    assert!(disagreed * 10 < count, "{disagreed}: the controller executes its code");
}
