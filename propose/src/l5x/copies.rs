//! Copies of routines, add-on instructions and types with other names.

use tagbridge_diff::{ChangeKind, units::key};

use super::{File, Node};
use crate::{
    draft::{Content, Draft, Stop},
    element::{attribute, child, children, name_of},
    says::Why,
};

/// Adds a copy after the original.
pub(super) fn duplicate(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let with = file.context;
    let (said, to) = (with.need("name").trim_matches('"'), with.new_name("to")?);
    let noun = with.get("noun").unwrap_or_default();
    let is = |nouns: &[&str]| noun.is_empty() || nouns.contains(&noun);
    let find = |nodes: Vec<Node<'_, '_>>| {
        nodes.into_iter().find(|it| name_of(*it).eq_ignore_ascii_case(said)).map(|it| it.id())
    };
    let of_id = |id| file.root.document().get_node(id);
    let taken = || Why::Taken { name: to.to_owned() };
    let is_taken =
        |nodes: Vec<Node<'_, '_>>| nodes.into_iter().any(|it| name_of(it).eq_ignore_ascii_case(to));
    let types_taken = is_taken(file.types()) || is_taken(file.add_ons());
    if is(&["udt", "type", "typ"])
        && let Some(node) = find(file.types()).and_then(of_id)
    {
        if types_taken {
            return Err(taken().into());
        }
        let mut draft = Draft::default();
        draft.expect(ChangeKind::TypeAdded, &[to]);
        draft.touch(key("type", to));
        copy(file, &mut draft, node, (said, to), "UDT");
        return Ok(draft);
    }
    if is(&["aoi", "instruction", "instruktion", "block", "baustein"])
        && let Some(node) = find(file.add_ons()).and_then(of_id)
    {
        return add_on(file, node, (said, to), types_taken);
    }
    if !is(&["routine"]) {
        return Err(Why::NoUnit { name: said.to_owned() }.into());
    }
    let (owner, name, node) = file.routine(said)?;
    with.writable(&owner, &name)?;
    if file.routines().iter().any(|it| it.0 == owner && it.1.eq_ignore_ascii_case(to)) {
        return Err(taken().into());
    }
    if node.ancestors().any(|it| it.has_tag_name("AddOnInstructionDefinition")) {
        // An add-on instruction only has its predefined routines.
        return Err(Why::OtherPlatform { what: format!("{owner}/{name}") }.into());
    }
    let mut draft = Draft::default();
    draft.expect(ChangeKind::RoutineAdded, &[to]);
    draft.touch(key("routine", &format!("{owner}/{to}"))).touch(key("program", &owner));
    let code = if node.attribute("Type") == Some("ST") { "ST" } else { "RLL" };
    copy(file, &mut draft, node, (&format!("{owner}/{name}"), to), code);
    if let Some(step) = draft.steps.last_mut() {
        step.content = Content::Body { owner: owner.clone(), name: to.to_owned() };
    }
    draft.near.push((owner, name));
    Ok(draft)
}

fn add_on(
    file: &File<'_, '_>,
    node: Node<'_, '_>,
    (said, to): (&str, &str),
    taken: bool,
) -> Result<Draft, Stop> {
    if taken {
        return Err(Why::Taken { name: to.to_owned() }.into());
    }
    if node.attribute("Class") == Some("Safety") {
        return Err(Why::Safety { name: said.to_owned() }.into());
    }
    // A copy with the signature of the original would be wrongly signed.
    let is_sealed = ["SignatureID", "SafetySignatureID", "EncodedData"];
    if is_sealed.iter().any(|it| node.attribute(*it).is_some_and(|id| id != "16#0000_0000")) {
        return Err(Why::Protected { name: said.to_owned() }.into());
    }
    let mut draft = Draft::default();
    draft.expect(ChangeKind::BlockAdded, &[to]);
    draft.touch(key("block", to));
    let routines = child(node, "Routines").into_iter().flat_map(|it| children(it, "Routine"));
    for routine in routines {
        let name = name_of(routine);
        draft.expect(ChangeKind::RoutineAdded, &[name]);
        draft.touch(key("routine", &format!("{to}/{name}")));
    }
    if child(node, "Routines").is_some_and(|it| children(it, "EncodedData").next().is_some()) {
        return Err(Why::Protected { name: said.to_owned() }.into());
    }
    copy(file, &mut draft, node, (said, to), "RLL");
    Ok(draft)
}

/// Copies the element after itself, with the other name.
fn copy(
    file: &File<'_, '_>,
    draft: &mut Draft,
    node: Node<'_, '_>,
    (said, to): (&str, &str),
    code_type: &'static str,
) {
    let text = &file.text.text;
    let whole = node.range();
    let Some(name) = attribute(node, "Name") else { return };
    let element = format!("{}{to}{}", &text[whole.start..name.start], &text[name.end..whole.end]);
    // The marks of the export's target do not apply to a new element.
    let element = element.replacen(" Use=\"Target\"", "", 1);
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    draft.splice(file.text.file, whole.end, whole.end, format!("{blanks}{element}"));
    draft.copied(said, to, code_type, Content::Given(element));
}
