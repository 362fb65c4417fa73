//! Tables on several pages.

use super::{
    BOTTOM, INNER, Line, MARGIN, Row, SIZE, SMALL, Sheets, Tag, count as lines, rule, text,
};
use crate::{Face, Shape};

impl Sheets<'_> {
    /// A table; its header is repeated on each page.
    pub(in crate::pdf) fn table(&mut self, heads: &[String], columns: &[f32], rows: Vec<Row>) {
        let gap = 6.0;
        let widths: Vec<f32> = columns.iter().map(|share| share * INNER - gap).collect();
        let lefts: Vec<f32> = columns
            .iter()
            .scan(MARGIN, |x, share| {
                let left = *x;
                *x += share * INNER;
                Some(left)
            })
            .collect();
        let leading = SMALL * 1.3;
        let mut must_head = true;
        for (anchor, cells) in rows {
            let cells: Vec<Vec<Line>> = cells
                .iter()
                .zip(&widths)
                .map(|(runs, width)| self.lines(runs, *width, SMALL, Face::Regular))
                .collect();
            let count = cells.iter().map(Vec::len).max().unwrap_or(0);
            let mut cells: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
            // Cell by cell, so that a name on two lines is copied completely.
            let mut drawn: Vec<Vec<Shape>> = vec![Vec::new(); cells.len()];
            for at in 0..count {
                // The first two lines of a row are kept on one page.
                let needs = if at == 0 { leading * 2.0_f32.min(lines(count)) } else { leading };
                let needs = needs + if must_head { leading * 2.5 } else { 0.0 };
                if at > 0 && self.y + needs > BOTTOM {
                    self.put(Tag::Paragraph, drawn.iter_mut().flat_map(std::mem::take).collect());
                }
                if self.room(needs) || must_head {
                    self.table_head(heads, &lefts);
                    must_head = false;
                }
                if let Some(anchor) = anchor.filter(|_| at == 0) {
                    self.anchors.insert(anchor, (self.done.len() - 1, self.y));
                }
                self.y += leading;
                let y = self.y;
                for ((cell, left), drawn) in cells.iter_mut().zip(&lefts).zip(&mut drawn) {
                    if let Some(line) = cell.next() {
                        drawn.extend(self.line(line, *left, y, Face::Regular, SMALL));
                    }
                }
            }
            self.y += 3.0;
            let mut shapes: Vec<Shape> = drawn.into_iter().flatten().collect();
            shapes.push(rule(self.y));
            self.put(Tag::Paragraph, shapes);
        }
        self.y += SIZE;
    }

    fn table_head(&mut self, heads: &[String], lefts: &[f32]) {
        self.y += SMALL * 1.3;
        let mut shapes: Vec<Shape> = heads
            .iter()
            .zip(lefts)
            .map(|(head, left)| text(*left, self.y, head, Face::Bold, SMALL))
            .collect();
        self.y += 3.0;
        shapes.push(rule(self.y));
        self.put(Tag::Paragraph, shapes);
    }
}
