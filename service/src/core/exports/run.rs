//! Executes an export.

use std::sync::Arc;

use tagbridge_api::export::ExportKind;
use tagbridge_report::pdf::{Analysed, ReportDetails, ReportError, report};
use tagbridge_store::{
    Artifact, ExportResult, Job, ProjectRef, StoreError, StoredExport, StoredRun, Transaction,
};
use tagbridge_texts::Language;

use crate::core::{
    Core,
    analyses::found_again,
    job_outcome::{FailureReason, JobFailure},
};

use crate::log_message::{LogMessage, event};

/// The version of the program that creates reports.
const ENGINE: &str = env!("CARGO_PKG_VERSION");
/// The longest file name that systems support, in bytes.
const NAME_BYTES_MAX: usize = 255;

/// Executes such a job.
pub(in crate::core) async fn run(core: &Core, job: &Job) -> Result<(), JobFailure> {
    let (org, id) = (job.org.clone(), job.id.clone());
    let found =
        core.blocking(move |core| core.store_of(&org).read(|tx| tx.export(&org, &id))).await?;
    let artifact = match found {
        Some((_, export)) if export.ended.is_none() && export.kind == ExportKind::Plc => {
            core.blocking(move |core| plc(core, export)).await?
        }
        Some((project, export)) if export.ended.is_none() => pdf(core, project, export).await?,
        // Its project was deleted, or the export is complete: only the job remains.
        _ => {
            let job = job.clone();
            let end = move |core: &Core| {
                core.store_of(&job.org).write(|tx| tx.end_job(&job.id, job.attempt))
            };
            return core.blocking(end).await.map(drop).map_err(JobFailure::from);
        }
    };
    let job = job.clone();
    Ok(core.blocking(move |core| finish(core, &job, Ok(&artifact))).await?)
}

/// Ends an export, unless another worker has it now. Blocks.
pub(in crate::core) fn finish(
    core: &Core,
    job: &Job,
    result: Result<&Artifact, FailureReason>,
) -> Result<(), StoreError> {
    core.store_of(&job.org).write(|tx| {
        if tx.end_job(&job.id, job.attempt)? {
            let result = result.cloned().map_err(FailureReason::json);
            tx.end_export(&job.id, &ExportResult { at: core.now(), result })?;
        }
        Ok(())
    })
}

/// Returns the original file, after verifying its bytes.
fn plc(core: &Core, export: StoredExport) -> Result<Artifact, JobFailure> {
    core.files().get(&export.file)?;
    let made_of = format!("{} {}", ExportKind::Plc.as_str(), export.file);
    Ok(Artifact { hash: export.file, name: export.file_name, made_of })
}

async fn pdf(
    core: &Core,
    project: ProjectRef,
    export: StoredExport,
) -> Result<Artifact, JobFailure> {
    let export = Arc::new(export);
    let named = {
        let (org, export) = (project.org.clone(), export.clone());
        let fonts = core.options().report_fonts.id();
        let look = move |tx: &Transaction<'_>| {
            let name = tx.project(&project)?.name;
            let run = tx.newest_complete_run(&project, Some(&export.version))?;
            let made_of = made_of(&export, &name, run.as_ref(), fonts);
            Ok::<_, StoreError>((tx.artifact_of(&made_of)?, name, run, made_of))
        };
        move |core: &Core| {
            let (known, name, run, made_of) = core.store_of(&org).read(look)?;
            // Storing the file again protects it from the next clean-up.
            let kept = known.and_then(|hash| core.artifacts().get(&hash).ok());
            let kept = kept.map(|bytes| core.artifacts().put(&bytes)).transpose()?;
            Ok::<_, StoreError>((kept, name, run, made_of))
        }
    };
    let (kept, name, run, made_of) = core.blocking(named).await?;
    let file_name = file_of(&format!("{name} v{}.pdf", export.version_number));
    if let Some(hash) = kept {
        return Ok(Artifact { hash, name: file_name, made_of });
    }
    let facts = core.facts_of(&export.file, &export.file_name).await?;
    let write = move |core: &Core| {
        let found = run.as_ref().map(|run| found_again(core, &facts, run));
        let id = run.as_ref().map(|run| &*run.id);
        let about = ReportDetails {
            name: Some(&name),
            version: Some(export.version_number),
            made_at: core.now().get(),
            language: Language::of_locale(&export.language),
            analysis: found.as_ref().map(|analysis| Analysed { analysis, id }),
        };
        let fonts = &core.options().report_fonts;
        let bytes = report(facts.logic(), &about, fonts, &|| core.is_stopping());
        let bytes = bytes.map_err(|error| match error {
            ReportError::Stopped => JobFailure::Stopped,
            ReportError::Library(_) => {
                event!(error, LogMessage::NoReport, %error, export.id);
                JobFailure::Failed(FailureReason::Fault)
            }
        })?;
        drop(facts);
        Ok::<_, JobFailure>(core.artifacts().put(&bytes)?)
    };
    let hash = core.blocking(write).await?;
    Ok(Artifact { hash, name: file_name, made_of })
}

/// The identity of all inputs of a report.
fn made_of(export: &StoredExport, name: &str, run: Option<&StoredRun>, fonts: u64) -> String {
    let StoredExport { file, version_number, language, .. } = export;
    let (kind, run) = (ExportKind::Pdf.as_str(), run.map_or("-", |run| &run.id));
    format!("{kind} {ENGINE} {file} {version_number} {run} {language} {fonts:x} {name}")
}

/// The name of the file: without a path, and without characters that file systems or screens cannot
/// show.
pub(super) fn file_of(name: &str) -> String {
    // The folder in the original path is removed: it is confidential, and not a path to write to.
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let shown = name.chars().filter(|char| !char.is_control() && !changes_text_direction(*char));
    let shown: String = shown.collect::<String>().trim().trim_start_matches('.').to_owned();
    let (stem, extension) = match shown.rsplit_once('.') {
        Some((stem, extension)) if extension.len() < NAME_BYTES_MAX / 2 => {
            (stem.to_owned(), format!(".{extension}"))
        }
        _ => (shown, String::new()),
    };
    let room = NAME_BYTES_MAX - extension.len();
    let stem = &stem[..stem.floor_char_boundary(room)];
    if stem.is_empty() { format!("project{extension}") } else { format!("{stem}{extension}") }
}

/// Whether a character changes the text direction, so that a name looks different.
fn changes_text_direction(char: char) -> bool {
    matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_name_that_is_no_path() {
        let long = "ä".repeat(255);
        for (name, expected) in [
            ("Linie 4 – Mühle.L5X", "Linie 4 – Mühle.L5X"),
            ("..\\..\\C:\\a/../b.zip", "b.zip"),
            ("../", "project"),
            ("..", "project"),
            ("...L5X", "L5X"),
            (".L5X", "L5X"),
            ("a\r\nb\0.L5X", "ab.L5X"),
            ("Line\u{202e}X5L.exe", "LineX5L.exe"),
            ("\"quoted\".export", "\"quoted\".export"),
            (&format!("{long}.L5X"), &format!("{}.L5X", "ä".repeat(125))),
            (&long, &"ä".repeat(127)),
        ] {
            assert_eq!(file_of(name), expected, "{name}");
        }
    }
}
