//! Instructions on several elements of an array: their operands name the first element (TIA Portal
//! help, "Move operations").

use crate::{
    RefId,
    emit::Emit,
    expr::{Constant, Expr, ExprId},
};

/// The effect of such an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Moves `COUNT` elements from `IN` to `OUT`.
    Moves,
    /// Copies one value to several elements.
    Fills,
    /// Converts elements to bits, or the reverse.
    Rearranges,
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name.to_ascii_uppercase().as_str() {
        "MOVE_BLK" | "UMOVE_BLK" | "MOVEBLOCKI" | "MOVEBLOCKU" => Kind::Moves,
        "FILL_BLK" | "UFILL_BLK" | "FILLBLOCKI" | "FILLBLOCKU" => Kind::Fills,
        "SCATTER_BLK" | "GATHER_BLK" => Kind::Rearranges,
        _ => return None,
    })
}

/// Extends the operands of such an instruction to their number of elements.
pub(crate) fn widen(emit: &mut Emit<'_>, name: &str, pins: &[(String, ExprId, Option<RefId>)]) {
    let Some(kind) = kind(name) else { return };
    let pin = |name: &str| pins.iter().find(|(pin, ..)| pin.eq_ignore_ascii_case(name));
    let count = pin("COUNT").and_then(|(_, count, _)| match emit.index.exprs.get(*count) {
        Expr::Const(Constant::Int(count)) => u32::try_from(count).ok(),
        _ => None,
    });
    let known = count.filter(|_| kind != Kind::Rearranges).unwrap_or(u32::MAX);
    let source = pin("IN").filter(|_| kind != Kind::Fills);
    for at in source.into_iter().chain(pin("OUT")).filter_map(|(_, _, at)| *at) {
        emit.widen(at, known);
    }
}
