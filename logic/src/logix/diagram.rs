//! Function block diagrams: blocks in the order of the data flow, over all sheets of a routine.
//!
//! 1756-PM009 and 1756-RM006, Function Block Attributes: a block is executed when its inputs are
//! available; a wire with assumed data passes the data of the previous scan; input references are
//! read at the beginning of the routine.

mod net;
mod node;

use std::collections::HashMap;

use tagbridge_project::{Node, Rung as Sheet};

use self::net::{Flow, order};
use super::{
    declared::{CodeScope, Declared},
    operand::Reader,
};
use crate::{
    NameId, PlaceId, RoutineId, Span, Step,
    emit::Emit,
    expr::ExprId,
    unit::{OpaqueReason, Operand, UseMode},
};

/// A routine of sheets that is being read.
struct Diagram<'e, 'p> {
    emit: &'e mut Emit<'p>,
    declared: &'e Declared,
    home: CodeScope,
    owner: NameId,
    /// The nodes of all sheets, with the index of their sheet.
    nodes: Vec<(usize, &'p Node)>,
    /// The inputs of each node.
    flows: Vec<Vec<Flow<'p>>>,
    /// The backing tag of each node, if it has one.
    instances: Vec<Option<PlaceId>>,
    /// The computed value of a node at an output pin.
    values: HashMap<(usize, NameId), ExprId>,
    /// The text of the current sheet.
    text: &'p str,
}

/// Reads the sheets of a routine, each as a unit.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    declared: &Declared,
    routine: RoutineId,
    sheets: &'p [Sheet],
) {
    let owner = emit.name(&emit.project.routines[routine.index()].owner);
    let (nodes, flows) = net::joined(sheets);
    let order = order(&nodes, &flows);
    let instances = vec![None; nodes.len()];
    let home = declared.home(owner);
    let mut diagram = Diagram {
        emit,
        declared,
        home,
        owner,
        nodes,
        flows,
        instances,
        values: HashMap::new(),
        text: "",
    };
    for (at, sheet) in sheets.iter().enumerate() {
        diagram.emit.begin(routine, Some(at));
        if at == 0 {
            diagram.compute(&order);
        }
        diagram.text = &sheet.text;
        if sheet.net.is_none() {
            diagram.emit.opaque(Span::new(0, sheet.text.len()), OpaqueReason::Language);
            continue;
        }
        // Outputs are written after all inputs were read.
        let goes_out = |node: usize| diagram.nodes[node].1.kind == "ORef";
        let here = || order.iter().copied().filter(|node| diagram.nodes[*node].0 == at);
        let own: Vec<usize> = here()
            .filter(|node| !goes_out(*node))
            .chain(here().filter(|node| goes_out(*node)))
            .collect();
        for node in own {
            diagram.node(node);
        }
    }
}

impl<'p> Diagram<'_, 'p> {
    /// Computes the results of all nodes, in the order of execution.
    fn compute(&mut self, order: &[usize]) {
        for at in 0..self.nodes.len() {
            let node = self.nodes[at].1;
            let backed = matches!(node.kind.as_str(), "Block" | "AddOnInstruction");
            if let Some(tag) = node.operand.as_ref().filter(|_| backed) {
                self.instances[at] = super::alias::place(self.emit, self.declared, self.home, tag);
            }
        }
        for at in order {
            self.outcome(*at);
        }
    }

    /// The value at the end of a wire.
    fn arrives(&mut self, flow: &Flow<'p>) -> ExprId {
        let pin = self.emit.name(flow.from_pin);
        let known = self.values.get(&(flow.from, pin)).copied();
        match (known, self.instances[flow.from]) {
            (Some(value), _) if !flow.feedback => value,
            // A block stores its outputs in its tag.
            (_, Some(instance)) => {
                let member = self.emit.index.places.part(instance, Step::Member(pin));
                self.emit.index.exprs.read(member)
            }
            _ => {
                let why = if flow.feedback { "the scan before" } else { "nothing wired" };
                let why = self.emit.index.names.exact(why);
                self.emit.index.exprs.unknown(why)
            }
        }
    }

    /// The value at each input pin of a node.
    fn inputs(&mut self, at: usize) -> Vec<(NameId, ExprId)> {
        let flows = self.flows[at].clone();
        flows.iter().map(|flow| (self.emit.name(flow.to_pin), self.arrives(flow))).collect()
    }

    /// The value at an input pin.
    fn input(&mut self, at: usize, pin: &str) -> Option<ExprId> {
        let flow = self.flows[at].iter().find(|flow| flow.to_pin.eq_ignore_ascii_case(pin))?;
        let flow = flow.clone();
        Some(self.arrives(&flow))
    }

    /// The value of an operand outside the units: occurrences are recorded at its location in the
    /// text.
    fn value_of(&mut self, operand: &str) -> Option<ExprId> {
        let (refs, opaque) = (self.emit.next_ref(), self.emit.index.opaque.len());
        let what = (self.emit.spec("IRef"), Operand::None);
        let span = Span::new(0, operand.len());
        let given = Reader::new(self.emit, self.declared, self.home, operand, span, what);
        let value = given.whole(UseMode::Read).map(|given| given.value);
        self.emit.forget(refs);
        self.emit.index.opaque.truncate(opaque);
        value
    }
}
