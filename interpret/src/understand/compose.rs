//! Creates a query from the intent, the subject and the constraints.

use tagbridge_api::query::{Accessed, Aspect, CodeFault, CodeRelation, ImpactWay, Query, Turn};

use tagbridge_logic::{
    query::{Turned, Wanted},
    types,
};

use super::{lists, states};
use crate::{
    Facts, Language,
    classify::Intent,
    common::is_one_of,
    constraints::Constraints,
    reader::{Chosen, LONG, Reader},
    resolve::Subject,
    say::{say, with},
};

/// The query; `None` if it needs a name, and the question has none.
pub(super) fn compose(
    facts: &Facts,
    reader: &Reader<'_>,
    intent: Intent,
    chosen: Option<&Chosen>,
) -> Option<Query> {
    let used = chosen.map_or(&[][..], |it| &it.used);
    let rest = reader.rest(used);
    let words = Constraints(&rest);
    let name = chosen.map(|it| facts.name_of(&it.subject, &it.written));
    let fault = |fault| Some(Query::Findings { fault });
    // "which outputs are written twice" is not about a routine that is called Outputs.
    let is_kind = used.iter().any(|at| lists::kind(&reader.words[*at]).is_some());
    let intent = if name.is_some() && !is_kind { of_name(intent) } else { intent };
    match intent {
        Intent::Unused => return fault(CodeFault::Unused),
        Intent::NeverWritten => return fault(CodeFault::NeverWritten),
        Intent::NeverRead => return fault(CodeFault::NeverRead),
        Intent::Twice => return fault(CodeFault::WrittenTwice),
        Intent::Unreachable => return fault(CodeFault::Unreachable),
        Intent::Findings if is_about_words(reader) => {
            return Some(Query::Text { words: searched(reader) });
        }
        Intent::Findings => return fault(CodeFault::Any),
        Intent::Changed => return Some(Query::Changes { version: words.version() }),
        Intent::Find => {
            let words = searched(reader);
            return (!words.is_empty()).then_some(Query::Text { words });
        }
        Intent::Inventory => return lists::inventory(facts, reader),
        Intent::Calls if name.is_none() => {
            return Some(Query::Structure { name: None, relation: CodeRelation::Calls });
        }
        _ => {}
    }
    let name = name?;
    let is_code =
        chosen.is_some_and(|it| matches!(it.subject, Subject::Units(_) | Subject::Block(_)));
    let intent = adapted(facts, reader, intent, chosen);
    let is_wired = || {
        let mut tags = facts.project().tags.iter();
        tags.any(|it| it.name == name && matches!(crate::area(it), Some('I' | 'Q')))
    };
    if (words.has(TERMINAL) && is_wired()) || (words.has(TYPE) && !is_code) {
        return Some(Query::Explain { name, aspect: Aspect::Declaration });
    }
    if let Some(query) = states::of_state(facts, reader, &name) {
        return Some(query);
    }
    if let Some(query) = chosen.and_then(|it| states::coded(facts, &reader.words, it)) {
        return Some(query);
    }
    let reference = |access| Query::References { name: name.clone(), access };
    let structure = |relation| Query::Structure { name: Some(name.clone()), relation };
    let impact = |way, outputs| Query::Impact { name: name.clone(), way, outputs };
    Some(match intent {
        Intent::Used => reference(Accessed::Any),
        Intent::Read => reference(Accessed::Read),
        Intent::Written => reference(Accessed::Write),
        Intent::On | Intent::Off => {
            let latched = words.latched();
            let on = latched.unwrap_or(intent == Intent::On);
            let change = if on { Turn::On } else { Turn::Off };
            Query::Condition { name, change, latched: latched.is_some() }
        }
        Intent::WhyOff | Intent::WhyOn => {
            let wanted = intent == Intent::WhyOff;
            match words.time() {
                Some(time) => Query::WhyThen { name, wanted, time },
                None => Query::WhyNow { name, wanted },
            }
        }
        Intent::Value => Query::Value { name },
        Intent::Callers => structure(CodeRelation::Callers),
        Intent::Calls => structure(CodeRelation::Calls),
        Intent::Tasks => structure(CodeRelation::Tasks),
        Intent::Contents => structure(CodeRelation::Contents),
        Intent::Explain => Query::Explain { name, aspect: Aspect::Purpose },
        Intent::Limits => Query::Settings { name },
        Intent::States => states::sequence(facts, chosen, &rest, name),
        Intent::Depends => impact(ImpactWay::DependsOn, false),
        Intent::Affects => impact(ImpactWay::Affects, false),
        Intent::Outputs => impact(ImpactWay::Affects, true),
        Intent::Path | Intent::Compare => match second(facts, reader, used, intent) {
            Some(other) if intent == Intent::Path && !is_same(&name, &other) => {
                in_order(reader, used, name, other)
            }
            Some(other) if !is_same(&name, &other) => {
                let other = same_member(facts, &name, other);
                Query::Compare { name, with: other }
            }
            _ if intent == Intent::Path => impact(ImpactWay::Affects, false),
            _ => Query::Explain { name, aspect: Aspect::Declaration },
        },
        _ => Query::Explain { name, aspect: Aspect::Declaration },
    })
}

/// What an intent means for its subject.
fn adapted(facts: &Facts, reader: &Reader<'_>, intent: Intent, chosen: Option<&Chosen>) -> Intent {
    let used = chosen.map_or(&[][..], |it| &it.used);
    let rest = reader.rest(used);
    let words = Constraints(&rest);
    let is_code =
        chosen.is_some_and(|it| matches!(it.subject, Subject::Units(_) | Subject::Block(_)));
    let is_rung = chosen.is_some_and(|it| {
        let name = facts.name_of(&it.subject, &it.written);
        is_code && name.rsplit_once(':').is_some_and(|(_, it)| it.parse::<u32>().is_ok())
    });
    // "which routine calls it" does not ask for its calls.
    match intent {
        Intent::Value if is_code => Intent::Tasks,
        // A rung is not turned on or off.
        Intent::On | Intent::Off | Intent::WhyOn | Intent::WhyOff if is_rung => Intent::Explain,
        // A value that is no instance is neither called nor executed.
        Intent::Callers | Intent::Calls | Intent::Tasks
            if chosen.is_some_and(|it| is_uncalled(facts, &it.subject)) =>
        {
            Intent::WhatIs
        }
        Intent::Contents if chosen.is_some_and(|it| is_bit(facts, &it.subject)) => Intent::WhatIs,
        Intent::Calls if calls_it(reader, used) => Intent::Callers,
        // "which blocks does X need".
        Intent::Used if is_code && words.has(NEEDS) => Intent::Calls,
        // "After how many seconds does X come on" asks for its conditions.
        Intent::Affects
        | Intent::Outputs
        | Intent::Path
        | Intent::Value
        | Intent::Tasks
        | Intent::WhatIs
            if words.has(AFTER)
                && reader.other_names(used).is_empty()
                && !words.has(HAPPENS)
                && chosen.is_some_and(|it| is_turned(facts, &it.subject)) =>
        {
            Intent::On
        }
        // What a lamp says is why it is on.
        Intent::Path | Intent::WhatIs | Intent::Explain | Intent::Affects
            if words.has(LIT) && chosen.is_some_and(|it| is_turned(facts, &it.subject)) =>
        {
            Intent::On
        }
        // What does not work has no effect where no code sets it.
        Intent::On | Intent::Off | Intent::WhyOn | Intent::WhyOff
            if words.has(WORKS) && chosen.is_some_and(|it| is_only_read(facts, &it.subject)) =>
        {
            Intent::Read
        }
        intent => intent,
    }
}

const NEEDS: &str = "need needs require requires braucht benötigt brauche";
const WORKS: &str =
    "geht tut funktioniert wirkt work works working effect wirkung reagiert react reacts";

/// Words for a lamp that is on.
const LIT: &str =
    "blinks blinking blinkt flashes flashing lights lit glows leuchtet blinken leuchten brennt";

/// Words for how long or when.
const AFTER: &str = "long lange sekunden sekunde seconds second minuten minutes wieviel when wann delay verzögerung zeit time threshold";
const HAPPENS: &str = "happens happen happening passiert passieren folgen now jetzt right current aktuell momentan gerade";

/// Whether no code calls a value.
fn is_uncalled(facts: &Facts, subject: &Subject) -> bool {
    let Subject::Place(place) = subject else { return false };
    let logic = facts.logic();
    logic.callers(&logic.place(*place)).rows.is_empty()
}

/// Whether a subject is a bit.
fn is_bit(facts: &Facts, subject: &Subject) -> bool {
    let Subject::Place(place) = subject else { return false };
    types::is_bit(facts.project(), facts.logic().index, *place) == Some(true)
}

/// Whether code turns a bit on.
fn is_turned(facts: &Facts, subject: &Subject) -> bool {
    let Subject::Place(place) = subject else { return false };
    is_bit(facts, subject) && !facts.logic().turned(*place, Turned::On).rows.is_empty()
}

/// Whether code reads a place and nothing writes it.
fn is_only_read(facts: &Facts, subject: &Subject) -> bool {
    let Subject::Place(place) = subject else { return false };
    let uses = |wanted| facts.logic().uses(*place, wanted).rows;
    uses(Wanted::Written).is_empty() && !uses(Wanted::Read).is_empty()
}

/// What a question about faults asks of one object.
fn of_name(intent: Intent) -> Intent {
    match intent {
        Intent::Unused => Intent::Used,
        Intent::NeverWritten | Intent::Twice => Intent::Written,
        Intent::NeverRead => Intent::Read,
        Intent::Unreachable => Intent::Callers,
        intent => intent,
    }
}

/// Words for the type of a value.
const TYPE: &str = "datentyp datentypen datatype datatypes typ";

/// Words for where an input or output is wired.
const TERMINAL: &str = "byte address addresse adresse klemme terminal channel kanal";

/// Whether two names mean one thing.
fn is_same(one: &str, other: &str) -> bool {
    one.replace('"', "").eq_ignore_ascii_case(&other.replace('"', ""))
}

/// For `A.Level` and a structure `B`: `B.Level`, if there is one.
fn same_member(facts: &Facts, name: &str, other: String) -> String {
    let member = name.rsplit_once('.').map(|(_, member)| format!("{other}.{member}"));
    member.filter(|it| facts.value_called(it).is_some()).unwrap_or(other)
}

/// Whether a verb before the name means that other code calls it.
fn calls_it(reader: &Reader<'_>, used: &[usize]) -> bool {
    let Some(name) = used.first() else { return false };
    let before = &reader.words[..*name];
    before.last().is_some_and(|it| it == "calls")
        || before.iter().any(|it| it == "wer" || it == "who")
        || reader.words.iter().any(|it| it == "callers" || it == "aufrufer")
}

/// The second name in a question about two.
fn second(facts: &Facts, reader: &Reader<'_>, used: &[usize], intent: Intent) -> Option<String> {
    let is_name = |found: &Chosen| {
        found.used.iter().any(|at| {
            let mention = &reader.mentions[*at];
            mention.is_path || mention.text.starts_with(char::is_uppercase)
        })
    };
    let is_short = reader.words.len() <= LONG;
    if let Some(found) = reader.exact(false, used).filter(|it| is_short || is_name(it)) {
        return Some(facts.name_of(&found.subject, &found.written));
    }
    if intent == Intent::Compare {
        // Other words for a second thing are looked for before, with those of the first.
        return None;
    }
    let content = reader.content(used);
    let written: Vec<String> = content.iter().map(|at| reader.mentions[*at].text.clone()).collect();
    let meant = facts.lexicon().meant(&written).into_iter().next();
    meant.filter(|_| is_short).map(|it| it.name)
}

/// A path begins with the first name in the sentence, unless "from" precedes the other.
fn in_order(reader: &Reader<'_>, used: &[usize], name: String, other: String) -> Query {
    let place = used.first().copied().unwrap_or(0);
    let before = place.checked_sub(1).and_then(|at| reader.words.get(at));
    let is_goal = before.is_some_and(|word| {
        ["to", "zu", "zum", "zur", "auf", "reach", "reaches", "into"].contains(&word.as_str())
    });
    let is_second = reader.exact(false, used).is_some_and(|it| it.used.first() < used.first());
    if is_goal || is_second {
        Query::Path { from: other, to: name }
    } else {
        Query::Path { from: name, to: other }
    }
}

/// The searched words: the text in quotes, or all words with content.
fn searched(reader: &Reader<'_>) -> Vec<String> {
    let content = reader.content(&[]);
    content
        .iter()
        .map(|at| reader.mentions[*at].text.trim_matches('"').to_owned())
        .filter(|word| !is_about_search(word))
        .collect()
}

/// Whether a question for faults names something that no word for a fault explains: "is there an
/// anti-windup in here".
fn is_about_words(reader: &Reader<'_>) -> bool {
    let is_fault = |word: &String| is_fault_word(word);
    let begins =
        reader.words.first().is_some_and(|it| is_one_of(it, "is are there gibt hat ist haben"));
    begins && !reader.content(&[]).is_empty() && !reader.words.iter().any(is_fault)
}

/// Whether a word names a fault of code.
pub(super) fn is_fault_word(word: &str) -> bool {
    is_one_of(word, FAULTS)
}

const FAULTS: &str = "wrong fault faults bug bugs error errors problem problems issue issues mistake mistakes fishy \
    suspicious odd bad dangerous risky missing broken careless sloppy smell smells smelly weird strange dead \
    double duplicate duplicates conflict conflicts race races falsch fehler fehlerhaft problem probleme macken \
    faul auffällig auffälligkeiten verdächtig seltsam schlecht gefährlich doppelt doppelte spulen konflikt \
    konflikte schwachstellen schwächen unsauber ordnung standard standards style guideline guidelines richtlinie \
    richtlinien warnings warnungen review check lint infinite endless endlos endlosschleife loop loops overflow \
    division zero null";

fn is_about_search(word: &str) -> bool {
    let word = word.to_lowercase();
    is_one_of(
        &word,
        "text texts anything etwas irgendwas irgendetwas irgendwo somewhere mentions mention mentioned about \
     stelle stellen comment comments kommentar kommentare contain contains containing enthält sagt says \
     called heißt heisst named namens nach gibts wort word related drin there here hier",
    )
}

/// The likeliest intents as questions about a name.
pub(super) fn questions(language: Language, likely: &[(Intent, f32)], name: &str) -> Vec<String> {
    let mut keys: Vec<&str> = Vec::new();
    for (intent, _) in likely {
        let key = match intent {
            Intent::Used => "ask-used",
            Intent::Read => "ask-read",
            Intent::Written => "ask-written",
            Intent::On => "ask-on",
            Intent::Off => "ask-off",
            Intent::WhyOff => "ask-why-off",
            Intent::WhyOn => "ask-why-on",
            Intent::Value => "ask-value",
            Intent::Callers => "ask-callers",
            Intent::Tasks => "ask-task",
            Intent::Calls | Intent::Contents => "ask-calls",
            Intent::Explain => "ask-purpose",
            Intent::WhatIs => "ask-what",
            Intent::Limits => "ask-limits",
            Intent::States => "ask-states",
            Intent::Depends => "ask-depends",
            Intent::Affects | Intent::Outputs | Intent::Path => "ask-affects",
            _ => continue,
        };
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let named = with!["name" => name];
    let questions = keys.into_iter().take(3).map(|key| say(language, key, &named));
    questions.collect::<Vec<String>>()
}
