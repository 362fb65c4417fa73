//! Arranges pieces in a drawing: contacts left, coils right, branches as rows below each other.

use super::{
    Mark, RungPiece,
    measure::{
        ARROW, BlockLines, GAP, HALF, Inner, LINE, Measure, Measured, NUMBER, PAD, STUB, Series,
        Size, inside, rows,
    },
};
use crate::{Align, BoxStyle, Face, Fonts, Label, Pen, Point, Scene, Shape};

/// Distance from the edge of a drawing to its rail.
const EDGE: f32 = 0.4;

/// Draws series that each begin at the left rail and end at the right one.
pub(super) fn scene(all: &[Vec<RungPiece>], width: f32, fonts: &Fonts) -> Scene {
    let mut measure = Measure::new(fonts);
    let inner = width - 2.0 * EDGE;
    let all: Vec<Series<'_>> = all.iter().map(|one| measure.series(one, inner)).collect();
    let fill = all.iter().map(|one| one.size.width).fold(inner, f32::max);
    let mut ink = Ink { fonts, shapes: Vec::new(), arrows: 0 };
    let mut top = 0.0;
    for series in &all {
        let y = top + series.size.above;
        ink.series(series, EDGE, y, fill);
        top = y + series.size.below + GAP;
    }
    let height = (top - GAP).max(2.0 * HALF);
    for x in [EDGE, EDGE + fill] {
        ink.line(Point::new(x, 0.0), Point::new(x, height), Pen::Rail);
    }
    Scene { width: fill + 2.0 * EDGE, height, shapes: ink.shapes }
}

struct Ink<'f> {
    fonts: &'f Fonts,
    shapes: Vec<Shape>,
    /// Number of continued rows.
    arrows: usize,
}

impl Ink<'_> {
    fn line(&mut self, from: Point, to: Point, pen: Pen) {
        self.shapes.push(Shape::Line { from, to, pen });
    }

    /// A horizontal wire, if its length is not zero.
    fn wire(&mut self, from: f32, to: f32, y: f32) {
        if to > from + 1e-3 {
            self.line(Point::new(from, y), Point::new(to, y), Pen::Wire);
        }
    }

    fn upright(&mut self, x: f32, from: f32, to: f32) {
        self.line(Point::new(x, from), Point::new(x, to), Pen::Wire);
    }

    fn text(&mut self, at: Point, text: &str, face: Face, size: f32, align: Align) {
        if !text.is_empty() {
            let text = text.to_owned();
            self.shapes.push(Shape::Text(Label { at, text, face, size, align }));
        }
    }

    fn series(&mut self, series: &Series<'_>, x: f32, y: f32, fill: f32) {
        let last = series.rows.len().saturating_sub(1);
        for (at, row) in series.rows.iter().enumerate() {
            let mut wire = y + row.y;
            let (mut begin, mut end) = (x, x + fill);
            if at > 0 {
                self.arrow(x, wire, false);
                begin += ARROW;
            }
            if at < last {
                end -= ARROW;
            }
            // Outputs are at the right of the last row.
            let acting = row.pieces.iter().rev().take_while(|it| it.piece.acts()).count();
            let acting = if at == last { acting } else { 0 };
            let tail = row.pieces.len() - acting;
            let tail_width: f32 = row.pieces[tail..].iter().map(|it| it.size.width).sum();
            for (at, piece) in row.pieces.iter().enumerate() {
                if at == tail {
                    self.wire(begin, end - tail_width, wire);
                    begin = begin.max(end - tail_width);
                }
                self.piece(piece, begin, wire);
                begin += piece.size.width;
                wire += piece.size.exit;
            }
            self.wire(begin, end, wire);
            if at < last {
                self.arrows += 1;
                self.arrow(end, wire, true);
            }
        }
    }

    /// An arrow to the row below, or from the row above.
    fn arrow(&mut self, x: f32, y: f32, leaves: bool) {
        let number = self.arrows.to_string();
        let tip = if leaves { x + 0.9 } else { x + ARROW - 0.6 };
        let (begin, end) = if leaves { (x, tip) } else { (tip, x + ARROW) };
        self.wire(begin, end, y);
        let back = |dy: f32| Point::new(tip - 0.5, y + dy);
        self.shapes.push(Shape::Curve(vec![back(-0.3), Point::new(tip, y), back(0.3)]));
        let (at, align) = if leaves { (x + 1.1, Align::Start) } else { (tip - 0.7, Align::End) };
        self.text(Point::new(at, y + 0.3), &number, Face::Bold, NUMBER, align);
    }

    fn piece(&mut self, measured: &Measured<'_>, x: f32, y: f32) {
        let size = measured.size;
        match (measured.piece, &measured.inner) {
            (RungPiece::Contact { mark, .. }, Inner::Symbol(above, below)) => {
                let (middle, half) = self.symbol(mark, (above, below), x, y, size);
                for x in [middle - half, middle + half] {
                    self.upright(x, y - HALF, y + HALF);
                }
            }
            (RungPiece::Coil { mark, .. }, Inner::Symbol(above, below)) => {
                let (middle, half) = self.symbol(mark, (above, below), x, y, size);
                for side in [-1.0, 1.0] {
                    let bow = [(-1.0, 0.0), (-0.6, 0.22), (0.0, 0.32), (0.6, 0.22), (1.0, 0.0)];
                    let point = |(dy, dx): (f32, f32)| {
                        Point::new(middle + side * (half - 0.32 + dx), y + dy * HALF)
                    };
                    self.shapes.push(Shape::Curve(bow.into_iter().map(point).collect()));
                }
            }
            (_, Inner::Block(block)) => self.block(block, x, y, size),
            (_, Inner::Branch(legs)) => self.branch(legs, x, y, size),
            _ => {}
        }
    }

    /// The wires, the mark and the names of a contact or a coil, by its centre and its half width.
    fn symbol(
        &mut self,
        mark: &Mark,
        (above, below): (&[String], &[String]),
        x: f32,
        y: f32,
        size: Size,
    ) -> (f32, f32) {
        let (middle, half) = (x + size.width / 2.0, inside(mark, self.fonts));
        self.wire(x, middle - half, y);
        self.wire(middle + half, x + size.width, y);
        match mark {
            Mark::None => {}
            Mark::Negated => self.line(
                Point::new(middle - half * 0.7, y + HALF * 0.8),
                Point::new(middle + half * 0.7, y - HALF * 0.8),
                Pen::Wire,
            ),
            Mark::Text(text) => {
                let at = Point::new(middle, y + 0.3);
                self.text(at, text, Face::Regular, NUMBER, Align::Middle);
            }
        }
        for (at, line) in above.iter().enumerate() {
            let up = HALF + 0.45 + rows(above.len() - 1 - at);
            self.text(Point::new(middle, y - up), line, Face::Regular, 1.0, Align::Middle);
        }
        for (at, line) in below.iter().enumerate() {
            let down = HALF + 1.1 + rows(at);
            self.text(Point::new(middle, y + down), line, Face::Regular, 1.0, Align::Middle);
        }
        (middle, half)
    }

    fn block(&mut self, block: &BlockLines<'_>, x: f32, y: f32, size: Size) {
        let left = x + block.flows + STUB;
        let width = size.width - block.flows - 2.0 * STUB;
        self.wire(x, left, y);
        self.wire(left + width, x + size.width, y);
        let at = Point::new(left, y - HALF - 0.2);
        let height = block.rows.last().map_or(0.0, |row| row.y + rows(row.lines.len().max(1)));
        let height = height.max(rows(block.title.len() + block.instance.len())) - LINE / 2.0;
        let height = height + HALF + 0.4;
        self.shapes.push(Shape::Box { at, width, height, look: BoxStyle::Plain });
        let heads = block.title.iter().map(|line| (line, Face::Bold));
        let heads = heads.chain(block.instance.iter().map(|line| (line, Face::Regular)));
        for (at, (line, face)) in heads.enumerate() {
            let at = Point::new(left + width / 2.0, y + 0.36 + rows(at));
            self.text(at, line, face, 1.0, Align::Middle);
        }
        for row in &block.rows {
            let base = y + row.y + 0.36;
            self.text(Point::new(left + 0.6, base), &row.label, Face::Regular, 1.0, Align::Start);
            for (at, line) in row.lines.iter().enumerate() {
                let at = Point::new(left + block.values, base + rows(at));
                self.text(at, line, Face::Regular, 1.0, Align::Start);
            }
            if let Some(flow) = &row.flow {
                let (rail, wire) = (x + 0.4, y + row.y);
                let (above, below) = (Point::new(rail, wire - HALF), Point::new(rail, wire + HALF));
                self.line(above, below, Pen::Rail);
                // The input series ends in the last row of its path.
                let fill = left - rail - STUB;
                self.series(flow, rail, wire, fill);
                let end = wire + flow.size.exit;
                self.wire(
                    left - STUB,
                    if flow.size.exit > 0.0 { left - STUB / 2.0 } else { left },
                    end,
                );
                if flow.size.exit > 0.0 {
                    self.upright(left - STUB / 2.0, wire + 0.15, end);
                    self.wire(left - STUB / 2.0, left, wire + 0.15);
                }
            }
        }
    }

    fn branch(&mut self, legs: &[(f32, Series<'_>)], x: f32, y: f32, size: Size) {
        let (left, right) = (x + PAD / 2.0, x + size.width - PAD / 2.0);
        let fill = size.width - 2.0 * PAD;
        self.wire(x, left, y);
        self.wire(right, x + size.width, y + size.exit);
        let (mut lowest, mut highest) = (y, y + size.exit);
        for (down, leg) in legs {
            let wire = y + down;
            self.wire(left, x + PAD, wire);
            self.series(leg, x + PAD, wire, fill);
            self.wire(x + PAD + fill, right, wire + leg.size.exit);
            (lowest, highest) = (lowest.max(wire), highest.max(wire + leg.size.exit));
        }
        self.upright(left, y, lowest);
        self.upright(right, y + size.exit, highest);
    }
}
