//! Reads by subscription: the server monitors the nodes and sends changes.
//!
//! One subscription contains all nodes of a set. A task receives its notifications and stores the
//! latest value of each node; a scan returns these. A silent subscription is not trusted: after a
//! few seconds without a message, by either clock, the nodes are read and a new subscription is
//! created, because later messages of the old one may be outdated. The same happens if the
//! subscription is lost, or a message is missing.

mod order;
mod pace;

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures::stream::{FuturesUnordered, StreamExt};
use jiff::Timestamp;
use opcua::types::{
    DataChangeNotification, DataValue, ExtensionObject, MonitoredItemCreateRequest, MonitoringMode,
    MonitoringParameters, NotificationMessage, StatusChangeNotification, StatusCode,
    SubscriptionAcknowledgement, TimestampsToReturn,
};
use tagbridge_driver::{LinkError, LinkStep};
use tokio::task::JoinHandle;

use self::{
    order::Order,
    pace::{AgreedSubscription, KEEP_ALIVE},
};
use super::wire::AttributeRead;
use crate::{
    log_message::{LogMessage, event},
    session::{Fault, Session},
    status,
};

/// How long received values are valid: until the server must send again, plus one second.
const TRUSTED: Duration = KEEP_ALIVE.saturating_add(Duration::from_secs(1));
/// Number of publish requests that are waiting at the server.
const WAITING: u8 = 3;
/// Number of items that are created in one request, if the server reports no limit.
const ITEMS: usize = 1000;

/// A subscription to the nodes of one set.
pub(super) struct Subscription {
    session: Arc<Session>,
    id: u32,
    heard: Arc<Mutex<ReceivedValues>>,
    /// Maximum time without a message.
    patience: Duration,
    /// By index: the additional sampling interval of a node, beyond the requested one.
    pub(super) lags: Vec<Duration>,
    task: JoinHandle<()>,
}

/// The values received so far.
struct ReceivedValues {
    /// The latest value of each node, and whether a scan has read it.
    latest: Vec<Option<LatestValue>>,
    /// Time of the server's last message.
    at: Moment,
    /// Whether it was silent for too long: later messages may be outdated.
    is_doubtful: bool,
    ended: Option<SubscriptionEnd>,
}

/// A time by both clocks: one stops while the machine sleeps, the other may be set.
#[derive(Debug, Clone, Copy)]
struct Moment {
    steady: Instant,
    wall: Timestamp,
}

/// The latest value of a node.
struct LatestValue {
    value: DataValue,
    is_new: bool,
}

/// Why no more values will be received.
enum SubscriptionEnd {
    /// The subscription or a message is lost: a new subscription can be created.
    Subscription(String),
    /// The link is lost.
    Link(LinkError),
}

/// The state of a subscription at a scan.
pub(super) enum State {
    /// New values since the last scan, by index; all other values are unchanged. They are valid at
    /// the time of the server's last message.
    Live(Vec<(usize, DataValue)>, Instant),
    /// A new subscription must be created.
    Gone,
}

impl Subscription {
    /// Creates a subscription that monitors all nodes in this `interval`, in requests of the
    /// server's maximum size; a `None` only keeps its index. Returns `None` if the server would be
    /// silent for too long, or does not monitor that number of nodes: then the nodes must be read.
    pub(super) async fn new(
        session: Arc<Session>,
        asks: &[Option<AttributeRead>],
        (interval, timestamps): (Duration, TimestampsToReturn),
        most: usize,
        requests: &mut u32,
    ) -> Result<Option<Self>, LinkError> {
        const DOING: LinkStep = LinkStep::Subscribe;
        let agreed = pace::agree(&session, interval, requests).await;
        let Some(AgreedSubscription { id, every, silence }) =
            agreed.map_err(|it| it.into_link(DOING))?
        else {
            return Ok(None);
        };
        let patience = silence.max(KEEP_ALIVE) + session.timeout();
        let heard = ReceivedValues::new(asks.len(), Moment::now());
        let heard = Arc::new(Mutex::new(heard));
        let task = tokio::spawn(listen(Arc::clone(&session), id, Arc::clone(&heard), patience));
        // From here on it is always deleted.
        let lags = vec![Duration::ZERO; asks.len()];
        let mut subscription = Self { session, id, heard, patience, lags, task };
        let is_whole = subscription.monitor(asks, (interval, timestamps), most, requests).await;
        if !is_whole.map_err(|it| it.into_link(DOING))? {
            subscription.close().await;
            return Ok(None);
        }
        tracing::debug!(
            nodes = asks.len(),
            interval_ms = every.as_millis(),
            silence_ms = patience.as_millis(),
            "subscribed"
        );
        Ok(Some(subscription))
    }

    /// Whether it monitors all nodes that can be monitored.
    async fn monitor(
        &mut self,
        asks: &[Option<AttributeRead>],
        (interval, timestamps): (Duration, TimestampsToReturn),
        most: usize,
        requests: &mut u32,
    ) -> Result<bool, Fault> {
        let (mut rest, mut most) =
            (asks.iter().enumerate().collect::<Vec<_>>(), ITEMS.min(most.max(1)));
        rest.retain(|(_, it)| it.is_some());
        let mut rest = rest.as_slice();
        while !rest.is_empty() {
            let some = &rest[..rest.len().min(most)];
            let items =
                some.iter().filter_map(|(place, it)| Some(item((*it).as_ref()?, *place, interval)));
            let outcome = self.session.monitor(self.id, items.collect(), timestamps).await;
            *requests += 1;
            match outcome {
                Ok(results) => {
                    for ((place, _), result) in some.iter().zip(results) {
                        if result.status_code.is_bad() {
                            if !is_of_node(result.status_code) {
                                return Ok(false);
                            }
                            self.refuse(*place, result.status_code);
                        }
                        let looks = pace::every(result.revised_sampling_interval);
                        self.lags[*place] = looks.saturating_sub(interval);
                    }
                    rest = &rest[some.len()..];
                }
                Err(fault) if fault.wants_less().is_some() && most > 1 => most /= 2,
                Err(fault) => return Err(fault),
            }
        }
        Ok(true)
    }

    /// Records the status of a node that is not monitored.
    fn refuse(&self, place: usize, code: StatusCode) {
        if let Ok(mut heard) = self.heard.lock() {
            let value = DataValue { status: Some(code), ..DataValue::default() };
            heard.latest[place] = Some(LatestValue { value, is_new: true });
        }
    }

    /// The changes since the last call. Returns an error if the link is lost.
    pub(super) fn news(&self) -> Result<State, LinkError> {
        let Ok(mut heard) = self.heard.lock() else { return Ok(State::Gone) };
        if heard.ended.is_none() && self.task.is_finished() {
            return Ok(State::Gone);
        }
        heard.news(Moment::now(), self.patience)
    }

    /// Deletes it on the server too.
    pub(super) async fn close(mut self) {
        self.end_task().await;
        self.session.unsubscribe(self.id).await;
    }

    /// Ends the task, which releases the session.
    pub(super) async fn end_task(&mut self) {
        self.task.abort();
        if !self.task.is_finished() {
            // An error is expected: the task was cancelled.
            let _ = (&mut self.task).await;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Whether a node cannot be monitored because of its own properties: reading it returns the same
/// error. Otherwise the server has no capacity, or does not support it.
fn is_of_node(code: StatusCode) -> bool {
    !matches!(
        status::plain(code),
        StatusCode::BadTooManyMonitoredItems
            | StatusCode::BadTooManyOperations
            | StatusCode::BadOutOfMemory
            | StatusCode::BadResourceUnavailable
            | StatusCode::BadServiceUnsupported
            | StatusCode::BadNotSupported
            | StatusCode::BadMonitoringModeInvalid
            | StatusCode::BadMonitoredItemFilterInvalid
            | StatusCode::BadMonitoredItemFilterUnsupported
    )
}

fn item(ask: &AttributeRead, place: usize, interval: Duration) -> MonitoredItemCreateRequest {
    MonitoredItemCreateRequest {
        item_to_monitor: ask.to_read(),
        monitoring_mode: MonitoringMode::Reporting,
        requested_parameters: MonitoringParameters {
            client_handle: u32::try_from(place).unwrap_or(u32::MAX),
            sampling_interval: interval.as_secs_f64() * 1000.0,
            filter: ExtensionObject::null(),
            // A scan only needs the latest value.
            queue_size: 1,
            discard_oldest: true,
        },
    }
}

/// Keeps publish requests waiting at the server, and stores the received values.
async fn listen(
    session: Arc<Session>,
    id: u32,
    heard: Arc<Mutex<ReceivedValues>>,
    patience: Duration,
) {
    // Longer than the server may be silent with all requests before this one.
    let limit = patience * u32::from(WAITING + 1);
    let mut waiting = FuturesUnordered::new();
    let mut to_tell: Vec<SubscriptionAcknowledgement> = Vec::new();
    let mut order = Order::default();
    loop {
        while waiting.len() < usize::from(WAITING) {
            waiting.push(session.publish(std::mem::take(&mut to_tell), limit));
        }
        let Some(outcome) = waiting.next().await else { return };
        let published = match outcome {
            Ok(published) => published,
            // The server accepts fewer requests; the waiting ones are sufficient.
            Err(Fault::Refused(code))
                if status::plain(code) == StatusCode::BadTooManyPublishRequests
                    && !waiting.is_empty() =>
            {
                continue;
            }
            Err(Fault::Refused(code)) => {
                return end(&heard, SubscriptionEnd::Subscription(status::said(code).to_string()));
            }
            Err(Fault::Unclear(what)) => return end(&heard, SubscriptionEnd::Subscription(what)),
            Err(Fault::Link(error)) => return end(&heard, SubscriptionEnd::Link(error)),
        };
        // A late message of an earlier subscription of this session.
        if published.subscription != id {
            continue;
        }
        let message = published.message;
        let has_data = message.notification_data.as_ref().is_some_and(|it| !it.is_empty());
        if has_data {
            let sequence_number = message.sequence_number;
            to_tell.push(SubscriptionAcknowledgement { subscription_id: id, sequence_number });
        }
        let in_order = order.take(message, has_data);
        let Ok(mut heard) = heard.lock() else { return };
        heard.record_message(Moment::now());
        match in_order {
            Ok(messages) => {
                for message in messages {
                    if let Some(why) = heard.take(message) {
                        heard.ended = Some(SubscriptionEnd::Subscription(why));
                        return;
                    }
                }
            }
            Err(why) => {
                heard.ended = Some(SubscriptionEnd::Subscription(why));
                return;
            }
        }
    }
}

fn end(heard: &Mutex<ReceivedValues>, ended: SubscriptionEnd) {
    if let Ok(mut heard) = heard.lock() {
        heard.ended = Some(ended);
    }
}

impl Moment {
    fn now() -> Self {
        Self { steady: Instant::now(), wall: Timestamp::now() }
    }

    /// The time until `later`, by the clock with the larger difference.
    fn until(self, later: Self) -> Duration {
        let by_the_wall = later.wall.duration_since(self.wall);
        let steady = later.steady.saturating_duration_since(self.steady);
        steady.max(by_the_wall.try_into().unwrap_or_default())
    }
}

impl ReceivedValues {
    /// Creates the state for this number of nodes, without values.
    fn new(nodes: usize, now: Moment) -> Self {
        let latest = std::iter::repeat_with(|| None).take(nodes).collect();
        Self { latest, at: now, is_doubtful: false, ended: None }
    }

    /// Records a message from the server.
    fn record_message(&mut self, now: Moment) {
        self.is_doubtful |= self.at.until(now) > TRUSTED;
        self.at = now;
    }

    /// See [`Subscription::news`].
    fn news(&mut self, now: Moment, patience: Duration) -> Result<State, LinkError> {
        match self.ended.take() {
            Some(SubscriptionEnd::Link(error)) => return Err(error),
            Some(SubscriptionEnd::Subscription(why)) => {
                event!(info, LogMessage::SubscribedAgain, why);
                return Ok(State::Gone);
            }
            None => {}
        }
        let doing = LinkStep::HearSubscription;
        if now.steady.saturating_duration_since(self.at.steady) > patience {
            return Err(LinkError::Timeout { doing, after: patience });
        }
        if self.is_doubtful || self.at.until(now) > TRUSTED {
            let why = LinkError::Timeout { doing, after: TRUSTED };
            event!(info, LogMessage::SubscribedAgain, %why);
            return Ok(State::Gone);
        }
        let mut news = Vec::new();
        for (place, latest) in self.latest.iter_mut().enumerate() {
            if let Some(latest) = latest
                && std::mem::take(&mut latest.is_new)
            {
                news.push((place, std::mem::take(&mut latest.value)));
            }
        }
        Ok(State::Live(news, self.at.steady))
    }

    /// Processes a message. `Some`: why the subscription has ended.
    fn take(&mut self, message: NotificationMessage) -> Option<String> {
        for notification in message.notification_data.unwrap_or_default() {
            if let Some(it) = notification.inner_as::<StatusChangeNotification>() {
                return Some(status::said(it.status).to_string());
            }
            let Some(changes) = notification.into_inner_as::<DataChangeNotification>() else {
                continue;
            };
            for change in changes.monitored_items.unwrap_or_default() {
                let place = usize::try_from(change.client_handle).unwrap_or(usize::MAX);
                // A node that was not requested is ignored.
                if let Some(latest) = self.latest.get_mut(place) {
                    *latest = Some(LatestValue { value: change.value, is_new: true });
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);

    /// Moves the monotonic clock and the system clock by this number of seconds.
    fn later(moment: Moment, steady: u64, wall: i64) -> Moment {
        Moment {
            steady: moment.steady + Duration::from_secs(steady),
            wall: moment.wall + jiff::SignedDuration::from_secs(wall),
        }
    }

    #[test]
    fn what_was_heard_counts_for_a_few_seconds_by_either_clock() {
        let start = Moment::now();
        for (steady, wall, is_live) in [
            (0, 0, true),
            (2, 2, true),
            // A clock that was set back is ignored.
            (1, -3600, true),
            (4, 0, false),
            (4, 4, false),
            // A machine that was asleep.
            (0, 8 * 3600, false),
        ] {
            let now = later(start, steady, wall);
            let state = ReceivedValues::new(1, start).news(now, PATIENCE).expect("the link holds");
            assert_eq!(matches!(state, State::Live(..)), is_live, "{steady} s, {wall} s");
            // A later message may have been delayed for this time.
            let mut heard = ReceivedValues::new(1, start);
            heard.record_message(now);
            let state = heard.news(now, PATIENCE).expect("the link holds");
            assert_eq!(matches!(state, State::Live(..)), is_live, "{steady} s, {wall} s");
        }
        let lost = ReceivedValues::new(1, start).news(later(start, 31, 31), PATIENCE).err();
        assert!(matches!(lost, Some(LinkError::Timeout { .. })), "{lost:?}");
    }

    #[test]
    fn values_are_as_old_as_what_was_heard() {
        let start = Moment::now();
        let mut heard = ReceivedValues::new(1, start);
        heard.record_message(later(start, 1, 1));
        let state = heard.news(later(start, 3, 3), PATIENCE).expect("the link holds");
        let State::Live(news, at) = state else { panic!("it is live") };
        assert!(news.is_empty());
        assert_eq!(at - start.steady, Duration::from_secs(1));
    }

    #[test]
    fn what_is_heard_is_kept_until_it_is_taken() {
        let mut heard = ReceivedValues::new(2, Moment::now());
        let change = |client_handle, value: i32| opcua::types::MonitoredItemNotification {
            client_handle,
            value: DataValue::value_only(value),
        };
        let changes = vec![change(0, 1), change(7, 2), change(0, 3)];
        let message = NotificationMessage::data_change(
            1,
            opcua::types::DateTime::null(),
            changes,
            Vec::new(),
        );
        assert_eq!(heard.take(message), None);
        let latest = heard.latest[0].as_ref().expect("it was heard of");
        assert_eq!(latest.value.value, Some(opcua::types::Variant::Int32(3)));
        assert!(heard.latest[1].is_none());
        let gone = NotificationMessage::status_change(
            2,
            opcua::types::DateTime::null(),
            StatusCode::BadTimeout,
        );
        assert!(heard.take(gone).is_none_or(|why| why.contains("BadTimeout")));
    }
}
