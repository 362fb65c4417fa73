//! A trend's values in the format for saving.

use serde_json::Value;

use crate::{last_minute::Point, view::SavedLane};

/// A tag's values up to a time. Before `cut_at`, the service stored only some of them.
pub(super) fn saved<'a>(
    tag: &str,
    points: impl Iterator<Item = &'a Point>,
    cut_at: Option<f64>,
    until: f64,
) -> SavedLane {
    let (mut times, mut values, mut qualities) = (Vec::new(), Vec::new(), Vec::new());
    for point in points.take_while(|it| it.at <= until) {
        times.push(point.at);
        values.push(point.value.map_or(Value::Null, written));
        qualities.push(match point.value {
            Some(_) if point.is_uncertain => 1,
            Some(_) => 0,
            None => 2,
        });
    }
    SavedLane { tag: tag.to_owned(), times, values, qualities, cut_at }
}

/// As in the service's JSON: non-finite numbers are texts.
fn written(value: f64) -> Value {
    if value.is_finite() {
        value.into()
    } else if value.is_nan() {
        "NaN".into()
    } else if value > 0.0 {
        "Infinity".into()
    } else {
        "-Infinity".into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_value_has_its_quality_and_what_is_not_finite_is_no_hole() {
        let points: Vec<Point> = [
            (0.0, Some(1.5), false),
            (1000.0, None, false),
            (2000.0, Some(2.0), true),
            (3000.0, Some(f64::NAN), false),
            (4000.0, Some(f64::NEG_INFINITY), false),
            (9000.0, Some(3.0), false),
        ]
        .map(|(at, value, is_uncertain)| Point { at, value, is_uncertain })
        .into();
        let lane = saved("A", points.iter(), Some(2000.0), 5000.0);
        assert_eq!(lane.times, [0.0, 1000.0, 2000.0, 3000.0, 4000.0]);
        assert_eq!(json!(lane.values), json!([1.5, null, 2.0, "NaN", "-Infinity"]));
        assert_eq!(lane.qualities, [0, 2, 1, 0, 0]);
        assert_eq!((lane.tag.as_str(), lane.cut_at), ("A", Some(2000.0)));
    }
}
