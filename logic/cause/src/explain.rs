//! From an edge to what changed first: each change is explained by those that are enough for it,
//! these by others, until no code explains one.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use tagbridge_logic::{
    Citation,
    expr::{Constant, Expr, Scalar, Truth},
};

use crate::{
    answer::{CauseHow, CauseLink, ChainEnd},
    cell::Cell,
    moment::{CauseContext, Moment, NewerTags, Pair, Read},
    search,
    value::same,
    value_sources::{Act, ActValue},
};

/// The bridge may read an input before the controller has executed the code that reads it: so many
/// scans of the bridge earlier a cause may be.
const LAG: usize = 2;
/// More changes are not explained.
const NODES: usize = 2_000;

/// A change, by its position in [`Graph::nodes`].
pub(crate) type NodeId = usize;

/// Changes and what explains them.
pub(crate) struct Graph<'g, 's, 'a> {
    pub(crate) study: &'g CauseContext<'s, 'a>,
    pub(crate) nodes: Vec<Node>,
    known: BTreeMap<(String, Timestamp), NodeId>,
}

/// A change: sets of other changes, each of which explains it.
pub(crate) struct Node {
    pub(crate) link: CauseLink,
    pub(crate) by: Vec<Vec<NodeId>>,
}

/// What was found of the acts behind a change.
pub(crate) enum Explained {
    By(Vec<Vec<NodeId>>),
    End(ChainEnd),
}

/// What a change is that acts are to explain.
pub(crate) struct SoughtChange<'w> {
    /// The cell whose acts they are; none of the input of a timer.
    pub(crate) own: Option<&'w str>,
    pub(crate) from: &'w Scalar,
    pub(crate) to: &'w Scalar,
    pub(crate) at: Timestamp,
}

impl<'g, 's, 'a> Graph<'g, 's, 'a> {
    pub(crate) fn new(study: &'g CauseContext<'s, 'a>) -> Self {
        Self { study, nodes: Vec::new(), known: BTreeMap::new() }
    }

    /// The change of a cell that a scan saw first.
    pub(crate) fn change(
        &mut self,
        cell: Cell,
        (from, to): (&Scalar, &Scalar),
        at: Timestamp,
    ) -> NodeId {
        let key = (self.study.key(cell), at);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let before = self.study.past.scan_before(at).unwrap_or(at);
        let acts = self.study.acts(cell);
        let number = !matches!((from, to), (Scalar::Bool(_), Scalar::Bool(_)));
        let link = CauseLink {
            name: self.study.finder.cells.text(cell),
            is_tag: true,
            from: Some(from.clone()),
            to: Some(to.clone()),
            before,
            after: at,
            how: if number { CauseHow::Number } else { CauseHow::Condition },
            citation: None,
            end: None,
        };
        let id = self.push(link);
        self.known.insert(key.clone(), id);
        if self.nodes.len() > NODES {
            self.nodes[id].link.end = Some(ChainEnd::NotUnderstood);
            return id;
        }
        let wanted = SoughtChange { own: Some(&key.0), from, to, at };
        let explained = if acts.is_empty() {
            Explained::End(self.end_without_writer(cell))
        } else if self.study.finder.cells.is_input(cell) {
            // The plant gives an input its value. Code that writes one simulates the plant.
            self.nodes[id].link.citation =
                acts.last().map(|act| self.study.finder.logic.cite_statement(act.statement));
            Explained::End(ChainEnd::Input)
        } else if acts.iter().any(|act| matches!(act.gives, ActValue::Run(_))) {
            self.nodes[id].link.citation = self.first_run(&acts);
            self.run(id, &acts, &wanted)
        } else {
            self.nodes[id].link.citation = self.writer(&acts, &wanted);
            self.explained(&acts, &wanted)
        };
        match explained {
            Explained::By(by) => self.nodes[id].by = by,
            Explained::End(ChainEnd::Unseen) if self.only_outside(&acts, to) => {
                self.nodes[id].link.end = Some(ChainEnd::Outside);
            }
            Explained::End(end) => self.nodes[id].link.end = Some(end),
        }
        if self.nodes[id].link.end.is_some() {
            self.nodes[id].link.how = CauseHow::None;
        }
        id
    }

    pub(crate) fn push(&mut self, link: CauseLink) -> NodeId {
        self.nodes.push(Node { link, by: Vec::new() });
        self.nodes.len() - 1
    }

    /// Something that is known to be no more than possible.
    fn possible(&mut self, name: String, is_tag: bool, pair: Pair, end: ChainEnd) -> NodeId {
        self.push(CauseLink {
            name,
            is_tag,
            from: None,
            to: None,
            before: pair.before,
            after: pair.after,
            how: CauseHow::None,
            citation: None,
            end: Some(end),
        })
    }

    /// What no code writes.
    fn end_without_writer(&self, cell: Cell) -> ChainEnd {
        let logic = self.study.finder.logic;
        if !logic.unseen_writers(cell.place).is_empty() {
            return ChainEnd::NotUnderstood;
        }
        if self.study.finder.cells.is_input(cell) { ChainEnd::Input } else { ChainEnd::Outside }
    }

    /// Whether none of the acts could give this value: then something else did.
    fn only_outside(&self, acts: &[Act], to: &Scalar) -> bool {
        !acts.iter().any(|act| self.could_give(act, to))
    }

    /// Whether an act could give this value: a reset cannot turn a bit on.
    fn could_give(&self, act: &Act, to: &Scalar) -> bool {
        let constant = match act.gives {
            ActValue::Constant(constant) => Some(constant),
            ActValue::Value(id) => match self.study.index().exprs.get(id) {
                Expr::Const(constant) => Some(constant),
                _ => None,
            },
            _ => None,
        };
        constant.and_then(Constant::scalar).is_none_or(|it| same(&it, to))
    }

    /// The statement that wrote a value last: the last one whose condition held.
    fn writer(&self, acts: &[Act], wanted: &SoughtChange<'_>) -> Option<Citation> {
        let before = self.study.past.scan_before(wanted.at)?;
        let moment = Moment::new(self.study, Pair { before, after: wanted.at }, NewerTags::All);
        let known: Vec<&Act> = acts
            .iter()
            .filter(|act| !matches!(act.gives, ActValue::Unknown))
            .filter(|act| self.could_give(act, wanted.to))
            .collect();
        let gave = |act: &&&Act| {
            let given =
                moment.makes(std::slice::from_ref(**act), wanted.own, wanted.from, wanted.to);
            given == Some(true)
        };
        let acted = |act: &&&Act| moment.acts(act) == Truth::True;
        let last = known.iter().rev().find(gave).or_else(|| known.iter().rev().find(acted));
        let last = last.or(known.last())?;
        Some(self.study.finder.logic.cite_statement(last.statement))
    }

    fn first_run(&self, acts: &[Act]) -> Option<Citation> {
        let run = acts.iter().find(|act| matches!(act.gives, ActValue::Run(_)))?;
        Some(self.study.finder.logic.cite_statement(run.statement))
    }

    /// Two neighbouring scans, so many before the one that saw a change first.
    pub(crate) fn pair(&self, at: Timestamp, back: usize) -> Option<Pair> {
        let mut after = self.study.past.scan_at(at)?;
        for _ in 0..back {
            after = self.study.past.scan_before(after)?;
        }
        Some(Pair { before: self.study.past.scan_before(after)?, after })
    }

    /// Which changes are enough for what acts made.
    pub(crate) fn explained(&mut self, acts: &[Act], wanted: &SoughtChange<'_>) -> Explained {
        let mut lacking: Option<Read> = None;
        let mut held = true;
        for back in 0..=LAG {
            let Some(pair) = self.pair(wanted.at, back) else { break };
            if !self.study.past.gaps(pair.before, pair.after).is_empty() {
                return Explained::End(ChainEnd::Gap);
            }
            let makes = |newer| {
                let moment = Moment::new(self.study, pair, newer);
                moment.makes(acts, wanted.own, wanted.from, wanted.to)
            };
            let (older, newer) = (makes(NewerTags::None), makes(NewerTags::All));
            held &= older == Some(true) && newer == Some(true);
            match (older, newer) {
                (Some(true), _) | (_, Some(false)) => {}
                (_, None) => {
                    lacking.get_or_insert_with(|| self.study.read(acts, wanted.own, pair));
                }
                (_, Some(true)) => {
                    let by = self.enough(acts, wanted, pair, older.is_none());
                    return Explained::By(by);
                }
            }
        }
        if let Some(read) = lacking {
            return self.lacking(&read);
        }
        if let Some(by) = self.by_number(acts, wanted) {
            return Explained::By(by);
        }
        let unknown = acts.iter().any(|act| matches!(act.gives, ActValue::Unknown));
        Explained::End(match (unknown, held) {
            (true, _) => ChainEnd::NotUnderstood,
            (false, true) if wanted.own.is_some() => ChainEnd::ByItself,
            _ => ChainEnd::Unseen,
        })
    }

    /// The smallest sets of changes between two scans that are enough.
    fn enough(
        &mut self,
        acts: &[Act],
        wanted: &SoughtChange<'_>,
        pair: Pair,
        depends_on_missing: bool,
    ) -> Vec<Vec<NodeId>> {
        let read = self.study.read(acts, wanted.own, pair);
        let changed: Vec<_> =
            read.leaves.iter().filter(|(_, leaf)| !same(&leaf.before, &leaf.after)).collect();
        let keys = |set: &BTreeSet<usize>| -> BTreeSet<String> {
            set.iter().map(|at| changed[*at].0.clone()).collect()
        };
        let enough = |set: &BTreeSet<usize>| {
            let moment = Moment::new(self.study, pair, NewerTags::These(keys(set)));
            moment.makes(acts, wanted.own, wanted.from, wanted.to) == Some(true)
        };
        let (sets, _) = search::smallest(changed.len(), &enough);
        // Something that is not understood may have done it as well.
        let moment = Moment::new(self.study, pair, NewerTags::All);
        let unclear: Vec<Citation> = acts
            .iter()
            .filter(|act| matches!(act.gives, ActValue::Unknown))
            .filter(|act| moment.acts(act) != Truth::False)
            .map(|act| self.study.finder.logic.cite_statement(act.statement))
            .collect();
        let changed: Vec<_> = changed.into_iter().map(|(_, leaf)| leaf.clone()).collect();
        let mut by: Vec<Vec<NodeId>> = Vec::new();
        for set in sets {
            let nodes = set.iter().map(|at| {
                let leaf = &changed[*at];
                self.change(leaf.cell, (&leaf.before, &leaf.after), pair.after)
            });
            by.push(nodes.collect());
        }
        if depends_on_missing {
            for cell in read.missing.values() {
                let name = self.study.finder.cells.text(*cell);
                let end = ChainEnd::NotRecorded(vec![name.clone()]);
                by.push(vec![self.possible(name, true, pair, end)]);
            }
        }
        for citation in unclear {
            let node = self.possible(citation.quote.clone(), false, pair, ChainEnd::NotUnderstood);
            self.nodes[node].link.citation = Some(citation);
            by.push(vec![node]);
        }
        by
    }

    /// What is not recorded decides.
    fn lacking(&self, read: &Read) -> Explained {
        let names: Vec<String> =
            read.missing.values().map(|cell| self.study.finder.cells.text(*cell)).collect();
        Explained::End(if names.is_empty() {
            ChainEnd::NotUnderstood
        } else {
            ChainEnd::NotRecorded(names)
        })
    }

    /// A number that is computed of others that change all the time is seldom what the values of
    /// one scan make of it. What it is made of has changed, though.
    fn by_number(&mut self, acts: &[Act], wanted: &SoughtChange<'_>) -> Option<Vec<Vec<NodeId>>> {
        let computed = matches!(wanted.to, Scalar::Real(_) | Scalar::Int(_))
            && acts.iter().all(|act| match act.gives {
                ActValue::Value(id) => !matches!(self.study.index().exprs.get(id), Expr::Const(_)),
                ActValue::Copy(_) => true,
                _ => false,
            });
        if !computed {
            return None;
        }
        let mut by: Vec<Vec<NodeId>> = Vec::new();
        for back in 0..=1 {
            let pair = self.pair(wanted.at, back)?;
            let read = self.study.read(acts, wanted.own, pair);
            if !read.missing.is_empty() {
                return None;
            }
            for leaf in read.leaves.values().filter(|it| !same(&it.before, &it.after)) {
                by.push(vec![self.change(leaf.cell, (&leaf.before, &leaf.after), pair.after)]);
            }
        }
        (!by.is_empty()).then_some(by)
    }
}
