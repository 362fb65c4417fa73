//! One answer for each query.

mod asking;
mod changed;
mod code;
mod codes;
mod compare;
mod conclude;
mod depends;
mod explain;
mod find;
mod findings;
mod forced;
mod impact;
mod inventory;
mod limits;
mod named;
mod nearby;
mod next;
mod origins;
mod overwritten;
mod path;
mod places;
mod priority;
mod purpose;
mod reads;
mod sentences;
mod starts;
mod states;
mod structure;
mod then;
mod trouble;
mod turned;
mod uses;
mod value;
mod what;
mod why;
pub use self::then::PastValues;
use fluent_bundle::FluentArgs;
use tagbridge_api::{
    Timestamp,
    query::{Accessed, Aspect, CodeFault, CodeRelation, ImpactWay, Query, Turn},
    turn::Outcome,
};
use tagbridge_logic::{
    How, PlaceId,
    query::{Turned, Wanted},
    why::Snapshot,
};

use self::{
    asking::{nothing_called_so, readings, unresolved, which},
    conclude::Concluded,
};
use crate::{
    Asked, Facts, Language,
    asked::Open,
    book::{Book, Page},
    resolve::Subject,
    say::{say, with},
};

/// The data for an answer, in addition to the program.
#[derive(Debug, Clone, Default)]
pub struct Given<'a> {
    /// Current values, if a session can be asked for them.
    pub values: Option<Values>,
    /// The older version for a comparison, and its number.
    pub older: Option<(&'a Facts, u32)>,
    /// Recorded values, if the question is about an earlier time.
    pub past: Option<PastValues>,
}

/// Current values.
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// Whether a session streams the project.
    pub live: bool,
    /// The known values; of one scan if a session streams.
    pub now: Snapshot,
    /// The start of that scan.
    pub scan_began: Option<Timestamp>,
    /// Earlier values, oldest first.
    pub history: Vec<Snapshot>,
    /// Names of missing values that were requested, and will be read soon.
    pub requested: Vec<String>,
}

/// Answers a question.
pub fn answer(facts: &Facts, asked: &Asked, given: &Given<'_>) -> Outcome {
    let language = asked.language;
    match &asked.open {
        Some(Open::Change) => {
            return Outcome::Unresolved { reason: say(language, "change", &FluentArgs::new()) };
        }
        Some(Open::Trouble(about)) => return trouble::trouble(facts, asked, about, given),
        Some(Open::NoFirstScan) => {
            let mut book = Book::new(facts, language, Page::new(asked.all));
            let text = book.word("no-first-scan");
            book.line(text);
            book.partial();
            return book.page.finish(language);
        }
        _ => {}
    }
    if let Some(found) = priority::priority(facts, asked) {
        return found;
    }
    let mut book = Book::new(facts, language, Page::new(asked.all));
    let concluded = conclude::conclude(&mut book, asked);
    if concluded == Concluded::Whole {
        return book.page.finish(language);
    }
    let is_concluded = concluded == Concluded::Part;
    if let Some(open) = &asked.open {
        return of_open(book, asked, open, is_concluded);
    }
    if let Some(found) = nearby::besides(facts, asked).filter(|_| !is_concluded) {
        return found;
    }
    let mut page = book.page;
    page.question.clone_from(&asked.text);
    for (written, name) in &asked.taken_for {
        let mut book = Book::new(facts, language, page);
        book.say("taken-for", &with!["written" => written.as_str(), "name" => name.as_str()]);
        page = book.page;
    }
    if let (true, Some(name)) = (asked.is_general, asked.name()) {
        let mut book = Book::new(facts, language, page);
        book.say("taken-main", &with!["name" => name]);
        page = book.page;
    }
    if nearby::is_of_part(facts, asked) {
        let mut book = Book::new(facts, language, page);
        nearby::nearby(&mut book, &asked.text);
        return book.page.finish(language);
    }
    let is_live = given.values.as_ref().is_some_and(|it| it.live);
    if let [
        Query::Sequence { name, state: Some(one) },
        Query::Sequence { name: same, state: Some(other) },
    ] = asked.queries.as_slice()
        && name == same
    {
        let mut book = Book::new(facts, language, page);
        if states::compare(&mut book, name, [one, other]) {
            return book.page.finish(language);
        }
        page = book.page;
    }
    for query in asked.queries.iter().filter(|it| is_live || !is_repeat(it, &asked.queries)) {
        page.begin();
        page = match one(facts, query, language, given, page) {
            Ok(page) => page,
            Err(outcome) => return *outcome,
        };
    }
    let mut book = Book::new(facts, language, page);
    let told = book.page.settle(language);
    for part in &asked.left_out {
        book.say("part-not-understood", &with!["part" => part.as_str()]);
    }
    nearby::also(&mut book, asked, &told);
    book.page.finish(language)
}

/// The answer to a question that is no query: the places with most of its words, or a question back.
fn of_open(mut book: Book<'_>, asked: &Asked, open: &Open, is_concluded: bool) -> Outcome {
    let (facts, language) = (book.facts, book.language);
    if is_concluded {
        nearby::nearby(&mut book, &asked.text);
        return book.page.finish(language);
    }
    match open {
        Open::Which(names) => {
            nearby::instead(facts, asked, names).unwrap_or_else(|| which(language, names))
        }
        Open::Readings(questions) => {
            let instead = nearby::instead(facts, asked, &[]);
            instead.unwrap_or_else(|| readings(language, questions))
        }
        Open::Unknown(written, nearest) => {
            let is_word = |it: &str| it.chars().all(char::is_alphabetic);
            let are_words = written.split_whitespace().all(is_word);
            let is_offered = !nearest.is_empty() && written.split_whitespace().count() <= 3;
            if ((are_words && !is_offered) || nearby::is_long(&asked.text))
                && nearby::nearby(&mut book, &asked.text)
            {
                return book.page.finish(language);
            }
            nothing_called_so(facts, language, written, nearest)
        }
        _ if nearby::nearby(&mut book, &asked.text) => book.page.finish(language),
        _ => unresolved(facts, language),
    }
}

/// Whether a question why something is on or off has, without values, the answer of another one: what
/// turns it off or on.
fn is_repeat(query: &Query, all: &[Query]) -> bool {
    let Query::WhyNow { name, wanted } = query else { return false };
    let turn = if *wanted { Turn::On } else { Turn::Off };
    all.iter().any(|it| {
        matches!(it, Query::Condition { name: other, change, latched: false }
            if other == name && *change == turn)
    })
}

/// Executes one query, whoever made it.
pub fn run(facts: &Facts, query: &Query, language: Language, given: &Given<'_>) -> Outcome {
    match one(facts, query, language, given, Page::new(true)) {
        Ok(page) => page.finish(language),
        Err(outcome) => *outcome,
    }
}

/// Returns the page with the answer to one query; or an outcome if a name is ambiguous or unknown.
fn one(
    facts: &Facts,
    query: &Query,
    language: Language,
    given: &Given<'_>,
    page: Page,
) -> Result<Page, Box<Outcome>> {
    let mut book = Book::new(facts, language, page);
    if of_project(&mut book, query, given) {
        return Ok(book.page);
    }
    let subject = subject_of(facts, query);
    let written = query.subject().unwrap_or_default();
    match &subject {
        Subject::Several(names) if names.len() > 1 => return Err(Box::new(which(language, names))),
        Subject::Unknown(nearest) => {
            return Err(Box::new(nothing_called_so(facts, language, written, nearest)));
        }
        _ => {}
    }
    // A name without a use in code may be reached in another way.
    if let Subject::Declared(name) = &subject
        && let Some((facts, place)) = facts.reaching(name)
    {
        let mut book = Book::new(&facts, language, book.page);
        let subject = Subject::Place(place);
        let done = of_subject(&mut book, query, &subject, given);
        return if done { Ok(book.page) } else { Err(Box::new(unresolved(&facts, language))) };
    }
    let done = of_subject(&mut book, query, &subject, given);
    if done { Ok(book.page) } else { Err(Box::new(unresolved(facts, language))) }
}

fn subject_of(facts: &Facts, query: &Query) -> Subject {
    let name = query.subject().unwrap_or_default();
    match query {
        Query::WhyNow { .. } | Query::WhyThen { .. } | Query::Condition { .. } => facts.bit(name),
        _ => facts.target(name, query.is_about_code()),
    }
}

fn of_project(book: &mut Book<'_>, query: &Query, given: &Given<'_>) -> bool {
    match query {
        Query::Inventory { kind, filters } => inventory::inventory(book, *kind, filters),
        Query::Text { words } => find::find(book, words),
        Query::Changes { version } => changed::changed(book, *version, given.older),
        Query::Structure { name: None, .. } => structure::calls(book, None),
        Query::Findings { fault } => match fault {
            CodeFault::Any => findings::any(book),
            CodeFault::Unused => findings::unused(book),
            CodeFault::NeverWritten => findings::never_written(book),
            CodeFault::NeverRead => findings::never_read(book),
            CodeFault::WrittenTwice => findings::written_twice(book),
            CodeFault::Unreachable => findings::unreachable(book),
        },
        _ => return false,
    }
    true
}

fn of_subject(book: &mut Book<'_>, query: &Query, subject: &Subject, given: &Given<'_>) -> bool {
    let facts = book.facts;
    let written = query.subject().unwrap_or_default();
    let name = facts.name_of(subject, written);
    if let Subject::Place(place) = subject {
        let logic = facts.logic();
        if !logic.is_called(*place, written) && !is_part_of(&name, written) {
            book.say("taken-for", &with!["written" => written, "name" => name.as_str()]);
        }
        if !logic.is_named(*place) && logic.is_in_code(*place) {
            book.say("unnamed", &with!["name" => name.as_str()]);
        }
    }
    let done = match query {
        Query::Compare { with: other, .. } => {
            let subject_of_other = facts.target(other, false);
            let other = facts.name_of(&subject_of_other, other);
            compare::compare(book, (subject, &name), (&subject_of_other, &other))
        }
        Query::Path { to, .. } => path(book, subject, &name, to),
        Query::Structure { relation, .. } => relation_of(book, *relation, subject, &name),
        _ => match subject {
            Subject::Place(place) => {
                of_place(book, query, *place, &name, given);
                true
            }
            Subject::Declared(_) => {
                of_declared(book, query, &name, given);
                true
            }
            _ => code::of_code(book, query, subject, &name),
        },
    };
    if done {
        if let Subject::Place(place) = subject {
            uses::outside(book, *place, &name, query);
        }
        next::next(book, query, subject, &name);
    }
    done
}

/// Whether a name is a part of the written one: `Motor.Run` of `Motor`.
fn is_part_of(name: &str, written: &str) -> bool {
    let (name, written) = (name.to_lowercase(), written.to_lowercase());
    name.contains(&format!("{}.", written.trim_start_matches('"').trim_end_matches('"')))
        || name.contains(&format!("{written}."))
}

fn path(book: &mut Book<'_>, subject: &Subject, name: &str, to: &str) -> bool {
    let target = book.facts.target(to, false);
    match (subject, &target) {
        (Subject::Place(from), Subject::Place(goal)) => {
            let to = book.logic().place(*goal);
            path::path(book, (*from, name), (*goal, &to));
        }
        _ => book.say("path-no-code", &with!["from" => name, "to" => to]),
    }
    true
}

fn relation_of(book: &mut Book<'_>, relation: CodeRelation, subject: &Subject, name: &str) -> bool {
    match (relation, subject) {
        (CodeRelation::Tasks, Subject::Units(units)) => structure::runs(book, name, units),
        (CodeRelation::Tasks, Subject::Block(_)) => structure::block_runs(book, name),
        (CodeRelation::Calls, Subject::Units(_) | Subject::Block(_)) => {
            structure::calls(book, Some((subject, name)));
        }
        (CodeRelation::Contents, _) => return structure::contents(book, subject, name),
        _ => structure::callers(book, name),
    }
    true
}

fn of_declared(book: &mut Book<'_>, query: &Query, name: &str, given: &Given<'_>) {
    match query {
        Query::WhyNow { .. } | Query::Value { .. } => value::declared(book, name, given),
        Query::Explain { .. } => what::declared(book, name),
        Query::Settings { .. } => limits::of_declared(book, name),
        _ => uses::nowhere(book, name),
    }
}

fn of_place(book: &mut Book<'_>, query: &Query, place: PlaceId, name: &str, given: &Given<'_>) {
    match query {
        Query::References { access, .. } => {
            let wanted = match access {
                Accessed::Any => Wanted::Used,
                Accessed::Read => Wanted::Read,
                Accessed::Write => Wanted::Written,
            };
            uses::uses(book, place, name, wanted);
        }
        Query::Condition { change, latched, .. } => {
            let (turned, how) = match change {
                Turn::On => (Turned::On, How::Latch),
                Turn::Off => (Turned::Off, How::Unlatch),
            };
            turned::turned(book, place, name, turned, latched.then_some(how));
        }
        Query::WhyNow { wanted, .. } => why::why(book, place, name, *wanted, given),
        Query::WhyThen { wanted: on, time, .. } => {
            then::then(book, place, name, (*on, time), given);
        }
        Query::Value { .. } => value::of_place(book, place, name, given),
        Query::Settings { .. } => limits::limits(book, place, name),
        Query::Sequence { state, .. } => states::states(book, place, name, state.as_deref()),
        Query::Impact { way: ImpactWay::DependsOn, .. } => depends::back(book, place, name),
        Query::Impact { outputs, .. } => impact::impact(book, place, name, *outputs),
        Query::Explain { aspect: Aspect::Purpose, .. } => explain::place(book, place, name),
        _ => what::place(book, place, name),
    }
}
