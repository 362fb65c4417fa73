//! The interval of a task.

use tagbridge_structured_text::milliseconds as of_literal;

/// `50` with a unit of its own, or a literal that brings one: `t#20ms`.
pub(super) fn milliseconds(time: &str, unit: &str) -> Option<f64> {
    let unit = if unit.is_empty() { "ms" } else { unit };
    let found = match time.split_once('#') {
        Some((_, literal)) => of_literal(literal),
        None => of_literal(&format!("{}{unit}", time.trim())),
    };
    found.filter(|it| *it >= 0.0)
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
            ("T#1h2m", "ms", Some(3_720_000.0)),
            ("T#", "ms", None),
            ("-5", "ms", None),
            ("GVL.CYCLE", "ms", None),
        ] {
            assert_eq!(milliseconds(time, unit), expected, "{time} {unit}");
        }
    }
}
