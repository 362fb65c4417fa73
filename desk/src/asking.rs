//! Questions about a project, and the data next to their answers.

mod named;
mod past;

use std::{collections::HashMap, iter};

use tagbridge_api::{
    hmi::TagValue,
    turn::{Answered, Interpret, Outcome, Turned},
};
use tagbridge_bridge::AnswerPart;
use tagbridge_project::{Body, Member, Project, Routine};
use tagbridge_texts::Language;

use self::named::named;
#[cfg(test)]
pub(crate) use self::past::PastSentence;
use crate::{
    comment::translated,
    desk::Desk,
    desk_session::DeskSession,
    failures::not_found,
    parsed_project::ParsedProject,
    problem::{MissingThing, Remedy},
    table::quality,
    text::short,
    time::{count, millis, small},
    view::{
        AnswerTags, AnswerValue, AnswerValues, AskAnswer, AskHeard, AskQuestion, AskedBack, Cited,
        CitedLine, CitedPlace, Failure, OpenCited, ProjectSource,
    },
};

/// Maximum number of displayed lines of a place.
const LINES_MAX: usize = 400;
/// Number of rungs before and after the cited one.
const AROUND: usize = 2;
/// Maximum number of tags with values next to an answer.
const TAGS_MAX: usize = 100;

impl Desk {
    /// Asks the service; passes on the parts of the answer while it is written.
    pub(crate) async fn ask(
        &self,
        question: AskQuestion,
        tell: impl Fn(AskHeard) + Send + Sync,
    ) -> Result<AskAnswer, Failure> {
        let (client, ..) = self.connected()?;
        let AskQuestion { project, question, conversation, choice, minutes_ahead } = question;
        if let Some(asked) = &question
            && let Some(found) = self.answer_of_past(&project, asked, minutes_ahead).await
        {
            return Ok(AskAnswer { conversation, ..found });
        }
        let answers = choice
            .map(|it| vec![Answered { id: it.id, selected_index: it.option, free_text: it.text }]);
        let asked = Interpret {
            prompt: question,
            conversation_id: conversation,
            answers,
            ..Interpret::default()
        };
        let heard = |heard| match heard {
            AnswerPart::Status(status) => tell(AskHeard::Phase(name_of(&status.phase))),
            AnswerPart::Token(text) => tell(AskHeard::Text(text)),
            AnswerPart::Again => tell(AskHeard::Again),
        };
        let mut answer = answer(client.ask(&project, &asked, heard).await?);
        // Names in a refusal or in a question to the user are examples.
        if answer.status == "answer"
            && let (Some(book), _) = self.source_of(&project).await
        {
            answer.tags = named(&answer, &book.symbols);
        }
        Ok(answer)
    }

    /// The code of a citation, from the project's current file.
    pub(crate) async fn cited_place(&self, open: OpenCited) -> Result<CitedPlace, Failure> {
        let OpenCited { project, cited, language } = open;
        let (book, _) = self.source_of(&project).await;
        let found = book.and_then(|book| place(book.symbols.project(), &cited, language));
        found.ok_or_else(|| not_found(MissingThing::Place, &cited.path, &Remedy::AskAgain))
    }

    /// The project's file, or the reason why it is not available.
    pub(crate) async fn book(&self, project: &str) -> Result<ParsedProject, Failure> {
        match self.source_of(project).await {
            (Some(book), _) => Ok(book),
            (None, ProjectSource::Controller { error, message, remedy }) => {
                Err(Failure { error, message, remedy })
            }
            (None, _) => Err(not_found(MissingThing::Place, project, &Remedy::AskAgain)),
        }
    }

    /// The current values of tags: from a session of this program if it reads them, otherwise from
    /// the service.
    pub(crate) async fn answer_values(&self, of: AnswerTags) -> Result<AnswerValues, Failure> {
        let here = self
            .rooms_now()
            .values()
            .find(|it| it.is_running() && it.start.project == of.project)
            .map(DeskSession::now);
        match here {
            Some(Ok(view)) => Ok(AnswerValues {
                is_live: true,
                scan_at: Some(millis(view.timestamp)),
                values: values_of(&of.tags, view.tags.iter()),
            }),
            Some(Err(_)) => Ok(AnswerValues {
                is_live: false,
                scan_at: None,
                values: values_of(&of.tags, iter::empty()),
            }),
            None => {
                let (client, ..) = self.connected()?;
                let live = client.live_values(&of.project).await?;
                let values = values_of(&of.tags, live.tags.iter());
                Ok(AnswerValues { is_live: live.live, scan_at: live.timestamp.map(millis), values })
            }
        }
    }
}

/// The known values of each tag.
fn values_of<'a>(
    tags: &[String],
    known: impl Iterator<Item = (&'a String, &'a TagValue)>,
) -> Vec<Option<AnswerValue>> {
    let known: HashMap<String, _> = known.map(|(name, value)| (plain(name), value)).collect();
    let value = |tag: &String| {
        known.get(&plain(tag)).map(|value| AnswerValue {
            value: short(&value.value),
            type_name: value.type_name.to_string(),
            quality: quality(value.quality),
            reason: value.reason.as_ref().map(name_of),
        })
    };
    tags.iter().take(TAGS_MAX).map(value).collect()
}

/// A name without case and quotes, because a session and the code may write it differently.
fn plain(name: &str) -> String {
    name.chars().filter(|it| *it != '"').collect::<String>().to_lowercase()
}

/// The JSON name of a value.
fn name_of(name: &impl serde::Serialize) -> String {
    let json = serde_json::to_value(name).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

fn answer(turned: Turned) -> AskAnswer {
    let Turned { outcome, conversation_id, version_id, usage } = turned;
    let status = outcome.status().to_owned();
    let (mut cited, mut cited_of, mut asked_back) = (Vec::new(), None, Vec::new());
    let text = match outcome {
        Outcome::Answer { answer, citations, citations_total } => {
            cited = citations
                .into_iter()
                .map(|it| Cited { kind: name_of(&it.location_kind), path: it.path, rung: it.rung })
                .collect();
            cited_of = citations_total;
            answer
        }
        Outcome::NeedsInput { questions } => {
            asked_back = questions
                .into_iter()
                .map(|it| AskedBack {
                    id: it.id,
                    question: it.question,
                    options: it.options,
                    why: it.why_it_matters,
                })
                .collect();
            String::new()
        }
        // Only questions are asked here, and their outcomes never have a plan or code.
        Outcome::Plan { plan, .. } => plan.summary,
        Outcome::Code { explanation, .. } => explanation,
        Outcome::Unresolved { reason } => reason,
    };
    let tokens = [count(usage.input_tokens), count(usage.output_tokens)];
    let (conversation, version) = (conversation_id, version_id);
    let tags = Vec::new();
    AskAnswer { status, text, cited, cited_of, tags, asked_back, conversation, version, tokens }
}

fn place(project: &Project, cited: &Cited, shown_in: Language) -> Option<CitedPlace> {
    let path = cited.path.as_str();
    let said = |comment: &Option<String>| translated(project, shown_in, comment.as_ref());
    let declared = |comment: &Option<String>, lines: Vec<String>| CitedPlace {
        path: path.to_owned(),
        language: None,
        comment: said(comment),
        lines: numbered(lines.iter().map(String::as_str)),
    };
    let members = |of: &[Member]| -> Vec<String> {
        let line = |it: &Member| {
            let comment = said(&it.comment).map_or_else(String::new, |it| format!(" // {it}"));
            format!("{}: {}{comment}", it.name, it.type_use.name)
        };
        of.iter().map(line).collect()
    };
    match cited.kind.as_str() {
        "rung" | "routine" => code(routine(project, path)?, cited, said),
        "tag" => {
            let tag = project.tags.iter().find(|it| it.name.eq_ignore_ascii_case(path))?;
            let line = format!("{}: {}", tag.name, tag.type_use.name);
            let lines = [line].into_iter().chain(members(&tag.type_use.members));
            Some(declared(&tag.comment, lines.collect()))
        }
        _ => {
            let block = project.blocks.iter().find(|it| it.name == path);
            let block = block.map(|it| declared(&it.comment, members(&it.members)));
            let kind = || project.data_types.iter().find(|it| it.name == path);
            block.or_else(|| kind().map(|it| declared(&it.comment, members(&it.members))))
        }
    }
}

/// A routine by its path in its platform's spelling.
fn routine<'p>(project: &'p Project, path: &str) -> Option<&'p Routine> {
    let all = || project.routines.iter();
    all()
        .find(|it| format!("{}/{}", it.owner, it.name) == path)
        .or_else(|| all().find(|it| it.owner == path))
        .or_else(|| all().find(|it| it.name == path))
}

fn code(
    routine: &Routine,
    cited: &Cited,
    said: impl Fn(&Option<String>) -> Option<String>,
) -> Option<CitedPlace> {
    let lines = match &routine.body {
        Body::Text(text) => numbered(text.lines()),
        Body::Rungs(rungs) => {
            let at = rungs.iter().position(|it| Some(it.number) == cited.rung);
            let first = at.map_or(0, |at| at.saturating_sub(AROUND));
            let count = at.map_or(LINES_MAX, |at| at - first + AROUND + 1);
            let shown = rungs.iter().skip(first).take(count);
            shown
                .map(|rung| {
                    let said = [said(&rung.title), said(&rung.comment)];
                    let said: Vec<String> = said.into_iter().flatten().collect();
                    CitedLine {
                        number: rung.number,
                        comment: (!said.is_empty()).then(|| said.join("\n")),
                        text: rung.text.clone(),
                        is_cited: Some(rung.number) == cited.rung,
                    }
                })
                .collect()
        }
        Body::Protected | Body::Absent => return None,
    };
    Some(CitedPlace {
        path: cited.path.clone(),
        language: Some(routine.language.as_str().to_owned()),
        comment: said(&routine.comment),
        lines,
    })
}

fn numbered<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<CitedLine> {
    let line = |(at, text): (usize, &str)| CitedLine {
        number: small(at + 1),
        comment: None,
        text: text.to_owned(),
        is_cited: false,
    };
    lines.enumerate().take(LINES_MAX).map(line).collect()
}
