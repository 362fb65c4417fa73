//! From networks to conditions and effects.

use std::collections::HashMap;

use tagbridge_project::{Node, Rung, Wire};

use super::network::{Element, Fault, Part, Pin, Value, parse_from};
use crate::{
    Span,
    emit::Emit,
    expr::ExprId,
    ids::{NameId, RefId, RoutineId, SpecId},
    text::{Scopes, network_operand},
    unit::{OpaqueReason, Operand, UseMode},
};

/// A network that is being read.
pub(super) struct Network<'e, 'p> {
    pub(super) emit: &'e mut Emit<'p>,
    pub(super) scopes: &'e Scopes<'p>,
    pub(super) owner: &'p str,
    pub(super) text: &'p str,
    /// What stands in the text at a byte, by its position among the nodes.
    pub(super) drawn: HashMap<u32, usize>,
    nodes: &'p [Node],
    pub(super) wires: &'p [Wire],
    /// What those that were read are to what is behind them: branches that share one show it
    /// twice.
    read: HashMap<usize, Flow>,
    /// What arrives at the coil of a transition, an interlock or a supervision.
    pub(super) outcome: Option<ExprId>,
}

/// What a part is to those behind it in series.
#[derive(Debug, Clone, Copy)]
pub(super) enum Flow {
    /// A condition more.
    And(ExprId),
    /// A condition in place of all before it.
    Instead(ExprId),
    /// Nothing.
    Through,
}

/// Reads a network as the unit that was begun last.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rung: &'p Rung,
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let mut network = Network::new(emit, scopes, owner, rung);
    network.all(Span::new(0, rung.text.len()));
}

impl<'e, 'p> Network<'e, 'p> {
    pub(super) fn new(
        emit: &'e mut Emit<'p>,
        scopes: &'e Scopes<'p>,
        owner: &'p str,
        rung: &'p Rung,
    ) -> Self {
        let nodes = rung.net.as_ref().map_or(&[][..], |net| &net.nodes);
        let spans =
            |(at, node): (usize, &'p Node)| node.spans.iter().map(move |span| (span.start, at));
        let drawn = nodes.iter().enumerate().flat_map(spans).collect();
        Self {
            emit,
            scopes,
            owner,
            text: &rung.text,
            drawn,
            nodes,
            wires: rung.net.as_ref().map_or(&[][..], |net| &net.wires),
            read: HashMap::new(),
            outcome: None,
        }
    }

    /// A text that is no drawing.
    pub(super) fn of_text(
        emit: &'e mut Emit<'p>,
        scopes: &'e Scopes<'p>,
        owner: &'p str,
        text: &'p str,
    ) -> Self {
        let (drawn, read) = (HashMap::new(), HashMap::new());
        let (nodes, wires) = (&[][..], &[][..]);
        Self { emit, scopes, owner, text, drawn, nodes, wires, read, outcome: None }
    }

    /// All series of a part of the text.
    pub(super) fn all(&mut self, span: Span) {
        let text = self.text.get(..span.end as usize).unwrap_or_default();
        match parse_from(text, span.start as usize) {
            Ok(all) => {
                for series in &all {
                    self.series(series, &[]);
                }
            }
            Err(fault) => {
                let reason = match fault {
                    Fault::TooDeep => OpaqueReason::TooDeep,
                    Fault::Unexpected => OpaqueReason::Unparsed,
                };
                self.emit.opaque(span, reason);
            }
        }
    }

    /// What the drawing says of a part.
    pub(super) fn node(&self, part: &Part) -> Option<&'p Node> {
        self.drawn.get(&part.span.start).map(|at| &self.nodes[*at])
    }

    /// A part that was read before is not read again.
    fn part_once(&mut self, part: &Part, before: &[ExprId]) -> Flow {
        let node = self.drawn.get(&part.span.start).copied();
        if let Some(flow) = node.and_then(|node| self.read.get(&node)) {
            return *flow;
        }
        let now = self.emit.index.exprs.and(before);
        let flow = self.part(part, now, !before.is_empty());
        if let Some(node) = node {
            self.read.insert(node, flow);
        }
        flow
    }

    /// What a series is to what is behind it, where `before` is at its left.
    fn series(&mut self, elements: &[Element], before: &[ExprId]) -> Flow {
        let mut before = before.to_vec();
        let mut own: Vec<ExprId> = Vec::new();
        let mut is_replaced = false;
        for element in elements {
            let now = [&before[..], &own[..]].concat();
            let flow = match element {
                Element::Part(part) => self.part_once(part, &now),
                Element::Branch(legs) => self.branch(legs, &now),
                Element::Signal(span) => {
                    let what = (self.emit.spec("signal"), Operand::None);
                    Flow::And(self.read_at(*span, what, UseMode::Read).0)
                }
            };
            match flow {
                Flow::And(condition) => own.push(condition),
                Flow::Instead(condition) => {
                    is_replaced = true;
                    before.clear();
                    own = vec![condition];
                }
                Flow::Through => {}
            }
        }
        let condition = self.emit.index.exprs.and(&own);
        match (is_replaced, own.is_empty()) {
            (true, _) => Flow::Instead(condition),
            (false, false) => Flow::And(condition),
            (false, true) => Flow::Through,
        }
    }

    /// Branches that are joined again. Where one replaces what is before all of them, that is a
    /// condition of each of the others.
    fn branch(&mut self, legs: &[Vec<Element>], before: &[ExprId]) -> Flow {
        let legs: Vec<Flow> = legs.iter().map(|leg| self.series(leg, before)).collect();
        let exprs = &mut self.emit.index.exprs;
        let yes = exprs.yes();
        if legs.iter().any(|leg| matches!(leg, Flow::Instead(_))) {
            let legs: Vec<ExprId> = legs
                .into_iter()
                .map(|leg| match leg {
                    Flow::Instead(condition) => condition,
                    Flow::And(own) => exprs.and(&[before, &[own]].concat()),
                    Flow::Through => exprs.and(before),
                })
                .collect();
            return Flow::Instead(exprs.or(&legs));
        }
        let own = |leg: &Flow| if let Flow::And(own) = leg { *own } else { yes };
        let legs: Vec<ExprId> = legs.iter().map(own).collect();
        if legs.contains(&yes) { Flow::Through } else { Flow::And(exprs.or(&legs)) }
    }

    pub(super) fn read_at(
        &mut self,
        span: Span,
        what: (SpecId, Operand),
        mode: UseMode,
    ) -> (ExprId, Option<RefId>) {
        network_operand(self.emit, self.scopes, self.owner, self.text, (span, mode), what)
    }

    /// What is at a pin, with what is done with it.
    pub(super) fn pin(
        &mut self,
        pin: &Pin,
        spec: SpecId,
        mode: UseMode,
    ) -> (ExprId, Option<RefId>) {
        let operand = match pin.name {
            Some(name) => Operand::Pin(self.emit.name(&self.text[name.range()])),
            None => Operand::Pin(self.emit.name("operand")),
        };
        self.pin_as(pin, (spec, operand), mode)
    }

    pub(super) fn pin_as(
        &mut self,
        pin: &Pin,
        what: (SpecId, Operand),
        mode: UseMode,
    ) -> (ExprId, Option<RefId>) {
        let (value, at) = match &pin.value {
            Value::Operand(span) => self.read_at(*span, what, mode),
            Value::Flow(series) => match self.series(series, &[]) {
                Flow::And(value) | Flow::Instead(value) => (value, None),
                Flow::Through => (self.emit.index.exprs.yes(), None),
            },
        };
        let value = if pin.is_negated { self.emit.index.exprs.not(value) } else { value };
        (value, at)
    }

    /// The name of a pin.
    pub(super) fn name_of(&mut self, pin: &Pin) -> Option<NameId> {
        pin.name.map(|name| self.emit.name(&self.text[name.range()]))
    }

    pub(super) fn text_of(&self, part: &Part) -> &str {
        &self.text[part.name.range()]
    }
}
