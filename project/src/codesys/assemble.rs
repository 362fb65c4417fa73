//! Assembles the model from the objects of a tree.

mod constants;
mod interface;
mod pragmas;
mod standard;
mod tags;
mod types;

use std::collections::HashSet;

use self::{constants::Constants, interface::Interfaces, tags::Tags};
use super::{
    DEFAULT_APPLICATION,
    initial::Shapes,
    object::{Found, Object, ObjectKind},
};
use crate::says::Noted;
use crate::{
    declaration::Head,
    model::{
        Block, BlockKind, Code, Format, Member, Modifier, Note, NoteKind, Program, Project,
        Routine, Section, Vendor,
    },
    outside,
    text::stem,
};

/// Assembles the model of a file.
pub(super) fn assemble(file: &str, format: Format, mut found: Found) -> Project {
    let controller = found.controller.take();
    let name = found
        .name
        .take()
        .or_else(|| found.applications.first().cloned())
        .or_else(|| controller.as_ref().map(|it| it.name.clone()))
        .unwrap_or_else(|| stem(file).to_owned());
    let mut project = Project {
        controller,
        tasks: std::mem::take(&mut found.tasks),
        modules: std::mem::take(&mut found.modules),
        notes: std::mem::take(&mut found.notes),
        ..Project::new(Vendor::Codesys, format, name)
    };
    let default = default_application(&found, &mut project.notes);
    let constants = Constants::of(&found.objects);
    let mut interfaces = Interfaces::new(&found.objects, &constants);
    let mut tags = Tags::new(&found, &default);
    let mut taken = HashSet::new();
    for object in &found.objects {
        let name = object.full_name();
        let application = object.application.as_deref().unwrap_or_default();
        if !taken.insert(format!("{application}/{name}").to_lowercase()) {
            project.notes.push(Note::new(NoteKind::Conflict, &name, &Noted::NameTaken));
            continue;
        }
        match object.kind {
            ObjectKind::DataType => {
                project.data_types.extend(types::data_types(object, &mut interfaces));
            }
            ObjectKind::Globals => tags.read(object, &mut interfaces),
            ObjectKind::Program => {
                tags.read(object, &mut interfaces);
                project.programs.push(program(object, &mut interfaces));
            }
            ObjectKind::Accessor => accessor(object, &mut project.blocks),
            kind => project.blocks.push(block(object, block_kind(kind), &mut interfaces)),
        }
        project.routines.extend(routine(object));
    }
    project.tags = tags.finish(&mut project.notes);
    project.notes.extend(interfaces.notes);
    project.data_types.extend(interfaces.enumerations.types);
    project.blocks.extend(standard::blocks(&project, found.has_iec_names));
    standard::note_missing(&mut project);
    let shapes = Shapes::of(&project);
    shapes.apply(&mut project);
    project.mentions = outside::mentions(found.outside, &project);
    let named = pragmas::mentions(&found.objects, &project);
    project.mentions.extend(named);
    project
}

fn default_application(found: &Found, notes: &mut Vec<Note>) -> String {
    if let Some(first) = found.applications.first() {
        return first.clone();
    }
    let has_tags = |object: &Object| {
        matches!(object.kind, ObjectKind::Globals | ObjectKind::Program)
            && object.application.is_none()
    };
    if let Some(object) = found.objects.iter().find(|object| has_tags(object)) {
        let what = Noted::NoApplication { application: DEFAULT_APPLICATION };
        notes.push(Note::new(NoteKind::Missing, &object.name, &what));
    }
    DEFAULT_APPLICATION.to_owned()
}

fn program(object: &Object, interfaces: &mut Interfaces<'_>) -> Program {
    let is_tag =
        |member: &Member| matches!(member.section, Some(Section::Static | Section::Constant));
    let mut members = interfaces.members(object);
    members.retain(|member| !is_tag(member));
    let routines: Vec<String> = routine(object).map(|routine| routine.name).into_iter().collect();
    Program {
        name: object.name.clone(),
        folder: object.folder.clone(),
        members,
        main_routine: routines.first().cloned(),
        routines,
        comment: object.unit.comment.clone(),
        ..Program::default()
    }
}

fn block(object: &Object, kind: BlockKind, interfaces: &mut Interfaces<'_>) -> Block {
    let members = interfaces.members_with_inherited(object);
    let head = object.unit.head.as_ref();
    Block {
        name: object.full_name(),
        kind,
        folder: object.folder.clone(),
        members,
        routines: routine(object).map(|routine| routine.name).into_iter().collect(),
        extends: head.map(|head| head.extends.clone()).unwrap_or_default(),
        implements: head.map(|head| head.implements.clone()).unwrap_or_default(),
        modifiers: head.map(modifiers).unwrap_or_default(),
        comment: object.unit.comment.clone(),
        ..Block::default()
    }
}

fn modifiers(head: &Head) -> Vec<Modifier> {
    let modifier = |word: &String| match word.as_str() {
        "PUBLIC" => Some(Modifier::Public),
        "PRIVATE" => Some(Modifier::Private),
        "PROTECTED" => Some(Modifier::Protected),
        "INTERNAL" => Some(Modifier::Internal),
        "ABSTRACT" => Some(Modifier::Abstract),
        "FINAL" => Some(Modifier::Final),
        "OVERRIDE" => Some(Modifier::Override),
        _ => None,
    };
    head.modifiers.iter().filter_map(modifier).collect()
}

/// Adds the code of an accessor to its property.
fn accessor(object: &Object, blocks: &mut [Block]) {
    let owner = object.owners.join(".");
    let property = blocks.iter_mut().rev().find(|block| block.name == owner);
    if let (Some(property), Some(routine)) = (property, routine(object)) {
        property.routines.push(routine.name);
    }
}

fn routine(object: &Object) -> Option<Routine> {
    let name = object.full_name();
    let owner = match object.kind {
        ObjectKind::Accessor => object.owners.join("."),
        _ => name.clone(),
    };
    let Code { language, body, origin, origins } = object.code.clone()?;
    let comment = object.unit.comment.clone();
    Some(Routine { name, owner, language, body, comment, origin, origins, chart: None })
}

fn block_kind(kind: ObjectKind) -> BlockKind {
    match kind {
        ObjectKind::Function => BlockKind::Function,
        ObjectKind::Method => BlockKind::Method,
        ObjectKind::Property => BlockKind::Property,
        ObjectKind::Action | ObjectKind::Transition => BlockKind::Action,
        ObjectKind::Interface => BlockKind::Interface,
        _ => BlockKind::FunctionBlock,
    }
}
