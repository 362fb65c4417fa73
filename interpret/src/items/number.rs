//! Numbers and times in the notation of code and of people.

/// A number in the notation of code; a time (`T#1m30s`, `5 s`) in milliseconds.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase().replace('_', "");
    let Some(time) = ["time#", "ltime#", "s5t#", "s5time#", "lt#", "t#"]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
    else {
        return text.parse().ok();
    };
    let mut total = 0.0;
    let mut rest = time;
    while !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let amount: f64 = rest[..end].parse().ok()?;
        let unit_end = rest[end..].find(|it: char| it.is_ascii_digit());
        let unit_end = unit_end.map_or(rest.len(), |at| end + at);
        total += amount * milliseconds(&rest[end..unit_end])?;
        rest = &rest[unit_end..];
    }
    Some(total)
}

/// The largest preset of a timer.
const UNLIMITED: f64 = 2_147_483_647.0;

/// A preset with its unit: code writes the times of timers in milliseconds.
pub(crate) fn of_time(value: &str, is_timer: bool) -> String {
    let is_number = !value.is_empty() && value.chars().all(|it| it.is_ascii_digit());
    match value.parse::<f64>() {
        // The largest number is no time that anyone waits for.
        Ok(time) if is_timer && is_number && (1e3..UNLIMITED).contains(&time) => {
            format!("{value} ms ({})", in_units(time))
        }
        _ if is_timer && is_number => format!("{value} ms"),
        _ => value.to_owned(),
    }
}

/// A time in milliseconds as a person writes it: `300 ms`, `5 s`, `2 min`.
pub(crate) fn in_units(milliseconds: f64) -> String {
    let units = [(3_600e3, "h"), (60e3, "min"), (1e3, "s")];
    let unit = units.iter().find(|it| milliseconds >= it.0 && milliseconds % (it.0 / 2.0) == 0.0);
    let (factor, unit) = match unit {
        Some(found) => *found,
        None if milliseconds >= 1e3 => (1e3, "s"),
        None => (1.0, "ms"),
    };
    format!("{} {unit}", milliseconds / factor)
}

/// The milliseconds of a unit of time.
pub(crate) fn milliseconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "us" => 0.001,
        "ms" | "msec" | "millisekunden" | "milliseconds" => 1.0,
        "s" | "sec" | "secs" | "sek" | "second" | "seconds" | "sekunde" | "sekunden" => 1e3,
        "m" | "min" | "mins" | "minute" | "minutes" | "minuten" => 60e3,
        "h" | "hr" | "hour" | "hours" | "stunde" | "stunden" => 3_600e3,
        "d" | "day" | "days" | "tag" | "tage" => 86_400e3,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_milliseconds() {
        for (text, expected) in [
            ("5000", Some(5000.0)),
            ("T#5s", Some(5000.0)),
            ("T#1m30s", Some(90_000.0)),
            ("t#1.5s", Some(1500.0)),
            ("S5T#200MS", Some(200.0)),
            ("T#x", None),
            ("Motor", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
