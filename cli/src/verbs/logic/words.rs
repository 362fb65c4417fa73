//! The parts of rows as texts.

use tagbridge_logic::{
    Logic, OpaqueReason,
    expr::{Constant, Expr, ExprId},
    query::{EffectRow, Turned},
};

use tagbridge_texts::{Coded, Message};

use crate::messages::CodeWord;

/// When a statement turns a place on or off: its condition, and the assigned value.
pub(super) fn condition_of(logic: &Logic<'_>, row: &EffectRow, wanted: Turned) -> String {
    let exprs = &logic.index.exprs;
    let always = |id: ExprId| exprs.get(id) == Expr::Const(Constant::Bool(true));
    let guard = (!always(row.condition)).then(|| logic.expression(row.condition));
    let value = row.value.map(|value| {
        let text = logic.expression(value);
        let single = matches!(exprs.get(value), Expr::Ref(_) | Expr::Call(..));
        let number = matches!(exprs.get(value), Expr::Arith(..));
        match (exprs.get(value), wanted) {
            _ if number => format!("{text} {} 0", if wanted == Turned::On { "<>" } else { "=" }),
            (_, Turned::On) => text,
            (Expr::Not(of), Turned::Off) => logic.expression(of),
            (_, Turned::Off) if single => format!("NOT {text}"),
            (_, Turned::Off) => format!("NOT ({text})"),
        }
    });
    match (guard, value) {
        (None, None) => "TRUE".to_owned(),
        (Some(only), None) | (None, Some(only)) => only,
        (Some(guard), Some(value)) => format!("({guard}) AND ({value})"),
    }
}

pub(super) fn reason_of(logic: &Logic<'_>, reason: OpaqueReason) -> Message {
    let name = |id| logic.index.names.text(id).to_owned();
    let word = match reason {
        OpaqueReason::Unparsed => CodeWord::NotUnderstood,
        OpaqueReason::TooDeep => CodeWord::TooDeep,
        OpaqueReason::UnknownInstruction(id) => {
            CodeWord::UnknownInstructionNamed { name: name(id) }
        }
        OpaqueReason::UnknownCallee(id) => CodeWord::UnknownCallee { name: name(id) },
        OpaqueReason::Undeclared(id) => CodeWord::Undeclared { name: name(id) },
        OpaqueReason::Pointer => CodeWord::Pointer,
        OpaqueReason::AddressTaken => CodeWord::AddressTaken,
        OpaqueReason::ComputedAddress => CodeWord::ComputedAddress,
        OpaqueReason::NotChosen => CodeWord::NotChosen,
        OpaqueReason::Ambiguous => CodeWord::Ambiguous,
        OpaqueReason::Protected => CodeWord::Protected,
        OpaqueReason::Language => CodeWord::Language,
    };
    word.message()
}
