//! The word that was perhaps meant.

use strsim::levenshtein;

/// The nearest of some words, case aside, if one is near enough.
pub(crate) fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    words
        .map(|it| (levenshtein(&word, &it.to_lowercase()), it))
        .filter(|(distance, it)| *distance <= 1 + it.len() / 4)
        .min()
        .map(|(_, it)| it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let words = ["Recipe", "Line", "interval"];
        for (word, expected) in [
            ("Recpe", Some("Recipe")),
            ("recipe", Some("Recipe")),
            ("intervall", Some("interval")),
            ("Tank", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words.into_iter()), expected, "{word}");
        }
    }
}
