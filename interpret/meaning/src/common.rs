//! Common words of questions, which are names only if no other word can be one.

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, PoisonError, RwLock},
};

static COMMON: LazyLock<[HashSet<&str>; 2]> =
    LazyLock::new(|| [ENGLISH, GERMAN].map(|it| it.split_whitespace().collect()));

/// Whether a list of words, separated by blanks, contains a word. Each list is split once.
pub fn is_one_of(word: &str, words: &'static str) -> bool {
    type Sets = HashMap<(usize, usize), &'static HashSet<&'static str>>;
    static SETS: LazyLock<RwLock<Sets>> = LazyLock::new(RwLock::default);
    let key = (words.as_ptr().addr(), words.len());
    let known = SETS.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
    if let Some(set) = known {
        return set.contains(word);
    }
    let mut sets = SETS.write().unwrap_or_else(PoisonError::into_inner);
    let new = || &*Box::leak(Box::new(words.split_whitespace().collect()));
    sets.entry(key).or_insert_with(new).contains(word)
}

/// Whether a word, in lower case, is common.
pub fn is_common(word: &str) -> bool {
    word.chars().all(char::is_numeric) || is_common_english(word) || is_common_german(word)
}

/// Whether an English word is common.
pub fn is_common_english(word: &str) -> bool {
    COMMON[0].contains(word)
}

/// Whether a German word is common.
pub fn is_common_german(word: &str) -> bool {
    COMMON[1].contains(word)
}

const ENGLISH: &str = include_str!("../../words/common-english.txt");

const GERMAN: &str = include_str!("../../words/common-german.txt");
