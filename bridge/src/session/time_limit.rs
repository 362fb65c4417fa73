//! Time limits for a driver, and protection against its panics.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt;
use tagbridge_driver::{Connection, LinkError, LinkOptions, LinkStep};
use tagbridge_texts::Coded;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::status::SessionNote;

/// Maximum duration of a scan with few tags, independent of the driver. Each request has its own time-out.
pub(super) const SCAN_LIMIT: Duration = Duration::from_mins(1);
/// Number of tags that extend the limit by the same time: over a slow line, a request carries only
/// few tags.
const SCAN_TAGS: usize = 1000;
/// Maximum number of requests for opening a link, in addition to one for each of its connections.
const CONNECT_REQUESTS: u32 = 8;
/// Maximum wait for the names of a project before connecting.
const NAMES: Duration = tagbridge_naming::PATIENCE.saturating_add(Duration::from_secs(1));
/// Maximum duration of disconnecting, or of the current operation when a session is stopped.
pub(super) const LEAVE: Duration = Duration::from_secs(2);

/// Maximum duration of opening a connection, independent of the driver.
pub(super) fn connect_limit(link: &LinkOptions) -> Duration {
    let requests = CONNECT_REQUESTS + u32::from(link.connections);
    NAMES + link.connect_timeout + requests * link.request_timeout
}

/// Maximum duration of a scan of this number of tags.
pub(super) fn scan_limit(tags: usize) -> Duration {
    SCAN_LIMIT * u32::try_from(1 + tags / SCAN_TAGS).unwrap_or(u32::MAX)
}

/// Awaits a driver with a time limit; after `stop` only for [`LEAVE`]. `None`: stopped.
pub(super) async fn within<T>(
    limit: Duration,
    doing: LinkStep,
    work: impl Future<Output = Result<T, LinkError>>,
    stop: &CancellationToken,
) -> Option<Result<T, LinkError>> {
    tokio::select! {
        outcome = within_time_limit(limit, doing, work) => Some(outcome),
        () = async { stop.cancelled().await; tokio::time::sleep(LEAVE).await; } => None,
    }
}

/// Awaits a driver with a time limit. A panic in the driver becomes a lost link.
pub(super) async fn within_time_limit<T>(
    limit: Duration,
    doing: LinkStep,
    work: impl Future<Output = Result<T, LinkError>>,
) -> Result<T, LinkError> {
    match timeout(limit, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_panic)) => Err(broken(doing)),
        Err(_) => Err(LinkError::Timeout { doing, after: limit }),
    }
}

/// Disconnects from a controller. If that takes too long, the socket is dropped.
pub(super) async fn disconnect(connection: Box<dyn Connection>) {
    let close = async {
        connection.close().await;
        Ok(())
    };
    let _late = within_time_limit(LEAVE, LinkStep::CloseConnection, close).await;
}

/// The error of a link after a panic in the driver.
pub(super) fn broken(doing: LinkStep) -> LinkError {
    let (why, remedy) = (SessionNote::BrokenOff.message(), SessionNote::ReportFault.message());
    LinkError::Unprepared { doing, why, remedy }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_tags_over_a_slow_line_are_read_to_the_end() {
        assert_eq!(scan_limit(999), SCAN_LIMIT);
        // 30 tags per request, each of which takes a second.
        assert!(scan_limit(40_000) > Duration::from_secs(40_000 / 30));
    }
}
