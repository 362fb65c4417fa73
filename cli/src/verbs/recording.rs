//! `tagbridge recording`: the recorded values of sessions on this computer, at any moment, and
//! their changes.

use std::{
    fs,
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use serde::Serialize;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_bridge::RecordingFolder;
use tagbridge_recording::{
    Incidents, RecordedScan, RecordedState, Recording, RecordingGap, export,
};
use tagbridge_texts::Coded;

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{BadValue, Cannot, Column, Do, RecordedLine},
    output::{self, Output, said},
    verbs::{
        folder::Folder,
        recorded::{self, Recorded, chosen, moment, unreadable},
        shortened_value::ValueStyle,
    },
};

/// Show and export the recorded values of sessions.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge recording list\n  \
    tagbridge recording show --at 2026-01-01T03:12:00+01:00 'Conveyor*'\n  \
    tagbridge recording export night.csv --from '8h ago' --csv\n\n\
    While the bridge runs, it records each session in the folder SESSION.recording in its data \
    folder. A recording keeps 14 days and up to 1 GiB, if the configuration sets no other \
    limits. The commands also work while the bridge runs. The values of the last ten seconds \
    may be missing.")]
pub(crate) struct RecordingArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the recordings with their times and their gaps.
    #[command(after_help = "Example: tagbridge recording list --json\n\n\
        Exit codes: 0 success; 1 a part of a recording is damaged. `tagbridge --help` lists the \
        other exit codes.")]
    List {
        #[command(flatten)]
        folder: Folder,
    },
    /// Show the values at a time.
    #[command(after_help = "Examples:\n  \
        tagbridge recording show --at 2026-01-01T03:12:00Z Line_Running\n  \
        tagbridge recording show --at '10m ago' 'Program:Main.*' --session line-3\n\n\
        Exit codes: 0 all tags have a good value at this time; 1 some tags have no good value at \
        this time. `tagbridge --help` lists the other exit codes.")]
    Show(Show),
    /// Save a part of a recording as one file for another computer, or as CSV.
    #[command(after_help = "Examples:\n  \
        tagbridge recording export night.tbrec --from 2026-01-01T03:00:00Z --until \
        2026-01-01T03:30:00Z\n  \
        tagbridge recording export night.csv --csv --from '1h ago' Line_Running 'Alarm*'\n\n\
        A .tbrec file contains all tags and the project's file. A CSV file contains a row for each \
        change, with the columns time,until,tag,value,quality,reason. A gap is a row without a \
        tag, with the quality `gap`. For Parquet, convert the CSV file with DuckDB, pandas or \
        Polars.")]
    Export(Export),
    /// Add an exported recording to this computer, as an incident of its session.
    #[command(after_help = "Example: tagbridge recording import night.tbrec\n\n\
        To show a file without adding it, use --file: tagbridge recording show --file night.tbrec \
        --at 2026-01-01T03:12:00Z")]
    Import {
        /// The .tbrec file.
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
}

/// The values at a time.
#[derive(Args)]
struct Show {
    /// The tags, or patterns such as 'Conveyor*' [default: all tags].
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
    /// The time: `2026-01-01T03:12:00Z` (or with an offset, such as `+01:00`), `now`, or `10m ago`.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Timestamp,
    /// Show long values completely [default: long values are shortened, except with --json].
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    of: Recorded,
}

/// A period of a recording.
#[derive(Args)]
struct Export {
    /// The file to create; `-` is stdout. Without --csv, its name must end with .tbrec.
    file: PathBuf,
    /// The tags, or patterns such as 'Conveyor*', for CSV [default: all tags]. A .tbrec file always
    /// contains all tags.
    #[arg(value_name = "TAG", requires = "csv")]
    tags: Vec<String>,
    /// The start time: `2026-01-01T03:12:00Z` (or with an offset), `now`, or `10m ago` [default:
    /// the start of the recording].
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Option<Timestamp>,
    /// The end time, in the same form [default: the end of the recording].
    #[arg(long, value_name = "TIME", value_parser = moment)]
    until: Option<Timestamp>,
    /// Write CSV [default: a .tbrec file].
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    of: Recorded,
}

pub(crate) fn run(arguments: &RecordingArguments, output: Output) -> Result<Exit, Failure> {
    match &arguments.action {
        Action::List { folder } => list(&recorded::all(folder, output)?, output),
        Action::Show(show) => show_at(show, output),
        Action::Export(it) => export_to(it, output),
        Action::Import { file, folder } => import(file, folder, output),
    }
}

/// A recording in a list.
#[derive(Serialize)]
struct Listed<'a> {
    session: &'a str,
    project: String,
    path: &'a Path,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    bytes: u64,
    hours: usize,
    tags: usize,
    incidents: usize,
    lost_bytes: u64,
    gaps: Vec<RecordingGap>,
}

fn list(folders: &[RecordingFolder], output: Output) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for folder in folders {
        let recording = Recording::open(&folder.path).map_err(|error| unreadable(&error))?;
        let incidents = Incidents::of(&folder.path).all().map_err(|error| unreadable(&error))?;
        let span = recording.span();
        let gaps = span.map(|(from, until)| recording.gaps(from, until)).transpose();
        all.push(Listed {
            session: &folder.session,
            project: recording.of().map(|it| it.project.clone()).unwrap_or_default(),
            path: &folder.path,
            from: span.map(|it| it.0),
            until: span.map(|it| it.1),
            bytes: recording.files().map(|it| it.2).sum(),
            hours: recording.files().count(),
            tags: recording.names().len(),
            incidents: incidents.len(),
            lost_bytes: recording.lost_bytes(),
            gaps: gaps.map_err(|error| unreadable(&error))?.unwrap_or_default(),
        });
    }
    if output.is_json() {
        output::json(&serde_json::json!({ "recordings": all }))?;
    } else if all.is_empty() {
        output::line(&RecordedLine::NothingRecorded)?;
    } else {
        let header = [
            Column::Session,
            Column::From,
            Column::Ends,
            Column::Size,
            Column::Gaps,
            Column::Incidents,
        ];
        output::table(&header, &all.iter().map(Listed::row).collect::<Vec<_>>())?;
        for it in all.iter().filter(|it| it.lost_bytes > 0) {
            output::aside(&RecordedLine::RecordingDamaged {
                session: it.session,
                bytes: it.lost_bytes,
            });
        }
    }
    Ok(if all.iter().any(|it| it.lost_bytes > 0) { Exit::SomeBad } else { Exit::Done })
}

impl Listed<'_> {
    fn row(&self) -> Vec<String> {
        let time = |it: Option<Timestamp>| it.map_or_else(|| "–".to_owned(), |it| it.to_string());
        vec![
            self.session.to_owned(),
            time(self.from),
            time(self.until),
            output::size(self.bytes),
            self.gaps.len().to_string(),
            self.incidents.to_string(),
        ]
    }
}

/// The values at a moment as JSON.
#[derive(Serialize)]
struct Moment<'a> {
    at: Timestamp,
    scan: Option<RecordedScan>,
    tags: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    project_version: Option<&'a str>,
}

fn show_at(show: &Show, output: Output) -> Result<Exit, Failure> {
    let recording = show.of.open(output)?;
    let names = chosen(&recording, &show.tags);
    let asked: Vec<&str> = names.iter().map(String::as_str).collect();
    let failed = |error| unreadable(&error);
    let known = recording.values_at(&asked, show.at).map_err(failed)?;
    let scan = recording.scan_at(show.at).map_err(failed)?;
    let is_good = |it: &RecordedState| matches!(it, RecordedState::Value { value, .. } if value.quality == Quality::Good);
    let exit =
        if known.iter().all(is_good) && !known.is_empty() { Exit::Done } else { Exit::SomeBad };
    if output.is_json() {
        let tags = names.iter().cloned().zip(known.iter().map(document)).collect();
        let incident = recording.incident();
        let project_version = incident.as_ref().map(|it| it.project_version.as_str());
        output::json(&Moment { at: show.at, scan, tags, project_version })?;
        return Ok(exit);
    }
    let whole = known.iter().find_map(|it| match it {
        RecordedState::Gap(reason) => Some(*reason),
        _ => None,
    });
    if let Some(reason) = whole {
        output::aside(&RecordedLine::PastUnknown { at: &show.at, why: reason.message() });
    } else if let Some(scan) = &scan {
        let (at, mode) = (scan.at, scan.controller.status.as_str());
        output::aside(&RecordedLine::PastShown { at: &at, mode });
    }
    let style = ValueStyle::of(show.full);
    let rows: Vec<_> = names.iter().zip(&known).map(|(name, it)| row(name, it, style)).collect();
    let header = [Column::Tag, Column::Value, Column::Quality, Column::Since];
    output::table_of_tags(&header, &rows)?;
    Ok(exit)
}

fn document(known: &RecordedState) -> serde_json::Value {
    #[derive(Serialize)]
    struct Dated<'a> {
        #[serde(flatten)]
        value: &'a TagValue,
        since: Timestamp,
    }
    match known {
        RecordedState::Value { value, since } => {
            serde_json::to_value(Dated { value, since: *since }).unwrap_or_default()
        }
        RecordedState::Gap(reason) => serde_json::json!({ "unknown": reason }),
        RecordedState::NotRead => serde_json::json!({ "unknown": "not_read" }),
    }
}

fn row(name: &str, known: &RecordedState, style: ValueStyle) -> (Quality, Vec<String>) {
    let (quality, value, text, since) = match known {
        RecordedState::Value { value, since } => {
            let quality = value.quality.as_str();
            let text = match value.reason {
                Some(reason) => format!("{quality}, {}", reason.as_str()),
                None => quality.to_owned(),
            };
            (value.quality, style.text(&value.value), text, since.to_string())
        }
        RecordedState::Gap(reason) => {
            (Quality::Bad, "–".to_owned(), said(reason.message()), "–".to_owned())
        }
        RecordedState::NotRead => {
            (Quality::Bad, "–".to_owned(), said(&RecordedLine::NotRecorded), "–".to_owned())
        }
    };
    (quality, vec![name.to_owned(), value, text, since])
}

/// The result of an export.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a Path,
    from: Timestamp,
    until: Timestamp,
    bytes: u64,
}

fn export_to(it: &Export, output: Output) -> Result<Exit, Failure> {
    if !it.csv && !recorded::is_export(&it.file) && it.file.as_os_str() != "-" {
        let what = Cannot::Write { file: &it.file };
        return Err(Failure::new(Exit::Usage, &what, &BadValue::NoExport, &Do::NameExport));
    }
    let recording = it.of.open(output)?;
    let (first, last) = recording.span().unwrap_or((it.at_first(), it.at_first()));
    let times = (it.from.unwrap_or(first), it.until.unwrap_or(last));
    let mut bytes = Vec::new();
    if it.csv {
        let names = chosen(&recording, &it.tags);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        recording.write_csv(&names, times, &mut bytes).map_err(|error| unreadable(&error))?;
    } else {
        let incident = recording.incident();
        let project = recording.project().or_else(|| it.of.project(&recording, output));
        bytes = export(&recording, times, incident.as_ref(), project.as_ref())
            .map_err(|error| unreadable(&error))?;
    }
    if it.file.as_os_str() == "-" {
        BufWriter::new(io::stdout().lock()).write_all(&bytes)?;
        return Ok(Exit::Done);
    }
    let mut sink = files::create_private(&it.file)?;
    if let Err(error) = sink.write_all(&bytes).and_then(|()| sink.sync_all()) {
        // An incomplete file would look complete.
        drop(fs::remove_file(&it.file));
        return Err(files::cannot_write(&it.file, &error));
    }
    let (file, (from, until), bytes) = (&*it.file, times, bytes.len() as u64);
    if output.is_json() {
        output::json(&Report { file, from, until, bytes })?;
    } else {
        output::aside(&RecordedLine::RecordingExported { file, from: &from, until: &until });
    }
    Ok(Exit::Done)
}

impl Export {
    fn at_first(&self) -> Timestamp {
        self.from.or(self.until).unwrap_or_else(Timestamp::now)
    }
}

/// Stores a file as an incident of its session.
pub(super) fn import(file: &Path, folder: &Folder, output: Output) -> Result<Exit, Failure> {
    let failed = |error| unreadable(&error);
    let recording = Recording::open(file).map_err(failed)?;
    let session = recording.of().map(|it| it.session.clone()).unwrap_or_default();
    let of = recorded::folder_of(folder, &session, output)?;
    let incident = Incidents::of(&of.path).import(file).map_err(failed)?;
    if output.is_json() {
        output::json(&incident)?;
    } else {
        output::line(&RecordedLine::IncidentImported {
            number: incident.number,
            session: &session,
        })?;
    }
    Ok(Exit::Done)
}
