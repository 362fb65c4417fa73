//! What to know beside an answer, in sentences.

use tagbridge_logic::{
    Citation, Logic,
    why::{Answer, Cause, Remark},
};
use tagbridge_texts::Language;

use super::super::{gap::Said, language::OneOfTwo, print};

pub(super) fn remark(
    logic: &Logic<'_>,
    answer: &Answer,
    remark: &Remark,
    language: Language,
) -> Said {
    let writer = |at: &usize| place(&logic.cite_statement(answer.writers[*at].statement));
    let (code, english, german) = match remark {
        Remark::Number => (
            "number",
            "it is a number: it is neither on nor off".to_owned(),
            "es ist eine Zahl: weder ein noch aus".to_owned(),
        ),
        Remark::Impossible => (
            "impossible",
            "no values at all make it so by what the code says".to_owned(),
            "nach dem Code gibt es keine Werte, bei denen es so wäre".to_owned(),
        ),
        Remark::NeverWritten if logic.is_partial() => (
            "never_written",
            "nothing in this part of a program writes it".to_owned(),
            "nichts in diesem Teil eines Programms schreibt es".to_owned(),
        ),
        Remark::NeverWritten => (
            "never_written",
            "nothing in the code writes it: it comes from outside".to_owned(),
            "nichts im Code schreibt es: es kommt von außen".to_owned(),
        ),
        Remark::Kept => (
            "kept",
            "no statement writes it now: it keeps what it was".to_owned(),
            "keine Anweisung schreibt es jetzt: es behält, was es war".to_owned(),
        ),
        Remark::LastBy(at) => {
            let writer = writer(at);
            (
                "last_by",
                format!("last written by {writer}"),
                format!("zuletzt geschrieben von {writer}"),
            )
        }
        Remark::LastByOneOf(all) if all.is_empty() => (
            "last_by_unknown",
            "who wrote it last is not known".to_owned(),
            "wer es zuletzt geschrieben hat, ist nicht bekannt".to_owned(),
        ),
        Remark::LastByOneOf(all) => {
            let all = all.iter().map(writer).collect::<Vec<_>>().join("; ");
            (
                "last_by_one_of",
                format!("written last by one of: {all}"),
                format!("zuletzt geschrieben von einem von: {all}"),
            )
        }
        Remark::Disagrees(causes) => {
            let causes = causes.iter().map(|it| cause(it, language)).collect::<Vec<_>>().join("; ");
            (
                "disagrees",
                format!("it is not what the code makes of these values; possible causes: {causes}"),
                format!(
                    "es ist nicht, was der Code aus diesen Werten macht; mögliche Ursachen: {causes}"
                ),
            )
        }
        Remark::SeveralRoutines => (
            "several_routines",
            "several routines write it, and the order in which they are executed is not certain"
                .to_owned(),
            "mehrere Routinen schreiben es, und ihre Reihenfolge steht nicht fest".to_owned(),
        ),
        Remark::SeveralTasks(tasks) => {
            let tasks = tasks.join(", ");
            (
                "several_tasks",
                format!("several tasks write it ({tasks}): which is the last is not certain"),
                format!("mehrere Tasks schreiben es ({tasks}): welche zuletzt, steht nicht fest"),
            )
        }
        Remark::NotExecuted(count) => (
            "not_executed",
            format!("writers in code that nothing executes are left out: {count}"),
            format!("Anweisungen in Code, den nichts ausführt, sind weggelassen: {count}"),
        ),
        Remark::MayBeWritten(count) => (
            "may_be_written",
            format!("statements that may write it too, and are not followed: {count}"),
            format!("Anweisungen, die es auch schreiben können und nicht verfolgt werden: {count}"),
        ),
    };
    Said { code, sentence: language.of(english, german) }
}

fn cause(cause: &Cause, language: Language) -> String {
    match cause {
        Cause::OtherWriter(others) => {
            let others = others.iter().map(place).collect::<Vec<_>>().join("; ");
            language.of(
                format!("something that is not followed writes it ({others})"),
                format!("etwas, das nicht verfolgt wird, schreibt es ({others})"),
            )
        }
        Cause::OtherTask(tasks) => {
            let tasks = tasks.join(", ");
            language.of(
                format!("several tasks write it ({tasks})"),
                format!("mehrere Tasks schreiben es ({tasks})"),
            )
        }
        Cause::Forced => language.of(
            "it is an input or an output, and may be forced or simulated",
            "es ist ein Ein- oder Ausgang und kann geforct oder simuliert sein",
        ),
        Cause::OutsideWrite => language.of(
            "an HMI or another controller writes it",
            "ein Bediengerät oder eine andere Steuerung schreibt es",
        ),
        Cause::OtherVersion => language.of(
            "the controller has another version of the program",
            "die Steuerung hat eine andere Fassung des Programms",
        ),
        Cause::DifferentScans => language
            .of("the values are of different scans", "die Werte sind aus verschiedenen Zyklen"),
    }
}

/// Where a statement stands, with its text.
pub(super) fn place(cited: &Citation) -> String {
    let place = print::place(&cited.into(), cited.line);
    format!("{place}: {}", cited.quote.lines().next().unwrap_or_default())
}
