//! The interval of a task.

/// Parses `50` with this unit, or a literal with its own unit: `t#20ms`.
pub(super) fn milliseconds(time: &str, unit: &str) -> Option<f64> {
    let (number, unit) = match time.split_once('#') {
        Some((_, literal)) => {
            let end = literal.find(|c: char| c.is_alphabetic())?;
            (&literal[..end], &literal[end..])
        }
        None => (time, unit),
    };
    let factor = match unit.to_lowercase().as_str() {
        "us" | "µs" | "μs" => 0.001,
        "" | "ms" => 1.0,
        "s" => 1000.0,
        "m" => 60_000.0,
        _ => return None,
    };
    let number: f64 = number.replace('_', "").trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_every_writing() {
        for (time, unit, expected) in [
            ("50", "ms", Some(50.0)),
            ("500", "us", Some(0.5)),
            ("t#20ms", "ms", Some(20.0)),
            ("T#1_000ms", "", Some(1000.0)),
            ("T#2s", "ms", Some(2000.0)),
            ("", "ms", None),
            ("T#1h2m", "ms", None),
            ("T#", "ms", None),
            ("-5", "ms", None),
            ("GVL.CYCLE", "ms", None),
        ] {
            assert_eq!(milliseconds(time, unit), expected, "{time} {unit}");
        }
    }
}
