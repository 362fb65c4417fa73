//! Normalises texts to searchable words, for stored texts and for queries.

pub mod tables;

use std::{collections::HashMap, sync::LazyLock};

use rust_stemmers::{Algorithm, Stemmer};

use self::tables::{ABBREVIATIONS, RUSSIAN, SOUNDS, STOP_WORDS};

/// Maximum number of words of a query.
const QUERY_WORDS_MAX: usize = 64;
/// Maximum length of an abbreviation.
const ABBREVIATED_MAX: usize = 3;
/// Minimum length of a German stem.
const STEM_CHARS_MIN: usize = 4;

/// The words of a text: those of `MtrStartPB_2` are mtr, motor, start, pb, push, button, 2. German
/// and Russian words lose their endings; in Chinese, each two consecutive characters are a word.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in split(text) {
        if let Ok(at) = ABBREVIATIONS.binary_search_by_key(&word.as_str(), |it| it.0) {
            words.extend(ABBREVIATIONS[at].1.split(' ').map(stem));
        }
        words.push(stem(&word));
    }
    words
}

/// The stems of a word of a question, with those of its forms in names.
pub(crate) fn forms(word: &str) -> Vec<String> {
    let mut forms = vec![stem(word)];
    forms.extend(in_names(word).into_iter().chain(in_russian(word)));
    forms
}

/// The forms of a Russian word in names of tags: in English, and in Latin letters by sound or by
/// look.
fn in_names(word: &str) -> Vec<String> {
    if !is_cyrillic(word) {
        return Vec::new();
    }
    let stem_of = stem(word);
    let english = in_english(&stem_of).into_iter().flat_map(|it| it.split(' ')).map(stem);
    let mut words: Vec<String> = english.collect();
    // `клапан` is `Klapan`, and `брака` is `Brak`.
    words.extend([word, &stem_of].map(|it| stem(&in_latin(it))));
    // `ОР3` is the panel `OP3`.
    words.extend(look_alike(word).filter(|it| it.len() <= ABBREVIATED_MAX));
    words
}

/// The words of a query, each once; stop words are removed as long as others remain.
pub fn of_query(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut telling: Vec<String> = Vec::new();
    for word in split(text) {
        let is_stop = STOP_WORDS.contains(&word.as_str());
        let other = in_names(&word).into_iter().chain(in_russian(&word));
        for word in words(&word).into_iter().chain(other) {
            if !is_stop && !telling.contains(&word) {
                telling.push(word.clone());
            }
            if !all.contains(&word) {
                all.push(word);
            }
        }
    }
    let mut words = if telling.is_empty() { all } else { telling };
    words.truncate(QUERY_WORDS_MAX);
    words
}

/// The words of a text in lower case, without umlauts; a name is split into its parts.
pub fn split(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if is_cjk(char) {
            end(&mut word, &mut found);
            match before.filter(|it| is_cjk(*it)) {
                Some(before) => found.push([before, char].iter().collect()),
                None if !chars.peek().is_some_and(|it| is_cjk(*it)) => found.push(char.to_string()),
                None => {}
            }
        } else if char.is_alphanumeric() {
            let begins = before.is_some_and(|before| {
                char.is_numeric() != before.is_numeric()
                    || (char.is_uppercase() && before.is_lowercase())
                    || (char.is_uppercase()
                        && before.is_uppercase()
                        && chars.peek().is_some_and(|it| it.is_lowercase()))
            });
            if begins {
                end(&mut word, &mut found);
            }
            for lower in char.to_lowercase() {
                match lower {
                    'ä' => word.push_str("ae"),
                    'ö' => word.push_str("oe"),
                    'ü' => word.push_str("ue"),
                    'ß' => word.push_str("ss"),
                    'ё' => word.push('е'),
                    lower => word.push(lower),
                }
            }
        } else {
            end(&mut word, &mut found);
        }
        before = Some(char);
    }
    end(&mut word, &mut found);
    found
}

fn end(word: &mut String, found: &mut Vec<String>) {
    if word.is_empty() {
        return;
    }
    let word = std::mem::take(word);
    // `М212` with a Cyrillic letter looks like the tag `M212`, and means it.
    found.push(look_alike(&word).filter(|it| it.len() == 1).unwrap_or(word));
}

/// The Russian forms of an English word.
fn in_russian(word: &str) -> Vec<String> {
    static STEMS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let rows = RUSSIAN.iter().flat_map(|(russian, english)| {
            english.split(' ').map(|english| (stem(english), stem(russian)))
        });
        rows.collect()
    });
    let stem_of = stem(word);
    STEMS.iter().filter(|it| it.0 == stem_of).map(|it| it.1.clone()).collect()
}

/// The English word for a Russian stem.
fn in_english(stem_of: &str) -> Option<&'static str> {
    static ENGLISH: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
        RUSSIAN.iter().map(|(russian, english)| (stem(russian), *english)).collect()
    });
    ENGLISH.get(stem_of).copied()
}

/// Similar-looking Latin letters.
fn look_alike(word: &str) -> Option<String> {
    let latin = word.chars().map(|it| CYRILLIC_LIKE.find(it).and_then(|at| LATIN_LIKE.get(at / 2)));
    latin.map(|it| it.map(|it| char::from(*it))).collect()
}

/// Similar-sounding Latin letters.
fn in_latin(word: &str) -> String {
    let heard = |letter: char| SOUNDS.iter().find(|it| it.0 == letter).map(|it| it.1);
    let mut latin = String::new();
    for letter in word.chars() {
        match heard(letter) {
            Some(sound) => latin.push_str(sound),
            None => latin.push(letter),
        }
    }
    latin
}

/// Capital letters that look alike.
const CYRILLIC_LIKE: &str = "авекмнорстух";
const LATIN_LIKE: &[u8] = b"abekmhopctyx";

fn is_cyrillic(word: &str) -> bool {
    word.chars().any(|it| matches!(it, '\u{0400}'..='\u{04ff}'))
}

/// Han, kana and hangul have no blanks between words.
fn is_cjk(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

/// The stem of a whole word, in lower case and without umlauts.
pub(crate) fn stem_of(word: &str) -> String {
    stem(&split(word).concat())
}

/// Removes the ending. A German one is removed first, because the English stemmer does not know it.
fn stem(word: &str) -> String {
    if is_cyrillic(word) {
        return Stemmer::create(Algorithm::Russian).stem(word).into_owned();
    }
    let cut = ["ungen", "ung", "en", "er", "e"].iter().find_map(|ending| {
        word.strip_suffix(ending).filter(|it| it.chars().count() >= STEM_CHARS_MIN)
    });
    Stemmer::create(Algorithm::English).stem(cut.unwrap_or(word)).into_owned()
}

/// Without case, quotes and the mark of an add-on instruction.
pub(crate) fn plain(name: &str) -> String {
    name.replace('"', "").trim_start_matches("AOI:").to_lowercase()
}

/// An address without its marks, with the English letters of its area.
pub(crate) fn plain_address(text: &str) -> String {
    let lower = text.trim_start_matches('%').to_lowercase();
    let rest = lower.get(1..).unwrap_or_default();
    match lower.chars().next() {
        Some(area @ ('e' | 'a' | 'i' | 'q' | 'm')) if !lower.contains(':') => {
            let area = if area == 'e' {
                'i'
            } else if area == 'a' {
                'q'
            } else {
                area
            };
            format!("{area}{}", rest.trim_start_matches('x'))
        }
        _ => lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_words_that_they_are_made_of() {
        let said = |text: &str| words(text).join(" ");
        assert_eq!(said("MtrStartPB_2"), "motor mtr start push button pb 2");
        assert_eq!(said("FUELPumpOn"), "fuel pump on");
        assert_eq!(said("Störungen der Pumpe"), "stoer der pump");
        assert_eq!(said("电机启动 X"), "电机 机启 启动 x");
        assert_eq!(said("泵"), "泵");
        assert_eq!(said("Команды М212 на транспортёр"), "команд m 212 на транспортер");
        assert_eq!(said("%IX0.3"), "ix 0 3");
        assert_eq!(said("\0 \" * ^"), "");
    }

    #[test]
    fn a_query_says_what_not_every_text_says() {
        assert_eq!(
            of_query("why does the pump stop"),
            ["pump", "насос", "stop", "остан", "остановк", "стоп", "упор"]
        );
        assert_eq!(of_query("Warum ist die Pumpe aus?"), ["pump", "насос", "aus"]);
        assert_eq!(of_query("the"), ["the"]);
        assert_eq!(
            of_query("команды на щуку ОР3"),
            [
                "команд",
                "command",
                "komandi",
                "komand",
                "щук",
                "shchuku",
                "shchuk",
                "ор",
                "or",
                "op",
                "3"
            ]
        );
        assert_eq!(of_query("valve Valve"), ["valv", "клапа"]);
        assert_eq!(of_query(&"x1 b2 c3 ".repeat(99)).len(), 6);
    }

    #[test]
    fn abbreviations_are_in_order_and_each_once() {
        assert!(ABBREVIATIONS.is_sorted_by(|one, next| one.0 < next.0));
        assert!(RUSSIAN.is_sorted_by(|one, next| one.0 < next.0));
    }
}
