//! Where current flows in a rung, by the values of one scan. Three-valued: what is off stays off
//! behind something unknown, and nothing is guessed.

use tagbridge_report::draw::{AtPin, Boxed, Mark, RungPiece};

use super::names::Written;
use crate::view::{CodeName, LadderPiece, LadderRow, Power};

pub(super) struct Flow<'w, 'a> {
    pub(super) names: &'w mut Written<'a>,
    /// Whether an instruction that does something hands on what comes in.
    pub(super) hands_on: bool,
}

impl Flow<'_, '_> {
    /// A series that begins at the left rail.
    pub(super) fn rung(&mut self, pieces: &[RungPiece]) -> Vec<LadderPiece> {
        let rail = if self.names.is_live() { Power::On } else { Power::Plain };
        self.series(pieces, rail).0
    }

    fn series(&mut self, pieces: &[RungPiece], begin: Power) -> (Vec<LadderPiece>, Power) {
        let mut power = begin;
        let mut drawn = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let piece = self.piece(piece, power);
            power = after(&piece);
            drawn.push(piece);
        }
        (drawn, power)
    }

    fn piece(&mut self, piece: &RungPiece, before: Power) -> LadderPiece {
        match piece {
            RungPiece::Contact { mark, operands } => {
                let operands: Vec<CodeName> =
                    operands.iter().map(|it| self.names.name(it)).collect();
                let passes = match (mark, operands.as_slice()) {
                    (Mark::None, [of]) => power(self.names.value(of).bit()),
                    (Mark::Negated, [of]) => power(self.names.value(of).bit().map(|it| !it)),
                    // An edge, or something that no snapshot tells.
                    _ => Power::Unknown,
                };
                let is_not =
                    matches!(mark, Mark::Text(text) if text == "NOT") && operands.is_empty();
                let after = if is_not { not(before) } else { and(before, passes) };
                LadderPiece::Contact { mark: letters(mark), operands, before, after }
            }
            RungPiece::Coil { mark, operands } => {
                let operands = operands.iter().map(|it| self.names.name(it)).collect();
                LadderPiece::Coil { mark: letters(mark), operands, before, after: before }
            }
            RungPiece::Block(block) => self.block(block, before),
            RungPiece::Branch(legs) => {
                let legs: Vec<_> = legs.iter().map(|leg| self.series(leg, before)).collect();
                let after = legs.iter().map(|(_, power)| *power).reduce(or).unwrap_or(before);
                LadderPiece::Branch {
                    legs: legs.into_iter().map(|it| it.0).collect(),
                    before,
                    after,
                }
            }
        }
    }

    fn block(&mut self, block: &Boxed, before: Power) -> LadderPiece {
        let rows: Vec<LadderRow> = block
            .rows
            .iter()
            .map(|row| match &row.value {
                AtPin::Text(text) => LadderRow {
                    label: row.label.clone(),
                    name: Some(self.names.name(text)),
                    flow: Vec::new(),
                },
                AtPin::Flow(pieces) => {
                    LadderRow { label: row.label.clone(), name: None, flow: self.rung(pieces) }
                }
            })
            .collect();
        let after = match (block.acts, self.hands_on) {
            (true, true) if block.title != "JMP" && is_known(&block.title) => before,
            (true, _) => and(before, Power::Unknown),
            (false, _) => and(before, self.compared(&block.title, &rows)),
        };
        LadderPiece::Block {
            title: block.title.clone(),
            instance: block.instance.as_ref().map(|it| self.names.name(it)),
            rows,
            acts: block.acts,
            before,
            after,
        }
    }

    /// What a comparison says.
    fn compared(&mut self, title: &str, rows: &[LadderRow]) -> Power {
        let names = rows.iter().filter_map(|row| row.name.as_ref());
        let numbers: Vec<Option<f64>> = names.map(|it| self.names.value(it).number()).collect();
        let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
        let word = title.to_ascii_uppercase();
        if word == "AFI" {
            return Power::Off;
        }
        let Some(numbers) = numbers else { return Power::Unknown };
        let holds = match (word.as_str(), numbers.as_slice()) {
            ("EQU" | "EQ", [a, b]) => Some(a.total_cmp(b).is_eq() || (a - b).abs() == 0.0),
            ("NEQ" | "NE", [a, b]) => Some((a - b).abs() > 0.0),
            ("GRT" | "GT", [a, b]) => Some(a > b),
            ("GEQ" | "GE", [a, b]) => Some(a >= b),
            ("LES" | "LT", [a, b]) => Some(a < b),
            ("LEQ" | "LE", [a, b]) => Some(a <= b),
            // Low limit, test, high limit: outside of them where the low one is above the high one.
            ("LIM" | "LIMIT", [low, of, high]) if low <= high => Some((*low..=*high).contains(of)),
            ("LIM" | "LIMIT", [low, of, high]) => Some(of <= high || low <= of),
            _ => None,
        };
        power(holds)
    }
}

/// Instructions that hand on what comes in, whatever they do.
fn is_known(title: &str) -> bool {
    const WORDS: [&str; 33] = [
        "TON", "TOF", "RTO", "CTU", "CTD", "MOV", "MOVE", "MVM", "BTD", "CLR", "COP", "CPS", "FLL",
        "ADD", "SUB", "MUL", "DIV", "MOD", "SQR", "SQRT", "NEG", "ABS", "CPT", "AND", "OR", "XOR",
        "NOT", "TOD", "FRD", "JSR", "GSV", "SSV", "NOP",
    ];
    WORDS.iter().any(|it| it.eq_ignore_ascii_case(title))
}

fn letters(mark: &Mark) -> String {
    match mark {
        Mark::None => String::new(),
        Mark::Negated => "/".to_owned(),
        Mark::Text(text) => text.clone(),
    }
}

fn after(piece: &LadderPiece) -> Power {
    match piece {
        LadderPiece::Contact { after, .. }
        | LadderPiece::Coil { after, .. }
        | LadderPiece::Block { after, .. }
        | LadderPiece::Branch { after, .. } => *after,
    }
}

fn power(known: Option<bool>) -> Power {
    match known {
        Some(true) => Power::On,
        Some(false) => Power::Off,
        None => Power::Unknown,
    }
}

fn not(of: Power) -> Power {
    match of {
        Power::On => Power::Off,
        Power::Off => Power::On,
        other => other,
    }
}

fn and(one: Power, other: Power) -> Power {
    match (one, other) {
        (Power::Plain, _) => Power::Plain,
        (Power::Off, _) | (_, Power::Off) => Power::Off,
        (Power::On, Power::On) => Power::On,
        _ => Power::Unknown,
    }
}

fn or(one: Power, other: Power) -> Power {
    match (one, other) {
        (Power::Plain, _) => Power::Plain,
        (Power::On, _) | (_, Power::On) => Power::On,
        (Power::Off, Power::Off) => Power::Off,
        _ => Power::Unknown,
    }
}
