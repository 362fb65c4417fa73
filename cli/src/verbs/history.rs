//! `tagbridge history`: the earlier values of a tag in a service.

use clap::Args;
use tagbridge_api::{
    Timestamp,
    hmi::{
        Quality,
        history::{HistoryEntry, HistoryQuery},
    },
};

use crate::{
    failure::{Exit, Failure},
    messages::{Column, Line},
    output::{self, Output},
    verbs::{
        recorded::moment,
        remote::{self, ServiceArguments},
        shortened_value::ValueStyle,
    },
};

/// Show the history of a tag that a service has stored. The newest entry is first.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge history prj_… Line_Speed --service http://127.0.0.1:8750/api/v1 --key-file key\n  \
    tagbridge history prj_… Line_Speed --service http://127.0.0.1:8750/api/v1 --key-file key \
    --before '10m ago'\n\n\
    To read older entries, repeat the command with --before and the time of the last entry. If the \
    service kept only the newest of the older values, the output shows since when the history is \
    complete. With --json, this time is `cut_at`.\n\n\
    Exit codes: 0 success; 1 the service has no history of the tag. `tagbridge --help` lists the \
    other exit codes.")]
pub(crate) struct History {
    /// The project's id, as `tagbridge project list` shows it.
    project: String,

    /// The tag's name.
    tag: String,

    /// The largest number of entries to show, 1 to 600.
    #[arg(long, value_name = "COUNT", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=600))]
    limit: u32,

    /// Show only entries before this time: `2026-01-01T06:00:00Z` (or with an offset, such as
    /// `+01:00`), `now`, or `10m ago` [default: the newest entries].
    #[arg(long, value_name = "TIME", value_parser = moment)]
    before: Option<Timestamp>,

    #[command(flatten)]
    remote: ServiceArguments,

    /// Show long values completely [default: long values are shortened, except with --json].
    #[arg(long)]
    full: bool,
}

pub(crate) async fn run(arguments: &History, output: Output) -> Result<Exit, Failure> {
    let ServiceArguments { service, key_file } = &arguments.remote;
    let client = remote::client(service, key_file)?;
    let (tag, before) = (arguments.tag.clone(), arguments.before);
    let query = HistoryQuery { tag, limit: Some(arguments.limit), before };
    let asked = client.history(&arguments.project, &query).await;
    let history = asked.map_err(|error| remote::failed(service, &error))?;
    let exit = if history.history.is_empty() { Exit::SomeBad } else { Exit::Done };
    if output.is_json() {
        output::json(&history)?;
        return Ok(exit);
    }
    if history.history.is_empty() {
        output::line(&Line::NoHistory { tag: &history.tag })?;
    } else {
        let shown = ValueStyle::of(arguments.full);
        let rows: Vec<_> = history.history.iter().map(|it| row(it, shown)).collect();
        output::table(&[Column::At, Column::Value, Column::Quality], &rows)?;
    }
    if let Some(at) = history.cut_at {
        output::line(&Line::HistoryCut { at: &at })?;
    }
    Ok(exit)
}

fn row(entry: &HistoryEntry, shown: ValueStyle) -> Vec<String> {
    let quality = entry.quality.unwrap_or(Quality::Good).as_str();
    let quality = match entry.reason {
        Some(reason) => format!("{quality}, {}", reason.as_str()),
        None => quality.to_owned(),
    };
    vec![entry.timestamp.to_string(), shown.text(&entry.value), quality]
}
