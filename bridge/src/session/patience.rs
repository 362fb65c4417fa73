//! How long a session waits for a driver.

use std::time::Duration;

use tagbridge_driver::{LinkError, LinkStep};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long a controller may take over a leave-taking, or over what it is doing when told to stop.
pub(super) const LEAVE: Duration = Duration::from_secs(2);

/// Awaits a driver, but not for ever; after `stop` only for a moment. `None`: stopped.
pub(super) async fn within<T>(
    limit: Duration,
    doing: LinkStep,
    work: impl Future<Output = Result<T, LinkError>>,
    stop: &CancellationToken,
) -> Option<Result<T, LinkError>> {
    tokio::select! {
        outcome = timeout(limit, work) => {
            Some(outcome.unwrap_or(Err(LinkError::Timeout { doing, after: limit })))
        }
        () = async { stop.cancelled().await; tokio::time::sleep(LEAVE).await; } => None,
    }
}
