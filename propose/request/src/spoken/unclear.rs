//! The part of a request that is not understood, and the changes that it may mean.

use super::{
    KnownNames,
    described::words_of,
    lexicon::{Token, tokens},
    rules::{JOINTS, is_outside_quotes, split},
    sentences::{parts, with_remark},
    story::is_told,
    whole::understand,
};
use crate::words::{german, words};

/// The part of a request that is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnclearPart {
    /// The request before it, which is understood.
    pub before: String,
    pub part: String,
    /// The rest of the request.
    pub after: String,
    /// Sentences that are understood, with the names and values of the part.
    pub choices: Vec<String>,
    /// A name in it that the project does not have.
    pub unknown: Option<String>,
}

impl UnclearPart {
    /// The request with another text in place of the part.
    pub fn with(&self, text: &str) -> String {
        let all = [self.before.as_str(), text, self.after.as_str()];
        let all: Vec<&str> = all.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect();
        all.join("\n")
    }
}

/// The first part of a request that is not understood; the smallest one that can be separated.
pub(crate) fn unclear(prompt: &str, names: &dyn KnownNames) -> Option<UnclearPart> {
    let parts = parts(&with_remark(prompt));
    let of = |all: &[String]| all.join("\n");
    let is_missing = |at: &usize| understand(&of(&parts[..=*at]), names).is_none();
    // A statement before the request is not the part that is missing.
    let missing = || (0..parts.len()).filter(is_missing);
    let at = missing().find(|it| !is_told(&parts[*it])).or_else(|| missing().next_back())?;
    let (mut before, mut part) = (of(&parts[..at]), parts[at].clone());
    let mut after = of(&parts[at + 1..]);
    let joints = JOINTS.iter().flat_map(|joint| {
        part.match_indices(joint).map(|it| (it.0, it.0 + joint.len())).collect::<Vec<_>>()
    });
    let found = joints.filter(|it| is_outside_quotes(&part, it.0)).find_map(|(from, to)| {
        let (left, right) = (&part[..from], &part[to..]);
        match (split(left, names, None), split(right, names, None)) {
            (Some(_), None) => Some((left.to_owned(), right.to_owned(), String::new())),
            (None, Some(_)) => Some((String::new(), left.to_owned(), right.to_owned())),
            _ => None,
        }
    });
    if let Some((left, middle, right)) = found {
        before = of(&[before, left]);
        after = of(&[right, after]);
        part = middle;
    }
    let unknown = tokens(&words(&part), names).iter().find_map(|it| match it {
        Token::Name(name) if words_of(name).is_none() && !names.is_known(name) => {
            Some(name.clone())
        }
        _ => None,
    });
    let choices = choices(prompt, names);
    Some(UnclearPart { before, part: part.trim().to_owned(), after, choices, unknown })
}

/// Words of a request, by their rows in the lexicon, and what it may mean then, in English and German: `A`
/// is a bit that code writes, `B` another bit, `N` a number, `V` a value, `T` a time.
const MEANINGS: &[(&[&str], &str, &str)] = &[
    (&["invert", "opposite", "closed", "open"], "invert B in the rung of A", "B bei A negieren"),
    (&["remove"], "remove B from A", "entferne B aus A"),
    (&["remove"], "delete the rung of A", "lösche den Strompfad von A"),
    (&["remove", "unused"], "delete the unused tag A", "lösche die unbenutzte Variable A"),
    (&["only", "interlock", "needs", "await", "not", "stop"], "A only when B", "A nur wenn B"),
    (&["only", "interlock", "not", "stop", "unless"], "A only when not B", "A nur wenn nicht B"),
    (&["also", "parallel", "trigger"], "A also when B", "A auch wenn B"),
    (&["latch", "seal", "until", "ack", "reset"], "latch A until B", "A speichern bis B"),
    (&["delay", "after", "await"], "delay A by T", "verzögere A um T"),
    (&["off-delay", "keep"], "keep A on for T after it is switched off", "A soll T nachlaufen"),
    (&["debounce"], "debounce B with T", "entprelle B mit T"),
    (&["count"], "count B", "zähle B"),
    (&["alarm"], "add an alarm when N is above V", "ergänze einen Alarm wenn N größer als V ist"),
    (&["alarm"], "add an alarm when N is below V", "ergänze einen Alarm wenn N kleiner als V ist"),
    (&["set", "limit", "preset", "initial"], "set N to V", "setze N auf V"),
    (&["when", "only", "stop"], "A only when N is above V", "A nur wenn N größer als V"),
    (&["when", "only", "stop"], "A only when N is below V", "A nur wenn N kleiner als V"),
];
/// A question has at most four options, and one of them leaves the part out.
const CHOICES_MAX: usize = 3;

/// The changes that the words, the names and the values of a request may mean.
fn choices(prompt: &str, names: &dyn KnownNames) -> Vec<String> {
    let words = words(prompt);
    let tokens = tokens(&words, names);
    let is_german = german(&words) == Some(true);
    let (mut driven, mut bits) = (Vec::new(), Vec::new());
    let mut numbers: Vec<String> = Vec::new();
    for token in &tokens {
        let Token::Name(name) = token else { continue };
        let name = match words_of(name) {
            Some(words) => {
                let mut all = names.meant(&words).into_iter();
                all.find(|it| !it.is_code).map(|it| it.name)
            }
            None => names.is_known(name).then(|| name.clone()),
        };
        let Some(name) = name else { continue };
        let list = match names.type_of(&name).as_deref() {
            Some("BOOL") if names.is_driven(&name) => &mut driven,
            Some("BOOL") => &mut bits,
            Some(_) => &mut numbers,
            None => continue,
        };
        if !list.contains(&name) {
            list.push(name);
        }
    }
    // A bit that code writes may be a condition of another one.
    bits.extend(driven.iter().skip(1).cloned());
    let value = |is_time: bool| {
        let mut all = tokens.iter().filter_map(|it| match it {
            Token::Value(value) => Some(value.as_str()),
            _ => None,
        });
        all.find(|it| !is_time || it.contains(' '))
    };
    let says =
        |cues: &[&'static str]| cues.iter().any(|it| tokens.contains(&Token::RequestWord(it)));
    let mut found: Vec<String> = Vec::new();
    for (_, english, german) in MEANINGS.iter().filter(|it| says(it.0)) {
        let pattern = if is_german { german } else { english };
        for output in driven.iter().take(2).map(Some).chain([None]) {
            let bit = bits.iter().find(|it| Some(*it) != output);
            let words = pattern.split(' ').map(|letter| match letter {
                "A" => output.map(String::as_str),
                "B" => bit.map(String::as_str),
                "N" => numbers.first().map(String::as_str),
                "V" => value(false),
                "T" => value(true),
                other => Some(other),
            });
            let Some(words) = words.collect::<Option<Vec<&str>>>() else { continue };
            let sentence = words.join(" ");
            if !found.contains(&sentence) && split(&sentence, names, None).is_some() {
                found.push(sentence);
            }
        }
    }
    found.truncate(CHOICES_MAX);
    found
}
