//! `tagbridge project`: project files, and the built-in service's projects.

mod inspect;
mod manage;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use tagbridge_api::{
    project::{Project as Resource, Vendor},
    upload::{Resolution, Uploaded},
};
use tagbridge_project::{NoteKind, ProjectError, Source};
use tagbridge_service::{AddError, NewProject};
use tagbridge_texts::Coded;

use crate::{
    arguments::{list, vendor},
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, ReasonText, UploadReason},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

/// Maximum number of unread parts of a file that are listed separately.
const UNREAD: usize = 5;

#[derive(Args)]
pub(crate) struct Project {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Inspect(inspect::Inspect),
    /// Add a project to the built-in service, and print its id.
    #[command(after_help = "Examples:\n  \
        tagbridge project add --data DIR Line4.L5X\n  \
        tagbridge project add --data DIR Line4-new.L5X --into prj_1f2e\n  \
        tagbridge project add --data DIR --name \"Line 4\" --vendor siemens\n\n\
        FILE has the same formats as for `tagbridge project inspect`. Without FILE, the new \
        project is empty, and --name and --vendor are required.\n\n\
        The file becomes the next version of an existing project if both have the same controller \
        name and the same serial number. If one of them has no serial number, the model and most \
        names of tags and blocks must be the same. Otherwise the command creates a new project.\n\n\
        Two machines with the same program and no serial number in their files count as one \
        project. To add the second machine as a project of its own, use --name with a new name. \
        With the name of an existing project, --name adds a version to that project. --into always \
        adds a version.")]
    Add {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// The project's name [default: the name in the file].
        #[arg(long, value_parser = NonEmptyStringValueParser::new())]
        name: Option<String>,
        /// Add the file as the next version of the project with this id.
        #[arg(long, value_name = "ID", conflicts_with_all = ["name", "vendor"], requires = "file")]
        into: Option<String>,
        /// The platform of a project without FILE: allen-bradley, siemens or codesys.
        #[arg(long, conflicts_with = "file", value_parser = vendor)]
        vendor: Option<Vendor>,
        /// The project's file or folder.
        file: Option<PathBuf>,
    },
    /// List the projects. The most recently used is first.
    #[command(after_help = "Example: tagbridge project list --data DIR")]
    List {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// List the archived projects instead.
        #[arg(long)]
        archived: bool,
    },
    #[command(flatten)]
    Manage(manage::Manage),
}

pub(crate) fn run(arguments: Project, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Inspect(inspect) => return inspect::run(&inspect, output),
        Action::Add { owned, name, into, file: Some(file), .. } => {
            add_file(&owned, name, into.as_deref(), &file, output)?;
        }
        Action::Add { owned, name: Some(name), vendor: Some(vendor), file: None, .. } => {
            let project =
                owned
                    .open()?
                    .create_project(NewProject { name: name.clone(), vendor })
                    .map_err(|error| Failure::ours(&Cannot::AddNamed { name: &name }, &error))?;
            if output.is_json() {
                output::json(&project)?;
            } else {
                output::text(project.project_id)?;
            }
        }
        Action::Add { owned, name, vendor, .. } => {
            return Err(missing_arguments(owned.data(), name.as_deref(), vendor));
        }
        Action::Manage(manage) => return manage::run(manage, output),
        Action::List { owned, archived } => {
            let projects = owned
                .reopen()?
                .projects(archived)
                .map_err(|error| Failure::ours(&Cannot::ListProjects, &error))?;
            if output.is_json() {
                output::json(&projects)?;
            } else {
                let rows: Vec<_> = projects.iter().map(row).collect();
                let header = [Column::Id, Column::Name, Column::Vendor, Column::Touched];
                output::table(&header, &rows)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The missing arguments, if neither a file nor all properties of an empty project were given.
fn missing_arguments(data: &Path, name: Option<&str>, vendor: Option<Vendor>) -> Failure {
    let vendors = list(Vendor::ALL.iter().map(|vendor| vendor.as_str()));
    let (why, remedy) = match (name, vendor) {
        (None, None) => (ReasonText::FileMissing, Do::AddFile { data }.message()),
        (Some(name), _) => {
            (ReasonText::VendorMissing, Do::AddVendor { data, name, vendors: &vendors }.message())
        }
        (None, Some(vendor)) => {
            (ReasonText::NameMissing, Do::AddName { data, vendor: vendor.as_str() }.message())
        }
    };
    Failure::new(Exit::Usage, &Cannot::AddAProject, &why, remedy)
}

fn add_file(
    owned: &OrganizationArguments,
    name: Option<String>,
    into: Option<&str>,
    path: &Path,
    output: Output,
) -> Result<(), Failure> {
    let refused = |error: &ProjectError| unreadable(path, error);
    let source = Source::open(path).map_err(|error| refused(&error))?;
    // Before the project is created.
    let project = tagbridge_project::read(&source).map_err(|error| refused(&error))?;
    tell_unread(&project, path);
    let (file_name, bytes) = source.into_one_file().map_err(|error| refused(&error))?;
    let service = owned.open()?;
    let added = match into {
        Some(id) => service.add_version(id, &file_name, bytes),
        None => service.add_project(name, &file_name, bytes),
    };
    let added = added.map_err(|error| {
        let what = Cannot::AddProject { file: path };
        match error {
            AddError::Unreadable(error) => refused(&error),
            AddError::Store(error) => Failure::ours(&what, &error),
            error => {
                Failure::new(Exit::Usage, &what, &error, &Do::CheckInto { data: owned.data() })
            }
        }
    })?;
    if output.is_json() {
        output::json(&added)?;
    } else {
        output::text(&added.project_id)?;
        output::text_aside(became(&added));
    }
    Ok(())
}

/// Reports the parts of a file that could not be read, in addition to the result.
pub(crate) fn tell_unread(project: &tagbridge_project::Project, path: &Path) {
    let unread: Vec<_> =
        project.notes.iter().filter(|it| it.kind == NoteKind::Unreadable).collect();
    for it in unread.iter().take(UNREAD) {
        output::aside(&Line::NoteOf { subject: it.subject.clone(), what: it.what.clone() });
    }
    if unread.len() > UNREAD {
        output::aside(&Line::MoreNotes { count: unread.len() - UNREAD, file: path });
    }
}

/// The result for a file, for a user.
fn became(added: &Uploaded) -> String {
    let number = added.version_number.into();
    let became = output::said(&match added.resolution {
        Resolution::Created => Line::ProjectCreated,
        Resolution::Existing | Resolution::AddVersion => Line::ProjectVersion { number },
        Resolution::IdenticalFile => Line::ProjectIdentical { number },
    });
    match &added.decision {
        Some(why) => format!("{became}: {}", output::said(&UploadReason::from(why))),
        None => became,
    }
}

pub(super) fn unreadable(path: &Path, error: &ProjectError) -> Failure {
    let what = Cannot::ReadProject { file: path };
    Failure::new(Exit::Usage, &what, error, error.remedy.clone())
}

/// Reads a project's file or folder.
pub(crate) fn open(path: &Path) -> Result<tagbridge_project::Project, Failure> {
    Source::open(path)
        .and_then(|source| tagbridge_project::read(&source))
        .map_err(|error| unreadable(path, &error))
}

fn row(project: &Resource) -> Vec<String> {
    vec![
        project.project_id.clone(),
        project.name.clone(),
        project.vendor.map(|it| it.to_string()).unwrap_or_default(),
        project.updated_at.to_string(),
    ]
}
