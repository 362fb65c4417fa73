//! Ladder: rungs in order, with the jumps over them and the zones that disable them.

use std::collections::HashMap;

use tagbridge_code::{Element, Ladder as Tree, Part};
use tagbridge_project::Rung;
use tagbridge_structured_text::Why;

use super::{
    declared::{CodeScope, Declared},
    operand::{OperandValue, Reader},
};
use crate::{
    NameId, RoutineId, SpecId,
    emit::Emit,
    expr::ExprId,
    flow::Flow,
    unit::{OpaqueReason, Operand, UseMode},
};

/// Longer series are joined step by step, so that a rung with many outputs needs linear time.
const MAXIMUM_SERIES: usize = 64;

/// A ladder routine that is being read.
pub(super) struct Ladder<'e, 'p> {
    pub(super) emit: &'e mut Emit<'p>,
    pub(super) declared: &'e Declared,
    pub(super) home: CodeScope,
    pub(super) owner: NameId,
    /// The rung's text.
    pub(super) text: &'p str,
    /// The condition of the open zone of a master control reset.
    pub(super) zone: Option<ExprId>,
    /// The conditions of the jumps over this code, each with its label, or to the end.
    pub(super) skips: Vec<(Option<NameId>, ExprId)>,
    labels: HashMap<NameId, usize>,
    rung: usize,
}

/// Reads the rungs of a routine.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    declared: &Declared,
    routine: RoutineId,
    rungs: &'p [Rung],
) {
    let owner = emit.name(&emit.project.routines[routine.index()].owner);
    let mut labels = HashMap::new();
    for (at, rung) in rungs.iter().enumerate() {
        if let Some(label) = label(&rung.text) {
            labels.insert(emit.name(label), at);
        }
    }
    let mut ladder = Ladder {
        home: declared.home(owner),
        emit,
        declared,
        owner,
        text: "",
        zone: None,
        skips: Vec::new(),
        labels,
        rung: 0,
    };
    for (at, rung) in rungs.iter().enumerate() {
        ladder.emit.begin(routine, Some(at));
        ladder.rung = at;
        ladder.text = &rung.text;
        let before: Vec<ExprId> = ladder.zone.into_iter().collect();
        // One rung at a time: the trees of all rungs need more memory than everything else.
        for rung in Tree::neutral(&rung.text).rungs {
            ladder.series(&rung.elements, &before);
        }
    }
}

/// The label at the beginning of a rung.
fn label(text: &str) -> Option<&str> {
    let begins = text.trim_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case("LBL"));
    let tree = begins.then(|| Tree::neutral(text))?;
    let first = *tree.parts().first()?;
    let is_label = text[first.name.range()].eq_ignore_ascii_case("LBL");
    first.operand(0).filter(|_| is_label).map(|label| &text[label.range()])
}

impl<'p> Ladder<'_, 'p> {
    /// Returns the condition that a series adds to the condition at its left.
    fn series(&mut self, elements: &[Element], before: &[ExprId]) -> ExprId {
        let mut before = before.to_vec();
        let mut own: Vec<ExprId> = Vec::new();
        for element in elements {
            let flow = match element {
                Element::Part(part) => {
                    let now = [&before[..], &own[..]].concat();
                    let flow = self.instruction(part, &now);
                    self.emit.hands_on(part.span, flow);
                    flow
                }
                Element::Branch(legs) => {
                    let now = [&before[..], &own[..]].concat();
                    let legs: Vec<ExprId> = legs.iter().map(|leg| self.series(leg, &now)).collect();
                    let exprs = &mut self.emit.index.exprs;
                    let yes = exprs.yes();
                    if legs.contains(&yes) { Flow::Through } else { Flow::And(exprs.or(&legs)) }
                }
                Element::Signal(span) | Element::Opaque(span, Why::Syntax) => {
                    self.emit.opaque(*span, OpaqueReason::Unparsed);
                    Flow::Through
                }
                Element::Opaque(span, Why::Depth) => {
                    self.emit.opaque(*span, OpaqueReason::TooDeep);
                    Flow::Through
                }
            };
            match flow {
                Flow::And(condition) => own.push(condition),
                Flow::Instead(condition) => {
                    before.clear();
                    own = vec![condition];
                }
                Flow::Through => {}
            }
            for series in [&mut before, &mut own] {
                if series.len() > MAXIMUM_SERIES {
                    *series = vec![self.emit.index.exprs.and(series)];
                }
            }
        }
        self.emit.index.exprs.and(&own)
    }

    fn instruction(&mut self, part: &Part, before: &[ExprId]) -> Flow {
        let name = &self.text[part.name.range()];
        let spec = self.emit.spec(name);
        let step = Step { part, spec, before };
        let id = self.emit.name(name);
        let declared = self.declared;
        if let Some(add_on) = declared.add_on(id) {
            self.add_on(&step, id, add_on);
            return Flow::Through;
        }
        if let Some(row) = super::table::Instruction::find(name) {
            return self.known(&step, row);
        }
        self.unknown(&step, id)
    }

    /// Reads an instruction that is in no table: its effect on its operands and its power flow are
    /// unknown.
    fn unknown(&mut self, step: &Step<'_>, name: NameId) -> Flow {
        let count = step.part.pins.len();
        let operands: Vec<ExprId> =
            (0..count).filter_map(|at| self.unknown_operand(step, at)).collect();
        self.emit.opaque(step.part.span, OpaqueReason::UnknownInstruction(name));
        Flow::And(self.emit.index.exprs.call(name, &operands))
    }

    pub(super) fn unknown_operand(&mut self, step: &Step<'_>, at: usize) -> Option<ExprId> {
        let given = self.operand(step, at, UseMode::Read)?;
        if let Some(reference) = given.at {
            self.emit.doubt(reference, crate::unit::Certainty::Unknown);
        }
        Some(given.value)
    }

    /// An operand, by its position.
    pub(super) fn operand(
        &mut self,
        step: &Step<'_>,
        at: usize,
        mode: UseMode,
    ) -> Option<OperandValue> {
        let span = step.part.operand(at)?;
        let operand = Operand::Position(u16::try_from(at).unwrap_or(u16::MAX));
        let what = (step.spec, operand);
        Reader::new(self.emit, self.declared, self.home, self.text, span, what).whole(mode)
    }

    /// The text of an operand.
    pub(super) fn text_of(&self, step: &Step<'_>, at: usize) -> &'p str {
        step.part.operand(at).map_or("", |span| &self.text[span.range()])
    }

    /// The rung condition at an instruction.
    pub(super) fn condition(&mut self, step: &Step<'_>) -> ExprId {
        self.emit.index.exprs.and(step.before)
    }

    /// The condition under which an instruction is reached.
    pub(super) fn reached(&mut self) -> ExprId {
        let exprs = &mut self.emit.index.exprs;
        let reached: Vec<ExprId> = self.skips.iter().map(|(_, skip)| exprs.not(*skip)).collect();
        exprs.and(&reached)
    }

    /// The condition under which an instruction has its effect.
    pub(super) fn active(&mut self, step: &Step<'_>) -> ExprId {
        let reached = self.reached();
        let all: Vec<ExprId> =
            std::iter::once(reached).chain(step.before.iter().copied()).collect();
        self.emit.index.exprs.and(&all)
    }

    /// Whether a label is ahead.
    pub(super) fn is_ahead(&self, label: NameId) -> bool {
        self.labels.get(&label).is_some_and(|at| *at > self.rung)
    }
}

/// An instruction at its position.
pub(super) struct Step<'i> {
    pub(super) part: &'i Part,
    pub(super) spec: SpecId,
    /// The conditions in series before it.
    pub(super) before: &'i [ExprId],
}
