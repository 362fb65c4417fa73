//! `tagbridge report`: a project's file as a PDF.

use std::{fs, io::Write, path::PathBuf};

use clap::Args;
use serde_json::json;
use tagbridge_api::Timestamp;
use tagbridge_logic::{Index, Logic};
use tagbridge_report::pdf::{Analysed, ReportDetails, report};
use tagbridge_texts::Message;

use super::{
    analyse::{analyse_now, settings},
    project::open,
};
use crate::{
    failure::{Exit, Failure},
    files,
    fonts::fonts,
    messages::{Cannot, Line},
    output::{self, Output},
};

/// Write a PDF of a project: findings, drawn programs, tags with links to their uses, types and
/// modules.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge report Line4.L5X -o Line4.pdf\n  \
    tagbridge report Line4.L5X -o Line4.pdf --language de\n  \
    tagbridge report Line4.L5X -o Line4.pdf --font \
    /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc\n\n\
    The report is PDF/A-2b with bookmarks. Each use of a tag is a link to its rung. The cover \
    lists the characters that no font contains.\n\n\
    The manual lists the chapters for each platform: docs/manual/reports.md.")]
pub(crate) struct Report {
    /// The project's file or folder.
    file: PathBuf,

    /// The PDF file to create. An existing file is not overwritten.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// A font file (.ttf, .otf or .ttc) for characters that the built-in font Noto Sans does not
    /// have, such as Chinese ones; may be repeated.
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,

    /// Omit the chapter with the findings of the analysis.
    #[arg(long)]
    no_findings: bool,
}

pub(crate) fn run(arguments: &Report, output: Output) -> Result<Exit, Failure> {
    let fonts = fonts(&arguments.font)?;
    let naming = settings::naming(&arguments.file, None)?;
    let project = open(&arguments.file)?;
    let index = Index::build(&project);
    let logic = Logic { project: &project, index: &index };
    let analysis = (!arguments.no_findings).then(|| analyse_now(logic, naming));
    let about = ReportDetails {
        name: None,
        version: None,
        made_at: Timestamp::now().get(),
        language: output::language(),
        analysis: analysis.as_ref().map(|analysis| Analysed { analysis, id: None }),
    };
    let bytes = report(logic, &about, &fonts, &|| false).map_err(|error| {
        Failure::ours(
            &Cannot::MakeReport { file: &arguments.file },
            Message::verbatim(error.to_string()),
        )
    })?;
    let path = arguments.output.as_path();
    let mut file = fs::File::create_new(path).map_err(|error| files::cannot_write(path, &error))?;
    let written = file.write_all(&bytes).and_then(|()| file.sync_all());
    written.map_err(|error| {
        // An incomplete file would look complete.
        drop(fs::remove_file(path));
        files::cannot_write(path, &error)
    })?;
    if output.is_json() {
        output::json(&json!({ "file": path, "bytes": bytes.len() }))?;
    } else {
        output::line(&Line::Reported { file: path, bytes: bytes.len() })?;
    }
    Ok(Exit::Done)
}
