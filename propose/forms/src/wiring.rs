//! Drawings whose elements are wired by their numbers: what has to change for a new value at an end.
//!
//! Elements that are as wanted stay untouched; others with the same operand are wired again; only then
//! are elements added. Elements that also lead to other ends are never changed.

mod node;

use std::collections::{HashMap, HashSet};

use tagbridge_structured_text::Assignment;

use self::node::is_same;
pub(crate) use self::node::{End, Rewired, Source, WiredKind, WiredNode, WiredPin};
use crate::term::{Aim, Term, TermBox};

/// A drawing.
pub(crate) struct Wiring<'n> {
    /// All its elements.
    pub(crate) nodes: &'n [WiredNode],
    /// Whether it is ladder.
    pub(crate) is_ladder: bool,
}

impl Wiring<'_> {
    /// The indices of all elements that lead to one, itself included.
    pub(crate) fn cone(&self, end: usize) -> HashSet<usize> {
        let by_id: HashMap<&str, usize> =
            self.nodes.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        let (mut found, mut next) = (HashSet::new(), vec![end]);
        while let Some(at) = next.pop() {
            if found.insert(at) {
                let from = self.nodes[at].inputs.iter().flat_map(|it| &it.from);
                next.extend(from.filter_map(|it| by_id.get(it.0.as_str()).copied()));
            }
        }
        found
    }

    /// More inputs of the gate that is there, instead of another gate behind it.
    fn grafted(&self, end: &End, aim: &Aim) -> Aim {
        let (End::There(at), Aim::Assign { to, how, value: Term::Box(outer) }) = (end, aim) else {
            return aim.clone();
        };
        let [(_, Term::Box(inner)), rest @ ..] = outer.inputs.as_slice() else {
            return aim.clone();
        };
        let first = self.nodes[*at].inputs.first().and_then(|it| it.from.first());
        let gate = self.nodes.iter().find(|it| first.is_some_and(|first| first.0 == it.id));
        let is_it = ["AND", "OR"].contains(&outer.kind.as_str())
            && outer.kind == inner.kind
            && !inner.negated
            && gate.is_some_and(|it| {
                it.inputs.len() == inner.inputs.len()
                    && is_same(&it.kind, &WiredKind::Block(String::new(), outer.kind.clone()))
            });
        if !is_it {
            return aim.clone();
        }
        let inputs = inner.inputs.iter().chain(rest).cloned().collect();
        let value = Term::Box(TermBox { inputs, ..outer.clone() });
        Aim::Assign { to: to.clone(), how: *how, value }
    }

    /// The elements that lead to this end alone; not the rail.
    pub(crate) fn own(&self, end: usize, ends: &[usize]) -> HashSet<usize> {
        let others: HashSet<usize> =
            ends.iter().filter(|it| **it != end).flat_map(|it| self.cone(*it)).collect();
        let is_own =
            |at: &usize| !others.contains(at) && !matches!(self.nodes[*at].kind, WiredKind::Rail);
        self.cone(end).into_iter().filter(is_own).collect()
    }

    /// The change for a new value at an end; `None` if the drawing cannot show it. `ends` are all ends
    /// of the drawing, and `number` returns numbers for new elements.
    pub(crate) fn rewired(
        &self,
        end: &End,
        ends: &[usize],
        aim: &Aim,
        number: &mut dyn FnMut() -> String,
    ) -> Option<Rewired> {
        let (own, cone) = match end {
            End::There(at) => (self.own(*at, ends), self.cone(*at)),
            End::New => (HashSet::new(), HashSet::new()),
        };
        if cone.iter().any(|it| self.nodes[*it].kind == WiredKind::Other) {
            return None;
        }
        let aim = &self.grafted(end, aim);
        let mut names = Vec::new();
        match aim {
            Aim::Assign { value, .. } | Aim::Call(value) => value.names(&mut names),
        }
        let mut wirer = Wirer {
            wiring: self,
            own,
            cone,
            names,
            used: HashSet::new(),
            out: Rewired::default(),
            number,
        };
        let node = match aim {
            Aim::Assign { to, how, value } => {
                let is_coil = match end {
                    End::There(at) => matches!(self.nodes[*at].kind, WiredKind::Coil(..)),
                    End::New => self.is_ladder && is_bit(value),
                };
                let kind = match is_coil {
                    true => WiredKind::Coil(to.clone(), *how),
                    false if *how == Assignment::Store => WiredKind::Output(to.clone()),
                    false => return None,
                };
                let (from, negated) = wirer.at_pin(value, is_coil)?;
                let inputs = vec![WiredPin { from, ..WiredPin::default() }];
                WiredNode { id: String::new(), kind, negated, inputs, outputs: Vec::new() }
            }
            Aim::Call(Term::Box(it)) => wirer.block(it)?,
            Aim::Call(Term::Operand { .. }) => return None,
        };
        match end {
            End::There(at) => {
                wirer.used.insert(*at);
                wirer.change(*at, node);
            }
            End::New => {
                wirer.add(node);
            }
        }
        let left = wirer.own.iter().filter(|it| !wirer.used.contains(it));
        let mut removed: Vec<usize> = left.copied().collect();
        removed.sort_unstable();
        Some(Rewired { removed, ..wirer.out })
    }
}

struct Wirer<'w, 'n> {
    wiring: &'w Wiring<'n>,
    /// Elements that may be changed.
    own: HashSet<usize>,
    /// Elements that may be used as they are.
    cone: HashSet<usize>,
    /// The operands that are wanted, in lower case.
    names: Vec<String>,
    used: HashSet<usize>,
    out: Rewired,
    number: &'w mut dyn FnMut() -> String,
}

impl Wirer<'_, '_> {
    /// What leads to a pin, and whether the pin inverts it.
    fn at_pin(&mut self, term: &Term, as_flow: bool) -> Option<(Vec<Source>, bool)> {
        if as_flow {
            let rail = self.wiring.nodes.iter().find(|it| it.kind == WiredKind::Rail)?;
            // As others are connected to it.
            let mut sources =
                self.wiring.nodes.iter().flat_map(|it| &it.inputs).flat_map(|it| &it.from);
            let known = sources.find(|it| it.0 == rail.id).cloned();
            let rail = vec![known.unwrap_or_else(|| (rail.id.clone(), String::new()))];
            return Some((self.flow(term, &rail)?, false));
        }
        let (source, negated) = self.value(term)?;
        Some((vec![source], negated))
    }

    /// Contacts behind these elements; the ends of the current.
    fn flow(&mut self, term: &Term, from: &[Source]) -> Option<Vec<Source>> {
        match term {
            Term::Operand { name, negated: false } if name.eq_ignore_ascii_case("TRUE") => {
                Some(from.to_vec())
            }
            Term::Operand { name, negated } => {
                let pin = WiredPin { from: from.to_vec(), ..WiredPin::default() };
                let kind = WiredKind::Contact(name.clone());
                Some(vec![self.place(kind, *negated, vec![pin])])
            }
            Term::Box(TermBox { kind, inputs, negated: false, instance, .. })
                if instance.is_empty() && kind == "AND" =>
            {
                inputs.iter().try_fold(from.to_vec(), |from, it| self.flow(&it.1, &from))
            }
            Term::Box(TermBox { kind, inputs, negated: false, instance, .. })
                if instance.is_empty() && kind == "OR" =>
            {
                let mut ways = Vec::new();
                for (_, it) in inputs {
                    for way in self.flow(it, from)? {
                        if !ways.contains(&way) {
                            ways.push(way);
                        }
                    }
                }
                Some(ways)
            }
            Term::Box(_) => {
                let (source, negated) = self.value(term)?;
                let is_rail = |it: &Source| {
                    let found = self.wiring.nodes.iter().find(|node| node.id == it.0);
                    found.is_some_and(|it| it.kind == WiredKind::Rail)
                };
                if from.iter().all(is_rail) && !negated {
                    return Some(vec![source]);
                }
                // A box joins the current before it and a value without current.
                let pin = |at: usize, negated: bool, from: Vec<Source>| WiredPin {
                    name: format!("In{at}"),
                    negated,
                    from,
                };
                let pins = vec![pin(1, false, from.to_vec()), pin(2, negated, vec![source])];
                let kind = WiredKind::Block(String::new(), "AND".to_owned());
                let (id, _) = self.place(kind, false, pins);
                let pin = self.output(&id);
                Some(vec![(id, pin)])
            }
        }
    }

    /// The source of a value, and whether it has to be inverted.
    fn value(&mut self, term: &Term) -> Option<(Source, bool)> {
        match term {
            Term::Operand { name, negated } => {
                let kind = WiredKind::Input(name.clone());
                Some((self.place(kind, false, Vec::new()), *negated))
            }
            Term::Box(it) => {
                let node = self.block(it)?;
                let (id, _) = self.place(node.kind, false, node.inputs);
                let pin = match (it.pin.as_str(), it.instance.as_str()) {
                    ("", "") => self.output(&id),
                    (pin, _) => pin.to_owned(),
                };
                Some(((id, pin), it.negated))
            }
        }
    }

    /// The only output of a box.
    fn output(&self, id: &str) -> String {
        let there = self.wiring.nodes.iter().find(|it| it.id == id);
        there.and_then(|it| it.outputs.first()).map_or("Out1", String::as_str).to_owned()
    }

    /// A box without a number.
    fn block(&mut self, it: &TermBox) -> Option<WiredNode> {
        if !it.outputs.is_empty() {
            return None;
        }
        let kind = WiredKind::Block(it.instance.clone(), it.kind.clone());
        let alike = self.cone.iter().map(|it| &self.wiring.nodes[*it]);
        let alike = alike.filter(|it| is_same(&it.kind, &kind)).min_by_key(|it| &it.id);
        let olds: Vec<WiredPin> = alike.map(|it| it.inputs.clone()).unwrap_or_default();
        let mut inputs = Vec::new();
        for (at, (name, term)) in it.inputs.iter().enumerate() {
            let old = match name.as_str() {
                "" => olds.get(at),
                name => olds.iter().find(|it| it.name.eq_ignore_ascii_case(name)),
            };
            // What leads to nothing stays so.
            let is_open = old.is_some_and(|it| it.from.is_empty())
                && matches!(term, Term::Operand { name, .. } if name == "TRUE");
            let (from, negated) = match old.filter(|_| is_open) {
                Some(old) => (Vec::new(), old.negated),
                None => self.at_pin(term, self.is_flow(term))?,
            };
            let name = match old {
                Some(old) => old.name.clone(),
                None if name.is_empty() => format!("In{}", at + 1),
                None => name.clone(),
            };
            inputs.push(WiredPin { name, negated, from });
        }
        Some(WiredNode { id: String::new(), kind, negated: false, inputs, outputs: Vec::new() })
    }

    /// Whether contacts lead to a pin of a box: of one that is there already, or of a condition.
    fn is_flow(&self, term: &Term) -> bool {
        self.wiring.is_ladder
            && match term {
                Term::Operand { name, .. } => self.cone.iter().any(|it| {
                    matches!(&self.wiring.nodes[*it].kind, WiredKind::Contact(own)
                        if own.eq_ignore_ascii_case(name))
                }),
                Term::Box(it) => matches!(it.kind.as_str(), "AND" | "OR"),
            }
    }

    /// An element that is so: one that is there, one that is changed, or a new one.
    fn place(&mut self, kind: WiredKind, negated: bool, inputs: Vec<WiredPin>) -> Source {
        let new = WiredNode { id: String::new(), kind, negated, inputs, outputs: Vec::new() };
        let nodes = self.wiring.nodes;
        let same = is_same;
        let wired = |at: usize| nodes[at].inputs == new.inputs;
        let is_alike = |at: usize| same(&nodes[at].kind, &new.kind) && nodes[at].negated == negated;
        // An element whose operand is no longer wanted gets another one.
        let is_free = |at: usize| match (&nodes[at].kind, &new.kind) {
            (WiredKind::Contact(own), WiredKind::Contact(_))
            | (WiredKind::Input(own), WiredKind::Input(_)) => {
                !self.names.contains(&own.to_lowercase()) && wired(at)
            }
            _ => false,
        };
        let mut cone: Vec<usize> = self.cone.iter().copied().collect();
        cone.sort_unstable();
        let is_input = matches!(new.kind, WiredKind::Input(_));
        let there = cone
            .iter()
            .copied()
            .find(|it| is_alike(*it) && wired(*it) && !(is_input && self.used.contains(it)));
        let unused = |it: &usize| self.own.contains(it) && !self.used.contains(it);
        let own =
            |is: &dyn Fn(usize) -> bool| cone.iter().copied().find(|it| unused(it) && is(*it));
        let changed = own(&is_alike)
            .or_else(|| own(&|at| same(&nodes[at].kind, &new.kind)))
            .or_else(|| own(&is_free));
        match (there, changed) {
            (Some(at), _) => {
                self.used.insert(at);
                (nodes[at].id.clone(), String::new())
            }
            (None, Some(at)) => {
                self.used.insert(at);
                self.change(at, new);
                (nodes[at].id.clone(), String::new())
            }
            (None, None) => (self.add(new), String::new()),
        }
    }

    fn change(&mut self, at: usize, node: WiredNode) {
        let WiredNode { id, outputs, .. } = self.wiring.nodes[at].clone();
        let node = WiredNode { id, outputs, ..node };
        if self.wiring.nodes[at] != node {
            self.out.changed.push((at, node));
        }
    }

    fn add(&mut self, node: WiredNode) -> String {
        let id = (self.number)();
        self.out.added.push(WiredNode { id: id.clone(), ..node });
        id
    }
}

/// Whether a value is certainly a bit, which a coil shows.
fn is_bit(term: &Term) -> bool {
    const BITS: [&str; 9] = ["AND", "OR", "XOR", "GT", "GE", "LT", "LE", "EQ", "NE"];
    match term {
        Term::Operand { name, .. } => name.parse::<f64>().is_err() && !name.contains('#'),
        Term::Box(it) => BITS.contains(&it.kind.as_str()) || it.pin.eq_ignore_ascii_case("Q"),
    }
}
