//! Which changes are enough.

use std::collections::BTreeSet;

/// More changes than these are not tried in pairs.
const PAIRS: usize = 24;
/// More sets are not looked for.
const SETS: usize = 12;

/// The smallest sets of changes that are enough, of `count` changes that are enough together; with
/// whether there may be more.
pub(crate) fn smallest(
    count: usize,
    enough: &dyn Fn(&BTreeSet<usize>) -> bool,
) -> (Vec<BTreeSet<usize>>, bool) {
    let mut found: Vec<BTreeSet<usize>> =
        (0..count).map(|at| BTreeSet::from([at])).filter(|set| enough(set)).collect();
    let single: BTreeSet<usize> = found.iter().flatten().copied().collect();
    // What is enough without any of them?
    let rest: BTreeSet<usize> = (0..count).filter(|at| !single.contains(at)).collect();
    if !enough(&rest) {
        return (found, false);
    }
    let others: Vec<usize> = rest.iter().copied().collect();
    if others.len() <= PAIRS {
        for (at, one) in others.iter().enumerate() {
            for other in &others[at + 1..] {
                let pair = BTreeSet::from([*one, *other]);
                if found.len() < SETS && enough(&pair) {
                    found.push(pair);
                }
            }
        }
    }
    let paired: BTreeSet<usize> = found.iter().flatten().copied().collect();
    let rest: BTreeSet<usize> = rest.into_iter().filter(|at| !paired.contains(at)).collect();
    if enough(&rest) {
        found.push(without_unneeded(rest, enough));
    } else if found.is_empty() {
        found.push(without_unneeded((0..count).collect(), enough));
        return (found, true);
    }
    (found, false)
}

/// A set with what is of no use left out.
fn without_unneeded(
    mut set: BTreeSet<usize>,
    enough: &dyn Fn(&BTreeSet<usize>) -> bool,
) -> BTreeSet<usize> {
    for at in set.clone() {
        set.remove(&at);
        if !enough(&set) {
            set.insert(at);
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: usize, sets: &[&[usize]]) {
        let sets: Vec<BTreeSet<usize>> =
            sets.iter().map(|it| it.iter().copied().collect()).collect();
        let enough = |set: &BTreeSet<usize>| sets.iter().any(|it| it.is_subset(set));
        let (mut found, _) = smallest(count, &enough);
        found.sort();
        let mut expected = sets.clone();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_smallest_sets_are_found() {
        check(3, &[&[1]]);
        check(3, &[&[0], &[2]]);
        check(4, &[&[0], &[1, 3]]);
        check(4, &[&[0, 1], &[2, 3]]);
        check(5, &[&[0, 2, 4]]);
    }
}
