//! `tagbridge logic FILE explain NAME`: rungs as sentences.

use clap::Args;
use serde::Serialize;
use tagbridge_logic::{Logic, UnitId, explain};

use super::{document::Cited, print};
use crate::{
    failure::{Exit, Failure},
    messages::CodeLine,
    output,
};

/// Explain a rung, or each rung that writes a tag, in sentences.
#[derive(Args)]
#[command(after_help = "Example: tagbridge logic Line4.L5X explain MainProgram/Start:4")]
pub(super) struct Explain {
    /// The rung (`Program/Routine:4`), the routine, or the tag.
    pub(super) name: String,
}

#[derive(Serialize)]
struct Document {
    outcome: &'static str,
    rows: Vec<Row>,
    citations: Vec<Cited>,
    /// Titles and comments, quoted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    descriptions: Vec<Described>,
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

/// The comments of a tag.
#[derive(Serialize)]
struct Described {
    name: String,
    says: String,
}

impl Explain {
    /// Prints the explanations of these units.
    pub(super) fn run(logic: &Logic<'_>, units: &[UnitId], json: bool) -> Result<Exit, Failure> {
        let language = output::language();
        let mut document = Document {
            outcome: "answer",
            rows: Vec::new(),
            citations: Vec::new(),
            comments: Vec::new(),
            descriptions: Vec::new(),
            complete: true,
        };
        for unit in units {
            let explained = logic.explain(*unit);
            if !json {
                output::text(print::place(&(&explained.citation).into(), None))?;
                for comment in &explained.comments {
                    output::text(format!("  “{}”", comment.trim()))?;
                }
            }
            document.citations.push((&explained.citation).into());
            for row in &explained.rows {
                document.complete &= !matches!(row.act, explain::Act::Opaque(_));
                let sentence = logic.sentence(row, language);
                if !json {
                    output::text(format!("  {sentence}"))?;
                }
                document.rows.push(Row {
                    citation: (&row.citation).into(),
                    sentence,
                    text: row.citation.quote.clone(),
                    line: row.citation.line,
                });
            }
            for (name, comment) in explained.descriptions {
                let says = comment.trim().to_owned();
                if !json {
                    output::text(format!("  {name}: “{says}”"))?;
                }
                if !document.descriptions.iter().any(|it| it.name == name) {
                    document.descriptions.push(Described { name, says });
                }
            }
            document.comments.extend(explained.comments);
        }
        if units.is_empty() && !json {
            output::line(&CodeLine::NotWritten)?;
        }
        if json {
            output::json(&document)?;
        }
        Ok(Exit::Done)
    }
}
