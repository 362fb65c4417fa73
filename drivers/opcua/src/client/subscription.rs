//! The other way to read: the server looks at the nodes by itself and sends what changed.
//!
//! One subscription holds all nodes of a set. A task hears what it has to say and keeps the latest
//! of each node; a scan takes that. What is silent is not taken for alive: the server has to speak
//! within its keep-alive time, or the link is lost. A subscription that is gone, or a message that
//! went missing, ends it, and the next scan begins another one.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures::stream::{FuturesUnordered, StreamExt};
use opcua::types::{
    DataChangeNotification, DataValue, ExtensionObject, MonitoredItemCreateRequest, MonitoringMode,
    MonitoringParameters, NotificationMessage, ReadValueId, StatusChangeNotification, StatusCode,
    SubscriptionAcknowledgement,
};
use tagbridge_driver::{LinkError, LinkStep};
use tokio::task::JoinHandle;

use super::wire::Ask;
use crate::{
    logged::{Logged, event},
    session::{Fault, Session},
    status,
};

/// The server speaks at least so often, even if nothing changed.
const KEEP_ALIVE: Duration = Duration::from_secs(2);
/// The longest that a server may be silent, whatever it says.
const SILENCE: Duration = Duration::from_mins(1);
/// Publish requests that wait at the server.
const WAITING: u8 = 3;
/// Items that are created in one request, where the server names no limit.
const ITEMS: usize = 1000;

/// A subscription to the nodes of one set.
pub(super) struct Subscription {
    session: Arc<Session>,
    id: u32,
    heard: Arc<Mutex<Heard>>,
    /// The longest that the server may be silent.
    patience: Duration,
    task: JoinHandle<()>,
}

/// What was heard by now.
struct Heard {
    /// The latest of each node, and whether a scan has taken it.
    latest: Vec<Option<Latest>>,
    /// When the server spoke last.
    at: Instant,
    ended: Option<Ended>,
}

/// The latest of a node.
struct Latest {
    value: DataValue,
    is_new: bool,
}

/// Why nothing more will be heard.
enum Ended {
    /// The subscription is gone, or a message is: another one can be made.
    Subscription(String),
    /// The link is.
    Link(LinkError),
}

/// What a scan finds.
pub(super) enum State {
    /// Values that are new since the last scan, by place; all others are as they were.
    Live(Vec<(usize, DataValue)>),
    /// Another subscription must be made.
    Gone,
}

impl Subscription {
    /// Has the server look at all of it, each `interval`, as many in one request as it takes; what
    /// is `None` keeps its place only. Requests that this took are counted.
    pub(super) async fn new(
        session: Arc<Session>,
        asks: &[Option<Ask>],
        interval: Duration,
        most: usize,
        requests: &mut u32,
    ) -> Result<Self, LinkError> {
        const DOING: LinkStep = LinkStep::Subscribe;
        let keep_alive = KEEP_ALIVE.as_millis() / interval.as_millis().max(1);
        let keep_alive = u32::try_from(keep_alive).unwrap_or(1).max(1);
        let created = session.subscribe(interval, keep_alive).await;
        *requests += 1;
        let created = created.map_err(|fault| fault.into_link(DOING))?;
        let told =
            silence(created.revised_publishing_interval, created.revised_max_keep_alive_count);
        let patience = told + session.timeout();
        let id = created.subscription_id;
        let now = Instant::now();
        let heard = Heard { latest: asks.iter().map(|_| None).collect(), at: now, ended: None };
        let heard = Arc::new(Mutex::new(heard));
        let task = tokio::spawn(listen(Arc::clone(&session), id, Arc::clone(&heard), patience));
        // From here on it is deleted whatever comes.
        let subscription = Self { session, id, heard, patience, task };
        subscription
            .monitor(asks, interval, most, requests)
            .await
            .map_err(|it| it.into_link(DOING))?;
        tracing::debug!(
            nodes = asks.len(),
            interval_ms = created.revised_publishing_interval,
            silence_ms = patience.as_millis(),
            "subscribed"
        );
        Ok(subscription)
    }

    async fn monitor(
        &self,
        asks: &[Option<Ask>],
        interval: Duration,
        most: usize,
        requests: &mut u32,
    ) -> Result<(), Fault> {
        let (mut rest, mut most) =
            (asks.iter().enumerate().collect::<Vec<_>>(), ITEMS.min(most.max(1)));
        rest.retain(|(_, it)| it.is_some());
        let mut rest = rest.as_slice();
        while !rest.is_empty() {
            let some = &rest[..rest.len().min(most)];
            let items =
                some.iter().filter_map(|(place, it)| Some(item((*it).as_ref()?, *place, interval)));
            let outcome = self.session.monitor(self.id, items.collect()).await;
            *requests += 1;
            match outcome {
                Ok(results) => {
                    for ((place, _), result) in some.iter().zip(results) {
                        if result.status_code.is_bad() {
                            self.refuse(*place, result.status_code);
                        }
                    }
                    rest = &rest[some.len()..];
                }
                Err(fault) if fault.wants_less().is_some() && most > 1 => most /= 2,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// A node that is not looked at has the status that the server gave for a value.
    fn refuse(&self, place: usize, code: StatusCode) {
        if let Ok(mut heard) = self.heard.lock() {
            let value = DataValue { status: Some(code), ..DataValue::default() };
            heard.latest[place] = Some(Latest { value, is_new: true });
        }
    }

    /// What is new since it was asked last. `Err`: the link is lost.
    pub(super) fn news(&self) -> Result<State, LinkError> {
        const DOING: LinkStep = LinkStep::HearSubscription;
        let Ok(mut heard) = self.heard.lock() else { return Ok(State::Gone) };
        match heard.ended.take() {
            Some(Ended::Link(error)) => return Err(error),
            Some(Ended::Subscription(why)) => {
                event!(info, Logged::SubscribedAgain, why);
                return Ok(State::Gone);
            }
            None => {}
        }
        if heard.at.elapsed() > self.patience {
            return Err(LinkError::Timeout { doing: DOING, after: self.patience });
        }
        if self.task.is_finished() {
            return Ok(State::Gone);
        }
        let mut news = Vec::new();
        for (place, latest) in heard.latest.iter_mut().enumerate() {
            if let Some(latest) = latest
                && std::mem::take(&mut latest.is_new)
            {
                news.push((place, std::mem::take(&mut latest.value)));
            }
        }
        Ok(State::Live(news))
    }

    /// Ends it at the server too.
    pub(super) async fn close(mut self) {
        self.hush().await;
        self.session.unsubscribe(self.id).await;
    }

    /// Ends the task, and with it what it holds of the session.
    pub(super) async fn hush(&mut self) {
        self.task.abort();
        // Cancelled is what it shall be.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How long a server may be silent that looks each `interval_ms` and says after so many silent ones
/// that it lives. One that takes more time than is good for anybody is held to what is.
fn silence(interval_ms: f64, keep_alive: u32) -> Duration {
    let seconds = interval_ms.max(1.0) / 1000.0 * f64::from(keep_alive.max(1));
    Duration::try_from_secs_f64(seconds).map_or(SILENCE, |it| it.min(SILENCE))
}

fn item(ask: &Ask, place: usize, interval: Duration) -> MonitoredItemCreateRequest {
    MonitoredItemCreateRequest {
        item_to_monitor: ReadValueId {
            node_id: ask.node.clone(),
            attribute_id: ask.attribute as u32,
            index_range: ask.range.clone(),
            ..ReadValueId::default()
        },
        monitoring_mode: MonitoringMode::Reporting,
        requested_parameters: MonitoringParameters {
            client_handle: u32::try_from(place).unwrap_or(u32::MAX),
            sampling_interval: interval.as_secs_f64() * 1000.0,
            filter: ExtensionObject::null(),
            // The latest is all that a scan wants.
            queue_size: 1,
            discard_oldest: true,
        },
    }
}

/// Keeps requests waiting at the server, and keeps what comes.
async fn listen(session: Arc<Session>, id: u32, heard: Arc<Mutex<Heard>>, patience: Duration) {
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
            // The server wants fewer of them; those that wait are enough.
            Err(Fault::Refused(code))
                if status::plain(code) == StatusCode::BadTooManyPublishRequests
                    && !waiting.is_empty() =>
            {
                continue;
            }
            Err(Fault::Refused(code)) => {
                return end(&heard, Ended::Subscription(status::said(code).to_string()));
            }
            Err(Fault::Unclear(what)) => return end(&heard, Ended::Subscription(what)),
            Err(Fault::Link(error)) => return end(&heard, Ended::Link(error)),
        };
        // What an earlier subscription of this session still had to say.
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
        heard.at = Instant::now();
        match in_order {
            Ok(messages) => {
                for message in messages {
                    if let Some(why) = heard.take(message) {
                        heard.ended = Some(Ended::Subscription(why));
                        return;
                    }
                }
            }
            Err(why) => {
                heard.ended = Some(Ended::Subscription(why));
                return;
            }
        }
    }
}

fn end(heard: &Mutex<Heard>, ended: Ended) {
    if let Ok(mut heard) = heard.lock() {
        heard.ended = Some(ended);
    }
}

impl Heard {
    /// Keeps what a message says. `Some`: why the subscription has ended.
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
                // A node that nobody asked for is none of ours.
                if let Some(latest) = self.latest.get_mut(place) {
                    *latest = Some(Latest { value: change.value, is_new: true });
                }
            }
        }
        None
    }
}

/// Puts messages in order: answers to requests that wait side by side may overtake each other.
#[derive(Default)]
struct Order {
    next: Option<u32>,
    early: Vec<NotificationMessage>,
}

impl Order {
    /// The messages that can be followed now. `Err`: one went missing.
    fn take(
        &mut self,
        message: NotificationMessage,
        has_data: bool,
    ) -> Result<Vec<NotificationMessage>, String> {
        let number = message.sequence_number;
        let next = *self.next.get_or_insert(number);
        if !has_data {
            // A keep-alive bears the number that comes next, and uses it not up.
            return if number == next || number.wrapping_sub(next) < u32::from(WAITING) {
                Ok(Vec::new())
            } else {
                Err(format!("messages {next} to {} went missing", number.wrapping_sub(1)))
            };
        }
        self.early.push(message);
        let mut ready = Vec::new();
        while let Some(place) =
            self.early.iter().position(|it| Some(it.sequence_number) == self.next)
        {
            ready.push(self.early.swap_remove(place));
            self.next = self.next.map(following);
        }
        if self.early.len() >= usize::from(WAITING) {
            return Err(format!("message {} went missing", self.next.unwrap_or_default()));
        }
        Ok(ready)
    }
}

/// Sequence numbers skip 0 when they begin again (OPC UA Part 4 §7.26).
fn following(number: u32) -> u32 {
    number.checked_add(1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages with data by their numbers, and keep-alives as negative ones.
    fn check(numbers: &[i64], expected: Result<&[u32], &str>) {
        let mut order = Order::default();
        let mut followed = Vec::new();
        for number in numbers {
            let message = NotificationMessage {
                sequence_number: u32::try_from(number.unsigned_abs()).unwrap(),
                ..NotificationMessage::default()
            };
            match order.take(message, *number > 0) {
                Ok(ready) => followed.extend(ready.iter().map(|it| it.sequence_number)),
                Err(why) => {
                    let says = expected.expect_err("all messages came");
                    assert!(why.contains(says), "{why}");
                    return;
                }
            }
        }
        assert_eq!(expected, Ok(followed.as_slice()), "{numbers:?}");
    }

    #[test]
    fn messages_are_followed_in_order() {
        check(&[1, 2, 3], Ok(&[1, 2, 3]));
        check(&[7, 9, 8, 10], Ok(&[7, 8, 9, 10]));
        check(&[-1, 1, -2, -2, 2], Ok(&[1, 2]));
        check(&[i64::from(u32::MAX), 1, 2], Ok(&[u32::MAX, 1, 2]));
    }

    #[test]
    fn a_message_that_is_missing_ends_it() {
        check(&[1, 3, 4, 5], Err("message 2 went missing"));
        check(&[1, -9], Err("messages 2 to 8 went missing"));
    }

    #[test]
    fn a_server_cannot_be_silent_for_ever() {
        for (interval_ms, keep_alive, expected_ms) in [
            (100.0, 20, 2000),
            (0.0, 0, 1),
            (-5.0, 3, 3),
            (f64::NAN, 1, 1),
            (f64::INFINITY, 1, 60_000),
            (1e300, u32::MAX, 60_000),
        ] {
            let found = silence(interval_ms, keep_alive);
            assert_eq!(found.as_millis(), expected_ms, "{interval_ms} × {keep_alive}");
        }
    }

    #[test]
    fn what_is_heard_is_kept_until_it_is_taken() {
        let mut heard = Heard { latest: vec![None, None], at: Instant::now(), ended: None };
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
