//! Files in the results of agents' tools.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tagbridge_api::Timestamp;

/// A file, by its path or by a link, as its `schema` describes. The specification says that a tool
/// returns no file inline; the form is ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct FileLink {
    pub(super) filename: String,
    pub(super) media_type: String,
    pub(super) size: u64,
    pub(super) sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) counts: BTreeMap<String, usize>,
}

impl FileLink {
    /// Its fields.
    pub(super) fn schema() -> Value {
        let text = |said: &str| json!({ "type": "string", "description": said });
        json!({
            "type": "object",
            "description": "A file, by its path or by a link.",
            "required": ["filename", "media_type", "size", "sha256"],
            "properties": {
                "filename": text("What to call it."),
                "media_type": text("Its type."),
                "size": { "type": "integer", "minimum": 0, "description": "How many bytes it has." },
                "sha256": text("Their SHA-256, in hexadecimal digits."),
                "path": text("Where it was written, on the machine of service and agent."),
                "url": text("Where it is fetched, without a key; in place of `path`."),
                "expires_at": { "$ref": "#/components/schemas/Timestamp", "description": "Until when." },
                "counts": {
                    "type": "object",
                    "description": "Of JSON: how many entries its lists and maps have.",
                    "additionalProperties": { "type": "integer", "minimum": 0 },
                },
            },
        })
    }

    /// A JSON file with these counts, without its bytes.
    pub(super) fn of(counts: BTreeMap<String, usize>) -> Self {
        Self {
            filename: String::new(),
            media_type: "application/json".to_owned(),
            size: 0,
            sha256: String::new(),
            path: None,
            url: None,
            expires_at: None,
            counts,
        }
    }
}

/// Number of entries in the lists and maps of a result; for a model, of the model.
pub(super) fn counts(result: &Value) -> BTreeMap<String, usize> {
    let counted = result.get("parsed").filter(|it| it.is_object()).unwrap_or(result);
    let fields = counted.as_object().into_iter().flatten();
    let counts = fields.filter_map(|(name, value)| {
        let entries = match value {
            Value::Array(items) => items.len(),
            Value::Object(members) => members.len(),
            _ => return None,
        };
        Some((name.clone(), entries))
    });
    counts.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_and_maps_are_counted() {
        let live = json!({ "live": true, "tags": { "a": 1, "b": 2 }, "gaps": [] });
        let of = |it: &Value| counts(it).into_iter().collect::<Vec<_>>();
        assert_eq!(of(&live), [("gaps".to_owned(), 0), ("tags".to_owned(), 2)]);
        let source = json!({ "format": "parsed", "parsed": { "tags": [1, 2, 3] } });
        assert_eq!(of(&source), [("tags".to_owned(), 3)]);
        assert_eq!(of(&json!([1])), []);
    }
}
