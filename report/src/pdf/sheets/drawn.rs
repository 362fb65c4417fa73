//! Drawings and code on several pages.

use super::{Align, BOTTOM, CODE, INNER, MARGIN, Sheets, Tag, WIDTH, plain, text};
use crate::{BoxStyle, Face, Label, Point, Scene, Shape, draw::broken};

/// The height of a drawing.
pub(in crate::pdf) fn height_of(scene: &Scene) -> f32 {
    scene.height * CODE.min(INNER / scene.width.max(1.0))
}

impl Sheets<'_> {
    /// A drawing, with the text size of the page or smaller if necessary; if it is higher than a
    /// page, it continues on the next ones.
    pub(in crate::pdf) fn drawing(&mut self, scene: Scene, says: &str) {
        let scale = CODE.min(INNER / scene.width.max(1.0));
        let most = (BOTTOM - MARGIN - 30.0) / scale;
        let is_high = scene.height * scale > (BOTTOM - MARGIN) / 2.0;
        let fits = self.y + scene.height * scale <= BOTTOM;
        let first = if is_high && !fits && scene.height > most {
            // It does not fit on a page, so it begins here.
            ((BOTTOM - self.y) / scale).max(12.0)
        } else {
            most
        };
        for part in scene.parts(first.min(most), self.fonts) {
            self.room(part.height * scale);
            let by = Point::new(MARGIN, self.y);
            let shapes = part.shapes.iter().map(|shape| shape.scaled(scale, by)).collect();
            self.put(Tag::Figure(says.to_owned()), shapes);
            self.y += part.height * scale;
        }
        self.y += 6.0;
    }

    /// Lines of code, numbered from `first` if it is given. Code that replaces a drawing is in a
    /// grey box with the text `instead`.
    pub(in crate::pdf) fn code(&mut self, code: &str, first: Option<usize>, instead: Option<&str>) {
        let leading = CODE * 1.3;
        let left = if first.is_some() { 30.0 } else { 6.0 };
        let mut rows: Vec<(Option<usize>, String)> = Vec::new();
        for (at, line) in code.lines().enumerate() {
            let clean = plain(line);
            let pieces = broken(&clean, (INNER - left - 6.0) / CODE, Face::Mono, self.fonts);
            let number = first.map(|first| first + at);
            for (at, piece) in pieces.into_iter().enumerate() {
                rows.push((number.filter(|_| at == 0), piece));
            }
        }
        let mut rows = rows.into_iter().peekable();
        let mut word = instead;
        while rows.peek().is_some() || word.is_some() {
            self.room(leading * 2.5);
            let begin = self.y;
            let mut shapes = Vec::new();
            if let Some(word) = word.take() {
                self.y += leading;
                let at = Point::new(WIDTH - MARGIN - 4.0, self.y);
                let (text, face, size) = (word.to_owned(), Face::Regular, CODE);
                let align = Align::End;
                shapes.push(Shape::Text(Label { at, text, face, size, align }));
            }
            while self.y + leading + 4.0 <= BOTTOM
                && let Some((number, line)) = rows.next()
            {
                self.y += leading;
                if let Some(number) = number {
                    let at = Point::new(MARGIN + 22.0, self.y);
                    let (text, face, size) = (number.to_string(), Face::Mono, CODE * 0.85);
                    let align = Align::End;
                    shapes.push(Shape::Text(Label { at, text, face, size, align }));
                }
                if !line.trim().is_empty() {
                    shapes.push(text(MARGIN + left, self.y, line.trim_end(), Face::Mono, CODE));
                }
            }
            self.y += 4.0;
            if instead.is_some() {
                let (at, height) = (Point::new(MARGIN, begin), self.y - begin);
                shapes.insert(0, Shape::Box { at, width: INNER, height, look: BoxStyle::Grey });
            }
            self.put(Tag::Code, shapes);
            if rows.peek().is_some() {
                self.turn();
            }
        }
        self.y += 6.0;
    }
}
