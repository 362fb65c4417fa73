//! `tagbridge store`: the location of the built-in service's data.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::{Args, Subcommand};
use serde_json::json;
use tagbridge_service::{CopyStep, Service, StoreError, TransferError};
use tagbridge_texts::Coded;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText},
    output::{self, Output},
    verbs::serve,
};

/// Shorter work shows no progress; this is also the minimum time between progress lines.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct Store {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Copy all data of the built-in service from one folder to another. If a folder contains
    /// store.toml, its data is in the PostgreSQL database that this file names.
    #[command(after_help = "Example: tagbridge store copy --from DIR --to NEW\n\n\
        Stop the service first: no service may use the folders during the copy. To continue an \
        interrupted copy, run the command again.")]
    Copy {
        /// The data folder to copy from.
        #[arg(long, value_name = "DIR")]
        from: PathBuf,
        /// The folder to copy to. It must not contain data. It may contain store.toml with the
        /// address of an empty PostgreSQL database.
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
}

pub(crate) fn run(arguments: &Store, output: Output) -> Result<Exit, Failure> {
    let Action::Copy { from, to } = &arguments.action;
    let what = Cannot::CopyData { from, to };
    if !Service::is_in(from) {
        let why = ReasonText::NoServiceData;
        return Err(Failure::new(Exit::Usage, &what, &why, &Do::ServedFolder));
    }
    let mut told = Instant::now();
    let mut tell = |step: CopyStep<'_>| {
        if told.elapsed() >= PATIENCE {
            told = Instant::now();
            match step {
                CopyStep::Rows(table, rows) => output::aside(&Line::CopyingRows { table, rows }),
                CopyStep::Files(files) => output::aside(&Line::CopyingFiles { files }),
                CopyStep::Compares(table) => output::aside(&Line::ComparingTable { table }),
            }
        }
    };
    let report = Service::transfer(from, to, &mut tell).map_err(|error| match &error {
        TransferError::Claim(claim) => serve::not_claimed(&what, claim),
        TransferError::Store(store) if store.is_refusal() => {
            Failure::new(Exit::Refused, &what, store, &Do::AnotherFolder)
        }
        TransferError::Store(store @ StoreError::Unavailable(_)) => {
            Failure::new(Exit::Unreachable, &what, store, &Do::RunAgain)
        }
        _ => Failure::ours(&what, error.message()),
    })?;
    let rows: u64 = report.tables.iter().map(|table| table.rows).sum();
    if output.is_json() {
        let tables = report
            .tables
            .iter()
            .map(|table| json!({ "name": table.name, "rows": table.rows, "hash": table.hash }));
        let tables: Vec<_> = tables.collect();
        output::json(&json!({ "to": to, "rows": rows, "files": report.files, "tables": tables }))?;
    } else {
        let (tables, files) = (report.tables.len(), report.files);
        output::line(&Line::StoreCopied { tables, rows, files, to })?;
    }
    Ok(Exit::Done)
}
