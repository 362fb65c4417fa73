//! Selects how a tag is read: by members, by runs of elements, or as a whole.
//!
//! The names of a tag are a tree, from the whole tag to the requested parts. Each node can be read
//! itself, or by its children; the way with fewer bytes is used. Neighbouring elements become one
//! run, with the elements between them.

use std::collections::HashMap;

use super::{Limits, READ_REPLY_HEADER, Size};
use crate::{
    catalogue::{Kind, ReadablePart, ResolvedName, Symbol},
    codec::{EPath, Reply, Segment, multiple_service::MEMBER_OVERHEAD, read_tag::read_tag},
};

/// A part that is read at once, and the names that use it.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) piece: ReadablePart,
    /// Indices in the list of wanted names.
    pub(super) wanted: Vec<usize>,
}

/// Weights of bytes. In a set that is limited by its responses, requests have a low weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) limits: Limits,
    /// Weight of a request byte; a response byte has 16.
    pub(super) request: usize,
    /// Whether tags are addressed by name, even if their instances are shorter.
    pub(super) by_name: bool,
}

/// Weight of a response byte.
const REPLY_PRICE: usize = 16;
/// Assumed size of a text of variable length.
const ASSUMED_TEXT: usize = 84;
/// Cost of a part that cannot be read as a whole: more than the sum of its parts.
const UNREADABLE: usize = usize::MAX >> 24;

/// The units to read for these names, which all begin with the same tag.
pub(super) fn choose(
    symbol: &Symbol,
    names: &[(usize, &ResolvedName)],
    prices: Prices,
) -> Vec<Unit> {
    let Some((_, first)) = names.first() else { return Vec::new() };
    let mut root = Node::new(&first.pieces[0]);
    for (place, name) in names {
        root.insert(&name.pieces[1..], *place);
    }
    Chooser { symbol, prices }.best(&root).units
}

impl Prices {
    /// The path of a piece: by the symbol's instance, or by names if that is shorter.
    pub(super) fn path(self, symbol: &Symbol, path: &EPath) -> EPath {
        let named = by_names(symbol, path);
        if self.by_name || named.size() <= path.size() { named } else { path.clone() }
    }

    /// Sizes of the read of a piece and of its response.
    pub(super) fn size(self, symbol: &Symbol, piece: &ReadablePart) -> Size {
        let request = read_tag(EPath::default(), 1).size() + self.path(symbol, &piece.path).size();
        Size { request, reply: head(&piece.kind) + bytes(piece) }
    }
}

/// Bytes before the data in a response.
pub(super) fn head(kind: &Kind) -> usize {
    match kind {
        Kind::Structure(_) | Kind::Outline(_) => Reply::HEADER_SIZE + 4,
        Kind::Atomic(_) | Kind::Unknown(_) => READ_REPLY_HEADER,
    }
}

/// Size of a piece's data, in bytes.
pub(super) fn bytes(piece: &ReadablePart) -> usize {
    piece.size().map_or(ASSUMED_TEXT, count)
}

fn by_names(symbol: &Symbol, path: &EPath) -> EPath {
    let names = symbol.name.split('.').map(|it| Segment::Symbol(it.to_owned()));
    names.chain(path.0[symbol.path.0.len()..].iter().cloned()).collect()
}

/// The name of a piece.
pub(super) fn piece_name(symbol: &Symbol, path: &EPath) -> String {
    let mut name = symbol.name.clone();
    let mut in_brackets = false;
    for segment in &path.0[symbol.path.0.len()..] {
        match segment {
            Segment::Member(index) if in_brackets => {
                name.truncate(name.len() - 1);
                name.push_str(&[",", &index.to_string(), "]"].concat());
            }
            Segment::Member(index) => name.push_str(&["[", &index.to_string(), "]"].concat()),
            Segment::Symbol(member) => name.push_str(&[".", member].concat()),
            _ => {}
        }
        in_brackets = matches!(segment, Segment::Member(_));
    }
    name
}

/// A piece on the path of at least one name.
struct Node<'a> {
    piece: &'a ReadablePart,
    /// Names that end here.
    wanted: Vec<usize>,
    children: Vec<Node<'a>>,
    places: HashMap<Key, usize>,
}

/// Identifies a child of a node: offset, elements, bit, bytes of an element.
type Key = (u32, u32, Option<u8>, Option<u32>);

impl<'a> Node<'a> {
    fn new(piece: &'a ReadablePart) -> Self {
        Self { piece, wanted: Vec::new(), children: Vec::new(), places: HashMap::new() }
    }

    fn insert(&mut self, way: &'a [ReadablePart], place: usize) {
        let Some((piece, rest)) = way.split_first() else { return self.wanted.push(place) };
        let key = (piece.offset, piece.elements, piece.bit, piece.kind.size());
        let child = *self.places.entry(key).or_insert_with(|| {
            self.children.push(Node::new(piece));
            self.children.len() - 1
        });
        self.children[child].insert(rest, place);
    }

    fn all_wanted(&self, into: &mut Vec<usize>) {
        into.extend(&self.wanted);
        for child in &self.children {
            child.all_wanted(into);
        }
    }

    /// Whether it is an element, or several, of its parent.
    fn is_element(&self) -> bool {
        matches!(self.piece.path.0.last(), Some(Segment::Member(_)))
    }
}

/// A choice for a node, with its cost.
struct Choice {
    cost: usize,
    units: Vec<Unit>,
}

struct Chooser<'a> {
    symbol: &'a Symbol,
    prices: Prices,
}

/// The lowest costs up to one child: with the child alone, or in a run that is still open.
#[derive(Clone, Copy)]
struct Prefix {
    apart: usize,
    run: usize,
    /// The first child of the run, and the element after its end.
    begin: usize,
    end: u32,
}

impl Prefix {
    fn cost(&self) -> usize {
        self.apart.min(self.run)
    }
}

impl Chooser<'_> {
    fn best(&self, node: &Node<'_>) -> Choice {
        let mut wanted = Vec::new();
        node.all_wanted(&mut wanted);
        let whole = Choice {
            cost: self.cost(node.piece),
            units: vec![Unit { piece: node.piece.clone(), wanted }],
        };
        let room = self.prices.limits.request;
        let is_reachable = self.prices.size(self.symbol, node.piece).request <= room;
        if !node.wanted.is_empty() && is_reachable || node.children.is_empty() {
            return whole;
        }
        let parts = if node.children[0].is_element() {
            self.runs(node)
        } else {
            node.children.iter().map(|it| self.best(it)).fold(
                Choice { cost: 0, units: Vec::new() },
                |mut all, it| {
                    all.cost += it.cost;
                    all.units.extend(it.units);
                    all
                },
            )
        };
        if whole.cost <= parts.cost { whole } else { parts }
    }

    /// Elements of an array: separately, or in runs.
    fn runs(&self, array: &Node<'_>) -> Choice {
        let mut children: Vec<&Node<'_>> = array.children.iter().collect();
        children.sort_by_key(|it| (it.piece.offset, std::cmp::Reverse(it.piece.elements)));
        let element = count(array.piece.kind.size().unwrap_or(0)).saturating_mul(REPLY_PRICE);
        let apart: Vec<Choice> = children.iter().map(|it| self.best(it)).collect();
        let mut steps: Vec<Prefix> = Vec::with_capacity(children.len());
        for (i, child) in children.iter().enumerate() {
            let before = steps.last().map_or(0, Prefix::cost);
            let end = element_at(array, child) + child.piece.elements;
            let mut step = Prefix {
                apart: before + apart[i].cost,
                run: before + self.cost(child.piece),
                begin: i,
                end,
            };
            if let Some(last) = steps.last() {
                let further = count(end.saturating_sub(last.end));
                let longer = last.run.saturating_add(further.saturating_mul(element));
                if longer <= step.run {
                    step =
                        Prefix { run: longer, begin: last.begin, end: end.max(last.end), ..step };
                }
            }
            steps.push(step);
        }
        let cost = steps.last().map_or(0, Prefix::cost);
        let mut apart: Vec<Option<Choice>> = apart.into_iter().map(Some).collect();
        let mut units = Vec::new();
        let mut left = children.len();
        while let Some(i) = left.checked_sub(1) {
            let step = steps[i];
            if step.apart <= step.run {
                units.extend(apart[i].take().into_iter().flat_map(|it| it.units));
                left = i;
            } else {
                units.push(Self::run(array, &children[step.begin..left], step.end));
                left = step.begin;
            }
        }
        units.reverse();
        Choice { cost, units }
    }

    /// Children of an array as one run that ends before an element.
    fn run(array: &Node<'_>, children: &[&Node<'_>], end: u32) -> Unit {
        let mut wanted = Vec::new();
        for child in children {
            child.all_wanted(&mut wanted);
        }
        let first = children[0];
        let elements = end - element_at(array, first);
        let piece = if elements == array.piece.elements {
            array.piece.clone()
        } else {
            ReadablePart { elements, ..first.piece.clone() }
        };
        Unit { piece, wanted }
    }

    /// The cost of reading a piece. A piece that does not fit into one packet fills several.
    fn cost(&self, piece: &ReadablePart) -> usize {
        if matches!(piece.kind, Kind::Outline(_)) {
            return UNREADABLE;
        }
        let Size { request, reply } = self.prices.size(self.symbol, piece);
        let element = piece.kind.size().map_or(0, count);
        let limit = self.prices.limits.reply;
        let reply = if head(&piece.kind) + element > limit {
            reply.div_ceil(limit).saturating_mul(limit)
        } else {
            reply
        };
        (request + MEMBER_OVERHEAD) * self.prices.request
            + (reply + MEMBER_OVERHEAD).saturating_mul(REPLY_PRICE)
    }
}

/// Index of a child's first element in the array.
fn element_at(array: &Node<'_>, child: &Node<'_>) -> u32 {
    (child.piece.offset - array.piece.offset) / array.piece.kind.size().unwrap_or(1).max(1)
}

/// A number as `usize`.
fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
