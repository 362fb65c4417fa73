//! Statement lists (AWL, STL): the result of logic operation and the accumulators at each
//! statement, as far as they are known.
//!
//! After a label that is the target of a jump, the result and the accumulators are unknown until a
//! statement loads them. If a statement depends on an unknown value, its condition says so.

mod call;
mod operation;
mod result;
pub(super) mod table;

use std::collections::{HashMap, HashSet};

use tagbridge_code::ListStatement;
use tagbridge_project::Rung;
use tagbridge_structured_text::absolute_address;

use self::{
    result::LogicResult,
    table::{Join, Operation},
};
use super::{
    ladder::Network,
    registers::{self, Registers},
};
use crate::{
    NameId, RefId, RoutineId, Span, SpecId,
    emit::Emit,
    expr::{Constant, ExprId},
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
    /// The open data blocks before each statement.
    registers: Vec<Option<Registers>>,
    /// `JL`: the label at its end, the accumulator, and the number of its next jump.
    table: Option<(NameId, ExprId, i64)>,
    /// The conditions of the jumps over this code, each with its label, or to the end.
    skips: Vec<(Option<NameId>, ExprId)>,
    /// Zones of the master control relay: whether they are active, and their conditions.
    zones: (bool, Vec<ExprId>),
    labels: HashMap<&'p str, usize>,
    /// Labels that are targets of jumps.
    targets: HashSet<NameId>,
    /// The index of the current statement, across all networks.
    at: usize,
}

/// Lowers the networks of a block in STL.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rungs: &'p [Rung],
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let mut list = List::new(Network::new(emit, scopes, owner));
    let looped = list.find_labels(rungs);
    for (at, rung) in rungs.iter().enumerate() {
        list.net.emit.begin(routine, Some(at));
        list.network(rung, &looped);
    }
}

/// Lowers one network of a block in another language, as the current unit.
pub(crate) fn lower_one<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rung: &'p Rung,
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let mut list = List::new(Network::new(emit, scopes, owner));
    let looped = list.find_labels(std::slice::from_ref(rung));
    list.network(rung, &looped);
}

impl<'e, 'p> List<'e, 'p> {
    fn new(net: Network<'e, 'p>) -> Self {
        Self {
            net,
            result: LogicResult::default(),
            open: Vec::new(),
            accumulators: [None; 2],
            number: None,
            registers: Vec::new(),
            table: None,
            skips: Vec::new(),
            zones: (false, Vec::new()),
            labels: HashMap::new(),
            targets: HashSet::new(),
            at: 0,
        }
    }

    /// Records the positions of labels, and the open data blocks. Returns which statements are in a
    /// loop: between a label and a jump back to it.
    fn find_labels(&mut self, rungs: &'p [Rung]) -> Vec<bool> {
        let of =
            |rung: &'p Rung| rung.list.iter().flatten().map(move |line| (rung.text.as_str(), line));
        let all: Vec<(&'p str, &'p ListStatement)> = rungs.iter().flat_map(of).collect();
        let mut jumps = Vec::new();
        for (at, (text, line)) in all.iter().enumerate() {
            if let Some(label) = line.label {
                self.labels.entry(&text[label.range()]).or_insert(at);
            }
            if let Some(Operation::Jump(_)) = table::find(&text[line.name.range()]) {
                jumps.push((at, &text[line.operand.range()]));
            }
        }
        self.registers = registers::before(&all, &self.labels, self.net.scopes);
        let count = all.len();
        // The number of loops that begin and end before each statement.
        let mut edges = vec![0_i64; count + 1];
        for (from, label) in jumps {
            self.targets.insert(self.net.emit.name(label));
            if let Some(to) = self.labels.get(label).filter(|to| **to <= from) {
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

    fn network(&mut self, rung: &'p Rung, looped: &[bool]) {
        self.net.text = &rung.text;
        self.result = LogicResult::default();
        self.open.clear();
        if rung.list.is_none() {
            let whole = Span::new(0, rung.text.len());
            self.net.emit.opaque(whole, OpaqueReason::Language);
        }
        for line in rung.list.iter().flatten() {
            self.net.open = self.registers.get(self.at).cloned().flatten();
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
        self.net.read_at(span, what, mode)
    }

    /// `MW [MD 10]`, `DBX [AR1,P#0.0]`: the values that determine the address are read.
    fn computed(&mut self, span: Span, text: &str, spec: SpecId) -> (ExprId, Option<RefId>) {
        self.net.emit.unclear(span, OpaqueReason::ComputedAddress);
        let inside = text.find('[').zip(text.rfind(']')).filter(|(open, close)| open < close);
        if let Some((open, close)) = inside
            && let Some(name) = absolute_address(text[open + 1..close].trim())
        {
            let start = span.start as usize;
            let span = Span::new(start + open + 1, start + close);
            self.net.read_address(span, &name, (spec, Operand::None), UseMode::Read);
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
