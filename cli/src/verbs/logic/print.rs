//! Answers for users.

use std::io;

use tagbridge_logic::{Part, Relation};
use tagbridge_texts::{Coded, Message};

use super::{
    document::{Cited, Document, Row},
    gap::incomplete,
};
use crate::{
    messages::{CodeLine, CodeWord, Column, Line},
    output::{self, said},
};

/// Maximum number of listed places that were not understood.
const NAMED: usize = 8;

impl Document {
    /// Prints a table, and notes about its completeness.
    pub(super) fn print(&self) -> io::Result<()> {
        if !self.is_answer() {
            if self.options.is_empty() {
                return output::line(&CodeLine::NoName);
            }
            output::line(&CodeLine::MayBeOneOf)?;
            self.options.iter().try_for_each(|option| output::text(format!("  {option}")))?;
            if self.more_options > 0 {
                let count = self.more_options;
                output::text(format!("  {}", said(&Line::AndMore { count })))?;
            }
            return Ok(());
        }
        if self.rows.is_empty() {
            output::line(&CodeLine::Nothing)?;
        } else {
            self.table()?;
        }
        for opaque in self.opaque.iter().take(NAMED) {
            let text = opaque.text.lines().next().unwrap_or_default();
            let place = Message::verbatim(place(&opaque.citation, None));
            let why = opaque.reason.clone();
            output::line(&CodeLine::NotUnderstood { place, why, text })?;
        }
        if let count @ 1.. = self.opaque.len().saturating_sub(NAMED) {
            output::line(&CodeLine::MorePlaces { count })?;
        }
        self.gaps.iter().try_for_each(incomplete)
    }

    fn table(&self) -> io::Result<()> {
        type Shown = (Column, fn(&Row) -> Option<String>);
        const COLUMNS: [Shown; 13] = [
            (Column::Where, |row| row.citation.as_ref().map(|citation| place(citation, row.line))),
            (Column::Task, |row| row.task.clone()),
            (Column::Every, |row| row.interval_ms.map(|it| format!("{it} ms"))),
            (Column::OnFault, |row| row.on_fault.then(|| said(&CodeWord::Yes))),
            (Column::How, |row| row.mode.as_ref().map(said)),
            (Column::By, |row| row.instruction.clone()),
            (Column::From, |row| row.from.clone()),
            (Column::Name, |row| row.place.clone()),
            (Column::Is, |row| {
                let relation = row.relation.as_ref().filter(|is| **is != Relation::Same.message());
                row.uncertain.as_ref().or(relation).map(said)
            }),
            (Column::AliasOf, |row| row.alias.clone()),
            (Column::When, |row| row.condition.clone()),
            (Column::What, |row| row.says.as_ref().map(said)),
            (Column::Text, |row| row.text.lines().next().map(str::to_owned)),
        ];
        let shown: Vec<&Shown> = COLUMNS
            .iter()
            .filter(|(_, of)| self.rows.iter().any(|row| of(row).is_some_and(|it| !it.is_empty())))
            .collect();
        let header: Vec<Column> = shown.iter().map(|(column, _)| *column).collect();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| shown.iter().map(|(_, of)| of(row).unwrap_or_default()).collect())
            .collect();
        output::table(&header, &rows)
    }
}

/// The name of a place, as its authors call it.
pub(crate) fn place(citation: &Cited, line: Option<u32>) -> String {
    let path = citation.path.clone();
    let Some(rung) = citation.rung.map(|it| it as usize) else {
        return match line {
            Some(line) => said(&CodeWord::LineOf { path, line: line as usize }),
            None => path,
        };
    };
    said(&match &citation.part {
        Part::Rung => CodeWord::Rung { path, rung },
        Part::Network => CodeWord::Network { path, rung },
        Part::Sheet => CodeWord::Sheet { path, rung },
        Part::Step(name) => CodeWord::Step { path, rung, name: name.clone() },
        Part::Transition => CodeWord::TransitionOf { path, rung },
        Part::Element | Part::Text => CodeWord::Element { path, rung },
    })
}
