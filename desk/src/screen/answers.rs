//! The commands, as a screen gives them.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one shape: arguments by value; an answer or a failure"
)]

use std::{fmt::Write, sync::Arc};

use tagbridge_api::{Timestamp, hmi::history::HistoryQuery};
use tokio_util::sync::CancellationToken;

use super::{OpenedTrend, Screen};
#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "commands speak of every view")
)]
use crate::view::*;
use crate::{
    desk::lock,
    failures::{invalid, not_found},
    table::quality,
    time::millis,
    trend::{Point, drawn},
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
        let service = self.desk.0.service.borrow().clone();
        Ok(Overview {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            is_first_run: service.kind == ServiceKind::None
                && self.desk.0.keeper.read(|it| it.service.is_none()),
            is_demo: !self.desk.0.options.demo.is_empty(),
            configuration: self.desk.0.configuration.as_ref().map(|it| it.display().to_string()),
            service,
            sessions: self.desk.sessions(),
            settings: self.settings(())?,
            face: self.desk.0.options.face,
        })
    }

    pub(crate) fn settings(&self, (): ()) -> Result<Settings, Failure> {
        Ok(self.desk.0.keeper.read(|it| it.settings.clone()))
    }

    pub(crate) fn save_settings(&self, it: Settings) -> Result<Settings, Failure> {
        let within = |range: &std::ops::RangeInclusive<f64>, value: f64, what: &str| {
            let remedy = format!("use a number from {} to {}", range.start(), range.end());
            if range.contains(&value) {
                Ok(())
            } else {
                Err(invalid(format!("{what} is out of range"), &remedy))
            }
        };
        within(&MILLIS, it.scan_interval_ms, "the scan interval")?;
        within(&PUSH_MILLIS, it.push_interval_ms, "the push interval")?;
        within(&HOURS, it.keep_hours, "the time that snapshots are kept")?;
        within(&BYTES, it.keep_bytes, "the size of the outbox")?;
        if let Some(requests) = it.max_requests_per_second {
            within(&(0.1..=1e6), requests, "the number of requests a second")?;
        }
        self.desk.0.keeper.change(|kept| kept.settings = it)?;
        self.settings(())
    }

    pub(crate) async fn check_service(
        &self,
        it: CheckService,
    ) -> Result<ServiceConnection, Failure> {
        self.desk.check_service(it).await
    }

    pub(crate) async fn use_service(&self, it: UseService) -> Result<ServiceConnection, Failure> {
        self.desk.use_service(it).await
    }

    pub(crate) async fn projects(&self, it: ListProjects) -> Result<ProjectPage, Failure> {
        self.desk.projects(it).await
    }

    pub(crate) async fn project(&self, it: ProjectId) -> Result<ProjectDetail, Failure> {
        self.desk.project(it).await
    }

    pub(crate) async fn open_project(&self, it: OpenProject) -> Result<ProjectDetail, Failure> {
        self.no_path(matches!(it.source, FileSource::Path(_)))?;
        self.desk.open_project(it).await
    }

    pub(crate) async fn controllers(&self, it: FindControllers) -> Result<Controllers, Failure> {
        self.desk.controllers(it).await
    }

    pub(crate) async fn certificate(&self, it: Endpoint) -> Result<Option<Certificate>, Failure> {
        self.desk.certificate(&it).await
    }

    pub(crate) async fn trust(&self, it: Trust) -> Result<(), Failure> {
        self.desk.trust(&it).await
    }

    pub(crate) fn login(&self, it: Endpoint) -> Result<Option<Login>, Failure> {
        self.desk.login(&it)
    }

    pub(crate) async fn log_in(&self, it: LogIn) -> Result<Login, Failure> {
        self.desk.log_in(it).await
    }

    pub(crate) fn forget_login(&self, it: Endpoint) -> Result<Login, Failure> {
        self.desk.forget_login(&it)
    }

    pub(crate) async fn preflight(&self, it: StartPreflight) -> Result<Preflight, Failure> {
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
            outcome = self.desk.preflight(&it, &tell) => outcome,
            () = stop.cancelled() => {
                Err(Failure::new("cancelled", "the preflight was ended", "start it again"))
            }
        }
    }

    pub(crate) fn cancel_preflight(&self, (): ()) -> Result<(), Failure> {
        if let Some(stop) = self.with(|state| state.preflight.take()) {
            stop.cancel();
        }
        Ok(())
    }

    pub(crate) async fn start_session(&self, it: StartSession) -> Result<SessionName, Failure> {
        self.desk.start_session(it).await
    }

    pub(crate) async fn pause(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.pause(it).await
    }

    pub(crate) async fn resume(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.resume(it).await
    }

    pub(crate) async fn try_now(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.try_now(it).await
    }

    pub(crate) async fn stop_session(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.stop_session(it).await
    }

    pub(crate) async fn start_again(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.start_again(it).await
    }

    pub(crate) fn forget_session(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.forget_session(&it)
    }

    pub(crate) async fn accept_controller(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.accept_controller(it).await
    }

    pub(crate) async fn take_over(&self, it: SessionName) -> Result<(), Failure> {
        self.desk.take_over(it).await
    }

    pub(crate) fn value(&self, it: OneTag) -> Result<WholeValue, Failure> {
        let view = self.desk.room(&it.session, |room| room.newest())?;
        let value = view.as_ref().and_then(|view| view.tags.get(&it.tag));
        let value = value.ok_or_else(|| not_found("tag", &it.tag, "choose one of the table"))?;
        Ok(WholeValue {
            value: value.value.clone(),
            type_name: value.type_name.clone(),
            quality: quality(value.quality),
            reason: value.reason.map(|it| it.as_str().to_owned()),
            at: millis(value.timestamp),
        })
    }

    pub(crate) fn last_minute(&self, it: LastMinuteOf) -> Result<LastMinute, Failure> {
        if it.tags.len() > MINUTES_MAX {
            return Err(invalid("more than 600 tags at a time", "ask for those that are shown"));
        }
        let recorder = self.desk.room(&it.session, |room| Arc::clone(&room.recorder))?;
        let (recorder, until) = (lock(&recorder), Timestamp::now());
        let values = it.tags.iter().map(|tag| recorder.minute().of(tag, until)).collect();
        Ok(LastMinute { values })
    }

    pub(crate) async fn trend(&self, it: OpenTrend) -> Result<Trend, Failure> {
        if it.tags.len() > LANES_MAX {
            return Err(invalid("a trend has eight tags at most", "select fewer"));
        }
        for tag in &it.tags {
            self.record(&it.session, tag).await?;
        }
        let (lanes, tags, until) = self.lanes(&it.session, &it.tags, it.since)?;
        self.with(|state| {
            state.trend = Some(OpenedTrend { session: it.session.clone(), tags, until });
        });
        Ok(Trend { session: it.session, lanes })
    }

    pub(crate) fn export_trend(&self, it: ExportTrend) -> Result<String, Failure> {
        let (lanes, ..) = self.lanes(&it.session, &it.tags, it.since)?;
        let mut text = String::from("Time,Tag,Value\n");
        let until = it.until.unwrap_or(f64::INFINITY);
        for lane in lanes {
            let tag = lane.tag.replace('"', "\"\"");
            for (at, value) in lane.times.into_iter().zip(lane.values) {
                if at > until {
                    break;
                }
                let value = value.map_or_else(String::new, |it| it.to_string());
                #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
                let time = Timestamp::from_millis(at as i64);
                let time = time.map_or_else(String::new, |it| it.to_string());
                let _written = writeln!(text, "{time},\"{tag}\",{value}");
            }
        }
        Ok(text)
    }

    pub(crate) fn log(&self, it: ReadLog) -> Result<Vec<LogEvent>, Failure> {
        Ok(self.desk.0.journal.after(it.after.unwrap_or(0)))
    }

    pub(crate) fn diagnostics(&self, it: SessionName) -> Result<Diagnostics, Failure> {
        self.desk.diagnostics(&it.session)
    }

    pub(crate) fn trace(&self, it: SwitchTrace) -> Result<Trace, Failure> {
        self.desk.trace(&it)
    }

    pub(crate) async fn doctor(&self, (): ()) -> Result<Vec<Finding>, Failure> {
        self.desk.doctor().await
    }

    pub(crate) fn bundle(&self, it: MakeBundle) -> Result<Bundle, Failure> {
        self.desk.bundle(it)
    }

    pub(crate) fn save_bundle(&self, it: SaveBundle) -> Result<MadeFile, Failure> {
        self.no_path(it.path.is_some())?;
        self.desk.save_bundle(&it)
    }

    /// A path names a file on the computer of the desk: a browser elsewhere has no say in that.
    fn no_path(&self, is_path: bool) -> Result<(), Failure> {
        if is_path && self.desk.0.options.face == Face::Console {
            let remedy = "send the file's bytes";
            return Err(Failure::new("refused", "the console takes no paths", remedy));
        }
        Ok(())
    }

    /// Records a tag from now on, after what the service remembers of it, or else the last minute.
    async fn record(&self, session: &str, tag: &str) -> Result<(), Failure> {
        let (recorder, view, project) = self.desk.room(session, |room| {
            (Arc::clone(&room.recorder), room.newest(), room.last.project.clone())
        })?;
        if !lock(&recorder).begin(tag, view.as_deref()) {
            return Ok(());
        }
        let (client, ..) = self.desk.connected()?;
        let query = HistoryQuery { tag: tag.to_owned(), limit: Some(HISTORY) };
        let asked = tokio::time::timeout(HISTORY_PATIENCE, client.history(&project, &query)).await;
        let past = if let Ok(Ok(history)) = asked {
            let past = history.history.into_iter().rev().map(|it| Point {
                at: millis(it.timestamp),
                value: drawn(&tagbridge_api::hmi::TagValue {
                    value: it.value,
                    type_name: String::new(),
                    quality: it.quality.unwrap_or(tagbridge_api::hmi::Quality::Good),
                    reason: it.reason,
                    timestamp: it.timestamp,
                }),
            });
            past.collect()
        } else {
            lock(&recorder).minute().points(tag)
        };
        lock(&recorder).prepend(tag, past);
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "lanes, marks and the end of what is known")]
    fn lanes(
        &self,
        session: &str,
        tags: &[String],
        since: Option<f64>,
    ) -> Result<(Vec<Lane>, Vec<(String, i64)>, f64), Failure> {
        let (recorder, view, notes) = self
            .desk
            .room(session, |room| (Arc::clone(&room.recorder), room.newest(), room.notes()))?;
        let recorder = lock(&recorder);
        let mut marks = Vec::new();
        let lanes = tags
            .iter()
            .map(|tag| {
                let (points, mark) = recorder.since(tag, since);
                marks.push((tag.clone(), mark));
                let value = view.as_ref().and_then(|it| it.tags.get(tag));
                Lane {
                    tag: tag.clone(),
                    type_name: value.map_or_else(String::new, |it| it.type_name.clone()),
                    unit: notes.get(tag).map_or_else(String::new, |it| it.unit.clone()),
                    is_not_drawn: value
                        .is_some_and(|it| !it.value.is_null() && drawn(it).is_none()),
                    times: points.times,
                    values: points.values,
                }
            })
            .collect();
        Ok((lanes, marks, recorder.until()))
    }
}
