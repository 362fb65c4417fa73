//! `tagbridge preflight`: the controller beside its project, before anything is polled.

use std::{
    path::PathBuf,
    sync::Mutex,
    time::{Duration, Instant},
};

use clap::Args;
use tagbridge_bridge::{
    config::SessionConfig,
    preflight::{self as bridge, Forecast, Proposal, Question, Step, Unreadable, Verdict},
};
use tagbridge_driver::ReadMode;

use crate::{
    failure::{Exit, Failure},
    output::{self, Output},
    verbs::{controller::Way, naming::Told},
};

/// Differences that a person is shown; of more, the number is told.
const DIFFERENCES: usize = 20;
/// Tags that a person is shown for each reason.
const EXAMPLES: usize = 3;
/// What takes no longer needs no progress; nor is it told more often.
const PATIENCE: Duration = Duration::from_secs(1);

/// Check whether a controller matches its project, what can be read, and what a scan costs.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge preflight logix://10.0.0.5/1,0 --project Line4.L5X\n  \
    tagbridge preflight s7://10.0.0.6 --project Plant.zip --number Recipe=20 --number Line=21\n\
    Without TAG, all tags of the project are tried. Nothing is written to the controller.\n\
    Exit codes: 0 it matches, or nothing tells and all can be read · 1 it differs, or some tags \
    cannot be read · 3 it cannot be reached.")]
pub(crate) struct Preflight {
    #[command(flatten)]
    way: Way,

    /// The project's file or folder.
    #[arg(long, value_name = "FILE")]
    project: PathBuf,

    #[command(flatten)]
    told: Told,

    /// The tags to read, by the project's names.
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
}

pub(crate) async fn run(arguments: Preflight, output: Output) -> Result<Exit, Failure> {
    let Preflight { way, project, told, tags } = arguments;
    let endpoint = way.endpoint()?.clone();
    let question = Question {
        names: Some(told.names(&project, &endpoint)?),
        endpoint,
        link: way.options(ReadMode::Poll),
        keyring: way.keyring()?,
        tags: (!tags.is_empty()).then_some(tags),
        max_tags: SessionConfig::MAX_TAGS,
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
    let is_well = found.verdict != Verdict::Differs && found.unreadable.is_empty();
    Ok(if is_well { Exit::Done } else { Exit::SomeBad })
}

fn show(found: &bridge::Preflight) -> Result<(), Failure> {
    let controller = &found.controller;
    let name = controller.name.as_deref().filter(|it| !it.is_empty());
    output::line(headline(found))?;
    output::line(format_args!(
        "{}{} at {} ({})\n",
        controller.product,
        name.map(|it| format!(" \"{it}\"")).unwrap_or_default(),
        controller.address,
        controller.mode
    ))?;
    for fact in &found.facts {
        let sign = match fact.verdict {
            Verdict::Matches => '✓',
            Verdict::Differs => '≠',
            Verdict::CannotTell => '?',
        };
        output::line(format_args!("{sign} {:<8}  {}", fact.subject, fact.text))?;
    }
    if !found.differences.is_empty() {
        output::line("\nWhat differs:")?;
        for it in found.differences.iter().take(DIFFERENCES) {
            output::line(format_args!("  {}: {}", it.subject, it.text))?;
        }
        if let more @ 1.. = found.differences.len().saturating_sub(DIFFERENCES) {
            output::line(format_args!("  and {more} more"))?;
        }
    }
    output::line(format_args!(
        "\n{} of {} can be read{}",
        found.readable_count,
        output::counted(found.tags, "tag"),
        match found.untried {
            0 => String::new(),
            more => format!("; {more} more were not tried"),
        }
    ))?;
    for it in &found.unreadable {
        output::line(unreadable(it))?;
    }
    for it in &found.proposals {
        output::line(format_args!("\nproposal: {it}"))?;
        if let Proposal::BlockNumbers { blocks } = it {
            let numbers = blocks.iter().map(|it| format!("--number \"{}=N\"", it.name));
            output::line(format_args!("  {}", numbers.collect::<Vec<_>>().join(" ")))?;
        }
    }
    Ok(output::line(forecast(&found.forecast))?)
}

fn headline(found: &bridge::Preflight) -> String {
    match found.verdict {
        Verdict::Matches => "matches: the controller runs this project".to_owned(),
        Verdict::CannotTell => "cannot tell whether the controller runs this project".to_owned(),
        Verdict::Differs if found.is_another_controller() => {
            "another controller: this is not the one that the project is for".to_owned()
        }
        Verdict::Differs => format!(
            "differs: the controller is not as this project has it, in {}",
            output::counted(found.differences.len(), "place")
        ),
    }
}

/// A reason with its tags and what to do about it.
fn unreadable(unreadable: &Unreadable) -> String {
    let examples = unreadable.tags.iter().take(EXAMPLES).cloned().collect::<Vec<_>>().join(", ");
    let more = match unreadable.count.saturating_sub(EXAMPLES) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!(
        "  {}: {}\n    {examples}{more}\n    do: {}",
        unreadable.count, unreadable.text, unreadable.remedy
    )
}

fn forecast(forecast: &Forecast) -> String {
    if forecast.tags == 0 {
        return "\nforecast: there is nothing to read".to_owned();
    }
    let by_list = match (forecast.requests_by_list, forecast.upload_requests) {
        (Some(fewer), Some(upload)) if fewer < forecast.requests => format!(
            "; {} with the controller's tag list, whose upload takes {}, by tag_list = \
             \"when_it_saves\" in the session's configuration",
            output::counted(fewer, "request"),
            output::counted(upload, "request"),
        ),
        _ => String::new(),
    };
    format!(
        "\nforecast: {}, {}, {} a scan{by_list}",
        output::counted(forecast.tags, "tag"),
        output::counted(forecast.requests, "request"),
        match forecast.scan_ms {
            ..0.1 => "less than 0.1 ms".to_owned(),
            ms @ ..10.0 => format!("about {ms:.1} ms"),
            ms => format!("about {ms:.0} ms"),
        }
    )
}

/// What is under way, on stderr, once it takes long.
struct Progress {
    told: Mutex<Instant>,
}

impl Progress {
    fn begin() -> Self {
        Self { told: Mutex::new(Instant::now()) }
    }

    fn tell(&self, step: Step) {
        let Ok(mut told) = self.told.lock() else { return };
        if told.elapsed() < PATIENCE {
            return;
        }
        *told = Instant::now();
        match step {
            Step::Reach => output::aside("reaching the controller"),
            Step::List(tags) => {
                let tags = output::counted(tags, "tag");
                output::aside(format_args!("reading the controller's own list: {tags} so far"));
            }
            Step::Try { done, all } => output::aside(format_args!("trying tags: {done} of {all}")),
            Step::Measure => output::aside("measuring a scan"),
        }
    }
}
