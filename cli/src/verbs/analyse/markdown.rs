//! Findings as Markdown, for a merge request or a wiki.

use std::io;

use super::{
    Analysed,
    print::{message, places, remedies, standing, summary},
};
use crate::{
    messages::Column,
    output::{self, said},
};

/// Prints the findings.
pub(super) fn print(analysed: &Analysed<'_>) -> io::Result<()> {
    output::text(format!("# {}\n", cell(&analysed.logic.project.name)))?;
    output::text(summary(analysed).replace('\n', "\n\n"))?;
    for chapter in &analysed.analysis.chapters {
        let judged = analysed.of(chapter);
        output::text(format!("\n## {}\n", said(&chapter.phase)))?;
        output::text(cell(&said(chapter.text.clone())))?;
        if judged.is_empty() {
            continue;
        }
        let header = [Column::Severity, Column::Rule, Column::Where, Column::What, Column::Id];
        let header = header.map(|it| said(&it)).join(" | ");
        output::text(format!("\n| {header} |\n|---|---|---|---|---|"))?;
        for it in &judged {
            let cells = [standing(it), it.finding.rule.id.to_owned(), places(it), message(it)];
            let cells = cells.map(|text| cell(&text)).join(" | ");
            output::text(format!("| {cells} | `{}` |", it.finding.id))?;
        }
        output::text("")?;
        for (rule, remedy) in remedies(&judged) {
            output::text(format!("- {rule}: {}", cell(&remedy)))?;
        }
    }
    Ok(())
}

/// Escapes a text of a file for Markdown.
fn cell(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => shown.push(' '),
            '\\' | '|' | '`' | '*' | '_' | '<' | '[' | ']' | '#' => {
                shown.push('\\');
                shown.push(letter);
            }
            _ => shown.push(letter),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_markdown() {
        assert_eq!(cell("Seed_Lamp|<b>\n*x*"), "Seed\\_Lamp\\|\\<b> \\*x\\*");
    }
}
