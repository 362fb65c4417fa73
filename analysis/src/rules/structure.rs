//! The complexity and size of code, and its early exits.

use std::collections::BTreeMap;

use tagbridge_logic::{
    Effect, RoutineId,
    expr::{Constant, Expr},
};
use tagbridge_project::{Body, Language, Member, Routine, Section};
use tagbridge_structured_text::{Branch, Statement, StatementKind, TokenKind, tokens};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    complexity::{self, Measure},
    facts::Facts,
    syntax::{Text, TextElement, walk},
};

/// The limit of `McCabe` (1976).
const CYCLOMATIC_MAX: usize = 10;
/// The threshold of CODESYS's SA0178.
const COGNITIVE_MAX: usize = 20;
/// Maximum number of contacts and comparisons of one rung or network.
const CONDITIONS_MAX: usize = 25;
/// Maximum nesting of branches and loops, or of branches of ladder.
const NESTING_MAX: usize = 5;
/// Maximum number of lines with code in a text.
const LINES_MAX: usize = 300;
/// Maximum number of rungs or networks of a routine.
const RUNGS_MAX: usize = 100;
/// The threshold of CODESYS's SA0166, per kind.
const PARAMETERS_MAX: usize = 10;

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-structure")]
pub(super) enum StructureFinding<'a> {
    Complex { name: &'a str, cyclomatic: usize, cognitive: usize },
    Conditions { name: &'a str, count: usize, most: usize },
    Nested { name: &'a str, depth: usize, most: usize },
    Long { name: &'a str, lines: usize, most: usize },
    Rungs { name: &'a str, count: usize, most: usize },
    Inputs { name: &'a str, count: usize, most: usize },
    Outputs { name: &'a str, count: usize, most: usize },
    InOuts { name: &'a str, count: usize, most: usize },
    Case,
    Elsif,
    Leaves { name: &'a str, what: &'a str, count: usize },
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-structure-figure")]
pub(super) enum StructureCount {
    Routines,
    Units,
    Cyclomatic,
    Cognitive,
    Depth,
}

/// C01–C06.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut texts: BTreeMap<RoutineId, Measure> = BTreeMap::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        if let Some(text) = Text::of(facts, id, unit).filter(|text| text.is_written) {
            let known = texts.entry(unit.routine).or_default();
            known.add(Measure::of(&text));
            branches(facts, pen, &text);
            leaves(facts, pen, &text, &facts.logic.path(unit.routine));
        } else if facts.is_read(id) {
            drawn(facts, pen, id, unit.routine);
        }
    }
    for (id, of) in &texts {
        text(facts, pen, *id, of);
    }
    for (at, routine) in facts.project.routines.iter().enumerate() {
        pen.check();
        let Body::Rungs(rungs) = &routine.body else { continue };
        let is_drawn = matches!(routine.language, Language::Ld | Language::Fbd);
        if is_drawn && rungs.len() > RUNGS_MAX {
            let name = facts.logic.path(RoutineId::at(at));
            let (count, most) = (rungs.len(), RUNGS_MAX);
            let message = StructureFinding::Rungs { name: &name, count, most };
            pen.find("C03", &name, &message, vec![facts.routine(RoutineId::at(at))]);
        }
    }
    parameters(facts, pen);
    let most = |of: fn(&Measure) -> usize| texts.values().map(of).max().unwrap_or(0);
    pen.figure(&StructureCount::Routines, facts.project.routines.len());
    pen.figure(&StructureCount::Units, facts.index.units().count());
    pen.figure(&StructureCount::Cyclomatic, most(Measure::cyclomatic));
    pen.figure(&StructureCount::Cognitive, most(|it| it.cognitive));
    pen.figure(&StructureCount::Depth, most(|it| it.depth));
}

/// C01, C02, C03 for a text.
fn text(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, id: RoutineId, of: &Measure) {
    let name = &facts.logic.path(id);
    let at = || vec![facts.routine(id)];
    let (cyclomatic, cognitive) = (of.cyclomatic(), of.cognitive);
    if cyclomatic > CYCLOMATIC_MAX || cognitive > COGNITIVE_MAX {
        let message = StructureFinding::Complex { name, cyclomatic, cognitive };
        pen.find("C01", name, &message, at());
    }
    if of.depth > NESTING_MAX {
        let message = StructureFinding::Nested { name, depth: of.depth, most: NESTING_MAX };
        pen.find("C02", name, &message, at());
    }
    if of.lines > LINES_MAX {
        let message = StructureFinding::Long { name, lines: of.lines, most: LINES_MAX };
        pen.find("C03", name, &message, at());
    }
}

/// C01 and C02 for a rung or a network.
fn drawn(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    id: tagbridge_logic::UnitId,
    routine: RoutineId,
) {
    let text = facts.logic.text(id);
    let unit = facts.index.unit(id);
    let language = facts.logic.language(unit);
    let ladder = match (&facts.project.routines[routine.index()].body, unit.rung) {
        (Body::Rungs(rungs), Some(at)) if matches!(language, Language::Ld | Language::Fbd) => {
            rungs.get(at as usize).and_then(|rung| rung.ladder(facts.project.vendor))
        }
        _ => None,
    };
    let Some(ladder) = ladder.filter(|ladder| ladder.is_whole()) else { return };
    let (conditions, depth) = complexity::rung(&ladder, text);
    let name = &facts.logic.path(routine);
    let whole = tagbridge_logic::Span::new(0, text.len());
    if conditions > CONDITIONS_MAX {
        let message =
            StructureFinding::Conditions { name, count: conditions, most: CONDITIONS_MAX };
        pen.find("C01", name, &message, vec![facts.at(id, whole)]);
    }
    if depth > NESTING_MAX {
        let message = StructureFinding::Nested { name, depth, most: NESTING_MAX };
        pen.find("C02", name, &message, vec![facts.at(id, whole)]);
    }
}

/// C04.
fn parameters(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for block in &facts.project.blocks {
        pen.check();
        // The predefined parameters of an add-on instruction do not count.
        let is_own = |member: &&Member| {
            !["EnableIn", "EnableOut"].iter().any(|it| it.eq_ignore_ascii_case(&member.name))
        };
        let count = |section| {
            let those = block.members.iter().filter(is_own);
            those.filter(|member| member.section == Some(section)).count()
        };
        let (name, most) = (block.name.as_str(), PARAMETERS_MAX);
        if block.instance_of.is_some() {
            continue;
        }
        let counted = [Section::Input, Section::Output, Section::InOut].map(count);
        for (kind, count) in counted.into_iter().enumerate().filter(|(_, it)| *it > most) {
            let message = match kind {
                0 => StructureFinding::Inputs { name, count, most },
                1 => StructureFinding::Outputs { name, count, most },
                _ => StructureFinding::InOuts { name, count, most },
            };
            let subject = format!("{name} {kind}");
            pen.find("C04", &subject, &message, vec![facts.definition(name)]);
        }
    }
}

/// C05.
fn branches(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>) {
    let mut without = Vec::new();
    walk(&text.statements, &mut |seen| {
        let TextElement::Statement(statement) = seen else { return };
        let message = match &statement.kind {
            StatementKind::Case { selector, arms, otherwise } if otherwise.is_empty() => {
                let labels = arms.iter().flat_map(|arm| &arm.labels);
                let names: Vec<&str> =
                    labels.clone().map(|(label, _)| text.slice(label.span)).collect();
                let ranges = labels.clone().any(|(_, to)| to.is_some());
                let last = arms.last().and_then(|arm| end_of(&arm.body));
                let selected = match &selector.kind {
                    tagbridge_structured_text::ExpressionKind::Operand(it) => text.place(it),
                    _ => None,
                };
                let is_complete =
                    !ranges && selected.is_some_and(|place| covers(facts, place, &names));
                (!is_complete).then_some((last, StructureFinding::Case))
            }
            StatementKind::If { branches, otherwise }
                if otherwise.is_empty()
                    && branches.len() > 1
                    && !is_either(text, branches)
                    && !is_memory(text, branches) =>
            {
                let last = branches.last().and_then(|branch| end_of(&branch.body));
                Some((last, StructureFinding::Elsif))
            }
            _ => None,
        };
        let Some((last, message)) = message else { return };
        // An ELSE without a statement counts, too.
        let from = last.unwrap_or(statement.span.start) as usize;
        let rest = text.shown.get(from..statement.span.end as usize).unwrap_or_default();
        let has_else = tokens(rest, text.dialect).iter().any(|token| {
            let word = rest.get(token.span.range()).unwrap_or_default();
            token.kind == TokenKind::Word && word.eq_ignore_ascii_case("ELSE")
        });
        if !has_else {
            without.push((statement.span, message));
        }
    });
    for (span, message) in without {
        let head = text.slice(span).lines().next().unwrap_or_default().trim();
        pen.find("C05", head, &message, vec![facts.at(text.unit, span)]);
    }
}

/// Whether two branches only set and reset one bit.
fn is_memory(text: &Text<'_>, branches: &[Branch]) -> bool {
    let only = |branch: &Branch| match &branch.body[..] {
        [Statement { kind: StatementKind::Assign { to, value }, .. }] => {
            let value = text.slice(value.span).to_ascii_uppercase();
            let set = ["TRUE", "1", "FALSE", "0"].contains(&value.as_str());
            to.first().filter(|_| set).map(|(bit, _)| (text.slice(bit.span), value))
        }
        _ => None,
    };
    match branches {
        [one, other] => match (only(one), only(other)) {
            (Some(one), Some(other)) => one.0 == other.0 && one.1 != other.1,
            _ => false,
        },
        _ => false,
    }
}

/// Whether the second of two conditions is the negation of the first one.
fn is_either(text: &Text<'_>, branches: &[Branch]) -> bool {
    let [one, other] = branches else { return false };
    let plain = |of: &Branch| -> String {
        let text = text.slice(of.condition.span);
        text.chars().filter(|it| !it.is_whitespace()).flat_map(char::to_uppercase).collect()
    };
    let (one, other) = (plain(one), plain(other));
    let negates = |one: &str, other: &str| {
        let inside = one.strip_prefix("NOT");
        inside.is_some_and(|it| it == other || it.trim_matches(['(', ')']) == other)
    };
    let opposes = |sign: &str, opposite: &str| {
        let sides = |text: &str, sign: &str| {
            text.split_once(sign).map(|(left, right)| (left.to_owned(), right.to_owned()))
        };
        let right_is_plain = |it: &(String, String)| !it.1.starts_with(['=', '>']);
        match (sides(&one, sign), sides(&other, opposite)) {
            (Some(one), Some(other)) => right_is_plain(&one) && one == other,
            _ => false,
        }
    };
    let pairs = [("<>", "="), ("=", "<>"), ("<", ">="), (">=", "<"), (">", "<="), ("<=", ">")];
    // `IF Set AND NOT Was … ELSIF NOT Set`: an edge.
    let is_edge = other.trim_matches(['(', ')']).strip_prefix("NOT").is_some_and(|it| {
        let set = it.trim_matches(['(', ')', '#']);
        let mut parts = one.split('&').flat_map(|part| part.split("AND"));
        parts.any(|part| part.trim_matches(['(', ')', '#']) == set)
    });
    // `IF x >= Most … ELSIF x <= Least`: values in between need no action.
    let side = |text: &str, signs: [&str; 2]| {
        let found = signs.iter().find_map(|sign| text.split_once(sign));
        found.map(|(left, _)| left.trim_matches('(').to_owned())
    };
    let limits = |one: &str, other: &str| {
        let (most, least) = (side(one, [">=", ">"]), side(other, ["<=", "<"]));
        most.is_some() && most == least && !one.contains("AND") && !other.contains("AND")
    };
    negates(&one, &other)
        || negates(&other, &one)
        || is_edge
        || limits(&one, &other)
        || limits(&other, &one)
        || pairs.iter().any(|(sign, opposite)| opposes(sign, opposite))
}

fn end_of(body: &[Statement]) -> Option<u32> {
    body.last().map(|last| last.span.end)
}

/// Whether the cases are all names of the selector's enumeration.
fn covers(facts: &Facts<'_>, place: tagbridge_logic::PlaceId, labels: &[&str]) -> bool {
    let kind = facts.kinds.of(facts.index, place);
    let Some(values) = kind.and_then(|kind| facts.kinds.enumeration(kind)) else { return false };
    values.iter().all(|value| {
        labels.iter().any(|label| {
            let own = label.rsplit(['.', '#']).next().unwrap_or(label).trim_matches('"');
            let is_number = value.number.is_some_and(|number| own == number.to_string());
            own.eq_ignore_ascii_case(&value.name) || is_number
        })
    })
}

/// C06: one finding per kind and routine.
fn leaves(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, text: &Text<'_>, name: &str) {
    let mut found: BTreeMap<&str, Vec<Site>> = BTreeMap::new();
    let last = text.statements.last().map(|it| it.span);
    walk(&text.statements, &mut |seen| {
        let TextElement::Statement(statement) = seen else { return };
        let what = match statement.kind {
            StatementKind::Exit => "EXIT",
            StatementKind::Continue => "CONTINUE",
            StatementKind::Return if Some(statement.span) != last => "RETURN",
            StatementKind::Goto(_) => "GOTO",
            _ => return,
        };
        found.entry(what).or_default().push(facts.at(text.unit, statement.span));
    });
    for (what, at) in found {
        let message = StructureFinding::Leaves { name, what, count: at.len() };
        pen.find("C06", &format!("{name} {what}"), &message, at);
    }
}

/// C06 for ladder: its jumps.
pub(crate) fn jumps(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut found: BTreeMap<(RoutineId, String), Vec<Site>> = BTreeMap::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        let routine: &Routine = &facts.project.routines[unit.routine.index()];
        let is_drawn = matches!(facts.logic.language(unit), Language::Ld | Language::Fbd);
        if !is_drawn || routine.language == Language::Sfc || !facts.is_read(id) {
            continue;
        }
        for (_, statement) in facts.index.statements_of(id) {
            // Instructions that end the scan of a program have a separate name; a return at the end
            // of a routine skips nothing.
            let always = Expr::Const(Constant::Bool(true));
            let what = match statement.effect {
                Effect::Jump(Some(_)) => Some("JMP"),
                Effect::Jump(None) => Some("TND"),
                Effect::Return if facts.index.exprs.get(statement.guard) != always => Some("RET"),
                _ => None,
            };
            if let Some(what) = what {
                let key = (unit.routine, what.to_owned());
                found.entry(key).or_default().push(facts.at(id, statement.span));
            }
        }
    }
    for ((routine, what), at) in found {
        let name = facts.logic.path(routine);
        let message = StructureFinding::Leaves { name: &name, what: &what, count: at.len() };
        pen.find("C06", &format!("{name} {what}"), &message, at);
    }
}
