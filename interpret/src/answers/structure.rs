//! Calls, execution and contents.

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{Callee, Citation, Effect, RoutineId, UnitId, query::RunRow};
use tagbridge_project::BlockKind;

use super::what;
use crate::{Facts, book::Book, resolve::Subject, say::with};

/// Longer call chains are not followed.
const DEPTH_MAX: usize = 6;
/// Maximum number of listed calls of a tree.
const CALLS_MAX: usize = 100;

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
    // All rungs of one routine have the same execution.
    let Some(unit) = units.first() else { return };
    let answer = book.logic().runs(*unit);
    let key = if answer.rows.is_empty() { "runs-never" } else { "runs" };
    book.say(key, &with!["name" => name, "count" => answer.rows.len()]);
    let own = book.logic().cite(*unit, super::sentences::whole());
    for row in &answer.rows {
        let what = way(book, row);
        if row.chain.is_empty() {
            let number = book.cite_code(&own);
            book.numbered(number, &what);
            continue;
        }
        let calls = row.chain.iter().filter_map(|call| book.cite_code(call));
        let numbers: Vec<String> = calls.map(|number| format!("[{number}]")).collect();
        book.evidence(format!("{what} {}", numbers.join(" ")));
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// A block is executed by its calls.
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
            let tasks = &book.facts.project().tasks;
            let of = tasks.iter().find(|it| it.name == *task);
            let is_continuous = of.is_some_and(|it| it.kind.eq_ignore_ascii_case("continuous"));
            let key = if is_continuous { "runs-continuously" } else { "runs-in" };
            book.words(key, &with!["task" => task.as_str(), "root" => root])
        }
        (None, _) => book.words("runs-untold", &with!["root" => root]),
    };
    format!("{way}{through}")
}

/// The calls of the project, or of one part of it: each once, with its depth.
pub(super) fn calls(book: &mut Book<'_>, of: Option<(&Subject, &str)>) {
    let logic = book.logic();
    let starts: Vec<RoutineId> = match of {
        Some((subject, _)) => routines_of(book.facts, subject),
        None => begins(book.facts),
    };
    let mut lines: Vec<(usize, String, Option<UnitId>)> = Vec::new();
    for start in starts {
        let unit = logic.index.units().find(|(_, unit)| unit.routine == start).map(|it| it.0);
        let task = unit.and_then(|unit| logic.runs(unit).rows.into_iter().find_map(|it| it.task));
        let task = task.map_or_else(String::new, |task| format!(" ({task})"));
        lines.push((0, format!("{}{task}", logic.path(start)), unit));
        follow(book, start, 1, &mut vec![start], &mut lines);
    }
    let count = lines.iter().filter(|line| line.0 > 0).count();
    match of {
        Some((_, name)) => {
            let key = if count == 0 { "calls-nothing" } else { "calls" };
            book.say(key, &with!["name" => name, "count" => count]);
        }
        None => book.say("call-tree", &with!["count" => count]),
    }
    for (depth, text, unit) in lines {
        let whole = unit.map(|unit| logic.cite(unit, super::sentences::whole()));
        let number =
            whole.and_then(|citation| book.cite(LocationKind::Routine, &citation.path, None));
        let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
        book.evidence(format!("{}{text}{mark}", "  ".repeat(depth)));
    }
}

/// The entry routines: those of tasks, or those without a caller.
fn begins(facts: &Facts) -> Vec<RoutineId> {
    let logic = facts.logic();
    let mut found: Vec<RoutineId> = Vec::new();
    for (id, unit) in logic.index.units() {
        let is_root = || logic.runs(id).rows.iter().any(|row| row.chain.is_empty());
        if !found.contains(&unit.routine) && is_root() {
            found.push(unit.routine);
        }
    }
    found
}

fn routines_of(facts: &Facts, subject: &Subject) -> Vec<RoutineId> {
    let logic = facts.logic();
    match subject {
        Subject::Units(units) => {
            units.first().map(|unit| logic.index.unit(*unit).routine).into_iter().collect()
        }
        Subject::Block(at) => routines_owned(facts, &facts.project().blocks[*at].name),
        _ => Vec::new(),
    }
}

fn routines_owned(facts: &Facts, owner: &str) -> Vec<RoutineId> {
    let all = facts.project().routines.iter().enumerate();
    all.filter(|(_, routine)| {
        routine.owner.eq_ignore_ascii_case(owner) || routine.name.eq_ignore_ascii_case(owner)
    })
    .map(|(at, _)| RoutineId::at(at))
    .collect()
}

fn follow(
    book: &Book<'_>,
    of: RoutineId,
    depth: usize,
    above: &mut Vec<RoutineId>,
    lines: &mut Vec<(usize, String, Option<UnitId>)>,
) {
    if depth > DEPTH_MAX || lines.len() >= CALLS_MAX {
        return;
    }
    let logic = book.logic();
    let units = logic.index.units().filter(|(_, unit)| unit.routine == of);
    let mut called: Vec<(Callee, Vec<String>)> = Vec::new();
    for (_, statement) in units.flat_map(|(id, _)| logic.index.statements_of(id)) {
        let Effect::Call { callee, instance, .. } = &statement.effect else { continue };
        let place = place_in(book, &logic.cite(statement.unit, statement.span));
        let on = instance.map(|at| logic.place(logic.index.reference(at).place));
        let text = on.map_or_else(|| place.clone(), |on| format!("{on} ({place})"));
        match called.iter_mut().find(|it| it.0 == *callee) {
            Some(found) => found.1.push(text),
            None => called.push((*callee, vec![text])),
        }
    }
    for (callee, places) in called {
        let (name, routines) = match callee {
            Callee::Routine(routine) => (logic.path(routine), vec![routine]),
            Callee::Block(at) => {
                let name = book.facts.project().blocks[at as usize].name.clone();
                let routines = routines_owned(book.facts, &name);
                (name, routines)
            }
            Callee::Unknown(name) => (logic.index.names.text(name).to_owned(), Vec::new()),
        };
        let unit = routines.first().and_then(|routine| {
            logic.index.units().find(|(_, unit)| unit.routine == *routine).map(|it| it.0)
        });
        lines.push((depth, format!("{name}: {}", places.join(", ")), unit));
        for routine in routines {
            if !above.contains(&routine) {
                above.push(routine);
                follow(book, routine, depth + 1, above, lines);
                above.pop();
            }
        }
    }
}

/// The location of a call within its routine.
fn place_in(book: &Book<'_>, citation: &Citation) -> String {
    let label = book.label(citation);
    label.strip_prefix(citation.path.as_str()).map_or(label.clone(), |it| it.trim().to_owned())
}

/// The contents of an object.
pub(super) fn contents(book: &mut Book<'_>, subject: &Subject, name: &str) -> bool {
    match subject {
        Subject::Block(at) => {
            what::block(book, *at);
            let block = &book.facts.project().blocks[*at];
            if block.kind == BlockKind::DataBlock {
                return true;
            }
            let routines = routines_owned(book.facts, name);
            for routine in routines {
                let path = book.logic().path(routine);
                let number = book.cite(LocationKind::Routine, &path, None);
                book.numbered(number, &path);
            }
        }
        Subject::Type(at) => what::data_type(book, *at),
        Subject::Units(units) => super::purpose::purpose(book, units, name),
        Subject::Place(_) | Subject::Declared(_) => {
            if !what::declaration(book, name) {
                what::member_of_block(book, name);
            }
            parts(book, name);
        }
        Subject::Called(_) => callers(book, name),
        Subject::Several(_) | Subject::Unknown(_) => return false,
    }
    true
}

/// The members of a tag.
fn parts(book: &mut Book<'_>, name: &str) {
    let symbols = &book.facts.symbols;
    let Ok(symbol) = symbols.find_without_hint(name) else { return };
    for part in symbols.parts(&symbol) {
        let name = part.name();
        let comment =
            part.comment.map_or_else(String::new, |it| format!(" – {}", book.comment(it)));
        let number = book.cite_tag(&name);
        let unit = part.unit.map_or_else(String::new, |it| format!(" {it}"));
        let value = part.initial.map_or_else(String::new, |value| {
            book.words("starts-with", &with!["value" => format!("{value}{unit}")])
        });
        book.numbered(number, &format!("{name}: {}{value}{comment}", part.type_name()));
    }
}
