//! Notes about the completeness of an answer.

use std::io;

use serde::Serialize;
use tagbridge_logic::query::Gap;
use tagbridge_texts::Message;

use crate::{messages::CodeLine, output};

/// A note about an answer.
#[derive(Serialize)]
pub(super) struct GapNote {
    pub(super) code: &'static str,
    pub(super) sentence: String,
}

/// Why an answer may be incomplete.
pub(super) fn said(gap: &Gap) -> GapNote {
    let code = match gap {
        Gap::Partial => "partial",
        Gap::NotUnderstood(_) => "not_understood",
        Gap::Protected(_) => "protected",
        Gap::Cut => "cut",
        Gap::Unnamed(_) => "unnamed",
        Gap::Unused(_) => "unused",
        Gap::TakenFor(_) => "taken_for",
    };
    GapNote { code, sentence: output::said(gap) }
}

/// The same in a line for a user.
pub(super) fn incomplete(gap: &GapNote) -> io::Result<()> {
    output::line(&CodeLine::Incomplete { why: Message::verbatim(&gap.sentence) })
}
