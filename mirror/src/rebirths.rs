//! Requests for births, of which many may come at once.

use std::time::Duration;

use tokio::time::Instant;

/// Births answer all requests that came within this time.
const TOGETHER: Duration = Duration::from_secs(1);

/// Requests that are not answered yet.
#[derive(Debug, Default)]
pub(crate) struct Rebirths(Option<Instant>);

impl Rebirths {
    /// A host asks for births.
    pub(crate) fn request(&mut self, now: Instant) {
        self.0.get_or_insert(now + TOGETHER);
    }

    /// Whether a request waits. No data is published in the meantime.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.is_some()
    }

    /// When the births that answer all requests are due; `None`: no request is pending.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.0
    }

    /// The births are published.
    pub(crate) fn answered(&mut self) {
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_within_a_second_have_one_answer() {
        let (mut it, began) = (Rebirths::default(), Instant::now());
        let (mut births, mut asked) = (0, 0);
        // 500 requests in a second, and one after it.
        for millis in (0..3000).step_by(2) {
            let now = began + Duration::from_millis(millis);
            if millis < 1000 || millis == 1200 {
                it.request(now);
                asked += 1;
            }
            if it.due().is_some_and(|due| due <= now) {
                assert!(it.is_requested());
                it.answered();
                births += 1;
            }
        }
        assert_eq!((asked, births, it.is_requested()), (501, 2, false));
    }
}
