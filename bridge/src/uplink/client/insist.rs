//! Requests that are made once more when there is no answer.

use std::time::Duration;

use futures::{StreamExt, stream::FuturesUnordered};
use tokio::time::sleep;

/// After so long without an answer a small request is made once more, beside the first.
const INSIST_AFTER: Duration = Duration::from_secs(3);

/// Tries again and again beside each other; the first outcome counts.
pub(super) async fn insistently<F: Future>(attempt: impl Fn() -> F) -> F::Output {
    let mut attempts = FuturesUnordered::new();
    loop {
        attempts.push(attempt());
        tokio::select! {
            Some(outcome) = attempts.next() => return outcome,
            () = sleep(INSIST_AFTER) => {}
        }
    }
}
