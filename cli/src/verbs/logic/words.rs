//! What rows are made of, in words.

use tagbridge_logic::{
    Logic, Reason, Relation,
    expr::{Constant, Expr, ExprId},
    query::{EffectRow, Turned},
};

/// When a statement turns a place on, or off: its condition, and the value that it gives.
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

pub(super) fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "same",
        Relation::Contains => "contains it",
        Relation::Within => "part of it",
        Relation::Overlaps => "overlaps it",
        Relation::May => "may be it",
        Relation::Disjoint => "other",
    }
}

pub(super) fn reason_of(logic: &Logic<'_>, reason: Reason) -> String {
    let name = |id| logic.index.names.text(id);
    match reason {
        Reason::Unparsed => "not understood".to_owned(),
        Reason::TooDeep => "nested too deeply".to_owned(),
        Reason::UnknownInstruction(id) => format!("unknown instruction {}", name(id)),
        Reason::UnknownCallee(id) => format!("calls {}, which is not in the file", name(id)),
        Reason::Undeclared(id) => format!("{} is not declared in the file", name(id)),
        Reason::Pointer => "goes through a pointer".to_owned(),
        Reason::AddressTaken => "takes an address".to_owned(),
        Reason::ComputedAddress => "computes an address".to_owned(),
        Reason::NotChosen => "an operand is not chosen".to_owned(),
        Reason::Ambiguous => "the file does not tell what is meant".to_owned(),
        Reason::Protected => "the code is protected".to_owned(),
        Reason::Language => "a language that is not read".to_owned(),
    }
}
