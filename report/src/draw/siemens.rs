//! Ladder of S7: SimaticML and SIMATIC SD.

use tagbridge_code::{Part, Pin, PinValue};
use tagbridge_structured_text::Span;

use super::{BoxedRow, InstructionBox, Mark, PinAnnotation, RungPiece, front::RungContext};

impl RungContext<'_> {
    /// The piece of an S7 part.
    pub(super) fn siemens(&self, part: &Part) -> RungPiece {
        let (name, span) = (part.kind_in(self.text), part.span);
        let plain = part.pins.iter().all(|pin| matches!(pin.value, PinValue::Operand(_)));
        let is_negated = part.pins.first().is_some_and(|pin| pin.is_negated);
        let operands = || part.pins.iter().map(|pin| self.operand(pin)).collect::<Vec<_>>();
        if name == "Not" {
            let mark = Mark::Text("NOT".to_owned());
            return RungPiece::Contact { mark, operands: Vec::new(), span };
        }
        if let Some(kind) = name.strip_suffix("Contact").filter(|_| plain) {
            let mark = mark(kind, is_negated);
            return RungPiece::Contact { mark, operands: operands(), span };
        }
        if let Some(kind) = name.strip_suffix("Coil").filter(|_| plain) {
            return RungPiece::Coil { mark: mark(kind, is_negated), operands: operands() };
        }
        let (subjects, pins): (Vec<&Pin>, Vec<&Pin>) =
            part.pins.iter().partition(|pin| pin.name.is_none());
        let mut subjects = subjects.into_iter().map(|pin| self.operand(pin));
        let title = if name == "Call" { subjects.next() } else { None };
        let title = title.map_or_else(|| name.to_uppercase(), |it| it.trim_matches('"').to_owned());
        let instance = subjects.collect::<Vec<_>>().join(", ");
        let rows = pins.iter().map(|pin| self.row(pin));
        RungPiece::Block(InstructionBox {
            title,
            instance: (!instance.is_empty()).then_some(instance),
            rows: rows.collect(),
            acts: !is_condition(name),
            span,
        })
    }

    fn operand(&self, pin: &Pin) -> String {
        match &pin.value {
            PinValue::Operand(span) => self.text[span.range()].to_owned(),
            PinValue::Flow(_) => String::new(),
        }
    }

    fn row(&self, pin: &Pin) -> BoxedRow {
        let name = pin.name.map_or("", |name| &self.text[name.range()]);
        let value = match &pin.value {
            PinValue::Operand(span) => {
                let not = if pin.is_negated { "NOT " } else { "" };
                PinAnnotation::Text(format!("{not}{}", &self.text[span.range()]))
            }
            PinValue::Flow(series) => {
                let mut flow = self.series(series);
                if pin.is_negated {
                    let (mark, operands) = (Mark::Text("NOT".to_owned()), Vec::new());
                    flow.push(RungPiece::Contact { mark, operands, span: Span::default() });
                }
                PinAnnotation::Flow(flow)
            }
        };
        BoxedRow {
            label: if pin.is_output { format!("{name} =>") } else { name.to_owned() },
            value,
        }
    }
}

/// The mark in a contact or a coil: `PContact` has a P.
fn mark(kind: &str, is_negated: bool) -> Mark {
    match (kind, is_negated) {
        ("", false) => Mark::None,
        ("", true) => Mark::Negated,
        (kind, true) => Mark::Text(format!("/{}", kind.to_uppercase())),
        (kind, false) => Mark::Text(kind.to_uppercase()),
    }
}

/// Whether a part is a condition for the parts after it.
fn is_condition(name: &str) -> bool {
    const CONDITIONS: [&str; 10] =
        ["Eq", "Ne", "Gt", "Ge", "Lt", "Le", "InRange", "OutRange", "Ok", "NotOk"];
    CONDITIONS.iter().any(|it| it.eq_ignore_ascii_case(name))
}
