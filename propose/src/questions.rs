//! Questions that a plan needs answered first, and their answers.

use tagbridge_api::turn::Question;
use tagbridge_texts::{Coded, Language};

use crate::{
    draft::{Asking, Choice, Stop},
    locate::Known,
    request::{self, ChangeRequest, RequestedChange, understand_all},
    says::{Ask, Said, Why},
    seek::Sought,
    worded,
};

/// The answers to questions: the id of each question, and the text.
type Answers = [(String, String)];

/// The id of the question which change a whole request means.
pub(crate) const WISH: &str = "wish";
/// The id of the question about the code that uses a tag to be deleted.
const USE: &str = "use";
/// The id of the question about a part of the request that is not understood.
const PART: &str = "part";

/// What a part of a request may mean: sentences that lead to a plan.
pub(crate) type Seek<'a> = dyn Fn((&str, &str)) -> Sought + 'a;

/// The changes of a request; a part that is not understood is asked back with what it may mean.
pub(crate) fn understood(
    known: &Known<'_>,
    prompt: &str,
    answers: &Answers,
    seek: &Seek<'_>,
) -> Result<Vec<ChangeRequest>, Stop> {
    let mut prompt = prompt.to_owned();
    for nth in 0.. {
        if request::is_question(&prompt) {
            return Err(Why::Question.into());
        }
        if let Some(requests) = understand_all(&prompt, known) {
            return Ok(requests);
        }
        let none = if request::is_dangerous(&prompt) { Why::Dangerous } else { Why::NotUnderstood };
        if request::is_of_new_step(&prompt) {
            return Err(Why::NewStep.into());
        }
        if none == Why::NotUnderstood && request::is_undone(&prompt) {
            return Err(Why::NothingToUndo.into());
        }
        let Some(unclear) = request::unclear(&prompt, known) else { return Err(none.into()) };
        if let Some(text) = answered(answers, &question_id(PART, nth)) {
            let is_left_out = Ask::WithoutPart.is_text(text);
            prompt = unclear.with(if is_left_out { "" } else { text });
            continue;
        }
        if none == Why::Dangerous {
            return Err(none.into());
        }
        let sought = seek((&unclear.part, &prompt));
        if let (Some(name), true) = (&unclear.unknown, sought.choices.is_empty()) {
            return Err(worded::missing(known, name).into());
        }
        let is_rest = understand_all(&unclear.with(""), known).is_some();
        if sought.choices.is_empty() && !is_rest {
            return Err(none.into());
        }
        let rest = is_rest.then_some(Choice::Meaning(Ask::WithoutPart, ""));
        let asking = which((PART, nth), &unclear.part, sought, rest);
        return Err(Stop::Ask(asking));
    }
    Err(Why::NotUnderstood.into())
}

/// The question which of several changes is meant.
pub(crate) fn which(
    (slot, nth): (&'static str, usize),
    part: &str,
    sought: Sought,
    rest: Option<Choice>,
) -> Asking {
    let is_found = !sought.choices.is_empty();
    let mut options: Vec<Choice> = sought.choices.into_iter().map(Choice::Name).collect();
    options.extend(rest);
    if options.len() < 2 {
        options.push(Choice::Meaning(Ask::Nothing, ""));
    }
    let of = options.len();
    let about = match sought.place {
        Some(place) if is_found => format!("{part} ({place})"),
        _ => part.to_owned(),
    };
    let (question, why) = (Ask::Part, Ask::WhyPart);
    Asking { slot, nth, question, why, options, of, about: Some(about) }
}

/// The rung that uses a tag to be deleted, if the person wants to delete it, too.
pub(crate) fn with_user(
    (answers, language): (&Answers, Language),
    name: &str,
    place: &str,
) -> Result<ChangeRequest, Stop> {
    let also = Said::AlsoRung { place: place.to_owned() }.message();
    let is_it = |text: &str| {
        [Language::English, Language::German].iter().any(|it| also.in_language(*it) == text)
    };
    if answers.iter().any(|it| is_it(&it.1)) {
        return Ok(ChangeRequest::of(RequestedChange::DeleteRung, &[("rung", place)]));
    }
    let in_use = || Why::InUse { name: name.to_owned(), place: place.to_owned() };
    let is_answered = answers.iter().any(|it| it.0 == USE);
    if is_answered {
        return Err(in_use().into());
    }
    let also = Choice::Name(also.in_language(language));
    let options = vec![also, Choice::Meaning(Ask::Nothing, "")];
    let about = Some(format!("{name}: {place}"));
    let (question, why) = (Ask::Use, Ask::WhyUse);
    Err(Stop::Ask(Asking { slot: USE, nth: 0, question, why, options, of: 2, about }))
}

/// The last answer to a question.
pub(crate) fn answered<'a>(answers: &'a [(String, String)], id: &str) -> Option<&'a str> {
    answers.iter().rev().find(|it| it.0 == id).map(|it| it.1.as_str())
}

/// The id of a question about a slot of one of several changes.
pub(crate) fn question_id(slot: &str, nth: usize) -> String {
    if nth == 0 { slot.to_owned() } else { format!("{slot}_{}", nth + 1) }
}

/// The text of a question, with the number of all possible answers where only some are options.
fn asked(asking: &Asking, language: Language) -> String {
    let question = asking.question.message().in_language(language);
    let question = match &asking.about {
        Some(words) => format!("{question} “{words}”"),
        None => question,
    };
    let shown = asking.options.len();
    if asking.of <= shown {
        return question;
    }
    Said::Listed { question, shown, of: asking.of }.message().in_language(language)
}

pub(crate) fn question(asking: &Asking, language: Language) -> Question {
    let said = |it: Ask| it.message().in_language(language);
    let option = |it: &Choice| match it {
        Choice::Name(name) => name.clone(),
        Choice::Meaning(meaning, _) => said(*meaning),
    };
    Question {
        id: question_id(asking.slot, asking.nth),
        question: asked(asking, language),
        options: asking.options.iter().map(option).collect(),
        recommended_index: None,
        why_it_matters: said(asking.why),
    }
}

/// Asks whether a delay of an output that a timer delays already is another time of that timer, or a
/// further delay.
pub(crate) fn is_not_delayed_yet(
    known: &Known<'_>,
    requests: &[ChangeRequest],
    prompt: &str,
) -> Result<(), Stop> {
    const OFFERED: usize = 2;
    let [request] = requests else { return Ok(()) };
    if request.kind != RequestedChange::OnDelay || request::says_delay(prompt) {
        return Ok(());
    }
    let (output, time) = (request.need("output"), request.need("time"));
    let timers = worded::deciding(known, output);
    if timers.is_empty() || time.is_empty() {
        return Ok(());
    }
    let set = timers.iter().take(OFFERED).map(|it| format!("set {it} to {time}"));
    let choices = set.chain([format!("delay {output} by {time}")]).collect();
    let sought = Sought { choices, is_clear: false, place: None };
    Err(Stop::Ask(which((WISH, 0), prompt, sought, None)))
}
