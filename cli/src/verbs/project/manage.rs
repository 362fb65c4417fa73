//! `tagbridge project rename`, `archive`, `restore`, `delete`, `versions`, `file` and `use`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use serde_json::json;
use tagbridge_api::{Error, project::ProjectChange};
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Column, Do, Line, TableWord},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

/// A project of the built-in service.
#[derive(Args)]
pub(crate) struct ProjectChoice {
    #[command(flatten)]
    owned: OrganizationArguments,
    /// The project's id, as `tagbridge project list` shows it.
    id: String,
}

#[derive(Subcommand)]
pub(crate) enum Manage {
    /// Rename a project.
    #[command(after_help = "Example: tagbridge project rename --data DIR prj_1f2e \"Line 4\"")]
    Rename {
        #[command(flatten)]
        which: ProjectChoice,
        /// The new name.
        #[arg(value_parser = NonEmptyStringValueParser::new())]
        name: String,
    },
    /// Archive a project: it is no longer listed, and the service keeps its data.
    #[command(after_help = "Example: tagbridge project archive --data DIR prj_1f2e\n\n\
        `tagbridge project add` adds no version to an archived project. The service still stores \
        the values that a bridge delivers for it.")]
    Archive(ProjectChoice),
    /// Restore an archived project.
    #[command(after_help = "Example: tagbridge project restore --data DIR prj_1f2e")]
    Restore(ProjectChoice),
    /// Delete an archived project permanently, with its versions, values and history.
    #[command(after_help = "Example: tagbridge project delete --data DIR prj_1f2e")]
    Delete(ProjectChoice),
    /// List a project's versions. The newest is first.
    #[command(after_help = "Example: tagbridge project versions --data DIR prj_1f2e")]
    Versions(ProjectChoice),
    /// Save the project file of a version.
    #[command(after_help = "Examples:\n  \
        tagbridge project file --data DIR prj_1f2e 3\n  \
        tagbridge project file --data DIR prj_1f2e 3 -o Line4_before.L5X\n\n\
        The saved file is identical to the added file. `tagbridge project inspect` shows its \
        contents, and `tagbridge logic FILE diff` compares it with another file.")]
    File {
        #[command(flatten)]
        which: ProjectChoice,
        /// The number of the version [default: the current version].
        number: Option<u32>,
        /// The file to create [default: its original name, in this folder].
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Make an older version current again, as a new version.
    #[command(after_help = "Example: tagbridge project use --data DIR prj_1f2e 3")]
    Use {
        #[command(flatten)]
        which: ProjectChoice,
        /// The number of the version, as `tagbridge project versions` shows it.
        number: u32,
    },
}

pub(crate) fn run(manage: Manage, output: Output) -> Result<Exit, Failure> {
    match manage {
        Manage::Rename { which, name } => {
            change(&which, &ProjectChange { name: Some(name), archived: None }, output)
        }
        Manage::Archive(which) => {
            change(&which, &ProjectChange { name: None, archived: Some(true) }, output)
        }
        Manage::Restore(which) => {
            change(&which, &ProjectChange { name: None, archived: Some(false) }, output)
        }
        Manage::Delete(which) => delete(&which, output),
        Manage::Versions(which) => versions(&which, output),
        Manage::File { which, number, output: file } => write(&which, number, file, output),
        Manage::Use { which, number } => use_again(&which, number, output),
    }
}

fn change(which: &ProjectChoice, change: &ProjectChange, output: Output) -> Result<Exit, Failure> {
    let changed = which.owned.reopen()?.change_project(&which.id, change);
    let changed = changed.map_err(|error| refused(which.owned.data(), &error))?;
    if output.is_json() {
        output::json(&changed)?;
    } else if changed.archived_at.is_some() {
        output::line(&Line::ProjectArchived { name: &changed.name })?;
    } else {
        output::line(&Line::ProjectListed { name: &changed.name })?;
    }
    Ok(Exit::Done)
}

fn delete(which: &ProjectChoice, output: Output) -> Result<Exit, Failure> {
    let deleted = which.owned.reopen()?.delete_project(&which.id);
    let deleted = deleted.map_err(|error| refused(which.owned.data(), &error))?;
    if output.is_json() {
        output::json(&deleted)?;
    } else {
        output::line(&Line::ProjectDeleted { name: &deleted.name })?;
    }
    Ok(Exit::Done)
}

fn versions(which: &ProjectChoice, output: Output) -> Result<Exit, Failure> {
    let list = which.owned.reopen()?.versions(&which.id);
    let list = list.map_err(|error| refused(which.owned.data(), &error))?;
    if output.is_json() {
        output::json(&list)?;
        return Ok(Exit::Done);
    }
    let rows = list.versions.iter().map(|it| {
        let current = if it.current { output::said(&TableWord::Current) } else { String::new() };
        let number = it.version_number.to_string();
        vec![number, it.file_name.clone(), it.created_at.to_string(), current]
    });
    let header = [Column::Version, Column::File, Column::Made, Column::State];
    output::table(&header, &rows.collect::<Vec<_>>())?;
    Ok(Exit::Done)
}

fn write(
    which: &ProjectChoice,
    number: Option<u32>,
    file: Option<PathBuf>,
    output: Output,
) -> Result<Exit, Failure> {
    let found = which.owned.reopen()?.version_file(&which.id, number);
    let (name, bytes) = found.map_err(|error| refused(which.owned.data(), &error))?;
    // The name is from an upload, so it must not be used as a path.
    let base = || Path::new(&name).file_name().unwrap_or("project".as_ref()).into();
    let file = file.unwrap_or_else(base);
    files::create(&file, &bytes)?;
    if output.is_json() {
        output::json(&json!({ "file": file, "file_name": name, "bytes": bytes.len() }))?;
    } else {
        output::line(&Line::VersionIn { file: &file })?;
    }
    Ok(Exit::Done)
}

fn use_again(which: &ProjectChoice, number: u32, output: Output) -> Result<Exit, Failure> {
    let used = which.owned.reopen()?.use_version(&which.id, number);
    let used = used.map_err(|error| refused(which.owned.data(), &error))?;
    if output.is_json() {
        output::json(&used)?;
    } else if used.version_id.is_some() {
        let now = used.version_number.into();
        output::line(&Line::VersionUsedAgain { number: number.into(), now })?;
    } else {
        output::line(&Line::VersionIsCurrent { number: number.into() })?;
    }
    Ok(Exit::Done)
}

/// The service's error, with the remedy.
fn refused(data: &Path, error: &Error) -> Failure {
    let (exit, remedy) = if error.error == "project_in_use" {
        (Exit::Refused, (&Do::ArchiveFirst).into())
    } else {
        (Exit::Usage, Message::from(&Do::CheckProjectId { data }))
    };
    Failure::new(exit, &Cannot::ManageProject, Message::verbatim(error.message.clone()), remedy)
}
