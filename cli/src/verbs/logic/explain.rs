//! `tagbridge logic FILE explain NAME`: what rungs say, in sentences.

use clap::{Args, ValueEnum};
use serde::Serialize;
use tagbridge_logic::{Logic, UnitId, explain};

use super::document::Cited;
use crate::{
    failure::{Exit, Failure},
    output,
};

/// What a rung does, or every rung that writes a tag, in sentences.
#[derive(Args)]
#[command(after_help = "Example: tagbridge logic Line4.L5X explain MainProgram/Start:4")]
pub(super) struct Explain {
    /// A rung (`Program/Routine:4`), a routine, or a tag.
    pub(super) name: String,

    /// What the sentences are written in.
    #[arg(long, value_enum, default_value_t = Language::En)]
    language: Language,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// English
    En,
    /// German
    De,
}

#[derive(Serialize)]
struct Document {
    outcome: &'static str,
    rows: Vec<Row>,
    citations: Vec<Cited>,
    complete: bool,
}

#[derive(Serialize)]
struct Row {
    citation: Cited,
    sentence: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

impl Explain {
    /// Prints what these units say.
    pub(super) fn run(
        &self,
        logic: &Logic<'_>,
        units: &[UnitId],
        json: bool,
    ) -> Result<Exit, Failure> {
        let language = match self.language {
            Language::En => explain::Language::English,
            Language::De => explain::Language::German,
        };
        let mut document =
            Document { outcome: "answer", rows: Vec::new(), citations: Vec::new(), complete: true };
        for unit in units {
            let explained = logic.explain(*unit);
            if !json {
                let cited = &explained.citation;
                let rung = cited.rung.map(|it| format!(" rung {it}")).unwrap_or_default();
                output::line(format!("{}{rung}", cited.path))?;
                for comment in &explained.comments {
                    output::line(format!("  “{}”", comment.trim()))?;
                }
            }
            document.citations.push((&explained.citation).into());
            for row in &explained.rows {
                document.complete &= !matches!(row.act, explain::Act::Opaque(_));
                let sentence = logic.sentence(row, language);
                if !json {
                    output::line(format!("  {sentence}"))?;
                }
                document.rows.push(Row {
                    citation: (&row.citation).into(),
                    sentence,
                    text: row.citation.quote.clone(),
                    line: row.citation.line,
                });
            }
            if !json {
                for (name, comment) in &explained.descriptions {
                    output::line(format!("  {name}: {}", comment.trim()))?;
                }
            }
        }
        if json {
            output::json(&document)?;
        }
        Ok(Exit::Done)
    }
}
