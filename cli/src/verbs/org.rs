//! `tagbridge org`: the organizations that share the built-in service.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;
use tagbridge_service::{OrgError, Organization};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line},
    output::{self, Output},
    verbs::serve,
};

#[derive(Args)]
pub(crate) struct Org {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create an organization, with its own projects, teams and keys.
    #[command(after_help = "Example: tagbridge org create --data DIR acme --name \"Acme Works\"\n\
        Then: tagbridge key create --data DIR --org acme --name bridge --permissions hmi_push")]
    Create {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
        /// Its id: small letters, digits and hyphens.
        id: String,
        /// Its display name [default: its id].
        #[arg(long)]
        name: Option<String>,
    },
    /// List the organizations, the oldest first.
    #[command(after_help = "Example: tagbridge org list --data DIR")]
    List {
        /// The service's data folder.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
}

pub(crate) fn run(arguments: Org, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Create { data, id, name } => {
            let made = serve::open(&data)?.create_org(&id, name.as_deref().unwrap_or(&id));
            let made = made.map_err(|error| {
                let what = Cannot::MakeOrg { id: &id };
                match error {
                    OrgError::Store(error) => Failure::ours(&what, &error),
                    error => Failure::new(Exit::Usage, &what, &error, &Do::OtherOrgId),
                }
            })?;
            if output.is_json() {
                output::json(&document(&made))?;
            } else {
                output::line(&Line::OrgMade { id: &id })?;
            }
        }
        Action::List { data } => {
            let orgs = serve::reopen(&data)?.orgs();
            let orgs = orgs.map_err(|error| Failure::ours(&Cannot::ListOrgs, &error))?;
            if output.is_json() {
                output::json(&orgs.iter().map(document).collect::<Vec<_>>())?;
            } else {
                let rows: Vec<_> = orgs.iter().map(row).collect();
                output::table(&[Column::Id, Column::Name, Column::Made], &rows)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The service's own organization has no creation time.
fn is_own(org: &Organization) -> bool {
    org.org == tagbridge_service::Org::local()
}

fn row(org: &Organization) -> Vec<String> {
    let made = if is_own(org) { String::new() } else { org.created_at.to_string() };
    vec![org.org.to_string(), org.name.clone(), made]
}

/// Another process may depend on these names.
fn document(org: &Organization) -> serde_json::Value {
    let made = (!is_own(org)).then_some(org.created_at);
    json!({ "id": org.org.as_str(), "name": org.name, "created_at": made })
}
