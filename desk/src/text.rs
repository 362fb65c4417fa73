//! A value as text.

use serde_json::Value;

/// Maximum number of characters of a value in a table.
const SHORT: usize = 96;

/// A value in a table's cell: text unchanged, a missing value as a dash, all others as JSON.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The same text, truncated if it is long.
pub(crate) fn short(value: &Value) -> String {
    let mut text = cell(value);
    if let Some((cut, _)) = text.char_indices().nth(SHORT) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// A value as a number that can be drawn. Above 2^53 it is approximate.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(it) => Some(f64::from(u8::from(*it))),
        Value::Number(it) => it.as_f64(),
        Value::String(text) if is_long_integer(text) => text.parse().ok(),
        _ => None,
    }
}

/// Integers above 2^53 are transmitted as text. Other text of digits is text: `0012345` is not a
/// number.
fn is_long_integer(text: &str) -> bool {
    const LARGEST_EXACT: u64 = (1 << 53) - 1;
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.starts_with(['0', '+']) && digits.parse::<u64>().is_ok_and(|it| it > LARGEST_EXACT)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_read_as_people_write_them() {
        for (value, text, drawn) in [
            (json!(null), "–", None),
            (json!(true), "true", Some(1.0)),
            (json!(-3), "-3", Some(-3.0)),
            (json!(12.5), "12.5", Some(12.5)),
            (json!("Still 0.5 L"), "Still 0.5 L", None),
            (json!("NaN"), "NaN", None),
            (json!("0012345"), "0012345", None),
            (json!("12345"), "12345", None),
            (json!("0000009007199254740993"), "0000009007199254740993", None),
            (json!("-9007199254740994"), "-9007199254740994", Some(-9_007_199_254_740_994.0)),
            (
                json!("18446744073709551615"),
                "18446744073709551615",
                Some(18_446_744_073_709_552_000.0),
            ),
            (json!({"A": [1, 2]}), r#"{"A":[1,2]}"#, None),
        ] {
            assert_eq!(cell(&value), text);
            assert_eq!(number(&value), drawn, "{value}");
        }
        let long = short(&json!("ü".repeat(200)));
        assert_eq!(long.chars().count(), SHORT + 1);
        assert!(long.ends_with('…'));
    }
}
