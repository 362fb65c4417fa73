//! The task of the connection.

use std::{collections::VecDeque, fs, sync::Arc, time::Duration};

use tagbridge_api::Timestamp;
use tagbridge_broker::{BrokerError, BrokerEvent, BrokerLink, MqttMessage};
use tagbridge_texts::Coded;
use tokio::{
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    format::{BrokerRequest, DropReason, MessageFormat},
    log_message::{LogMessage, event},
    options::{MirrorFormat, Options},
    plain::Plain,
    queue::{NumberedUpdate, Queue},
    rebirths::Rebirths,
    sparkplug::EdgeNode,
    status::{MirrorState, MirrorView},
    update::Update,
};

/// Maximum number of sent messages that are not confirmed yet.
const UNDER_WAY: usize = 64;
/// Time-out of an orderly end.
const END: Duration = Duration::from_secs(4);

/// A running mirror. Dropping it closes the connection without a farewell, so that the broker
/// publishes the will.
pub struct Mirror {
    queue: Arc<Queue>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

/// The queue into which a session puts its snapshots.
#[derive(Clone)]
pub struct SnapshotQueue(Arc<Queue>);

/// The delay after a number of failures in a row, from 1.
type Pauses = Box<dyn FnMut(u32) -> Duration + Send>;
/// Receives the status.
type Report = Box<dyn Fn(MirrorView) + Send>;

impl Mirror {
    /// Starts the mirror and returns immediately. Must be called inside a tokio runtime. `pauses`
    /// returns the delay after a number of consecutive failures, from 1. `report` receives the
    /// status.
    pub fn start(
        options: Options,
        pauses: impl FnMut(u32) -> Duration + Send + 'static,
        report: impl Fn(MirrorView) + Send + 'static,
    ) -> Self {
        let (queue, stop) = (Arc::new(Queue::new(options.queue)), CancellationToken::new());
        let turning = MirrorTask {
            speaker: match &options.format {
                MirrorFormat::Sparkplug(names) => Box::new(EdgeNode::new(names.clone())),
                MirrorFormat::Json { prefix, device_id } => Box::new(Plain::new(prefix, device_id)),
            },
            queue: queue.clone(),
            view: MirrorView::default(),
            pauses: Box::new(pauses),
            report: Box::new(report),
            under_way: VecDeque::new(),
            dropped_told: 0,
            suspect: None,
            too_large: 0,
            stop: stop.clone(),
            options,
        };
        Self { queue, stop, task: tokio::spawn(turning.run()) }
    }

    /// The queue for the sessions.
    pub fn feed(&self) -> SnapshotQueue {
        SnapshotQueue(self.queue.clone())
    }

    /// Ends the mirror in order: sends the farewell messages and disconnects.
    pub async fn end(mut self) {
        self.stop.cancel();
        let _late = timeout(END, &mut self.task).await;
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl SnapshotQueue {
    /// Offers a snapshot. Never waits.
    pub fn offer(&self, update: Update) {
        self.0.offer(update);
    }

    /// A session has ended.
    pub fn forget(&self, session: &str) {
        self.0.forget(session);
    }
}

/// Connects to the first broker of the list as a mirror does, and disconnects. Returns its address.
pub async fn probe(options: &Options) -> Result<String, BrokerError> {
    // A separate client id: the broker ends a connection with the same id, which may be a running
    // bridge.
    let mut connection = options.connection.clone();
    connection.client_id = format!("{}-doctor", connection.client_id);
    let mut trouble = None;
    for broker in &options.brokers {
        let tried = async {
            let mut link = BrokerLink::open(&connection, broker, None)?;
            link.connected(broker).await?;
            link.leave(None).await;
            Ok(())
        };
        match tried.await {
            Ok(()) => return Ok(broker.to_string()),
            Err(it) => trouble = trouble.or(Some(it)),
        }
    }
    Err(trouble.unwrap_or_else(|| BrokerError::Login { broker: String::new() }))
}

struct MirrorTask {
    options: Options,
    speaker: Box<dyn MessageFormat>,
    queue: Arc<Queue>,
    view: MirrorView,
    pauses: Pauses,
    report: Report,
    /// Sent messages that are not confirmed, oldest first, each with the update that it completes.
    under_way: VecDeque<Option<NumberedUpdate>>,
    dropped_told: u64,
    /// The update that may have caused the last loss of the connection.
    suspect: Option<u64>,
    /// Number of messages that were too large for the broker.
    too_large: u64,
    stop: CancellationToken,
}

/// Why a connection ended.
enum Ended {
    AsAsked,
    Failed(BrokerError),
}

impl MirrorTask {
    async fn run(mut self) {
        let (mut failures, mut at) = (0_u32, 0);
        loop {
            let connections = self.view.connections;
            let trouble = match self.connection(at).await {
                Ended::AsAsked => break,
                Ended::Failed(trouble) => trouble,
            };
            self.give_back(&trouble);
            failures = if self.view.connections > connections { 1 } else { failures + 1 };
            at = (at + 1) % self.options.brokers.len();
            let pause = (self.pauses)(failures);
            event!(warn, LogMessage::NotConnected, cause = ?trouble.message());
            let until = Timestamp::now().saturating_add(pause);
            let (cause, remedy) = (trouble.message(), trouble.remedy());
            self.show(MirrorState::Waiting { until, cause, remedy });
            tokio::select! {
                () = self.stop.cancelled() => break,
                () = sleep(pause) => {}
            }
        }
        self.show(MirrorState::Ended);
    }

    /// Puts the unconfirmed messages before the waiting ones, except an update that was the first
    /// of them when two consecutive connections were lost: a broker may close the connection when a
    /// packet is too large.
    fn give_back(&mut self, trouble: &BrokerError) {
        let unsaid = std::mem::take(&mut self.under_way);
        let mut unsaid: VecDeque<NumberedUpdate> = unsaid.into_iter().flatten().collect();
        let first = unsaid.front().map(|it| it.number);
        if first.is_some() && matches!(trouble, BrokerError::Lost { .. }) {
            if self.suspect == first {
                unsaid.pop_front();
                self.queue.count_dropped();
                event!(warn, LogMessage::SnapshotSuspected, broker = self.view.broker);
                self.dropped_told = self.queue.counts().1;
                self.suspect = None;
            } else {
                self.suspect = first;
            }
        }
        self.queue.give_back(unsaid.into_iter());
    }

    /// Runs one connection, from the attempt to its end.
    async fn connection(&mut self, at: usize) -> Ended {
        let broker = self.options.brokers[at].clone();
        self.view.broker = broker.to_string();
        self.show(MirrorState::Connecting);
        let number = self.count_connection();
        let will = self.speaker.will(number, Timestamp::now());
        let mut link = match BrokerLink::open(&self.options.connection, &broker, Some(will)) {
            Ok(link) => link,
            Err(trouble) => return Ended::Failed(trouble),
        };
        tokio::select! {
            () = self.stop.cancelled() => return Ended::AsAsked,
            connected = link.connected(&broker) => if let Err(trouble) = connected {
                return Ended::Failed(trouble);
            }
        }
        self.view.connections += 1;
        self.speaker.connected(link.largest());
        event!(info, LogMessage::Connected, broker = self.view.broker);
        let filters = self.speaker.filters();
        let is_subscriber = !filters.is_empty();
        if is_subscriber {
            link.subscribe(filters);
        }
        let mut is_begun = false;
        match self.speaker.awaited_host() {
            Some(host) => {
                let host = host.to_owned();
                self.show(MirrorState::WaitingForHost { host });
            }
            // Requests for births must be received from the start.
            None if is_subscriber => {}
            None => is_begun = self.begin(&link),
        }
        let mut rebirths = Rebirths::default();
        let (mut beat, mut is_asked) = (interval(self.options.connection.keep_alive), false);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // A suspected update is sent alone.
            let most = if self.suspect.is_some() { 1 } else { UNDER_WAY };
            let has_room = self.under_way.len() < most;
            tokio::select! {
                () = self.stop.cancelled() => {
                    if is_begun {
                        link.leave(Some(self.speaker.farewell(Timestamp::now()))).await;
                    }
                    return Ended::AsAsked;
                }
                heard = link.heard() => match heard {
                    BrokerEvent::Connected => {}
                    BrokerEvent::Alive => is_asked = false,
                    BrokerEvent::Subscribed { .. } => {
                        is_begun = is_begun
                            || (self.speaker.awaited_host().is_none() && self.begin(&link));
                    }
                    BrokerEvent::Confirmed => self.confirmed(),
                    BrokerEvent::Failed(trouble) => return Ended::Failed(trouble),
                    BrokerEvent::Message { topic, payload, .. } => {
                        match self.speaker.heard(&topic, &payload) {
                            Some(BrokerRequest::Births) if is_begun => {
                                rebirths.request(Instant::now());
                            }
                            Some(BrokerRequest::Begin) if !is_begun => is_begun = self.begin(&link),
                            Some(BrokerRequest::Leave) if is_begun || self.options.brokers.len() > 1 => {
                                return self.leave(link, is_begun).await;
                            }
                            _ => {}
                        }
                    }
                },
                _ = beat.tick() => {
                    if is_asked {
                        return Ended::Failed(BrokerError::silent(broker.to_string()));
                    }
                    is_asked = true;
                    link.ask();
                }
                // Many hosts may ask at once. No data is published between a request and its births.
                () = reached(rebirths.due()) => {
                    rebirths.answered();
                    self.view.rebirths += 1;
                    event!(info, LogMessage::BornAnew);
                    self.births(&link);
                }
                next = self.queue.take(), if is_begun && has_room && !rebirths.is_requested() => {
                    self.say(&link, next);
                }
            }
        }
    }

    /// The primary host is offline: sends the farewell, and starts again with the next broker.
    async fn leave(&mut self, link: BrokerLink, is_begun: bool) -> Ended {
        let host = self.speaker.awaited_host().unwrap_or_default().to_owned();
        event!(warn, LogMessage::HostAway, host);
        if is_begun {
            link.leave(Some(self.speaker.farewell(Timestamp::now()))).await;
        }
        Ended::Failed(BrokerError::HostAway { host })
    }

    /// Starts to publish; returns true.
    fn begin(&mut self, link: &BrokerLink) -> bool {
        self.births(link);
        self.show(MirrorState::Online { since: Timestamp::now() });
        true
    }

    fn births(&mut self, link: &BrokerLink) {
        let births = self.speaker.births(&self.queue.latest(), Timestamp::now());
        self.publish(link, births, None);
    }

    fn say(&mut self, link: &BrokerLink, next: NumberedUpdate) {
        match self.speaker.tell(&next, Timestamp::now()) {
            Ok(messages) if messages.is_empty() => {
                self.view.snapshots += 1;
                // Sent messages may be returned, and need this entry.
                if self.under_way.is_empty() {
                    self.queue.told(&next);
                }
            }
            Ok(messages) => self.publish(link, messages, Some(next)),
            Err(DropReason::Never) => self.queue.count_dropped(),
            Err(DropReason::TooLarge { size, instead }) => {
                self.queue.count_dropped();
                self.too_large += 1;
                // Once for as many more as there were before.
                if self.too_large.is_power_of_two() {
                    let (session, most) = (&*next.update.session, link.largest());
                    let broker = &self.view.broker;
                    event!(warn, LogMessage::MessageTooLarge, broker, session, size, most);
                }
                self.dropped_told = self.queue.counts().1;
                self.publish(link, instead.into_iter().collect(), None);
            }
        }
        self.show_counts();
    }

    /// Sends messages. The update is removed with its last message.
    fn publish(
        &mut self,
        link: &BrokerLink,
        messages: Vec<MqttMessage>,
        mut of: Option<NumberedUpdate>,
    ) {
        let last = messages.len().saturating_sub(1);
        for (place, message) in messages.into_iter().enumerate() {
            link.publish(message);
            self.under_way.push_back(if place == last { of.take() } else { None });
        }
    }

    fn confirmed(&mut self) {
        if let Some(told) = self.under_way.pop_front() {
            self.view.messages += 1;
            if let Some(told) = told {
                self.view.snapshots += 1;
                self.suspect = None;
                self.queue.told(&told);
            }
        }
        self.show_counts();
    }

    fn show(&mut self, state: MirrorState) {
        self.view.state = state;
        self.show_counts();
    }

    fn show_counts(&mut self) {
        (self.view.queued, self.view.dropped) = self.queue.counts();
        // Once for as many more as there were before, so that a long absence fills no log.
        if self.view.dropped > self.dropped_told.saturating_mul(2) {
            event!(warn, LogMessage::SnapshotsDropped, dropped = self.view.dropped);
            self.dropped_told = self.view.dropped;
        }
        (self.report)(self.view.clone());
    }

    /// The number of this connection, from 0, over all runs of the program.
    fn count_connection(&self) -> u64 {
        let path = &self.options.counter;
        let before = fs::read_to_string(path).ok().and_then(|it| it.trim().parse::<u64>().ok());
        let number = before.map_or(0, |it| it.wrapping_add(1));
        let kept = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = kept.and_then(|()| fs::write(path, number.to_string())) {
            event!(warn, LogMessage::CounterNotKept, path = %path.display(), %error);
        }
        number
    }
}

/// Waits until this time; `None`: permanently.
async fn reached(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
