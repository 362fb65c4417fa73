//! How long a session waits for a driver, and what it takes from one.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt;
use tagbridge_driver::{Connection, LinkError, LinkOptions, LinkStep};
use tagbridge_texts::Coded;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::status::SessionNote;

/// No scan of a few tags takes longer than this, whatever a driver does; each request has its own time-out.
pub(super) const SCAN_LIMIT: Duration = Duration::from_mins(1);
/// So many tags may take as long again: a slow line and a small connection have room for few at a time.
const SCAN_TAGS: usize = 1000;
/// Requests that opening a link takes at the most, beside one for each connection over it.
const CONNECT_REQUESTS: u32 = 8;
/// How long the names of a project may be waited for before anything is dialled.
const NAMES: Duration = tagbridge_naming::PATIENCE.saturating_add(Duration::from_secs(1));
/// How long disconnecting may take, or what is under way when a session is told to stop.
pub(super) const LEAVE: Duration = Duration::from_secs(2);

/// Opening a connection takes no longer than this, whatever a driver does.
pub(super) fn connect_limit(link: &LinkOptions) -> Duration {
    let requests = CONNECT_REQUESTS + u32::from(link.connections);
    NAMES + link.connect_timeout + requests * link.request_timeout
}

/// A scan of so many tags takes no longer than this.
pub(super) fn scan_limit(tags: usize) -> Duration {
    SCAN_LIMIT * u32::try_from(1 + tags / SCAN_TAGS).unwrap_or(u32::MAX)
}

/// Awaits a driver, but not for ever; after `stop` only for a moment. `None`: stopped.
pub(super) async fn within<T>(
    limit: Duration,
    doing: LinkStep,
    work: impl Future<Output = Result<T, LinkError>>,
    stop: &CancellationToken,
) -> Option<Result<T, LinkError>> {
    tokio::select! {
        outcome = timed(limit, doing, work) => Some(outcome),
        () = async { stop.cancelled().await; tokio::time::sleep(LEAVE).await; } => None,
    }
}

/// Awaits a driver, but not for ever. One that panics has lost its link, and takes nobody with it.
pub(super) async fn timed<T>(
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

/// Disconnects from a controller. Whoever is not done in time is left by dropping the socket.
pub(super) async fn disconnect(connection: Box<dyn Connection>) {
    let close = async {
        connection.close().await;
        Ok(())
    };
    let _late = timed(LEAVE, LinkStep::CloseConnection, close).await;
}

/// The link is of no use after a fault of this program.
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
        // 30 of them in a request, each of which takes a second.
        assert!(scan_limit(40_000) > Duration::from_secs(40_000 / 30));
    }
}
