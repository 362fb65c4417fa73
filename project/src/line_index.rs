//! Lines and columns in a file's text, for many lookups.

use std::cell::{Cell, RefCell};

use crate::{Origin, Position};

/// Distance between two marks, in bytes.
const STRIDE: usize = 4096;

/// Finds the line and the column of a byte. Lookups in ascending order scan the text once; any
/// other lookup scans at most one stride.
pub(crate) struct LineIndex<'text> {
    text: &'text str,
    /// Positions of every [`STRIDE`]th byte, as far as needed until now.
    marks: RefCell<Vec<Position>>,
    /// The last lookup.
    last: Cell<(usize, Position)>,
}

const TOP: Position = Position { line: 1, column: 1 };

impl<'text> LineIndex<'text> {
    pub(crate) fn new(text: &'text str) -> Self {
        Self { text, marks: RefCell::new(vec![TOP]), last: Cell::new((0, TOP)) }
    }

    /// The position of a byte.
    pub(crate) fn position(&self, at: usize) -> Position {
        let at = at.min(self.text.len());
        let (mut known, mut position) = self.last.get();
        if at < known || at - known > STRIDE {
            (known, position) = self.mark(at / STRIDE);
        }
        position = self.advance(known, position, at);
        self.last.set((at, position));
        position
    }

    /// The position of a slice of the text.
    pub(crate) fn position_of(&self, slice: &str) -> Position {
        self.position((slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize))
    }

    /// The position of a byte, with the name of the file.
    pub(crate) fn origin(&self, file: &str, at: usize) -> Origin {
        let Position { line, column } = self.position(at);
        Origin { file: file.to_owned(), line, column }
    }

    fn mark(&self, number: usize) -> (usize, Position) {
        let mut marks = self.marks.borrow_mut();
        while marks.len() <= number {
            let at = marks.len() * STRIDE;
            let position = self.advance(at - STRIDE, marks[marks.len() - 1], at);
            marks.push(position);
        }
        (number * STRIDE, marks[number])
    }

    fn advance(&self, from: usize, position: Position, to: usize) -> Position {
        let between = self.text.as_bytes().get(from..to).unwrap_or_default();
        let lines = count(between, |byte| byte == b'\n');
        let begin = between.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // All bytes of a character except the first begin with the bits 10.
        let columns = count(&between[begin..], |byte| byte & 0xC0 != 0x80);
        let column = if begin == 0 { position.column } else { 1 };
        Position {
            line: position.line.saturating_add(lines),
            column: column.saturating_add(columns),
        }
    }
}

fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u32 {
    let count = bytes.iter().filter(|byte| is(**byte)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_of_every_byte_what_counting_says() {
        let text = format!("ä\nöü;\r\n\n{}\n{}x\ny", "long ".repeat(2000), "zeile\n".repeat(3000));
        let index = LineIndex::new(&text);
        let counted = |at: usize| {
            let before = &text[..at];
            let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
            (before.matches('\n').count() + 1, column)
        };
        let places = (0..text.len()).filter(|at| text.is_char_boundary(*at));
        let forth: Vec<usize> = places.step_by(97).collect();
        for at in forth.iter().chain(forth.iter().rev()).copied().chain([text.len()]) {
            let Position { line, column } = index.position(at);
            assert_eq!((line as usize, column as usize), counted(at), "{at}");
        }
        assert_eq!(index.position(usize::MAX), index.position(text.len()));
        assert_eq!(index.position_of(&text[3..]).line, 2);
    }
}
