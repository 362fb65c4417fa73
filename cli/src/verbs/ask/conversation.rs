//! `tagbridge ask FILE` without a question: a series of questions, each of which may refer to the
//! previous one.

use tagbridge_api::turn::{Answered, Interpret, Outcome};
use tagbridge_interpret::{Before, Language, listed, query::Query};

use super::{Ask, File, print, prompt::Lines, remote, tell};
use crate::{
    failure::{Exit, Failure},
    output::{self, Output},
};

/// The context of the last question for the next one.
#[derive(Default)]
struct LastQuestion {
    question: String,
    query: Option<Query>,
    listed: Vec<String>,
    language: Option<Language>,
    /// The options of a question to the user.
    options: Vec<String>,
}

/// Answers questions until the input ends.
pub(super) async fn hold(arguments: &Ask, output: Output) -> Result<Exit, Failure> {
    if let (Some(service), Some(key)) = (&arguments.service, &arguments.key_file) {
        return of_service(arguments, service, key, output).await;
    }
    let file = File::open(arguments)?;
    let mut last = LastQuestion { language: Some(output::language()), ..LastQuestion::default() };
    let mut lines = Lines::new(file.facts.names().map(str::to_owned).collect());
    while let Some(line) = lines.next() {
        let chosen = chosen(&line, &last.options);
        let question = if chosen.is_some() { last.question.clone() } else { line };
        let before = Before {
            query: last.query.as_ref(),
            listed: &last.listed,
            chosen: chosen.as_deref(),
            language: last.language,
        };
        let (asked, outcome) = file.ask(&question, &before);
        show(&outcome, asked.language, output)?;
        let options = match &outcome {
            Outcome::NeedsInput { questions } => {
                questions.iter().flat_map(|it| it.options.clone()).collect()
            }
            _ => Vec::new(),
        };
        let query = asked.queries.last().cloned().or(last.query);
        let language = Some(asked.language);
        last = LastQuestion { question, query, listed: listed(&outcome), language, options };
    }
    Ok(Exit::Done)
}

async fn of_service(
    arguments: &Ask,
    service: &url::Url,
    key: &std::path::Path,
    output: Output,
) -> Result<Exit, Failure> {
    let client = remote::client(service, key)?;
    let (mut conversation, mut pending): (Option<String>, Vec<(String, Vec<String>)>) =
        (None, Vec::new());
    let mut lines = Lines::new(Vec::new());
    while let Some(line) = lines.next() {
        let answers: Vec<Answered> = pending
            .iter()
            .filter_map(|(id, options)| {
                let free_text = Some(chosen(&line, options)?);
                Some(Answered { id: id.clone(), selected_index: None, free_text })
            })
            .collect();
        let asked = Interpret {
            prompt: answers.is_empty().then_some(line),
            conversation_id: conversation.clone(),
            answers: (!answers.is_empty()).then_some(answers),
            ..Interpret::default()
        };
        let told = |heard| {
            if !output.is_json() {
                tell(heard);
            }
        };
        let turned = client.ask(&arguments.subject, &asked, told).await;
        let turned = turned.map_err(|error| remote::failed(service, &error))?;
        if output.is_json() {
            output::json(&turned)?;
        } else {
            print(&turned.outcome, output::language())?;
        }
        pending = match &turned.outcome {
            Outcome::NeedsInput { questions } => {
                questions.iter().map(|it| (it.id.clone(), it.options.clone())).collect()
            }
            _ => Vec::new(),
        };
        conversation = turned.conversation_id.or(conversation);
    }
    Ok(Exit::Done)
}

/// The option that a line selects: by number, or by its full text.
fn chosen(line: &str, options: &[String]) -> Option<String> {
    let by_number = line.parse::<usize>().ok().and_then(|it| options.get(it.checked_sub(1)?));
    let by_name = || options.iter().find(|it| it.eq_ignore_ascii_case(line));
    by_number.or_else(by_name).cloned()
}

fn show(outcome: &Outcome, language: Language, output: Output) -> Result<(), Failure> {
    if output.is_json() {
        output::json(outcome)?;
        return Ok(());
    }
    if let Outcome::Answer { answer, .. } = outcome {
        output::piece(answer);
    }
    print(outcome, language)
}
