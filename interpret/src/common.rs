//! Common words of questions, which are names only if no other word can be one.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<[HashSet<&str>; 2]> =
    LazyLock::new(|| [ENGLISH, GERMAN].map(|it| it.split_whitespace().collect()));

/// Whether a list of words, separated by blanks, contains a word.
pub(crate) fn is_one_of(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|it| it == word)
}

/// Whether a word, in lower case, is common.
pub(crate) fn is_common(word: &str) -> bool {
    word.chars().all(char::is_numeric) || is_common_english(word) || is_common_german(word)
}

/// Whether an English word is common.
pub(crate) fn is_common_english(word: &str) -> bool {
    COMMON[0].contains(word)
}

/// Whether a German word is common.
pub(crate) fn is_common_german(word: &str) -> bool {
    COMMON[1].contains(word)
}

const ENGLISH: &str = include_str!("../words/common-english.txt");

const GERMAN: &str = include_str!("../words/common-german.txt");
