//! Renames a tag and all its uses.

use std::ops::Range;

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_project::MentionKind;
use tagbridge_structured_text::{Dialect, TokenKind, tokens};

use super::{
    File, Node, add,
    find::{Scope, ScopeKind},
    mentions::{self, Use, in_operand, roots},
};
use crate::{
    draft::{Content, Draft, Step, Stop},
    element::{attribute, child, children, name_of, section},
    says::{Danger, Said, Why},
};

/// Renames a tag.
pub(super) fn rename(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let to = context.new_name("to")?;
    let (scope, node) = file.declared(context.need("from"))?;
    let from = name_of(node);
    add::safe(node, from)?;
    add::free(file, &scope, to)?;
    let other =
        |place: &str| Stop::No(Why::AlsoThere { name: from.to_owned(), place: place.to_owned() });
    let is_local = scope.kind == ScopeKind::AddOn && node.tag_name().name() == "LocalTag";
    if scope.kind == ScopeKind::AddOn && !is_local {
        // The data of all instances contains the names of parameters.
        return Err(other(&scope.shown()));
    }
    if node.attribute("TagType").is_some_and(|it| !matches!(it, "Base" | "Alias"))
        || node.attribute("Usage").is_some_and(|it| it != "Local" && !is_local)
    {
        return Err(other(node.attribute("TagType").unwrap_or("Usage")));
    }
    let hidden = context.logic.protected();
    let hides = hidden.iter().find(|it| {
        scope.kind == ScopeKind::Controller || it.starts_with(&format!("{}/", scope.name()))
    });
    if let (Some(place), true) = (hides, scope.kind != ScopeKind::Controller || !hidden.is_empty())
    {
        return Err(Why::Protected { name: place.clone() }.into());
    }
    let mut mentions = context.logic.project.mentions.iter();
    let is_phase = scope.kind == ScopeKind::Controller
        && mentions
            .any(|it| it.kind == MentionKind::Phase && it.operand.eq_ignore_ascii_case(from));
    if is_phase {
        // The program and the tag of an equipment phase have the same name.
        return Err(other(&format!("Program {from}")));
    }
    let own = attribute(node, "Name").ok_or_else(|| other(from))?;
    let found = uses(file, &scope, node, from);
    let (full, new) = (scope.full(from), scope.full(to));
    let mut draft = Draft::default();
    draft.splice(file.text.file, own.start, own.end, to);
    let mut in_code = 0;
    for place in &found {
        draft.splice(file.text.file, place.at.start, place.at.end, to);
        in_code += usize::from(place.in_code);
        if !place.unit.is_empty() {
            draft.touch(place.unit.clone());
        }
        if place.unit.starts_with("task ") {
            draft.expect(ChangeKind::TaskChanged, &[&place.shown]);
        }
    }
    known_elsewhere(file, &scope, from, &own, &found)?;
    taken_by_code(file, &scope, to)?;
    if is_local {
        draft.touch(key("block", scope.name()));
    } else {
        draft.touch(key("tag", &full)).touch(key("tag", &new));
    }
    expectations(&mut draft, (&full, &new), (from, to), in_code, is_local);
    for place in found.iter().filter(|it| !it.in_code) {
        if in_code == 0 && place.unit.starts_with("tag ") {
            draft.expect(ChangeKind::TagAlias, &[from, to]);
        }
    }
    let count = found.len();
    let said = Said::Rename { from: full.clone(), to: to.to_owned(), count };
    draft.steps.push(Step {
        action: ChangeAction::Rename,
        target: full.clone(),
        code_type: "Tag",
        said,
        new_name: Some(to.to_owned()),
        content: Content::None,
    });
    let name = full.clone();
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, Danger::ExternalName { name });
    draft.affect(&full);
    Ok(draft)
}

fn expectations(
    draft: &mut Draft,
    (full, new): (&str, &str),
    (from, to): (&str, &str),
    in_code: usize,
    is_local: bool,
) {
    if in_code > 0 {
        draft.expect(ChangeKind::Renamed, &[from, to]);
    } else if is_local {
        draft.expect(ChangeKind::ParameterRemoved, &[full]);
        draft.expect(ChangeKind::ParameterAdded, &[new]);
    } else {
        draft.expect(ChangeKind::TagRemoved, &[full]);
        draft.expect(ChangeKind::TagAdded, &[new]);
    }
}

/// All uses of the tag in code and in declarations.
pub(super) fn uses(
    file: &File<'_, '_>,
    scope: &Scope<'_, '_>,
    node: Node<'_, '_>,
    name: &str,
) -> Vec<Use> {
    let mut found = Vec::new();
    for owner in file.scopes() {
        let is_own = owner.node == scope.node;
        // A controller tag is visible in programs without a tag of its name.
        let sees = is_own
            || (scope.kind == ScopeKind::Controller
                && owner.kind == ScopeKind::Program
                && owner.tag(name).is_none());
        if !sees {
            continue;
        }
        for tag in owner.tags().into_iter().filter(|it| *it != node) {
            if let Some(at) = attribute(tag, "AliasFor") {
                let places = in_operand(&file.text.text[at.clone()], name);
                let full = owner.full(name_of(tag));
                let unit = match owner.kind {
                    ScopeKind::AddOn => key("block", owner.name()),
                    _ => key("tag", &full),
                };
                found.extend(places.into_iter().map(|it| Use {
                    at: at.start + it.start..at.start + it.end,
                    unit: unit.clone(),
                    shown: full.clone(),
                    in_code: false,
                }));
            }
        }
        if owner.kind != ScopeKind::Controller {
            found.extend(in_code(file, &owner, name));
        }
    }
    found.extend(mentions::uses(file, scope, name));
    found
}

fn in_code(file: &File<'_, '_>, owner: &Scope<'_, '_>, name: &str) -> Vec<Use> {
    let mut found = Vec::new();
    let Some(list) = child(owner.node, "Routines") else { return found };
    let text = &file.text.text;
    for routine in children(list, "Routine") {
        let path = format!("{}/{}", owner.name(), name_of(routine));
        let mut add = |at: Range<usize>, offset: usize| {
            found.push(Use {
                at: offset + at.start..offset + at.end,
                unit: key("routine", &path),
                shown: path.clone(),
                in_code: true,
            });
        };
        for element in routine.descendants().filter(Node::is_element) {
            match element.tag_name().name() {
                "Text" if element.parent().is_some_and(|it| it.has_tag_name("Rung")) => {
                    if let Some(at) = section(text, element) {
                        for place in in_rung(&text[at.clone()], name) {
                            add(place, at.start);
                        }
                    }
                }
                "STContent" => {
                    let lines: Vec<Range<usize>> =
                        children(element, "Line").filter_map(|it| section(text, it)).collect();
                    for (line, place) in in_lines(text, &lines, name) {
                        add(place, line);
                    }
                }
                _ => {}
            }
            for operand in ["Operand", "Argument"] {
                if let Some(at) = attribute(element, operand) {
                    for place in in_operand(&text[at.clone()], name) {
                        add(place, at.start);
                    }
                }
            }
        }
    }
    found
}

/// The uses in a rung: as the root of an operand, also in expressions and indexes.
fn in_rung(rung: &str, name: &str) -> Vec<Range<usize>> {
    let places = roots(rung, name);
    // A name before a bracket is an instruction.
    places.into_iter().filter(|it| !rung[it.end..].starts_with('(')).collect()
}

/// The uses in lines of structured text: the beginning of the line in the file, and the position in
/// it.
fn in_lines(text: &str, lines: &[Range<usize>], name: &str) -> Vec<(usize, Range<usize>)> {
    let joined: Vec<&str> = lines.iter().map(|it| &text[it.clone()]).collect();
    let joined = joined.join("\n");
    let mut starts = Vec::new();
    let mut at = 0;
    for line in lines {
        starts.push(at);
        at += line.len() + 1;
    }
    let mut found = Vec::new();
    let mut after = String::new();
    for token in tokens(&joined, Dialect::Logix) {
        let said = &joined[token.span.range()];
        let is_root = !after.ends_with(['.', '\\']);
        if token.kind == TokenKind::Word && is_root && said.eq_ignore_ascii_case(name) {
            let range = token.span.range();
            let line = starts.partition_point(|it| *it <= range.start) - 1;
            let inside = range.start - starts[line]..range.end - starts[line];
            found.push((lines[line].start, inside));
        }
        if !token.kind.is_trivia() {
            said.clone_into(&mut after);
        }
    }
    found
}

/// The positions of a word in an element's text, with any meaning.
pub(super) fn words_in(file: &File<'_, '_>, element: Node<'_, '_>, word: &str) -> Vec<usize> {
    let whole = element.range();
    let text = &file.text.text[whole.clone()];
    let (folded, wanted) = (text.to_ascii_lowercase(), word.to_ascii_lowercase());
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let places = folded.match_indices(&wanted).map(|it| it.0).filter(|at| {
        !folded[..*at].ends_with(is_name) && !folded[at + wanted.len()..].starts_with(is_name)
    });
    places.map(|at| whole.start + at).collect()
}

/// Checks that there are no other, unknown uses of the tag.
fn known_elsewhere(
    file: &File<'_, '_>,
    scope: &Scope<'_, '_>,
    name: &str,
    own: &Range<usize>,
    found: &[Use],
) -> Result<(), Stop> {
    let text = &file.text.text;
    let document = file.root.document();
    for at in words_in(file, scope.node, name) {
        if at == own.start || found.iter().any(|it| it.at.start == at) {
            continue;
        }
        let element = innermost(document.root_element(), at);
        // The name of an attribute is the format's: `MotionGroup="MotionGroup"`.
        if element.attributes().any(|it| it.range_qname().contains(&at)) {
            continue;
        }
        // `.name` is a member.
        let is_member = text[..at].ends_with('.') && !text[..at].ends_with("\\.");
        // Parameters of motion, messages and alarms may name a tag in an attribute that is not known.
        let in_parameters = element.tag_name().name().ends_with("Parameters");
        let is_said = !in_parameters
            && element.ancestors().any(|it| {
                matches!(
                    it.tag_name().name(),
                    "Description"
                        | "Comment"
                        | "LocalizedDescription"
                        | "LocalizedComment"
                        | "TextBox"
                        | "RevisionNote"
                        | "AdditionalHelpText"
                        | "Data"
                        | "DefaultData"
                        | "Module"
                        | "Members"
                        | "Dependencies"
                )
            });
        let in_name = element
            .attributes()
            .any(|it| it.range_value().contains(&at) && is_harmless(it.name(), element, file));
        let shadowed = element.ancestors().any(|it| {
            it != scope.node
                && file.scopes().into_iter().any(|other| {
                    other.node == it
                        && (other.tag(name).is_some() || other.kind == ScopeKind::AddOn)
                })
        });
        let in_comment = is_in_comment(text, element, at);
        if !is_member && !is_said && !in_name && !shadowed && !in_comment {
            let place = element.ancestors().find(|it| it.has_attribute("Name")).map(name_of);
            let place = place.unwrap_or_default().to_owned();
            return Err(Why::AlsoThere { name: name.to_owned(), place }.into());
        }
    }
    Ok(())
}

/// Attributes that hold names of something else.
fn is_harmless(attribute: &str, element: Node<'_, '_>, file: &File<'_, '_>) -> bool {
    match attribute {
        "DataType"
        | "Type"
        | "TagType"
        | "Usage"
        | "Class"
        | "Radix"
        | "RemoteElement"
        | "ConnectionPath"
        | "Qualifier"
        | "Owner"
        | "ProjectCreationDate"
        | "Vendor"
        | "CreatedBy"
        | "EditedBy"
        | "TargetName"
        | "Param"
        | "FromParam"
        | "ToParam"
        | "VisiblePins" => true,
        // This includes names of parameters, members and tasks, but not of routines, which `JSR`
        // uses.
        "Name" => {
            let tag = element.tag_name().name();
            !matches!(tag, "Routine" | "EncodedData") && element != file.root
        }
        _ => false,
    }
}

fn innermost<'a, 'i>(root: Node<'a, 'i>, at: usize) -> Node<'a, 'i> {
    let mut node = root;
    while let Some(inside) = node.children().find(|it| it.is_element() && it.range().contains(&at))
    {
        node = inside;
    }
    node
}

/// Whether a position in structured text is in a comment or in a text. A comment can have several lines.
fn is_in_comment(text: &str, element: Node<'_, '_>, at: usize) -> bool {
    let Some(routine) = element.parent().filter(|_| element.tag_name().name() == "Line") else {
        return false;
    };
    let (mut joined, mut position) = (String::new(), None);
    for line in routine.children().filter_map(|it| section(text, it)) {
        if line.contains(&at) {
            position = Some(joined.len() + at - line.start);
        }
        joined.push_str(&text[line]);
        joined.push('\n');
    }
    let Some(position) = position else { return false };
    let found = tokens(&joined, Dialect::Logix).into_iter();
    let mut found = found.filter(|it| it.span.range().contains(&position));
    found.next().is_some_and(|it| matches!(it.kind, TokenKind::Comment | TokenKind::Literal))
}

/// Checks that the new name is unused wherever the tag is visible.
fn taken_by_code(file: &File<'_, '_>, scope: &Scope<'_, '_>, to: &str) -> Result<(), Stop> {
    let taken = scope.kind == ScopeKind::Controller
        && file
            .scopes()
            .into_iter()
            .any(|it| it.kind == ScopeKind::Program && it.tag(to).is_some());
    if taken { Err(Why::Taken { name: to.to_owned() }.into()) } else { Ok(()) }
}
