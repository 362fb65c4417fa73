//! Findings that are accepted in the code by a comment with a reason: `tagbridge:accept TB-W02 the
//! second coil is the lamp test`.

use tagbridge_logic::{Logic, UnitId};
use tagbridge_project::Body;

use crate::{Finding, Site};

/// The mark in a comment that accepts findings of the rules after it.
const MARK: &str = "tagbridge:accept";

/// Returns the reason in the comment that accepts a finding; absent if it is not accepted.
///
/// A comment applies to its rung or network, or to the routine, block, type or tag that it
/// describes; in a text, to its own line and the next one. One of the finding's citations is
/// enough. A comment without a reason accepts nothing.
pub fn accepted(logic: Logic<'_>, finding: &Finding) -> Option<String> {
    finding.citations.iter().find_map(|site| {
        comments(logic, site)
            .into_iter()
            .flat_map(str::lines)
            .find_map(|line| reason(line, finding.rule.id))
            .map(str::to_owned)
    })
}

/// The comments that apply to a location.
fn comments<'a>(logic: Logic<'a>, site: &Site) -> Vec<&'a str> {
    match site.unit {
        Some(unit) => of_code(logic, unit, site.line),
        None => of_declaration(logic, &site.citation.path),
    }
}

fn of_code(logic: Logic<'_>, id: UnitId, line: Option<u32>) -> Vec<&str> {
    let unit = logic.index.unit(id);
    let routine = &logic.project.routines[unit.routine.index()];
    let mut found: Vec<&str> = routine.comment.as_deref().into_iter().collect();
    let blocks = logic.project.blocks.iter().filter(|it| it.name == routine.owner);
    found.extend(blocks.filter_map(|it| it.comment.as_deref()));
    match (&routine.body, unit.rung) {
        (Body::Rungs(rungs), Some(at)) => {
            let rung = &rungs[at as usize];
            found.extend([&rung.title, &rung.comment].into_iter().flatten().map(String::as_str));
        }
        (Body::Text(text), _) => {
            // The line itself, and the previous one.
            let last = line.map_or(1, |line| line as usize);
            found.extend(text.lines().take(last).skip(last.saturating_sub(2)));
        }
        _ => {}
    }
    found
}

fn of_declaration<'a>(logic: Logic<'a>, path: &str) -> Vec<&'a str> {
    let project = logic.project;
    let tags = project.tags.iter().filter(|it| it.name == path).map(|it| &it.comment);
    let types = project.data_types.iter().filter(|it| it.name == path).map(|it| &it.comment);
    let blocks = project.blocks.iter().filter(|it| it.name == path).map(|it| &it.comment);
    tags.chain(types).chain(blocks).flatten().map(String::as_str).collect()
}

/// The text of a line after the mark and the name of the rule: `tagbridge:accept TB-W02, TB-W04
/// reason`.
fn reason<'a>(line: &'a str, rule: &str) -> Option<&'a str> {
    let mut rest = line.split_once(MARK)?.1;
    let mut is_named = false;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let end = rest.find([' ', '\t', ',']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if !word.starts_with("TB-") {
            break;
        }
        is_named |= word == rule;
        rest = after;
    }
    let reason = rest.trim_end().trim_end_matches("*)").trim_end_matches("*/").trim();
    (is_named && !reason.is_empty()).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_accepts_the_rules_that_it_names_with_a_reason() {
        for (line, said) in [
            ("tagbridge:accept TB-W02 a lamp test", Some("a lamp test")),
            ("// tagbridge:accept TB-W01, TB-W02  both wanted", Some("both wanted")),
            ("(* tagbridge:accept TB-W02 so it is *)", Some("so it is")),
            ("tagbridge:accept TB-W02", None),
            ("(* tagbridge:accept TB-W02 *)", None),
            ("tagbridge:accept TB-W01 a lamp test", None),
            ("accept TB-W02 a lamp test", None),
        ] {
            assert_eq!(reason(line, "TB-W02"), said, "{line}");
        }
    }
}
