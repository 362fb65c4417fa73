//! Questions for lists: the things of a kind, with what they have to satisfy.

use tagbridge_api::query::{ItemFilter, ItemKind, Query};

use crate::{
    Facts, common::is_one_of, constraints::Constraints, items, kinds::kind_of, reader::Reader,
};

/// Words for cards of a rack.
const CARDS: &str = "card cards karte steckkarte steckkarten";
/// Ends of compounds with a kind that say what is asked about it.
const ABOUT: &str = "adresse adressen liste übersicht belegung namen nummern zeiten";
/// The fewest letters of the part of a compound.
const PART_CHARS_MIN: usize = 3;

/// The kind that a word in lower case means.
pub(super) fn kind(word: &str) -> Option<ItemKind> {
    kind_of(word).or_else(|| is_one_of(word, CARDS).then_some(ItemKind::Modules))
}

/// The kind that a German compound means, and its other part: `analogeingänge` are inputs that are
/// analog, `eingangsadressen` are inputs.
fn compound(word: &str) -> Option<(ItemKind, Option<&str>)> {
    let cuts = word.char_indices().map(|it| it.0).filter(|at| *at >= PART_CHARS_MIN);
    let mut parts = cuts.map(|at| word.split_at(at)).filter(|it| it.1.len() > PART_CHARS_MIN);
    parts.find_map(|(head, tail)| {
        let bare = head.strip_suffix('s').unwrap_or(head);
        match kind(tail).filter(|it| !matches!(it, ItemKind::Timers | ItemKind::Alarms)) {
            Some(found) => Some((found, Some(bare))),
            None => kind(bare).filter(|_| is_one_of(tail, ABOUT)).map(|it| (it, None)),
        }
    })
}

/// The kind of a list, the positions of the words for it, and a part of a compound that filters it.
fn kind_in(reader: &Reader<'_>) -> (Option<ItemKind>, Vec<usize>, Option<String>) {
    let words = &reader.words;
    let mut kinds: Vec<(usize, ItemKind)> =
        (0..words.len()).filter_map(|at| Some((at, kind(&words[at])?))).collect();
    // "alarm outputs" are outputs for alarms.
    let is_next = |pair: &[(usize, ItemKind)]| pair[0].0 + 1 == pair[1].0 && pair[0].1 != pair[1].1;
    let mut part = None;
    if let [first, head, ..] = kinds[..]
        && is_next(&[first, head])
        && matches!(head.1, ItemKind::Inputs | ItemKind::Outputs | ItemKind::Tags)
    {
        kinds.retain(|it| it.0 != first.0);
        part = Some(words[first.0].clone());
    }
    let has = |kind| kinds.iter().any(|it| it.1 == kind);
    if has(ItemKind::Programs) && has(ItemKind::Tasks) {
        // The line of a task has its programs.
        return (Some(ItemKind::Tasks), kinds.iter().map(|it| it.0).collect(), None);
    }
    if kinds.is_empty()
        && let Some((at, (kind, part))) =
            (0..words.len()).find_map(|at| Some((at, compound(&words[at])?)))
    {
        return (Some(kind), vec![at], part.map(str::to_owned));
    }
    let special = [ItemKind::Retentive, ItemKind::Constants, ItemKind::Safety];
    let found = kinds.iter().find(|it| special.contains(&it.1)).or_else(|| kinds.first());
    (found.map(|it| it.1), kinds.iter().map(|it| it.0).collect(), part)
}

/// The things of a kind, with what they have to satisfy; `None` if neither is said.
pub(super) fn inventory(facts: &Facts, reader: &Reader<'_>) -> Option<Query> {
    let (found, mut used, part) = kind_in(reader);
    let is_said = found.is_some();
    let kind = found.unwrap_or(ItemKind::Tags);
    let mut filters = Constraints(&reader.compared()).comparisons();
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
        .chain(numbers_of_models(reader))
        .chain(part)
        .collect();
    if !content.is_empty() {
        filters.push(ItemFilter::Words { words: with_hits(facts, kind, content) });
    }
    let is_within = |it: &ItemFilter| matches!(it, ItemFilter::Within { .. });
    if filters.iter().any(is_within) && items::items(facts, kind, &filters).is_empty() {
        // By their names, it has no things of this kind.
        let others: Vec<ItemFilter> = filters.iter().filter(|it| !is_within(it)).cloned().collect();
        if !others.is_empty() && !items::items(facts, kind, &others).is_empty() {
            filters = others;
        }
    }
    (is_said || !filters.is_empty()).then_some(Query::Inventory { kind, filters })
}

/// Numbers that are too long for a count: `5094` of a model.
fn numbers_of_models<'a>(reader: &'a Reader<'_>) -> impl Iterator<Item = String> + 'a {
    let is_model = |word: &&String| word.len() == 4 && word.bytes().all(|it| it.is_ascii_digit());
    let is_compared = !Constraints(&reader.compared()).comparisons().is_empty();
    reader.words.iter().filter(is_model).filter(move |_| !is_compared).cloned()
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

/// The names of the entries of a list, for questions such as "what does the second one do".
pub(super) fn entries(facts: &Facts, query: &Query) -> Vec<String> {
    match query {
        Query::Inventory { kind, filters } => {
            items::items(facts, *kind, filters).into_iter().map(|it| it.name).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a question asks no more than what the lines of a list have: "and how long are they".
pub(super) fn is_more_of_list(facts: &Facts, question: &str) -> bool {
    let reader = Reader::new(facts, question);
    let asks = "long lang lange time zeit address adresse period preset type typ interval fast schnell slot steckplatz";
    reader.words.iter().any(|word| is_one_of(word, asks))
        && reader.content(&[]).iter().all(|at| is_about_list(&reader.words[*at]))
}

/// `list all timers`: the kind, and nothing else.
pub(super) fn whole_list(reader: &Reader<'_>) -> Option<Query> {
    let words = &reader.words;
    let kinds: Vec<ItemKind> = words.iter().filter_map(|it| kind(it)).collect();
    let [only] = kinds.as_slice() else { return None };
    let is_list = |it: &String| is_one_of(it, super::LISTS);
    let is_rest = |it: &String| {
        is_list(it) || kind(it).is_some() || is_one_of(it, "the me die mir bitte please")
    };
    (words.iter().any(is_list) && words.iter().all(is_rest))
        .then(|| Query::Inventory { kind: *only, filters: Vec::new() })
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
    // The line of a task has its programs.
    if has(ItemKind::Tasks)
        && has(ItemKind::Programs)
        && reader.content(&[]).iter().all(|at| is_listed(at) || kind(&words[*at]).is_some())
    {
        return Some(Query::Inventory { kind: ItemKind::Tasks, filters: Vec::new() });
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
     hinterlegt verbaut verwendet vorhandenen stecken steckt chassis \
     steckplatz steckplätze slot slots byte comes setpoint settings einstellung einstellungen",
    ) || word.chars().count() < 3
}
