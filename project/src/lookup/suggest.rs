//! Finds the name that was probably meant.

use strsim::osa_distance;
use tagbridge_driver::tolerance;

use crate::Tag;

/// Returns the most similar tag. The sets of letters exclude most tags quickly.
pub(super) fn nearest_tag(name: &str, tags: &[Tag], letters: &[u64]) -> Option<String> {
    let name: String = super::index::normalised(name).collect();
    let most = tolerance(&name);
    let own = self::letters(&name);
    let differ = u32::try_from(most * 2).unwrap_or(u32::MAX);
    tags.iter()
        .zip(letters)
        .filter(|(_, letters)| (**letters ^ own).count_ones() <= differ)
        .filter_map(|(tag, _)| {
            let whole: String = super::index::normalised(&tag.name).collect();
            if whole.len().abs_diff(name.len()) > most * 2 {
                return None;
            }
            let distance = osa_distance(&name, &whole);
            (distance <= most).then_some((distance, tag))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, tag)| tag.name.clone())
}

/// The set of letters and digits in a name; not case-sensitive.
pub(super) fn letters(name: &str) -> u64 {
    super::index::normalised(name).fold(0, |letters, c| letters | (1 << (u32::from(c) % 64)))
}
