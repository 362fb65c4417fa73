//! Measures the pieces of a rung, and breaks it into rows.

use std::collections::HashMap;

use super::{InstructionBox, Mark, PinAnnotation, RungPiece, broken};
use crate::{Face, Fonts};

/// Distance of lines of text.
pub(super) const LINE: f32 = 1.2;
/// Half the height of a contact.
pub(super) const HALF: f32 = 0.7;
/// Distance of rows, and of legs.
pub(super) const GAP: f32 = 0.5;
/// Distance from the edge of a branch to its legs.
pub(super) const PAD: f32 = 1.0;
/// Width of an arrow and its number at the end of a row.
pub(super) const ARROW: f32 = 2.6;
/// Distance from the edge of a piece to its box.
pub(super) const STUB: f32 = 0.6;
/// Size of the number at an arrow.
pub(super) const NUMBER: f32 = 0.85;
/// Maximum width of a line of a name above a contact or in a box.
const NAME: f32 = 13.0;
/// Rows up to this width are never broken.
const NARROWEST: f32 = 24.0;

/// Rows of pieces in series.
#[derive(Debug)]
pub(super) struct Series<'p> {
    pub(super) rows: Vec<SeriesRow<'p>>,
    pub(super) size: Size,
}

/// Pieces in one row.
#[derive(Debug)]
pub(super) struct SeriesRow<'p> {
    pub(super) pieces: Vec<Measured<'p>>,
    /// Distance from the wire of the first row to that of this one.
    pub(super) y: f32,
    pub(super) size: Size,
}

/// The size of a piece. The wire enters at its left edge, at the height 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) width: f32,
    /// Extent above the wire.
    pub(super) above: f32,
    /// Extent below the wire.
    pub(super) below: f32,
    /// How far below the input the wire leaves.
    pub(super) exit: f32,
}

/// A piece with its size.
#[derive(Debug)]
pub(super) struct Measured<'p> {
    pub(super) piece: &'p RungPiece,
    pub(super) size: Size,
    pub(super) inner: Inner<'p>,
}

/// The contents of a piece.
#[derive(Debug)]
pub(super) enum Inner<'p> {
    /// A contact or a coil: the lines above it, and those below it.
    Symbol(Vec<String>, Vec<String>),
    Block(BlockLines<'p>),
    /// Legs, each with its distance from the first one.
    Branch(Vec<(f32, Series<'p>)>),
}

/// The contents of a box.
#[derive(Debug)]
pub(super) struct BlockLines<'p> {
    /// Width of the input series at the left.
    pub(super) flows: f32,
    pub(super) title: Vec<String>,
    pub(super) instance: Vec<String>,
    pub(super) rows: Vec<BlockRow<'p>>,
    /// Distance from the left edge to the values.
    pub(super) values: f32,
}

/// A row of a box.
#[derive(Debug)]
pub(super) struct BlockRow<'p> {
    pub(super) label: String,
    /// Distance from the wire to the centre of its first line.
    pub(super) y: f32,
    pub(super) lines: Vec<String>,
    pub(super) flow: Option<Series<'p>>,
}

/// Measures.
pub(super) struct Measure<'f> {
    fonts: &'f Fonts,
    /// Widths of unbroken pieces, by their address.
    natural: HashMap<*const RungPiece, f32>,
}

impl<'f> Measure<'f> {
    pub(super) fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, natural: HashMap::new() }
    }

    /// Measures pieces in series, in rows of at most this width if possible.
    pub(super) fn series<'p>(&mut self, pieces: &'p [RungPiece], width: f32) -> Series<'p> {
        let width = width.max(NARROWEST);
        let natural: f32 = pieces.iter().map(|piece| self.natural(piece)).sum();
        let fits = natural <= width + 1e-3;
        let limit = if fits { width } else { width - 2.0 * ARROW };
        let mut rows: Vec<SeriesRow<'p>> = Vec::new();
        let mut row: Vec<Measured<'p>> = Vec::new();
        let mut used = 0.0;
        for piece in pieces {
            let measured = self.piece(piece, limit);
            if !fits && !row.is_empty() && used + measured.size.width > limit {
                rows.push(SeriesRow::of(std::mem::take(&mut row)));
                used = 0.0;
            }
            used += measured.size.width;
            row.push(measured);
        }
        rows.push(SeriesRow::of(row));
        let mut bottom = f32::NEG_INFINITY;
        for row in &mut rows {
            if bottom > f32::NEG_INFINITY {
                row.y = bottom + GAP + row.size.above;
            }
            bottom = row.y + row.size.below;
        }
        let arrows = if rows.len() > 1 { 2.0 * ARROW } else { 0.0 };
        let widest = rows.iter().map(|row| row.size.width).fold(0.0, f32::max);
        let last = rows.last().map_or(0.0, |row| row.y + row.size.exit);
        let above = rows.first().map_or(0.0, |row| row.size.above);
        let size = Size { width: widest + arrows, above, below: bottom, exit: last };
        Series { rows, size }
    }

    /// The width of an unbroken piece.
    fn natural(&mut self, piece: &RungPiece) -> f32 {
        if let Some(known) = self.natural.get(&std::ptr::from_ref(piece)) {
            return *known;
        }
        let width = match piece {
            RungPiece::Contact { .. } | RungPiece::Coil { .. } => self.symbol(piece).size.width,
            RungPiece::Block(block) => self.block(piece, block, f32::INFINITY).size.width,
            RungPiece::Branch(legs) => {
                let legs = legs.iter().map(|leg| self.natural_series(leg));
                legs.fold(0.0, f32::max) + 2.0 * PAD
            }
        };
        self.natural.insert(std::ptr::from_ref(piece), width);
        width
    }

    fn natural_series(&mut self, pieces: &[RungPiece]) -> f32 {
        pieces.iter().map(|piece| self.natural(piece)).sum::<f32>().max(EMPTY.width)
    }

    fn piece<'p>(&mut self, piece: &'p RungPiece, width: f32) -> Measured<'p> {
        match piece {
            RungPiece::Contact { .. } | RungPiece::Coil { .. } => self.symbol(piece),
            RungPiece::Block(block) => self.block(piece, block, width),
            RungPiece::Branch(legs) => {
                let mut size = Size::default();
                let mut placed = Vec::with_capacity(legs.len());
                for leg in legs {
                    let leg = self.series(leg, width - 2.0 * PAD);
                    let y = if placed.is_empty() {
                        size = leg.size;
                        0.0
                    } else {
                        size.below + GAP + leg.size.above
                    };
                    size.width = size.width.max(leg.size.width);
                    size.below = size.below.max(y + leg.size.below);
                    placed.push((y, leg));
                }
                size.width += 2.0 * PAD;
                Measured { piece, size, inner: Inner::Branch(placed) }
            }
        }
    }

    fn symbol<'p>(&self, piece: &'p RungPiece) -> Measured<'p> {
        let (RungPiece::Contact { mark, operands, .. } | RungPiece::Coil { mark, operands }) =
            piece
        else {
            return Measured { piece, size: EMPTY, inner: Inner::Symbol(Vec::new(), Vec::new()) };
        };
        let lines = |at: usize| match operands.get(at) {
            Some(operand) => broken(operand, NAME, Face::Regular, self.fonts),
            None => Vec::new(),
        };
        let (above, below) = (
            lines(0),
            operands
                .iter()
                .skip(1)
                .flat_map(|it| broken(it, NAME, Face::Regular, self.fonts))
                .collect::<Vec<_>>(),
        );
        let widest = self.widest(Face::Regular, above.iter().chain(&below));
        let width = (widest + 1.2).max(2.0 * inside(mark, self.fonts) + 2.6);
        let size = Size {
            width,
            above: HALF + 0.3 + rows(above.len()),
            below: HALF + 0.2 + if below.is_empty() { 0.0 } else { 0.3 + rows(below.len()) },
            exit: 0.0,
        };
        Measured { piece, size, inner: Inner::Symbol(above, below) }
    }

    fn widest<'s>(&self, face: Face, lines: impl Iterator<Item = &'s String>) -> f32 {
        lines.map(|line| self.fonts.width(face, line)).fold(0.0, f32::max)
    }

    fn block<'p>(
        &mut self,
        piece: &'p RungPiece,
        block: &'p InstructionBox,
        width: f32,
    ) -> Measured<'p> {
        let title = broken(&block.title, NAME, Face::Bold, self.fonts);
        let instance = block.instance.as_ref();
        let instance =
            instance.map(|it| broken(it, NAME, Face::Regular, self.fonts)).unwrap_or_default();
        let labels = block.rows.iter().map(|row| &row.label);
        let label = self.widest(Face::Regular, labels);
        let values = 0.6 + if label > 0.0 { label + 0.8 } else { 0.0 };
        let (mut y, mut free) = (rows(title.len() + instance.len()), HALF + 0.3);
        let (mut flows, mut widest) = (0.0_f32, 0.0_f32);
        let mut all = Vec::with_capacity(block.rows.len());
        for row in &block.rows {
            let (mut lines, mut flow) = (Vec::new(), None);
            match &row.value {
                PinAnnotation::Text(text) => {
                    lines = broken(text, NAME, Face::Regular, self.fonts);
                    widest = widest.max(self.widest(Face::Regular, lines.iter()));
                }
                PinAnnotation::Flow(pieces) => {
                    let series = self.series(pieces, width - NAME - label);
                    y = y.max(free + GAP + series.size.above);
                    free = y + series.size.below;
                    flows = flows.max(series.size.width.max(EMPTY.width) + 1.0);
                    flow = Some(series);
                }
            }
            let count = lines.len().max(1);
            all.push(BlockRow { label: row.label.clone(), y, lines, flow });
            y += rows(count);
        }
        let inner = (values + widest)
            .max(self.widest(Face::Bold, title.iter()) + 0.6)
            .max(self.widest(Face::Regular, instance.iter()) + 0.6);
        let size = Size {
            width: flows + inner + 0.6 + 2.0 * STUB,
            above: HALF + 0.4,
            below: (y - LINE / 2.0 + 0.3).max(free),
            exit: 0.0,
        };
        let inner = BlockLines { flows, title, instance, rows: all, values };
        Measured { piece, size, inner: Inner::Block(inner) }
    }
}

/// The size of an empty row.
const EMPTY: Size = Size { width: 2.0, above: HALF, below: HALF, exit: 0.0 };

impl<'p> SeriesRow<'p> {
    fn of(pieces: Vec<Measured<'p>>) -> Self {
        let mut size = if pieces.is_empty() { EMPTY } else { Size::default() };
        for piece in &pieces {
            size.width += piece.size.width;
            size.above = size.above.max(piece.size.above - size.exit);
            size.below = size.below.max(size.exit + piece.size.below);
            size.exit += piece.size.exit;
        }
        Self { pieces, y: 0.0, size }
    }
}

/// The height of this number of lines.
#[expect(clippy::cast_precision_loss, reason = "no box has so many lines")]
pub(super) fn rows(count: usize) -> f32 {
    count as f32 * LINE
}

/// Distance from the centre of a symbol to its inner edge.
pub(super) fn inside(mark: &Mark, fonts: &Fonts) -> f32 {
    match mark {
        Mark::None | Mark::Negated => 0.45,
        Mark::Text(text) => (fonts.width(Face::Regular, text) * NUMBER / 2.0 + 0.25).max(0.45),
    }
}
