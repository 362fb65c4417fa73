//! Who calls something, and when it runs.

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{UnitId, query::RunRow};

use crate::{book::Book, say::with};

pub(super) fn callers(book: &mut Book<'_>, name: &str) {
    let answer = book.logic().callers(name);
    let key = if answer.rows.is_empty() { "called-nowhere" } else { "called" };
    book.say(key, &with!["name" => name, "count" => answer.rows.len()]);
    for row in &answer.rows {
        let quote = book.quote(&row.citation);
        let condition = book.logic().expression(row.condition);
        let when = match condition.as_str() {
            "TRUE" => book.word("unconditionally"),
            _ => book.words("under", &with!["condition" => condition]),
        };
        let on = row.instance.as_deref().map_or_else(String::new, |it| format!(" ({it})"));
        let is_idle = book.logic().is_idle(row.citation.unit);
        let idle = if is_idle { format!("; {}", book.word("call-idle")) } else { String::new() };
        book.item(&row.citation, &format!("{}{on}, {when}{idle}: {quote}", row.callee));
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

pub(super) fn runs(book: &mut Book<'_>, name: &str, units: &[UnitId]) {
    // All rungs of one routine are executed alike.
    let Some(unit) = units.first() else { return };
    let answer = book.logic().runs(*unit);
    let key = if answer.rows.is_empty() { "runs-never" } else { "runs" };
    book.say(key, &with!["name" => name, "count" => answer.rows.len()]);
    let own = book.logic().cite(*unit, super::turned::whole());
    for row in &answer.rows {
        let what = way(book, row);
        if row.chain.is_empty() {
            let number = book.cite_code(&own);
            book.numbered(number, &what);
            continue;
        }
        let calls = row.chain.iter().filter_map(|call| book.cite_code(call));
        let numbers: Vec<String> = calls.map(|number| format!("[{number}]")).collect();
        book.line(format!("– {what} {}", numbers.join(" ")));
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// A block runs where it is called.
pub(super) fn block_runs(book: &mut Book<'_>, name: &str) {
    callers(book, name);
    let calls = book.logic().callers(name).rows;
    for call in calls {
        for row in book.logic().runs(call.citation.unit).rows {
            let (label, what) = (book.label(&call.citation), way(book, &row));
            let number = book.cite_code(&call.citation);
            book.numbered(number, &format!("{label}: {what}"));
        }
    }
    let _ = book.cite(LocationKind::Definition, name, None);
}

fn way(book: &Book<'_>, row: &RunRow) -> String {
    let chain: Vec<String> = row.chain.iter().map(|call| book.label(call)).collect();
    let through = match chain.as_slice() {
        [] => String::new(),
        _ => book.words("through", &with!["calls" => chain.join(" → ")]),
    };
    let root = row.root.as_str();
    let way = match (&row.task, row.interval_ms) {
        (Some(task), Some(interval)) => {
            let interval = format!("{interval}");
            book.words(
                "runs-every",
                &with!["task" => task.as_str(), "interval" => interval, "root" => root],
            )
        }
        (Some(task), None) => {
            book.words("runs-in", &with!["task" => task.as_str(), "root" => root])
        }
        (None, _) => book.words("runs-untold", &with!["root" => root]),
    };
    format!("{way}{through}")
}
