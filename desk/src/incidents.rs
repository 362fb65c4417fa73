//! The recordings of a project's sessions: incidents, triggers, and the values of a tag.

use std::{fs, io::Write as _};

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::Timestamp;
use tagbridge_bridge::RecordingFolder;
use tagbridge_recording::{Incident, Incidents, Recording, RecordingError};
use tagbridge_system::write_whole;
use tagbridge_texts::Coded;

use crate::{
    desk::Desk,
    failures::invalid,
    findings::plain_name,
    lock::lock,
    problem::{Problem, Remedy, Step},
    projects::blocking,
    table::quality,
    text::short,
    time::{count, millis, small, timestamp},
    triggers::triggers,
    view::{
        ChangeTriggers, Failure, HistoryOf, ImportIncident, IncidentView, KeepMoment, MadeFile,
        NoteIncident, OneIncident, PastValueView, ProjectHistory, ProjectId, RecordedSessionView,
        SessionName, StartSession, TagHistory, TimeLineGap,
    },
    work::WorkHandle,
};

/// Values of a tag that are shown.
const VALUES_MAX: usize = 1000;
/// The time before and after a moment that is kept with it, in milliseconds.
const AROUND_MS: f64 = 60_000.0;

impl Desk {
    /// The recordings of a project.
    pub(crate) async fn project_history(&self, of: ProjectId) -> Result<ProjectHistory, Failure> {
        let desk = self.clone();
        blocking(move || {
            let data = desk.bridge_data();
            let folders = RecordingFolder::all(&data).unwrap_or_default();
            let own: Vec<String> = {
                let rooms = desk.rooms();
                let own = rooms.iter().filter(|(_, it)| it.start.project == of.project);
                own.map(|(name, _)| name.clone()).collect()
            };
            let mut sessions = Vec::new();
            for name in &own {
                sessions.push(desk.recorded_session(name, &of.project)?);
            }
            for folder in folders.into_iter().filter(|it| !own.contains(&it.session)) {
                let Ok(recording) = desk.recording(&folder.session) else { continue };
                let is_own = lock(&recording).of().is_some_and(|it| it.project == of.project);
                if is_own {
                    sessions.push(desk.recorded_session(&folder.session, &of.project)?);
                }
            }
            Ok(ProjectHistory { sessions })
        })
        .await
    }

    fn recorded_session(
        &self,
        session: &str,
        project: &str,
    ) -> Result<RecordedSessionView, Failure> {
        let room = self.room(session, |it| (it.is_configured, it.start.triggers().to_vec()));
        let is_here = room.is_ok();
        let kept = || {
            let of_project = |it: &StartSession| it.project == project;
            self.0.keeper.read(|kept| {
                kept.sessions.iter().find(|it| of_project(it)).map(|it| it.triggers().to_vec())
            })
        };
        let (is_configured, triggers) =
            room.unwrap_or_else(|_| (false, kept().unwrap_or_default()));
        let incidents = self.incidents(session).all()?;
        let mut view = RecordedSessionView {
            session: session.to_owned(),
            is_here,
            is_configured,
            from: None,
            until: None,
            bytes: 0.0,
            tags: 0,
            gaps: 0,
            incidents: Vec::new(),
            triggers,
        };
        let span = match self.recording(session) {
            Ok(recording) => {
                let recording = lock(&recording);
                view.bytes = count(recording.files().map(|it| it.2).sum());
                view.tags = small(recording.names().len());
                let span = recording.span();
                if let Some((from, until)) = span {
                    view.gaps = small(recording.gaps(from, until)?.len());
                    (view.from, view.until) = (Some(millis(from)), Some(millis(until)));
                }
                span
            }
            Err(RecordingError::NotThere { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let is_recorded =
            |it: &Incident| span.is_some_and(|(from, until)| from <= it.at && it.at <= until);
        let mut shown: Vec<IncidentView> =
            incidents.iter().map(|it| incident(it, is_recorded(it))).collect();
        shown.reverse();
        view.incidents = shown;
        Ok(view)
    }

    pub(crate) async fn note_incident(&self, note: NoteIncident) -> Result<(), Failure> {
        let incidents = self.incidents(&note.session);
        blocking(move || Ok(incidents.note(note.number, note.note.trim()).map(drop)?)).await
    }

    pub(crate) async fn delete_incident(&self, of: OneIncident) -> Result<(), Failure> {
        let incidents = self.incidents(&of.session);
        blocking(move || Ok(incidents.delete(of.number)?)).await
    }

    /// Keeps a moment as an incident, as a trigger would have done.
    pub(crate) async fn keep_moment(&self, keep: KeepMoment) -> Result<IncidentView, Failure> {
        let (incidents, desk) = (self.incidents(&keep.session), self.clone());
        blocking(move || {
            let recording = desk.recording(&keep.session)?;
            let recording = lock(&recording);
            let at = timestamp(keep.at).unwrap_or_else(Timestamp::now);
            let (first, last) = recording.span().unwrap_or((at, at));
            let around = |ms: f64| timestamp(keep.at + ms).unwrap_or(at);
            let project = recording.project();
            let kept = Incident {
                number: incidents.next_number()?,
                of: recording.of().cloned().unwrap_or_default(),
                name: keep.name,
                tag: keep.tag.unwrap_or_default(),
                at,
                from: around(-AROUND_MS).max(first),
                until: around(AROUND_MS).min(last),
                project_version: project.as_ref().map(|it| it.version.clone()).unwrap_or_default(),
                note: String::new(),
            };
            incidents.keep(&recording, &kept, project.as_ref())?;
            Ok(incident(&kept, true))
        })
        .await
    }

    /// An incident as one file, which opens on another computer.
    pub(crate) async fn save_incident(&self, of: OneIncident) -> Result<MadeFile, Failure> {
        let incidents = self.incidents(&of.session);
        blocking(move || {
            let found = incidents.open(of.number)?.incident();
            let path = incidents.path(of.number);
            let bytes = fs::read(&path).map_err(|why| file_error(&path, why))?;
            let name = found.map(|it| format!("{}-{}", it.at, it.name)).unwrap_or_default();
            let name = format!("{}-{:04}.tbrec", plain_name(&name.replace(':', "-")), of.number);
            Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(bytes)) })
        })
        .await
    }

    /// Keeps an exported recording as an incident of a session.
    pub(crate) async fn import_incident(
        &self,
        import: ImportIncident,
    ) -> Result<IncidentView, Failure> {
        let incidents = self.incidents(&import.session);
        let folder = self.bridge_data().join("imports");
        blocking(move || {
            let bytes = BASE64_STANDARD.decode(&import.bytes).unwrap_or_default();
            let path = folder
                .join(format!("{}.tbrec", plain_name(import.name.trim_end_matches(".tbrec"))));
            fs::create_dir_all(&folder)
                .and_then(|()| write_whole(&path, &bytes))
                .map_err(|why| file_error(&path, why))?;
            let imported = incidents.import(&path);
            drop(fs::remove_file(&path));
            let imported = imported.map_err(|error| match error {
                error @ (RecordingError::Foreign { .. } | RecordingError::NotThere { .. }) => {
                    invalid(&error, &Remedy::ChooseRecording)
                }
                error => error.into(),
            })?;
            Ok(incident(&imported, false))
        })
        .await
    }

    /// Sets the triggers of a session. A running session is restarted.
    pub(crate) async fn change_triggers(&self, change: ChangeTriggers) -> Result<(), Failure> {
        let name = SessionName { session: change.session };
        self.not_configured(&name)?;
        triggers(&change.triggers)?;
        self.begin_with(&name, |start| start.triggers = Some(change.triggers)).await
    }

    /// The recorded values of a tag, the newest first.
    pub(crate) async fn tag_history(
        &self,
        of: HistoryOf,
        working: &WorkHandle,
    ) -> Result<TagHistory, Failure> {
        working.step(&Step::ReadRecording, 0, 0);
        let desk = self.clone();
        blocking(move || {
            let recording = desk.recording(&of.session)?;
            let recording = lock(&recording);
            let Some((from, until)) = times(&recording, &of) else {
                return Ok(TagHistory::default());
            };
            let changes = recording.changes(&of.tag, from, until)?;
            let gaps = recording.gaps(from, until)?;
            let value = |it: &tagbridge_recording::RecordedChange| PastValueView {
                at: millis(it.scan),
                value: short(&it.value.value),
                type_name: it.value.type_name.to_string(),
                quality: quality(it.value.quality),
                reason: it.value.reason.map(|it| it.as_str().to_owned()),
            };
            Ok(TagHistory {
                values: changes.iter().rev().take(VALUES_MAX).map(value).collect(),
                of: small(changes.len()),
                gaps: gaps
                    .into_iter()
                    .map(|it| TimeLineGap {
                        from: millis(it.from),
                        until: millis(it.until),
                        why: it.reason.message(),
                    })
                    .collect(),
            })
        })
        .await
    }

    /// The recorded values of a tag as CSV.
    pub(crate) async fn save_history(
        &self,
        of: HistoryOf,
        working: &WorkHandle,
    ) -> Result<MadeFile, Failure> {
        working.step(&Step::ReadRecording, 0, 0);
        let desk = self.clone();
        blocking(move || {
            let recording = desk.recording(&of.session)?;
            let recording = lock(&recording);
            let mut bytes = Vec::new();
            if let Some(times) = times(&recording, &of) {
                recording.write_csv(&[of.tag.as_str()], times, &mut bytes)?;
            }
            bytes.flush().map_err(|why| file_error(std::path::Path::new(&of.tag), why))?;
            let name = format!("{}.csv", plain_name(&of.tag));
            Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(bytes)) })
        })
        .await
    }
}

/// The recorded part of the requested time.
fn times(recording: &Recording, of: &HistoryOf) -> Option<(Timestamp, Timestamp)> {
    let (first, last) = recording.span()?;
    let from = timestamp(of.from).unwrap_or(first).max(first);
    let until = timestamp(of.until).unwrap_or(last).min(last);
    let is_known = recording.names().iter().any(|it| **it == *of.tag);
    (from <= until && is_known).then_some((from, until))
}

fn incident(it: &Incident, is_recorded: bool) -> IncidentView {
    IncidentView {
        number: it.number,
        name: it.name.clone(),
        tag: it.tag.clone(),
        at: millis(it.at),
        from: millis(it.from),
        until: millis(it.until),
        note: it.note.clone(),
        is_recorded,
    }
}

fn file_error(path: &std::path::Path, why: std::io::Error) -> Failure {
    let path = path.to_owned();
    Failure::new("disk", &Problem::FileNotSaved { path, why }, &Remedy::DataFolderAndSpace)
}

/// The recording of a moment: that of the session, or that of an incident of this time.
pub(crate) fn of_moment(
    desk: &Desk,
    session: &str,
    at: Timestamp,
) -> Result<Option<Recording>, RecordingError> {
    let is_within = match desk.recording(session) {
        Ok(recording) => {
            lock(&recording).span().is_some_and(|(from, until)| from <= at && at <= until)
        }
        Err(RecordingError::NotThere { .. }) => false,
        Err(error) => return Err(error),
    };
    if is_within {
        return Ok(None);
    }
    let incidents: Incidents = desk.incidents(session);
    let of = incidents.all()?.into_iter().find(|it| it.from <= at && at <= it.until);
    of.map(|it| incidents.open(it.number)).transpose()
}
