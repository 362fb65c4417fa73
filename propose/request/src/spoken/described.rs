//! Things of the project that a request describes instead of naming them: "the guard", "conveyor 2",
//! "filling time".

use super::{
    lexicon::{is_comparison, is_type, meaning},
    values::is_value,
};
use crate::{
    KnownNames,
    words::{RequestWord, is_filler},
};

/// Marks around a description where a request has a name.
const MARKS: [char; 2] = ['‹', '›'];

/// Words of a sentence that belong to no name.
const COPULAS: &str = "is are was were be been being has have had it its this that these those then so \
    should must may shall will would let lets allow allows enable permit permits make makes sure only \
    gehen geht funktionieren ist sind war wird werden sein hat haben darf dürfen soll sollen sollte muss müssen kann erst dann \
    bleiben bleibt freigeben freigegeben erlauben lass lassen mir uns at all just again immer always \
    to do does did get gets there here any some too very still already yet da schon sehr auf am an als \
    wie per pro about up down by than as but aber value wert named namens \
    read reads write writes written routine more mehr give gib eins einen stands steht stehen dort genau genauso \
    same like beim im somebody someone anybody jemand dauernd usual bisher program programm baustein block \
    one ones two three other others etwas einer bit wants want out merker hätte hätten gern gerne often oft losdrehen losfahren anlaufen loslaufen ab sinkt sinken steigt steigen drops rises that's it's what's there's let's reacts react reagiert reagieren";
/// Words of the lexicon that names have, too.
const NOUNS: [&str; 16] = [
    "preset",
    "limit",
    "alarm",
    "valve",
    "start",
    "stop",
    "reset",
    "hours",
    "closed-end",
    "open-end",
    "starter",
    "feedback",
    "closed",
    "open",
    "on",
    "off",
];
/// Words of a change that are a part of a name, too: "start delay", "speed switch". All words of such a
/// description are those of one name.
const COMPOUNDS: [&str; 4] = ["delay", "off-delay", "debounce", "turn-on"];
/// A longer description is a sentence.
const WORDS_MAX: usize = 6;

/// A description in place of a name.
pub(super) fn described(words: &[String]) -> String {
    format!("{}{}{}", MARKS[0], words.join(" "), MARKS[1])
}

/// The words of a description; none of a name.
pub fn words_of(name: &str) -> Option<Vec<String>> {
    let inside = name.strip_prefix(MARKS[0])?.strip_suffix(MARKS[1])?;
    Some(inside.split(' ').map(ToOwned::to_owned).collect())
}

/// The one name of several: itself, or the description that has the words of all descriptions.
pub(super) fn joined(names: &[String]) -> Option<String> {
    if let [one] = names {
        return Some(one.clone());
    }
    let all: Option<Vec<Vec<String>>> = names.iter().map(|it| words_of(it)).collect();
    all.filter(|it| !it.is_empty()).map(|it| described(&it.concat()))
}

/// The description that begins at the first of these words, and how many of them it takes.
pub(super) fn description(
    words: &[RequestWord],
    is_first: bool,
    names: &dyn KnownNames,
) -> Option<(String, usize)> {
    let first = words.first()?;
    let is_noun = |word: &RequestWord| {
        meaning(&word.text.to_lowercase()).is_some_and(|it| NOUNS.contains(&it))
    };
    let is_name = |word: &RequestWord| {
        let has_marks = word.text.contains(['_', '[', '.', '/', '#', '%']);
        word.quoted || has_marks || is_type(word) || names.is_spelled(&word.text)
    };
    let begins_compound = |word: &RequestWord| {
        let is_kind = ["time", "timer", "counter"].iter().any(|it| word.is(it));
        is_kind || meaning(&word.text.to_lowercase()).is_some_and(|it| COMPOUNDS.contains(&it))
    };
    // "Start of the HMI": no order.
    let is_noun_of = || {
        words
            .get(1)
            .is_some_and(|it| ["vom", "von", "am", "of", "from", "at"].iter().any(|own| it.is(own)))
    };
    if is_passed_over(first)
        || is_value(first)
        || is_name(first)
        || (is_first && is_noun(first) && !is_noun_of())
    {
        return None;
    }
    let mut spans: Vec<(Vec<String>, usize, bool)> = Vec::new();
    let mut compound = usize::MAX;
    let mut content: Vec<String> = Vec::new();
    let mut has_own = false;
    for (at, word) in words.iter().enumerate() {
        let lower = word.text.to_lowercase();
        // A comma ends a description.
        if at > 0 && word.at.start > words[at - 1].at.end + 1 {
            break;
        }
        let is_joint = at > 0 && ["of", "der", "des", "vom", "von"].contains(&lower.as_str());
        // "Running low" says that something is low.
        let is_verb = ["running", "getting", "going"].iter().any(|it| word.is(it))
            && words.get(at + 1).is_some_and(|it| {
                ["low", "high", "empty", "full", "hot", "dry"].iter().any(|own| it.is(own))
            });
        if ["only", "same", "stay", "stays", "remain", "remains"].iter().any(|it| word.is(it)) {
            break;
        }
        if is_joint || is_verb || is_passed_over(word) {
            continue;
        }
        let known = meaning(&lower);
        let is_compound = !content.is_empty() && begins_compound(word);
        if is_compound {
            compound = compound.min(content.len());
        }
        let is_part = known.is_none_or(|it| NOUNS.contains(&it)) || is_compound;
        if (!is_value(word) && is_name(word) && !is_compound)
            || !is_part
            || is_comparison(&lower)
            || content.len() >= WORDS_MAX
        {
            break;
        }
        if is_value(word) && (content.is_empty() || lower.parse::<u32>().is_err()) {
            break;
        }
        has_own |= known.is_none() && !is_value(word);
        content.push(uninflected(&word.text, names));
        // Words between are skipped, words at the end are not taken.
        spans.push((content.clone(), at + 1, has_own));
    }
    let found: Vec<(&Vec<String>, usize, Vec<usize>)> = spans
        .iter()
        .rev()
        .filter(|it| it.2 || it.0.len() > compound)
        .filter(|it| !is_recipe(&it.0))
        .filter_map(|(content, taken, _)| {
            let best = names.meant(content).into_iter().next()?;
            let is_whole = best.rests_on.len() == content.len();
            (is_whole || content.len() <= compound).then_some((content, *taken, best.rests_on))
        })
        .collect();
    let whole = found.iter().find(|(content, _, rests_on)| rests_on.len() == content.len());
    // Else some of the words: a state may be among them, which no name says.
    let likely = || {
        found.iter().find(|(content, _, rests_on)| {
            let last = content.len() - 1;
            let is_state = meaning(&content[last].to_lowercase()).is_none();
            rests_on.contains(&0)
                && (rests_on.contains(&last) || is_state && content[last].parse::<f64>().is_err())
                && rests_on.len() * 2 >= content.len()
        })
    };
    let (content, taken, _) = whole.or_else(likely)?;
    Some((described(content), *taken))
}

/// A German adjective without its ending, where only that means something: `rote` is `rot`.
fn uninflected(word: &str, names: &dyn KnownNames) -> String {
    let means = |text: &str| !names.meant(&[text.to_owned()]).is_empty();
    if !word.starts_with(char::is_lowercase) || means(word) {
        return word.to_owned();
    }
    let stems = ["en", "er", "es", "em", "e"].into_iter().filter_map(|it| word.strip_suffix(it));
    let mut stems = stems.filter(|it| it.chars().count() > 2);
    stems.find(|it| means(it)).unwrap_or(word).to_owned()
}

/// Whether words name a common task, such as `motor starter`, and no thing.
fn is_recipe(content: &[String]) -> bool {
    let last = content.last().map(|it| it.to_lowercase());
    content.len() <= 2 && last.is_some_and(|it| meaning(&it) == Some("starter"))
}

fn is_passed_over(word: &RequestWord) -> bool {
    is_filler(word) || (!word.quoted && COPULAS.split_whitespace().any(|it| word.is(it)))
}
