//! Sequential function charts: what transitions wait for, and the code of actions.

use tagbridge_code::{Chart, ChartElement, ChartElementKind};
use tagbridge_project::Vendor;
use tagbridge_structured_text::{Span, parse_part_strictly};

use crate::{checker::Unit, diagnostic::Problem, statements, types::Type};

/// Checks a chart that is one text (Logix), or one element of it (CODESYS).
pub(crate) fn check(
    unit: &mut Unit<'_, '_>,
    chart: Option<&Chart>,
    element: Option<&ChartElement>,
) {
    for element in chart.into_iter().flat_map(|it| &it.elements).chain(element) {
        match &element.kind {
            ChartElementKind::Transition(transition) => condition(unit, transition.condition),
            ChartElementKind::Step(step) => {
                for body in step.actions.iter().filter_map(|it| it.body) {
                    code(unit, body);
                }
            }
            ChartElementKind::Branch | ChartElementKind::Stop => {}
        }
    }
}

fn condition(unit: &mut Unit<'_, '_>, span: Span) {
    let text = unit.slice(span).trim();
    if text.is_empty() {
        if unit.vendor() == Vendor::AllenBradley {
            unit.error(span, Problem::SyntaxEnd);
        }
        return;
    }
    let Some(expression) = unit.expression_at(span) else {
        let found = text.chars().take(40).collect();
        unit.error(span, Problem::Syntax { found });
        return;
    };
    let of = unit.value(&expression);
    if !of.may_be_bit() && !matches!(of, Type::Declared(_)) {
        unit.error(expression.span, Problem::Condition { of: of.shown() });
    }
}

fn code(unit: &mut Unit<'_, '_>, span: Span) {
    let (found, errors) = parse_part_strictly(unit.text, span, unit.dialect);
    for error in errors {
        statements::syntax(unit, &error);
    }
    statements::body(unit, &found);
}
