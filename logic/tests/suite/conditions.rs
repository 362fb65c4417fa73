//! Why a condition holds or does not hold, checked with every assignment of its variables.
//!
//! The trees, their values and the checks are independent of the crate: a few lines evaluate a tree
//! for every assignment, and blocking sets, cores and missing variables are checked by their
//! definitions.

mod brute;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::expr::{ConditionFinding, SearchLimits, Truth, ValuedCondition};

use self::{brute::Brute, tree::Subject};
use crate::random::Random;

const EVERYTHING: SearchLimits = SearchLimits { sets: usize::MAX, bits: 20, work: 40 };

/// 25,000 trees per seed; nextest runs the four tests in parallel.
fn check(first_seed: u64) {
    for seed in first_seed..first_seed + 25_000 {
        let subject = Subject::random(&mut Random(seed));
        let brute = Brute::new(&subject);
        let (condition, finding) = find(&subject, EVERYTHING);
        let about = || format!("seed {seed}: {subject:?}\n{finding:?}");

        assert!(finding.minimal, "{}", about());
        assert_eq!(finding.truth, brute.verdict(), "{}", about());
        assert_eq!(finding.impossible, brute.impossible(), "{}", about());
        assert_eq!(condition.is_possible(EVERYTHING), !brute.impossible(), "{}", about());
        let missing: BTreeSet<usize> =
            finding.missing.iter().map(|it| subject.variable(condition.variable(*it))).collect();
        assert_eq!(missing, brute.missing(), "{}", about());

        let mut blocking = BTreeSet::new();
        for set in &finding.blocking {
            let variables: BTreeSet<usize> =
                set.iter().map(|it| subject.variable(condition.variable(it.variable))).collect();
            let accepted: BTreeMap<usize, Vec<usize>> = set
                .iter()
                .map(|it| {
                    let variable = subject.variable(condition.variable(it.variable));
                    let accepts = |value: &usize| subject.accepts(variable, *value, &it.need);
                    (variable, (0..subject.radix(variable)).filter(accepts).collect())
                })
                .collect();
            assert!(brute.frees_whatever(&accepted), "{accepted:?}: {}", about());
            for (variable, values) in &accepted {
                for other in (0..subject.radix(*variable)).filter(|it| !values.contains(it)) {
                    let mut wider = accepted.clone();
                    wider.insert(*variable, vec![other]);
                    assert!(!brute.frees_whatever(&wider), "{wider:?} too: {}", about());
                }
            }
            assert!(blocking.insert(variables), "twice: {}", about());
        }
        assert_eq!(blocking, brute.blocking(), "{}", about());

        let cores: BTreeSet<BTreeSet<usize>> = cores(&subject, &condition, &finding);
        let expected = if finding.truth == Truth::False { brute.cores() } else { BTreeSet::new() };
        assert_eq!(cores, expected, "{}", about());
    }
}

#[test]
fn every_set_of_the_first_trees_is_right() {
    check(0);
}

#[test]
fn every_set_of_the_second_trees_is_right() {
    check(1_000_000);
}

#[test]
fn every_set_of_the_third_trees_is_right() {
    check(2_000_000);
}

#[test]
fn every_set_of_the_fourth_trees_is_right() {
    check(3_000_000);
}

#[test]
fn what_is_shown_of_many_sets_are_the_smallest() {
    for seed in 4_000_000..4_003_000 {
        let subject = Subject::random(&mut Random(seed));
        let brute = Brute::new(&subject);
        let (_, finding) = find(&subject, SearchLimits::default());
        let mut sizes: Vec<usize> = brute.blocking().iter().map(BTreeSet::len).collect();
        sizes.sort_unstable();
        sizes.truncate(4);
        let shown: Vec<usize> = finding.blocking.iter().map(Vec::len).collect();
        assert_eq!(shown, sizes, "seed {seed}: {subject:?}");
    }
}

#[test]
fn without_a_table_nothing_wrong_is_said() {
    let mut told = 0;
    for seed in 5_000_000..5_010_000 {
        let subject = Subject::random(&mut Random(seed));
        let brute = Brute::new(&subject);
        let (condition, finding) =
            find(&subject, SearchLimits { bits: 0, ..SearchLimits::default() });
        let about = || format!("seed {seed}: {subject:?}\n{finding:?}");
        assert!(finding.truth == brute.verdict() || finding.truth == Truth::Unknown, "{}", about());
        assert!(!finding.impossible || brute.impossible(), "{}", about());
        for set in &finding.blocking {
            let set: BTreeSet<usize> =
                set.iter().map(|it| subject.variable(condition.variable(it.variable))).collect();
            assert!(brute.frees(&set), "{set:?} frees nothing: {}", about());
            assert!(!finding.minimal || brute.blocking().contains(&set), "{}", about());
        }
        for core in cores(&subject, &condition, &finding) {
            assert!(brute.holds(&core), "{core:?} holds nothing: {}", about());
        }
        told += usize::from(!finding.blocking.is_empty());
    }
    assert!(told > 5_000, "only {told} answers had a set");
}

fn find(subject: &Subject, limits: SearchLimits) -> (ValuedCondition, ConditionFinding) {
    let condition =
        ValuedCondition::new(&subject.exprs, subject.root, subject.wanted, subject, &|place| {
            subject.is_whole(place)
        });
    let finding = condition.finding(limits);
    (condition, finding)
}

fn cores(
    subject: &Subject,
    condition: &ValuedCondition,
    finding: &ConditionFinding,
) -> BTreeSet<BTreeSet<usize>> {
    let names =
        |core: &Vec<_>| core.iter().map(|it| subject.variable(condition.variable(*it))).collect();
    finding.cores.iter().map(names).collect()
}
