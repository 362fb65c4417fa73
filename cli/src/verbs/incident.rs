//! `tagbridge incident`: the incidents of recordings, which are kept until the user deletes them.

use std::{fs, path::PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use tagbridge_recording::{Incident, Incidents};

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Column, RecordedLine},
    output::{self, Output},
    verbs::{
        folder::Folder,
        recorded::{self, unreadable},
        recording,
    },
};

/// List, export, import and delete the incidents of recordings.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge incident list\n  \
    tagbridge incident note 3 'The guard of the capper was open.'\n  \
    tagbridge incident export 3 stop.tbrec\n  \
    tagbridge recording show --incident 3 --at 2026-01-01T03:12:04Z\n\n\
    A trigger in the configuration is a condition on a tag. When the condition becomes true, the \
    bridge creates an incident: it keeps the recording before and after this moment, and the \
    project, until you delete the incident.")]
pub(crate) struct IncidentArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the incidents of all sessions.
    #[command(after_help = "Example: tagbridge incident list --session line-3 --json")]
    List {
        /// List only the incidents of this session [default: all sessions].
        #[arg(long, value_name = "NAME")]
        session: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Write a note to an incident. It replaces the previous note.
    #[command(after_help = "Example: tagbridge incident note 3 'The guard was open.'")]
    Note {
        #[command(flatten)]
        one: IncidentChoice,
        /// The text of the note.
        text: String,
    },
    /// Save an incident as one file. Another computer can open it without a controller or a
    /// service.
    #[command(after_help = "Example: tagbridge incident export 3 stop.tbrec")]
    Export {
        #[command(flatten)]
        one: IncidentChoice,
        /// The file to create. Its name should end with .tbrec.
        file: PathBuf,
    },
    /// Add an incident that another computer exported.
    #[command(after_help = "Example: tagbridge incident import stop.tbrec")]
    Import {
        /// The .tbrec file.
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Delete an incident. It cannot be restored.
    #[command(after_help = "Example: tagbridge incident delete 3 --session line-3")]
    Delete {
        #[command(flatten)]
        one: IncidentChoice,
    },
}

/// An incident.
#[derive(Args)]
struct IncidentChoice {
    /// The number of the incident, as `tagbridge incident list` shows it.
    number: u32,
    /// The session of the incident [default: the session with a recording, if there is only one].
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    #[command(flatten)]
    folder: Folder,
}

impl IncidentChoice {
    fn of(&self, output: Output) -> Result<Incidents, Failure> {
        let all = recorded::all(&self.folder, output)?;
        Ok(Incidents::of(&recorded::one(all, self.session.as_deref())?.path))
    }
}

pub(crate) fn run(arguments: &IncidentArguments, output: Output) -> Result<Exit, Failure> {
    match &arguments.action {
        Action::List { session, folder } => list(session.as_deref(), folder, output),
        Action::Note { one, text } => {
            let noted = one.of(output)?.note(one.number, text);
            let incident = noted.map_err(|error| unreadable(&error))?;
            tell(&incident, &RecordedLine::IncidentNoted { number: one.number }, output)
        }
        Action::Export { one, file } => {
            let incidents = one.of(output)?;
            let opened = incidents.open(one.number).map_err(|error| unreadable(&error))?;
            let path = incidents.path(one.number);
            let bytes = fs::read(&path).map_err(|error| files::cannot_write(&path, &error))?;
            files::create(file, &bytes)?;
            let incident = opened.incident();
            let line = RecordedLine::IncidentExported { number: one.number, file };
            incident.map_or(Ok(Exit::Done), |it| tell(&it, &line, output))
        }
        Action::Import { file, folder } => recording::import(file, folder, output),
        Action::Delete { one } => {
            one.of(output)?.delete(one.number).map_err(|error| unreadable(&error))?;
            if output.is_json() {
                output::json(&serde_json::json!({ "deleted": one.number }))?;
            } else {
                output::line(&RecordedLine::IncidentDeleted { number: one.number })?;
            }
            Ok(Exit::Done)
        }
    }
}

fn tell(incident: &Incident, line: &RecordedLine<'_>, output: Output) -> Result<Exit, Failure> {
    if output.is_json() {
        output::json(incident)?;
    } else {
        output::line(line)?;
    }
    Ok(Exit::Done)
}

fn list(session: Option<&str>, folder: &Folder, output: Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Document {
        incidents: Vec<Incident>,
    }
    let folders = recorded::all(folder, output)?;
    let folders = match session {
        Some(_) => vec![recorded::one(folders, session)?],
        None => folders,
    };
    let mut incidents = Vec::new();
    for it in &folders {
        let all = Incidents::of(&it.path).all();
        incidents.extend(all.map_err(|error| unreadable(&error))?);
    }
    if output.is_json() {
        output::json(&Document { incidents })?;
        return Ok(Exit::Done);
    }
    if incidents.is_empty() {
        output::line(&RecordedLine::NoIncidents)?;
        return Ok(Exit::Done);
    }
    let row = |it: &Incident| {
        vec![
            it.of.session.clone(),
            it.number.to_string(),
            it.at.to_string(),
            it.name.clone(),
            it.note.clone(),
        ]
    };
    let header = [Column::Session, Column::Number, Column::At, Column::What, Column::Note];
    output::table(&header, &incidents.iter().map(row).collect::<Vec<_>>())?;
    Ok(Exit::Done)
}
