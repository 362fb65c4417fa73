//! Creates a query from the intent, the subject and the constraints.

use tagbridge_api::query::{
    Accessed, Aspect, CodeFault, CodeRelation, ImpactWay, ItemFilter, ItemKind, Query, Turn,
};

use super::{reading::LONG, states};
use crate::{
    Facts, Language,
    classify::Intent,
    common::is_one_of,
    constraints::Constraints,
    items,
    kinds::kind_of,
    reader::{Chosen, Reader},
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
        Intent::Find => return Some(Query::Text { words: searched(reader) }),
        Intent::Inventory => return inventory(facts, reader),
        Intent::Calls if name.is_none() => {
            return Some(Query::Structure { name: None, relation: CodeRelation::Calls });
        }
        _ => {}
    }
    let name = name?;
    let is_code =
        chosen.is_some_and(|it| matches!(it.subject, Subject::Units(_) | Subject::Block(_)));
    let is_rung = is_code && name.rsplit_once(':').is_some_and(|(_, it)| it.parse::<u32>().is_ok());
    // "which routine calls it" does not ask for its calls.
    let intent = match intent {
        Intent::Value if is_code => Intent::Tasks,
        // A rung is not turned on or off.
        Intent::On | Intent::Off | Intent::WhyOn | Intent::WhyOff if is_rung => Intent::Explain,
        Intent::Calls if calls_it(reader, used) => Intent::Callers,
        intent => intent,
    };
    let is_wired = || {
        let mut tags = facts.project().tags.iter();
        tags.any(|it| it.name == name && matches!(items::area(it), Some('I' | 'Q')))
    };
    if words.has(TERMINAL) && is_wired() {
        return Some(Query::Explain { name, aspect: Aspect::Declaration });
    }
    if let Some(query) = states::of_state(facts, reader, &name) {
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
        Intent::Path | Intent::Compare => match second(facts, reader, used) {
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
fn second(facts: &Facts, reader: &Reader<'_>, used: &[usize]) -> Option<String> {
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
    let is_fault = |word: &String| is_one_of(word, FAULTS);
    let begins =
        reader.words.first().is_some_and(|it| is_one_of(it, "is are there gibt hat ist haben"));
    begins && !reader.content(&[]).is_empty() && !reader.words.iter().any(is_fault)
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

/// The things of a kind, with what they have to satisfy; `None` if neither is said.
fn inventory(facts: &Facts, reader: &Reader<'_>) -> Option<Query> {
    let kinds: Vec<(usize, ItemKind)> = reader
        .words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, kind_of(word)?)))
        .collect();
    let special = [ItemKind::Retentive, ItemKind::Constants, ItemKind::Safety];
    let kind = kinds.iter().find(|it| special.contains(&it.1)).or_else(|| kinds.first());
    let kind = kind.map_or(ItemKind::Tags, |it| it.1);
    let mut filters = Constraints(&reader.compared()).comparisons();
    let mut used: Vec<usize> = kinds.iter().map(|it| it.0).collect();
    for owner in
        reader.owners.iter().filter(|owner| !owner.mentions.clone().any(|at| used.contains(&at)))
    {
        let at = owner.mentions.start;
        if reader.content(&used).contains(&at) {
            filters.push(ItemFilter::Within { name: owner.name.clone() });
        }
    }
    used.extend(reader.owners.iter().flat_map(|owner| owner.mentions.clone()));
    let content: Vec<String> = reader
        .content(&used)
        .iter()
        .map(|at| reader.mentions[*at].text.clone())
        .filter(|word| !is_about_list(word))
        .collect();
    if !content.is_empty() {
        filters.push(ItemFilter::Words { words: with_hits(facts, kind, content) });
    }
    let is_said = !kinds.is_empty() || !filters.is_empty();
    is_said.then_some(Query::Inventory { kind, filters })
}

/// The words that a thing of this kind has, if none has all of them, or one of those: that is in a name, or
/// the rarest. All words if no thing has any.
fn with_hits(facts: &Facts, kind: ItemKind, words: Vec<String>) -> Vec<String> {
    let hits = |words: &[String]| {
        items::items(facts, kind, &[ItemFilter::Words { words: words.to_vec() }])
    };
    if words.len() < 2 || !hits(&words).is_empty() {
        return words;
    }
    let found = words.iter().filter_map(|word| {
        let hits = hits(std::slice::from_ref(word));
        let own = word.to_lowercase();
        let is_in_name = hits.iter().any(|it| it.name.to_lowercase().contains(&own));
        (!hits.is_empty()).then(|| (!is_in_name, hits.len(), word.clone()))
    });
    let mut found: Vec<(bool, usize, String)> = found.collect();
    let all: Vec<String> = found.iter().map(|it| it.2.clone()).collect();
    if !all.is_empty() && !hits(&all).is_empty() {
        return all;
    }
    found.sort();
    found.into_iter().next().map_or(words, |it| vec![it.2])
}

/// Whether a question asks no more than what the lines of a list have: "and how long are they".
pub(super) fn is_more_of_list(facts: &Facts, question: &str) -> bool {
    let reader = Reader::new(facts, question);
    let asks =
        "long lang lange time zeit address adresse period preset type typ interval fast schnell";
    reader.words.iter().any(|word| is_one_of(word, asks))
        && reader.content(&[]).iter().all(|at| is_about_list(&reader.words[*at]))
}

/// `list all timers`: the kind, and nothing else.
pub(super) fn whole_list(reader: &Reader<'_>) -> Option<Query> {
    let words = &reader.words;
    let kinds: Vec<ItemKind> = words.iter().filter_map(|it| kind_of(it)).collect();
    let [kind] = kinds.as_slice() else { return None };
    let is_list = |it: &String| is_one_of(it, super::LISTS);
    let is_rest = |it: &String| {
        is_list(it) || kind_of(it).is_some() || is_one_of(it, "the me die mir bitte please")
    };
    (words.iter().any(is_list) && words.iter().all(is_rest))
        .then(|| Query::Inventory { kind: *kind, filters: Vec::new() })
}

/// A task or a module that is named with its kind: "the periodic task", "which modules are in `FlexIO`".
pub(super) fn named_by_kind(facts: &Facts, reader: &Reader<'_>) -> Option<Query> {
    let project = facts.project();
    let words = &reader.words;
    let has = |kind| words.iter().any(|word| kind_of(word) == Some(kind));
    let is_free = |at: usize| facts.code_called(&reader.mentions[at].text, None).is_none();
    let asks_tasks = words
        .iter()
        .any(|word| is_one_of(word, "tasks taskliste tasklist taskübersicht zykluszeiten"))
        || words.windows(2).any(|pair| pair[0] == "each" && pair[1] == "task");
    let is_listed = |at: &usize| is_about_list(&words[*at]) || is_one_of(&words[*at], TASK_WORDS);
    if asks_tasks
        && reader.content(&[]).iter().all(is_listed)
        && !words.iter().any(|it| is_one_of(it, "which welche welcher"))
    {
        return Some(Query::Inventory { kind: ItemKind::Tasks, filters: Vec::new() });
    }
    if has(ItemKind::Modules) {
        let parent = (0..words.len()).find_map(|at| {
            let is_parent =
                |it: &&tagbridge_project::Module| it.name.eq_ignore_ascii_case(&words[at]);
            project.modules.iter().find(is_parent)
        });
        let is_kind = |at: &usize| kind_of(&words[*at]) == Some(ItemKind::Modules);
        let filters = match parent {
            Some(parent) => vec![ItemFilter::Words { words: vec![parent.name.clone()] }],
            None if reader.content(&[]).iter().all(|at| is_listed(at) || is_kind(at)) => Vec::new(),
            None => return None,
        };
        return Some(Query::Inventory { kind: ItemKind::Modules, filters });
    }
    let at = (0..words.len()).find(|at| {
        let is_task = |at: Option<usize>| {
            let word = at.and_then(|at| words.get(at));
            word.is_some_and(|it| kind_of(it) == Some(ItemKind::Tasks))
        };
        let is_name = project.tasks.iter().any(|it| it.name.eq_ignore_ascii_case(&words[*at]));
        is_name && is_free(*at) && (is_task(at.checked_sub(1)) || is_task(Some(at + 1)))
    })?;
    let filters = vec![ItemFilter::Words { words: vec![words[at].clone()] }];
    Some(Query::Inventory { kind: ItemKind::Tasks, filters })
}

/// Words about the properties of tasks.
const TASK_WORDS: &str = "taskliste tasklist taskübersicht zykluszeiten prioritäten priorities priority priorität fast \
    schnell slow rates rate cycle";

/// Words that a list is asked for with, and that say nothing about the things in it.
pub(super) fn is_about_list(word: &str) -> bool {
    let word = word.to_lowercase();
    is_one_of(
        &word,
        "than longer shorter bigger smaller greater length long länger kürzer größer kleiner als anlage plant \
     maschine machine steuerung controller plc sps overview übersicht count anzahl zahl viele wieviele \
     thing things ding got existieren existiert exist exists defined configured angelegt deklariert \
     declared vorhanden available names namen sekunden seconds sekunde sec sek ms total insgesamt drin \
     contains contain enthält user own eigene whole ganze gibts hier here their ihren ihre ihrer jeweils each \
     period periods interval intervals preset presets address addresses adresse adressen datatype scope lang \
     lange laufen zykluszeit zyklus zyklisch cyclic cycle projektiert konfiguriert programmiert programmed \
     hinterlegt verbaut verwendet vorhandenen comes setpoint settings einstellung einstellungen",
    ) || word.chars().count() < 3
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
