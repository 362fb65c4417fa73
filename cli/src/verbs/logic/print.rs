//! Answers as a person reads them.

use std::io;

use super::document::{Cited, Document, Row};
use crate::output::{self, counted};

/// What is not understood is named one by one up to here.
const NAMED: usize = 8;

impl Document {
    /// A table, and what limits it.
    pub(super) fn print(&self) -> io::Result<()> {
        if !self.is_answer() {
            if self.options.is_empty() {
                return output::line("nothing in the project has that name");
            }
            output::line("that may be one of these; name it in full:")?;
            self.options.iter().try_for_each(|option| output::line(format!("  {option}")))?;
            if self.more_options > 0 {
                output::line(format!("  and {} more", self.more_options))?;
            }
            return Ok(());
        }
        if self.rows.is_empty() {
            output::line("nothing in the code of this file")?;
        } else {
            self.table()?;
        }
        for opaque in self.opaque.iter().take(NAMED) {
            let text = opaque.text.lines().next().unwrap_or_default();
            let place = place(&opaque.citation, None);
            output::line(format!("not understood: {place}: {} {text}", opaque.reason))?;
        }
        if let Some(more) = self.opaque.len().checked_sub(NAMED).filter(|more| *more > 0) {
            output::line(format!("and {} more", counted(more, "place")))?;
        }
        self.gaps.iter().try_for_each(|gap| output::line(format!("incomplete: {}", gap.sentence)))
    }

    fn table(&self) -> io::Result<()> {
        type Column = (&'static str, fn(&Row) -> Option<String>);
        const COLUMNS: [Column; 13] = [
            ("WHERE", |row| row.citation.as_ref().map(|citation| place(citation, row.line))),
            ("TASK", |row| row.task.clone()),
            ("EVERY", |row| row.interval_ms.map(|it| format!("{it} ms"))),
            ("ON FAULT", |row| row.on_fault.then(|| "yes".to_owned())),
            ("HOW", |row| row.mode.map(str::to_owned)),
            ("BY", |row| row.instruction.clone()),
            ("FROM", |row| row.from.clone()),
            ("NAME", |row| row.place.clone()),
            ("IS", |row| {
                row.uncertain.or(row.relation.filter(|is| *is != "same")).map(str::to_owned)
            }),
            ("ALIAS OF", |row| row.alias.clone()),
            ("WHEN", |row| row.condition.clone()),
            ("WHAT", |row| row.says.clone()),
            ("TEXT", |row| row.text.lines().next().map(str::to_owned)),
        ];
        let shown: Vec<&Column> = COLUMNS
            .iter()
            .filter(|(_, of)| self.rows.iter().any(|row| of(row).is_some_and(|it| !it.is_empty())))
            .collect();
        let header: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| shown.iter().map(|(_, of)| of(row).unwrap_or_default()).collect())
            .collect();
        output::table(&header, &rows)
    }
}

fn place(citation: &Cited, line: Option<u32>) -> String {
    match (citation.rung, line) {
        (Some(rung), _) => format!("{} rung {rung}", citation.path),
        (None, Some(line)) => format!("{} line {line}", citation.path),
        (None, None) => citation.path.clone(),
    }
}
