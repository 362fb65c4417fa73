//! How long a session waits for a driver, and what it takes from one.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt;
use tagbridge_driver::{Connection, LinkError, LinkStep};
use tagbridge_texts::Coded;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::status::SessionNote;

/// No scan takes longer than this, whatever a driver does; each request has its own time-out.
pub(super) const SCAN_LIMIT: Duration = Duration::from_mins(1);
/// Requests that opening a link takes at the most, beside one for each connection over it.
pub(super) const CONNECT_REQUESTS: u32 = 8;
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

/// Takes leave of a controller. Whoever is not done in time is left by dropping the socket.
pub(super) async fn leave(connection: Box<dyn Connection>) {
    let leave = async {
        connection.close().await;
        Ok(())
    };
    let _late = timed(LEAVE, LinkStep::CloseConnection, leave).await;
}

/// The link is of no use after a fault of this program.
pub(super) fn broken(doing: LinkStep) -> LinkError {
    let (why, remedy) = (SessionNote::BrokenOff.message(), SessionNote::ReportFault.message());
    LinkError::Unprepared { doing, why, remedy }
}
