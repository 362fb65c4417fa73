//! `tagbridge sessions`: what the bridge on this machine is doing.

use clap::Args;
use serde::Serialize;
use tagbridge_bridge::{
    status::SessionView,
    status_file::{Seen, StatusFile, StatusFileError, look},
};

use crate::{
    failure::{Exit, Failure, chain},
    output::{self, Output},
    verbs::{
        folder::{Folder, not_there},
        session,
    },
};

/// Show what the bridge on this machine is doing.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge sessions                                 of tagbridge.toml here\n  \
    tagbridge sessions --data /var/lib/tagbridge --json\n\
    It is read from the bridge's data folder; neither the controllers nor the service are asked.\n\
    Exit codes: 0 it runs · 3 it does not run, and what it did last is shown.")]
pub(crate) struct Sessions {
    #[command(flatten)]
    folder: Folder,
}

/// What a machine is told.
#[derive(Serialize)]
struct Document<'a> {
    running: bool,
    #[serde(flatten)]
    file: Option<&'a StatusFile>,
}

pub(crate) fn run(arguments: &Sessions, output: Output) -> Result<Exit, Failure> {
    let folder = arguments.folder.bridge(output)?;
    let seen = match look(&folder) {
        Err(StatusFileError::None { .. })
            if arguments.folder.is_configured() || folder.is_dir() =>
        {
            Ok(Seen { is_running: false, file: None })
        }
        seen => seen,
    };
    let Seen { is_running, file } = seen.map_err(|error| match error {
        StatusFileError::None { .. } => not_there(&folder),
        StatusFileError::File { .. } => {
            let remedy = "run it as the user whom the bridge runs as";
            let what = format!("cannot look into {}", folder.display());
            Failure::new(Exit::Refused, what, chain(&error), remedy)
        }
    })?;
    if output.is_json() {
        output::json(&Document { running: is_running, file: file.as_ref() })?;
    } else {
        output::line(headline(is_running, file.as_ref()))?;
        if let Some(file) = &file {
            let header = if is_running || file.has_ended { "STATE" } else { "STATE UNTIL THEN" };
            table(&file.status.sessions, header)?;
        }
    }
    Ok(if is_running { Exit::Done } else { Exit::Unreachable })
}

fn headline(is_running: bool, file: Option<&StatusFile>) -> String {
    match (is_running, file) {
        (true, Some(it)) => format!(
            "running since {} as process {}, told at {}; values go to {}",
            it.since,
            it.process,
            session::clock(it.told_at),
            it.service
        ),
        (true, None) => "running, and has told nothing of itself yet".to_owned(),
        (false, Some(it)) if it.has_ended => format!("not running: it ended at {}", it.told_at),
        (false, Some(it)) => {
            format!("not running: it ended unexpectedly, and was last heard at {}", it.told_at)
        }
        (false, None) => "not running, and nothing tells that it ever did".to_owned(),
    }
}

fn table(sessions: &[SessionView], state: &str) -> Result<(), Failure> {
    if sessions.is_empty() {
        return Ok(output::line("no sessions")?);
    }
    let rows: Vec<_> = sessions.iter().map(row).collect();
    output::line("")?;
    output::table(&["SESSION", state, "LAST SCAN", "WAITING", "LAST PUSH"], &rows)?;
    Ok(())
}

fn row(it: &SessionView) -> Vec<String> {
    let waiting = usize::try_from(it.outbox.depth).unwrap_or(usize::MAX);
    vec![
        it.name.clone(),
        session::text(it),
        it.scan.last_ms.map_or_else(|| "–".to_owned(), |ms| format!("{ms:.1} ms")),
        output::counted(waiting, "snapshot"),
        it.service.last_push.map_or_else(|| "–".to_owned(), session::clock),
    ]
}
