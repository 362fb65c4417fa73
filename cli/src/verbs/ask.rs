//! `tagbridge ask`: a question about a project's file, and a cited answer.

mod conversation;
mod prompt;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use tagbridge_analysis::place;
use tagbridge_api::turn::{Answered, Interpret, Outcome, Phase, StatusEvent, Turned, Usage};
use tagbridge_bridge::{AnswerPart, UplinkError};
use tagbridge_interpret::{Asked, Before, Facts, Given, Since, answer, understand};
use tagbridge_texts::{Coded, Language, Message};
use url::Url;

use super::{project::open, remote};
use crate::{
    arguments::url,
    failure::{Exit, Failure},
    messages::Line,
    output::{self, Output},
};

/// Ask a question about a project. The answer cites its places in the code.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge ask Line4.L5X \"What turns Conveyor_Run on?\"\n  \
    tagbridge ask Line4.L5X \"What changed?\" --since Line4-old.L5X\n  \
    tagbridge ask prj_… \"Why is Conveyor_Run off?\" --service http://127.0.0.1:8750/api/v1 \
    --key-file key\n\n\
    You can ask: which timers, outputs or alarms exist; where a tag is used, read or written; what \
    turns it on or off, and why it is off; what happens if it fails; what a routine does, which \
    code calls it, and which task executes it; about sequences, presets and limits; about the \
    differences between two objects; what looks wrong; what changed since an older version \
    (--since). Questions are in English or German. One text may contain several questions.\n\n\
    Without a question, `ask` opens a prompt. A question may refer to the one before: \"and \
    off?\", \"why?\", \"the second one\".\n\n\
    With a file, no language model is used and no data leaves this computer. With --service, the \
    service answers, and also uses its live values.\n\n\
    Exit codes: 0 answered; 1 the question is not clear (the output shows what to choose), or \
    there is no answer. `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Ask {
    /// The project's file or folder; with --service, the project's id.
    #[arg(value_name = "FILE")]
    subject: String,

    /// The question [default: a prompt reads one question after the other].
    question: Option<String>,

    /// The name that you mean, if `ask` listed several.
    #[arg(long, value_name = "NAME")]
    choose: Option<String>,

    /// The older version of the project, for questions about changes.
    #[arg(long, value_name = "FILE", conflicts_with = "service")]
    since: Option<PathBuf>,

    /// Ask the service with this base URL, such as `http://127.0.0.1:8750/api/v1` [default: read
    /// the file, and use no service].
    #[arg(long, value_name = "URL", requires = "key_file", value_parser = url)]
    service: Option<Url>,

    /// The file with a key of the service, as `tagbridge key create --output FILE` writes it.
    #[arg(long, value_name = "FILE", requires = "service")]
    key_file: Option<PathBuf>,
}

pub(crate) async fn run(arguments: &Ask, output: Output) -> Result<Exit, Failure> {
    let Some(question) = &arguments.question else {
        return conversation::hold(arguments, output).await;
    };
    let (turned, language) =
        if let (Some(service), Some(key)) = (&arguments.service, &arguments.key_file) {
            (arguments.ask_service(service, key, question, output).await?, output::language())
        } else {
            arguments.ask_file(question, output)?
        };
    if output.is_json() {
        output::json(&turned)?;
    } else {
        print(&turned.outcome, language)?;
    }
    let is_answer = matches!(turned.outcome, Outcome::Answer { .. });
    Ok(if is_answer { Exit::Done } else { Exit::SomeBad })
}

impl Ask {
    /// Returns the outcome and its language: that of the question, or of this process if the
    /// question is too short. For a user, the answer is printed.
    fn ask_file(&self, question: &str, output: Output) -> Result<(Turned, Language), Failure> {
        let file = File::open(self)?;
        let chosen = self.choose.as_deref();
        let before = Before { chosen, language: Some(output::language()), ..Before::default() };
        let (asked, outcome) = file.ask(question, &before);
        if let (Outcome::Answer { answer, .. }, false) = (&outcome, output.is_json()) {
            output::piece(answer);
        }
        let (conversation_id, version_id, usage) = (None, None, Usage::default());
        Ok((Turned { outcome, conversation_id, version_id, usage }, asked.language))
    }

    /// Returns the outcome; for a user, the answer is printed while it is received.
    async fn ask_service(
        &self,
        service: &Url,
        key_file: &Path,
        question: &str,
        output: Output,
    ) -> Result<Turned, Failure> {
        let client = remote::client(service, key_file)?;
        let question = Interpret { prompt: Some(question.to_owned()), ..Interpret::default() };
        let failed = |error: UplinkError| remote::failed(service, &error);
        let told = |heard| {
            if !output.is_json() {
                tell(heard);
            }
        };
        let turned = client.ask(&self.subject, &question, told).await.map_err(failed)?;
        let (Outcome::NeedsInput { questions }, Some(chosen)) = (&turned.outcome, &self.choose)
        else {
            return Ok(turned);
        };
        let answers = questions.iter().map(|question| Answered {
            id: question.id.clone(),
            selected_index: None,
            free_text: Some(chosen.clone()),
        });
        let answered = Interpret {
            conversation_id: turned.conversation_id.clone(),
            answers: Some(answers.collect()),
            ..Interpret::default()
        };
        client.ask(&self.subject, &answered, told).await.map_err(failed)
    }
}

/// A project's file, and the older one if it is given.
struct File {
    facts: Facts,
    older: Option<Facts>,
}

impl File {
    fn open(arguments: &Ask) -> Result<Self, Failure> {
        let facts = Facts::new(Arc::new(open(Path::new(&arguments.subject))?));
        let older = match &arguments.since {
            Some(file) => Some(Facts::new(Arc::new(open(file)?))),
            None => None,
        };
        Ok(Self { facts, older })
    }

    fn ask(&self, question: &str, before: &Before<'_>) -> (Asked, Outcome) {
        let asked = understand(&self.facts, question, before);
        let number = match asked.since() {
            Some(Since::Number(number)) => number,
            _ => 1,
        };
        let older = self.older.as_ref().map(|it| (it, number));
        let outcome = answer(&self.facts, &asked, &Given { older, ..Given::default() });
        (asked, outcome)
    }
}

/// Prints a part of an answer for a user.
fn tell(heard: AnswerPart) {
    match heard {
        AnswerPart::Token(text) => output::piece(&text),
        AnswerPart::Status(StatusEvent { phase: Phase::Reading, .. }) => {
            output::aside(&Line::ValuesAwaited);
        }
        AnswerPart::Status(StatusEvent { phase: Phase::Reasoning, .. }) => {
            output::aside(&Line::ModelAsked);
        }
        AnswerPart::Status(_) => {}
        AnswerPart::Again => output::aside(&Line::BegunAgain),
    }
}

/// Prints the part after the text of an answer: its citations.
fn print(outcome: &Outcome, language: Language) -> Result<(), Failure> {
    let said = |message: Message| message.in_language(language);
    match outcome {
        Outcome::Answer { citations, citations_total, .. } => {
            output::text("")?;
            if !citations.is_empty() {
                output::text("")?;
            }
            for (number, citation) in (1..).zip(citations) {
                output::text(format!("[{number}] {}", said(place(citation, None))))?;
            }
            if let Some(total) = citations_total {
                let cited = Line::CitedOf { count: citations.len(), total: *total as usize };
                output::text(said(cited.message()))?;
            }
        }
        Outcome::NeedsInput { questions } => {
            for question in questions {
                output::text(&question.question)?;
                for option in &question.options {
                    output::text(format!("– {option}"))?;
                }
                output::text(said(Line::AskAgain.message()))?;
            }
        }
        // Questions have neither.
        Outcome::Plan { plan, .. } => output::text(&plan.summary)?,
        Outcome::Code { explanation, .. } => output::text(explanation)?,
        Outcome::Unresolved { reason } => output::text(reason)?,
    }
    Ok(())
}
