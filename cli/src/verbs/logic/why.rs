//! `tagbridge logic FILE why NAME`: why a tag is on or off.

mod print;
mod remark;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use tagbridge_driver::{ReadMode, TagSet};
use tagbridge_logic::{
    Logic, PlaceId,
    expr::{Interval, Scalar, Truth},
    why::{self, Absence, Answer, Condition, ConditionSource, Sample, Side, Snapshot, Wanted},
};

use tokio::time::sleep;

pub(crate) use self::print::in_short;
use self::remark::remark;
use super::{document::Cited, gap::GapNote};
use tagbridge_texts::{Coded, Message};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, ReasonText, WhyWord},
    output,
    verbs::{
        controller::{ControllerArguments, EnteredEndpoint, Step},
        naming::ProjectAdditions,
    },
};

/// Maximum number of names in one request to the service for tags.
const ASKED: usize = 64;

/// Wait before values that could not be read are read again.
const BETWEEN_READINGS: Duration = Duration::from_millis(500);

/// Explain why a tag is on or off now, and what must change.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge logic Line4.L5X why Conveyor_Run --values now.json\n  \
    tagbridge logic Line4.L5X why Conveyor_Run --live logix://10.0.0.5/1,0\n\n\
    VALUES.json is the output of `tagbridge read --json`, or a document {\"NAME\": value}. The \
    file may contain several documents, one per line, such as the output of `tagbridge watch \
    --json`. Then the last line has the current values, and the lines before are the history.\n\n\
    With --live, the command reads each value until it is known, or until reading it fails twice \
    for the same reason.\n\n\
    Exit codes: 0 answered; 1 several objects have this name, or the answer is not known. \
    `tagbridge --help` lists the other exit codes.")]
pub(super) struct Why {
    /// The tag.
    pub(super) name: String,

    /// Explain why the tag is not off [default: why it is not on].
    #[arg(long)]
    off: bool,

    /// The file with the values.
    #[arg(long, value_name = "VALUES.json", required_unless_present = "live")]
    values: Option<PathBuf>,

    /// The endpoint of the controller to read the values from, such as `logix://10.0.0.5/1,0`.
    #[arg(long, value_name = "ENDPOINT", conflicts_with = "values")]
    live: Option<EnteredEndpoint>,

    #[command(flatten)]
    told: ProjectAdditions,
}

/// An answer as JSON.
#[derive(Serialize)]
struct Document {
    outcome: &'static str,
    verdict: &'static str,
    wanted: &'static str,
    by_logic: &'static str,
    now: Option<Value>,
    blocking: Vec<Vec<String>>,
    core: Vec<String>,
    cores: Vec<Vec<String>>,
    missing: Vec<String>,
    unknown: Vec<Unknown>,
    /// The missing names as requests to the service, each with its maximum number of names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requests: Vec<Vec<String>>,
    conditions: Vec<Named>,
    minimal: bool,
    remarks: Vec<GapNote>,
    citations: Vec<Cited>,
    complete: bool,
}

#[derive(Serialize)]
struct Unknown {
    name: String,
    reason: String,
}

/// A variable of a blocking set or a core.
#[derive(Serialize, PartialEq)]
struct Named {
    name: String,
    now: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    need: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    /// The two compared values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<Valued>,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset_ms: Option<f64>,
    /// For a timer, whether its input is on; for an edge, its memory bit.
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<String>,
}

#[derive(Serialize, PartialEq)]
struct Valued {
    name: String,
    now: Option<Value>,
}

impl Why {
    /// The given or read values.
    pub(super) async fn snapshots(
        &self,
        logic: &Logic<'_>,
        file: &Path,
        place: PlaceId,
    ) -> Result<Vec<Snapshot>, Failure> {
        match (&self.values, &self.live) {
            (Some(path), _) => snapshots(path),
            (None, Some(endpoint)) => self.read(logic, file, endpoint, place).await,
            (None, None) => Ok(vec![Snapshot::default()]),
        }
    }

    async fn read(
        &self,
        logic: &Logic<'_>,
        file: &Path,
        endpoint: &EnteredEndpoint,
        place: PlaceId,
    ) -> Result<Vec<Snapshot>, Failure> {
        let mut way = ControllerArguments::to(endpoint.clone());
        way.find().await?;
        let names = self.told.names(file, way.endpoint()?)?;
        let asked = why::needed(*logic, place);
        let (options, keyring) = (way.options(ReadMode::Poll), way.keyring()?);
        let reader =
            tagbridge_bridge::Reader::connect_by(names, way.endpoint()?, &options, &keyring).await;
        let mut reader = reader.map_err(|error| way.unreachable(&error))?;
        let tags = TagSet::new(&asked);
        let mut before = None;
        // Values may be bad temporarily; a value that is bad in the same way a second time is
        // accepted.
        let snapshot = loop {
            let report = match reader.scan(&tags).await {
                Ok(report) => report,
                Err(error) => {
                    reader.close().await;
                    return Err(way.failure(Step::Read, &error));
                }
            };
            let mut snapshot = Snapshot::new(report.sequence);
            for (name, value) in &report.tags {
                let cause = report.causes.get(name).cloned();
                snapshot.insert(name, reading(&value.value, cause));
            }
            if report.causes.is_empty() || before.as_ref() == Some(&report.causes) {
                break snapshot;
            }
            before = Some(report.causes);
            sleep(BETWEEN_READINGS).await;
        };
        reader.close().await;
        Ok(vec![snapshot])
    }

    /// Prints the answer.
    pub(super) fn answer(
        &self,
        logic: &Logic<'_>,
        place: PlaceId,
        snapshots: &[Snapshot],
        json: bool,
    ) -> Result<Exit, Failure> {
        let now = snapshots.last().cloned().unwrap_or_default();
        let answer = why::why(*logic, place, !self.off, &now, snapshots);
        let document = document(logic, &answer);
        if json {
            output::json(&document)?;
        } else {
            print::print(logic, &answer, &document)?;
        }
        Ok(if answer.verdict == Truth::Unknown { Exit::SomeBad } else { Exit::Done })
    }
}

/// Reads a file of values: one document, an array of them, or one per line.
fn snapshots(path: &Path) -> Result<Vec<Snapshot>, Failure> {
    let unusable = |why: Message| {
        let what = Cannot::UseValues { file: path };
        Failure::new(Exit::Usage, &what, why, &Do::MakeValues)
    };
    let broken = |error: serde_json::Error| {
        unusable(ReasonText::NoJson { line: error.line(), column: error.column() }.message())
    };
    let text = fs::read_to_string(path).map_err(|error| unusable(Message::system(&error)))?;
    let mut found = Vec::new();
    for document in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
        match document.map_err(broken)? {
            Value::Array(documents) => found.extend(documents),
            document => found.push(document),
        }
    }
    if found.is_empty() {
        return Err(unusable(ReasonText::NoValues.message()));
    }
    (1..)
        .zip(&found)
        .map(|(at, document)| {
            let Value::Object(fields) = document else {
                return Err(unusable(ReasonText::NoObject.message()));
            };
            let tags = match fields.get("tags") {
                Some(Value::Object(tags)) => tags,
                _ => fields,
            };
            let sequence = fields.get("sequence").and_then(Value::as_u64).unwrap_or(at);
            let mut snapshot = Snapshot::new(sequence);
            for (name, value) in tags {
                let reason = value.get("reason").and_then(Value::as_str).map(Message::verbatim);
                let inner = if value.is_object() { value.get("value") } else { Some(value) };
                snapshot.insert(name, reading(inner.unwrap_or(&Value::Null), reason));
            }
            Ok(snapshot)
        })
        .collect()
}

fn reading(value: &Value, reason: Option<Message>) -> Sample {
    match (reason, value) {
        (Some(reason), _) => Sample::Bad(reason),
        (None, Value::Bool(value)) => Sample::Good(Scalar::Bool(*value)),
        (None, Value::String(text)) => Sample::Good(Scalar::Text(text.as_str().into())),
        (None, Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Sample::Good(Scalar::Int(whole)),
            (None, Some(real)) => Sample::Good(Scalar::Real(real)),
            (None, None) => Sample::Bad(WhyWord::NoNumber.message()),
        },
        (None, _) => Sample::Bad(WhyWord::NoSingleValue.message()),
    }
}

fn document(logic: &Logic<'_>, answer: &Answer) -> Document {
    let names = |sets: &[Vec<Condition>]| -> Vec<Vec<String>> {
        sets.iter().map(|set| set.iter().map(|it| it.name.clone()).collect()).collect()
    };
    let mut conditions: Vec<Named> = Vec::new();
    for condition in answer.blocking.iter().chain(&answer.cores).flatten() {
        if !conditions.iter().any(|it| it.name == condition.name) {
            conditions.push(named(logic, condition));
        }
    }
    let is_on = |truth: Truth| if answer.wanted { truth } else { !truth };
    let cores = names(&answer.cores);
    let statement = |writer: &why::Writer| logic.index.statement(writer.statement);
    Document {
        outcome: "answer",
        verdict: on_off(is_on(answer.verdict)),
        wanted: if answer.wanted { "on" } else { "off" },
        by_logic: on_off(answer.by_logic),
        now: answer.now.as_ref().map(json),
        blocking: names(&answer.blocking),
        core: cores.first().cloned().unwrap_or_default(),
        cores,
        missing: answer.missing.iter().map(|it| it.name.clone()).collect(),
        unknown: answer
            .missing
            .iter()
            .map(|it| Unknown { name: it.name.clone(), reason: lack(&it.lack) })
            .collect(),
        requests: requests(answer),
        conditions,
        minimal: answer.minimal,
        remarks: answer.remarks.iter().map(|it| remark(logic, answer, it)).collect(),
        citations: answer
            .writers
            .iter()
            .map(|writer| (&logic.cite(statement(writer).unit, statement(writer).span)).into())
            .collect(),
        complete: answer.complete,
    }
}

/// The missing names that the service can read, in requests of the allowed size.
fn requests(answer: &Answer) -> Vec<Vec<String>> {
    let missing = answer.missing.iter().filter(|it| it.lack == Absence::NotRead);
    let names: Vec<String> = missing.map(|it| it.name.clone()).collect();
    names.chunks(ASKED).map(<[String]>::to_vec).collect()
}

fn named(logic: &Logic<'_>, condition: &Condition) -> Named {
    let (need, distance) = match &condition.need {
        None => (None, None),
        Some(Wanted::On) => (Some("on".to_owned()), None),
        Some(Wanted::Off) => (Some("off".to_owned()), None),
        Some(Wanted::Within(intervals, distance)) => {
            let all: Vec<String> = intervals.iter().map(interval).collect();
            (Some(all.join(" or ")), *distance)
        }
    };
    let mut named = Named {
        name: condition.name.clone(),
        now: condition.now.as_ref().map(json),
        need,
        distance,
        sides: condition.sides.iter().flat_map(|sides| sides.iter().map(valued)).collect(),
        source: "",
        elapsed_ms: None,
        preset_ms: None,
        running: None,
        memory: None,
    };
    named.source = match &condition.source {
        ConditionSource::Outside => "outside",
        ConditionSource::Logic => "logic",
        ConditionSource::Timer { elapsed_ms, preset_ms, running, .. } => {
            (named.elapsed_ms, named.preset_ms) = (*elapsed_ms, *preset_ms);
            named.running = Some(on_off(*running));
            "timer"
        }
        ConditionSource::Edge(memory) => {
            named.memory = memory.map(|place| logic.place(place));
            "edge"
        }
        ConditionSource::Computed => "computed",
    };
    named
}

fn valued(side: &Side) -> Valued {
    Valued { name: side.name.clone(), now: side.now.as_ref().map(json) }
}

fn interval(range: &Interval) -> String {
    match (range.low, range.high) {
        (Some(low), Some(high)) if low.total_cmp(&high).is_eq() => format!("= {low}"),
        (Some(low), None) => format!("{} {low}", if range.low_included { ">=" } else { ">" }),
        (None, Some(high)) => format!("{} {high}", if range.high_included { "<=" } else { "<" }),
        (Some(low), Some(high)) => {
            let from = if range.low_included { ">=" } else { ">" };
            let to = if range.high_included { "<=" } else { "<" };
            format!("{from} {low} and {to} {high}")
        }
        (None, None) => "any".to_owned(),
    }
}

fn lack(lack: &Absence) -> String {
    match lack {
        Absence::NotRead => output::said(&WhyWord::NotRead),
        Absence::Bad(reason) => output::said(reason),
        Absence::NoValue => output::said(&WhyWord::NoValue),
    }
}

fn on_off(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "on",
        Truth::False => "off",
        Truth::Unknown => "unknown",
    }
}

fn json(value: &Scalar) -> Value {
    match value {
        Scalar::Bool(value) => Value::from(*value),
        Scalar::Int(value) => Value::from(*value),
        Scalar::Real(value) => Value::from(*value),
        Scalar::Text(text) => Value::from(&**text),
    }
}
