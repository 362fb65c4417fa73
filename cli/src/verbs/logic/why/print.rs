//! Why something is on or off, for a person.

use serde_json::Value;
use tagbridge_logic::{Logic, why::Answer};

use super::{Document, Named, named};
use crate::{failure::Failure, output};

pub(super) fn print(
    logic: &Logic<'_>,
    answer: &Answer,
    document: &Document,
) -> Result<(), Failure> {
    let name = logic.index.places.text(answer.place, &logic.index.names);
    output::line(format!("{name} is {}", document.verdict))?;
    for set in &answer.blocking {
        let set: Vec<String> = set.iter().map(|it| needed(&named(it))).collect();
        output::line(format!("{} if: {}", document.wanted, set.join(" and ")))?;
    }
    if !answer.minimal {
        output::line("these sets are possibly not minimal")?;
    }
    for core in &answer.cores {
        let core: Vec<String> = core.iter().map(|it| held(&named(it))).collect();
        output::line(format!("held by: {}", core.join(" and ")))?;
    }
    for unknown in &document.unknown {
        output::line(format!("not known: {} ({})", unknown.name, unknown.reason))?;
    }
    for remark in &document.remarks {
        output::line(&remark.sentence)?;
    }
    for writer in &answer.writers {
        let statement = logic.index.statement(writer.statement);
        let cited = logic.cite(statement.unit, statement.span);
        let rung = cited.rung.map(|rung| format!(" rung {rung}")).unwrap_or_default();
        output::line(format!("written by {}{rung}: {}", cited.path, logic.text(statement.unit)))?;
    }
    Ok(())
}

fn needed(condition: &Named) -> String {
    let need = condition.need.clone().unwrap_or_default();
    let now = condition.now.as_ref().map_or_else(|| "unknown".to_owned(), Value::to_string);
    let away = condition.distance.map(|it| format!(", {it} away")).unwrap_or_default();
    let timer = match (condition.elapsed_ms, condition.preset_ms) {
        (Some(elapsed), Some(preset)) => {
            format!(", timer at {:.1} of {:.1} s", elapsed / 1e3, preset / 1e3)
        }
        _ => String::new(),
    };
    format!("{} {need} (now {now}{away}{timer})", condition.name)
}

fn held(condition: &Named) -> String {
    let now = condition.now.as_ref().map_or_else(|| "unknown".to_owned(), Value::to_string);
    format!("{} = {now}", condition.name)
}
