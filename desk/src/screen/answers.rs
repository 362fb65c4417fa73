//! The commands, as a screen gives them.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one shape: arguments by value; an answer or a failure"
)]

use std::sync::Arc;

use tagbridge_api::{
    Timestamp,
    hmi::{
        Quality as ApiQuality, TagValue,
        history::{History, HistoryEntry, HistoryQuery},
    },
};
use tokio_util::sync::CancellationToken;

use super::{OpenedTrend, Screen};
#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "commands speak of every view")
)]
use crate::view::*;
use crate::{
    failures::invalid,
    lock::lock,
    minute::{Point, drawn},
    parts::Way,
    problem::{Problem, Remedy, Setting},
    time::millis,
    trend::csv,
};

/// Tags in a trend.
const LANES_MAX: usize = 8;
/// Tags whose last minute is asked for at a time.
const MINUTES_MAX: usize = 600;
/// Entries of a tag's history that the service is asked for.
const HISTORY: u32 = 600;
/// How long the service may take over it.
const HISTORY_PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
/// What a person may set.
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
        self.desk.open_project(project).await
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
        let (lanes, tags, until) = self.lanes(&trend.session, &trend.tags, trend.since)?;
        self.with(|state| {
            state.trend = Some(OpenedTrend { session: trend.session.clone(), tags, until });
        });
        Ok(Trend { session: trend.session, lanes })
    }

    pub(crate) async fn older_trend(&self, of: ReadOlder) -> Result<OlderPoints, Failure> {
        let (project, names, view, recorder) = self.desk.room(&of.session, |room| {
            let recorder = Arc::clone(&room.feed.recorder);
            (room.last.project.clone(), room.feed.names(), room.feed.newest(), recorder)
        })?;
        let symbols = names.as_deref().map(|it| it.symbols.as_ref());
        let way = view.as_ref().and_then(|it| Way::to(&of.tag, &it.tags, symbols));
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
        let before = Timestamp::from_millis(of.before as i64);
        // Of parts, the service keeps no history of their own.
        if before.is_none() || way.is_some_and(|it| !it.steps.is_empty()) {
            return Ok(OlderPoints { is_whole: true, ..OlderPoints::default() });
        }
        let (client, ..) = self.desk.connected()?;
        let query = HistoryQuery { tag: of.tag.clone(), limit: Some(HISTORY), before };
        let history = client.history(&project, &query).await?;
        let cut_at = history.cut_at.map(millis);
        let past = points(history);
        // What is saved as a file has it, too.
        let mut recorder = lock(&recorder);
        let cut_at = cut_at.or_else(|| recorder.cut_at(&of.tag));
        recorder.prepend(&of.tag, past.clone(), cut_at);
        Ok(OlderPoints {
            is_whole: past.len() < HISTORY as usize,
            points: LanePoints {
                times: past.iter().map(|it| it.at).collect(),
                values: past.iter().map(|it| it.value).collect(),
            },
        })
    }

    pub(crate) fn export_trend(&self, trend: ExportTrend) -> Result<String, Failure> {
        let recorder = self.desk.room(&trend.session, |room| Arc::clone(&room.feed.recorder))?;
        let recorder = lock(&recorder);
        let lanes = trend
            .tags
            .iter()
            .map(|tag| (tag.as_str(), recorder.points(tag, trend.since), recorder.cut_at(tag)));
        Ok(csv(lanes, trend.until.unwrap_or(f64::INFINITY)))
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

    /// A path names a file on the computer of the desk: a browser elsewhere has no say in that.
    fn no_path(&self, is_path: bool) -> Result<(), Failure> {
        if is_path && self.desk.0.options.face == Face::Console {
            return Err(Failure::new("refused", &Problem::NoPaths, &Remedy::SendBytes));
        }
        Ok(())
    }

    /// Records a tag from now on, after what the service remembers of it, or else the last minute.
    pub(super) async fn record(&self, session: &str, tag: &str) -> Result<(), Failure> {
        let (recorder, view, project, names) = self.desk.room(session, |room| {
            let project = room.last.project.clone();
            (Arc::clone(&room.feed.recorder), room.feed.newest(), project, room.feed.names())
        })?;
        let symbols = names.as_deref().map(|it| it.symbols.as_ref());
        let way = view.as_ref().and_then(|it| Way::to(tag, &it.tags, symbols));
        let is_part = way.as_ref().is_some_and(|it| !it.steps.is_empty());
        // Of parts, the service keeps no history of their own.
        if !lock(&recorder).begin(tag, way, view.as_deref()) || is_part {
            return Ok(());
        }
        let (client, ..) = self.desk.connected()?;
        let query = HistoryQuery { tag: tag.to_owned(), limit: Some(HISTORY), before: None };
        let asked = tokio::time::timeout(HISTORY_PATIENCE, client.history(&project, &query)).await;
        let (past, cut_at) = if let Ok(Ok(history)) = asked {
            let cut_at = history.cut_at.map(millis);
            (points(history), cut_at)
        } else {
            (lock(&recorder).minute().points(tag), None)
        };
        lock(&recorder).prepend(tag, past, cut_at);
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "lanes, marks and the end of what is known")]
    fn lanes(
        &self,
        session: &str,
        tags: &[String],
        since: Option<f64>,
    ) -> Result<(Vec<Lane>, Vec<(String, i64)>, f64), Failure> {
        let (recorder, view, notes, names) = self.desk.room(session, |room| {
            let feed = &room.feed;
            (Arc::clone(&feed.recorder), feed.newest(), feed.notes(), feed.names())
        })?;
        let recorder = lock(&recorder);
        let mut marks = Vec::new();
        let lanes = tags
            .iter()
            .map(|tag| {
                let (points, mark) = recorder.since(tag, since);
                marks.push((tag.clone(), mark));
                let symbols = names.as_deref().map(|it| it.symbols.as_ref());
                let way = view.as_ref().and_then(|it| Way::to(tag, &it.tags, symbols));
                let value = way.zip(view.as_ref()).and_then(|(way, it)| way.value(&it.tags));
                Lane {
                    tag: tag.clone(),
                    type_name: value.as_ref().map_or_else(String::new, |it| it.type_name.clone()),
                    unit: notes.get(tag).map_or_else(String::new, |it| it.unit.clone()),
                    is_not_drawn: value
                        .is_some_and(|it| !it.value.is_null() && drawn(&it).is_none()),
                    cut_at: recorder.cut_at(tag),
                    times: points.times,
                    values: points.values,
                }
            })
            .collect();
        Ok((lanes, marks, recorder.until()))
    }
}

/// What the service tells of a tag, oldest first.
fn points(history: History) -> Vec<Point> {
    let point = |it: HistoryEntry| {
        let quality = it.quality.unwrap_or(ApiQuality::Good);
        let value = TagValue {
            value: it.value,
            type_name: String::new(),
            quality,
            reason: it.reason,
            timestamp: it.timestamp,
        };
        Point {
            at: millis(it.timestamp),
            value: drawn(&value),
            is_uncertain: quality == ApiQuality::Uncertain,
        }
    };
    history.history.into_iter().rev().map(point).collect()
}
