//! Array elements whose index comes from outside of the program, such as from an operator panel.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::kinds::Sort;
use tagbridge_logic::{Index, PlaceId, Ref, RoutineId, Scope, Step, UnitId, UseMode, expr::Expr};
use tagbridge_project::{Access, BlockKind, Dimension, Section};
use tagbridge_texts::Coded;

use crate::{chapter_writer::ChapterWriter, conditions::Checked, facts::Facts, rule::Confidence};

/// The source of an index.
#[derive(Coded)]
#[coded(prefix = "analysis-bounds")]
pub(super) enum IndexFinding<'a> {
    /// A parameter of the block.
    Parameter { index: &'a str, array: &'a str },
    /// A tag that no code writes.
    Outside { index: &'a str, array: &'a str },
}

/// S04.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    let checked = Checked::new(index, || pen.check());
    let mut found: HashMap<(RoutineId, PlaceId), Vec<(String, _)>> = HashMap::new();
    let mut order = Vec::new();
    for (id, unit) in index.units() {
        pen.check();
        if !facts.is_read(id) {
            continue;
        }
        for element in index.refs_of(id) {
            for (by, dimension) in computed(facts, id, element) {
                if checked.is(index, unit.routine, by) || covers(facts, by, dimension) {
                    continue;
                }
                let at = facts.at(id, element.span());
                let array = facts.logic.place(index.places.root_of(element.place));
                let key = (unit.routine, by);
                if !found.contains_key(&key) {
                    order.push(key);
                }
                found.entry(key).or_default().push((array, at));
            }
        }
    }
    for key in order {
        let (Some(from), Some(at)) = (source(facts, key.1), found.remove(&key)) else { continue };
        let name = facts.logic.place(key.1);
        let array = at[0].0.clone();
        let sites = at.into_iter().map(|it| it.1).collect();
        let message = match from {
            ValueOrigin::Parameter => IndexFinding::Parameter { index: &name, array: &array },
            ValueOrigin::Outside => IndexFinding::Outside { index: &name, array: &array },
        };
        pen.find_as("S04", Confidence::Likely, &name, &message, sites);
    }
}

/// The variables that are used as an index, alone or with an added number.
fn computed(facts: &Facts<'_>, unit: UnitId, element: &Ref) -> Vec<(PlaceId, Option<Dimension>)> {
    let (index, text) = (facts.index, facts.logic.text(unit));
    let refs = index.refs_of(unit);
    let path = index.places.path(element.place);
    let mut found = Vec::new();
    for (at, part) in path.iter().enumerate().skip(1) {
        let Step::Index(name) = index.places.step(*part) else { continue };
        let numbers = index.places.indexes(name);
        if numbers.iter().all(Option::is_some) {
            continue;
        }
        let whole = element.span();
        let array = facts.kinds.of(index, path[at - 1]);
        for (position, written) in index.names.text(name).split(',').enumerate() {
            let variable = written.trim_end_matches(|it: char| it.is_ascii_digit());
            let variable = match variable.strip_suffix(['+', '-']) {
                Some(variable) => variable,
                None => written,
            };
            let is = |it: &&Ref| {
                let span = it.span();
                let inside = span.start > whole.start && span.end < whole.end;
                let own = text.get(span.range()).unwrap_or_default().replace(['#', '"', ' '], "");
                inside && it.mode == UseMode::Read && own.eq_ignore_ascii_case(variable)
            };
            if let Some(by) = refs.iter().find(is) {
                let dimension = array.and_then(|it| it.dimensions.get(position).copied());
                found.push((index.canonical(by.place), dimension));
            }
        }
    }
    found
}

/// Whether each value of an index's type is a valid index.
fn covers(facts: &Facts<'_>, by: PlaceId, dimension: Option<Dimension>) -> bool {
    let Some(kind) = facts.kinds.of(facts.index, by) else { return true };
    if facts.kinds.enumeration(kind).is_some() {
        return true;
    }
    let range = match kind.name.to_ascii_uppercase().as_str() {
        "BYTE" | "USINT" => (0, 255),
        "SINT" => (-128, 127),
        _ => return facts.kinds.sort(facts.index, by) != Sort::Whole,
    };
    dimension.is_some_and(|it| i64::from(it.low) <= range.0 && i64::from(it.high) >= range.1)
}

enum ValueOrigin {
    Parameter,
    Outside,
}

/// The source of a variable's value, if it is outside.
fn source(facts: &Facts<'_>, by: PlaceId) -> Option<ValueOrigin> {
    let index = facts.index;
    if facts.writers().any(index, by) {
        return None;
    }
    if index.places.parent(by).is_none()
        && let Some(variable) = facts.kinds.variable(index, by)
        && !is_program(facts, by)
    {
        let is_parameter = matches!(variable.section, Some(Section::Input | Section::InOut));
        return (is_parameter && !is_given_safely(facts, by)).then_some(ValueOrigin::Parameter);
    }
    let (tag, _) = facts.kinds.tag(index, by)?;
    let can_be_written = matches!(tag.access, Access::ReadWrite | Access::Unknown);
    let is_set = tag.constant || tag.alias_for.is_some() || tag.exchange.is_some();
    (can_be_written && !is_set && !facts.is_partial()).then_some(ValueOrigin::Outside)
}

fn is_program(facts: &Facts<'_>, place: PlaceId) -> bool {
    let Step::Root(Scope::Unit(owner) | Scope::Block(owner), _) = facts.index.places.step(place)
    else {
        return false;
    };
    let block = facts.block(facts.index.names.text(owner));
    block.is_none_or(|block| block.kind == BlockKind::DataBlock)
}

/// Whether each call passes a number, or a loop counter.
fn is_given_safely(facts: &Facts<'_>, formal: PlaceId) -> bool {
    let index: &Index = facts.index;
    let given = index.bound_to(formal);
    let counted: HashSet<PlaceId> = given
        .iter()
        .map(|(call, _)| index.statement(*call).unit)
        .collect::<HashSet<_>>()
        .into_iter()
        .flat_map(|unit| index.refs_of(unit))
        .filter(|it| index.names.text(index.specs.name(it.spec)) == "FOR" && it.mode.writes())
        .map(|it| it.place)
        .collect();
    !given.is_empty()
        && given.iter().all(|(_, binding)| {
            let actual = index.bindings(&(binding.0..binding.0 + 1))[0].actual;
            match index.exprs.get(actual) {
                Expr::Const(_) => true,
                Expr::Ref(place) => counted.contains(&place),
                _ => false,
            }
        })
}
