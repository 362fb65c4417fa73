//! Durations and sizes in the notation of the configuration.

use std::time::Duration;

use jiff::SignedDuration;

/// Parses a duration: `250ms`, `1s`, `1m 30s`, `720h`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    text.parse::<SignedDuration>().ok()?.try_into().ok()
}

/// Formats a duration for the configuration, in the largest unit without a fraction: `250ms`,
/// `60s`, `15m`, `720h`.
pub(super) fn spoken(duration: Duration) -> String {
    let units = [(3_600_000, "h"), (60_000, "m"), (1000, "s")];
    let fits = units.into_iter().find(|(millis, _)| duration.as_millis().is_multiple_of(*millis));
    let (millis, unit) = fits.unwrap_or((1, "ms"));
    format!("{}{unit}", duration.as_millis() / millis)
}

/// Parses a size: `512`, `64kB`, `64MiB`, `1 GiB`. Returns bytes.
pub(super) fn size(text: &str) -> Option<u64> {
    let digits = text.trim().trim_end_matches(|it: char| it.is_ascii_alphabetic());
    let unit = match &text.trim()[digits.len()..] {
        "" | "B" => 1,
        "kB" => 1000,
        "MB" => 1000 * 1000,
        "GB" => 1000 * 1000 * 1000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    digits.trim_end().parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_read_as_written() {
        for (text, millis) in
            [("250ms", 250), ("1s", 1000), ("1m 30s", 90_000), ("720h", 2_592_000_000)]
        {
            assert_eq!(duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["10ms", "1500ms", "2s", "1m", "87840h"] {
            assert_eq!(duration(text).map(spoken).as_deref(), Some(text));
        }
        for text in ["", "1", "-1s", "1 parsec"] {
            assert_eq!(duration(text), None, "{text}");
        }
        for (text, bytes) in [("512", 512), ("64kB", 64_000), ("2MiB", 2 << 20), ("1 GiB", 1 << 30)]
        {
            assert_eq!(size(text), Some(bytes), "{text}");
        }
        for text in ["", "GiB", "1.5GiB", "1 gib", "99999999999GiB"] {
            assert_eq!(size(text), None, "{text}");
        }
    }
}
