//! `tagbridge demo`: a demo plant. Three simulated controllers with one project each, the built-in
//! service, and one running session; all in this process, in a temporary folder.

mod plant;
mod stage;
#[cfg(test)]
mod tests;
mod why;

use std::{net::SocketAddr, time::Duration};

use clap::Args;
use serde_json::{Value, json};
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, history::HistoryQuery, live::LiveValues, request::RequestTags},
};
use tagbridge_bridge::status::SessionView;
use tagbridge_desk::{Journal, cell};
use tagbridge_system::asked_to_end;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use self::{stage::Stage, why::Why};
use crate::{
    arguments::time,
    console::{self, BoundAddress, Console},
    failure::{Exit, Failure},
    messages::{Cannot, DemoIntroduction, Do, Line, ReasonText, TableWord},
    output::{self, Output},
    verbs::session::{self, clock},
};

/// Names that a consumer requests after some time: an element of an array that the session reads as
/// a whole, and a misspelled name.
const ASKED_FOR: [&str; 2] = ["Conveyors[1].Speed", "Conveyors[1].Sped"];
const ASKED_AFTER: u32 = 3;
/// A tag whose history is read back at the end.
const READ_BACK: &str = "Line_StateText";
/// The space of one line, with the width of the value.
const SHOWN: [(&str, usize); 5] = [
    ("Line_StateText", 8),
    ("Line_Speed", 4),
    ("Boxes_Packed", 3),
    ("Conveyors[1].Speed", 4),
    ("Conveyors[1].Sped", 11),
];

/// Start a demo plant in one process: three virtual controllers with a project each, the built-in
/// service, and a session that streams values.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge demo\n  \
    tagbridge demo --for 10s\n\n\
    The demo prints the address of its screens. Open it in a browser on this computer. The demo \
    deletes its data when it ends.\n\n\
    Exit codes: 0 success. With --for, success means that snapshots were stored and read back from \
    the service. `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Demo {
    /// Stop after this time, such as `10s` or `5m` [default: run until Ctrl-C].
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    duration: Option<Duration>,
}

pub(crate) async fn run(
    arguments: Demo,
    output: Output,
    journal: Journal,
) -> Result<Exit, Failure> {
    let place = console_place().await?;
    let stage = Stage::set(journal).await?;
    let console = place.serve(stage.desk.clone());
    introduce(&stage, &console, output)?;
    let outcome = play(&stage, arguments.duration, output).await;
    tokio::select! {
        () = stage.clear() => {}
        // A second signal ends the program immediately.
        () = asked_to_end() => {}
    }
    outcome
}

/// Runs the plant for this time, or until it is stopped, and returns the result.
async fn play(stage: &Stage, duration: Option<Duration>, output: Output) -> Result<Exit, Failure> {
    let end = duration.map(|duration| Instant::now() + duration);
    let mut seen = None;
    tokio::select! {
        // Only the state at the end counts.
        biased;
        outcome = show(stage, output, &mut seen) => outcome?,
        () = asked_to_end() => {}
        () = reached(end) => if seen.is_none() {
            return Err(nothing_read_back());
        },
    }
    conclude(stage, seen, output).await
}

/// The console's default address if it is free, otherwise another one.
async fn console_place() -> Result<BoundAddress, Failure> {
    let address = console::ADDRESS.parse().expect("it is an address");
    match BoundAddress::take(address).await {
        Ok(place) => Ok(place),
        Err(_) => BoundAddress::take(SocketAddr::new(address.ip(), 0)).await,
    }
}

fn introduce(stage: &Stage, console: &Console, output: Output) -> Result<(), Failure> {
    let Stage { service, project, client, controllers, .. } = stage;
    let (first, others) = controllers.split_first().expect("there are three");
    let (endpoint, key) = (first.endpoint(), client.key());
    if output.is_json() {
        let others: Vec<Value> = others
            .iter()
            .map(|it| json!({ "project": it.project(), "endpoint": it.endpoint() }))
            .collect();
        output::json(&json!({
            "endpoint": endpoint, "service": service, "project": project, "key": key.expose(),
            "others": others, "console": console.url(),
        }))?;
        return Ok(());
    }
    let others: Vec<String> =
        others.iter().map(|it| format!("{} ({})", it.project(), it.vendor())).collect();
    output::line(&DemoIntroduction {
        console: &console.url(),
        first: first.project(),
        vendor: &first.vendor(),
        others: &others.join(", "),
        endpoint: &endpoint,
        key: key.expose(),
        service,
        project,
    })?;
    Ok(())
}

/// Prints every second the state of the session, and the values as a consumer reads them.
async fn show(stage: &Stage, output: Output, seen: &mut Option<LiveValues>) -> Result<(), Failure> {
    let status = stage.desk.status();
    let mut why = stage.controllers.first().map(Why::new);
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    for second in 0_u32.. {
        ticks.tick().await;
        if second == ASKED_AFTER {
            let request = RequestTags {
                tags: ASKED_FOR.map(str::to_owned).to_vec(),
                group: None,
                lease_s: None,
            };
            stage.client.request_tags(&stage.project, &request).await.map_err(|it| lost(&it))?;
        }
        let values = stage.client.live_values(&stage.project).await.map_err(|it| lost(&it))?;
        if output.is_json() {
            output::json(&values)?;
        } else {
            let session = status.borrow().sessions.first().cloned().unwrap_or_default();
            output::text(line(&session, &values))?;
            if let Some(told) = why.as_mut().and_then(|why| why.tell(&values)) {
                output::text(format!("          {told}"))?;
            }
        }
        if is_proof(&values) {
            *seen = Some(values);
        }
    }
    Ok(())
}

/// The result at the end: the number of stored snapshots, and whether they can be read back.
async fn conclude(
    stage: &Stage,
    seen: Option<LiveValues>,
    output: Output,
) -> Result<Exit, Failure> {
    let Some(seen) = seen else { return Ok(Exit::Done) };
    let query = HistoryQuery { tag: READ_BACK.to_owned(), limit: None, before: None };
    let history = stage.client.history(&stage.project, &query).await.map_err(|it| lost(&it))?;
    let newest = history.history.first().ok_or_else(nothing_read_back)?.sequence;
    let stored = newest.max(seen.sequence.unwrap_or_default());
    if output.is_json() {
        output::json(&json!({ "stored": stored, "read_back": seen.tags.len() }))?;
    } else {
        let read = Line::DemoRead { stored, tags: seen.tags.len() };
        output::text(format!("\n{}", output::said(&read)))?;
    }
    Ok(Exit::Done)
}

async fn reached(end: Option<Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}

/// Whether the values are live, stored, and at least one is good.
fn is_proof(values: &LiveValues) -> bool {
    values.live
        && values.sequence.is_some()
        && values.tags.values().any(|it| it.quality == Quality::Good)
}

/// One second in one line, with fixed columns.
fn line(session: &SessionView, values: &LiveValues) -> String {
    let scan = session.scan.last_ms.map_or_else(String::new, |ms| {
        output::said(&TableWord::ScanTook { ms: &format!("{ms:.1}") })
    });
    let stored = values
        .sequence
        .map_or_else(String::new, |sequence| output::said(&TableWord::StoredThrough { sequence }));
    let shown = SHOWN.iter().filter_map(|&(name, width)| {
        let value = values.tags.get(name)?;
        let text = match (value.reason, &value.value) {
            (Some(reason), _) => reason.as_str().to_owned(),
            (None, Value::Number(number)) if number.is_f64() => {
                format!("{:.1}", number.as_f64().unwrap_or_default())
            }
            (None, _) => cell(&value.value),
        };
        Some(format!("{name} {text:<width$}"))
    });
    let shown: Vec<_> = shown.collect();
    let (clock, state) = (clock(Timestamp::now()), output::said(session::state(session)));
    format!("{clock}  {state:<33}  {scan:<12}  {stored:<10}  {}", shown.join("  "))
        .trim_end()
        .to_owned()
}

fn lost(error: &tagbridge_bridge::UplinkError) -> Failure {
    Failure::new(Exit::Ours, &Cannot::ReachDemo, error, &Do::FreeLoopback)
}

fn nothing_read_back() -> Failure {
    Failure::new(Exit::Ours, &Cannot::ReadDemoBack, &ReasonText::NoLiveValue, &Do::GiveLonger)
}
