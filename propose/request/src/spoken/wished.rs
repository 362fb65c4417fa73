//! What a whole text asks for: an answer instead of a change, and the value that another one replaces.

use super::{
    lexicon::is_comparison,
    sentences::{parts, with_remark},
    story::is_order,
    values::{counted, is_time, value},
};
use crate::words::{RequestWord, words};

/// First words of questions.
const ASKS: &str = "why what which where who how wieso weshalb warum was welche welcher welches wo wer woran wodurch \
    wofür wie woher";
/// First words of sentences that are questions if they end in a question mark.
const CHECKS: &str =
    "is are does do did has have was were ist sind hat haben war waren wird werden gibt stimmt";
/// Words of a wish in the form of a question.
const WISHES: &str = "please bitte should soll sollen sollte must muss müssen about possible möglich wär's wäre want \
    möchte brauche";
/// Words before the value that a setting has.
const OLD: [&str; 10] = [
    "instead",
    "statt",
    "anstatt",
    "anstelle",
    "than",
    "from",
    "von",
    "bisher",
    "currently",
    "derzeit",
];
/// The same, directly before it.
const NOT: [&str; 2] = ["not", "nicht"];
/// What people say of the value that a setting has.
const WRONG: &str = "reichen nicht|reicht nicht|genügen nicht|genügt nicht|zu kurz|zu lang|zu wenig|zu viel|zu knapp|\
    not enough|n't enough|too short|too long|too little|too much|too few|are wrong|is wrong";
/// Words of other changes than of a value.
const OTHERS: &str = " blink|rename|umbenenn|delete|remove|lösch|entfern|only when|only if|nur wenn|invert|comment|kommentar|\
    except|außer";
/// Numbers with these units belong to a signal and are no value of a setting.
const SIGNALS: [&str; 4] = ["ma", "v", "volt", "hz"];

/// Whether a text only asks how something is or why, and for no change.
pub(crate) fn is_question(prompt: &str) -> bool {
    let pieces = prompt.split_inclusive(['?', '!', '\n']);
    let all: Vec<String> = pieces.flat_map(parts).collect();
    let is_any = |word: &RequestWord, all: &str| all.split_whitespace().any(|own| word.is(own));
    let asks = |part: &String| {
        let words = words(part);
        words.first().is_some_and(|it| {
            is_any(it, ASKS) || (is_any(it, CHECKS) && part.trim_end().ends_with('?'))
        })
    };
    let wishes = |part: &String| is_order(part) || words(part).iter().any(|it| is_any(it, WISHES));
    all.iter().any(asks) && !all.iter().any(wishes)
}

/// A number or a time of a text, and the positions of its words.
struct Amount {
    value: String,
    from: usize,
    to: usize,
}

/// The numbers and times of some words, also numbers that are written as words; those of signals are no
/// values.
fn amounts(words: &[RequestWord]) -> Vec<Amount> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let lower = word.text.to_lowercase();
        let next = words.get(at + 1).map(|it| it.text.as_str());
        let own = value(&lower, next).or_else(|| counted(&lower).map(|it| (it, 1)));
        let is_signal = next.is_some_and(|it| SIGNALS.contains(&it.to_lowercase().as_str()));
        let to = at + own.as_ref().map_or(1, |it| it.1);
        if let Some((value, _)) = own.filter(|_| !word.quoted && !is_signal) {
            found.push(Amount { value, from: at, to });
        }
        at = to;
    }
    found
}

/// The value that a setting has by a request, and the one that it gets: "6 s instead of 4". Both have the
/// unit that one of them has.
pub(crate) fn replaced_value(prompt: &str) -> Option<(String, String)> {
    let prompt = with_remark(prompt);
    let lower = prompt.to_lowercase();
    let words = words(&prompt);
    let [one, other] = <[Amount; 2]>::try_from(amounts(&words)).ok()?;
    if OTHERS.split('|').any(|it| lower.contains(it)) {
        return None;
    }
    // "Not 600", "instead of 4"; but not "it is not enough, make it 6".
    let is_old = |of: &Amount| {
        let before = of.from.checked_sub(1).map(|at| &words[at]);
        let further = of.from.checked_sub(2).map(|at| &words[at]);
        let is = |it: Option<&RequestWord>, all: &[&str]| {
            it.is_some_and(|it| all.iter().any(|own| it.is(own)))
        };
        is(before, &OLD) || is(before, &NOT) || is(further, &OLD)
    };
    let between = prompt.get(words[one.to - 1].at.end..words[other.from].at.start)?.to_lowercase();
    let is_wrong = WRONG.split('|').any(|it| between.contains(it));
    let (old, new) = match (is_old(&one) || is_wrong, is_old(&other)) {
        (true, false) => (one.value, other.value),
        (false, true) => (other.value, one.value),
        _ => return None,
    };
    let with_unit = |own: &str, of: &str| match of.split_once(' ') {
        Some((_, unit)) if !is_time(own) => format!("{own} {unit}"),
        _ => own.to_owned(),
    };
    let (old, new) = (with_unit(&old, &new), with_unit(&new, &old));
    (old != new).then_some((old, new))
}

/// The values that a change must have: times, fractions, and numbers with a unit or behind a comparison;
/// not the value that is replaced.
pub(crate) fn bound_values(prompt: &str) -> Vec<String> {
    let words = words(prompt);
    let old = replaced_value(prompt).map(|it| it.0);
    let is_bound = |it: &Amount| {
        let before = it.from.checked_sub(1).map(|at| &words[at]);
        let is_compared = before.is_some_and(|it| is_comparison(&it.text.to_lowercase()));
        let is_measured = it.to > it.from + 1 || it.value.contains('.');
        is_time(&it.value) || is_measured || is_compared
    };
    let amounts = amounts(&words).into_iter().filter(is_bound).map(|it| it.value);
    let is_old =
        |it: &String| old.as_ref().is_some_and(|old| old.split(' ').next() == it.split(' ').next());
    amounts.filter(|it| !is_old(it)).collect()
}
