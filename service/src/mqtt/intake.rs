//! The task with the connection.

use std::{path::Path, time::Duration};

use futures::{FutureExt, future::BoxFuture};
use rand::RngExt;
use tagbridge_api::Timestamp;
use tagbridge_broker::{Acknowledgement, BrokerError, BrokerEvent, BrokerLink};
use tagbridge_texts::{Coded, Message};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::{
    batch::{Batch, Incoming},
    config::Subscription,
    view::{IntakeState, IntakeStatus, IntakeView},
};
use crate::{
    core::Core,
    log_message::{LogMessage, event},
};

/// The pause after the first failure …
const PAUSE: Duration = Duration::from_secs(1);
/// … which doubles after each further one, up to this limit.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// Maximum number of waiting messages with quality of service 0.
const WAITING_MAX: usize = 128;

/// Receives messages of a broker, and reports its status.
#[derive(Debug)]
pub(crate) struct Intake {
    subscription: Subscription,
    shown: IntakeStatus,
}

/// Why a connection ended.
enum Ended {
    AsAsked,
    Failed(BrokerError),
}

/// A batch that is being stored; returns the acknowledgements of the settled messages.
type BatchFuture = BoxFuture<'static, Vec<Acknowledgement>>;

impl Intake {
    /// Creates the intake of a subscription.
    pub(crate) fn new(subscription: Subscription) -> Self {
        let shown = IntakeStatus::default();
        let first = subscription.brokers.first().map(ToString::to_string).unwrap_or_default();
        shown.change(|it| it.broker = first);
        Self { subscription, shown }
    }

    /// The status.
    pub(crate) fn view(&self) -> IntakeView {
        self.shown.view()
    }

    /// Receives until `stop`, reconnecting to the broker. The service's client id is stored in
    /// `data`.
    pub(crate) async fn run(&self, core: Core, data: &Path, stop: CancellationToken) {
        let taking = match self.subscription.clone().named(data) {
            Ok(subscription) => IntakeTask { subscription, shown: &self.shown, core, stop },
            Err(error) => {
                event!(error, LogMessage::BrokerNameNotKept, %error);
                return;
            }
        };
        taking.run().await;
        self.shown.change(|it| it.state = IntakeState::Ended);
    }
}

struct IntakeTask<'a> {
    subscription: Subscription,
    shown: &'a IntakeStatus,
    core: Core,
    stop: CancellationToken,
}

impl IntakeTask<'_> {
    async fn run(self) {
        let (mut failures, mut at) = (0, 0);
        loop {
            let connections = self.shown.view().connections;
            let trouble = match self.connection(at).await {
                Ended::AsAsked => return,
                Ended::Failed(trouble) => trouble,
            };
            failures = if self.shown.view().connections > connections { 1 } else { failures + 1 };
            at = (at + 1) % self.subscription.brokers.len();
            let (cause, remedy) = (trouble.message(), trouble.remedy());
            event!(warn, LogMessage::BrokerNotConnected, ?cause, ?remedy);
            self.shown.change(|it| it.state = IntakeState::Waiting { cause, remedy });
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = sleep(pause(failures)) => {}
            }
        }
    }

    /// One connection, from the attempt to its end.
    async fn connection(&self, at: usize) -> Ended {
        let Subscription { brokers, connection, .. } = &self.subscription;
        let broker = &brokers[at];
        self.shown.change(|it| {
            it.broker = broker.to_string();
            it.state = IntakeState::Connecting;
        });
        let mut link = match BrokerLink::open(connection, broker, None) {
            Ok(link) => link,
            Err(trouble) => return Ended::Failed(trouble),
        };
        tokio::select! {
            () = self.stop.cancelled() => return Ended::AsAsked,
            connected = link.connected(broker) => match connected {
                Err(trouble) => return Ended::Failed(trouble),
                // Also if the broker has kept the session: Mosquitto 2.0.11 loses a shared
                // subscription at its restart, but not the session.
                Ok(()) => link.subscribe(vec![self.subscription.filter()]),
            }
        }
        let (mut waiting, mut storing) = (Vec::new(), None::<BatchFuture>);
        loop {
            if storing.is_none() && !waiting.is_empty() {
                storing = Some(self.store(std::mem::take(&mut waiting)));
            }
            tokio::select! {
                () = self.stop.cancelled() => {
                    // Pending messages may be stored or not; in both cases they are delivered
                    // again.
                    link.leave(None).await;
                    return Ended::AsAsked;
                }
                settled = finished(&mut storing) => {
                    storing = None;
                    for it in settled {
                        link.acknowledge(it);
                    }
                }
                heard = link.heard() => match heard {
                    BrokerEvent::Message { topic, payload, acknowledgement } => {
                        // The broker does not limit these, because they are not acknowledged.
                        let is_too_much = acknowledgement.is_none() && waiting.len() >= WAITING_MAX;
                        self.shown.change(|it| {
                            it.messages += 1;
                            it.left += u64::from(is_too_much);
                        });
                        if !is_too_much {
                            waiting.push(Incoming { topic, payload, acknowledgement });
                        }
                    }
                    BrokerEvent::Subscribed { refused: None } => self.begin(),
                    BrokerEvent::Subscribed { refused: Some(why) } => {
                        let (broker, why) = (broker.to_string(), Message::verbatim(why));
                        return Ended::Failed(BrokerError::NotSubscribed { broker, why });
                    }
                    BrokerEvent::Failed(trouble) => return Ended::Failed(trouble),
                    BrokerEvent::Connected | BrokerEvent::Confirmed | BrokerEvent::Alive => {}
                }
            }
        }
    }

    fn begin(&self) {
        let broker = self.shown.change(|it| {
            it.connections += 1;
            it.state = IntakeState::Online { since: Timestamp::now() };
            it.broker.clone()
        });
        event!(info, LogMessage::BrokerConnected, broker);
    }

    /// Stores messages, and waits while data cannot be written. No more messages arrive in the
    /// meantime, because the broker limits unacknowledged ones.
    fn store(&self, messages: Vec<Incoming>) -> BatchFuture {
        let (core, shown) = (self.core.clone(), self.shown.clone());
        let prefix = self.subscription.topic.clone();
        async move {
            let of = shown.clone();
            let read = move |_: &Core| Batch::read(&prefix, messages, &of);
            let mut batch = core.blocking(read).await;
            for failures in 1.. {
                let of = shown.clone();
                let (refused, now) = core
                    .blocking(move |core| {
                        let refused = batch.store(core, &of).err();
                        (refused, batch)
                    })
                    .await;
                batch = now;
                let is_held_up = refused.is_some();
                let was = shown.change(|it| std::mem::replace(&mut it.is_held_up, is_held_up));
                let Some(refusal) = refused else { break };
                if !was {
                    event!(warn, LogMessage::MessagesHeldUp, %refusal);
                }
                sleep(pause(failures)).await;
            }
            batch.take_settled()
        }
        .boxed()
    }
}

/// Waits for the acknowledgements of the running batch; pending forever without one.
async fn finished(storing: &mut Option<BatchFuture>) -> Vec<Acknowledgement> {
    match storing {
        Some(storing) => storing.await,
        None => std::future::pending().await,
    }
}

/// The delay after a number of failures in a row, from 1; it is randomized, so that services do not
/// reconnect at the same time.
fn pause(failures: u32) -> Duration {
    let doubled = PAUSE * 2_u32.pow(failures.saturating_sub(1).min(5));
    doubled.min(PAUSE_MAX.mul_f64(0.8)).mul_f64(rand::rng().random_range(1.0..=1.25))
}
