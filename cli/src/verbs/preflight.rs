//! `tagbridge preflight`: compares the controller with its project, before anything is polled.

use std::{
    path::PathBuf,
    sync::Mutex,
    time::{Duration, Instant},
};

use clap::Args;
use tagbridge_bridge::{
    config::{CauseSet, SessionConfig},
    preflight::{
        self as bridge, CauseCost, Forecast, PreflightQuestion, PreflightStep, Proposal,
        Unreadable, Verdict,
    },
};
use tagbridge_driver::ReadMode;
use tagbridge_texts::Coded;

use crate::{
    failure::{Exit, Failure},
    messages::{Compared, Line, TableWord},
    output::{self, Output, said},
    verbs::{
        controller::{ControllerArguments, mode},
        naming::ProjectAdditions,
    },
};

/// Maximum number of listed differences; of more, only the number is shown.
const DIFFERENCES: usize = 20;
/// Maximum number of displayed tags for each reason.
const EXAMPLES: usize = 3;
/// Shorter work shows no progress; this is also the minimum time between progress lines.
const PATIENCE: Duration = Duration::from_secs(1);

/// Check whether a controller matches its project, which tags can be read, and how long a scan
/// takes.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge preflight logix://10.0.0.5/1,0 --project Line4.L5X\n  \
    tagbridge preflight logix://10.0.0.5/1,0 --project Line4.L5X --cause-set Line_Running\n  \
    tagbridge preflight s7://10.0.0.6 --project Plant.zip --number Recipe=20 --number Line=21\n\n\
    The command writes nothing to the controller.\n\n\
    Exit codes: 0 all tags can be read, and the controller matches the project or cannot be \
    compared with it; 1 the controller differs from the project, or some tags cannot be read; 6 \
    not everything is known yet: run the command again later. `tagbridge --help` lists the other \
    exit codes.")]
pub(crate) struct Preflight {
    #[command(flatten)]
    way: ControllerArguments,

    /// The project's file or folder.
    #[arg(long, value_name = "FILE")]
    project: PathBuf,

    #[command(flatten)]
    told: ProjectAdditions,

    /// A tag, or `alarms` for all alarms; may be repeated. The command also shows how many tags and
    /// requests a scan needs in addition to record their causes.
    #[arg(long = "cause-set", value_name = "TAG")]
    cause_set: Vec<String>,

    /// The tags to test, by the project's names [default: all tags of the project].
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
}

pub(crate) async fn run(arguments: Preflight, output: Output) -> Result<Exit, Failure> {
    let Preflight { mut way, project, told, cause_set, tags } = arguments;
    way.find().await?;
    let endpoint = way.endpoint()?.clone();
    let question = PreflightQuestion {
        names: Some(told.names(&project, &endpoint)?),
        endpoint,
        link: way.options(ReadMode::Poll),
        keyring: way.keyring()?,
        tags: (!tags.is_empty()).then_some(tags),
        max_tags: SessionConfig::MAX_TAGS,
        cause_set: cause_set_of(cause_set),
    };
    let progress = Progress::begin();
    let found = bridge::preflight(question, &|step| progress.tell(step))
        .await
        .map_err(|error| way.unreachable(&error))?;
    if output.is_json() {
        output::json(&found)?;
    } else {
        show(&found)?;
    }
    let is_bad = |it: &Unreadable| it.reason != bridge::NOT_YET_KNOWN;
    Ok(match found.verdict {
        Verdict::Differs => Exit::SomeBad,
        _ if found.unreadable.iter().any(is_bad) => Exit::SomeBad,
        _ if found.not_yet_known > 0 => Exit::Unsettled,
        _ => Exit::Done,
    })
}

fn show(found: &bridge::Preflight) -> Result<(), Failure> {
    let controller = &found.controller;
    let name = controller.name.as_deref().filter(|it| !it.is_empty());
    output::line(&headline(found))?;
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    let kind = format!("{}{name}", controller.product);
    let state = mode(&controller.mode).message();
    let controller = Line::Controller { kind: &kind, address: &controller.address, state };
    output::text(format!("{}\n", said(&controller)))?;
    for fact in &found.facts {
        let sign = match fact.verdict {
            Verdict::Matches => '✓',
            Verdict::Differs => '≠',
            Verdict::CannotTell => '?',
        };
        let subject = Compared::of(fact.subject).map(|it| said(&it));
        let subject = subject.as_deref().unwrap_or(fact.subject);
        let text = said(&fact.text);
        output::text(format!("{sign} {subject:<9}  {text}"))?;
    }
    if !found.differences.is_empty() {
        output::text(format!("\n{}", said(&Line::WhatDiffers)))?;
        for it in found.differences.iter().take(DIFFERENCES) {
            output::text(format!("  {}: {}", it.subject, said(&it.text)))?;
        }
        if let count @ 1.. = found.differences.len().saturating_sub(DIFFERENCES) {
            output::text(format!("  {}", said(&Line::AndMore { count })))?;
        }
    }
    let (count, tags) = (found.readable_count, found.tags);
    let readable = match found.untried {
        0 => Line::Readable { count, tags },
        untried => Line::ReadableAndUntried { count, tags, untried },
    };
    output::text(format!("\n{}", said(&readable)))?;
    if let count @ 1.. = found.not_yet_known {
        output::text(format!("  {}", said(&Line::NotYetKnown { count })))?;
    }
    for it in &found.unreadable {
        output::text(unreadable(it))?;
    }
    for it in &found.proposals {
        output::text(format!("\n{}", said(&Line::Proposal { what: it.message() })))?;
        if let Proposal::BlockNumbers { blocks } = it {
            let numbers = blocks.iter().map(|it| format!("--number \"{}=N\"", it.name));
            output::text(format!("  {}", numbers.collect::<Vec<_>>().join(" ")))?;
        }
    }
    output::text(forecast(&found.forecast))?;
    if let Some(CauseCost { tags, requests }) = found.forecast.cause_set {
        output::line(&Line::CauseCost { tags, requests })?;
    }
    Ok(())
}

fn cause_set_of(tags: Vec<String>) -> CauseSet {
    match &tags[..] {
        [] => CauseSet::Off,
        [word] if word == "alarms" => CauseSet::Alarms,
        _ => CauseSet::Of(tags),
    }
}

fn headline(found: &bridge::Preflight) -> Line<'static> {
    match found.verdict {
        Verdict::Matches => Line::Matches,
        Verdict::CannotTell => Line::CannotTell,
        Verdict::Differs if found.is_another_controller() => Line::AnotherController,
        Verdict::Differs => Line::Differs { places: found.differences.len() },
    }
}

/// A reason with its tags and its remedy.
fn unreadable(unreadable: &Unreadable) -> String {
    let names = unreadable.tags.iter().take(EXAMPLES).cloned().collect::<Vec<_>>().join(", ");
    let examples = match unreadable.count.saturating_sub(EXAMPLES) {
        0 => names,
        count => said(&TableWord::ListAndMore { names: &names, count }),
    };
    let remedy = said(&Line::ToDo { remedy: (&unreadable.remedy).into() });
    let text = said(&unreadable.text);
    format!("  {}: {text}\n    {examples}\n    {remedy}", unreadable.count)
}

fn forecast(forecast: &Forecast) -> String {
    if forecast.tags == 0 {
        return format!("\n{}", said(&Line::NothingToRead));
    }
    let took = match forecast.scan_ms {
        ..0.1 => TableWord::LessThan { ms: "0.1" }.message(),
        ms @ ..10.0 => TableWord::About { ms: &format!("{ms:.1}") }.message(),
        ms => TableWord::About { ms: &format!("{ms:.0}") }.message(),
    };
    let said_so = Line::Forecast { tags: forecast.tags, requests: forecast.requests, took };
    let line = match (forecast.requests_by_list, forecast.upload_requests) {
        (Some(requests), Some(upload)) if requests < forecast.requests => {
            said(&Line::ForecastByList { forecast: said_so.message(), requests, upload })
        }
        _ => said(&said_so),
    };
    format!("\n{line}")
}

/// Progress messages, on stderr, if it takes long.
struct Progress {
    told: Mutex<Instant>,
}

impl Progress {
    fn begin() -> Self {
        Self { told: Mutex::new(Instant::now()) }
    }

    fn tell(&self, step: PreflightStep) {
        let Ok(mut told) = self.told.lock() else { return };
        if told.elapsed() < PATIENCE {
            return;
        }
        *told = Instant::now();
        match step {
            PreflightStep::Reach => output::aside(&Line::Reaching),
            PreflightStep::List(tags) => output::aside(&Line::Listing { tags }),
            PreflightStep::Try { done, all } => output::aside(&Line::Trying { done, all }),
            PreflightStep::Measure => output::aside(&Line::Measuring),
        }
    }
}
