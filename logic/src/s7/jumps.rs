//! Jumps over the networks of a block, and returns before its end.

use std::collections::HashMap;

use tagbridge_code::{Element, PinValue};
use tagbridge_project::{Language, Routine, Rung};

use crate::{
    NameId, Span,
    emit::Emit,
    expr::ExprId,
    unit::{Effect, OpaqueReason, Statement},
};

/// The part at the beginning of a network that is the target of jumps.
const LABEL: &str = "Label";
/// The parts that leave a network, for networks that cannot be parsed.
const LEAVING: [&str; 5] = ["Jump(", "JumpNot(", "Return(", "ReturnTrue(", "ReturnFalse("];

/// The jumps over the following networks.
pub(crate) struct Jumps {
    /// The networks of the labels.
    labels: HashMap<NameId, usize>,
    /// The label, or the end, and the condition.
    skips: Vec<(Option<NameId>, ExprId)>,
}

impl Jumps {
    pub(crate) fn of(emit: &mut Emit<'_>, rungs: &[Rung]) -> Self {
        let mut labels = HashMap::new();
        for (at, rung) in rungs.iter().enumerate() {
            for label in declared(rung) {
                labels.insert(emit.name(label), at);
            }
        }
        Self { labels, skips: Vec::new() }
    }

    /// Adds the conditions of the jumps over the current network to its statements.
    pub(crate) fn add_jump_conditions(
        &mut self,
        emit: &mut Emit<'_>,
        routine: &Routine,
        at: usize,
        rung: &Rung,
    ) {
        let language = rung.language.unwrap_or(routine.language);
        let is_drawn = matches!(language, Language::Ld | Language::Fbd);
        let unit = emit.unit();
        for id in emit.index.unit(unit).statements.clone() {
            let Statement { guard, ref effect, span, .. } = emit.index.statements[id as usize];
            let effect = effect.clone();
            if let (Effect::Label(label), true) = (&effect, is_drawn) {
                self.skips.retain(|(to, _)| *to != Some(*label));
            }
            let guard = self.reached(emit, guard);
            emit.index.statements[id as usize].guard = guard;
            match effect {
                Effect::Return => self.skips.push((None, guard)),
                Effect::Jump(label) if is_drawn => self.jump(emit, label, guard, at),
                Effect::Opaque(OpaqueReason::Unparsed | OpaqueReason::TooDeep)
                    if is_drawn && leaves(&rung.text, span) =>
                {
                    self.jump(emit, None, guard, at);
                }
                _ => {}
            }
        }
    }

    fn reached(&self, emit: &mut Emit<'_>, guard: ExprId) -> ExprId {
        if self.skips.is_empty() {
            return guard;
        }
        let exprs = &mut emit.index.exprs;
        let mut all: Vec<ExprId> = self.skips.iter().map(|(_, skip)| exprs.not(*skip)).collect();
        all.push(guard);
        exprs.and(&all)
    }

    /// A backward jump repeats networks; the target of an unknown label is unknown.
    fn jump(&mut self, emit: &mut Emit<'_>, label: Option<NameId>, guard: ExprId, at: usize) {
        match label.and_then(|label| self.labels.get(&label)) {
            Some(to) if *to <= at => {}
            Some(_) => self.skips.push((label, guard)),
            None => {
                let why = emit.index.names.exact("where a label stands");
                let exprs = &mut emit.index.exprs;
                let unknown = exprs.unknown(why);
                self.skips.push((None, exprs.and(&[guard, unknown])));
            }
        }
    }
}

/// The labels at the beginning of a network.
fn declared(rung: &Rung) -> impl Iterator<Item = &str> {
    let all = rung.ladder.iter().flat_map(|ladder| &ladder.rungs);
    all.filter_map(move |one| match one.elements.first() {
        Some(Element::Part(part)) if part.kind_in(&rung.text) == LABEL => {
            match part.pins.first()?.value {
                PinValue::Operand(span) => rung.text.get(span.range()),
                PinValue::Flow(_) => None,
            }
        }
        _ => None,
    })
}

fn leaves(text: &str, span: Span) -> bool {
    let text = text.get(span.range()).unwrap_or_default();
    LEAVING.iter().any(|it| text.contains(it))
}
