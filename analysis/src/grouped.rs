//! Notes that repeat themselves, as people read them.

use std::collections::HashMap;

use crate::{analysis::Finding, rule::Severity};

/// So many notes of one rule are shown in a chapter.
const NOTES: usize = 5;

/// What is shown of a chapter's findings: of the notes of one rule the first five. The number is how
/// many further findings one represents.
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
