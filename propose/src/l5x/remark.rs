//! What is said of rungs, routines, tags and types.

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::ChangeKind;

use super::{File, Node, find::ScopeKind, updates};
use crate::{
    draft::{Content, Draft, Stop},
    element::{child, children, section, start_tag},
    says::{Said, Why},
    units::key,
};

/// Lines of an element that says something.
pub(super) fn lines(element: &str, text: &str) -> Result<[String; 3], Stop> {
    if text.contains("]]>") || text.chars().any(|it| it.is_control() && it != '\n') {
        return Err(Why::BadValue { value: text.to_owned(), of: "Comment".to_owned() }.into());
    }
    Ok([format!("<{element}>"), format!("<![CDATA[{text}]]>"), format!("</{element}>")])
}

/// Says something of what the request names.
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
    let routine = || {
        let all = file.routines();
        let found = all.into_iter().find(|it| {
            format!("{}/{}", it.0, it.1).eq_ignore_ascii_case(said)
                || (it.1.eq_ignore_ascii_case(said) && !noun.is_empty())
        });
        found.filter(|_| is(&["routine"]))
    };
    let named = |nodes: Vec<Node<'_, '_>>, nouns: &[&str]| {
        let mut nodes = nodes.into_iter();
        nodes
            .find(|it| crate::element::name_of(*it).eq_ignore_ascii_case(said) && is(nouns))
            .map(|it| it.id())
    };
    let of_id = |id| file.root.document().get_node(id);
    let (node, unit, target, code_type) = if let Some((owner, name, node)) = routine() {
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
        (node, key("type", said), crate::element::name_of(node).to_owned(), "UDT")
    } else if let Some(node) = named(file.add_ons(), &["aoi", "block", "baustein"]).and_then(of_id)
    {
        (node, key("block", said), crate::element::name_of(node).to_owned(), "RLL")
    } else if let Some(node) = named(file.programs(), &["program", "programm"]).and_then(of_id) {
        (node, key("program", said), crate::element::name_of(node).to_owned(), "RLL")
    } else {
        let (scope, node) = declared_here(file, said)?;
        if scope.kind == ScopeKind::AddOn {
            let name = crate::element::name_of(node);
            (node, key("block", scope.name()), scope.full(name), "Tag")
        } else {
            let full = scope.full(crate::element::name_of(node));
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

/// A tag that is meant by the place of the sentence itself.
fn declared_here<'a, 'i>(
    file: &File<'a, 'i>,
    said: &str,
) -> Result<(super::find::Scope<'a, 'i>, Node<'a, 'i>), Stop> {
    let no_unit = || Stop::No(Why::NoUnit { name: said.to_owned() });
    let qualified = said.strip_prefix("Program:").unwrap_or(said);
    if let Some((owner, tag)) = qualified.split_once('.')
        && let Some(scope) = file.scope_called(owner)
        && let Some(found) = scope.tag(tag)
    {
        return Ok((scope, found));
    }
    let mut found = file.scopes().into_iter().filter_map(|it| Some((it, it.tag(said)?)));
    let first = found.next().ok_or_else(no_unit)?;
    let others: Vec<_> = found.collect();
    if others.is_empty() {
        return Ok(first);
    }
    let names = std::iter::once(&first).chain(&others);
    let names = names.map(|it| it.0.full(crate::element::name_of(it.1))).collect();
    Err(crate::draft::ask("place", crate::says::Ask::Place, crate::says::Ask::WhyPlace, names))
}

/// Puts a text in an element's remark; the element as it is then.
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
            let name = crate::element::name_of(node).to_owned();
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
