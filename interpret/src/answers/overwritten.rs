//! Values that later code overwrites in each scan.

use tagbridge_logic::{
    Effect, How, Logic, PlaceId, StatementId,
    expr::{Constant, Expr},
    query::{FindingKind, Turned},
};

use super::named::outputs;
use crate::{book::Book, say::with};

/// Adds which write decides, if several coils or networks write a place.
pub(super) fn overwritten(book: &mut Book<'_>, place: PlaceId, name: &str) {
    let logic = book.logic();
    let label = |id: &StatementId| book.label(&logic.cite_statement(*id));
    if let Some((last, others)) = deciding(logic, place) {
        let is_drawn = logic.cite_statement(last).rung.is_some();
        if is_drawn || outputs(book).contains(&logic.index.canonical(place)) {
            let mut others: Vec<String> = others.iter().map(label).collect();
            others.dedup();
            let with = with!["last" => label(&last), "others" => others.join(", ")];
            let said = book.words("overwritten", &with);
            if !book.page.says(&said) {
                book.line(said);
            }
        }
        return;
    }
    let found = logic.findings(Some(place)).rows;
    let Some(row) = found.iter().find(|row| row.kind == FindingKind::WrittenTwice) else { return };
    let executed = row.citations.iter().filter(|it| !logic.is_idle(it.unit));
    let mut places: Vec<String> = executed.map(|it| book.label(it)).collect();
    places.dedup();
    if places.len() > 1 {
        book.say("overwritten-perhaps", &with!["name" => name, "places" => places.join(", ")]);
    }
}

/// The statement that overwrites all others in each scan, and the others: the last one in the
/// routine that contains all of them. `None` for a single statement.
pub(super) fn deciding(
    logic: Logic<'_>,
    place: PlaceId,
) -> Option<(StatementId, Vec<StatementId>)> {
    let index = logic.index;
    let rows = [Turned::On, Turned::Off].map(|it| logic.turned(place, it).rows);
    let executed = rows.iter().flatten().filter(|row| !logic.is_idle(row.citation.unit));
    let mut all: Vec<StatementId> = executed.map(|row| row.statement).collect();
    all.sort_unstable();
    all.dedup();
    let last = all.pop()?;
    let statement = index.statement(last);
    let is_whole = match &statement.effect {
        Effect::Assign { to, how: How::Follow | How::Store, .. } => {
            index.canonical(index.reference(*to).place) == index.canonical(place)
        }
        _ => false,
    };
    let is_always = index.exprs.get(statement.guard) == Expr::Const(Constant::Bool(true));
    let routine = |id: StatementId| index.unit(index.statement(id).unit).routine;
    let is_one_routine = all.iter().all(|it| routine(*it) == routine(last));
    let is_sure = is_whole && is_always && is_one_routine && !statement.repeated;
    (is_sure && !all.is_empty()).then_some((last, all))
}
