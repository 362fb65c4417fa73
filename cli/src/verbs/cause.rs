//! `tagbridge cause`: which input changed first before an edge, from a recording and the code.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use tagbridge_api::Timestamp;
use tagbridge_cause::{
    CauseLink, ChainEnd, FirstOut, FirstOutOutcome, RecordedEdge, first_out, last_edge, names,
};
use tagbridge_desk::RecordedPast;
use tagbridge_logic::{Index, Logic, expr::Scalar, query::Found};
use tagbridge_project::{Project, Source, Symbols};
use tagbridge_recording::Recording;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, ReasonText},
    output::{self, Output, said},
    verbs::{
        logic::{Cited, place},
        project::open,
        recorded::{Recorded, moment},
    },
};

/// Find the first cause in a recording: why a tag went on or off.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge cause Line_Running --last off\n  \
    tagbridge cause Line_Running --at 2026-01-01T03:12:10+01:00\n  \
    tagbridge cause Line_Running --last off --file night.tbrec --json\n\n\
    The answer is a chain of changes, from the first cause to the effect, each with its place in \
    the code. The verdict is `certain` (the recording allows only this explanation), `one of` (it \
    allows several), or `not recorded`.\n\n\
    The command needs the project that the controller ran: the session's project, the project in \
    the exported file, or --project.\n\n\
    Exit codes: 0 certain; 1 one of several, or not recorded, or the recording has no such change. \
    `tagbridge --help` lists the other exit codes.")]
pub(crate) struct CauseArguments {
    /// The tag, as in the project: its full name or the end of it.
    name: String,

    /// Explain the last change at or before this time: `2026-01-01T03:12:00Z` (or with an offset,
    /// such as `+01:00`), `now`, or `10m ago` [default: now].
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Timestamp>,

    /// Explain the last change to on, or the last change to off [default: the last change].
    #[arg(long, value_name = "EDGE")]
    last: Option<EdgeDirection>,

    /// The project's file or folder [default: the project that the recording belongs to].
    #[arg(long, value_name = "FILE")]
    project: Option<PathBuf>,

    #[command(flatten)]
    of: Recorded,
}

/// The direction of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EdgeDirection {
    On,
    Off,
}

pub(crate) fn run(arguments: &CauseArguments, output: Output) -> Result<Exit, Failure> {
    let recording = arguments.of.open(output)?;
    let project = arguments.project(&recording, output)?;
    let symbols = Symbols::new(Arc::new(project));
    let project = symbols.project();
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let name = match logic.find(&arguments.name) {
        Found::One(place) if tagbridge_logic::why::is_named(&index, place) => logic.place(place),
        Found::Several(places) => {
            let names: Vec<String> = places.into_iter().map(|it| logic.place(it)).collect();
            return Err(arguments.not_found(&ReasonText::MayBe { names: &names.join(", ") }));
        }
        _ => arguments.name.clone(),
    };
    let past = RecordedPast::new(&recording, &symbols);
    let to = arguments.last.map(|it| it == EdgeDirection::On);
    let time = arguments.at.unwrap_or_else(Timestamp::now);
    let Some(edge) = last_edge(&past, &names(logic, &name), to, time.get()) else {
        return Err(arguments.not_found(&ReasonText::NoChangeRecorded));
    };
    let Some(found) = first_out(logic, &past, &name, &edge) else {
        return Err(arguments.not_found(&ReasonText::NotInTheCode));
    };
    if output.is_json() {
        output::json(&Document::of(&name, &edge, &found))?;
    } else {
        print(&found)?;
    }
    Ok(match found.outcome {
        FirstOutOutcome::Certain => Exit::Done,
        FirstOutOutcome::OneOf | FirstOutOutcome::NotRecorded => Exit::SomeBad,
    })
}

impl CauseArguments {
    fn not_found(&self, why: &ReasonText<'_>) -> Failure {
        let what = Cannot::FindCause { name: &self.name };
        Failure::new(Exit::SomeBad, &what, why, &Do::SeeRecordedTags)
    }

    /// The project of the recording.
    fn project(&self, recording: &Recording, output: Output) -> Result<Project, Failure> {
        if let Some(file) = &self.project {
            return open(file);
        }
        let file = recording.project().or_else(|| self.of.project(recording, output));
        let project = file.and_then(|file| {
            let source = Source::of_bytes(&file.name, file.bytes).ok()?;
            tagbridge_project::read(&source).ok()
        });
        project.ok_or_else(|| {
            let what = Cannot::FindCause { name: &self.name };
            Failure::new(
                Exit::Usage,
                &what,
                &ReasonText::RecordedWithoutProject,
                &Do::NameProjectFile,
            )
        })
    }
}

fn time(at: impl Into<Timestamp>) -> String {
    at.into().to_string()
}

fn print(found: &FirstOut) -> std::io::Result<()> {
    output::line(&found.effect.change(time(found.effect.after)))?;
    output::line(&found.verdict())?;
    let header = [Column::At, Column::Tag, Column::Value, Column::How, Column::Where];
    for (no, chain) in found.explanations.iter().flat_map(|it| &it.chains).enumerate() {
        if no > 0 {
            output::text("")?;
        }
        output::table(&header, &chain.iter().map(row).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn row(link: &CauseLink) -> Vec<String> {
    let value = |it: &Option<Scalar>| it.as_ref().map_or("?".to_owned(), tagbridge_cause::written);
    let code = link.citation.as_ref().map(|it| place(&it.into(), it.line));
    let values = match (&link.from, &link.to) {
        (None, None) => "–".to_owned(),
        (from, to) => format!("{} → {}", value(from), value(to)),
    };
    vec![
        time(link.after),
        link.name.clone(),
        values,
        said(link.reason()),
        code.unwrap_or_else(|| "–".to_owned()),
    ]
}

/// The answer as JSON.
#[derive(Serialize)]
struct Document<'a> {
    tag: &'a str,
    from: Value,
    to: Value,
    before: Timestamp,
    after: Timestamp,
    outcome: &'static str,
    explanations: Vec<Explained<'a>>,
}

#[derive(Serialize)]
struct Explained<'a> {
    causes: Vec<&'a str>,
    /// One for each cause, oldest change first.
    chains: Vec<Vec<Link<'a>>>,
}

/// A change.
#[derive(Serialize)]
struct Link<'a> {
    name: &'a str,
    is_tag: bool,
    from: Option<Value>,
    to: Option<Value>,
    before: Timestamp,
    after: Timestamp,
    /// Why the chain begins with it; absent for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    not_recorded: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    citation: Option<Cited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl<'a> Document<'a> {
    fn of(tag: &'a str, edge: &RecordedEdge, found: &'a FirstOut) -> Self {
        let explanations = found.explanations.iter().map(|it| Explained {
            causes: it.causes.iter().map(|cause| cause.name.as_str()).collect(),
            chains: it.chains.iter().map(|chain| chain.iter().map(Link::of).collect()).collect(),
        });
        Self {
            tag,
            from: scalar(&edge.from),
            to: scalar(&edge.to),
            before: edge.before.into(),
            after: edge.after.into(),
            outcome: match found.outcome {
                FirstOutOutcome::Certain => "certain",
                FirstOutOutcome::OneOf => "one_of",
                FirstOutOutcome::NotRecorded => "not_recorded",
            },
            explanations: explanations.collect(),
        }
    }
}

impl<'a> Link<'a> {
    fn of(link: &'a CauseLink) -> Self {
        Self {
            name: &link.name,
            is_tag: link.is_tag,
            from: link.from.as_ref().map(scalar),
            to: link.to.as_ref().map(scalar),
            before: link.before.into(),
            after: link.after.into(),
            end: link.end.as_ref().map(ChainEnd::as_str),
            not_recorded: match &link.end {
                Some(ChainEnd::NotRecorded(tags)) => tags,
                _ => &[],
            },
            citation: link.citation.as_ref().map(Cited::from),
            line: link.citation.as_ref().and_then(|it| it.line),
            text: link.citation.as_ref().map(|it| it.quote.as_str()),
        }
    }
}

fn scalar(value: &Scalar) -> Value {
    match value {
        Scalar::Bool(value) => (*value).into(),
        Scalar::Int(value) => (*value).into(),
        Scalar::Real(value) => (*value).into(),
        Scalar::Text(value) => (&**value).into(),
    }
}
