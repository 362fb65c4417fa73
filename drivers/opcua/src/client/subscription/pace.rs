//! The keep-alive interval: a subscription is only used if it is short enough.

use std::time::Duration;

use opcua::types::CreateSubscriptionResponse;

use crate::session::{Fault, Session};

/// The maximum interval of messages, even without changes …
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(2);
/// … and it is requested twice as often: some servers use intervals up to twice as long as
/// reported.
const ASKED: Duration = Duration::from_secs(1);

/// A subscription as the server created it.
pub(super) struct AgreedSubscription {
    pub(super) id: u32,
    /// The publishing interval.
    pub(super) every: Duration,
    /// The maximum time without a message.
    pub(super) silence: Duration,
}

/// Creates a subscription. `None`: the server would be silent for longer than [`KEEP_ALIVE`], even
/// with a shorter requested interval.
pub(super) async fn agree(
    session: &Session,
    interval: Duration,
    requests: &mut u32,
) -> Result<Option<AgreedSubscription>, Fault> {
    let interval = interval.min(KEEP_ALIVE);
    let mut count = count(interval);
    for _ in 0..2 {
        let created = session.subscribe(interval, count).await;
        *requests += 1;
        let made = AgreedSubscription::of(&created?);
        if made.silence <= KEEP_ALIVE {
            return Ok(Some(made));
        }
        session.unsubscribe(made.id).await;
        *requests += 1;
        count = self::count(made.every);
        if made.every > KEEP_ALIVE {
            break;
        }
    }
    Ok(None)
}

impl AgreedSubscription {
    fn of(created: &CreateSubscriptionResponse) -> Self {
        let every = every(created.revised_publishing_interval);
        let silence = every.saturating_mul(created.revised_max_keep_alive_count.max(1));
        Self { id: created.subscription_id, every, silence }
    }
}

/// The interval that a server returned, with any value.
pub(super) fn every(interval_ms: f64) -> Duration {
    Duration::try_from_secs_f64(interval_ms.max(1.0) / 1000.0).unwrap_or(Duration::MAX)
}

/// The keep-alive count: the number of silent intervals before a message.
fn count(every: Duration) -> u32 {
    u32::try_from(ASKED.as_nanos() / every.as_nanos().max(1)).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_cannot_be_silent_for_long() {
        for (interval_ms, keep_alive, silence_ms, better) in [
            (100.0, 20, 2000, 10),
            (1000.0, 20, 20_000, 1),
            (1500.0, 2, 3000, 1),
            (30_000.0, 1, 30_000, 1),
            (0.0, 0, 1, 1000),
            (-5.0, 3, 3, 1000),
            (f64::NAN, 1, 1, 1000),
            (f64::INFINITY, 1, Duration::MAX.as_millis(), 1),
            (1e300, u32::MAX, Duration::MAX.as_millis(), 1),
        ] {
            let made = AgreedSubscription::of(&CreateSubscriptionResponse {
                revised_publishing_interval: interval_ms,
                revised_max_keep_alive_count: keep_alive,
                ..CreateSubscriptionResponse::default()
            });
            let found = (made.silence.as_millis(), count(made.every));
            assert_eq!(found, (silence_ms, better), "{interval_ms} × {keep_alive}");
        }
    }
}
