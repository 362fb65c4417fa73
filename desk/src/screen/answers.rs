//! The commands of a screen.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one shape: arguments by value; an answer or a failure"
)]

use std::sync::Arc;

use tagbridge_api::{Timestamp, hmi::history::HistoryQuery};
use tagbridge_bridge::LiveView;
use tokio_util::sync::CancellationToken;

use super::{OpenedTrend, Screen};
#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "commands speak of every view")
)]
use crate::view::*;
use crate::{
    desk_session::DeskSession,
    failures::invalid,
    last_minute::is_not_drawn,
    lock::lock,
    parts::TagPath,
    problem::{Problem, Remedy, Setting},
    rates::interval_of,
    time::millis,
    trend::{Rates, lane, past},
};

/// Maximum number of tags in a trend.
const LANES_MAX: usize = 8;
/// Maximum number of tags in a request for the last minute.
const MINUTES_MAX: usize = 600;
/// Number of history entries of a tag that are requested from the service.
const HISTORY: u32 = 600;
/// Time-out of that request.
const HISTORY_PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
/// The allowed intervals of the user's settings, in milliseconds.
const MILLIS: std::ops::RangeInclusive<f64> = 10.0..=3_600_000.0;
const PUSH_MILLIS: std::ops::RangeInclusive<f64> = 100.0..=60_000.0;
const HOURS: std::ops::RangeInclusive<f64> = 1.0..=87_600.0;
const BYTES: std::ops::RangeInclusive<f64> = 1_048_576.0..=1.1e12;

impl Screen {
    pub(crate) fn overview(&self, (): ()) -> Result<Overview, Failure> {
        let service = self.desk.0.service.state.borrow().clone();
        Ok(Overview {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            is_first_run: service.kind == ServiceKind::None
                && self.desk.0.keeper.read(|it| it.service.is_none()),
            is_demo: !self.desk.0.options.demo.is_empty(),
            configuration: self
                .desk
                .0
                .sessions
                .configuration
                .as_ref()
                .map(|it| it.display().to_string()),
            service,
            sessions: self.desk.sessions(),
            settings: self.settings(())?,
            face: self.desk.0.options.face,
        })
    }

    pub(crate) fn settings(&self, (): ()) -> Result<Settings, Failure> {
        Ok(self.desk.0.keeper.read(|it| it.settings.clone()))
    }

    pub(crate) fn seen_alerts(&self, alerts: SeenAlerts) -> Result<(), Failure> {
        self.desk.seen_alerts(alerts.through);
        Ok(())
    }

    pub(crate) fn save_settings(&self, settings: Settings) -> Result<Settings, Failure> {
        let within = |range: &std::ops::RangeInclusive<f64>, value: f64, what: Setting| {
            let (low, high) = (range.start().to_string(), range.end().to_string());
            if range.contains(&value) {
                Ok(())
            } else {
                Err(invalid(&Problem::OutOfRange { what }, &Remedy::Range { low, high }))
            }
        };
        within(&MILLIS, settings.scan_interval_ms, Setting::ScanInterval)?;
        within(&PUSH_MILLIS, settings.push_interval_ms, Setting::PushInterval)?;
        within(&HOURS, settings.keep_hours, Setting::KeepHours)?;
        within(&BYTES, settings.keep_bytes, Setting::KeepBytes)?;
        if let Some(requests) = settings.max_requests_per_second {
            within(&(0.1..=1e6), requests, Setting::Requests)?;
        }
        self.desk.0.keeper.change(|kept| kept.settings = settings)?;
        self.settings(())
    }

    pub(crate) async fn open_project(
        &self,
        project: OpenProject,
    ) -> Result<ProjectDetail, Failure> {
        self.no_path(matches!(project.source, FileSource::Path(_)))?;
        let desk = &self.desk;
        self.work(LongWork::Open, async |working| desk.open_project(project, &working).await).await
    }

    pub(crate) async fn certificate(
        &self,
        endpoint: Endpoint,
    ) -> Result<Option<Certificate>, Failure> {
        self.desk.certificate(&endpoint).await
    }

    pub(crate) async fn trust(&self, trust: Trust) -> Result<(), Failure> {
        self.desk.trust(&trust).await
    }

    pub(crate) fn login(&self, endpoint: Endpoint) -> Result<Option<Login>, Failure> {
        self.desk.login(&endpoint)
    }

    pub(crate) fn forget_login(&self, endpoint: Endpoint) -> Result<Login, Failure> {
        self.desk.forget_login(&endpoint)
    }

    pub(crate) async fn preflight(&self, preflight: StartPreflight) -> Result<Preflight, Failure> {
        let stop = CancellationToken::new();
        let before = self.with(|state| {
            state.progress.clear();
            state.preflight.replace(stop.clone())
        });
        if let Some(before) = before {
            before.cancel();
        }
        let tell = |progress| {
            if !stop.is_cancelled() {
                self.with(|state| state.progress.push_back(progress));
            }
        };
        tokio::select! {
            outcome = self.desk.preflight(&preflight, &tell) => outcome,
            () = stop.cancelled() => {
                Err(Failure::new("cancelled", &Problem::PreflightEnded, &Remedy::StartAgain))
            }
        }
    }

    pub(crate) fn cancel_preflight(&self, (): ()) -> Result<(), Failure> {
        if let Some(stop) = self.with(|state| state.preflight.take()) {
            stop.cancel();
        }
        Ok(())
    }

    pub(crate) fn reading(&self, name: SessionName) -> Result<SessionReading, Failure> {
        self.desk.reading(&name.session)
    }

    pub(crate) fn forget_session(&self, name: SessionName) -> Result<(), Failure> {
        self.desk.forget_session(&name)
    }

    pub(crate) fn last_minute(&self, of: LastMinuteOf) -> Result<LastMinute, Failure> {
        if of.tags.len() > MINUTES_MAX {
            return Err(invalid(&Problem::TooManyTags, &Remedy::ShownTags));
        }
        let recorder = self.desk.room(&of.session, |room| Arc::clone(&room.feed.recorder))?;
        let (recorder, until) = (lock(&recorder), Timestamp::now());
        let values = of.tags.iter().map(|tag| recorder.minute().of(tag, until)).collect();
        Ok(LastMinute { values })
    }

    pub(crate) async fn trend(&self, trend: OpenTrend) -> Result<Trend, Failure> {
        if trend.tags.len() > LANES_MAX {
            return Err(invalid(&Problem::TooManyLines, &Remedy::SelectFewer));
        }
        for tag in &trend.tags {
            self.record(&trend.session, tag).await?;
        }
        let (lanes, opened) = self.opened(&trend)?;
        let (number, until) = (opened.number, opened.until);
        self.with(|state| state.trend = Some(opened));
        Ok(Trend { session: trend.session, number, lanes, until })
    }

    pub(crate) async fn older_trend(&self, of: ReadOlder) -> Result<OlderPoints, Failure> {
        let (project, names, view, recorder, rates) = self.desk.room(&of.session, |room| {
            let recorder = Arc::clone(&room.feed.recorder);
            let (view, _) = room.shown();
            let rates = rates(room, &of.tag, view.as_deref());
            (room.last.project.clone(), room.feed.names(), view, recorder, rates)
        })?;
        let symbols = names.as_deref().map(|it| it.symbols.as_ref());
        let way = view.as_ref().and_then(|it| TagPath::to(&of.tag, &it.tags, symbols));
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
        let before = Timestamp::from_millis(of.before as i64);
        // The service has no separate history of parts.
        if before.is_none() || way.is_some_and(|it| !it.steps.is_empty()) {
            return Ok(OlderPoints { is_whole: true, ..OlderPoints::default() });
        }
        let earlier = match before {
            Some(before) => self.recorded_points(&of.session, &of.tag, before).await,
            None => None,
        };
        if let Some(points) = earlier {
            let older = OlderPoints { points: lane(points.iter()), ..OlderPoints::default() };
            lock(&recorder).prepend(&of.tag, points, None);
            return Ok(older);
        }
        let (client, ..) = self.desk.connected()?;
        let query = HistoryQuery { tag: of.tag.clone(), limit: Some(HISTORY), before };
        let history = client.history(&project, &query).await?;
        let is_whole = history.history.len() < HISTORY as usize;
        let cut_at = history.cut_at.map(millis);
        let past = past(history, &rates, Some(of.before));
        let points = lane(past.iter());
        // If all points are later, no point is missing.
        let reaches = |cut: &f64| past.first().is_some_and(|it| it.at <= *cut);
        let older = OlderPoints { points, cut_at: cut_at.filter(reaches), is_whole };
        // The saved file contains it, too.
        lock(&recorder).prepend(&of.tag, past, cut_at);
        Ok(older)
    }

    pub(crate) fn export_trend(&self, trend: ExportTrend) -> Result<Vec<SavedLane>, Failure> {
        let recorder = self.desk.room(&trend.session, |room| Arc::clone(&room.feed.recorder))?;
        let recorder = lock(&recorder);
        let until = trend.until.unwrap_or(f64::INFINITY);
        Ok(trend.tags.iter().map(|tag| recorder.saved(tag, trend.since, until)).collect())
    }

    pub(crate) fn log(&self, log: ReadLog) -> Result<Vec<LogEvent>, Failure> {
        Ok(self.desk.0.journal.after(log.after.unwrap_or(0)))
    }

    pub(crate) fn diagnostics(&self, name: SessionName) -> Result<Diagnostics, Failure> {
        self.desk.diagnostics(&name.session)
    }

    pub(crate) fn trace(&self, trace: SwitchTrace) -> Result<Trace, Failure> {
        self.desk.trace(&trace)
    }

    pub(crate) async fn doctor(&self, (): ()) -> Result<Vec<Finding>, Failure> {
        self.desk.doctor().await
    }

    pub(crate) fn bundle(&self, bundle: MakeBundle) -> Result<Bundle, Failure> {
        self.desk.bundle(bundle)
    }

    pub(crate) fn save_bundle(&self, bundle: SaveBundle) -> Result<MadeFile, Failure> {
        self.no_path(bundle.path.is_some())?;
        self.desk.save_bundle(&bundle)
    }

    /// A path is on the computer of the desk: a browser on another computer must not specify one.
    pub(super) fn no_path(&self, is_path: bool) -> Result<(), Failure> {
        if is_path && self.desk.0.options.face == Face::Console {
            return Err(Failure::new("refused", &Problem::NoPaths, &Remedy::SendBytes));
        }
        Ok(())
    }

    /// Records a tag from now on, after its history from the service, or otherwise its last minute.
    pub(super) async fn record(&self, session: &str, tag: &str) -> Result<(), Failure> {
        let (recorder, view, way, project, rates) = self.desk.room(session, |room| {
            // The whole may be unread at the moment.
            let (shown, _) = room.shown();
            let names = room.feed.names();
            let symbols = names.as_deref().map(|it| it.symbols.as_ref());
            let way = shown.as_ref().and_then(|it| TagPath::to(tag, &it.tags, symbols));
            let rates = rates(room, tag, shown.as_deref());
            let recorder = Arc::clone(&room.feed.recorder);
            (recorder, room.feed.newest(), way, room.last.project.clone(), rates)
        })?;
        let is_part = way.as_ref().is_some_and(|it| !it.steps.is_empty());
        // The service has no separate history of parts.
        if !lock(&recorder).begin(tag, way, view.as_deref()) || is_part {
            return Ok(());
        }
        let until = view.as_deref().map_or_else(Timestamp::now, |it| it.timestamp);
        if let Some(mut points) = self.recorded_points(session, tag, until).await {
            let mut recorder = lock(&recorder);
            // The last read values may not be written yet.
            let last = points.last().map_or(0.0, |it| it.at);
            let newest = recorder.minute().points(tag);
            points.extend(newest.into_iter().filter(|it| it.at > last));
            recorder.prepend(tag, points, None);
            return Ok(());
        }
        let (client, ..) = self.desk.connected()?;
        let query = HistoryQuery { tag: tag.to_owned(), limit: Some(HISTORY), before: None };
        let asked = tokio::time::timeout(HISTORY_PATIENCE, client.history(&project, &query)).await;
        let (past, cut_at) = if let Ok(Ok(history)) = asked {
            let cut_at = history.cut_at.map(millis);
            (past(history, &rates, view.map(|it| millis(it.timestamp))), cut_at)
        } else {
            (lock(&recorder).minute().points(tag), None)
        };
        lock(&recorder).prepend(tag, past, cut_at);
        Ok(())
    }

    /// The known past of the tags, and the start of the trend.
    fn opened(&self, trend: &OpenTrend) -> Result<(Vec<Lane>, OpenedTrend), Failure> {
        let session = &trend.session;
        let (recorder, view, notes, names, known) = self.desk.room(session, |room| {
            let (view, _) = room.shown();
            let feed = &room.feed;
            (Arc::clone(&feed.recorder), view, feed.notes(), feed.names(), feed.known())
        })?;
        let symbols = names.as_deref().map(|it| it.symbols.as_ref());
        let recorder = lock(&recorder);
        let mut tags = Vec::new();
        let lane = |tag: &String| {
            let (points, mark) = recorder.since(tag, trend.since);
            tags.push((tag.clone(), mark));
            let way = view.as_ref().and_then(|it| TagPath::to(tag, &it.tags, symbols));
            let value = way.as_ref().zip(view.as_ref()).and_then(|(way, it)| way.value(&it.tags));
            let symbol = symbols.and_then(|it| it.find_without_hint(tag).ok());
            let typed = way.zip(value.as_deref());
            Lane {
                tag: tag.clone(),
                type_name: typed.map_or_else(String::new, |(way, it)| {
                    way.type_name(it, symbol.as_ref()).to_string()
                }),
                unit: notes.get(tag).map_or_else(String::new, |it| it.note.unit.clone()),
                is_not_drawn: value.is_some_and(|it| is_not_drawn(&it)),
                cut_at: recorder.cut_at(tag),
                times: points.times,
                values: points.values,
                uncertain: points.uncertain,
            }
        };
        let lanes = trend.tags.iter().map(lane).collect();
        let (number, until) = (self.next_number(), recorder.until());
        let session = session.clone();
        Ok((lanes, OpenedTrend { number, session, tags, until, known, is_over: false }))
    }
}

/// The scan intervals of a session and of one of its tags or a part of one.
fn rates(room: &DeskSession, tag: &str, view: Option<&LiveView>) -> Rates {
    let (session, groups) = (room.start.interval_ms, &room.last.groups);
    let of = |it: &LiveView| interval_of(tag, &it.tags, groups, &room.start);
    Rates { session, tag: view.map_or(session, of) }
}
