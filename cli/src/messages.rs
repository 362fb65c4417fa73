//! The texts of the command line, as codes: `texts/en/cli-*.ftl` and `texts/de/cli-*.ftl` have the
//! sentences.

mod background;
mod code;
mod column;
mod decision;
mod line;
mod recorded;
mod refusal;
mod state;
mod why;
mod word;
mod wrong;

pub(crate) use self::{
    background::BackgroundState,
    code::{CodeLine, CodeWord},
    column::Column,
    decision::Decided,
    line::{DemoIntroduction, Line},
    recorded::RecordedLine,
    refusal::{Because, Cannot, Do},
    state::State,
    why::{RemarkWord, Suspect, WhyWord},
    word::{Compared, Word},
    wrong::{BadValue, Wrong},
};

#[cfg(test)]
mod tests {
    use tagbridge_texts::{Coded, assert_complete};

    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete(
            "cli-refusals",
            &[Cannot::CODES, Because::CODES, Do::CODES, Wrong::CODES, BadValue::CODES],
        );
        assert_complete(
            "cli-lines",
            &[
                Line::CODES,
                DemoIntroduction::CODES,
                RecordedLine::CODES,
                State::CODES,
                Word::CODES,
                Column::CODES,
                Decided::CODES,
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
