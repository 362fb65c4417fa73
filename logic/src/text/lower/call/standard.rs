//! The results of the functions that the platforms define.

pub(in crate::text::lower) use tagbridge_structured_text::standard::is_method;
pub(super) use tagbridge_structured_text::standard::{
    is_changed, is_computed_address, is_function, is_function_block, plain, takes_address,
};

use super::super::{Lowering, Value};
use crate::expr::{Arithmetic, Comparison, ExprId};

/// The result of a function of the platform.
pub(super) fn value(lowering: &mut Lowering<'_, '_>, name: &str, values: &[ExprId]) -> Value {
    let upper = plain(name).to_ascii_uppercase();
    let how = match (upper.as_str(), values.len()) {
        ("ABS", 1) => Some(Arithmetic::Abs),
        ("SQRT", 1) => Some(Arithmetic::Sqrt),
        ("MIN", 2..) => Some(Arithmetic::Min),
        ("MAX", 2..) => Some(Arithmetic::Max),
        ("SHL", 2) => Some(Arithmetic::Shl),
        ("SHR", 2) => Some(Arithmetic::Shr),
        ("EXPT", 2) => Some(Arithmetic::Pow),
        ("ADD", 2..) => Some(Arithmetic::Add),
        ("SUB", 2) => Some(Arithmetic::Sub),
        ("MUL", 2..) => Some(Arithmetic::Mul),
        ("DIV", 2) => Some(Arithmetic::Div),
        ("MOD", 2) => Some(Arithmetic::Mod),
        _ => None,
    };
    let comparison = match upper.as_str() {
        "EQ" => Some(Comparison::Eq),
        "NE" => Some(Comparison::Ne),
        "LT" => Some(Comparison::Lt),
        "LE" => Some(Comparison::Le),
        "GT" => Some(Comparison::Gt),
        "GE" => Some(Comparison::Ge),
        _ => None,
    };
    if let (Some(how), [left, right]) = (comparison, values) {
        let expr = lowering.emit.index.exprs.compare(how, *left, *right);
        return Value { expr, number: Some(false) };
    }
    let name = lowering.emit.name(&upper);
    let exprs = &mut lowering.emit.index.exprs;
    match how {
        Some(how) => Value { expr: exprs.arith(how, values), number: Some(true) },
        None => Value { expr: exprs.call(name, values), number: Some(!upper.ends_with("BOOL")) },
    }
}
