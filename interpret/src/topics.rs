//! One answer for each thing that can be asked.

mod calls;
mod changed;
mod depends;
mod explain;
mod find;
mod limits;
mod states;
mod turned;
mod unused;
mod uses;
mod value;
mod what;
mod why;

use fluent_bundle::FluentArgs;
use tagbridge_api::{
    Timestamp,
    turn::{OPTIONS_MAX, Outcome, Question},
};
use tagbridge_logic::{
    Effect, How, PlaceId, UnitId,
    query::{Turned, Wanted},
    why::Snapshot,
};

use crate::{
    Asked, Facts, Intent, WHICH,
    book::{Book, in_the_field},
    resolve::Subject,
    say::{say, with},
};

/// What an answer is made of beside the program.
#[derive(Debug, Clone, Default)]
pub struct Given<'a> {
    /// Values of now, where there is somebody to ask for them.
    pub values: Option<Values>,
    /// The older version that the program is held against, and its number.
    pub older: Option<(&'a Facts, u32)>,
}

/// Values of now.
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// Whether a session streams the project.
    pub live: bool,
    /// What is known, of one scan where a session streams.
    pub now: Snapshot,
    /// When that scan began.
    pub scan_began: Option<Timestamp>,
    /// What was known before, oldest first.
    pub history: Vec<Snapshot>,
    /// Names that were asked for because they are missing, and are read soon.
    pub requested: Vec<String>,
}

/// Answers a question.
pub fn answer(facts: &Facts, asked: &Asked, given: &Given<'_>) -> Outcome {
    if let Some(Subject::Declared(name)) = &asked.subject
        && let Some((facts, place)) = facts.reaching(name)
    {
        let asked = Asked { subject: Some(Subject::Place(place)), ..asked.clone() };
        return answer_of(&facts, &asked, given);
    }
    answer_of(facts, asked, given)
}

fn answer_of(facts: &Facts, asked: &Asked, given: &Given<'_>) -> Outcome {
    let language = asked.language;
    if asked.intent == Intent::Change {
        return Outcome::Unresolved { reason: say(language, "change", &FluentArgs::new()) };
    }
    let mut book = Book::new(facts, language);
    match &asked.subject {
        Some(Subject::Several(names)) if names.len() > 1 && asked.intent != Intent::Find => {
            return which(asked, names);
        }
        Some(Subject::Unknown(nearest)) if asked.intent != Intent::Find => {
            return nothing_called_so(facts, asked, nearest.as_deref());
        }
        _ => {}
    }
    if let (Some(written), Some(name), true) =
        (&asked.taken_for, &asked.name, asked.intent != Intent::Find)
    {
        book.say("taken-for", &with!["written" => written.as_str(), "name" => name.as_str()]);
    }
    if let (Some(Subject::Place(place)), Some(name)) = (&asked.subject, &asked.name)
        && !facts.logic().is_named(*place)
        && facts.logic().is_in_code(*place)
    {
        book.say("unnamed", &with!["name" => name.as_str()]);
    }
    let done = of_project(&mut book, asked, given) || of_subject(&mut book, asked, given);
    if !done {
        return unresolved(facts, asked);
    }
    if let (Some(Subject::Place(place)), Some(name)) = (&asked.subject, &asked.name) {
        uses::outside(&mut book, *place, name, asked.intent);
    }
    book.finish()
}

fn of_project(book: &mut Book<'_>, asked: &Asked, given: &Given<'_>) -> bool {
    match asked.intent {
        Intent::Unused => unused::unused(book),
        Intent::NeverWritten => unused::never_written(book),
        Intent::NeverRead => unused::never_read(book),
        Intent::WrittenTwice => unused::written_twice(book),
        Intent::Unreachable => unused::unreachable(book),
        Intent::Alarms => find::alarms(book),
        Intent::Find => find::find(book, &asked.words),
        Intent::Changed(since) => changed::changed(book, since, given.older),
        _ => return false,
    }
    true
}

fn of_subject(book: &mut Book<'_>, asked: &Asked, given: &Given<'_>) -> bool {
    let (Some(subject), Some(name)) = (&asked.subject, asked.name.as_deref()) else { return false };
    match (asked.intent, subject) {
        (Intent::Callers, _) => calls::callers(book, name),
        (Intent::Runs, Subject::Units(units)) => calls::runs(book, name, units),
        (Intent::Runs, Subject::Block(_)) => calls::block_runs(book, name),
        (Intent::States, Subject::Units(units)) if is_chart(book, units, name) => {}
        (Intent::Explain, Subject::Block(at)) => explain::block(book, *at),
        (Intent::Explain, Subject::Place(place)) => explain::place(book, *place, name),
        (_, Subject::Place(place)) => of_place(book, asked.intent, *place, name, given),
        (Intent::Used | Intent::Read | Intent::Written, Subject::Block(_) | Subject::Called(_)) => {
            calls::callers(book, name);
        }
        (Intent::Why { .. } | Intent::Value, Subject::Declared(_)) => {
            value::declared(book, name, given);
        }
        (Intent::WhatIs | Intent::Limits, Subject::Declared(_)) => what::declared(book, name),
        (_, Subject::Declared(_)) => uses::nowhere(book, name),
        (_, Subject::Block(at)) => what::block(book, *at),
        (_, Subject::Type(at)) => what::data_type(book, *at),
        (_, Subject::Units(units)) => explain::units(book, units),
        (_, Subject::Called(_)) => calls::callers(book, name),
        (_, Subject::Several(_) | Subject::Unknown(_)) => return false,
    }
    true
}

/// Whether units are a chart, whose steps were told then.
fn is_chart(book: &mut Book<'_>, units: &[UnitId], name: &str) -> bool {
    let routine = units.first().map(|unit| book.logic().index.unit(*unit).routine);
    routine.is_some_and(|routine| states::chart(book, routine, name))
}

fn of_place(book: &mut Book<'_>, intent: Intent, place: PlaceId, name: &str, given: &Given<'_>) {
    match intent {
        Intent::Used => uses::uses(book, place, name, Wanted::Used),
        Intent::Read => uses::uses(book, place, name, Wanted::Read),
        Intent::Written => uses::uses(book, place, name, Wanted::Written),
        Intent::TurnsOn => turned::turned(book, place, name, Turned::On, None),
        Intent::TurnsOff => turned::turned(book, place, name, Turned::Off, None),
        Intent::Latched => turned::turned(book, place, name, Turned::On, Some(How::Latch)),
        Intent::Unlatched => turned::turned(book, place, name, Turned::Off, Some(How::Unlatch)),
        Intent::Why { wanted } => why::why(book, place, name, wanted, given),
        Intent::Value => value::of_place(book, place, name, given),
        Intent::Limits => limits::limits(book, place, name),
        Intent::States => states::states(book, place, name),
        Intent::DependsOn => depends::back(book, place, name),
        Intent::Affects => depends::forward(book, place, name),
        _ => what::place(book, place, name),
    }
}

/// Asks which of several is meant; one that is not among the first can be told in words.
fn which(asked: &Asked, names: &[String]) -> Outcome {
    let shown = names.len().min(OPTIONS_MAX);
    let counts = with!["count" => names.len(), "shown" => shown, "more" => names.len() - shown];
    let say = |key| say(asked.language, key, &counts);
    Outcome::NeedsInput {
        questions: vec![Question {
            id: WHICH.to_owned(),
            question: say("which"),
            options: names[..shown].to_vec(),
            recommended_index: None,
            why_it_matters: say("which-why"),
        }],
    }
}

fn nothing_called_so(facts: &Facts, asked: &Asked, nearest: Option<&str>) -> Outcome {
    let written = asked.taken_for.as_deref().unwrap_or_default();
    let mut reason =
        say(asked.language, "nothing-so", &with!["name" => written.trim_start_matches(':')]);
    match nearest {
        Some(nearest) => {
            reason += " ";
            reason += &say(asked.language, "did-you-mean", &with!["name" => nearest]);
        }
        None => reason = format!("{reason} {}", what_can_be_asked(facts, asked)),
    }
    Outcome::Unresolved { reason }
}

fn unresolved(facts: &Facts, asked: &Asked) -> Outcome {
    let not_understood = say(asked.language, "not-understood", &FluentArgs::new());
    Outcome::Unresolved { reason: format!("{not_understood} {}", what_can_be_asked(facts, asked)) }
}

/// Examples with names of this project.
fn what_can_be_asked(facts: &Facts, asked: &Asked) -> String {
    let logic = facts.logic();
    // A bit that the code turns, and uses most, is what people ask about.
    let statements = logic.index.units().flat_map(|(id, _)| logic.index.statements_of(id));
    let turned = statements.filter_map(|(_, statement)| match &statement.effect {
        Effect::Assign { to, how: How::Follow | How::Latch, .. } => {
            Some(logic.index.reference(*to).place)
        }
        _ => None,
    });
    let most = turned.max_by_key(|place| logic.index.refs_to(*place).len());
    let most = most.map(|place| logic.place(place));
    let any = || facts.project().tags.first().map(|tag| tag.name.clone());
    match most.or_else(any).map(|name| in_the_field(&name)) {
        Some(name) => say(asked.language, "can-ask", &with!["name" => name]),
        None => say(asked.language, "can-ask-nothing", &FluentArgs::new()),
    }
}
