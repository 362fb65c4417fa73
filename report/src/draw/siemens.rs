//! Ladder of S7: SimaticML and SIMATIC SD.

use tagbridge_code::{Element, Part, Pin, PinValue};
use tagbridge_project::Rung;

use super::{AtPin, Boxed, BoxedRow, Mark, RungPiece};

/// What a network is drawn of. `None`: it is not read as a whole.
pub(super) fn pieces(rung: &Rung) -> Option<Vec<Vec<RungPiece>>> {
    let front = Front { text: &rung.text };
    match &rung.ladder {
        Some(ladder) if ladder.is_whole() => {
            let rungs = ladder.rungs.iter();
            Some(rungs.map(|rung| front.series(&rung.elements)).collect())
        }
        None if rung.text.is_empty() => Some(Vec::new()),
        _ => None,
    }
}

struct Front<'a> {
    text: &'a str,
}

impl Front<'_> {
    fn series(&self, elements: &[Element]) -> Vec<RungPiece> {
        let piece = |element: &Element| match element {
            Element::Part(part) => self.part(part),
            Element::Branch(legs) => {
                RungPiece::Branch(legs.iter().map(|leg| self.series(leg)).collect())
            }
            Element::Signal(span) | Element::Opaque(span, _) => {
                let operands = vec![self.text[span.range()].to_owned()];
                RungPiece::Contact { mark: Mark::None, operands }
            }
        };
        elements.iter().map(piece).collect()
    }

    fn part(&self, part: &Part) -> RungPiece {
        let name = &self.text[part.name.range()];
        let plain = part.pins.iter().all(|pin| matches!(pin.value, PinValue::Operand(_)));
        let is_negated = part.pins.first().is_some_and(|pin| pin.is_negated);
        let operands = || part.pins.iter().map(|pin| self.operand(pin)).collect::<Vec<_>>();
        if name == "Not" {
            return RungPiece::Contact { mark: Mark::Text("NOT".to_owned()), operands: Vec::new() };
        }
        if let Some(kind) = name.strip_suffix("Contact").filter(|_| plain) {
            return RungPiece::Contact { mark: mark(kind, is_negated), operands: operands() };
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
        RungPiece::Block(Boxed {
            title,
            instance: (!instance.is_empty()).then_some(instance),
            rows: rows.collect(),
            acts: !is_condition(name),
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
                AtPin::Text(format!("{not}{}", &self.text[span.range()]))
            }
            PinValue::Flow(series) => {
                let mut flow = self.series(series);
                if pin.is_negated {
                    let mark = Mark::Text("NOT".to_owned());
                    flow.push(RungPiece::Contact { mark, operands: Vec::new() });
                }
                AtPin::Flow(flow)
            }
        };
        BoxedRow {
            label: if pin.is_output { format!("{name} =>") } else { name.to_owned() },
            value,
        }
    }
}

/// What stands in a contact or a coil: `PContact` has a P.
fn mark(kind: &str, is_negated: bool) -> Mark {
    match (kind, is_negated) {
        ("", false) => Mark::None,
        ("", true) => Mark::Negated,
        (kind, true) => Mark::Text(format!("/{}", kind.to_uppercase())),
        (kind, false) => Mark::Text(kind.to_uppercase()),
    }
}

/// Whether a part is a condition for what stands behind it.
fn is_condition(name: &str) -> bool {
    const CONDITIONS: [&str; 10] =
        ["Eq", "Ne", "Gt", "Ge", "Lt", "Le", "InRange", "OutRange", "Ok", "NotOk"];
    CONDITIONS.iter().any(|it| it.eq_ignore_ascii_case(name))
}
