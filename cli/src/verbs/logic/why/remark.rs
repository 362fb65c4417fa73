//! What to know beside an answer, in sentences.

use tagbridge_logic::{
    Citation, Logic,
    why::{Answer, Cause, Remark},
};

use super::super::gap::Said;
use crate::output::counted;

pub(super) fn remark(logic: &Logic<'_>, answer: &Answer, remark: &Remark) -> Said {
    let writer = |at: &usize| place(&logic.cite_statement(answer.writers[*at].statement));
    let (code, sentence) = match remark {
        Remark::Number => ("number", "it is a number: it is neither on nor off".to_owned()),
        Remark::Impossible => {
            ("impossible", "no values at all make it so by what the code says".to_owned())
        }
        Remark::NeverWritten if logic.is_partial() => {
            ("never_written", "nothing in this part of a program writes it".to_owned())
        }
        Remark::NeverWritten => {
            ("never_written", "nothing in the code writes it: it comes from outside".to_owned())
        }
        Remark::Kept => ("kept", "no statement writes it now: it keeps what it was".to_owned()),
        Remark::LastBy(at) => ("last_by", format!("last written by {}", writer(at))),
        Remark::LastByOneOf(all) if all.is_empty() => {
            ("last_by_unknown", "nobody knows who wrote it last".to_owned())
        }
        Remark::LastByOneOf(all) => {
            let all: Vec<String> = all.iter().map(writer).collect();
            ("last_by_one_of", format!("written last by one of: {}", all.join("; ")))
        }
        Remark::Disagrees(causes) => {
            let causes: Vec<String> = causes.iter().map(cause).collect();
            let causes = causes.join("; ");
            (
                "disagrees",
                format!("it is not what the code makes of these values. Causes: {causes}"),
            )
        }
        Remark::SeveralRoutines => (
            "several_routines",
            "several routines write it, and the order in which they are executed is not certain"
                .to_owned(),
        ),
        Remark::SeveralTasks(tasks) => (
            "several_tasks",
            format!(
                "several tasks write it ({}): which is the last is not certain",
                tasks.join(", ")
            ),
        ),
        Remark::NotExecuted(count) => (
            "not_executed",
            format!("{} in code that nothing executes is left out", counted(*count, "writer")),
        ),
        Remark::MayBeWritten(count) => (
            "may_be_written",
            format!("{} may write it too, and is not followed", counted(*count, "statement")),
        ),
    };
    Said { code, sentence }
}

fn cause(cause: &Cause) -> String {
    match cause {
        Cause::OtherWriter(others) => {
            let others: Vec<String> = others.iter().map(place).collect();
            format!("something that is not followed writes it ({})", others.join("; "))
        }
        Cause::OtherTask(tasks) => format!("several tasks write it ({})", tasks.join(", ")),
        Cause::Forced => "it is an input or an output, and may be forced or simulated".to_owned(),
        Cause::OutsideWrite => "a face or another controller writes it".to_owned(),
        Cause::OtherVersion => "the controller has another version of the program".to_owned(),
        Cause::DifferentScans => "the values are of different scans".to_owned(),
    }
}

/// Where a statement stands, with its text.
pub(super) fn place(cited: &Citation) -> String {
    let rung = cited.rung.map(|rung| format!(" rung {rung}")).unwrap_or_default();
    let line = cited.line.map(|line| format!(" line {line}")).unwrap_or_default();
    format!("{}{rung}{line}: {}", cited.path, cited.quote.lines().next().unwrap_or_default())
}
