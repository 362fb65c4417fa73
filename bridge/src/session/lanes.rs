//! The rate groups in addition to a session's own: the assignments of their lanes, and the results.
//!
//! The values of a group are good while they are read in time. If a scan is late, the tags of the
//! group become stale before their values are too old to be shown, although the session and its
//! other groups are live.

use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt;
use tagbridge_api::hmi::{GroupedTags, Quality, Reason, TagGroup, Tags};
use tagbridge_driver::{Driver, Identity, LinkOptions, TagSet};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::{sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    Session,
    lane::{Lane, LaneAssignment, Read, Report},
    time_limit::LEAVE,
};
use crate::{
    config::GroupConfig,
    scan_punctuality::ScanPunctuality,
    scan_times::ScanTimes,
    sequencer::{Event, Pace, Sequencer},
    snapshot::{LiveView, ScanStart, bad, without_value},
    status::{GroupView, ScanView, SessionNote},
};

/// Size of the queue of reports for a session that is storing another one.
const REPORTS: usize = 64;
/// Consumers accept a value for three intervals, but at least 10 s. A group becomes stale earlier
/// than that, so that all consumers know it by then.
const STALE_AFTER_HALVES: u32 = 5;
const STALE_AFTER: Duration = Duration::from_secs(8);

/// The rate groups of a session, without the session's own one.
pub(crate) struct Lanes {
    driver: Arc<dyn Driver>,
    link: LinkOptions,
    /// The paces of the groups after the first one, which is the session's own.
    paces: Vec<Pace>,
    duties: Vec<watch::Sender<LaneAssignment>>,
    /// Each task returns its group if it panicked.
    tasks: JoinSet<Option<usize>>,
    reports: (mpsc::Sender<Report>, mpsc::Receiver<Report>),
    /// All groups, including the first.
    groups: Vec<Group>,
    /// The tags beyond the limit, which are not read, with their last sent reason.
    over_budget: Arc<TagGroup>,
    epoch: u64,
    stop: CancellationToken,
}

/// The state of a group.
#[derive(Default)]
struct Group {
    /// When the values were read, or the tags joined the group; `None`: the tags are known to have
    /// no value.
    read_at: Option<ScanStart>,
    /// The id of the tag set, and the values that were sent last.
    told: Option<(u64, Arc<TagGroup>)>,
    interval: Duration,
    times: ScanTimes,
    kept_pace: ScanPunctuality,
    scan: ScanView,
    problem: Option<Message>,
}

/// What a session receives from its lanes.
pub(super) enum LaneMessage {
    /// The result of a scan.
    Report(Box<Report>),
    /// The values of a group have become too old.
    Overdue,
    /// The task of a lane panicked.
    Broken(usize),
}

impl Lanes {
    /// Creates the lanes. Each reads at the interval of its group.
    pub(crate) fn new(
        driver: &Arc<dyn Driver>,
        link: &LinkOptions,
        pace: &Pace,
        groups: &[GroupConfig],
    ) -> Self {
        let pace = |it: &GroupConfig| Pace { interval: it.interval, ..pace.clone() };
        let paces: Vec<Pace> = groups.iter().map(pace).collect();
        let group = |pace: &Pace| Group { interval: pace.interval, ..Group::default() };
        let groups = std::iter::once(Group::default()).chain(paces.iter().map(group)).collect();
        Self {
            driver: Arc::clone(driver),
            link: *link,
            paces,
            duties: Vec::new(),
            tasks: JoinSet::new(),
            reports: mpsc::channel(REPORTS),
            groups,
            over_budget: Arc::default(),
            epoch: 0,
            stop: CancellationToken::new(),
        }
    }

    /// Starts the lanes, with nothing to read.
    pub(super) fn start(&mut self, stop: &CancellationToken) {
        self.stop = stop.clone();
        for group in 1..=self.paces.len() {
            let tags = TagSet::new(Vec::<String>::new());
            let duty = LaneAssignment { tags, device: None, sharing: 1, epoch: 0 };
            self.duties.push(watch::Sender::new(duty));
            let lane = self.lane(group);
            self.run(lane);
        }
    }

    fn lane(&self, group: usize) -> Lane {
        // The session itself checks whether the device was replaced.
        let pace = Pace { accept_replaced: true, ..self.paces[group - 1].clone() };
        let now = tokio::time::Instant::now().into_std();
        Lane {
            group,
            driver: Arc::clone(&self.driver),
            link: self.link,
            sequencer: Sequencer::new(pace, false, rand::random(), now),
            duties: self.duties[group - 1].subscribe(),
            reports: self.reports.0.clone(),
            connection: None,
            epoch: 0,
        }
    }

    fn run(&mut self, lane: Lane) {
        let group = lane.group;
        let run = AssertUnwindSafe(lane.run(self.stop.clone())).catch_unwind();
        self.tasks.spawn(async move { run.await.is_err().then_some(group) });
    }

    /// Restarts a lane that panicked, after a pause.
    fn again(&mut self, group: usize) {
        let mut lane = self.lane(group);
        let now = tokio::time::Instant::now().into_std();
        lane.sequencer.handle(Event::ConnectFailed, now);
        self.run(lane);
    }

    /// Sets the interval of the session's own group.
    pub(super) fn set_own_interval(&mut self, own: Duration) {
        self.groups[0].interval = own;
    }

    /// The warnings of groups that miss too many scans.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Message> {
        self.groups.iter().skip(1).filter_map(|it| it.kept_pace.warning(it.interval))
    }

    /// Waits until the lanes have disconnected.
    pub(super) async fn end(&mut self) {
        let all = async { while self.tasks.join_next().await.is_some() {} };
        let _late = timeout(LEAVE * 2, all).await;
    }

    /// Waits for the next event of a lane, or until `overdue`. Safe to cancel: no event is lost.
    pub(super) async fn hear(&mut self, overdue: Option<Instant>) -> LaneMessage {
        let too_old = async {
            match overdue {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            Some(report) = self.reports.1.recv() => LaneMessage::Report(Box::new(report)),
            Some(Ok(Some(group))) = self.tasks.join_next() => LaneMessage::Broken(group),
            () = too_old => LaneMessage::Overdue,
        }
    }
}

impl Group {
    fn shown(&self) -> ScanView {
        ScanView {
            p50_ms: self.times.percentile(50),
            p99_ms: self.times.percentile(99),
            achieved_ms: self.kept_pace.achieved().map(|it| it.as_secs_f64() * 1000.0),
            interval_ms: self.interval.as_secs_f64() * 1000.0,
            ..self.scan.clone()
        }
    }

    /// The time until the values are too old; `None`: there are no values.
    fn stale_in(&self, now: ScanStart) -> Option<Duration> {
        let late = (self.interval * STALE_AFTER_HALVES / 2).max(STALE_AFTER);
        Some(late.saturating_sub(self.read_at?.age(now)))
    }

    /// The values that were sent last for these tags, if they are still correct.
    fn kept(&self, set: &TagSet, last: &GroupedTags) -> Option<Arc<TagGroup>> {
        let (id, told) = self.told.as_ref()?;
        let is_known = self.read_at.is_some() || told.counts().bad == told.tags().len();
        (*id == set.id() && is_known && last.shares(told)).then(|| Arc::clone(told))
    }

    /// The value of each tag that was sent last, or stale if it is not known.
    fn held(&self, set: &TagSet, last: &GroupedTags, now: ScanStart) -> TagGroup {
        let is_known = self.read_at.is_some();
        let value = |name: &String| {
            let before = last.get(name).filter(|it| is_known || it.quality == Quality::Bad);
            before.cloned().unwrap_or_else(|| bad(Reason::Stale, now.wall.into()))
        };
        set.names().iter().map(|it| (it.clone(), value(it))).collect::<Tags>().into()
    }
}

impl Session {
    /// Assigns its tags to each lane while there is a connection; otherwise the lanes pause.
    pub(super) fn assign_lanes(&mut self) {
        let live = self.live_since.is_some() && !self.sequencer.is_halted();
        let device = self.identity.as_ref().map(Identity::device).filter(|_| live);
        let reading = self.tags.sets().filter(|(_, it)| !it.is_empty()).count();
        let sharing = u32::try_from(reading).unwrap_or(1);
        let now = ScanStart::now();
        self.tell(Event::Shared(sharing));
        let own = self.sequencer.interval();
        let lanes = &mut self.lanes;
        lanes.set_own_interval(own);
        lanes.epoch += u64::from(device.is_none());
        for ((_, set), group) in self.tags.sets().zip(&mut lanes.groups) {
            let is_read = device.is_some() && !set.is_empty();
            group.read_at = is_read.then(|| group.read_at.unwrap_or(now));
            if !is_read {
                group.problem = None;
                group.kept_pace.restart();
            }
        }
        for ((_, set), duty) in self.tags.sets().skip(1).zip(&lanes.duties) {
            let (tags, device, epoch) = (set.clone(), device.clone(), lanes.epoch);
            duty.send_replace(LaneAssignment { tags, device, sharing, epoch });
        }
        self.show_groups();
    }

    /// When the values of a group become too old, if there is no scan before.
    pub(super) fn overdue_at(&self) -> Option<Instant> {
        let now = ScanStart::now();
        let groups = self.tags.is_grouped().then(|| self.lanes.groups.iter());
        Some(now.at + groups.into_iter().flatten().filter_map(|it| it.stale_in(now)).min()?)
    }

    /// The interval of the fastest group, which limits the age of the newest snapshot.
    pub(super) fn shortest_interval(&self) -> Duration {
        let own = self.sequencer.interval();
        let groups = self.tags.sets().zip(&self.lanes.groups).skip(1);
        let others = groups.filter(|((_, set), _)| !set.is_empty()).map(|(_, it)| it.interval);
        if self.tags.set().is_empty() {
            others.min().unwrap_or(own)
        } else {
            others.fold(own, Duration::min)
        }
    }

    pub(super) async fn heard(&mut self, heard: LaneMessage) {
        match heard {
            LaneMessage::Overdue => self.record_unread(None).await,
            LaneMessage::Broken(group) => {
                self.lanes.groups[group].problem = Some(SessionNote::BrokenOff.message());
                self.lanes.again(group);
                if self.live_since.is_some() {
                    self.record_unread(Some(group)).await;
                }
            }
            LaneMessage::Report(report) => {
                let Report { group, duty, outcome } = *report;
                // The report is of an earlier connection, or of other tags.
                let is_current = duty.epoch == self.lanes.epoch
                    && self.live_since.is_some()
                    && duty.tags.id() == self.tags.set_of(group).id();
                match outcome {
                    _ if !is_current => {}
                    Ok(read) => self.record_lane(group, *read).await,
                    Err(problem) => {
                        let shown = &mut self.lanes.groups[group];
                        let is_told = shown.told.as_ref().is_some_and(|it| it.0 == duty.tags.id());
                        let known = shown.problem.replace(problem);
                        if known.is_none() || !is_told {
                            self.record_unread(Some(group)).await;
                        }
                    }
                }
            }
        }
        self.show_groups();
    }

    async fn record_lane(&mut self, group: usize, read: Read) {
        let shown = &mut self.lanes.groups[group];
        read.show(&mut shown.scan);
        shown.interval = read.interval;
        shown.times.add(read.duration_ms);
        shown.kept_pace.add(read.began.at, read.missed);
        shown.problem = None;
        self.record_scan(group, &read.scan, read.began, read.duration_ms).await;
    }

    /// Records a snapshot of the known values, after a group could not be read or was late.
    async fn record_unread(&mut self, failed: Option<usize>) {
        let now = ScanStart::now();
        let without = failed.map(|group| {
            let names = self.tags.set_of(group).names();
            (group, without_value(names, Reason::NotConnected, now.wall.into()).collect::<Tags>())
        });
        let tags = self.merge_groups(without, now);
        if let Some(group) = failed {
            self.lanes.groups[group].read_at = None;
        }
        let last = self.values.borrow().clone();
        let is_stored = match last {
            // The snapshot has the time of the last one, because the values of the other groups are
            // not new.
            Some(last) => {
                let view = LiveView { place: None, tags, ..LiveView::clone(&last) };
                self.record(view).await
            }
            // No group was read yet.
            None => self.record_standing(tags).await,
        };
        if !is_stored {
            self.count_unstored();
        }
    }

    /// The values of all groups, one of which was read now. The values of the others are shared
    /// with the last snapshot, as long as they are valid.
    pub(super) fn merge_groups(
        &mut self,
        read: Option<(usize, Tags)>,
        now: ScanStart,
    ) -> GroupedTags {
        let last = self.values.borrow().as_ref().map(|it| it.tags.clone()).unwrap_or_default();
        let (read, mut news) = read.unzip();
        let mut groups = Vec::with_capacity(self.lanes.groups.len() + 1);
        for (at, ((_, set), group)) in self.tags.sets().zip(&mut self.lanes.groups).enumerate() {
            let told = if read == Some(at) {
                group.read_at = Some(now);
                Arc::new(news.take().unwrap_or_default().into())
            } else {
                if group.stale_in(now).is_some_and(|it| it.is_zero()) {
                    group.read_at = None;
                }
                group.kept(set, &last).unwrap_or_else(|| Arc::new(group.held(set, &last, now)))
            };
            group.told = Some((set.id(), Arc::clone(&told)));
            groups.push(told);
        }
        groups.push(self.over_budget(now));
        groups.into_iter().collect()
    }

    /// The tags beyond the limit, which are not read. Their reason changes only if the tags change.
    fn over_budget(&mut self, now: ScanStart) -> Arc<TagGroup> {
        let names = self.tags.over_budget();
        let told = &mut self.lanes.over_budget;
        if !told.tags().keys().eq(names) {
            let tags: Tags = without_value(names, Reason::OverBudget, now.wall.into()).collect();
            *told = Arc::new(tags.into());
        }
        Arc::clone(told)
    }

    pub(super) fn show_groups(&self) {
        let sets = self.tags.sets().zip(&self.lanes.groups).enumerate();
        let is_grouped = self.tags.is_grouped();
        let sets = sets.filter(|(_, ((_, set), _))| is_grouped && !set.is_empty());
        self.status.update(|it| {
            let own = it.scan.clone();
            let views = sets.map(|(at, ((config, set), group))| GroupView {
                name: config.name.clone(),
                tags: set.len(),
                scan: if at == 0 { own.clone() } else { group.shown() },
                problem: group.problem.clone(),
            });
            it.groups = views.collect();
        });
    }
}
