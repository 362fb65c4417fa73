//! Statement lists (AWL, STL): the result of logic operation and the accumulators at each
//! statement, as far as they are known.
//!
//! After a label that is the target of a jump, the result and the accumulators are unknown until a
//! statement loads them. If a statement depends on an unknown value, its condition says so.

mod address;
mod call;
mod operation;
mod parse;
mod result;
mod table;

use std::collections::{HashMap, HashSet};

use tagbridge_project::Rung;

pub(crate) use self::address::absolute;
pub use self::parse::{Line, parse};
use self::{
    result::LogicResult,
    table::{Join, Operation},
};
use super::ladder::Network;
use crate::{
    Span,
    emit::Emit,
    expr::{Constant, ExprId},
    ids::{NameId, RefId, RoutineId, SpecId},
    place::Scope,
    text::Scopes,
    unit::{OpaqueReason, Operand, UseMode},
};

/// A controller allows 7 nested brackets.
const MAXIMUM_DEPTH: usize = 256;

/// A list that is being read.
struct List<'e, 'p> {
    net: Network<'e, 'p>,
    result: LogicResult,
    /// The results before the open brackets.
    open: Vec<(Join, bool, LogicResult)>,
    /// The values of the accumulators, if known.
    accumulators: [Option<ExprId>; 2],
    /// The last computed or compared number.
    number: Option<ExprId>,
    registers: Registers,
    /// The conditions of the jumps over this code, each with its label, or to the end.
    skips: Vec<(Option<NameId>, ExprId)>,
    /// Zones of the master control relay: whether they are active, and their conditions.
    zones: (bool, Vec<ExprId>),
    labels: HashMap<NameId, usize>,
    /// Labels that are targets of jumps.
    targets: HashSet<NameId>,
    /// The index of the current statement, across all networks.
    at: usize,
}

/// The open data blocks, if known.
#[derive(Debug, Clone, Copy, Default)]
struct Registers {
    /// `OPN DB 5`: the block of `DBW 0`.
    block: Option<u16>,
    /// `OPN DI 5`: the block of `DIW 0`.
    instance: Option<u16>,
}

/// Reads the networks of a block in STL.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rungs: &'p [Rung],
) {
    let parsed: Vec<Vec<Line>> = rungs.iter().map(|rung| parse(&rung.text)).collect();
    let owner = emit.routine_of(routine).owner.as_str();
    let mut list = List::new(Network::new(emit, scopes, owner));
    let looped = list.find_labels(rungs, &parsed);
    for (at, (rung, lines)) in rungs.iter().zip(&parsed).enumerate() {
        list.net.emit.begin(routine, Some(at));
        list.network(&rung.text, lines, &looped);
    }
}

/// Reads one network of a block in another language, as the current unit.
pub(crate) fn lower_one<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rung: &'p Rung,
) {
    let lines = parse(&rung.text);
    let owner = emit.routine_of(routine).owner.as_str();
    let mut list = List::new(Network::new(emit, scopes, owner));
    let looped = list.find_labels(std::slice::from_ref(rung), std::slice::from_ref(&lines));
    list.network(&rung.text, &lines, &looped);
}

impl<'e, 'p> List<'e, 'p> {
    fn new(net: Network<'e, 'p>) -> Self {
        Self {
            net,
            result: LogicResult::default(),
            open: Vec::new(),
            accumulators: [None; 2],
            number: None,
            registers: Registers::default(),
            skips: Vec::new(),
            zones: (false, Vec::new()),
            labels: HashMap::new(),
            targets: HashSet::new(),
            at: 0,
        }
    }

    /// Records the positions of labels. Returns which statements are in a loop: between a label and
    /// a jump back to it.
    fn find_labels(&mut self, rungs: &[Rung], parsed: &[Vec<Line>]) -> Vec<bool> {
        let mut jumps = Vec::new();
        let mut count = 0;
        for (rung, lines) in rungs.iter().zip(parsed) {
            for line in lines {
                if let Some(label) = line.label {
                    let name = self.net.emit.name(&rung.text[label.range()]);
                    self.labels.entry(name).or_insert(count);
                }
                let operation = table::find(&rung.text[line.name.range()]);
                let is_loop = rung.text[line.name.range()].eq_ignore_ascii_case("LOOP");
                if is_loop || matches!(operation, Some(Operation::Jump(_))) {
                    jumps.push((count, self.net.emit.name(&rung.text[line.operand.range()])));
                }
                count += 1;
            }
        }
        // The number of loops that begin and end before each statement.
        let mut edges = vec![0_i64; count + 1];
        for (from, label) in jumps {
            self.targets.insert(label);
            if let Some(to) = self.labels.get(&label).filter(|to| **to <= from) {
                edges[*to] += 1;
                edges[from + 1] -= 1;
            }
        }
        let mut depth = 0;
        edges
            .iter()
            .map(|edge| {
                depth += edge;
                depth > 0
            })
            .collect()
    }

    fn network(&mut self, text: &'p str, lines: &[Line], looped: &[bool]) {
        self.net.text = text;
        self.result = LogicResult::default();
        self.open.clear();
        for line in lines {
            self.net.emit.repeated = looped.get(self.at).copied().unwrap_or(false);
            self.line(line);
            self.at += 1;
        }
    }

    fn slice(&self, span: Span) -> &'p str {
        self.net.text.get(span.range()).unwrap_or_default()
    }

    fn unknown(&mut self, why: &str) -> ExprId {
        let why = self.net.emit.index.names.exact(why);
        self.net.emit.index.exprs.unknown(why)
    }

    /// Reads an operand: returns its value, and its occurrence.
    fn operand(&mut self, span: Span, mode: UseMode, spec: SpecId) -> (ExprId, Option<RefId>) {
        let what = (spec, Operand::None);
        let text = self.slice(span);
        if text.is_empty() {
            return (self.unknown("no operand"), None);
        }
        if let Some(status) = self.status(text) {
            return (status, None);
        }
        if text.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("P#")) {
            if text[2..].starts_with('#') {
                self.net.emit.unclear(span, OpaqueReason::AddressTaken);
            }
            let text = self.net.emit.index.names.exact(text);
            return (self.net.emit.index.exprs.constant(Constant::Text(text)), None);
        }
        if !text.starts_with(['#', '"']) && text.contains('[') {
            return self.computed(span, text, spec);
        }
        if let Some(name) = absolute(text) {
            let (scope, name) = self.address(span, name);
            let name = self.net.emit.name(&name);
            let place = self.net.emit.index.places.root(scope, name);
            let at = self.net.emit.reference(place, span, mode, spec, Operand::None);
            return (self.net.emit.index.exprs.read(place), Some(at));
        }
        if let Some((block, _)) = text.strip_prefix('"').and_then(|text| text.split_once("\".")) {
            self.registers.block = self.number_of(block);
        }
        self.net.read_at(span, what, mode)
    }

    /// The number of a block with this name.
    fn number_of(&self, name: &str) -> Option<u16> {
        let mut blocks = self.net.emit.project.blocks.iter();
        blocks.find(|block| block.name.eq_ignore_ascii_case(name))?.number
    }

    /// The location of an address: in an open data block, or in the block's own stack. An address
    /// with a data block opens this block (Statement List for S7-300 and S7-400, reference manual,
    /// `OPN`).
    fn address(&mut self, span: Span, name: String) -> (Scope, String) {
        let owner = self.net.owner;
        if name.starts_with("%L") {
            return (Scope::Block(self.net.emit.name(owner)), name[1..].to_owned());
        }
        if let Some((block, _)) = name.strip_prefix("%DB").and_then(|it| it.split_once(".DB")) {
            self.registers.block = block.parse().ok();
            return (Scope::Address, name);
        }
        let open = match name.get(..3) {
            Some("%DB") => self.registers.block,
            Some("%DI") => self.registers.instance,
            _ => return (Scope::Address, name),
        };
        let Some(number) = open else {
            self.net.emit.unclear(span, OpaqueReason::ComputedAddress);
            return (Scope::Address, name);
        };
        (Scope::Address, format!("%DB{number}.DB{}", &name[3..]))
    }

    /// `MW [MD 10]`, `DBX [AR1,P#0.0]`: the values that determine the address are read.
    fn computed(&mut self, span: Span, text: &str, spec: SpecId) -> (ExprId, Option<RefId>) {
        self.net.emit.unclear(span, OpaqueReason::ComputedAddress);
        let inside = text.find('[').zip(text.rfind(']')).filter(|(open, close)| open < close);
        if let Some((open, close)) = inside
            && let Some(name) = absolute(text[open + 1..close].trim())
        {
            let start = span.start as usize;
            let span = Span::new(start + open + 1, start + close);
            let name = self.net.emit.name(&name);
            let place = self.net.emit.index.places.root(Scope::Address, name);
            self.net.emit.reference(place, span, UseMode::Read, spec, Operand::None);
        }
        (self.unknown("a computed address"), None)
    }

    /// A bit of the status word.
    fn status(&mut self, text: &str) -> Option<ExprId> {
        use crate::expr::Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let how = match text {
            "==0" => Eq,
            "<>0" => Ne,
            ">0" => Gt,
            "<0" => Lt,
            ">=0" => Ge,
            "<=0" => Le,
            "BR" | "OV" | "OS" | "UO" | "BIE" => return Some(self.unknown("a status bit")),
            _ => return None,
        };
        Some(self.against_zero(how))
    }

    /// Compares the last number with 0.
    fn against_zero(&mut self, how: crate::expr::Comparison) -> ExprId {
        let Some(number) = self.number else { return self.unknown("a status bit") };
        let exprs = &mut self.net.emit.index.exprs;
        let zero = exprs.constant(Constant::Int(0));
        exprs.compare(how, number, zero)
    }
}
