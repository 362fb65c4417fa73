//! `tagbridge sessions`: the state of the bridge on this machine.

use clap::Args;
use serde::Serialize;
use tagbridge_bridge::{
    status::{GroupView, ScanView, SessionView},
    status_file::{ObservedBridge, StatusFile, StatusFileError, look},
};
use tagbridge_texts::{Coded, Message};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, State, TableWord},
    output::{self, Output},
    verbs::{
        broker,
        folder::{Folder, not_there},
        session,
    },
};

/// Show the state of the bridge on this computer.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge sessions\n  \
    tagbridge sessions --data /var/lib/tagbridge --json\n\n\
    The command reads the state from the bridge's data folder. It connects to no controller and to \
    no service.\n\n\
    Exit codes: 0 the bridge runs; 3 the bridge does not run, and its last state is shown. \
    `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Sessions {
    #[command(flatten)]
    folder: Folder,
}

/// The output as JSON.
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
            Ok(ObservedBridge { is_running: false, file: None })
        }
        seen => seen,
    };
    let ObservedBridge { is_running, file } = seen.map_err(|error| match error {
        StatusFileError::None { .. } => not_there(&folder),
        StatusFileError::File { .. } => Failure::new(
            Exit::Refused,
            &Cannot::LookInto { folder: &folder },
            &error,
            &Do::SameUser,
        ),
    })?;
    if output.is_json() {
        output::json(&Document { running: is_running, file: file.as_ref() })?;
    } else {
        output::line(headline(is_running, file.as_ref()))?;
        if let Some(file) = &file {
            let is_now = is_running || file.has_ended;
            let header = if is_now { Column::State } else { Column::StateUntilThen };
            table(&file.status.sessions, header)?;
            if let Some(mqtt) = &file.status.mqtt {
                output::text("")?;
                output::text(broker::text(mqtt))?;
            }
        }
    }
    Ok(if is_running { Exit::Done } else { Exit::Unreachable })
}

fn headline(is_running: bool, file: Option<&StatusFile>) -> Message {
    match (is_running, file) {
        (true, Some(file)) => Line::RunningSince {
            since: &file.since,
            process: file.process.into(),
            told: &session::clock(file.told_at),
            service: &file.service,
        }
        .message(),
        (true, None) => Line::RunningAndSilent.message(),
        (false, Some(file)) if file.has_ended => Line::EndedAt { at: &file.told_at }.message(),
        (false, Some(file)) => Line::EndedUnexpectedly { at: &file.told_at }.message(),
        (false, None) => Line::NeverRan.message(),
    }
}

fn table(sessions: &[SessionView], state: Column) -> Result<(), Failure> {
    if sessions.is_empty() {
        return Ok(output::line(&Line::NoSessions)?);
    }
    let rows: Vec<_> = sessions.iter().flat_map(rows).collect();
    output::text("")?;
    let header = [Column::Session, state, Column::LastScan, Column::Waiting, Column::LastPush];
    output::table(&header, &rows)?;
    Ok(())
}

/// A session, followed by its rate groups if there are several.
fn rows(session: &SessionView) -> Vec<Vec<String>> {
    let own = vec![
        session.name.clone(),
        session::text(session),
        took(&session.scan),
        output::said(&TableWord::Snapshots { count: session.outbox.depth }),
        session.service.last_push.map_or_else(|| "–".to_owned(), session::clock),
    ];
    let groups = session.groups.iter().map(|it| {
        let name = format!("  {}", it.name);
        vec![name, output::said(group(it)), took(&it.scan), String::new(), String::new()]
    });
    std::iter::once(own).chain(groups).collect()
}

fn took(scan: &ScanView) -> String {
    scan.last_ms.map_or_else(|| "–".to_owned(), |ms| format!("{ms:.1} ms"))
}

fn group(view: &GroupView) -> Message {
    let every = format!("{} ms", view.scan.interval_ms);
    let (missed, all) = (view.scan.missed, view.scan.missed + view.scan.count);
    let group = State::Group { tags: view.tags, every: &every, missed, all }.message();
    match view.problem.clone() {
        Some(problem) => State::GroupTrouble { group, problem }.message(),
        None => group,
    }
}
