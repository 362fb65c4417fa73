//! `tagbridge backup` and `tagbridge restore`: a copy of the built-in service's data.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tagbridge_service::{Service, StoreError};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText},
    output::{self, Output},
};

/// Back up the built-in service's data. The service may run; the backup is consistent.
#[derive(Args)]
#[command(after_help = "Example: tagbridge backup --data DIR --to COPY")]
pub(crate) struct Backup {
    /// The service's data folder.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder for the backup. It must not contain a service's data.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// Restore the built-in service's data from a backup, and check each file.
#[derive(Args)]
#[command(after_help = "Example: tagbridge restore --from COPY --data DIR")]
pub(crate) struct Restore {
    /// The folder that `tagbridge backup` wrote.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The new data folder. It must not contain a service's data.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

pub(crate) fn back_up(arguments: &Backup, output: Output) -> Result<Exit, Failure> {
    copy(&arguments.data, &arguments.to, &Do::RunAgain, output)
}

pub(crate) fn restore(arguments: &Restore, output: Output) -> Result<Exit, Failure> {
    copy(&arguments.from, &arguments.data, &Do::AnotherBackup, output)
}

/// Copies a data folder; `remedy` is the advice if `from` is damaged.
fn copy(from: &Path, to: &Path, remedy: &Do<'_>, output: Output) -> Result<Exit, Failure> {
    let what = Cannot::CopyData { from, to };
    if !Service::is_in(from) {
        let why = ReasonText::NoServiceData;
        return Err(Failure::new(Exit::Usage, &what, &why, &Do::ServedFolder));
    }
    if Service::is_in(to) {
        let why = ReasonText::DataAlready;
        return Err(Failure::new(Exit::Usage, &what, &why, &Do::AnotherFolder));
    }
    let files = Service::copy(from, to).map_err(|error| match error {
        StoreError::Broken(_) => Failure::new(Exit::Ours, &what, &error, remedy),
        _ => Failure::ours(&what, &error),
    })?;
    if output.is_json() {
        output::json(&json!({ "to": to, "files": files }))?;
    } else {
        output::line(&Line::Copied { files, to })?;
    }
    Ok(Exit::Done)
}
