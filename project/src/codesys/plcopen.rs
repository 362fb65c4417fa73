//! PLCopen XML (`tc6_0200` of CODESYS and its relatives, `tc6_0201` of Beremiz and OpenPLC).
//!
//! `addData/data` contains what the standard does not define, with names of 3S: methods,
//! properties, interfaces, whole applications. Objects are therefore searched everywhere, by the
//! name of their element.

mod body;
mod graph;
mod interface;
mod sequence;
mod task;
mod types;
mod way;

use std::collections::HashMap;

use roxmltree::Node;

use super::{
    MAX_NAME,
    assemble::assemble,
    object::{Found, Object, ObjectKind},
};
use crate::says::Noted;
use crate::says::{Advice, Wrong};
use crate::{
    ProjectError,
    declaration::Unit,
    line_index::LineIndex,
    model::{Code, Controller, Format, MentionKind, Module, NoteKind, Project, Vendor},
    outside::Outside,
    text, xml,
};

/// Reads PLCopen XML.
pub(crate) fn read_plcopen(file: &str, bytes: &[u8]) -> Result<Project, ProjectError> {
    let text = text::decode(bytes);
    let document = xml::parse(file, &text)?;
    let root = document.root_element();
    if root.tag_name().name() != "project" {
        let what = Wrong::NoPlcOpen { root: root.tag_name().name() };
        return Err(ProjectError::new(file, &what, &Advice::ExportPlcOpen).at_line(xml::line(root)));
    }
    let around = Around { file, lines: LineIndex::new(&text), folders: folders(root) };
    Ok(assemble(file, Format::PlcOpenXml, found(root, &around)))
}

/// The context of an object: the file, for places in it, and the folders.
struct Around<'a> {
    file: &'a str,
    lines: LineIndex<'a>,
    folders: Folders<'a>,
}

impl Around<'_> {
    /// Returns the code of a POU, a method, an action or an accessor; `None` if it has none.
    fn code(&self, node: Node<'_, '_>, found: &mut Found) -> Option<Code> {
        let body = xml::child(node, "body")?;
        let origin = self.lines.origin(self.file, xml::text_begin(body));
        let mut cut = Vec::new();
        let code = body::read(&self.lines, body, &mut cut)?;
        if let Some(first) = cut.first() {
            let what = Noted::NetworkCut { network: *first, more: cut.len() - 1 };
            found.note(NoteKind::Unreadable, &xml::path(node), &what);
        }
        Some(Code { origin: Some(origin), ..code })
    }
}

fn found(root: Node<'_, '_>, around: &Around<'_>) -> Found {
    let mut found = Found::default();
    let header = xml::child(root, "contentHeader").and_then(|it| it.attribute("name"));
    // e!COCKPIT writes the name of its temporary file.
    found.name = header
        .map(|name| name.strip_suffix(".project").unwrap_or(name).to_owned())
        .filter(|name| !["", "Unnamed"].contains(&name.as_str()) && !name.contains(".ecp"));
    // Beremiz and OpenPLC write this version, CODESYS the one before.
    found.has_iec_names =
        root.tag_name().namespace().is_some_and(|space| space.ends_with("tc6_0201"));
    for node in root.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "resource" => {
                found.applications.extend(named(node).map(str::to_owned));
            }
            "task" if is_below(node, "resource") => {
                found.tasks.push(task::read(node, &mut found.notes));
            }
            "Device" => device(node, &mut found),
            "pou" if node.attribute("pouType").is_some() => {
                pou(node, around, &mut found);
            }
            "dataType" | "union" if named(node).is_some() && !is_below(node, "variable") => {
                let unit = types::declaration(&around.lines, node);
                push(node, ObjectKind::DataType, &[], unit, None, around, &mut found);
            }
            "globalVars" if !is_below(node, "MixedAttrsVarList") && has_variables(node) => {
                let unit = interface::globals(&around.lines, node);
                push(node, ObjectKind::Globals, &[], unit, None, around, &mut found);
            }
            "Interface" if named(node).is_some() && is_below(node, "data") => {
                let unit = interface::head("INTERFACE", node);
                push(node, ObjectKind::Interface, &[], unit, None, around, &mut found);
                let owner = named(node).unwrap_or_default();
                members(node, &[owner], around, &mut found);
            }
            _ => {}
        }
        outside(node, around, &mut found);
    }
    found
}

/// Reads the attributes and the text of an element outside of code and declarations.
fn outside(node: Node<'_, '_>, around: &Around<'_>, found: &mut Found) {
    let own = node.text().map(|text| (node.tag_name().name(), text, xml::text_begin(node)));
    let attributes = node.attributes().map(|it| (it.name(), it.value(), it.range_value().start));
    for (field, text, at) in attributes.chain(own).filter(|it| it.1.contains('.')) {
        let Some((kind, by)) = object_around(node) else { return };
        let origin = || around.lines.origin(around.file, at);
        let kind = (Vendor::Codesys, kind);
        found.outside.extend(Outside::read(kind, by, (field, text), origin));
    }
}

/// The object around an element that is neither code nor a declaration, and its use of variables.
fn object_around<'a>(node: Node<'a, '_>) -> Option<(MentionKind, &'a str)> {
    const DECLARED: &str =
        " pou dataType union globalVars Interface ProjectStructure fileHeader contentHeader ";
    let mut name = None;
    for around in node.ancestors() {
        let tag = around.tag_name().name();
        if DECLARED.contains(&format!(" {tag} ")) {
            return None;
        }
        name = name.or_else(|| named(around));
        let kind = match tag {
            "task" => MentionKind::Event,
            "Device" => MentionKind::Mapped,
            _ => continue,
        };
        return Some((kind, named(around).unwrap_or_default()));
    }
    name.map(|name| (MentionKind::Shown, name))
}

/// Reads a program, function block or function with its members.
fn pou(node: Node<'_, '_>, around: &Around<'_>, found: &mut Found) {
    let Some(name) = named(node) else {
        found.note(NoteKind::Unreadable, &xml::path(node), &Noted::NoPouName);
        return;
    };
    let (kind, keyword) = match node.attribute("pouType") {
        Some("program") => (ObjectKind::Program, "PROGRAM"),
        Some("function") => (ObjectKind::Function, "FUNCTION"),
        _ => (ObjectKind::FunctionBlock, "FUNCTION_BLOCK"),
    };
    let unit = interface::unit_of(&around.lines, keyword, node);
    let code = around.code(node, found);
    push(node, kind, &[], unit, code, around, found);
    members(node, &[name], around, found);
}

/// Reads the methods, properties, actions and transitions of an object, without those of other
/// objects in it.
fn members(node: Node<'_, '_>, owners: &[&str], around: &Around<'_>, found: &mut Found) {
    let groups = ["addData", "actions", "transitions", "Methods", "Properties"];
    let inside = node
        .children()
        .filter(|it| groups.contains(&it.tag_name().name()))
        .flat_map(|group| group.children())
        .flat_map(|it| match it.tag_name().name() {
            // `addData` wraps each in a `data` element.
            "data" => it.children().collect::<Vec<_>>(),
            _ => vec![it],
        });
    for member in inside.filter(Node::is_element) {
        let (kind, keyword) = match member.tag_name().name() {
            "Method" => (ObjectKind::Method, "METHOD"),
            "Property" => (ObjectKind::Property, "PROPERTY"),
            "action" | "Action" => (ObjectKind::Action, ""),
            "transition" | "Transition" => (ObjectKind::Transition, ""),
            _ => continue,
        };
        let unit = match keyword {
            "" => Unit::default(),
            keyword => interface::unit_of(&around.lines, keyword, member),
        };
        let code = around.code(member, found);
        push(member, kind, owners, unit, code, around, found);
        for (accessor, name) in [("GetAccessor", "Get"), ("SetAccessor", "Set")] {
            let Some(accessor) = xml::child(member, accessor) else { continue };
            let owners: Vec<&str> = owners.iter().copied().chain(named(member)).collect();
            let mut object = object(accessor, ObjectKind::Accessor, &owners, around);
            name.clone_into(&mut object.name);
            object.code = around.code(accessor, found);
            found.objects.push(object);
        }
    }
}

fn push(
    node: Node<'_, '_>,
    kind: ObjectKind,
    owners: &[&str],
    unit: Unit,
    code: Option<Code>,
    around: &Around<'_>,
    found: &mut Found,
) {
    let mut object = Object { unit, code, ..object(node, kind, owners, around) };
    object.folder =
        object_id(node).and_then(|id| around.folders.get(id)).cloned().unwrap_or_default();
    found.note_problems(&object.full_name(), &object.unit);
    found.objects.push(object);
}

fn object(node: Node<'_, '_>, kind: ObjectKind, owners: &[&str], around: &Around<'_>) -> Object {
    let resource = node.ancestors().find(|it| it.tag_name().name() == "resource");
    Object {
        name: named(node).unwrap_or_default().to_owned(),
        kind,
        owners: owners.iter().map(|&owner| owner.to_owned()).collect(),
        folder: Vec::new(),
        application: resource.and_then(named).map(str::to_owned),
        unit: Unit::default(),
        declared: Some(around.lines.origin(around.file, node.range().start)),
        code: None,
    }
}

fn device(node: Node<'_, '_>, found: &mut Found) {
    let Some(name) = named(node) else { return };
    let kind = node.descendants().take(1000).find_map(|it| it.attribute("version"));
    let revision = kind.map(str::to_owned);
    let parent = node.ancestors().skip(1).find(|it| it.tag_name().name() == "Device");
    match parent.and_then(named) {
        None if found.controller.is_none() => {
            let name = name.to_owned();
            found.controller = Some(Controller { name, revision, ..Controller::default() });
        }
        parent => found.modules.push(Module {
            name: name.to_owned(),
            parent: parent.map(str::to_owned),
            ..Module::default()
        }),
    }
}

type Folders<'a> = HashMap<&'a str, Vec<String>>;

/// The folders of objects, by object id: `projectstructure` contains the tree separately from the objects.
fn folders<'a>(root: Node<'a, '_>) -> Folders<'a> {
    let mut folders = Folders::new();
    let structure = root.descendants().find(|it| it.tag_name().name() == "ProjectStructure");
    let objects = structure.into_iter().flat_map(|it| it.descendants());
    for object in objects.filter(|it| it.tag_name().name() == "Object") {
        let mut folder: Vec<String> = object
            .ancestors()
            .skip(1)
            .filter(|it| it.tag_name().name() == "Folder")
            .filter_map(|it| it.attribute("Name").map(str::to_owned))
            .collect();
        folder.reverse();
        if let Some(id) = object.attribute("ObjectId") {
            folders.entry(id).or_insert(folder);
        }
    }
    folders
}

/// The object id, from an attribute or from the object's own `addData`.
fn object_id<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute("ObjectId").or_else(|| {
        data(node, "objectid")
            .and_then(|data| xml::child(data, "ObjectId"))
            .and_then(|it| it.text())
    })
}

/// The data that 3S adds to an element with this name.
fn data<'a, 'input: 'a>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    xml::child(node, "addData").and_then(|added| {
        xml::children(added, "data").find(|data| {
            data.attribute("name").is_some_and(|it| it.rsplit('/').next() == Some(name))
        })
    })
}

fn named<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let name = node.attribute("name").map(str::trim);
    name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME)
}

fn has_variables(node: Node<'_, '_>) -> bool {
    // Beremiz writes empty lists without a name.
    named(node).is_some() || xml::child(node, "variable").is_some()
}

/// Whether the parent element has this name.
fn is_below(node: Node<'_, '_>, name: &str) -> bool {
    node.parent_element().is_some_and(|parent| parent.tag_name().name() == name)
}
