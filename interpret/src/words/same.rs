//! Words of plants that mean the same, in English and German.

use std::sync::LazyLock;

/// Synonyms: the words of each line of `words/same.txt`.
pub(crate) static SAME: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../../words/same.txt").lines().collect());
