//! The word that was perhaps meant.

/// The nearest of some words, case aside, if one is near enough.
pub(crate) fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    words
        .map(|it| (distance(&word, &it.to_lowercase()), it))
        .filter(|(distance, it)| *distance <= 1 + it.len() / 4)
        .min()
        .map(|(_, it)| it)
}

/// Edits from one word to the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
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
