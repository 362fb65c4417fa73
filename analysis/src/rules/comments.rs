//! Comments, and commented-out code.

use std::collections::{BTreeMap, HashSet};

use tagbridge_code::{Element, Ladder};
use tagbridge_logic::{RoutineId, Span};
use tagbridge_project::{
    Block, BlockKind, Body, Format, Language, Member, Place, Routine, Section, Vendor,
};
use tagbridge_structured_text::{
    Dialect, PartKind, Statement, StatementKind, TokenKind, parse, tokens,
};
use tagbridge_texts::Coded;

use crate::{analysis::Site, chapter_writer::ChapterWriter, facts::Facts, syntax};

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-comments")]
pub(super) enum CommentFinding<'a> {
    /// A block, a program or a routine.
    Unit { name: &'a str },
    /// Variables of a scope.
    Variables { scope: &'a str, without: usize, of: usize },
    /// Variables of the controller.
    Tags { without: usize, of: usize },
    /// Commented-out code.
    Code { lines: usize, first: &'a str },
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-comments-figure")]
pub(super) enum CommentCount {
    Units,
    UnitsWithout,
    Variables,
    VariablesWithout,
    Lines,
}

/// K01, K02.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    // A symbol list has no comments.
    if facts.project.format != Format::SymbolConfiguration {
        units(facts, pen);
        variables(facts, pen);
    }
    switched_off(facts, pen);
}

/// K01 for objects with code.
fn units(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let (mut all, mut without) = (0, 0);
    let mut by_owner: BTreeMap<&str, Vec<(RoutineId, &Routine)>> = BTreeMap::new();
    for (at, routine) in project.routines.iter().enumerate() {
        let known = by_owner.entry(routine.owner.as_str()).or_default();
        known.push((RoutineId::at(at), routine));
    }
    let programs = project.programs.iter().map(|it| (&it.name, &it.comment));
    let is_shown = |it: &&Block| is_unit(it.kind) && !it.protected && !is_elsewhere(facts, it);
    let blocks = project.blocks.iter().filter(is_shown);
    let blocks = blocks.map(|it| (&it.name, &it.comment));
    for (name, comment) in programs.chain(blocks) {
        pen.check();
        let own = by_owner.get(name.as_str()).map_or(&[][..], Vec::as_slice);
        let has_code = own.iter().any(|(_, routine)| has_code(routine));
        // An object with only its interface in an export may have a comment in the project.
        if !has_code {
            continue;
        }
        all += 1;
        let says = |text: &Option<String>| text.as_ref().is_some_and(|it| !it.trim().is_empty());
        let is_told = says(comment)
            || own.iter().any(|(_, routine)| says(&routine.comment) || begins_told(facts, routine));
        if !is_told {
            without += 1;
            let at = own.iter().map(|(id, _)| facts.routine(*id)).collect();
            pen.find("K01", name, &CommentFinding::Unit { name }, at);
        }
    }
    pen.figure(&CommentCount::Units, all);
    pen.figure(&CommentCount::UnitsWithout, without);
}

/// Whether a block is reported separately: methods and actions belong to theirs.
fn is_unit(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::AddOnInstruction | BlockKind::FunctionBlock | BlockKind::Function)
}

/// Whether the comments of a block are in a missing file: a source in SIMATIC SD refers to them by
/// number.
fn is_elsewhere(facts: &Facts<'_>, block: &Block) -> bool {
    let routines = &facts.project.routines;
    let origin =
        routines.iter().find(|it| it.owner == block.name).and_then(|it| it.origin.as_ref());
    origin.is_some_and(|it| it.file.to_lowercase().ends_with(".s7dcl"))
        && block.members.iter().all(|member| member.comment.is_none())
}

fn has_code(routine: &Routine) -> bool {
    match &routine.body {
        Body::Text(text) => !text.trim().is_empty(),
        Body::Rungs(rungs) => !rungs.is_empty(),
        Body::Protected | Body::Absent => false,
    }
}

/// Whether a routine begins with a comment.
fn begins_told(facts: &Facts<'_>, routine: &Routine) -> bool {
    let dialect = facts.project.dialect();
    let begins = |text: &str| {
        let first = tokens(text, dialect).into_iter().find(|it| it.kind != TokenKind::Blank);
        first.is_some_and(|it| it.kind == TokenKind::Comment)
    };
    match &routine.body {
        Body::Text(text) => begins(text),
        Body::Rungs(rungs) => rungs.first().is_some_and(|rung| {
            let said = [&rung.title, &rung.comment];
            let is_said = said.into_iter().flatten().any(|it| !it.trim().is_empty());
            let is_text = rung.language.unwrap_or(routine.language) == Language::St;
            is_said || (is_text && begins(&rung.text))
        }),
        Body::Protected | Body::Absent => false,
    }
}

/// K01 for variables: one finding per scope.
fn variables(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let mut scopes: BTreeMap<&str, (usize, Vec<Site>)> = BTreeMap::new();
    for tag in &project.tags {
        pen.check();
        // The tool names the tags of modules, and an alias has the comment of its target.
        let is_named_by_tool = tag.name.matches(':').count()
            > usize::from(tag.name.starts_with("Program:"))
            || matches!(tag.place, Place::Nowhere { .. });
        let is_alias = project.vendor == Vendor::AllenBradley && tag.alias_for.is_some();
        let block = facts.block(tag.scope.trim_matches('"'));
        let is_instance = block.is_some_and(|it| it.instance_of.is_some());
        // A partial export contains the controller tags that it uses only as context.
        let is_context = facts.is_partial() && tag.scope.is_empty();
        if is_named_by_tool || is_alias || is_instance || is_context {
            continue;
        }
        let scope = scopes.entry(tag.scope.as_str()).or_default();
        scope.0 += 1;
        if tag.comment.as_ref().is_none_or(|it| it.trim().is_empty()) {
            scope.1.push(facts.tag(&tag.name));
        }
    }
    let mut sums = (0, 0);
    for (scope, (of, at)) in scopes {
        sums = (sums.0 + of, sums.1 + at.len());
        let without = at.len();
        match (without, scope) {
            (0, _) => {}
            (_, "") => pen.find("K01", "tags", &CommentFinding::Tags { without, of }, at),
            _ => {
                let message = CommentFinding::Variables { scope, without, of };
                pen.find("K01", &format!("tags {scope}"), &message, at);
            }
        }
    }
    // A block without code in the file belongs to a library.
    let owners: HashSet<&str> =
        project.routines.iter().filter(|it| has_code(it)).map(|it| it.owner.as_str()).collect();
    let is_own = |it: &&Block| {
        is_unit(it.kind) && owners.contains(it.name.as_str()) && !is_elsewhere(facts, it)
    };
    for block in project.blocks.iter().filter(is_own) {
        pen.check();
        let (of, without) = interface(&block.members);
        sums = (sums.0 + of, sums.1 + without);
        if without > 0 {
            let scope = block.name.as_str();
            let message = CommentFinding::Variables { scope, without, of };
            let at = vec![facts.definition(scope)];
            pen.find("K01", &format!("interface {scope}"), &message, at);
        }
    }
    pen.figure(&CommentCount::Variables, sums.0);
    pen.figure(&CommentCount::VariablesWithout, sums.1);
}

/// Number of parameters of a block, and of those without a comment.
fn interface(members: &[Member]) -> (usize, usize) {
    let is_parameter = |member: &&Member| {
        let own = !["EnableIn", "EnableOut"].iter().any(|it| it.eq_ignore_ascii_case(&member.name));
        let is = matches!(member.section, Some(Section::Input | Section::Output | Section::InOut));
        own && is
    };
    let those = members.iter().filter(is_parameter);
    let silent = |it: &&Member| it.comment.as_ref().is_none_or(|text| text.trim().is_empty());
    (those.clone().count(), those.filter(silent).count())
}

/// K02.
fn switched_off(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let vendor = facts.project.vendor;
    let mut lines = 0;
    for (id, unit) in facts.index.units() {
        pen.check();
        let routine = &facts.project.routines[unit.routine.index()];
        let mut found: Vec<(Span, String)> = Vec::new();
        if facts.logic.language(unit) == Language::St {
            let (text, dialect) = (facts.logic.text(id), facts.project.dialect());
            found = comments(text, dialect);
            found.retain(|(_, inside)| is_code(inside, dialect));
        } else if let (Body::Rungs(rungs), Some(at)) = (&routine.body, unit.rung)
            && vendor == Vendor::AllenBradley
            && let Some(comment) = &rungs[at as usize].comment
            && is_rung(comment)
        {
            found.push((Span::new(0, facts.logic.text(id).len()), comment.clone()));
        }
        for (span, inside) in found {
            let count = inside.trim().lines().filter(|line| !line.trim().is_empty()).count();
            let first = inside.trim().lines().next().unwrap_or_default().trim();
            lines += count;
            let message = CommentFinding::Code { lines: count, first };
            pen.find("K02", first, &message, vec![facts.at(id, span)]);
        }
    }
    pen.figure(&CommentCount::Lines, lines);
}

/// The comments in a text; comments on consecutive whole lines are joined.
fn comments(text: &str, dialect: Dialect) -> Vec<(Span, String)> {
    let mut found: Vec<(Span, String)> = Vec::new();
    let mut joined = false;
    for token in tokens(text, dialect) {
        let own = text.get(token.span.range()).unwrap_or_default();
        match token.kind {
            TokenKind::Blank => joined &= own.matches('\n').count() <= 1,
            TokenKind::Comment => {
                let line = own.strip_prefix("//");
                match (line, found.last_mut()) {
                    (Some(line), Some((span, before))) if joined => {
                        span.end = token.span.end;
                        before.push('\n');
                        before.push_str(line);
                    }
                    (Some(line), _) => found.push((token.span, line.to_owned())),
                    (None, _) => found.push((token.span, inside(own).to_owned())),
                }
                joined = line.is_some();
            }
            _ => joined = false,
        }
    }
    found
}

fn inside(comment: &str) -> &str {
    let pairs = [("(*", "*)"), ("(/*", "*/)"), ("/*", "*/")];
    let found =
        pairs.iter().find_map(|(begin, end)| comment.strip_prefix(begin).map(|it| (it, end)));
    found.map_or("", |(rest, end)| rest.strip_suffix(end).unwrap_or(rest))
}

/// Whether a text consists only of statements, and one of them has an effect.
fn is_code(text: &str, dialect: Dialect) -> bool {
    if !text.trim_end().ends_with([';']) {
        return false;
    }
    let statements = parse(text, dialect);
    let is_understood = |statement: &Statement| {
        let mut all = true;
        syntax::walk(std::slice::from_ref(statement), &mut |seen| {
            all &= match seen {
                syntax::TextElement::Statement(it) => {
                    !matches!(it.kind, StatementKind::Opaque(_) | StatementKind::Label(_))
                }
                syntax::TextElement::Expression(it) => {
                    !matches!(it.kind, tagbridge_structured_text::ExpressionKind::Opaque(_))
                }
            };
        });
        all
    };
    let acts = |statement: &Statement| match &statement.kind {
        StatementKind::Assign { .. }
        | StatementKind::If { .. }
        | StatementKind::Case { .. }
        | StatementKind::For { .. }
        | StatementKind::While(_)
        | StatementKind::Repeat(_) => true,
        StatementKind::Call(operand) => {
            operand.parts.iter().any(|part| matches!(part.kind, PartKind::Call(_)))
        }
        _ => false,
    };
    statements.iter().all(is_understood) && statements.iter().any(acts)
}

/// Whether a text is a rung with content.
fn is_rung(text: &str) -> bool {
    let text = text.trim();
    let is_name =
        |name: Span| text.get(name.range()).is_some_and(|it| it.chars().all(|c| !c.is_lowercase()));
    text.ends_with(';')
        && Ladder::neutral(text).rungs.iter().flat_map(|rung| &rung.elements).any(|it| match it {
            Element::Part(part) => !part.pins.is_empty() && is_name(part.name),
            Element::Branch(_) => true,
            Element::Signal(_) | Element::Opaque(..) => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_comments_is_told_from_prose() {
        for (text, expected) in [
            ("a := b;", true),
            ("Pump.Start(x := 1);", true),
            ("IF a THEN\n b := 1;\nEND_IF;", true),
            ("set by the operator;", false),
            ("done;", false),
            ("a := b", false),
            ("Example: Pump(x := 1);", false),
            ("TODO: a := b;", false),
            ("the value a := b; is wrong;", false),
        ] {
            assert_eq!(is_code(text, Dialect::Codesys), expected, "{text}");
        }
        assert!(is_rung("XIC(a)OTE(b);") && !is_rung("See chapter(3);") && !is_rung(";"));
    }

    #[test]
    fn lines_that_follow_each_other_are_one_comment() {
        let text = "// a := 1;\n// b := 2;\n\n// c := 3;\nd := 4; (* e := 5; *)";
        let found: Vec<String> =
            comments(text, Dialect::Codesys).into_iter().map(|it| it.1).collect();
        assert_eq!(found, [" a := 1;\n b := 2;", " c := 3;", " e := 5; "]);
    }
}
