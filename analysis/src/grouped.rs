//! Groups repeated notes for display.

use std::collections::HashMap;

use crate::{analysis::Finding, rule::Severity};

/// Number of displayed notes of one rule in a chapter.
const NOTES: usize = 5;

/// The displayed findings of a chapter: for notes, only the first five of each rule. The number is
/// how many further findings each represents.
pub fn grouped<T>(all: &[T], finding: impl Fn(&T) -> &Finding) -> Vec<(&T, usize)> {
    let mut shown: Vec<(&T, usize)> = Vec::new();
    let mut notes: HashMap<&str, (usize, usize)> = HashMap::new();
    for item in all {
        let of = finding(item);
        let (count, last) = notes.entry(of.rule.id).or_default();
        *count += 1;
        if of.severity == Severity::Note && *count > NOTES {
            shown[*last].1 += of.count;
            continue;
        }
        *last = shown.len();
        shown.push((item, of.count.saturating_sub(1)));
    }
    shown
}
