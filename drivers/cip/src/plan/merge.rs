//! Joins neighbouring elements of the same array to one run of elements.
//!
//! Only elements that were read before are joined: an element that does not exist would make the
//! whole run fail.

use std::collections::HashMap;

use tagbridge_driver::Cause;

use super::{Array, Knowledge, Limits, MAX_PIECE, READ_REPLY_HEADER, Read, ReadPart, Size};
use crate::codec::{
    multiple_service::MEMBER_OVERHEAD,
    read_tag::{TagType, read_tag},
};

/// Number of response bytes that one read less saves: the maximum gap between two elements.
const SAVED: usize = MEMBER_OVERHEAD + READ_REPLY_HEADER;

/// A run to which elements are added.
struct Run {
    /// Indices of the reads that it replaces.
    members: Vec<usize>,
    begin: u32,
    end: u32,
    kind: TagType,
    element: usize,
}

/// Joins reads, and changes the takes to the remaining reads.
pub(super) fn runs(
    reads: Vec<Read>,
    takes: &mut [Result<Vec<ReadPart>, Cause>],
    known: &Knowledge,
    limits: Limits,
) -> Vec<Read> {
    let mut runs: Vec<Run> = Vec::new();
    for mut candidates in arrays(&reads, known).into_values() {
        candidates.sort_by_key(|it| it.begin);
        let mut candidates = candidates.into_iter();
        let Some(mut run) = candidates.next() else { continue };
        for next in candidates {
            if run.can_absorb(&next, limits) {
                run.end = run.end.max(next.end);
                run.members.extend(next.members);
            } else {
                runs.push(std::mem::replace(&mut run, next));
            }
        }
        runs.push(run);
    }
    runs.retain(|it| it.members.len() > 1);
    replace(reads, takes, &runs)
}

/// The reads that can be joined, by their array.
fn arrays<'a>(reads: &'a [Read], known: &Knowledge) -> HashMap<&'a str, Vec<Run>> {
    let mut arrays: HashMap<&str, Vec<Run>> = HashMap::new();
    for (place, read) in reads.iter().enumerate() {
        let (Some((array, begin)), Some(shape)) = (&read.index, known.shape(&read.key)) else {
            continue;
        };
        let elements = usize::from(read.elements);
        let Some(element) = shape.kind.element_size().filter(|it| it * elements == shape.bytes)
        else {
            continue;
        };
        let Some(end) = begin.checked_add(read.elements.into()) else { continue };
        if known.array(array) == Some(Array::Apart) {
            continue;
        }
        let run = Run { members: vec![place], begin: *begin, end, kind: shape.kind, element };
        arrays.entry(array).or_default().push(run);
    }
    arrays
}

impl Run {
    fn can_absorb(&self, next: &Self, limits: Limits) -> bool {
        if (self.kind, self.element) != (next.kind, next.element) {
            return false;
        }
        let gap = as_bytes(next.begin.saturating_sub(self.end), self.element);
        let elements = self.end.max(next.end) - self.begin;
        let bytes = as_bytes(elements, self.element);
        let fits = bytes <= MAX_PIECE && bytes + READ_REPLY_HEADER <= limits.reply;
        next.end <= self.end || gap <= SAVED && fits
    }
}

fn as_bytes(elements: u32, element: usize) -> usize {
    usize::try_from(elements).unwrap_or(usize::MAX).saturating_mul(element)
}

fn replace(
    reads: Vec<Read>,
    takes: &mut [Result<Vec<ReadPart>, Cause>],
    runs: &[Run],
) -> Vec<Read> {
    // The new index of each old read, and the number of elements before its own.
    let mut moved = vec![None; reads.len()];
    let mut result = Vec::with_capacity(reads.len());
    for run in runs {
        for &member in &run.members {
            let begin = reads[member].index.as_ref().map_or(run.begin, |it| it.1);
            moved[member] = Some((result.len(), usize::try_from(begin - run.begin).unwrap_or(0)));
        }
        result.push(joined(&reads[run.members[0]], run));
    }
    for (place, read) in reads.into_iter().enumerate() {
        if moved[place].is_none() {
            moved[place] = Some((result.len(), 0));
            result.push(read);
        }
    }
    for take in takes.iter_mut().flatten().flatten() {
        if let Some((read, before)) = moved[take.read] {
            take.read = read;
            take.part = take.part.behind(before);
        }
    }
    result
}

/// The read for a whole run; `first` is its first one.
fn joined(first: &Read, run: &Run) -> Read {
    let elements = u16::try_from(run.end - run.begin).unwrap_or(u16::MAX);
    let header = crate::codec::Reply::HEADER_SIZE + run.kind.header_size();
    let path = first.path.clone();
    Read {
        size: Size {
            request: read_tag(path.clone(), elements).size(),
            reply: header + usize::from(elements) * run.element,
        },
        key: (first.key.0.clone(), elements),
        path,
        elements,
        index: first.index.clone(),
        is_joined: true,
        is_assumed: false,
        expected: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::{Elementary, read_tag::TypedData},
        plan::{Part, Plan},
    };

    /// Creates two plans: without knowledge, then with the knowledge from the first responses.
    fn second_plan(names: &[&str], limits: Limits) -> Plan {
        let names: Vec<String> = names.iter().map(|&it| it.to_owned()).collect();
        let mut known = Knowledge::default();
        for read in Plan::by_names(&names, &known, limits, |_| None).reads {
            let bytes = vec![0; 4 * usize::from(read.elements)];
            let kind = TagType::Elementary(Elementary::Dint);
            known.learn(&read, TypedData { kind, bytes: &bytes });
        }
        Plan::by_names(&names, &known, limits, |_| None)
    }

    fn check(names: &[&str], reads: &[(&str, u16)], parts: &[Part]) {
        let plan = second_plan(names, Limits::connected(500));
        let got: Vec<_> = plan.reads.iter().map(|it| (it.key.0.as_str(), it.elements)).collect();
        assert_eq!(got, reads, "{names:?}");
        let got: Vec<_> = plan.taken().map(|it| it.part).collect();
        assert_eq!(got, parts, "{names:?}");
    }

    #[test]
    fn neighbours_become_a_run() {
        use Part::{Bit, Element, Run};
        check(&["a[1]", "a[0]", "A[2]"], &[("a[0]", 3)], &[Element(1), Element(0), Element(2)]);
        check(&["a[0]", "a[3]"], &[("a[0]", 4)], &[Element(0), Element(3)]);
        check(&["a[0]", "a[4]"], &[("a[0]", 1), ("a[4]", 1)], &[Element(0), Element(0)]);
        check(&["a[0]", "b[1]"], &[("a[0]", 1), ("b[1]", 1)], &[Element(0), Element(0)]);
        check(
            &["a[0..9]", "a[5]", "a[9].3", "a[10..11]"],
            &[("a[0]", 12)],
            &[
                Run { first: 0, count: 10 },
                Element(5),
                Bit { element: 9, bit: 3 },
                Run { first: 10, count: 2 },
            ],
        );
        check(
            &["g[1,0]", "g[1,1]", "g[2,0]"],
            &[("g[1,0]", 2), ("g[2,0]", 1)],
            &[Element(0), Element(1), Element(0)],
        );
    }

    #[test]
    fn a_run_stays_within_a_packet() {
        let names: Vec<String> = (0..1000).map(|it| format!("a[{it}]")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let limits = Limits::connected(500);
        let plan = second_plan(&names, limits);
        assert!(plan.reads.iter().all(|it| it.size.reply <= limits.reply));
        assert_eq!(plan.packets.len(), (1000usize * 4).div_ceil(488));
    }
}
