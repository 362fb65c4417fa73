//! Converts networks to conditions and effects.

use std::collections::HashMap;

use tagbridge_code::{DrawnPart, Element, Ladder, LadderRung, Part, Pin, PinValue};
use tagbridge_project::{Node, Rung};
use tagbridge_structured_text::{Why, absolute_address};

use super::registers::Registers;
use crate::{
    NameId, RefId, RoutineId, Span, SpecId,
    emit::Emit,
    expr::ExprId,
    flow::Flow,
    text::{Scopes, network_operand},
    unit::{OpaqueReason, Operand, UseMode},
};

/// A network that is being read.
pub(super) struct Network<'e, 'p> {
    pub(super) emit: &'e mut Emit<'p>,
    pub(super) scopes: &'e Scopes<'p>,
    pub(super) owner: &'p str,
    pub(super) text: &'p str,
    rungs: &'p [LadderRung],
    drawn: &'p [DrawnPart],
    nodes: &'p [Node],
    /// The signals after drawn parts that were read: branches that share a part contain it twice.
    read: HashMap<usize, Flow>,
    /// The open data blocks, in a list.
    pub(super) open: Option<Registers>,
    /// The signal at the coil of a transition, an interlock or a supervision.
    pub(super) outcome: Option<ExprId>,
}

/// Reads a network as the current unit.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rung: &'p Rung,
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let mut network = Network::new(emit, scopes, owner);
    network.begin(rung);
    network.all(Span::new(0, rung.text.len()));
}

impl<'e, 'p> Network<'e, 'p> {
    /// Creates a reader without a text.
    pub(super) fn new(emit: &'e mut Emit<'p>, scopes: &'e Scopes<'p>, owner: &'p str) -> Self {
        let read = HashMap::new();
        let (text, rungs, drawn, nodes) = ("", &[][..], &[][..], &[][..]);
        Self { emit, scopes, owner, text, rungs, drawn, nodes, read, open: None, outcome: None }
    }

    /// Begins the text of a network, or of a step or a transition with its networks.
    pub(super) fn begin(&mut self, rung: &'p Rung) {
        let ladder: Option<&'p Ladder> = rung.ladder.as_deref();
        self.text = &rung.text;
        self.rungs = ladder.map_or(&[], |ladder| &ladder.rungs);
        self.drawn = ladder.map_or(&[], |ladder| &ladder.drawn);
        self.nodes = rung.net.as_ref().map_or(&[], |net| &net.nodes);
        self.read.clear();
        self.outcome = None;
    }

    /// Reads all networks in a part of the text. Other text is unknown.
    pub(super) fn all(&mut self, span: Span) {
        let is_there =
            |rung: &&LadderRung| span.start <= rung.span.start && rung.span.end <= span.end;
        let mut rungs = self.rungs.iter().filter(is_there).peekable();
        let text = self.text.get(span.range()).unwrap_or_default();
        if rungs.peek().is_none() && !text.trim().is_empty() {
            self.emit.opaque(span, OpaqueReason::Unparsed);
        }
        for rung in rungs {
            self.series(&rung.elements, &[]);
        }
    }

    /// The wires of a part, if it is drawn.
    pub(super) fn drawn(&self, part: &Part) -> Option<&'p DrawnPart> {
        self.drawn.get(part.drawn?)
    }

    /// The pins of a part in the file.
    pub(super) fn node(&self, part: &Part) -> Option<&'p Node> {
        self.nodes.get(part.drawn?)
    }

    /// Reads a part, unless it was read before.
    fn part_once(&mut self, part: &Part, before: &[ExprId]) -> Flow {
        if let Some(flow) = part.drawn.and_then(|drawn| self.read.get(&drawn)) {
            return *flow;
        }
        let now = self.emit.index.exprs.and(before);
        let flow = self.part(part, now, !before.is_empty());
        if let Some(drawn) = part.drawn {
            self.read.insert(drawn, flow);
        }
        flow
    }

    /// The signal after a series with `before` at its left.
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
                Element::Opaque(span, why) => {
                    self.emit.opaque(
                        *span,
                        match why {
                            Why::Depth => OpaqueReason::TooDeep,
                            Why::Syntax => OpaqueReason::Unparsed,
                        },
                    );
                    let why = self.emit.index.names.exact("not understood");
                    Flow::Instead(self.emit.index.exprs.unknown(why))
                }
            };
            if let Element::Part(Part { span, .. }) | Element::Signal(span) = element {
                self.emit.hands_on(*span, flow);
            }
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

    /// Joins parallel branches. If one of them replaces the signal before all of them, that signal
    /// is a condition of each of the others.
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
        if let Some(name) = self.text.get(span.range()).and_then(absolute_address) {
            return self.read_address(span, &name, what, mode);
        }
        network_operand(self.emit, self.scopes, self.owner, self.text, (span, mode), what)
    }

    /// Reads a pin with its use.
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
            PinValue::Operand(span) => self.read_at(*span, what, mode),
            PinValue::Flow(series) => match self.series(series, &[]) {
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

    /// The type of a part, by its name in SimaticML.
    pub(super) fn kind_of(&self, part: &Part) -> &'p str {
        part.kind_in(self.text)
    }
}
