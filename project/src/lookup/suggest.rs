//! The name that was perhaps meant.

use strsim::osa_distance;

use crate::Tag;

/// The nearest of some names, if one is near enough.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let most = tolerance(&name);
    names
        .filter(|own| own.len().abs_diff(name.len()) <= most * 2)
        .map(|own| (osa_distance(&name, &own.to_lowercase()), own))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, own)| own)
}

/// The nearest tag. Letters that only one of two names has tell most of them apart at once.
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

/// Which letters and digits a name has, case aside.
pub(super) fn letters(name: &str) -> u64 {
    super::index::normalised(name).fold(0, |letters, c| letters | (1 << (u32::from(c) % 64)))
}

/// How many letters may be wrong.
fn tolerance(name: &str) -> usize {
    match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        6..=10 => 2,
        _ => 3,
    }
}
