//! Notes about an answer, as sentences.

use tagbridge_logic::{
    Citation, Logic,
    why::{Answer, Doubt, Remark},
};
use tagbridge_texts::{Coded, Message};

use super::super::{gap::GapNote, print};
use crate::{
    messages::{RemarkWord, Suspect},
    output,
};

pub(super) fn remark(logic: &Logic<'_>, answer: &Answer, remark: &Remark) -> GapNote {
    let writer = |at: &usize| place(&logic.cite_statement(answer.writers[*at].statement));
    let said = |code, word: &RemarkWord<'_>| GapNote { code, sentence: output::said(word) };
    match remark {
        Remark::Number => said("number", &RemarkWord::Number),
        Remark::Impossible => said("impossible", &RemarkWord::Impossible),
        Remark::NeverWritten if logic.is_partial() => {
            said("never_written", &RemarkWord::NeverWrittenHere)
        }
        Remark::NeverWritten => said("never_written", &RemarkWord::NeverWritten),
        Remark::Kept => said("kept", &RemarkWord::Kept),
        Remark::LastBy(at) => said("last_by", &RemarkWord::LastBy { writer: &writer(at) }),
        Remark::LastByOneOf(all) if all.is_empty() => {
            said("last_by_unknown", &RemarkWord::LastByUnknown)
        }
        Remark::LastByOneOf(all) => {
            let writers = all.iter().map(writer).collect::<Vec<_>>().join("; ");
            said("last_by_one_of", &RemarkWord::LastByOneOf { writers: &writers })
        }
        Remark::Disagrees(causes) => {
            let causes = Message::all(causes.iter().map(suspect));
            said("disagrees", &RemarkWord::Disagrees { causes })
        }
        Remark::SeveralRoutines => said("several_routines", &RemarkWord::SeveralRoutines),
        Remark::SeveralTasks(tasks) => {
            said("several_tasks", &RemarkWord::SeveralTasks { tasks: tasks.clone() })
        }
        Remark::NotExecuted(count) => {
            said("not_executed", &RemarkWord::NotExecuted { count: *count })
        }
        Remark::MayBeWritten(count) => {
            said("may_be_written", &RemarkWord::MayBeWritten { count: *count })
        }
    }
}

fn suspect(cause: &Doubt) -> Message {
    match cause {
        Doubt::OtherWriter(others) => {
            let places = others.iter().map(place).collect::<Vec<_>>().join("; ");
            return Suspect::OtherWriter { places: &places }.message();
        }
        Doubt::OtherTask(tasks) => Suspect::OtherTask { tasks: tasks.clone() },
        Doubt::Forced => Suspect::Forced,
        Doubt::OutsideWrite => Suspect::OutsideWrite,
        Doubt::OtherVersion => Suspect::OtherVersion,
        Doubt::DifferentScans => Suspect::DifferentScans,
    }
    .message()
}

/// The place of a statement, with its text.
pub(super) fn place(cited: &Citation) -> String {
    let place = print::place(&cited.into(), cited.line);
    format!("{place}: {}", cited.quote.lines().next().unwrap_or_default())
}
