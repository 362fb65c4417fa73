//! `tagbridge propose`: plans and checks a change of a project's file, and writes the changed file
//! next to it.

use std::path::{Path, PathBuf};

use clap::Args;
use tagbridge_api::{
    generate::RiskLevel,
    turn::{Outcome, Turned, Usage},
};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Source, read};
use tagbridge_propose::{Planned, Proposed, Wish, propose};
use tagbridge_texts::{Language, Message};

use super::{logic::diff, project::unreadable};
use crate::{
    arguments::answer,
    failure::{Exit, Failure},
    files,
    messages::Line,
    output::{self, Output},
};

/// Plan a change of a project, and write the changed project to a new file.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge propose Line4.L5X \"rename Motor_1 to Pump_1\"\n  \
    tagbridge propose Line4.L5X \"add a closed contact Stop to rung 3 of Main\" --approve -o \
    Line4_new.L5X\n\n\
    Without --approve, the command only shows the plan. With --approve, it writes the new file. \
    The old file is never changed. The command reads the new file again: if it differs from the \
    old file in more than the plan, nothing is written.\n\n\
    You can change conditions, interlocks, seal-ins, latches, delays, presets, limits and \
    constants. You can add, delete or move rungs; add tags, aliases, members, or a recipe such as \
    a motor starter or a debounce; rename, duplicate, comment or schedule objects; and delete \
    unused objects. Requests are in English or German. One request may contain several changes. No \
    language model is used.\n\n\
    The manual lists the changes with examples: docs/manual/changes.md.\n\n\
    Exit codes: 0 planned or written; 1 a question must be answered first (--answer), or the \
    change is not possible. `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Propose {
    /// The project's file or folder.
    file: PathBuf,

    /// The change, in English or German.
    request: String,

    /// Write the new file [default: only show the plan].
    #[arg(long)]
    approve: bool,

    /// A correction of the plan: another name, value or place.
    #[arg(long, value_name = "TEXT", requires = "approve")]
    amend: Option<String>,

    /// The answer to a question: the ID that the question shows, and the answer; may be repeated.
    #[arg(long, value_name = "ID=TEXT", value_parser = answer)]
    answer: Vec<(String, String)>,

    /// The file to create [default: a new file next to the old one].
    #[arg(short, long, value_name = "FILE", requires = "approve")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Propose, output: Output) -> Result<Exit, Failure> {
    let path = arguments.file.as_path();
    let source = Source::open(path).map_err(|error| unreadable(path, &error))?;
    let project = read(&source).map_err(|error| unreadable(path, &error))?;
    let index = Index::build(&project);
    let wish = Wish {
        prompt: &arguments.request,
        answers: &arguments.answer,
        amendment: arguments.amend.as_deref(),
        language: output::language(),
        ..Wish::default()
    };
    // The whole answer is in the language of the request.
    let language = wish.answered_in();
    let proposal = match propose(&source, Logic::new(&project, &index), &wish) {
        Proposed::Ready(proposal) => proposal,
        Proposed::Asks(questions) => {
            return not_done(Outcome::NeedsInput { questions }, language, output);
        }
        Proposed::Refused { reason, .. } => {
            return not_done(Outcome::Unresolved { reason }, language, output);
        }
    };
    if !arguments.approve {
        if output.is_json() {
            output::json(&turned(proposal.as_plan()))?;
        } else {
            print(&proposal)?;
            line(language, &Line::NotApproved)?;
        }
        return Ok(Exit::Done);
    }
    let file = arguments.output.clone().unwrap_or_else(|| beside(path, source.files.len() > 1));
    write(path, &source, &proposal, &file)?;
    if output.is_json() {
        let mut document = serde_json::to_value(turned(proposal.as_code())).unwrap_or_default();
        document["file"] = file.display().to_string().into();
        output::json(&document)?;
        return Ok(Exit::Done);
    }
    print(&proposal)?;
    for change in &proposal.difference {
        output::text(format!("± {}", diff::sentence_in(language, change, None)))?;
    }
    line(language, &Line::ProposedIn { file: &file })?;
    Ok(Exit::Done)
}

fn turned(outcome: Outcome) -> Turned {
    let (conversation_id, version_id, usage) = (None, None, Usage::default());
    Turned { outcome, conversation_id, version_id, usage }
}

fn line(language: Language, line: &Line<'_>) -> Result<(), Failure> {
    output::text(Message::from(line).in_language(language))?;
    Ok(())
}

/// Prints the answer to a request without a plan.
fn not_done(outcome: Outcome, language: Language, output: Output) -> Result<Exit, Failure> {
    match &outcome {
        _ if output.is_json() => output::json(&turned(outcome))?,
        Outcome::NeedsInput { questions } => {
            for question in questions {
                output::text(&question.question)?;
                for option in &question.options {
                    output::text(format!("– {option}"))?;
                }
                line(language, &Line::AnswerWith { id: &question.id })?;
            }
        }
        Outcome::Unresolved { reason } => output::text(reason)?,
        _ => {}
    }
    Ok(Exit::SomeBad)
}

/// Prints the plan: changes in behaviour, steps, assumptions, and risks.
fn print(proposal: &Planned) -> Result<(), Failure> {
    if let Some(behaviour) = &proposal.behaviour {
        output::text(behaviour)?;
    }
    for (number, step) in (1..).zip(&proposal.plan.steps) {
        output::text(format!("{number}. {}", step.description))?;
    }
    for assumption in &proposal.plan.assumptions {
        output::text(format!("– {assumption}"))?;
    }
    for risk in &proposal.plan.risks {
        let mark = match risk.level {
            RiskLevel::Low => "!",
            RiskLevel::Medium => "!!",
            RiskLevel::High => "!!!",
        };
        output::text(format!("{mark} {}", risk.message))?;
    }
    Ok(())
}

/// `Line4.proposed.L5X` next to `Line4.L5X`; an archive for a folder.
fn beside(path: &Path, is_archive: bool) -> PathBuf {
    let extension = match path.extension() {
        Some(extension) if path.is_file() => extension.to_string_lossy().into_owned(),
        _ if is_archive => "zip".to_owned(),
        _ => "txt".to_owned(),
    };
    path.with_extension(format!("proposed.{extension}"))
}

fn write(original: &Path, source: &Source, proposal: &Planned, path: &Path) -> Result<(), Failure> {
    let copy = Source {
        name: source.name.clone(),
        files: proposal.files.clone(),
        hash: source.hash.clone(),
    };
    let packed = copy.into_file_like(original);
    let (_, bytes) = packed.map_err(|error| unreadable(path, &error))?;
    files::create(path, &bytes)
}
