//! The native `.export` format: one or more views of the tree, each an archive with a list of entries.

mod chart;
mod code;
mod continuous;
mod device;
mod kind;
mod network;
mod task;
mod tree;

use roxmltree::Node;

use self::{
    kind::Kind,
    tree::{Entry, Tree},
};
use super::{
    access,
    archive::Item,
    assemble::assemble,
    object::{Found, Object, ObjectKind, Selection},
};
use crate::says::Noted;
use crate::says::{Advice, Wrong};
use crate::{
    ProjectError,
    declaration::{Dialect, Unit, unit},
    line_index::LineIndex,
    model::{Format, MentionKind, NoteKind, Project, Vendor},
    outside::Outside,
    text, xml,
};

/// Reads a `.export` file.
pub(crate) fn read_export(file: &str, bytes: &[u8]) -> Result<Project, ProjectError> {
    let text = text::decode(bytes);
    let document = xml::parse(file, &text)?;
    let entries = entries(document.root_element());
    if entries.is_empty() {
        return Err(ProjectError::new(file, &Wrong::NoEntries, &Advice::ExportApplication)
            .at_line(xml::line(document.root_element()))
            .in_element("ExportFile/StructuredView/…/EntryList"));
    }
    Ok(assemble(file, Format::CodesysExport, found(file, &text, &Tree::new(entries))))
}

/// The entries of all views.
fn entries<'a, 'input>(root: Node<'a, 'input>) -> Vec<Item<'a, 'input>> {
    xml::children(root, "StructuredView")
        .flat_map(|view| view.children().filter(Node::is_element))
        .flat_map(|archive| Item::new(archive).list("EntryList"))
        .collect()
}

fn found(file: &str, text: &str, tree: &Tree<'_, '_>) -> Found {
    let mut found = Found::default();
    let lines = LineIndex::new(text);
    let place = (file, &lines);
    for entry in tree.duplicates() {
        found.note(NoteKind::Conflict, &entry.name, &Noted::GuidTwice);
    }
    device::read(tree, &mut found);
    for entry in tree.entries() {
        let Some(object) = entry.object else { continue };
        let application = tree.application(entry);
        match entry.kind {
            Kind::Application => found.applications.push(entry.name.clone()),
            Kind::Task => {
                found.tasks.push(task::read(&entry.name, object));
                if let Some(event) = object.field("Event") {
                    found.outside.extend(outside(MentionKind::Event, entry, event, place));
                }
            }
            Kind::SymbolConfiguration => {
                let application = application.unwrap_or_default();
                if !object.flag("SupportOPCUA") && object.field("SupportOPCUA").is_some() {
                    found.note(NoteKind::Missing, &entry.name, &Noted::OpcUaOption);
                }
                found.symbols.entry(application).or_default().extend(selection(object));
            }
            Kind::Device => {
                let texts = object.descendants();
                let mapped = |it| outside(MentionKind::Mapped, entry, it, place);
                found.outside.extend(texts.filter_map(mapped));
            }
            Kind::Folder | Kind::Structure => {}
            kind => {
                let unit = scan(kind, &code::declaration(object).unwrap_or_default());
                let Some(kind) = object_kind(kind, &unit) else {
                    let what = Noted::UnknownObject { kind: &entry.type_guid };
                    found.note(NoteKind::Skipped, &entry.name, &what);
                    // Alarms, recipes, traces, visualizations.
                    let texts = object.descendants();
                    let shown = |it| outside(MentionKind::Shown, entry, it, place);
                    found.outside.extend(texts.filter_map(shown));
                    continue;
                };
                let object = Object {
                    name: entry.name.clone(),
                    kind,
                    owners: tree.owners(entry),
                    folder: tree.folder(entry),
                    application,
                    unit,
                    declared: object.field("Interface").map(|it| lines.origin(file, it.begin())),
                    code: code::implementation(file, &lines, object),
                };
                found.note_problems(&object.full_name(), &object.unit);
                found.objects.push(object);
            }
        }
    }
    found
}

/// A scalar of an object that may name a variable.
fn outside(
    kind: MentionKind,
    entry: &Entry<'_, '_>,
    item: Item<'_, '_>,
    (file, lines): (&str, &LineIndex<'_>),
) -> Option<Outside> {
    let said = (item.name().unwrap_or_default(), item.own_text()?);
    let origin = || lines.origin(file, item.text_begin());
    Outside::read((Vendor::Codesys, kind), &entry.name, said, origin)
}

/// The kind of an object, by its GUID, and by the first keyword of its declaration, which may be
/// more specific.
fn object_kind(kind: Kind, unit: &Unit) -> Option<ObjectKind> {
    let by_word = match unit.head.as_ref().map(|head| head.keyword.as_str()) {
        Some("PROGRAM") => Some(ObjectKind::Program),
        Some("FUNCTION_BLOCK") => Some(ObjectKind::FunctionBlock),
        Some("FUNCTION") => Some(ObjectKind::Function),
        Some("METHOD") => Some(ObjectKind::Method),
        Some("PROPERTY") => Some(ObjectKind::Property),
        Some("INTERFACE") => Some(ObjectKind::Interface),
        _ => None,
    };
    match kind {
        Kind::Pou => by_word.or(Some(ObjectKind::FunctionBlock)),
        Kind::Method => Some(ObjectKind::Method),
        Kind::Property => Some(ObjectKind::Property),
        Kind::Accessor => Some(ObjectKind::Accessor),
        Kind::Action => Some(ObjectKind::Action),
        Kind::Transition => Some(ObjectKind::Transition),
        Kind::Interface => Some(ObjectKind::Interface),
        Kind::DataType => Some(ObjectKind::DataType),
        Kind::Globals => Some(ObjectKind::Globals),
        _ => by_word,
    }
}

fn scan(kind: Kind, declaration: &str) -> Unit {
    match kind {
        _ if declaration.trim().is_empty() => Unit::default(),
        Kind::Globals => unit(&without_instance_paths(declaration), Dialect::Codesys),
        _ => unit(declaration, Dialect::Codesys),
    }
}

/// Replaces the lines of a persistent variable list that repeat other variables by path, such as
/// `PLC_PRG.fbMotor.hours : UDINT;`, by empty lines.
fn without_instance_paths(declaration: &str) -> String {
    let is_path = |line: &str| {
        line.split_once(':').is_some_and(|(name, _)| {
            let name = name.trim();
            name.contains('.')
                && name.split('.').all(|part| {
                    !part.is_empty()
                        && part.chars().all(|c| c.is_alphanumeric() || "_[]".contains(c))
                })
        })
    };
    let lines: Vec<&str> =
        declaration.lines().map(|line| if is_path(line) { "" } else { line }).collect();
    lines.join("\n")
}

/// The variables of a symbol configuration: `SignName` is the program or the list, `VarName` the
/// variable in it.
fn selection(object: Item<'_, '_>) -> Selection {
    let mut selection = Selection::new();
    for sign in object.list("SelectionSigns") {
        let Some(owner) = sign.scalar("SignName") else { continue };
        for variable in sign.list("SignVariables") {
            let name = variable.scalar("VarName");
            let access = variable.scalar("VarAccess").and_then(|it| access::by_number(&it));
            if let (Some(name), Some(access)) = (name, access) {
                selection.insert(format!("{owner}.{name}").to_lowercase(), access);
            }
        }
    }
    selection
}

/// The names, declarations and code texts of all entries, for tests.
#[cfg(test)]
pub(super) fn texts(root: Node<'_, '_>) -> Vec<(String, Option<String>, Option<String>)> {
    use crate::model::Body;

    let tree = Tree::new(entries(root));
    let lines = LineIndex::new(root.document().input_text());
    let text = |object| match code::implementation("", &lines, object)?.body {
        Body::Text(text) => Some(text),
        _ => None,
    };
    tree.entries()
        .map(|entry| {
            let declaration = entry.object.and_then(code::declaration);
            (entry.name.clone(), declaration, entry.object.and_then(text))
        })
        .collect()
}
