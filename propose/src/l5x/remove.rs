//! Deletes unused objects.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_project::MentionKind;

use super::{File, Node, add, find::ScopeKind, rename::uses};
use crate::{
    draft::{Content, Draft, Stop},
    element::{name_of, with_blanks},
    says::{Danger, Said, Why},
};

/// Deletes a tag, a routine or a type without a use.
pub(super) fn delete(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let said = file.context.need("name").trim_matches('"');
    match file.context.need("noun") {
        "routine" => routine(file, said),
        "udt" | "type" | "typ" => data_type(file, said),
        "tag" | "variable" | "alias" => tag(file, said),
        other => Err(Why::OtherPlatform { what: other.to_owned() }.into()),
    }
}

fn tag(file: &File<'_, '_>, said: &str) -> Result<Draft, Stop> {
    let (scope, node) = file.declared(said)?;
    let name = name_of(node);
    add::safe(node, name)?;
    if node.attribute("TagType").is_some_and(|it| !matches!(it, "Base" | "Alias")) {
        let place = node.attribute("TagType").unwrap_or_default().to_owned();
        return Err(Why::InUse { name: name.to_owned(), place }.into());
    }
    let mut mentions = file.context.logic.project.mentions.iter();
    let phase = mentions.find(|it| {
        it.kind == MentionKind::Phase
            && scope.kind == ScopeKind::Controller
            && it.operand.eq_ignore_ascii_case(name)
    });
    if let Some(phase) = phase {
        return Err(Why::InUse { name: name.to_owned(), place: phase.by.clone() }.into());
    }
    let used = uses(file, &scope, node, name);
    if let Some(place) = used.first() {
        return Err(Why::InUse { name: name.to_owned(), place: place.shown.clone() }.into());
    }
    let hidden = file.context.logic.protected();
    if let (Some(place), true) = (hidden.first(), scope.kind != ScopeKind::AddOn) {
        // Hidden code may use it.
        return Err(Why::InUse { name: name.to_owned(), place: place.clone() }.into());
    }
    let full = scope.full(name);
    let mut draft = Draft::default();
    let said = Said::Delete { name: full.clone() };
    if scope.kind == ScopeKind::AddOn {
        if node.tag_name().name() != "LocalTag" {
            return Err(Why::InUse { name: full, place: scope.shown() }.into());
        }
        draft.expect(ChangeKind::ParameterRemoved, &[&full]).touch(key("block", scope.name()));
    } else {
        draft.expect(ChangeKind::TagRemoved, &[&full]).touch(key("tag", &full));
        if node.attribute("Usage").is_some_and(|it| it != "Local") {
            return Err(Why::InUse { name: full, place: scope.shown() }.into());
        }
    }
    cut(file, &mut draft, node);
    draft.step(ChangeAction::Delete, full.clone(), "Tag", said, Content::None);
    let danger = Danger::ByName { name: full.clone() };
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
    draft.affect(&full);
    Ok(draft)
}

fn routine(file: &File<'_, '_>, said: &str) -> Result<Draft, Stop> {
    let (owner, name, node) = file.routine(said)?;
    let in_use =
        |place: &str| Stop::No(Why::InUse { name: said.to_owned(), place: place.to_owned() });
    file.context.writable(&owner, &name)?;
    let program = node.ancestors().find(|it| it.has_tag_name("Program"));
    let program = program.ok_or_else(|| in_use(&owner))?;
    let mut programs = file.context.logic.project.programs.iter();
    let known = programs.find(|it| it.name == owner).ok_or_else(|| in_use(&owner))?;
    if known.begins_with(&name) {
        return Err(in_use(&owner));
    }
    // Any text of the program with its name as a word may call it.
    let places = super::rename::words_in(file, program, &name);
    if places.iter().any(|at| !node.range().contains(at)) {
        return Err(in_use(&owner));
    }
    let mut draft = Draft::default();
    cut(file, &mut draft, node);
    let path = format!("{owner}/{name}");
    draft.expect(ChangeKind::RoutineRemoved, &[&name]);
    draft.touch(key("routine", &path)).touch(key("program", &owner));
    let said = Said::Delete { name: path.clone() };
    draft.step(ChangeAction::Delete, path, "RLL", said, Content::None);
    Ok(draft)
}

fn data_type(file: &File<'_, '_>, said: &str) -> Result<Draft, Stop> {
    let mut types = file.types().into_iter();
    let node = types
        .find(|it| name_of(*it).eq_ignore_ascii_case(said))
        .ok_or_else(|| Why::NoUnit { name: said.to_owned() })?;
    let name = name_of(node);
    let used = file.root.descendants().find(|it| {
        it.is_element()
            && it.attributes().any(|value| {
                value.name() != "TargetName" && value.value().eq_ignore_ascii_case(name)
            })
            && *it != node
    });
    if let Some(user) = used {
        let place = user.ancestors().find(|it| it.has_attribute("Name")).map(name_of);
        let place = place.unwrap_or_default().to_owned();
        return Err(Why::InUse { name: name.to_owned(), place }.into());
    }
    if file.root.attribute("TargetName") == Some(name) {
        return Err(Why::InUse { name: name.to_owned(), place: "TargetName".to_owned() }.into());
    }
    let mut draft = Draft::default();
    cut(file, &mut draft, node);
    draft.expect(ChangeKind::TypeRemoved, &[name]).touch(key("type", name));
    let said = Said::Delete { name: name.to_owned() };
    draft.step(ChangeAction::Delete, name, "UDT", said, Content::None);
    Ok(draft)
}

fn cut(file: &File<'_, '_>, draft: &mut Draft, node: Node<'_, '_>) {
    let at = with_blanks(&file.text.text, node);
    draft.splice(file.text.file, at.start, at.end, "");
}
