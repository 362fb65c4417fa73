//! Add-on instructions.

use super::{
    export::Export,
    routine, tag,
    tree::{Element, Places},
    types::{access, type_use},
};
use crate::says::Noted;
use crate::{Access, Block, BlockKind, Member, NoteKind, ScanRoutine, Section};

/// Reads an `AddOnInstructionDefinition` element, or the `EncodedData` of a protected one, which
/// also contains the parameters.
pub(super) fn read<'t>(
    places: Places<'_, 't>,
    export: &mut Export,
    element: Element<'_, 't>,
    protected: bool,
) {
    let name = element.owned("Name");
    if !export.is_new("type", &name) {
        return;
    }
    let at = export.project.blocks.len();
    let mut members = Vec::new();
    for parameter in element.within("Parameters", "Parameter") {
        if let Some(target) = parameter.attribute("AliasFor") {
            export.stand_ins.push((at, members.len(), target.into_owned()));
        }
        members.push(member(export, &name, parameter, section(parameter)));
    }
    for local in element.within("LocalTags", "LocalTag") {
        members.push(member(export, &name, local, Section::Local));
    }
    export.layouts.add_instruction(element);
    if protected {
        export.note(NoteKind::Protected, &name, &Noted::ProtectedParameters);
    }
    let mut routines = Vec::new();
    for found in element.named("Routines").flat_map(Element::children) {
        let routine = match found.name() {
            "Routine" => routine::read(places, found, &name),
            "EncodedData" => {
                let subject = format!("{name}/{}", found.owned("Name"));
                export.note(NoteKind::Protected, &subject, &Noted::Protected);
                routine::protected(found, &name)
            }
            _ => continue,
        };
        routines.push(routine.name.clone());
        export.add_routine(routine);
    }
    let version = [element.attribute("Revision"), element.attribute("RevisionExtension")];
    let version = version.into_iter().flatten().collect::<Vec<_>>().join(" ");
    export.project.blocks.push(Block {
        kind: BlockKind::AddOnInstruction,
        members,
        routines,
        executes: executes(element),
        protected,
        safety: element.is("Class", "Safety"),
        signature: signature(element),
        version: (!version.is_empty()).then_some(version),
        comment: element.remark("Description"),
        name,
        ..Block::default()
    });
}

fn executes(element: Element<'_, '_>) -> Vec<ScanRoutine> {
    [
        ("ExecutePrescan", ScanRoutine::Prescan),
        ("ExecutePostscan", ScanRoutine::Postscan),
        ("ExecuteEnableInFalse", ScanRoutine::EnableInFalse),
    ]
    .into_iter()
    .filter(|(flag, _)| element.is(flag, "true"))
    .map(|(_, routine)| routine)
    .collect()
}

/// The signature of the seal, or of the last entry of the history.
fn signature(element: Element<'_, '_>) -> Option<String> {
    let entries = element.within("SignatureHistory", "HistoryEntry");
    let last = entries.max_by_key(|entry| entry.owned("Timestamp"));
    element
        .attribute("SignatureID")
        .or_else(|| last.and_then(|entry| entry.attribute("SignatureID")))
        .map(Into::into)
}

fn section(parameter: Element<'_, '_>) -> Section {
    match parameter.attribute("Usage").as_deref() {
        Some("Output") => Section::Output,
        Some("InOut") => Section::InOut,
        _ => Section::Input,
    }
}

fn member(export: &mut Export, owner: &str, element: Element<'_, '_>, section: Section) -> Member {
    let by_default = match section {
        // A reference, or a tag that only the logic of the instruction can access.
        Section::InOut | Section::Local => Access::None,
        _ => export.access_by_default(),
    };
    let name = element.owned("Name");
    let type_use = type_use(element.owned("DataType"), element.attribute("Dimensions").as_deref());
    let full = format!("{owner}.{name}");
    let initial = tag::initial(export, element, "DefaultData", &full, &type_use);
    Member {
        name,
        type_use,
        section: Some(section),
        access: access(element, by_default),
        initial,
        comment: element.remark("Description"),
        unit: element.remark("EngineeringUnit"),
        required: element.is("Required", "true"),
        constant: element.is("Constant", "true"),
        alias_for: element.attribute("AliasFor").map(Into::into),
        ..Member::default()
    }
}
