//! What kind of thing the words of a question ask for.

use std::{collections::HashMap, sync::LazyLock};

use crate::words::{split, stem_of};

/// The kinds of cues: each line of `words/cues.txt` is one.
pub(crate) const COUNT: usize = 12;

/// The lines with each stem.
static CUES: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let mut found: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, line) in include_str!("../../words/cues.txt").lines().enumerate() {
        for word in line.split(' ') {
            found.entry(stem_of(word)).or_default().push(at);
        }
    }
    found
});

/// Which cues some words have.
pub(crate) fn cues<'a>(texts: impl Iterator<Item = &'a str>) -> [bool; COUNT] {
    let mut found = [false; COUNT];
    for piece in texts.flat_map(split) {
        for at in CUES.get(&stem_of(&piece)).into_iter().flatten() {
            if let Some(cue) = found.get_mut(*at) {
                *cue = true;
            }
        }
    }
    found
}
