//! The triggers of a session, and the incidents that have begun.

use std::path::{Path, PathBuf};

use tagbridge_api::{Timestamp, hmi::GroupedTags};

use crate::{
    error::RecordingError,
    head::RecordedSession,
    incident::{Incident, ProjectFile},
    incidents::Incidents,
    recording::Recording,
    trigger::{Trigger, WatchedTrigger},
};

/// The triggers of a session, and the incidents that have begun.
#[derive(Debug)]
pub(super) struct TriggerWatch {
    folder: PathBuf,
    triggers: Vec<WatchedTrigger>,
    begun: Vec<OpenIncident>,
}

/// An incident whose time has not ended.
#[derive(Debug)]
struct OpenIncident {
    /// The place of its trigger.
    trigger: usize,
    at_ms: i64,
    until_ms: i64,
    /// After it was kept for the first time.
    kept: Option<Incident>,
}

impl TriggerWatch {
    pub(super) fn new(folder: &Path, triggers: Vec<Trigger>) -> Self {
        let triggers = triggers.into_iter().map(WatchedTrigger::new).collect();
        Self { folder: folder.to_owned(), triggers, begun: Vec::new() }
    }

    /// Begins incidents whose condition has become true with a scan. While one of a trigger is not over, the same trigger begins no
    /// other.
    pub(super) fn scan(&mut self, tags: &GroupedTags, at_ms: i64) {
        for (trigger, it) in self.triggers.iter_mut().enumerate() {
            let fires = it.fires(tags.get(&it.trigger.tag), at_ms);
            if fires && self.begun.iter().all(|it| it.trigger != trigger) {
                let after = i64::try_from(it.trigger.after.as_millis()).unwrap_or(i64::MAX);
                let until_ms = at_ms.saturating_add(after);
                self.begun.push(OpenIncident { trigger, at_ms, until_ms, kept: None });
            }
        }
    }

    /// Whether an incident has to be written now: it has begun, or its time is over.
    pub(super) fn is_due(&self, at_ms: i64) -> bool {
        self.begun.iter().any(|it| it.kept.is_none() || it.until_ms <= at_ms)
    }

    /// Writes the incidents that have begun, and again those whose time is over; the latter are
    /// returned. The recording is written up to this scan, except for the scans since the last
    /// block.
    pub(super) fn keep(
        &mut self,
        of: &RecordedSession,
        at_ms: i64,
        project: impl Fn() -> Option<ProjectFile>,
    ) -> Result<Vec<Incident>, RecordingError> {
        if !self.is_due(at_ms) {
            return Ok(Vec::new());
        }
        let is_due = |it: &OpenIncident| it.kept.is_none() || it.until_ms <= at_ms;
        let recording = Recording::open(&self.folder)?;
        let incidents = Incidents::of(&self.folder);
        let mut kept = Vec::new();
        let mut outcome = Ok(());
        for it in self.begun.iter_mut().filter(|it| is_due(it)) {
            match keep(&incidents, &recording, it, &self.triggers, of, &project) {
                Ok(incident) => {
                    it.kept = Some(incident.clone());
                    kept.push(incident);
                }
                Err(error) => outcome = Err(error),
            }
        }
        // One that could not be kept is not tried again after its time.
        self.begun.retain(|it| it.until_ms > at_ms);
        outcome.map(|()| kept)
    }

    /// Writes all incidents that have begun, because the session ends.
    pub(super) fn end(
        &mut self,
        of: &RecordedSession,
        at_ms: i64,
        project: impl Fn() -> Option<ProjectFile>,
    ) -> Result<(), RecordingError> {
        for it in &mut self.begun {
            it.until_ms = it.until_ms.min(at_ms);
        }
        self.keep(of, at_ms, project).map(drop)
    }
}

fn keep(
    incidents: &Incidents,
    recording: &Recording,
    begun: &OpenIncident,
    triggers: &[WatchedTrigger],
    of: &RecordedSession,
    project: &impl Fn() -> Option<ProjectFile>,
) -> Result<Incident, RecordingError> {
    let trigger = triggers.get(begun.trigger).map(|it| &it.trigger);
    let before = trigger.map_or(0, |it| i64::try_from(it.before.as_millis()).unwrap_or(i64::MAX));
    // No scan has a time that no calendar has.
    let time = |ms: i64| Timestamp::from_millis(ms).unwrap_or_else(Timestamp::now);
    let (project, incident) = if let Some(it) = &begun.kept {
        // The project as it was when the incident began, and the note that a person wrote meanwhile.
        let kept = incidents.open(it.number).ok();
        let project = kept.as_ref().and_then(Recording::project);
        (project, kept.and_then(|it| it.incident()).unwrap_or_else(|| it.clone()))
    } else {
        let project = project();
        let incident = Incident {
            number: incidents.next_number()?,
            of: of.clone(),
            name: trigger.map(|it| it.name.clone()).unwrap_or_default(),
            tag: trigger.map(|it| it.tag.clone()).unwrap_or_default(),
            at: time(begun.at_ms),
            from: time(begun.at_ms.saturating_sub(before)),
            until: time(begun.until_ms),
            project_version: project.as_ref().map(|it| it.version.clone()).unwrap_or_default(),
            note: String::new(),
        };
        (project, incident)
    };
    let incident = Incident { until: time(begun.until_ms), ..incident };
    incidents.keep(recording, &incident, project.as_ref())?;
    Ok(incident)
}
