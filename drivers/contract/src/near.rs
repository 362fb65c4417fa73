//! The name that was perhaps meant.

use strsim::osa_distance;

/// What belongs to the names that are near enough to this one, the nearest first, so many at most.
/// Case aside, a letter may be missing, too many, another one, or swapped with its neighbour.
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

/// The nearest of some names, if one is near enough.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    near(name, names.map(|it| (it, it)), 1).pop()
}

/// How many letters may be wrong.
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
