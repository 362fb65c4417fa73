//! `tagbridge bundle`: information for support, with a preview, without secrets.

use std::{fs, io::Write, path::PathBuf};

use clap::Args;
use serde_json::json;
use tagbridge_desk::{
    bundle::{file_name, of_folder},
    view,
};
use tagbridge_texts::{Coded, Message};

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Column, Line},
    output::{self, Output},
    verbs::folder::{Folder, not_there},
};

/// Create a support bundle: a ZIP file with status, settings, event log and a summary of the
/// outboxes, without values and without secrets.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge bundle --preview                 shows the contents\n  \
    tagbridge bundle --pseudonyms              calls the tags tag-1, tag-2, …\n  \
    tagbridge bundle --data /var/lib/tagbridge --output support.zip\n\n\
    The bundle is created from the bridge's data folder and its configuration. The bridge may run \
    or not, and its files are not changed. Tagbridge does not send the bundle anywhere: check it, \
    and send it yourself.")]
pub(crate) struct Bundle {
    #[command(flatten)]
    folder: Folder,

    /// Show what the bundle would contain, and write no file.
    #[arg(long, conflicts_with = "output")]
    preview: bool,

    /// Replace tag names by pseudonyms. A tag has the same pseudonym everywhere in the bundle.
    #[arg(long)]
    pseudonyms: bool,

    /// The file to create [default: tagbridge-support-DATE.zip in this folder].
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: Bundle, output: Output) -> Result<Exit, Failure> {
    let folder = arguments.folder.path(output)?;
    // Before its first start a bridge only has a configuration.
    if !folder.is_dir() && arguments.folder.configuration().is_none() {
        return Err(not_there(&folder));
    }
    let contents = of_folder(&folder, arguments.folder.configuration(), arguments.pseudonyms);
    let contents = contents.map_err(failed)?;
    let seen = contents.preview();
    if arguments.preview {
        if output.is_json() {
            output::json(&seen)?;
        } else {
            show(&seen)?;
        }
        return Ok(Exit::Done);
    }
    let path = arguments.output.unwrap_or_else(|| file_name().into());
    let archive = contents.archive().map_err(failed)?;
    let mut file = files::create_private(&path)?;
    let written = file.write_all(&archive).and_then(|()| file.sync_all());
    written.map_err(|error| {
        // An incomplete file would look complete.
        drop(fs::remove_file(&path));
        files::cannot_write(&path, &error)
    })?;
    if output.is_json() {
        output::json(&json!({ "file": path, "bytes": archive.len(), "removed": seen.removed }))?;
    } else {
        let (file, files) = (path.as_path(), seen.files.len());
        output::line(&Line::Bundled { file, files, removed: removed(&seen) })?;
    }
    Ok(Exit::Done)
}

fn show(seen: &view::Bundle) -> Result<(), Failure> {
    let rows: Vec<_> = seen
        .files
        .iter()
        .map(|it| vec![it.name.clone(), format!("{} B", it.bytes), output::said(&it.said)])
        .collect();
    output::table(&[Column::File, Column::Size, Column::What], &rows)?;
    output::text(format!("\n{}", output::said(removed(seen))))?;
    for it in &seen.files {
        output::text(format!("\n── {} ──\n{}", it.name, it.text.trim_end()))?;
    }
    Ok(())
}

/// The removed texts, by kind.
fn removed(seen: &view::Bundle) -> Message {
    if seen.removed.is_empty() {
        return Line::NothingSecret.message();
    }
    let kinds = seen.removed.iter().map(|it| format!("{} ({})", it.what, it.count));
    Line::TakenOut { kinds: &kinds.collect::<Vec<_>>().join(", ") }.message()
}

fn failed(failure: view::Failure) -> Failure {
    let exit = if failure.error == "not_found" { Exit::Usage } else { Exit::Ours };
    Failure::new(exit, &Cannot::MakeBundle, failure.message, failure.remedy)
}
