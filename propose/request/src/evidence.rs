//! The words and numbers of a request that lead to names and places.

use std::collections::BTreeSet;

use tagbridge_forms::amounts::amount;

use crate::{ChangeRequest, spoken};

/// Shorter words say nothing.
const LETTERS_MIN: usize = 3;
/// Words of sentences that are parts of names, too.
const STOP_WORDS: &str = "the and for from with when while not now can but that this there then than into only also \
    should must may has have was are its one two all any out get set new our put use want need please der die das den \
    dem des ein eine einen einem einer und oder mit von vom zum zur für auf aus bei beim ist sind wird soll sollen \
    darf muss wenn nicht nur auch noch bitte jetzt mal wir uns ich sie sich dass als wie kein keine erst dann schon so \
    is it on in to at by be if or as an of no do up";

/// The words of a request that may be those of names, each once.
pub fn telling_words(prompt: &str) -> Vec<String> {
    let is_part = |it: char| it.is_alphanumeric() || "_.[]#\"".contains(it);
    let mut texts: Vec<String> = prompt
        .split(|it: char| !is_part(it))
        .map(|it| it.trim_matches(['.', '"']).to_owned())
        .filter(|it| it.chars().count() >= LETTERS_MIN && it.parse::<f64>().is_err())
        .filter(|it| !STOP_WORDS.split_whitespace().any(|own| own == it.to_lowercase()))
        .collect();
    let mut seen = BTreeSet::new();
    texts.retain(|it| seen.insert(it.to_lowercase()));
    texts
}

/// Whether a text has a number that is not a part of a name or of another number.
pub fn has_number(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '.';
        let before = text[..at].chars().next_back();
        let after = text[at + number.len()..].chars().next();
        !before.is_some_and(|it| is_part(it) || it == '[')
            && !after.is_some_and(|it| it.is_ascii_digit() || it == '_' || it == ']')
    })
}

/// A number of the code that has the value of a number of a request, as it is written there: `600.0` for `600`.
pub fn written_number<'a>(text: &'a str, number: &str) -> Option<&'a str> {
    let wanted: f64 = number.parse().ok()?;
    let is_part = |it: char| it.is_alphanumeric() || "_.[]%#".contains(it);
    let mut all = text.split(|it: char| !is_part(it));
    all.find(|it| it.parse::<f64>().is_ok_and(|own| (own - wanted).abs() < 1e-9))
}

/// Whether the changes have all values that a request names: without one of them, the request was taken
/// for another one.
pub fn has_its_values(requests: &[ChangeRequest], prompt: &str) -> bool {
    let texts = requests.iter().flat_map(|request| {
        let when = request.when.as_ref().map(|it| format!("{it:?}"));
        request.slots().map(|it| it.1.to_owned()).chain(when).collect::<Vec<_>>()
    });
    let texts = texts.collect::<Vec<_>>().join("\n");
    let has: Vec<f64> = spoken::values(&texts.replace(['"', '(', ')'], " "))
        .iter()
        .filter_map(|it| amount(it).map(|it| it.0))
        .collect();
    let is_there = |it: &String| {
        texts.contains(it.as_str()) || amount(it).is_none_or(|it| has.contains(&it.0))
    };
    spoken::bound_values(prompt).iter().all(is_there)
}
