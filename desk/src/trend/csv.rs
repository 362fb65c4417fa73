//! A trend as CSV (RFC 4180 but for its line ends).

use std::fmt::Write as _;

use tagbridge_api::Timestamp;

use crate::minute::Point;

/// A line for each value up to a time: when, of which tag, what, of which quality, and whether it is
/// known that nothing else was until the next one. `no`: the service kept only some of the values of
/// that time.
pub(crate) fn csv<'a>(
    lanes: impl Iterator<Item = (&'a str, Vec<Point>, Option<f64>)>,
    until: f64,
) -> String {
    let mut text = String::from("Time,Tag,Value,Quality,Complete\n");
    for (tag, points, cut_at) in lanes {
        let tag = tag.replace('"', "\"\"");
        for point in points.iter().take_while(|it| it.at <= until) {
            let value = point.value.map_or_else(String::new, |it| it.to_string());
            let quality = match point.value {
                None => "bad",
                Some(_) if point.is_uncertain => "uncertain",
                Some(_) => "good",
            };
            #[expect(clippy::cast_possible_truncation, reason = "milliseconds")]
            let time = Timestamp::from_millis(point.at as i64);
            let time = time.map_or_else(String::new, |it| it.to_string());
            let complete = if cut_at.is_some_and(|cut| point.at < cut) { "no" } else { "yes" };
            let _written = writeln!(text, "{time},\"{tag}\",{value},{quality},{complete}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_thinned_out_says_so_line_by_line() {
        let points: Vec<Point> = [
            (0.0, Some(1.5), false),
            (1000.0, None, false),
            (2000.0, Some(2.0), true),
            (9000.0, Some(3.0), false),
        ]
        .map(|(at, value, is_uncertain)| Point { at, value, is_uncertain })
        .into();
        let lanes = [("A", points.clone(), Some(2000.0)), ("B\"1\"", points, None)];
        let text = csv(lanes.into_iter(), 5000.0);
        let told: Vec<&str> = text.lines().collect();
        assert_eq!(
            told,
            [
                "Time,Tag,Value,Quality,Complete",
                "1970-01-01T00:00:00.000Z,\"A\",1.5,good,no",
                "1970-01-01T00:00:01.000Z,\"A\",,bad,no",
                "1970-01-01T00:00:02.000Z,\"A\",2,uncertain,yes",
                "1970-01-01T00:00:00.000Z,\"B\"\"1\"\"\",1.5,good,yes",
                "1970-01-01T00:00:01.000Z,\"B\"\"1\"\"\",,bad,yes",
                "1970-01-01T00:00:02.000Z,\"B\"\"1\"\"\",2,uncertain,yes",
            ]
        );
    }
}
