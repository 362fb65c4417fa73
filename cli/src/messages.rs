//! The texts of the command line, as codes: `texts/en/cli-*.ftl` and `texts/de/cli-*.ftl` have the
//! sentences.

mod argument_error;
mod background;
mod code;
mod column;
mod decision;
mod line;
mod recorded;
mod refusal;
mod state;
mod table_word;
mod why;

pub(crate) use self::{
    argument_error::{ArgumentError, BadValue},
    background::BackgroundState,
    code::{CodeLine, CodeWord},
    column::Column,
    decision::UploadReason,
    line::{DemoIntroduction, Line},
    recorded::RecordedLine,
    refusal::{Cannot, Do, ReasonText},
    state::State,
    table_word::{Compared, TableWord},
    why::{RemarkWord, Suspect, WhyWord},
};

#[cfg(test)]
mod tests {
    use tagbridge_texts::{Coded, assert_complete};

    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete(
            "cli-refusals",
            &[Cannot::CODES, ReasonText::CODES, Do::CODES, ArgumentError::CODES, BadValue::CODES],
        );
        assert_complete(
            "cli-lines",
            &[
                Line::CODES,
                DemoIntroduction::CODES,
                RecordedLine::CODES,
                State::CODES,
                TableWord::CODES,
                Column::CODES,
                UploadReason::CODES,
                Compared::CODES,
                BackgroundState::CODES,
            ],
        );
        assert_complete(
            "cli-logic",
            &[CodeWord::CODES, CodeLine::CODES, WhyWord::CODES, RemarkWord::CODES, Suspect::CODES],
        );
    }
}
