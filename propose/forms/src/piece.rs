//! A text within a file: a whole source, or the content of an element in an archive.

use std::{fmt::Write as _, ops::Range};

use crate::{
    element::{XmlElement as Element, children, end_tag, start_tag},
    plcopen::Listed,
};

/// A file as a text.
#[derive(Debug, Clone, Copy)]
pub struct PieceFile<'a> {
    /// The index of the file in the source.
    pub file: usize,
    pub text: &'a str,
    pub line_end: &'static str,
}

/// A text in place of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileSplice {
    pub file: usize,
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// A text with line ends `
/// `, and the position of each part in its file.
#[derive(Debug, Clone)]
pub struct TextPiece {
    /// The index of the file in the source.
    pub file: usize,
    pub text: String,
    how: How,
    /// Positions where the offset to the file changes: the position in the text, and in the file.
    runs: Vec<(usize, usize)>,
    line_end: &'static str,
    /// The elements that declare the same.
    listed: Option<Box<Listed>>,
}

#[derive(Debug, Clone)]
enum How {
    /// Unchanged.
    Plain,
    /// The text only displays elements.
    Shown,
    /// In an element, with `&lt;` and similar.
    Escaped,
    /// Line by line, each in its own element.
    Lines(Vec<Line>),
}

/// An element with a line.
#[derive(Debug, Clone)]
struct Line {
    /// The blanks before the element, and the element.
    whole: Range<usize>,
    /// The text of the element, in three parts around its number and its text.
    parts: [String; 3],
    number: i64,
}

/// A replacement of a part of the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceEdit {
    pub at: (usize, usize),
    pub text: String,
}

/// Instead of the index of a file: the text displays a drawing, and is not in a file.
pub const DRAWN: usize = usize::MAX;

impl TextPiece {
    /// The display of a drawing.
    pub fn drawn(text: &str) -> Self {
        let runs = vec![(0, 0), (text.len(), text.len())];
        let (text, how) = (text.to_owned(), How::Plain);
        Self { file: DRAWN, text, how, runs, line_end: "\n", listed: None }
    }

    /// Elements that are displayed as this text.
    pub fn shown(file: PieceFile<'_>, text: String, listed: Listed) -> Self {
        Self { text, listed: Some(Box::new(listed)), ..Self::new(file, How::Shown) }
    }

    /// A text that elements repeat.
    pub fn with(self, listed: Listed) -> Self {
        Self { listed: Some(Box::new(listed)), ..self }
    }

    /// A part of a file with `&lt;` and similar.
    pub fn of_range(file: PieceFile<'_>, at: Range<usize>) -> Self {
        let mut piece = Self::new(file, How::Escaped);
        piece.take(&file.text[at.clone()], at.start);
        piece
    }

    /// A whole file.
    pub fn of_file(file: PieceFile<'_>) -> Self {
        let mut piece = Self::new(file, How::Plain);
        piece.take(file.text, 0);
        piece
    }

    /// The text of an element; `None` if the element is empty.
    pub fn of_element(file: PieceFile<'_>, element: Element<'_, '_>) -> Option<Self> {
        let (start, is_empty) = start_tag(file.text, element);
        let inside = start..end_tag(file.text, element);
        if is_empty || element.children().any(|it| it.is_element()) {
            return None;
        }
        Some(Self::of_range(file, inside))
    }

    /// The texts of the elements of a list, one per line: a number, a mark, a text.
    pub fn of_lines(file: PieceFile<'_>, list: Element<'_, '_>) -> Option<Self> {
        let mut piece = Self::new(file, How::Lines(Vec::new()));
        let mut lines = Vec::new();
        for element in list.children().filter(Element::is_element) {
            let field =
                |name| children(element, "Single").find(|it| it.attribute("Name") == Some(name));
            let (number, said) = (field("Id")?, field("Text")?);
            if !lines.is_empty() {
                piece.text.push('\n');
            }
            let (after, is_empty) = start_tag(file.text, said);
            let inside = if is_empty { return None } else { after..end_tag(file.text, said) };
            piece.take(&file.text[inside.clone()], inside.start);
            let (digits, is_empty) = start_tag(file.text, number);
            let digits = if is_empty { return None } else { digits..end_tag(file.text, number) };
            let whole = element.range();
            let before = file.text[..whole.start].trim_end().len();
            let parts = [before..digits.start, digits.end..inside.start, inside.end..whole.end];
            lines.push(Line {
                whole: before..whole.end,
                parts: parts.map(|it| file.text[it].to_owned()),
                number: file.text[digits].trim().parse().ok()?,
            });
        }
        if lines.is_empty() {
            return None;
        }
        piece.how = How::Lines(lines);
        Some(piece)
    }

    fn new(file: PieceFile<'_>, how: How) -> Self {
        let line_end = file.line_end;
        let (text, runs) = (String::new(), Vec::new());
        Self { file: file.file, text, how, runs, line_end, listed: None }
    }

    /// Appends text from the file.
    fn take(&mut self, raw: &str, from: usize) {
        self.runs.push((self.text.len(), from));
        let is_xml = !matches!(self.how, How::Plain);
        let mut at = 0;
        while let Some(char) = raw[at..].chars().next() {
            let (taken, text) = match char {
                '\r' if raw[at..].starts_with("\r\n") => (2, '\n'),
                '&' if is_xml => entity(&raw[at..]).unwrap_or((1, '&')),
                other => (other.len_utf8(), other),
            };
            self.text.push(text);
            at += taken;
            if taken != text.len_utf8() {
                self.runs.push((self.text.len(), from + at));
            }
        }
        self.runs.push((self.text.len(), from + raw.len()));
    }

    /// The position in the file of a position in the text; at the end of a line, the line end
    /// follows.
    fn there(&self, at: usize) -> usize {
        let run = self.runs.partition_point(|it| it.0 <= at).saturating_sub(1);
        let (here, there) = self.runs[run];
        there + (at - here)
    }

    /// The splices for these edits, which do not overlap.
    pub fn splices(&self, edits: &[PieceEdit]) -> Vec<FileSplice> {
        let mut edits = edits.to_vec();
        edits.sort();
        let splice = |start, end, text| FileSplice { file: self.file, start, end, text };
        let mut splices = match &self.how {
            How::Lines(lines) => self.in_lines(lines, &edits),
            How::Shown => Vec::new(),
            how => {
                let write = |text: &str| match how {
                    How::Escaped => escaped(text).replace('\n', self.line_end),
                    _ => text.replace('\n', self.line_end),
                };
                let made = edits
                    .iter()
                    .map(|it| splice(self.there(it.at.0), self.there(it.at.1), write(&it.text)));
                made.collect()
            }
        };
        if let Some(listed) = &self.listed {
            let mut new = self.text.clone();
            for edit in edits.iter().rev() {
                new.replace_range(edit.at.0..edit.at.1, &edit.text);
            }
            let edits = listed.edits(&self.text, &new).into_iter();
            let write = |text: &str| text.replace("\r\n", "\n").replace('\n', self.line_end);
            splices.extend(edits.map(|(at, text)| splice(at.start, at.end, write(&text))));
        }
        splices
    }

    /// Equal lines at the beginning and the end of an edit keep their elements.
    fn in_lines(&self, lines: &[Line], edits: &[PieceEdit]) -> Vec<FileSplice> {
        let starts: Vec<usize> =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|it| it.0 + 1)).collect();
        let line_of = |at: usize| starts.partition_point(|it| *it <= at) - 1;
        let end_of = |line: usize| starts.get(line + 1).map_or(self.text.len(), |it| it - 1);
        let mut groups: Vec<(usize, usize, Vec<&PieceEdit>)> = Vec::new();
        for edit in edits {
            let (first, last) = (line_of(edit.at.0), line_of(edit.at.1));
            match groups.last_mut() {
                Some(group) if first <= group.1 => {
                    group.1 = group.1.max(last);
                    group.2.push(edit);
                }
                _ => groups.push((first, last, vec![edit])),
            }
        }
        let mut next = lines.iter().map(|it| it.number).max().unwrap_or(0) + 1;
        let mut splices = Vec::new();
        for (first, last, edits) in groups {
            let (mut text, mut at) = (String::new(), starts[first]);
            for edit in edits {
                text.push_str(&self.text[at..edit.at.0]);
                text.push_str(&edit.text);
                at = edit.at.1;
            }
            text.push_str(&self.text[at..end_of(last)]);
            let olds: Vec<&str> =
                (first..=last).map(|line| &self.text[starts[line]..end_of(line)]).collect();
            let news: Vec<&str> = text.split('\n').collect();
            let common = olds.len().min(news.len());
            let head = olds.iter().zip(&news).take_while(|(old, new)| old == new).count();
            let tails = olds.iter().rev().zip(news.iter().rev());
            let tail =
                tails.take_while(|(old, new)| old == new).count().min(common - head.min(common));
            let pairs = common - head - tail;
            let mut splice =
                |start, end, text| splices.push(FileSplice { file: self.file, start, end, text });
            for at in head..head + pairs {
                let whole = &lines[first + at].whole;
                let parts = &lines[first + at].parts;
                splice(
                    whole.end - parts[2].len() - lines[first + at].raw(),
                    whole.end - parts[2].len(),
                    escaped(news[at]),
                );
            }
            for at in head + pairs..olds.len() - tail {
                let whole = &lines[first + at].whole;
                splice(whole.start, whole.end, String::new());
            }
            let added = &news[head + pairs..news.len() - tail];
            if !added.is_empty() {
                // After the previous line; before the second one, if it is the first.
                let before = (first + head + pairs).checked_sub(1);
                let model = &lines[before.unwrap_or(0)];
                let place = before.map_or(model.whole.start, |at| lines[at].whole.end);
                let [before, between, after] = &model.parts;
                let mut all = String::new();
                for line in added {
                    let _ = write!(all, "{before}{next}{between}{}{after}", escaped(line));
                    next += 1;
                }
                splice(place, place, all);
            }
        }
        splices
    }
}

impl Line {
    /// The length of its text in the file.
    fn raw(&self) -> usize {
        let fixed: usize = self.parts.iter().map(String::len).sum();
        self.whole.len() - fixed - self.number.to_string().len()
    }
}

/// The text document in a field of an object, whole or line by line.
pub fn document(file: PieceFile<'_>, aspect: Element<'_, '_>) -> Option<TextPiece> {
    let named = |of: Element<'_, '_>, name: &str| {
        of.children()
            .filter(Element::is_element)
            .find(|it| it.attribute("Name") == Some(name))
            .map(|it| it.id())
    };
    let of = |id| aspect.document().get_node(id);
    let document = named(aspect, "TextDocument").and_then(of)?;
    if let Some(blob) = named(document, "TextBlobForSerialisation").and_then(of) {
        return TextPiece::of_element(file, blob);
    }
    TextPiece::of_lines(file, named(document, "TextLines").and_then(of)?)
}

/// `&lt;` is four bytes for a `<`.
fn entity(raw: &str) -> Option<(usize, char)> {
    let end = raw.get(..raw.len().min(12))?.find(';')?;
    let char = match &raw[1..end] {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        number => {
            let code = number.strip_prefix('#')?;
            let code = match code.strip_prefix('x') {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((end + 1, char))
}

/// Escaped for an element.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
