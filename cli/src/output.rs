//! What a verb prints: for a person, or for a machine.

use std::{
    fmt::Display,
    io::{self, Write},
};

use serde::Serialize;

/// For whom results are printed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether a machine reads along.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }
}

/// One JSON document on one line; flushed, since streams are read line by line.
pub(crate) fn json(document: &impl Serialize) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, document)?;
    writeln!(stdout)?;
    stdout.flush()
}

/// One line for a person.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}

/// A line beside the result, on stderr. That nobody can read it any more is no reason to stop.
pub(crate) fn aside(text: impl Display) {
    let _gone = writeln!(io::stderr().lock(), "{text}");
}

/// A table for a person: columns aligned, the header set apart on a terminal.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(header);
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

/// A number with its noun: `1 tag`, `2 tags`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
