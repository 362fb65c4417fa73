//! Combines many tags into few requests.
//!
//! A node is read once for all of its tags: as a whole, or, if the server supports index ranges,
//! only the needed part. Requests are filled up to the server's limits: number of nodes, size of
//! the request and size of the response. The minimum for N nodes is ⌈N / `MaxNodesPerRead`⌉.

mod explain;
mod pack;

use std::{collections::HashMap, sync::Arc};

use opcua::types::{NodeId, NumericRange};
use tagbridge_driver::Cause;

#[cfg(test)]
pub(crate) use self::explain::Planned;
pub(crate) use self::pack::{Cost, Limits, node_size, pack};
use crate::name::PathStep;

/// The resolved node of a tag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TagNode {
    pub(crate) node: Arc<NodeId>,
    pub(crate) steps: Vec<PathStep>,
    /// The server's name of the type after the steps.
    pub(crate) type_name: Option<Arc<str>>,
}

/// The reads, and the use of their results.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) reads: Vec<Read>,
    /// One for each tag, in the requested order.
    pub(crate) takes: Vec<Result<ValuePosition, Cause>>,
}

/// A node, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Read {
    pub(crate) node: Arc<NodeId>,
    pub(crate) range: NumericRange,
    /// Size of its value in a response in bytes, as far as it is known.
    pub(crate) reply: usize,
}

/// The position of a tag's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ValuePosition {
    pub(crate) read: usize,
    /// The steps from the received value to the tag's value.
    pub(crate) steps: Vec<PathStep>,
    /// The same, if the server sends the whole node although a part was requested.
    pub(crate) whole: Vec<PathStep>,
    /// Number of requested elements: a larger number means the whole value.
    pub(crate) part: usize,
    pub(crate) type_name: Option<Arc<str>>,
}

/// Assumed size of an unknown value, in bytes.
const REPLY_GUESS: usize = 32;
/// Maximum gap between elements that are read together: a separate node is more expensive.
const ALONG: u32 = 16;

impl Plan {
    /// Creates the plan for a set of tags. `knows_ranges`: whether the server reads parts of
    /// arrays.
    pub(crate) fn new(aims: Vec<Result<TagNode, Cause>>, knows_ranges: bool) -> Self {
        let mut plan = Self { reads: Vec::new(), takes: Vec::with_capacity(aims.len()) };
        let mut parts = parts(&aims, knows_ranges);
        for aim in aims {
            let take = aim.map(|TagNode { node, steps, type_name }| {
                let of_node = parts.entry(Arc::clone(&node)).or_default();
                let (range, first, place) = of_node.of(&steps);
                let part = elements(&range);
                let read = *place.get_or_insert_with(|| {
                    plan.reads.push(Read { node, range, reply: REPLY_GUESS });
                    plan.reads.len() - 1
                });
                let whole = steps.clone();
                ValuePosition { read, steps: relative(steps, first), whole, part, type_name }
            });
            plan.takes.push(take);
        }
        plan.reads.shrink_to_fit();
        plan
    }

    /// The sizes of each read.
    pub(crate) fn costs(&self) -> Vec<Cost> {
        let cost =
            |it: &Read| Cost { request: pack::request_size(&it.node, &it.range), reply: it.reply };
        self.reads.iter().map(cost).collect()
    }
}

/// Number of elements of a range.
fn elements(range: &NumericRange) -> usize {
    match range {
        NumericRange::Index(_) => 1,
        NumericRange::Range(from, to) => to.abs_diff(*from) as usize + 1,
        NumericRange::None | NumericRange::MultipleRanges(_) => usize::MAX,
    }
}

/// The parts of one node to read.
#[derive(Default)]
struct Parts {
    /// The read of the whole node, if there is one.
    read: Option<usize>,
    /// Otherwise the parts, which do not overlap.
    parts: Vec<Part>,
}

struct Part {
    from: u32,
    to: u32,
    read: Option<usize>,
}

impl Parts {
    /// The part that contains the value after the steps, its first index, and its read.
    fn of(&mut self, steps: &[PathStep]) -> (NumericRange, Option<u32>, &mut Option<usize>) {
        let span = span(steps);
        let holds = |it: &&mut Part| span.is_some_and(|(from, to)| it.from <= from && it.to >= to);
        match self.parts.iter_mut().find(holds) {
            Some(it) => (it.range(), Some(it.from), &mut it.read),
            None => (NumericRange::None, None, &mut self.read),
        }
    }
}

impl Part {
    fn range(&self) -> NumericRange {
        if self.from == self.to {
            NumericRange::Index(self.from)
        } else {
            NumericRange::Range(self.from, self.to)
        }
    }
}

/// First and last elements; `None`: the whole.
type Spans = Option<Vec<(u32, u32)>>;

/// The parts of nodes to read. A node that any tag needs as a whole has no parts.
fn parts(aims: &[Result<TagNode, Cause>], knows_ranges: bool) -> HashMap<Arc<NodeId>, Parts> {
    let mut spans: HashMap<&Arc<NodeId>, Spans> = HashMap::new();
    for aim in aims.iter().flatten() {
        let of_node = spans.entry(&aim.node).or_insert_with(|| Some(Vec::new()));
        match span(&aim.steps).filter(|_| knows_ranges) {
            Some(span) => {
                if let Some(spans) = of_node {
                    spans.push(span);
                }
            }
            None => *of_node = None,
        }
    }
    let merged = |spans: Spans| {
        let mut parts: Vec<Part> = Vec::new();
        let mut spans = spans.unwrap_or_default();
        spans.sort_unstable();
        for (from, to) in spans {
            match parts.last_mut() {
                // Elements with small gaps are read together.
                Some(last) if from <= last.to.saturating_add(ALONG) => last.to = last.to.max(to),
                _ => parts.push(Part { from, to, read: None }),
            }
        }
        Parts { read: None, parts }
    };
    spans.into_iter().map(|(node, spans)| (Arc::clone(node), merged(spans))).collect()
}

/// The first and last element that the first step needs. `None` for several dimensions, because
/// servers interpret their ranges differently.
fn span(steps: &[PathStep]) -> Option<(u32, u32)> {
    match steps.first()? {
        PathStep::Element(at) => match at[..] {
            [at] => Some((at, at)),
            _ => None,
        },
        PathStep::Run(from, to) => Some((*from, *to)),
        PathStep::Member(_) => None,
    }
}

/// The steps from a part of a value that begins at `from`.
fn relative(mut steps: Vec<PathStep>, from: Option<u32>) -> Vec<PathStep> {
    let Some(from) = from else { return steps };
    match steps.first_mut() {
        Some(PathStep::Element(at)) => at.iter_mut().for_each(|at| *at -= from),
        Some(PathStep::Run(a, b)) => {
            *a -= from;
            *b -= from;
        }
        _ => {}
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::steps_text;

    fn aim(node: &str, steps: Vec<PathStep>) -> TagNode {
        TagNode { node: NodeId::new(2, node).into(), steps, type_name: None }
    }

    fn at(index: u32) -> Vec<PathStep> {
        vec![PathStep::Element(vec![index])]
    }

    fn check(aims: Vec<TagNode>, knows_ranges: bool, reads: &[&str], takes: &[&str]) {
        let plan = Plan::new(aims.into_iter().map(Ok).collect(), knows_ranges);
        let found: Vec<String> =
            plan.reads.iter().map(|it| format!("{}@{}", it.node.identifier, it.range)).collect();
        assert_eq!(found, reads);
        let found: Vec<String> = plan
            .takes
            .iter()
            .map(|it| match it {
                Ok(it) => format!("{}{}", it.read, steps_text(&it.steps)),
                Err(cause) => cause.to_string(),
            })
            .collect();
        assert_eq!(found, takes);
    }

    #[test]
    fn a_node_is_read_once() {
        let twice = vec![aim("a", vec![]), aim("b", vec![]), aim("a", vec![])];
        check(twice, true, &["s=a@", "s=b@"], &["0", "1", "0"]);
        let whole = vec![aim("a", at(3)), aim("a", vec![]), aim("a", at(5))];
        check(whole, true, &["s=a@"], &["0[3]", "0", "0[5]"]);
        let members = ["x", "y"].map(|it| aim("a", vec![PathStep::Member(it.into())])).to_vec();
        check(members, true, &["s=a@"], &["0.x", "0.y"]);
    }

    #[test]
    fn parts_of_arrays_are_read_where_the_server_can() {
        check(vec![aim("a", at(3))], true, &["s=a@3"], &["0[0]"]);
        check(vec![aim("a", at(3))], false, &["s=a@"], &["0[3]"]);
        check(vec![aim("a", vec![PathStep::Run(4, 9)])], true, &["s=a@4:9"], &["0[0..5]"]);
        check(vec![aim("a", vec![PathStep::Element(vec![1, 2])])], true, &["s=a@"], &["0[1,2]"]);
        let mut steps = at(7);
        steps.push(PathStep::Member("x".into()));
        check(vec![aim("a", steps)], true, &["s=a@7"], &["0[0].x"]);
    }

    #[test]
    fn neighbours_are_read_at_once() {
        let some = vec![aim("a", at(5)), aim("a", at(3)), aim("a", at(100)), aim("a", at(3))];
        check(some, true, &["s=a@3:5", "s=a@100"], &["0[2]", "0[0]", "1[0]", "0[0]"]);
        let twice = vec![aim("a", vec![PathStep::Element(vec![1, 2])]); 2];
        check(twice, true, &["s=a@"], &["0[1,2]", "0[1,2]"]);
    }
}
