//! What is said beside an answer: why it may be incomplete.

use std::io;

use serde::Serialize;
use tagbridge_logic::query::Gap;
use tagbridge_texts::Coded;

use crate::{
    output,
    says::{CodeGap, CodeLine},
};

/// Something that is said beside an answer.
#[derive(Serialize)]
pub(super) struct Said {
    pub(super) code: &'static str,
    pub(super) sentence: String,
}

/// Why an answer may be incomplete.
pub(super) fn said(gap: &Gap) -> Said {
    let (code, why) = match gap {
        Gap::Partial => ("partial", CodeGap::Partial.message()),
        Gap::NotUnderstood(count) => {
            ("not_understood", CodeGap::NotUnderstood { count: *count }.message())
        }
        Gap::Protected(names) => {
            ("protected", CodeGap::Protected { names: &names.join(", ") }.message())
        }
        Gap::Cut => ("cut", CodeGap::Cut.message()),
    };
    Said { code, sentence: output::said(why) }
}

/// The same in a line for a person.
pub(super) fn incomplete(gap: &Said) -> io::Result<()> {
    output::line(&CodeLine::Incomplete { why: (&gap.sentence).into() })
}
