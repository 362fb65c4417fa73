//! `tagbridge project`: the built-in service's projects.

use std::path::PathBuf;

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use tagbridge_api::project::{Project as Resource, Vendor};
use tagbridge_service::NewProject;

use crate::{
    failure::{Exit, Failure},
    output::{self, Output},
    verbs::serve,
};

#[derive(Args)]
pub(crate) struct Project {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Put a project into the built-in service; prints its id.
    #[command(
        after_help = "Example: tagbridge project add --data DIR --name \"Line 4\" --vendor allen-bradley"
    )]
    Add {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
        /// The project's name.
        #[arg(long, value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// The platform: allen-bradley, siemens or codesys.
        #[arg(long)]
        vendor: Vendor,
    },
    /// List the projects, most recently touched first.
    #[command(after_help = "Example: tagbridge project list --data DIR")]
    List {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
}

pub(crate) fn run(arguments: Project, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Add { data, name, vendor } => {
            let project = serve::open(&data)?
                .create_project(NewProject { name: name.clone(), vendor })
                .map_err(|error| Failure::ours(format!("cannot add project `{name}`"), &error))?;
            if output.is_json() {
                output::json(&project)?;
            } else {
                output::line(project.project_id)?;
            }
        }
        Action::List { data } => {
            let projects = serve::reopen(&data)?
                .projects()
                .map_err(|error| Failure::ours("cannot list the projects", &error))?;
            if output.is_json() {
                output::json(&projects)?;
            } else {
                let rows: Vec<_> = projects.iter().map(row).collect();
                output::table(&["ID", "NAME", "VENDOR", "TOUCHED"], &rows)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn row(project: &Resource) -> Vec<String> {
    vec![
        project.project_id.clone(),
        project.name.clone(),
        project.vendor.map(|it| it.to_string()).unwrap_or_default(),
        project.updated_at.to_string(),
    ]
}
