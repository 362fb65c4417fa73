//! Shortens long values for display, with the length of the omitted part.

use serde_json::Value;
use tagbridge_desk::cell;

use crate::{messages::TableWord, output::said};

/// Maximum number of characters of one value in a table.
const ROOM: usize = 60;

/// The display of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueStyle {
    /// Shortened if it is long.
    Brief,
    /// The complete value.
    Whole,
}

impl ValueStyle {
    /// The style for the option `--full`.
    pub(crate) fn of(is_full: bool) -> Self {
        if is_full { Self::Whole } else { Self::Brief }
    }

    /// A value in a table's cell.
    pub(crate) fn text(self, value: &Value) -> String {
        let text = match self {
            Self::Brief => brief(value),
            Self::Whole => cell(value),
        };
        // Control characters in a controller's text must not reach the terminal.
        if text.contains(char::is_control) { escaped(&text) } else { text }
    }
}

fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            plain.extend(letter.escape_default());
        } else {
            plain.push(letter);
        }
    }
    plain
}

/// A value in a table cell, cut if it is long.
fn brief(value: &Value) -> String {
    match value {
        Value::String(text) => cut(text, ROOM),
        value => nested(value, ROOM),
    }
}

/// An array with its first elements, and a structure with its first members: at least one.
fn nested(value: &Value, room: usize) -> String {
    match value {
        Value::Array(elements) => {
            let pieces = elements.iter().map(|it| (String::new(), it));
            format!("[{}]", listed(pieces, elements.len(), room))
        }
        Value::Object(members) => {
            let pieces = members.iter().map(|(name, it)| (format!("{}:", quoted(name)), it));
            format!("{{{}}}", listed(pieces, members.len(), room))
        }
        Value::String(text) => quoted(&cut(text, room)),
        plain => cell(plain),
    }
}

fn listed<'a>(
    pieces: impl Iterator<Item = (String, &'a Value)>,
    all: usize,
    room: usize,
) -> String {
    let mut text = String::new();
    for (at, (label, value)) in pieces.enumerate() {
        let left = room.saturating_sub(text.chars().count());
        let piece = format!("{label}{}", nested(value, left.saturating_sub(label.len())));
        if at > 0 && piece.chars().count() > left {
            return format!("{text},… {}", more(all - at));
        }
        if at > 0 {
            text.push(',');
        }
        text.push_str(&piece);
    }
    text
}

fn cut(text: &str, room: usize) -> String {
    let all = text.chars().count();
    let Some((end, _)) = text.char_indices().nth(room.max(1)).filter(|_| all > room + 12) else {
        return text.to_owned();
    };
    format!("{}… {}", &text[..end], more(all - room.max(1)))
}

fn more(count: usize) -> String {
    said(&TableWord::More { count })
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_value_says_how_much_more_there_is() {
        let numbers: Vec<u32> = (1000..1100).collect();
        for (value, text) in [
            (json!(null), "–".to_owned()),
            (json!(12.5), "12.5".to_owned()),
            (json!("Still 0.5 L"), "Still 0.5 L".to_owned()),
            (json!([1, 2, 3]), "[1,2,3]".to_owned()),
            (json!({"A": [1, 2], "B": "x"}), r#"{"A":[1,2],"B":"x"}"#.to_owned()),
            (
                json!(numbers),
                "[1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,… 88 more]"
                    .to_owned(),
            ),
            (json!("x".repeat(100)), format!("{}… 40 more", "x".repeat(60))),
            (json!("x".repeat(70)), "x".repeat(70)),
        ] {
            assert_eq!(brief(&value), text);
        }
    }

    #[test]
    fn a_terminal_is_told_nothing_by_a_value() {
        for shown in [ValueStyle::Brief, ValueStyle::Whole] {
            let text = shown.text(&json!("ü\u{1b}[2J\tx"));
            assert_eq!(text, "ü\\u{1b}[2J\\tx");
        }
    }

    #[test]
    fn what_is_nested_is_cut_as_well() {
        let deep = json!({"Motors": vec![json!({"Speed": 1.5, "Name": "y".repeat(40)}); 50]});
        let text = brief(&deep);
        assert!(text.chars().count() < 120 && text.ends_with("… 48 more]}"), "{text}");
        assert!(text.starts_with(r#"{"Motors":[{""#), "{text}");
        let one = brief(&json!(["z".repeat(300)]));
        assert!(one.starts_with("[\"zzz") && one.ends_with(" more\"]"), "{one}");
    }
}
