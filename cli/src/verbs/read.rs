//! `tagbridge read`: one scan.

use std::time::Duration;

use clap::Args;
use tagbridge_api::hmi::{Quality, TagValue};
use tagbridge_bridge::ScanReport;
use tagbridge_texts::{Coded, Message};

use crate::{
    failure::{Exit, Failure},
    messages::{Column, Line, TableWord},
    output::{self, Output},
    verbs::{
        controller::{Step, Tags, shown as shown_controller},
        explain,
        shortened_value::ValueStyle,
    },
};

/// The sampling interval of a controller for values that are read once.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Read tags from a controller once.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge read logix://10.0.0.5/1,0 Speed 'Count[0..9]' Status.8\n  \
    tagbridge read s7://10.0.0.6 DB1.DBD4:REAL M0.0\n  \
    tagbridge read s7://10.0.0.6 --project Plant.zip '\"Recipe\".\"Speed\"'\n\n\
    Exit codes: 0 all tags are good; 1 some tags are bad. `tagbridge --help` lists the other exit \
    codes.")]
pub(crate) struct Read {
    #[command(flatten)]
    tags: Tags,

    /// Show long values completely [default: long values are shortened, except with --json].
    #[arg(long)]
    full: bool,

    /// Show the requests that a cyclic scan of the tags needs, and why. The values are not read.
    #[arg(long)]
    explain: bool,
}

pub(crate) async fn run(mut arguments: Read, output: Output) -> Result<Exit, Failure> {
    arguments.tags.way.find().await?;
    let mut reader = arguments.tags.connect(AT_ONCE).await?;
    if arguments.explain {
        let plan = reader.explain(&arguments.tags.set()).await;
        reader.close().await;
        let plan = plan.map_err(|error| arguments.tags.way.failure(Step::Read, &error))?;
        explain::print(&plan, output)?;
        return Ok(if plan.not_asked.is_empty() { Exit::Done } else { Exit::SomeBad });
    }
    let scan = reader.scan(&arguments.tags.set()).await;
    reader.close().await;
    let report = scan.map_err(|error| arguments.tags.way.failure(Step::Read, &error))?;
    if output.is_json() {
        output::json(&report)?;
    } else {
        table(&report, ValueStyle::of(arguments.full))?;
    }
    Ok(exit(&report))
}

/// The exit code: 1 if any tag is bad.
pub(crate) fn exit(report: &ScanReport) -> Exit {
    let bad = report.tags.values().any(|it| it.quality == Quality::Bad);
    if bad { Exit::SomeBad } else { Exit::Done }
}

fn table(report: &ScanReport, shown: ValueStyle) -> Result<(), Failure> {
    let row =
        |(name, value): (&String, &TagValue)| (value.quality, row(report, name, value, shown));
    let rows: Vec<_> = report.tags.iter().map(row).collect();
    output::table_of_tags(&[Column::Tag, Column::Value, Column::Type, Column::Quality], &rows)?;
    output::text(format!("\n{}", output::said(scanned(report))))?;
    Ok(())
}

/// The number of tags, the controller, and the cost of the read.
pub(super) fn scanned(report: &ScanReport) -> Message {
    let scanned = Line::Scanned {
        tags: report.tags.len(),
        ms: &format!("{:.1}", report.duration_ms),
        trips: report.round_trips as usize,
        controller: shown_controller(&report.controller),
    };
    scanned.message()
}

/// A tag's name, value, type and quality, with the reason if it has one.
pub(super) fn row(
    report: &ScanReport,
    name: &str,
    value: &TagValue,
    shown: ValueStyle,
) -> Vec<String> {
    let cause = report.causes.get(name).cloned();
    let quality = match value.quality {
        Quality::Good => TableWord::Good,
        Quality::Uncertain => TableWord::Uncertain {
            cause: cause.unwrap_or_else(|| TableWord::ControllerStands.message()),
        },
        Quality::Bad => {
            TableWord::Bad { cause: cause.unwrap_or_else(|| TableWord::NoValue.message()) }
        }
    };
    let quality = output::said(&quality);
    vec![name.to_owned(), shown.text(&value.value), value.type_name.to_string(), quality]
}
