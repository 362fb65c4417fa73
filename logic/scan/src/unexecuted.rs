//! Code that a controller executes, but this crate does not.

use std::collections::BTreeMap;

use tagbridge_logic::{
    Callee, Effect, Logic,
    expr::{Expr, ExprId},
};
use tagbridge_project::Vendor;

use crate::{block, function, is_sbr, logix, standard};

/// The instructions, blocks and loops of a project that a controller would execute but a scan does
/// not, with their number. The places that they write keep their values.
pub fn not_executed(logic: Logic<'_>) -> BTreeMap<String, usize> {
    let index = logic.index;
    let mut found = BTreeMap::new();
    for (_, statement) in logic.reached().iter().flat_map(|unit| index.statements_of(*unit)) {
        let called = |callee: &Callee| match callee {
            Callee::Routine(_) => None,
            Callee::Block(at) => Some(logic.project.blocks[*at as usize].name.clone()),
            Callee::Unknown(name) => Some(index.names.text(*name).to_owned()),
        };
        let name = match &statement.effect {
            Effect::Run { spec, instance: Some(instance), .. } => {
                let (name, known) = match logic.project.vendor {
                    Vendor::AllenBradley => {
                        let name = index.names.text(index.specs.name(*spec)).to_owned();
                        (name, &logix::NAMES[..])
                    }
                    Vendor::Siemens | Vendor::Codesys => {
                        let place = index.reference(*instance).place;
                        (standard::name(logic, *spec, place), &standard::NAMES[..])
                    }
                };
                (!known.iter().any(|it| it.eq_ignore_ascii_case(&name))).then_some(name)
            }
            Effect::Run { spec, instance: None, .. } if is_sbr(logic, *spec) => None,
            Effect::Run { spec, instance: None, .. } => {
                Some(index.names.text(index.specs.name(*spec)).to_owned())
            }
            Effect::Call { callee: Callee::Block(_), .. }
                if block::is_executed(logic, statement) =>
            {
                None
            }
            Effect::Call { callee, .. } => called(callee),
            Effect::Assign { .. } if statement.repeated => Some("a loop".to_owned()),
            Effect::Assign { value, .. } => {
                unknown_function(logic, *value).or_else(|| unknown_function(logic, statement.guard))
            }
            Effect::Opaque(_) => Some(logic.cite(statement.unit, statement.span).quote),
            _ => None,
        };
        if let Some(name) = name {
            *found.entry(name).or_default() += 1;
        }
    }
    found
}

/// A function in an expression whose value is not computed.
fn unknown_function(logic: Logic<'_>, id: ExprId) -> Option<String> {
    let exprs = &logic.index.exprs;
    let mut callees = exprs.within(id).filter_map(|id| match exprs.get(id) {
        Expr::Call(callee, _) => Some(logic.index.names.text(callee)),
        _ => None,
    });
    let is_block =
        |name: &str| logic.project.blocks.iter().any(|it| it.name.eq_ignore_ascii_case(name));
    let found = callees.find(|name| !function::is_standard(name) && !is_block(name));
    found.map(str::to_owned)
}
