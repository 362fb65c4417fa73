//! Rows of styled text on the watch's own terminal screen.

use std::io::{self, Stdout, Write};

use crossterm::{
    cursor::{Hide, MoveTo, Show},
    execute, queue,
    style::{Attribute, Color, ContentStyle, PrintStyledContent, StyledContent},
    terminal::{
        Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
        enable_raw_mode, size,
    },
};
use unicode_width::UnicodeWidthChar;

use crate::output::wants_colours;

/// The style of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum RowStyle {
    #[default]
    Plain,
    Bold,
    /// A value that is not current.
    Dim,
    Warning,
    Alarm,
}

/// One row of the screen.
#[derive(Default)]
pub(super) struct Row {
    pub(super) text: String,
    pub(super) look: RowStyle,
    /// Whether it is the selected row.
    pub(super) is_selected: bool,
}

impl Row {
    pub(super) fn new(text: impl Into<String>, look: RowStyle) -> Self {
        Self { text: text.into(), look, is_selected: false }
    }

    fn style(&self) -> ContentStyle {
        let mut style = ContentStyle::new();
        let colour = match self.look {
            RowStyle::Warning => Some(Color::Yellow),
            RowStyle::Alarm => Some(Color::Red),
            RowStyle::Plain | RowStyle::Bold | RowStyle::Dim => None,
        };
        style.foreground_color = colour.filter(|_| wants_colours());
        match self.look {
            RowStyle::Bold => style.attributes.set(Attribute::Bold),
            RowStyle::Dim => style.attributes.set(Attribute::Dim),
            RowStyle::Plain | RowStyle::Warning | RowStyle::Alarm => {}
        }
        if self.is_selected {
            style.attributes.set(Attribute::Reverse);
        }
        style
    }
}

/// The terminal in raw mode, on its alternate screen. It is restored when this is dropped.
pub(super) struct Terminal(Stdout);

impl Terminal {
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let mut terminal = Self(io::stdout());
        execute!(terminal.0, EnterAlternateScreen, Hide)?;
        Ok(terminal)
    }

    /// Columns and rows.
    pub(super) fn size() -> io::Result<(usize, usize)> {
        let (width, height) = size()?;
        Ok((width.into(), height.into()))
    }

    /// Replaces the content of the screen with these rows.
    pub(super) fn paint(&mut self, rows: &[Row]) -> io::Result<()> {
        let (width, _) = Self::size()?;
        for (row, at) in rows.iter().zip(0..) {
            let text = StyledContent::new(row.style(), cut(&row.text, width));
            let (start, rest) = (MoveTo(0, at), Clear(ClearType::UntilNewLine));
            queue!(self.0, start, PrintStyledContent(text), rest)?;
        }
        self.0.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is no other terminal to report a failure on.
        _ = execute!(self.0, Show, LeaveAlternateScreen);
        _ = disable_raw_mode();
    }
}

/// The part of a text that fits into this number of columns.
fn cut(text: &str, width: usize) -> &str {
    let mut columns = 0;
    for (at, letter) in text.char_indices() {
        columns += letter.width().unwrap_or(0);
        if columns > width {
            return &text[..at];
        }
    }
    text
}

/// The text in exactly this number of columns: truncated, or padded with blanks.
pub(super) fn fit(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let columns: usize = text.chars().map(|letter| letter.width().unwrap_or(0)).sum();
    format!("{text}{}", " ".repeat(width - columns))
}
