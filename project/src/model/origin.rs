//! Places of code in the files of a project.

use serde::{Deserialize, Serialize};

use super::{Body, Routine};

/// A place in the files of a project.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The path of the file in the source.
    pub file: String,
    /// The line where the text begins, from 1.
    pub line: u32,
    /// The column where it begins, from 1, in characters.
    pub column: u32,
}

/// A place in a file's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// The places of a displayed text's lines in its file. The displayed text may omit parts of the
/// file between, before or around its lines. Not part of the JSON of the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins(Vec<Run>);

/// Lines that are consecutive both in the displayed text and in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// The first line in the displayed text, from 0.
    first: u32,
    /// The place of the first line. The others begin in the same column.
    at: Position,
    /// Number of characters at the beginning of the displayed lines that are not in the file.
    added: u32,
}

/// The line is not in the file in this form; its place is that of its element.
pub(crate) const DRAWN: u32 = u32::MAX;

impl Origins {
    /// For a text whose lines are consecutive in the file, and begin in the same column.
    pub(crate) fn block(at: Position) -> Self {
        Self(vec![Run { first: 0, at, added: 0 }])
    }

    /// For a text that represents an element of the file.
    pub(crate) fn drawn(at: Position) -> Self {
        let mut origins = Self::default();
        origins.line(0, at, DRAWN);
        origins
    }

    /// For a text that is in the file in the same form: lines after the first begin in column 1.
    pub(crate) fn verbatim(at: Position, text: &str) -> Self {
        let mut origins = Self::default();
        origins.append(0, at, text);
        origins
    }

    /// Adds the places of a piece that begins on this line of the displayed text.
    pub(crate) fn append(&mut self, first: usize, at: Position, text: &str) {
        self.line(first, at, 0);
        if text.contains('\n') {
            self.line(first + 1, Position { line: at.line.saturating_add(1), column: 1 }, 0);
        }
    }

    /// Sets the place of a line of the displayed text, and of the lines after it up to the next
    /// call; `added` is the number of displayed characters before those of the file. Lines must be
    /// set in order; a repeated line is ignored.
    pub(crate) fn line(&mut self, first: usize, at: Position, added: u32) {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        if self.0.last().is_none_or(|run| run.first < first) {
            self.0.push(Run { first, at, added });
        }
    }

    /// Sets the place of a line that represents an element of the file, if it is not set yet.
    pub(crate) fn line_at(&mut self, first: usize, at: impl FnOnce() -> Position) {
        if self.0.last().is_none_or(|run| (run.first as usize) < first) {
            self.line(first, at(), DRAWN);
        }
    }

    /// Returns the places of the lines from this one on; the lines before are not displayed.
    pub(crate) fn behind(mut self, lines: usize) -> Self {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        let from = self.0.partition_point(|run| run.first <= lines).saturating_sub(1);
        self.0.drain(..from);
        for run in &mut self.0 {
            let left_out = lines.saturating_sub(run.first);
            run.at.line = run.at.line.saturating_add(left_out);
            run.first = run.first.saturating_sub(lines);
        }
        self
    }

    /// The place of a character in a line of the displayed text; both count from 0.
    fn at(&self, line: usize, character: usize) -> Option<Position> {
        let line = u32::try_from(line).ok()?;
        let run = self.0[..self.0.partition_point(|run| run.first <= line)].last()?;
        let inside = u32::try_from(character).unwrap_or(u32::MAX).saturating_sub(run.added);
        Some(Position {
            line: run.at.line.saturating_add(line - run.first),
            column: run.at.column.saturating_add(inside),
        })
    }
}

impl Routine {
    /// Returns the place of a byte of a displayed text in the project's files: in a rung by its
    /// index, or in a routine with a single text. In a drawing it is the place of the element that
    /// is drawn there. The column counts a character that XML escapes as one.
    ///
    /// Returns `None` if there is no such text, or if the project was not read from its files.
    pub fn origin_of(&self, rung: Option<usize>, byte: usize) -> Option<Origin> {
        let (text, origins, net) = match (&self.body, rung) {
            (Body::Text(text), None) => (text, &self.origins, None),
            (Body::Rungs(rungs), Some(at)) => {
                let rung = rungs.get(at)?;
                (&rung.text, &rung.origins, rung.net.as_deref())
            }
            _ => return None,
        };
        let at = net.and_then(|net| net.position(byte)).or_else(|| {
            let before = text.get(..byte)?;
            let line = before.rsplit('\n').next().unwrap_or_default();
            origins.at(before.matches('\n').count(), line.chars().count())
        })?;
        let file = self.origin.as_ref()?.file.clone();
        Some(Origin { file, line: at.line, column: at.column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    fn routine(text: &str, origins: Origins) -> Routine {
        let origin = Origin { file: "a.scl".to_owned(), line: 1, column: 1 };
        Routine {
            language: Language::St,
            body: Body::Text(text.to_owned()),
            origin: Some(origin),
            origins,
            ..Routine::default()
        }
    }

    #[test]
    fn a_byte_of_a_text_stands_where_its_line_does() {
        let text = "a;\nö b;\nc;";
        let check = |origins: &Origins, byte: usize, expected: Position| {
            let origin = routine(text, origins.clone()).origin_of(None, byte).expect("a place");
            assert_eq!(at(origin.line, origin.column), expected, "{byte}");
        };
        let block = Origins::block(at(7, 5));
        check(&block, 0, at(7, 5));
        check(&block, 6, at(8, 7));
        check(&block, 9, at(9, 5));
        let verbatim = Origins::verbatim(at(7, 30), text);
        check(&verbatim, 1, at(7, 31));
        check(&verbatim, 3, at(8, 1));
        let mut own = Origins::default();
        own.line(0, at(10, 3), DRAWN);
        own.line(1, at(20, 3), 3);
        own.line(1, at(21, 3), 0);
        check(&own, 1, at(10, 3));
        check(&own, 3, at(20, 3));
        check(&own, 8, at(20, 4));
        check(&own, 9, at(21, 3));
        let mut shifted = Origins::block(at(1, 1));
        shifted.line(3, at(40, 2), 0);
        check(&shifted.clone().behind(2), 0, at(3, 1));
        check(&shifted.behind(2), 3, at(40, 2));
    }

    #[test]
    fn what_is_not_there_stands_nowhere() {
        let routine = routine("a;", Origins::default());
        assert_eq!(routine.origin_of(None, 0), None);
        assert_eq!(routine.origin_of(Some(0), 0), None);
        assert_eq!(routine.origin_of(None, 99), None);
    }
}
