//! The output of a command: for a user, or as JSON.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    sync::OnceLock,
};

use comfy_table::{Cell, Color, Row};
use serde::Serialize;
use tagbridge_api::hmi::Quality;
use tagbridge_texts::{Language, Message};

use crate::messages::Column;

/// The language of this process, chosen when the command line is read.
static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Sets the language of the user.
pub(crate) fn set_language(language: Language) {
    // A second choice would change the language between two lines.
    let _chosen_before = LANGUAGE.set(language);
}

/// The language of the user.
pub(crate) fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// A message in the user's language.
pub(crate) fn said(text: impl Into<Message>) -> String {
    text.into().in_language(language())
}

/// The kind of reader: a user, or a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether the output is for a program.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }
}

/// Prints one JSON document on one line; flushed, since streams are read line by line.
pub(crate) fn json(document: &impl Serialize) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, document)?;
    writeln!(stdout)?;
    stdout.flush()
}

/// Prints one line for a user.
pub(crate) fn line(text: impl Into<Message>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", plain(&said(text)))?;
    stdout.flush()
}

/// Writes a part of a text for a user. Errors are ignored, such as a closed pipe.
pub(crate) fn piece(text: &str) {
    let mut stdout = io::stdout().lock();
    let _gone = write!(stdout, "{}", plain(text)).and_then(|()| stdout.flush());
}

/// Prints a line that consists of several sentences, or of a third-party text.
pub(crate) fn text(text: impl Into<String>) -> io::Result<()> {
    line(Message::verbatim(text))
}

/// Prints the same on stderr.
pub(crate) fn text_aside(text: impl Into<String>) {
    aside(Message::verbatim(text));
}

/// Writes a line to stderr. Errors are ignored, such as a closed pipe.
pub(crate) fn aside(text: impl Into<Message>) {
    let _gone = writeln!(io::stderr().lock(), "{}", plain(&said(text)));
}

/// Writes a JSON document to stderr.
pub(crate) fn json_aside(document: &impl Serialize) {
    // These values consist of texts, which always serialize.
    let text = serde_json::to_string(document).unwrap_or_default();
    let _gone = writeln!(io::stderr().lock(), "{}", plain_json(&text));
}

/// Escapes control characters of terminals in the JSON: JSON itself allows DEL and the C1 controls.
fn plain_json(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            write!(plain, "\\u{:04x}", u32::from(letter)).expect("a string takes it");
        } else {
            plain.push(letter);
        }
    }
    plain
}

/// Text without control characters, which a terminal would execute: names and comments are from
/// third-party files and controllers. Line breaks and tabs stay.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let obeyed = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let shown = |plain: &mut String, letter: char| {
        if obeyed(letter) { plain.extend(letter.escape_default()) } else { plain.push(letter) }
    };
    let mut plain = String::with_capacity(text.len());
    text.chars().for_each(|letter| shown(&mut plain, letter));
    Cow::Owned(plain)
}

/// Whether the user wants colours on a terminal (<https://no-color.org>).
pub(crate) fn wants_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// `12 kB`, in powers of 1000.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// Prints a table for a user: with aligned columns, and a highlighted header on a terminal.
pub(crate) fn table(header: &[Column], rows: &[Vec<String>]) -> io::Result<()> {
    let rows = rows.iter().map(|cells| row(cells, None));
    print_table(header, rows)
}

/// Prints a table of tags: on a terminal, tags with a bad or uncertain value are highlighted.
pub(crate) fn table_of_tags(header: &[Column], rows: &[(Quality, Vec<String>)]) -> io::Result<()> {
    let colour = |quality| match quality {
        Quality::Uncertain if wants_colours() => Some(Color::Yellow),
        Quality::Bad if wants_colours() => Some(Color::Red),
        Quality::Good | Quality::Uncertain | Quality::Bad => None,
    };
    print_table(header, rows.iter().map(|(quality, cells)| row(cells, colour(*quality))))
}

fn row(cells: &[String], colour: Option<Color>) -> Row {
    let cell = |text: &String| {
        let cell = Cell::new(plain(text));
        if let Some(colour) = colour { cell.fg(colour) } else { cell }
    };
    cells.iter().map(cell).collect::<Vec<_>>().into()
}

fn print_table(header: &[Column], rows: impl Iterator<Item = Row>) -> io::Result<()> {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(header.iter().map(said));
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut stdout = io::stdout().lock();
    for line in table.lines() {
        writeln!(stdout, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_nothing_by_a_name() {
        for (text, shown) in [
            ("Größe\n\tSpeed", "Größe\n\tSpeed"),
            ("An\u{1b}[31mother", "An\\u{1b}[31mother"),
            ("a\u{9b}2Jb\0\r", "a\\u{9b}2Jb\\u{0}\\r"),
        ] {
            assert_eq!(plain(text), shown);
        }
    }

    #[test]
    fn nor_by_a_name_in_json_which_stays_that_name() {
        let name = "Gr\u{f6}\u{df}e\n\t\0 \u{1b}[31m \u{7f}\u{9b}2J \u{9f}";
        let shown = plain_json(&serde_json::to_string(name).unwrap());
        assert!(!shown.contains(char::is_control), "{shown:?}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), name);
    }
}
