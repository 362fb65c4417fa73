//! The past on a screen: all views of a session show a moment of its recording instead of now.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_bridge::LiveView;
use tagbridge_recording::{Incident, RecordedState, Recording, RecordingError};
use tagbridge_texts::Coded;

use super::Screen;
use crate::{
    desk::Desk,
    desk_session::DeskSession,
    failures::invalid,
    incidents::of_moment,
    last_minute::{Point, remembered},
    lock::lock,
    problem::{Problem, Remedy},
    projects::blocking,
    recorded::moment,
    time::{millis, timestamp},
    view::{
        Failure, LookAt, PastMoment, SessionName, StepInTime, SteppedTo, TimeLine, TimeLineGap,
        TimeLineIncident,
    },
};

/// The initial period of a trend, which is extended if there are few changes.
const WINDOW: Duration = Duration::from_mins(10);
const REACH_MAX: Duration = Duration::from_hours(24 * 7);
/// Number of changes for a page of a trend.
const POINTS: usize = 300;

/// The displayed moment of a session.
#[derive(Clone)]
pub(super) struct DisplayedMoment {
    session: String,
    project: String,
    view: Arc<LiveView>,
}

impl DisplayedMoment {
    /// The displayed view of a session: a moment of the past, or the current values.
    pub(super) fn shown(
        past: Option<&Self>,
        session: &str,
        room: &mut DeskSession,
    ) -> (Option<Arc<LiveView>>, Option<&'static str>) {
        match past.filter(|it| it.session == session) {
            Some(past) => (Some(Arc::clone(&past.view)), None),
            None => room.shown(),
        }
    }

    /// The values of the project's session, if the screen shows a past moment of it.
    pub(super) fn of_project(&self, project: &str) -> Option<Arc<LiveView>> {
        (self.project == project).then(|| Arc::clone(&self.view))
    }
}

impl Screen {
    /// The displayed moment of the past, if there is one.
    pub(super) fn past(&self) -> Option<DisplayedMoment> {
        lock(&self.state).past.clone()
    }

    pub(crate) async fn time_line(&self, of: SessionName) -> Result<TimeLine, Failure> {
        let desk = self.desk.clone();
        blocking(move || Ok(line(&desk, &of.session)?)).await
    }

    pub(crate) async fn look_at(&self, of: LookAt) -> Result<PastMoment, Failure> {
        let project = self.desk.room(&of.session, |room| room.start.project.clone())?;
        let Some(at) = of.at else {
            self.with(|state| state.past = None);
            self.renew_table(&of.session)?;
            let (scan_at, mode, gap) = (None, String::new(), None);
            return Ok(PastMoment { at: None, scan_at, mode, gap });
        };
        let time = timestamp(at).ok_or_else(|| {
            let (path, why) = ("at".to_owned(), at.to_string());
            invalid(&Problem::Argument { path, why }, &Remedy::ReloadOldScreen)
        })?;
        let (desk, session) = (self.desk.clone(), of.session.clone());
        let found = blocking(move || {
            if let Some(recording) = of_moment(&desk, &session, time)? {
                return Ok(moment(&recording, time)?);
            }
            let recording = desk.recording(&session)?;
            let recording = lock(&recording);
            Ok(moment(&recording, time)?)
        });
        let found = found.await?;
        let shown = PastMoment {
            at: Some(at),
            scan_at: found.gap.is_none().then(|| millis(found.view.timestamp)),
            mode: found.view.controller.status.clone(),
            gap: found.gap.map(|it| it.message()),
        };
        let past = DisplayedMoment { session: of.session.clone(), project, view: found.view };
        self.with(|state| state.past = Some(past));
        self.renew_table(&of.session)?;
        Ok(shown)
    }

    /// Updates the rows of the table, because other tags were read at that moment.
    fn renew_table(&self, session: &str) -> Result<(), Failure> {
        let past = self.past();
        let (view, _) =
            self.desk.room(session, |room| DisplayedMoment::shown(past.as_ref(), session, room))?;
        self.with(|state| {
            if let Some(table) = state.table.as_mut().filter(|it| it.window.session == session) {
                table.window.renew(view.as_ref(), &table.metadata);
            }
        });
        Ok(())
    }

    /// The recorded values of a tag before a moment, oldest first; `None` if there is no recording.
    pub(super) async fn recorded_points(
        &self,
        session: &str,
        tag: &str,
        before: Timestamp,
    ) -> Option<Vec<Point>> {
        let (desk, session, tag) = (self.desk.clone(), session.to_owned(), tag.to_owned());
        let points = blocking(move || {
            let Ok(recording) = desk.recording(&session) else { return Ok(Vec::new()) };
            let recording = lock(&recording);
            Ok(points_before(&recording, &tag, before)?)
        });
        points.await.ok().filter(|it| !it.is_empty())
    }

    pub(crate) async fn step_in_time(&self, step: StepInTime) -> Result<SteppedTo, Failure> {
        let desk = self.desk.clone();
        blocking(move || Ok(SteppedTo { at: neighbouring_moment(&desk, &step)? })).await
    }
}

/// The values of a tag before a moment, with the gaps between them: some hundred, from as long a
/// period as necessary.
fn points_before(
    recording: &Recording,
    tag: &str,
    before: Timestamp,
) -> Result<Vec<Point>, RecordingError> {
    let Some((first, last)) = recording.span() else { return Ok(Vec::new()) };
    if before <= first || !recording.names().iter().any(|it| **it == *tag) {
        return Ok(Vec::new());
    }
    let until = before.min(last);
    let mut reach = WINDOW;
    loop {
        let from = until.saturating_sub(reach).max(first);
        let changes = recording.changes(tag, from, until)?;
        if changes.len() < POINTS && from > first && reach < REACH_MAX {
            reach *= 4;
            continue;
        }
        let at_first = recording.values_at(&[tag], from)?.pop();
        let mut points = Vec::with_capacity(changes.len() + 1);
        if let Some(RecordedState::Value { value, .. }) = at_first {
            points.push(point(from, &value));
        }
        points.extend(changes.iter().map(|it| point(it.scan, &it.value)));
        for gap in recording.gaps(from, until)? {
            let hole = |at| Point { at: millis(at), value: None, is_uncertain: false };
            points.push(hole(gap.from));
            // The value after the gap, unless it changed.
            if let Some(RecordedState::Value { value, .. }) =
                recording.values_at(&[tag], gap.until)?.pop()
            {
                points.push(point(gap.until, &value));
            }
        }
        points.sort_by(|one, other| one.at.total_cmp(&other.at));
        return Ok(points);
    }
}

fn point(at: Timestamp, value: &TagValue) -> Point {
    let is_uncertain = value.quality == Quality::Uncertain;
    Point { at: millis(at), value: remembered(value), is_uncertain }
}

fn line(desk: &Desk, session: &str) -> Result<TimeLine, RecordingError> {
    let recording = match desk.recording(session) {
        Ok(recording) => recording,
        Err(RecordingError::NotThere { .. }) => return Ok(TimeLine::default()),
        Err(error) => return Err(error),
    };
    let recording: &Mutex<Recording> = &recording;
    let recording = lock(recording);
    let Some((from, until)) = recording.span() else { return Ok(TimeLine::default()) };
    let gap = |it: tagbridge_recording::RecordingGap| TimeLineGap {
        from: millis(it.from),
        until: millis(it.until),
        why: it.reason.message(),
    };
    let incident = |it: Incident| TimeLineIncident {
        number: it.number,
        name: it.name,
        tag: it.tag,
        at: millis(it.at),
        note: it.note,
    };
    Ok(TimeLine {
        from: Some(millis(from)),
        until: Some(millis(until)),
        gaps: recording.gaps(from, until)?.into_iter().map(gap).collect(),
        incidents: desk.incidents(session).all()?.into_iter().map(incident).collect(),
    })
}

fn neighbouring_moment(desk: &Desk, step: &StepInTime) -> Result<Option<f64>, RecordingError> {
    let at = step.at.and_then(timestamp).unwrap_or_else(Timestamp::now);
    let Some(tag) = &step.tag else {
        let times = desk.incidents(&step.session).all()?.into_iter().map(|it| it.at);
        let found = if step.later {
            times.filter(|it| *it > at).min()
        } else {
            times.filter(|it| *it < at).max()
        };
        return Ok(found.map(millis));
    };
    let recording = desk.recording(&step.session)?;
    let recording = lock(&recording);
    let change = if step.later {
        recording.change_after(tag, at)?
    } else {
        recording.change_before(tag, at)?
    };
    Ok(change.map(|it| millis(it.scan)))
}
