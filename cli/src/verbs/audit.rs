//! `tagbridge audit`: actions with the built-in service's keys, and changes of them.

use clap::Args;
use serde_json::json;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

/// Show the audit log: uploads, takeovers and refusals with the keys that made them, and which keys
/// were created, rotated or revoked.
#[derive(Args)]
#[command(after_help = "Example: tagbridge audit --data DIR --limit 20")]
pub(crate) struct Audit {
    #[command(flatten)]
    owned: OrganizationArguments,
    /// The largest number of entries to show. The newest entry is first.
    #[arg(long, value_name = "COUNT", default_value = "100")]
    limit: u32,
}

pub(crate) fn run(arguments: &Audit, output: Output) -> Result<Exit, Failure> {
    let entries = arguments
        .owned
        .reopen()?
        .audit(arguments.limit)
        .map_err(|error| Failure::ours(&Cannot::ReadAudit, &error))?;
    if output.is_json() {
        for entry in entries {
            output::json(&json!({
                "at": entry.at,
                "actor": entry.actor,
                "action": entry.action,
                "subject": entry.subject,
                "detail": entry.detail,
            }))?;
        }
    } else {
        let rows: Vec<_> = entries
            .into_iter()
            .map(|it| vec![it.at.to_string(), it.actor, it.action, it.subject, it.detail])
            .collect();
        let header = [Column::At, Column::Actor, Column::Action, Column::Subject, Column::Detail];
        output::table(&header, &rows)?;
    }
    Ok(Exit::Done)
}
