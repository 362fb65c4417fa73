//! `tagbridge backup` and `tagbridge restore`: a copy of the built-in service's data.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tagbridge_service::Service;

use crate::{
    failure::{Exit, Failure},
    output::{self, Output},
};

/// Back up the built-in service's data, consistently, while it serves.
#[derive(Args)]
#[command(after_help = "Example: tagbridge backup --data DIR --to COPY")]
pub(crate) struct Backup {
    /// The service's data folder.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder to write the backup to; not the data folder of a service.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// Restore a service's data from a backup, checked byte by byte.
#[derive(Args)]
#[command(after_help = "Example: tagbridge restore --from COPY --data DIR")]
pub(crate) struct Restore {
    /// The folder that `backup` wrote.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The new data folder; not the data folder of a service.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

pub(crate) fn back_up(arguments: &Backup, output: Output) -> Result<Exit, Failure> {
    copy(&arguments.data, &arguments.to, output)
}

pub(crate) fn restore(arguments: &Restore, output: Output) -> Result<Exit, Failure> {
    copy(&arguments.from, &arguments.data, output)
}

fn copy(from: &Path, to: &Path, output: Output) -> Result<Exit, Failure> {
    let what =
        || format!("cannot copy the service's data from {} to {}", from.display(), to.display());
    if !Service::is_in(from) {
        let remedy = "name the folder that `serve --data` or `backup --to` had";
        return Err(Failure::new(Exit::Usage, what(), "no service keeps its data there", remedy));
    }
    if Service::is_in(to) {
        let remedy = "name another folder, or move that one away";
        return Err(Failure::new(Exit::Usage, what(), "there is a service's data already", remedy));
    }
    let files = Service::copy(from, to).map_err(|error| Failure::ours(what(), &error))?;
    if output.is_json() {
        output::json(&json!({ "to": to, "files": files }))?;
    } else {
        let to = to.display();
        output::line(format_args!("copied the database and {files} project files to {to}"))?;
    }
    Ok(Exit::Done)
}
