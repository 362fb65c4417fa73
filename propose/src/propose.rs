//! Converts a request to a checked plan, or to the reason of its refusal.

use std::collections::VecDeque;

use tagbridge_api::{generate::ProposedChange, turn::Question};
use tagbridge_logic::{Logic, query::Found};
use tagbridge_project::{Format, Source, Vendor};
use tagbridge_texts::{Coded, Language};

use crate::{
    blocks, codesys,
    complete::complete,
    context::Context,
    draft::{Asking, Choice, Draft, Stop},
    drafted::drafted,
    exchange,
    expand::{expanded, home},
    gate::{self, Passed},
    l5x,
    locate::{Known, locate, obvious},
    meaning,
    planned::Planned,
    present::told,
    questions::{
        Seek, WISH, answered, is_not_delayed_yet, question, question_id, understood, which,
        with_user,
    },
    request::{self, ChangeRequest, KnownNames as _, RequestedChange, amendment, understand_all},
    risk,
    says::{Ask, Assumed, Said, Why},
    seek::{Sought, sought},
    siemens, worded,
};

/// A request with its context.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wish<'a> {
    /// The request, in English or German.
    pub prompt: &'a str,
    /// The program or block that the caller means.
    pub program: Option<&'a str>,
    /// The routine that the caller means.
    pub routine: Option<&'a str>,
    /// The answers to questions: the id of each question, and the text.
    pub answers: &'a [(String, String)],
    /// The changes of the plan.
    pub amendment: Option<&'a str>,
    /// The language to answer in, where the request does not tell.
    pub language: Language,
}

impl Wish<'_> {
    /// The language of the answer: that of the request, if it can be detected.
    pub fn answered_in(&self) -> Language {
        request::language(self.prompt, self.language)
    }
}

/// The result of a request.
#[derive(Debug)]
pub enum Proposed {
    /// A plan that passed all checks, and its result.
    Ready(Box<Planned>),
    /// Questions: the id of each is its slot in the request.
    Asks(Vec<Question>),
    /// The request is refused.
    Refused {
        /// The code of the reason: `propose-no-safety`.
        code: String,
        /// The reason in a sentence.
        reason: String,
    },
}

/// Plans a request on a copy of a source, whose project and code are given.
pub fn propose(source: &Source, logic: Logic<'_>, wish: &Wish<'_>) -> Proposed {
    let language = wish.answered_in();
    match plan(source, logic, wish) {
        Ok((draft, passed)) => Proposed::Ready(Box::new(told(logic, &draft, passed, language))),
        Err(Stop::Ask(asking)) => Proposed::Asks(vec![question(&asking, language)]),
        Err(Stop::No(no)) => {
            let message = no.message();
            let (code, reason) = (message.code().to_owned(), message.in_language(language));
            Proposed::Refused { code, reason }
        }
    }
}

/// Whether a sentence is one of the requests that are understood.
pub fn is_understood(logic: Logic<'_>, prompt: &str) -> bool {
    understand_all(prompt, &Known::new(logic)).is_some()
}

/// Whether it is not, and asks for nothing that is never served: a model may write the change.
pub fn is_free(logic: Logic<'_>, prompt: &str) -> bool {
    !is_understood(logic, prompt) && !request::is_dangerous(prompt)
}

/// The result of given code for a request.
pub fn of_draft(
    source: &Source,
    logic: Logic<'_>,
    wish: &Wish<'_>,
    changes: &[ProposedChange],
) -> Proposed {
    let language = wish.answered_in();
    match drafted(source, logic, changes, (language, language)) {
        Ok(planned) => Proposed::Ready(planned),
        Err(errors) => Proposed::Refused {
            code: "propose-no-draft-failed".to_owned(),
            reason: draft_failed(&errors, language),
        },
    }
}

/// The message about given code that still has errors.
pub fn draft_failed(errors: &[String], language: Language) -> String {
    let errors = errors.iter().take(5).cloned().collect::<Vec<_>>().join("; ");
    Why::DraftFailed { errors }.message().in_language(language)
}

/// The message about a plan that can no longer be executed, because the project has changed.
pub fn not_the_plan(wish: &Wish<'_>) -> String {
    let language = wish.answered_in();
    Why::NotThePlan.message().in_language(language)
}

/// The plan of a request, or of the change that was chosen for it.
fn plan(source: &Source, logic: Logic<'_>, wish: &Wish<'_>) -> Result<(Draft, Passed), Stop> {
    let chosen = answered(wish.answers, WISH);
    let wish = chosen.map_or(*wish, |prompt| Wish { prompt, ..*wish });
    let known = Known::new(logic);
    let serves = |prompt: &str| {
        let wish = Wish { prompt, answers: &[], amendment: None, ..wish };
        let done = planned(source, &known, &wish, &|_| Sought::default());
        done.map_or_else(|stop| stop.leads_on(), |_| true)
    };
    let seek = |text: (&str, &str)| sought(&known, text, &serves);
    match planned(source, &known, &wish, &seek) {
        // What has the form of a change says itself what is missing.
        Err(stop) if stop.is_open() && chosen.is_none() && !request::is_fixed(wish.prompt) => {
            if !stop.is_dead_end() && request::replaced_value(wish.prompt).is_none() {
                return Err(stop);
            }
            let sought = seek((wish.prompt, wish.prompt));
            if let (true, Some(sentence)) = (sought.is_clear, sought.choices.first()) {
                let clear = Wish { prompt: sentence, answers: &[], ..wish };
                let (mut draft, passed) = planned(source, &known, &clear, &|_| Sought::default())?;
                let (words, name) = (wish.prompt.to_owned(), sentence.clone());
                draft.assumed.insert(0, Assumed::Named { words, name });
                return Ok((draft, passed));
            }
            if sought.choices.is_empty() || !stop.is_dead_end() {
                return Err(stop);
            }
            Err(Stop::Ask(which((WISH, 0), wish.prompt, sought, None)))
        }
        done => done,
    }
}

fn planned(
    source: &Source,
    known: &Known<'_>,
    wish: &Wish<'_>,
    seek: &Seek<'_>,
) -> Result<(Draft, Passed), Stop> {
    let logic = known.logic;
    let mut requests = each_tag(understood(known, wish.prompt, wish.answers, seek)?);
    if !request::has_its_values(&requests, wish.prompt) {
        return Err(Why::NotUnderstood.into());
    }
    let answer_to =
        |id: &str, nth| answered(wish.answers, &question_id(id, nth)).map(ToOwned::to_owned);
    let named = worded::name_all(known, &mut requests, wish.prompt, &answer_to)?;
    is_not_delayed_yet(known, &requests, wish.prompt)?;
    for request in &mut requests {
        unprotected(logic, request)?;
        blocks::separate(logic, request);
    }
    let mut requests = expanded(known, requests, &answer_to)?;
    for (nth, request) in requests.iter_mut().enumerate() {
        for (slot, text) in wish.answers {
            answer(request, nth, slot, text);
        }
    }
    let amended = answered(wish.answers, AMENDMENT).or(wish.amendment);
    if let Some(text) = amended.filter(|it| !is_nothing(it)) {
        let found = requests.iter_mut().find_map(|it| Some((amendment(text, it)?, it)));
        let Some((amendment, request)) = found else { return Err(ask_amendment()) };
        if !amendment.left_out.is_empty() {
            // The steps of a plan depend on each other: without one of them, there is no plan.
            return Err(Why::NothingLeft.into());
        }
        amendment.slots.into_iter().for_each(|(slot, value)| request.set(slot, value));
    }
    let mut planned: Option<(Draft, Passed)> = None;
    let mut is_user_gone = false;
    let mut left: VecDeque<(usize, ChangeRequest)> = requests.into_iter().enumerate().collect();
    while let Some((nth, asked)) = left.pop_front() {
        let make = |request: &mut ChangeRequest| match &planned {
            None => change(source, logic, wish, request),
            // Each change is made of what the changes before it have left.
            Some((_, passed)) => change(&passed.source(source), passed.logic(), wish, request),
        };
        let mut request = asked.clone();
        let answer = |id: &str| answer_to(id, nth);
        let value = |request: &ChangeRequest| value_of(make(&mut request.clone()));
        complete(&mut request, &value, &answer).map_err(|stop| stop.of(nth))?;
        let step = match make(&mut request) {
            Err(Stop::No(Why::InUse { name, place }))
                if asked.kind == RequestedChange::Delete && !is_user_gone =>
            {
                is_user_gone = true;
                let in_use = || Stop::No(Why::InUse { name: name.clone(), place: place.clone() });
                let rung = known.only_rung(asked.need("name")).ok_or_else(in_use)?;
                // A rung that cannot be deleted is not offered: it may belong to the safety program.
                let mut gone = ChangeRequest::of(RequestedChange::DeleteRung, &[("rung", &rung)]);
                make(&mut gone).map_err(|_| in_use())?;
                let answers = (wish.answers, wish.answered_in());
                let user = with_user(answers, &name, &rung).map_err(|stop| stop.of(nth))?;
                left.push_front((nth, asked));
                left.push_front((nth, user));
                continue;
            }
            // The last condition of one of several rungs goes with its rung.
            Err(Stop::No(Why::LastOfBranch { .. }))
                if asked.kind == RequestedChange::Take && known.is_written_twice(&asked) =>
            {
                let rung = format!("{}:{}", request.need("place"), request.need("rung"));
                request.kind = RequestedChange::DeleteRung;
                request.unset("tag");
                request.set("rung", rung);
                left.push_front((nth, request));
                continue;
            }
            Err(stop) => Err(worded::nearest(known, (&asked, wish.prompt), stop).of(nth)),
            done => done,
        };
        let (draft, passed) = step?;
        if let Some((from, to)) = &draft.renaming {
            for (_, request) in &mut left {
                request.rename(from, to);
            }
        }
        planned = Some(match planned {
            None => (draft, passed),
            Some((mut all, _)) => {
                all.and(draft);
                (all, passed.since(logic))
            }
        });
    }
    let (mut draft, passed) = planned.ok_or(Why::NotUnderstood)?;
    draft.assumed.splice(0..0, named);
    Ok((draft, passed))
}

/// The value before a change of a value.
fn value_of(step: Result<(Draft, Passed), Stop>) -> Option<String> {
    let steps = match step {
        Ok((draft, _)) => draft.steps,
        Err(Stop::No(Why::Same { name })) => {
            return name.rsplit_once(" = ").map(|it| it.1.to_owned());
        }
        Err(_) => return None,
    };
    steps.into_iter().find_map(|step| match step.said {
        Said::Value { from, .. } | Said::Constant { from, .. } => Some(from),
        _ => None,
    })
}

/// One change of a source.
fn change(
    source: &Source,
    logic: Logic<'_>,
    wish: &Wish<'_>,
    request: &mut ChangeRequest,
) -> Result<(Draft, Passed), Stop> {
    obvious(logic, request)?;
    if request.kind.is_recipe()
        && ["place", "before"].iter().all(|it| request.get(it).is_none())
        && (wish.program, wish.routine) == (None, None)
    {
        home(logic, request)?;
    }
    // A name that was asked back may be a variable of a block.
    blocks::separate(logic, request);
    locate(logic, request)?;
    let hint = (wish.program, wish.routine);
    let context = Context { source, logic, request, hint };
    if request.kind == RequestedChange::Delete {
        context.unreached(context.need("name"))?;
    }
    let mut draft = match (logic.project.vendor, logic.project.format) {
        _ if request.kind == RequestedChange::Exchange => exchange::addresses(context)?,
        (Vendor::AllenBradley, Format::L5x) => l5x::author(context)?,
        (Vendor::Siemens, _) => siemens::author(context)?,
        (Vendor::Codesys, Format::CodesysExport | Format::PlcOpenXml) => codesys::author(context)?,
        _ => return Err(Why::OtherPlatform { what: source.name.clone() }.into()),
    };
    risk::look(context, &mut draft);
    let passed = gate::check(source, logic, &draft)?;
    if draft.renaming.is_none()
        && let Some(name) = meaning::weakened(logic, passed.logic())
    {
        return Err(Why::Safety { name }.into());
    }
    Ok((draft, passed))
}

/// Checks that no request removes, delays, inverts or replaces a protection itself.
fn unprotected(logic: Logic<'_>, request: &ChangeRequest) -> Result<(), Stop> {
    use RequestedChange::{
        Debounce, Invert, Polarity, Pulse, RemoveContact, Replace, SetConstant, SetValue, Swapped,
        Take,
    };
    let is_of_contact = matches!(
        request.kind,
        Debounce | Invert | Polarity | Pulse | RemoveContact | Replace | Swapped | Take
    );
    if !is_of_contact && !matches!(request.kind, SetConstant | SetValue) {
        return Ok(());
    }
    let name = match logic.find(request.need("tag")) {
        Found::One(place) => logic.place(place),
        _ => request.need("tag").to_owned(),
    };
    let kind = Known::new(logic).type_of(&name).unwrap_or_default();
    let is_time = ["BOOL", "TIME", "T"].iter().any(|it| kind == *it || kind.starts_with("TIM"))
        || kind.starts_with("TO");
    if (is_of_contact || is_time) && meaning::is_protection(logic, &name) {
        return Err(Why::Safety { name }.into());
    }
    Ok(())
}

/// Splits a request for several tags into one per tag.
fn each_tag(requests: Vec<ChangeRequest>) -> Vec<ChangeRequest> {
    let mut all = Vec::new();
    for request in requests {
        let more: Vec<String> = request
            .get("more")
            .map(|it| it.lines().map(ToOwned::to_owned).collect())
            .unwrap_or_default();
        let others = more.into_iter().map(|name| {
            let mut other = request.clone();
            other.set("name", name);
            other
        });
        let others: Vec<ChangeRequest> = others.collect();
        all.push(request);
        all.extend(others);
    }
    all
}

/// The id of the question about an unknown amendment.
const AMENDMENT: &str = "amendment";

fn answer(request: &mut ChangeRequest, nth: usize, id: &str, text: &str) {
    const SLOTS: [&str; 10] = [
        "place",
        "type",
        "polarity",
        "rung",
        "task",
        "output",
        "condition",
        "input",
        "tag",
        "from",
    ];
    let Some(slot) = SLOTS.into_iter().find(|it| question_id(it, nth) == id) else { return };
    // The meaning of an option, in both languages.
    let means = [(Ask::OnWhileOn, "open"), (Ask::OnWhileOff, "closed")];
    let chosen = means.iter().find(|(said, _)| said.is_text(text));
    request.set(slot, chosen.map_or(text, |it| it.1));
}

fn is_nothing(amendment: &str) -> bool {
    Ask::WithoutAmendment.is_text(amendment)
}

fn ask_amendment() -> Stop {
    let options =
        vec![Choice::Meaning(Ask::WithoutAmendment, ""), Choice::Meaning(Ask::Nothing, "")];
    let (question, why) = (Ask::Amendment, Ask::WhyAmendment);
    Stop::Ask(Asking { slot: AMENDMENT, nth: 0, question, why, options, of: 2, about: None })
}
