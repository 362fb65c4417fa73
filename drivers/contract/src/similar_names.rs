//! Suggests similar names.

use strsim::osa_distance;

/// Returns the values of the names that are similar to this one, the most similar first, limited to
/// a maximum number. Ignores case; allows a missing, an additional, another or a swapped letter.
pub fn near<'a, T>(name: &str, names: impl Iterator<Item = (&'a str, T)>, most: usize) -> Vec<T> {
    let name = name.to_lowercase();
    let allowed = tolerance(&name);
    let mut near: Vec<(usize, T)> = names
        .filter(|(own, _)| own.len().abs_diff(name.len()) <= allowed * 2)
        .map(|(own, it)| (osa_distance(&name, &own.to_lowercase()), it))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, it)| it).take(most).collect()
}

/// The most similar name, if one is similar enough.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    near(name, names.map(|it| (it, it)), 1).pop()
}

/// Number of letters that may differ.
pub fn tolerance(name: &str) -> usize {
    match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        6..=10 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first() {
        let names = ["Speed", "Sped2", "Count", "Speeds"];
        let near = |name| near(name, names.iter().map(|it| (*it, *it)), 3);
        assert_eq!(near("Sped"), ["Speed", "Sped2"]);
        assert_eq!(near("speed"), ["Speed", "Speeds"]);
        assert_eq!(near("Cuont"), ["Count"]);
        assert!(near("Level").is_empty());
    }
}
