//! A trend as CSV (RFC 4180 but for its line ends).

use std::fmt::Write as _;

use tagbridge_api::Timestamp;

use crate::view::Lane;

/// A line for each value up to a time: when, of which tag, what, and whether it is known that nothing
/// else was until the next one. `no`: the service kept only some of the values of that time.
pub(crate) fn csv(lanes: &[Lane], until: f64) -> String {
    let mut text = String::from("Time,Tag,Value,Complete\n");
    for lane in lanes {
        let tag = lane.tag.replace('"', "\"\"");
        for (at, value) in lane.times.iter().zip(&lane.values).take_while(|(at, _)| **at <= until) {
            let value = value.map_or_else(String::new, |it| it.to_string());
            #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
            let time = Timestamp::from_millis(*at as i64);
            let time = time.map_or_else(String::new, |it| it.to_string());
            let complete = if lane.cut_at.is_some_and(|cut| *at < cut) { "no" } else { "yes" };
            let _written = writeln!(text, "{time},\"{tag}\",{value},{complete}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_thinned_out_says_so_line_by_line() {
        let lane = |tag: &str, cut_at| Lane {
            tag: tag.into(),
            type_name: "REAL".into(),
            unit: String::new(),
            is_not_drawn: false,
            cut_at,
            times: vec![0.0, 1000.0, 2000.0, 9000.0],
            values: vec![Some(1.5), None, Some(2.0), Some(3.0)],
        };
        let text = csv(&[lane("A", Some(2000.0)), lane("B\"1\"", None)], 5000.0);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "Time,Tag,Value,Complete",
                "1970-01-01T00:00:00.000Z,\"A\",1.5,no",
                "1970-01-01T00:00:01.000Z,\"A\",,no",
                "1970-01-01T00:00:02.000Z,\"A\",2,yes",
                "1970-01-01T00:00:00.000Z,\"B\"\"1\"\"\",1.5,yes",
                "1970-01-01T00:00:01.000Z,\"B\"\"1\"\"\",,yes",
                "1970-01-01T00:00:02.000Z,\"B\"\"1\"\"\",2,yes",
            ]
        );
    }
}
