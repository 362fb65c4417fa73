//! A controller's value as JSON, in the form of `api::hmi::TagValue`.

use serde_json::{Number, Value as Json};
use tagbridge_driver::Value;

/// The largest integer that every JSON reader preserves exactly: 2^53 − 1.
const EXACT: u64 = (1 << 53) - 1;

/// The text for the end of time.
const END_OF_TIME: &str = "9999-12-31T23:59:59Z";

/// Converts a value to JSON. Integers beyond ±(2^53−1) and non-finite reals become text; dates,
/// times and durations are ISO 8601. It is never null.
pub(crate) fn json(value: &Value) -> Json {
    match value {
        Value::Bool(it) => Json::Bool(*it),
        Value::Int(it) if it.unsigned_abs() > EXACT => Json::String(it.to_string()),
        Value::Int(it) => Json::from(*it),
        Value::Uint(it) if *it > EXACT => Json::String(it.to_string()),
        Value::Uint(it) => Json::from(*it),
        Value::Real(it) => single(*it),
        Value::LReal(it) => double(*it),
        Value::Text(it) => Json::String(it.clone()),
        Value::Date(it) => Json::String(it.to_string()),
        Value::TimeOfDay(it) => Json::String(it.to_string()),
        Value::DateTime(it) => Json::String(it.to_string()),
        // The last moment of jiff's calendar means the end of time, which is a day later.
        Value::Timestamp(it) if *it == jiff::Timestamp::MAX => Json::from(END_OF_TIME),
        Value::Timestamp(it) => Json::String(it.to_string()),
        Value::Duration(it) => Json::String(it.to_string()),
        Value::Array(elements) => elements.iter().map(json).collect(),
        Value::Struct(members) => {
            members.iter().map(|(name, it)| (name.to_string(), json(it))).collect()
        }
    }
}

/// The shortest decimal of a single: 0.1 remains 0.1 and does not become 0.10000000149.
fn single(number: f32) -> Json {
    match format!("{number:e}").parse() {
        Ok(shortest) if number.is_finite() => double(shortest),
        _ => double(number.into()),
    }
}

fn double(number: f64) -> Json {
    Number::from_f64(number).map_or_else(|| Json::from(non_finite(number)), Json::Number)
}

fn non_finite(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    fn check(value: &Value, expected: &str) {
        assert_eq!(json(value).to_string(), expected, "{value:?}");
    }

    #[test]
    fn numbers_keep_what_they_are() {
        check(&Value::Bool(true), "true");
        check(&Value::Int(-5), "-5");
        check(&Value::Int((1 << 53) - 1), "9007199254740991");
        check(&Value::Int(1 << 53), "\"9007199254740992\"");
        check(&Value::Int(-(1 << 53)), "\"-9007199254740992\"");
        check(&Value::Int(i64::MIN), "\"-9223372036854775808\"");
        check(&Value::Uint(u64::MAX), "\"18446744073709551615\"");
        check(&Value::Uint(7), "7");
        check(&Value::Real(0.1), "0.1");
        check(&Value::Real(16_777_216.0), "16777216.0");
        check(&Value::Real(f32::MAX), "3.4028235e+38");
        check(&Value::Real(f32::NAN), "\"NaN\"");
        check(&Value::Real(f32::NEG_INFINITY), "\"-Infinity\"");
        check(&Value::LReal(0.1), "0.1");
        check(&Value::LReal(f64::INFINITY), "\"Infinity\"");
    }

    #[test]
    fn times_are_iso_8601() {
        let date = jiff::civil::date(2026, 1, 2);
        check(&Value::Date(date), "\"2026-01-02\"");
        check(&Value::TimeOfDay(jiff::civil::time(3, 4, 5, 6_000_000)), "\"03:04:05.006\"");
        check(&Value::DateTime(date.at(3, 4, 5, 0)), "\"2026-01-02T03:04:05\"");
        check(&Value::Timestamp(jiff::Timestamp::UNIX_EPOCH), "\"1970-01-01T00:00:00Z\"");
        check(&Value::Timestamp(jiff::Timestamp::MAX), "\"9999-12-31T23:59:59Z\"");
        check(&Value::Duration(SignedDuration::from_millis(1500)), "\"PT1.5S\"");
        check(&Value::Duration(SignedDuration::from_millis(-90_000)), "\"-PT1M30S\"");
    }

    #[test]
    fn what_is_nested_stays_in_order() {
        let recipe = Value::Struct(vec![
            ("Name".into(), Value::Text("Lager".into())),
            ("Steps".into(), Value::Array(vec![Value::Int(2), Value::Real(f32::NAN)])),
        ]);
        check(&recipe, r#"{"Name":"Lager","Steps":[2,"NaN"]}"#);
    }
}
