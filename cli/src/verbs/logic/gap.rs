//! What is said beside an answer: why it may be incomplete.

use serde::Serialize;
use tagbridge_logic::query::Gap;

/// Something that is said beside an answer.
#[derive(Serialize)]
pub(super) struct Said {
    pub(super) code: &'static str,
    pub(super) sentence: String,
}

/// Why an answer may be incomplete.
pub(super) fn said(gap: &Gap) -> Said {
    let (code, sentence) = match gap {
        Gap::Partial => (
            "partial",
            "the file holds a part of a program alone: the rest may name it too".to_owned(),
        ),
        Gap::NotUnderstood(count) => (
            "not_understood",
            format!("places in the code that was looked at are not understood: {count}"),
        ),
        Gap::Protected(names) => {
            ("protected", format!("the code of these is protected: {}", names.join(", ")))
        }
        Gap::Cut => ("cut", "the answer ends at its limits: there is more".to_owned()),
    };
    Said { code, sentence }
}
