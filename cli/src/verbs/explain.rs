//! The output of `tagbridge read --explain`.

use tagbridge_bridge::PlanReport;
use tagbridge_texts::Message;

use crate::{
    failure::Failure,
    messages::{Column, Line, TableWord},
    output::{self, Output},
};

/// Maximum number of listed reads per request; of more, only the number is shown.
const NAMED: usize = 4;

/// Prints a table of the round trips, or the whole report as JSON.
pub(crate) fn print(plan: &PlanReport, output: Output) -> Result<(), Failure> {
    if output.is_json() {
        output::json(plan)?;
        return Ok(());
    }
    let rows: Vec<_> = plan
        .requests
        .iter()
        .enumerate()
        .map(|(at, it)| {
            vec![
                (at + 1).to_string(),
                format!("{} B", it.request_bytes),
                format!("{} B", it.reply_bytes),
                format!("{} B", it.limit_bytes),
                reads(&it.reads),
                output::said(&it.why),
            ]
        })
        .collect();
    let header =
        [Column::Trip, Column::Request, Column::Reply, Column::Limit, Column::Reads, Column::Why];
    output::table(&header, &rows)?;
    for (name, why) in &plan.causes {
        output::line(&Line::NotAsked { name, why: why.clone() })?;
    }
    let trips = output::said(&Line::TripsAScan { trips: plan.requests.len() });
    output::text(format!("\n{trips}"))?;
    Ok(())
}

fn reads(reads: &[Message]) -> String {
    let reads: Vec<String> = reads.iter().map(output::said).collect();
    match reads.get(..NAMED) {
        Some(first) if reads.len() > NAMED => {
            let (names, count) = (&*first.join(", "), reads.len() - NAMED);
            output::said(&TableWord::ListAndMore { names, count })
        }
        _ => reads.join(", "),
    }
}
