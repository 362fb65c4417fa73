//! `tagbridge logic FILE why NAME`: why something is on or off.

mod print;

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use tagbridge_driver::{ReadMode, TagSet};
use tagbridge_logic::{
    Logic, PlaceId,
    expr::{Interval, Scalar, Truth},
    why::{self, Answer, Condition, Lack, Reading, Remark, Snapshot, Source, Wanted},
};

use super::document::Cited;
use crate::{
    failure::{Exit, Failure},
    output,
    verbs::{
        controller::{Typed, Way},
        naming::Told,
    },
};

/// The most names that are read for one answer.
const ASKED: usize = 64;

/// Why is it on or off now, and what has to change.
#[derive(Args)]
#[command(after_help = "Example: tagbridge logic Line4.L5X why Conveyor_Run --values now.json\n\
    VALUES.json is what `tagbridge read --json` prints, or plain {\"NAME\": value}; several, one a \
    line, are a history whose last line is now. With --live the values are read once.\n\
    Exit codes: 0 answered, 1 asked back, not resolved, or not known")]
pub(super) struct Why {
    /// The tag.
    pub(super) name: String,

    /// Why it is not off, instead of why it is not on.
    #[arg(long)]
    off: bool,

    /// Values to answer by.
    #[arg(long, value_name = "VALUES.json", required_unless_present = "live")]
    values: Option<PathBuf>,

    /// The controller to read what is needed from: `logix://10.0.0.5/1,0`
    #[arg(long, value_name = "ENDPOINT", conflicts_with = "values")]
    live: Option<Typed>,

    #[command(flatten)]
    told: Told,
}

/// An answer as a machine reads it.
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
    conditions: Vec<Named>,
    minimal: bool,
    remarks: Vec<Said>,
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
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset_ms: Option<f64>,
}

#[derive(Serialize)]
struct Said {
    code: &'static str,
    sentence: String,
}

impl Why {
    /// The values that were given, or read.
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
        endpoint: &Typed,
        place: PlaceId,
    ) -> Result<Vec<Snapshot>, Failure> {
        let way = Way::to(endpoint.clone());
        let names = self.told.names(file, way.endpoint()?)?;
        let mut asked = why::needed(*logic, place);
        asked.truncate(ASKED);
        let (options, keyring) = (way.options(ReadMode::Poll), way.keyring()?);
        let reader =
            tagbridge_bridge::Reader::connect_by(names, way.endpoint()?, &options, &keyring).await;
        let mut reader = reader.map_err(|error| way.unreachable(&error))?;
        let scan = reader.scan(&TagSet::new(&asked)).await;
        reader.close().await;
        let report = scan.map_err(|error| way.failure("read from", &error))?;
        let mut snapshot = Snapshot::new(report.sequence);
        for (name, value) in &report.tags {
            let cause = report.causes.get(name).cloned();
            snapshot.insert(name, reading(&value.value, cause));
        }
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

/// What a file of values holds: one document, an array of them, or one a line.
fn snapshots(path: &Path) -> Result<Vec<Snapshot>, Failure> {
    let unusable = |why: String| {
        let what = format!("cannot use the values in {}", path.display());
        let remedy = "make them with `tagbridge read --json`, or write {\"NAME\": value}";
        Failure::new(Exit::Usage, what, why, remedy)
    };
    let text = fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    let mut found = Vec::new();
    for document in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
        match document.map_err(|error| unusable(error.to_string()))? {
            Value::Array(documents) => found.extend(documents),
            document => found.push(document),
        }
    }
    if found.is_empty() {
        return Err(unusable("it has no values".to_owned()));
    }
    (1..)
        .zip(&found)
        .map(|(at, document)| {
            let Value::Object(fields) = document else {
                return Err(unusable("each document is an object".to_owned()));
            };
            let tags = match fields.get("tags") {
                Some(Value::Object(tags)) => tags,
                _ => fields,
            };
            let sequence = fields.get("sequence").and_then(Value::as_u64).unwrap_or(at);
            let mut snapshot = Snapshot::new(sequence);
            for (name, value) in tags {
                let reason = value.get("reason").and_then(Value::as_str).map(str::to_owned);
                let inner = if value.is_object() { value.get("value") } else { Some(value) };
                snapshot.insert(name, reading(inner.unwrap_or(&Value::Null), reason));
            }
            Ok(snapshot)
        })
        .collect()
}

fn reading(value: &Value, reason: Option<String>) -> Reading {
    match (reason, value) {
        (Some(reason), _) => Reading::Bad(reason),
        (None, Value::Bool(value)) => Reading::Good(Scalar::Bool(*value)),
        (None, Value::String(text)) => Reading::Good(Scalar::Text(text.as_str().into())),
        (None, Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Reading::Good(Scalar::Int(whole)),
            (None, Some(real)) => Reading::Good(Scalar::Real(real)),
            (None, None) => Reading::Bad("it is no number".to_owned()),
        },
        (None, _) => Reading::Bad("it has no single value".to_owned()),
    }
}

fn document(logic: &Logic<'_>, answer: &Answer) -> Document {
    let names = |sets: &[Vec<Condition>]| -> Vec<Vec<String>> {
        sets.iter().map(|set| set.iter().map(|it| it.name.clone()).collect()).collect()
    };
    let mut conditions: Vec<Named> = Vec::new();
    for condition in answer.blocking.iter().chain(&answer.cores).flatten() {
        if !conditions.iter().any(|it| it.name == condition.name) {
            conditions.push(named(condition));
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

fn named(condition: &Condition) -> Named {
    let (need, distance) = match &condition.need {
        None => (None, None),
        Some(Wanted::On) => (Some("on".to_owned()), None),
        Some(Wanted::Off) => (Some("off".to_owned()), None),
        Some(Wanted::Within(intervals, distance)) => {
            let all: Vec<String> = intervals.iter().map(interval).collect();
            (Some(all.join(" or ")), *distance)
        }
    };
    let (source, elapsed_ms, preset_ms) = match &condition.source {
        Source::Outside => ("outside", None, None),
        Source::Logic => ("logic", None, None),
        Source::Timer { elapsed_ms, preset_ms, .. } => ("timer", *elapsed_ms, *preset_ms),
        Source::Edge(_) => ("edge", None, None),
        Source::Computed => ("computed", None, None),
    };
    let (name, now) = (condition.name.clone(), condition.now.as_ref().map(json));
    Named { name, now, need, distance, source, elapsed_ms, preset_ms }
}

fn interval(it: &Interval) -> String {
    match (it.low, it.high) {
        (Some(low), Some(high)) if low.total_cmp(&high).is_eq() => format!("= {low}"),
        (Some(low), None) => format!("{} {low}", if it.low_included { ">=" } else { ">" }),
        (None, Some(high)) => format!("{} {high}", if it.high_included { "<=" } else { "<" }),
        (Some(low), Some(high)) => {
            let from = if it.low_included { ">=" } else { ">" };
            let to = if it.high_included { "<=" } else { "<" };
            format!("{from} {low} and {to} {high}")
        }
        (None, None) => "any".to_owned(),
    }
}

fn lack(lack: &Lack) -> String {
    match lack {
        Lack::NotRead => "not read".to_owned(),
        Lack::Bad(reason) => reason.clone(),
        Lack::NoValue => "has no value that could be read".to_owned(),
    }
}

fn remark(logic: &Logic<'_>, answer: &Answer, remark: &Remark) -> Said {
    let place = |at: &usize| {
        let statement = logic.index.statement(answer.writers[*at].statement);
        let cited = logic.cite(statement.unit, statement.span);
        let rung = cited.rung.map(|rung| format!(" rung {rung}")).unwrap_or_default();
        format!("{}{rung}: {}", cited.path, cited.quote)
    };
    let (code, sentence) = match remark {
        Remark::Number => ("number", "it is a number: it is neither on nor off".to_owned()),
        Remark::Impossible => {
            ("impossible", "no values at all make it so by what the code says".to_owned())
        }
        Remark::NeverWritten => (
            "never_written",
            if logic.project.tasks.is_empty() {
                "nothing in this part of a program writes it".to_owned()
            } else {
                "nothing in the code writes it: it comes from outside".to_owned()
            },
        ),
        Remark::Kept => ("kept", "no statement writes it now: it keeps what it was".to_owned()),
        Remark::LastBy(at) => ("last_by", format!("last written by {}", place(at))),
        Remark::LastByOneOf(all) if all.is_empty() => {
            ("last_by_unknown", "nobody knows who wrote it last".to_owned())
        }
        Remark::LastByOneOf(all) => {
            let all: Vec<String> = all.iter().map(place).collect();
            ("last_by_one_of", format!("written last by one of: {}", all.join("; ")))
        }
        Remark::Disagrees => (
            "disagrees",
            "the code makes it something else than it is: a writer that is executed later or in \
             another task, a forced or simulated value, another version of the program, or values \
             of different scans"
                .to_owned(),
        ),
        Remark::SeveralRoutines => {
            ("several_routines", "several routines write it: their order is not certain".to_owned())
        }
        Remark::MayBeWritten(count) => (
            "may_be_written",
            format!(
                "{} may write it too, and are not followed",
                output::counted(*count, "statement")
            ),
        ),
    };
    Said { code, sentence }
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
