//! Times in response headers.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// Maximum wait that the service can ask for; a longer one is a mistake.
const WAIT_MAX: Duration = Duration::from_hours(24);

/// Reads `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3). A date is compared with the
/// `Date` of the response if there is one, because the local clock may be wrong.
pub(super) fn wait(headers: &HeaderMap, now: jiff::Timestamp) -> Option<Duration> {
    let given = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = if let Ok(seconds) = given.parse() {
        Duration::from_secs(seconds)
    } else {
        let now = date(headers, DATE).unwrap_or(now);
        date(headers, RETRY_AFTER)?.duration_since(now).try_into().unwrap_or_default()
    };
    Some(wait.min(WAIT_MAX))
}

/// Reads a header with a date in the format of RFC 9110 §5.6.7.
pub(super) fn date(headers: &HeaderMap, name: HeaderName) -> Option<jiff::Timestamp> {
    let text = headers.get(name)?.to_str().ok()?;
    jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text.trim()).ok()
}
