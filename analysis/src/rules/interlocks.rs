//! Outputs that must not be on at the same time, or without a permissive. By names: at most
//! `Likely`.

mod pairs;
mod permissives;
mod vocabulary;

use tagbridge_logic::{
    Effect, How, PlaceId, Scope, StatementId, Step,
    expr::{Constant, Expr},
};
use tagbridge_project::Place;
use tagbridge_texts::Coded;

use self::{
    pairs::pairs,
    permissives::{bypasses, motors},
};
use crate::{chapter_writer::ChapterWriter, facts::Facts, literals::Literals, words::words};
use tagbridge_logic::kinds::Sort;

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-interlocks")]
pub(super) enum InterlockFinding<'a> {
    Pair { one: &'a str, other: &'a str },
    NoPermissive { name: &'a str },
    Bypass { name: &'a str },
    BypassOutside { name: &'a str },
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-interlocks-figure")]
pub(super) enum InterlockCount {
    Pairs,
    Exclusive,
    Motors,
    Bypasses,
}

/// A bit that the code turns on.
struct Output<'a> {
    place: PlaceId,
    words: Vec<String>,
    /// The path before its name.
    before: String,
    on: Vec<StatementId>,
    is_physical: bool,
    name: &'a str,
}

/// I01–I03.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut literals = Literals::new(facts.index);
    let outputs = outputs(facts, pen);
    pairs(facts, pen, &mut literals, &outputs);
    motors(facts, pen, &mut literals, &outputs);
    bypasses(facts, pen);
}

fn outputs<'a>(facts: &Facts<'a>, pen: &ChapterWriter<'_>) -> Vec<Output<'a>> {
    let index = facts.index;
    let mut outputs = Vec::new();
    for (place, by) in facts.writers().all() {
        pen.check();
        let Some(name) = own_name(facts, place) else { continue };
        let on = turns_on(facts, by);
        let is_bit = facts.kinds.sort(index, place) == Sort::Bit;
        let is_read = by.iter().all(|it| facts.is_read(index.statement(*it).unit));
        if on.is_empty() || !is_bit || !is_read {
            continue;
        }
        let before = match index.places.parent(place) {
            Some(parent) => facts.logic.place(parent),
            None => facts.logic.place(place).trim_end_matches(['"']).to_owned(),
        };
        let before = before.strip_suffix(name).unwrap_or(&before).to_owned();
        let is_physical = is_physical(facts, place);
        outputs.push(Output { place, words: words(name), before, on, is_physical, name });
    }
    outputs
}

/// The last name of a path; `None` if it ends with a number.
pub(super) fn own_name<'a>(facts: &Facts<'a>, place: PlaceId) -> Option<&'a str> {
    match facts.index.places.step(place) {
        Step::Root(scope, name) if !matches!(scope, Scope::Address | Scope::Undeclared) => {
            Some(facts.index.names.text(name))
        }
        Step::Member(name) => Some(facts.index.names.text(name)),
        _ => None,
    }
}

/// The assignments that may turn it on.
pub(super) fn turns_on(facts: &Facts<'_>, by: &[StatementId]) -> Vec<StatementId> {
    let exprs = &facts.index.exprs;
    let may = |id: &&StatementId| match &facts.index.statement(**id).effect {
        Effect::Assign { value, how, .. } => {
            *how != How::Unlatch
                && !matches!(
                    exprs.get(*value),
                    Expr::Const(Constant::Bool(false) | Constant::Int(0))
                )
        }
        _ => false,
    };
    by.iter().filter(may).copied().collect()
}

/// Whether it is an output of the controller.
fn is_physical(facts: &Facts<'_>, place: PlaceId) -> bool {
    let text = facts.logic.place(facts.index.canonical(place));
    let by_tag = facts.kinds.tag(facts.index, place).is_some_and(|(tag, _)| {
        let is_q = |it: &str| it.to_ascii_uppercase().starts_with("%Q");
        matches!(tag.place, Place::Area { area: 'Q', .. })
            || tag.alias_for.as_deref().is_some_and(is_q)
    });
    by_tag || text.contains(":O.") || text.starts_with("%Q")
}
