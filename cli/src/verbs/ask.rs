//! `tagbridge ask`: a question about a project's file, and a cited answer.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use tagbridge_api::turn::{Citation, LocationKind, Outcome, Turned, Usage};
use tagbridge_interpret::{Before, Facts, Given, Since, answer, understand};

use super::project::open;
use crate::{
    failure::{Exit, Failure},
    output::{self, Output},
};

/// Ask a project's file a question, and see where the answer was read.
#[derive(Args)]
#[command(after_help = "Example: tagbridge ask Line4.L5X \"What turns Conveyor_Run on?\"\n\
    Where something is used, read, written; what turns it on or off; who calls what, when it runs; \
    what a rung does; presets, limits, alarms; what is unused, never written, written twice; what \
    changed since an older file. In English or German. No model is asked, and nothing leaves this \
    machine.\n\
    Exit codes: 0 answered, 1 asked back or not resolved")]
pub(crate) struct Ask {
    /// The project's file or folder.
    file: PathBuf,

    /// The question.
    question: String,

    /// Which of several is meant, after it was asked back.
    #[arg(long, value_name = "NAME")]
    choose: Option<String>,

    /// The older file, for what changed since.
    #[arg(long, value_name = "FILE")]
    since: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Ask, output: Output) -> Result<Exit, Failure> {
    let facts = Facts::new(Arc::new(open(&arguments.file)?));
    let before = Before { chosen: arguments.choose.as_deref(), ..Before::default() };
    let asked = understand(&facts, &arguments.question, &before);
    let older = match &arguments.since {
        Some(file) => Some(Facts::new(Arc::new(open(file)?))),
        None => None,
    };
    let number = match asked.since() {
        Some(Since::Number(number)) => number,
        _ => 1,
    };
    let given = Given { older: older.as_ref().map(|it| (it, number)), ..Given::default() };
    let outcome = answer(&facts, &asked, &given);
    let is_answer = matches!(outcome, Outcome::Answer { .. });
    let turned =
        Turned { outcome, conversation_id: None, version_id: None, usage: Usage::default() };
    if output.is_json() {
        output::json(&turned)?;
    } else {
        print(&turned.outcome)?;
    }
    Ok(if is_answer { Exit::Done } else { Exit::SomeBad })
}

fn print(outcome: &Outcome) -> Result<(), Failure> {
    match outcome {
        Outcome::Answer { answer, citations, citations_total } => {
            output::line(answer)?;
            if !citations.is_empty() {
                output::line("")?;
            }
            for (number, citation) in (1..).zip(citations) {
                output::line(format!("[{number}] {}", place(citation)))?;
            }
            if let Some(total) = citations_total {
                output::line(format!("{} of {total} places are cited", citations.len()))?;
            }
        }
        Outcome::NeedsInput { questions } => {
            for question in questions {
                output::line(&question.question)?;
                for option in &question.options {
                    output::line(format!("– {option}"))?;
                }
                output::line("Ask again with --choose NAME.")?;
            }
        }
        Outcome::Unresolved { reason } => output::line(reason)?,
    }
    Ok(())
}

fn place(citation: &Citation) -> String {
    let kind = match citation.location_kind {
        LocationKind::Routine => "routine",
        LocationKind::DataBlock => "data block",
        LocationKind::Definition => "definition",
        LocationKind::Tag => "tag",
        LocationKind::Rung => "rung",
    };
    match citation.rung {
        Some(rung) => format!("{kind} {rung} of {}", citation.path),
        None => format!("{kind} {}", citation.path),
    }
}
