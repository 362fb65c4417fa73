//! Pages from top to bottom: headings, paragraphs, tables, drawings and code. All sizes are in
//! points.

pub(super) mod drawn;
mod table;

use std::collections::HashMap;

use crate::{Align, Face, Fonts, Label, Pen, Point, Shape, draw::broken};

/// A4 page.
pub(super) const WIDTH: f32 = 595.28;
pub(super) const HEIGHT: f32 = 841.89;
/// 18 mm.
pub(super) const MARGIN: f32 = 51.02;
/// Width between the margins.
pub(super) const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Position of the lowest line of text.
const BOTTOM: f32 = HEIGHT - MARGIN - 6.0;
/// Size of body text.
pub(super) const SIZE: f32 = 8.5;
/// Size of text in tables.
pub(super) const SMALL: f32 = 7.5;
/// Size of text in code and drawings.
const CODE: f32 = 7.0;
/// Distance of lines in units of the size.
const LEADING: f32 = 1.36;

/// The target of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Anchor {
    Chapter(usize),
    /// A program or a block, by its index in the chapter of code.
    Owner(usize),
    Routine(usize),
    /// A rung of a routine.
    Rung(usize, usize),
    Tag(usize),
    Type(usize),
    Block(usize),
}

/// A part of a text, possibly a link.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) to: Option<Anchor>,
}

impl Run {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), to: None }
    }

    pub(super) fn link(text: impl Into<String>, to: Anchor) -> Self {
        Self { text: text.into(), to: Some(to) }
    }
}

/// The kind of a part of a page, for screen readers.
#[derive(Debug, Clone)]
pub(super) enum Tag {
    Heading(u16, String),
    Paragraph,
    Code,
    /// A drawing, with its alternative text.
    Figure(String),
}

/// A part of a page.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) tag: Tag,
    pub(super) shapes: Vec<Shape>,
}

/// The area and the target of a link.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) target: Anchor,
    pub(super) says: String,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// The text of its running head.
    pub(super) head: String,
    pub(super) groups: Vec<Group>,
    pub(super) links: Vec<Link>,
}

/// An entry of the contents and the bookmarks.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) level: usize,
    pub(super) title: String,
    pub(super) anchor: Anchor,
}

/// The pages during their creation.
pub(super) struct Sheets<'f> {
    pub(super) fonts: &'f Fonts,
    pub(super) done: Vec<Sheet>,
    pub(super) entries: Vec<Entry>,
    pub(super) anchors: HashMap<Anchor, (usize, f32)>,
    head: String,
    y: f32,
}

/// A row of a table: its anchor and its cells.
pub(super) type Row = (Option<Anchor>, Vec<Vec<Run>>);

/// A line of a cell: texts with their positions.
type Line = Vec<(f32, String, Option<Anchor>)>;

impl<'f> Sheets<'f> {
    pub(super) fn new(fonts: &'f Fonts) -> Self {
        let (done, entries, anchors) = (Vec::new(), Vec::new(), HashMap::new());
        Self { fonts, done, entries, anchors, head: String::new(), y: HEIGHT }
    }

    fn turn(&mut self) {
        self.done.push(Sheet { head: self.head.clone(), ..Sheet::default() });
        self.y = MARGIN;
    }

    /// Begins a new page unless this height is available. Returns whether it did.
    fn room(&mut self, height: f32) -> bool {
        let turns = self.done.is_empty() || self.y + height > BOTTOM;
        if turns {
            self.turn();
        }
        turns
    }

    /// Begins a new page if this height does not fit on this page, but on a new one.
    pub(super) fn keep(&mut self, height: f32) {
        if height < BOTTOM - MARGIN {
            self.room(height);
        }
    }

    fn sheet(&mut self) -> &mut Sheet {
        if self.done.is_empty() {
            self.turn();
        }
        let last = self.done.len() - 1;
        &mut self.done[last]
    }

    fn put(&mut self, tag: Tag, shapes: Vec<Shape>) {
        self.sheet().groups.push(Group { tag, shapes });
    }

    pub(super) fn space(&mut self, height: f32) {
        self.y += height;
    }

    /// Begins a chapter on a new page, unless most of this one is empty.
    pub(super) fn chapter(&mut self, at: usize, title: &str) {
        title.clone_into(&mut self.head);
        if self.y > HEIGHT * 0.4 {
            self.turn();
        } else {
            self.y += 18.0;
        }
        self.heading(0, title, Anchor::Chapter(at));
    }

    /// A heading: of a chapter, of a program, of a routine.
    pub(super) fn heading(&mut self, level: usize, title: &str, anchor: Anchor) {
        self.entries.push(Entry { level, title: title.to_owned(), anchor });
        let size = [18.0, 13.0, 10.5][level.min(2)];
        self.title(size, title, u16::try_from(level + 1).unwrap_or(3), Some(anchor));
    }

    /// A heading without a bookmark.
    pub(super) fn title(&mut self, size: f32, title: &str, level: u16, anchor: Option<Anchor>) {
        let lines = broken(&plain(title), INNER / size, Face::Bold, self.fonts);
        // A heading is not the last line of a page. The heading of a program is followed by that of
        // its first routine.
        let below = [150.0, 150.0, 100.0, 40.0][usize::from(level.clamp(1, 4)) - 1];
        self.room(count(lines.len()) * size * 1.2 + below);
        if self.y > MARGIN {
            self.y += size * 0.6;
        }
        if let Some(anchor) = anchor {
            let place = (self.done.len() - 1, self.y);
            self.anchors.insert(anchor, place);
        }
        let mut shapes = Vec::new();
        for line in &lines {
            self.y += size * 1.2;
            shapes.push(text(MARGIN, self.y, line, Face::Bold, size));
        }
        self.put(Tag::Heading(level, title.to_owned()), shapes);
        self.y += size * 0.45;
    }

    pub(super) fn paragraph(&mut self, runs: &[Run], size: f32, indent: f32) {
        let lines = self.lines(runs, INNER - indent, size, Face::Regular);
        for line in lines {
            self.room(size * LEADING);
            self.y += size * LEADING;
            let shapes = self.line(line, MARGIN + indent, self.y, Face::Regular, size);
            self.put(Tag::Paragraph, shapes);
        }
        self.y += size * 0.3;
    }

    pub(super) fn says(&mut self, text: &str) {
        for line in text.lines() {
            self.paragraph(&[Run::plain(line)], SIZE, 0.0);
        }
    }

    /// The shapes of a line; adds its links to the page.
    fn line(&mut self, line: Line, x: f32, y: f32, face: Face, size: f32) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (at, words, to) in line {
            let words = words.trim_end();
            if words.is_empty() {
                continue;
            }
            if let Some(target) = to {
                let wide = self.fonts.width(face, words) * size;
                let from = Point::new(x + at, y - size * 0.85);
                let to = Point::new(x + at + wide, y + size * 0.25);
                self.sheet().links.push(Link { from, to, target, says: words.to_owned() });
            }
            shapes.push(text(x + at, y, words, face, size));
        }
        shapes
    }

    /// Breaks runs into lines of this width.
    fn lines(&self, runs: &[Run], width: f32, size: f32, face: Face) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![Vec::new()];
        let mut x = 0.0;
        for run in runs {
            let clean = plain(&run.text);
            for word in clean.split_inclusive(' ') {
                let wide = |word: &str| self.fonts.width(face, word) * size;
                if x > 0.0 && x + wide(word.trim_end()) > width {
                    lines.push(Vec::new());
                    x = 0.0;
                }
                let pieces = if wide(word.trim_end()) > width {
                    broken(word, width / size, face, self.fonts)
                } else {
                    vec![word.to_owned()]
                };
                for (at, piece) in pieces.iter().enumerate() {
                    if at > 0 {
                        lines.push(Vec::new());
                        x = 0.0;
                    }
                    let wide = wide(piece);
                    if let Some(line) = lines.last_mut() {
                        match line.last_mut() {
                            // Consecutive words of one run are joined.
                            Some((_, before, to)) if *to == run.to => before.push_str(piece),
                            _ => line.push((x, piece.clone(), run.to)),
                        }
                    }
                    x += wide;
                }
            }
        }
        lines
    }

    /// A line with a page number at its right end.
    pub(super) fn numbered(&mut self, title: &str, indent: f32, number: usize, to: Anchor) {
        let leading = SIZE * 1.5;
        self.room(leading);
        self.y += leading;
        let number = number.to_string();
        let wide = self.fonts.width(Face::Regular, &number) * SIZE;
        let face = if indent > 0.0 { Face::Regular } else { Face::Bold };
        let most = INNER - indent - wide - 12.0;
        let title = self.shortened(title, most, face);
        let end = self.fonts.width(face, &title) * SIZE;
        let mut shapes = vec![text(MARGIN + indent, self.y, &title, face, SIZE)];
        let y = self.y - SIZE * 0.25;
        let (from, until) = (MARGIN + indent + end + 4.0, WIDTH - MARGIN - wide - 4.0);
        if until > from {
            let (from, to) = (Point::new(from, y), Point::new(until, y));
            shapes.push(Shape::Line { from, to, pen: Pen::Thin });
        }
        shapes.push(text(WIDTH - MARGIN - wide, self.y, &number, Face::Regular, SIZE));
        let from = Point::new(MARGIN + indent, self.y - SIZE);
        let end = Point::new(WIDTH - MARGIN, self.y + 2.0);
        self.sheet().links.push(Link { from, to: end, target: to, says: title });
        self.put(Tag::Paragraph, shapes);
    }

    /// Number of these lines on a page.
    pub(super) fn numbered_on_a_page() -> usize {
        // A heading occupies a part of the first page.
        let lines = (BOTTOM - MARGIN - 40.0) / (SIZE * 1.5);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some dozens")]
        let lines = lines as usize;
        lines
    }

    fn shortened(&self, title: &str, width: f32, face: Face) -> String {
        let title = plain(title);
        if self.fonts.width(face, &title) * SIZE <= width {
            return title;
        }
        let mut short = broken(&title, width / SIZE - 1.0, face, self.fonts).swap_remove(0);
        short.truncate(short.trim_end().len());
        short + "…"
    }
}

/// A horizontal rule as wide as the text.
fn rule(y: f32) -> Shape {
    let (from, to) = (Point::new(MARGIN, y), Point::new(WIDTH - MARGIN, y));
    Shape::Line { from, to, pen: Pen::Thin }
}

pub(super) fn text(x: f32, y: f32, text: &str, face: Face, size: f32) -> Shape {
    let (at, align) = (Point::new(x, y), Align::Start);
    Shape::Text(Label { at, text: text.to_owned(), face, size, align })
}

/// Replaces characters without a glyph: tabs become blanks.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\t' => plain.push_str("    "),
            char if char.is_control() => plain.push(' '),
            char => plain.push(char),
        }
    }
    plain
}

#[expect(clippy::cast_precision_loss, reason = "lines of a page")]
fn count(lines: usize) -> f32 {
    lines as f32
}
