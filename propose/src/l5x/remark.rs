//! Comments and descriptions of rungs, routines, tags and types.

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::{ChangeKind, units::key};

use super::{
    File, Node,
    find::{Scope, ScopeKind},
    updates,
};
use crate::{
    draft::{Content, Draft, Stop, ask},
    element::{child, children, name_of, section, start_tag},
    says::{Ask, Said, Why},
};

/// The lines of a comment or description element.
pub(super) fn lines(element: &str, text: &str) -> Result<[String; 3], Stop> {
    if text.contains("]]>") || text.chars().any(|it| it.is_control() && it != '\n') {
        return Err(Why::BadValue { value: text.to_owned(), of: "Comment".to_owned() }.into());
    }
    Ok([format!("<{element}>"), format!("<![CDATA[{text}]]>"), format!("</{element}>")])
}

/// Sets the comment or description of the object in the request.
pub(super) fn comment(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let text = context.need("text");
    let mut draft = Draft::default();
    if let Some(number) = context.get("rung") {
        let (owner, name, routine) = file.ladder()?;
        let rung = super::rung::numbered(routine, number)
            .ok_or_else(|| Why::NoRung { number: number.to_owned(), name: name.clone() })?;
        say(file, &mut draft, rung, "Comment", text)?;
        draft.expect(ChangeKind::Comment, &[text]);
        draft.rung = number.parse().ok();
        let place = format!("{owner}/{name}:{number}");
        updates(&mut draft, &owner, &name, Said::Comment { place, text: text.to_owned() });
        return Ok(draft);
    }
    let said = context.need("place").trim_matches('"');
    let noun = context.get("noun").unwrap_or_default();
    let is = |nouns: &[&str]| noun.is_empty() || nouns.contains(&noun);
    let routine = if is(&["routine"]) { routine(file, said, noun.is_empty())? } else { None };
    let named = |nodes: Vec<Node<'_, '_>>, nouns: &[&str]| {
        let mut nodes = nodes.into_iter();
        nodes.find(|it| name_of(*it).eq_ignore_ascii_case(said) && is(nouns)).map(|it| it.id())
    };
    let of_id = |id| file.root.document().get_node(id);
    let (node, unit, target, code_type) = if let Some((owner, name, node)) = routine {
        context.writable(&owner, &name)?;
        let path = format!("{owner}/{name}");
        let code = match node.attribute("Type") {
            Some("ST") => "ST",
            Some("FBD") => "FBD",
            Some("SFC") => "SFC",
            _ => "RLL",
        };
        (node, key("routine", &path), path, code)
    } else if let Some(node) = named(file.types(), &["udt", "type", "typ"]).and_then(of_id) {
        (node, key("type", said), name_of(node).to_owned(), "UDT")
    } else if let Some(node) = named(file.add_ons(), &["aoi", "block", "baustein"]).and_then(of_id)
    {
        (node, key("block", said), name_of(node).to_owned(), "RLL")
    } else if let Some(node) = named(file.programs(), &["program", "programm"]).and_then(of_id) {
        (node, key("program", said), name_of(node).to_owned(), "RLL")
    } else {
        let (scope, node) = declared_here(file, said)?;
        if scope.kind == ScopeKind::AddOn {
            let name = name_of(node);
            (node, key("block", scope.name()), scope.full(name), "Tag")
        } else {
            let full = scope.full(name_of(node));
            (node, key("tag", &full), full, "Tag")
        }
    };
    super::add::safe(node, said)?;
    let new = say(file, &mut draft, node, "Description", text)?;
    if !unit.starts_with("routine ") {
        draft.expect(ChangeKind::Comment, &[text]);
    }
    draft.touch(unit);
    let said = Said::Comment { place: target.clone(), text: text.to_owned() };
    draft.step(ChangeAction::Update, target, code_type, said, Content::Given(new));
    Ok(draft)
}

/// A routine in the place slot of the request; without a keyword, only its path is accepted.
fn routine<'a, 'i>(
    file: &File<'a, 'i>,
    said: &str,
    is_path: bool,
) -> Result<Option<(String, String, Node<'a, 'i>)>, Stop> {
    let path = |it: &(String, String, Node<'a, 'i>)| format!("{}/{}", it.0, it.1);
    let mut found = file.routines_called(said, file.context.hint.0);
    found.retain(|it| !is_path || path(it).eq_ignore_ascii_case(said));
    if found.len() > 1 {
        return Err(ask("place", Ask::Place, Ask::WhyPlace, found.iter().map(path).collect()));
    }
    Ok(found.pop())
}

/// A tag in the place slot of the request.
fn declared_here<'a, 'i>(
    file: &File<'a, 'i>,
    said: &str,
) -> Result<(Scope<'a, 'i>, Node<'a, 'i>), Stop> {
    let found = file.candidates(said);
    match found.as_slice() {
        [] => Err(Why::NoUnit { name: said.to_owned() }.into()),
        [one] => Ok(*one),
        several => {
            let name = |(scope, node): &(Scope<'a, 'i>, Node<'a, 'i>)| match scope.kind {
                // The name alone would be ambiguous again.
                ScopeKind::Controller => format!("{}.{}", scope.shown(), name_of(*node)),
                _ => scope.full(name_of(*node)),
            };
            let names = several.iter().map(name).collect();
            Err(ask("place", Ask::Place, Ask::WhyPlace, names))
        }
    }
}

/// Sets the text of an element's comment; returns the new element.
fn say(
    file: &File<'_, '_>,
    draft: &mut Draft,
    node: Node<'_, '_>,
    element: &str,
    said: &str,
) -> Result<String, Stop> {
    let text = &file.text.text;
    let line_end = file.text.line_end();
    let lines = lines(element, said)?;
    let whole = node.range();
    let (start, end, new) = if let Some(there) = child(node, element) {
        if children(there, &format!("Localized{element}")).next().is_some() {
            let name = name_of(node).to_owned();
            return Err(Why::Translated { name }.into());
        }
        match section(text, there) {
            Some(inside) if text[inside.clone()].trim() == said => {
                return Err(Why::Same { name: said.to_owned() }.into());
            }
            Some(inside) => (inside.start, inside.end, said.to_owned()),
            None => {
                let range = there.range();
                (range.start, range.end, lines.join(line_end))
            }
        }
    } else {
        let (at, is_empty) = start_tag(text, node);
        let lines = lines.join(line_end);
        if is_empty {
            let open = text[whole.start..at].trim_end_matches("/>").trim_end();
            let name = node.tag_name().name();
            let full = format!("{open}>{line_end}{lines}{line_end}</{name}>");
            (whole.start, whole.end, full)
        } else {
            (at, at, format!("{line_end}{lines}"))
        }
    };
    draft.splice(file.text.file, start, end, new.clone());
    Ok(format!(
        "{}{new}{}",
        &text[whole.start..start.max(whole.start)],
        &text[end.min(whole.end)..whole.end]
    ))
}
