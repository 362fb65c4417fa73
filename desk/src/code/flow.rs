//! The power flow in a rung, from the values of one scan, evaluated with the logic of each part.
//! With three values: off stays off after an unknown part, and no value is guessed.

use tagbridge_logic::{
    Span,
    expr::{Evaluation, Truth},
    power::Flows,
};
use tagbridge_report::draw::{InstructionBox, Mark, PinAnnotation, RungPiece};

use super::names::CodeNames;
use crate::view::{CodeName, LadderPiece, LadderRow, Power};

pub(super) struct Flow<'f, 'w, 'a> {
    pub(super) names: &'w mut CodeNames<'a>,
    pub(super) flows: &'f Flows,
    pub(super) evaluation: Evaluation<'f>,
    /// The rung's position in its routine.
    pub(super) rung: u32,
    /// Whether an output instruction passes on its input.
    pub(super) hands_on: bool,
}

impl Flow<'_, '_, '_> {
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

    /// The elements after a part.
    fn behind(&mut self, span: Span, before: Power) -> Power {
        let before = match before {
            Power::Plain => return Power::Plain,
            Power::On => Truth::True,
            Power::Off => Truth::False,
            Power::Unknown => Truth::Unknown,
        };
        match self.flows.behind((self.rung, span), before, &mut self.evaluation) {
            Truth::True => Power::On,
            Truth::False => Power::Off,
            Truth::Unknown => Power::Unknown,
        }
    }

    fn piece(&mut self, piece: &RungPiece, before: Power) -> LadderPiece {
        match piece {
            RungPiece::Contact { mark, operands, span } => {
                let operands: Vec<CodeName> =
                    operands.iter().map(|it| self.names.name(it)).collect();
                let after = self.behind(*span, before);
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

    fn block(&mut self, block: &InstructionBox, before: Power) -> LadderPiece {
        let mut row = |row: &tagbridge_report::draw::BoxedRow| {
            let (name, flow) = match &row.value {
                PinAnnotation::Text(text) => (Some(self.names.name(text)), Vec::new()),
                PinAnnotation::Flow(pieces) => (None, self.rung(pieces)),
            };
            LadderRow { label: row.label.clone(), name, flow }
        };
        let mut rows: Vec<LadderRow> = block.rows.iter().map(&mut row).collect();
        self.show_members(&mut rows);
        let after = match self.behind(block.span, before) {
            // Snapshots do not contain whether a box fails.
            Power::On if block.acts && !self.hands_on => Power::Unknown,
            power => power,
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

    /// Adds the current preset and accumulated value of a timer or counter. The text of the rung
    /// has the values at the time of the export, or `?`.
    fn show_members(&mut self, rows: &mut [LadderRow]) {
        let Some((LadderRow { name: Some(of), .. }, operands)) = rows.split_first_mut() else {
            return;
        };
        for row in operands {
            let is_literal = row.name.as_ref().is_some_and(|name| name.tag.is_none());
            let member = match row.label.as_str() {
                "Preset" => "PRE",
                "Accum" => "ACC",
                _ => continue,
            };
            if is_literal && let Some(name) = self.names.member(of, member) {
                row.name = Some(name);
            }
        }
    }
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

fn or(one: Power, other: Power) -> Power {
    match (one, other) {
        (Power::Plain, _) => Power::Plain,
        (Power::On, _) | (_, Power::On) => Power::On,
        (Power::Off, Power::Off) => Power::Off,
        _ => Power::Unknown,
    }
}
