//! The objects of an export, and their texts.

use std::collections::HashMap;

use roxmltree::Document;
use tagbridge_api::generate::ProposedChange;
use tagbridge_forms::{
    ExportNetworks,
    boxes::{field, rewritten, said},
};

use super::{Objects, copies, created, networks::Drawn};
use crate::{
    copy::FileText,
    draft::{Draft, Stop},
    element::{Element, children, end_tag, start_tag},
    text::{
        World,
        outline::{Unit, UnitKind},
        piece::{Piece, document, escaped},
    },
};

/// The objects of an export.
pub(super) struct Export<'a, 'i> {
    pub(super) file: &'a FileText,
    pub(super) entries: Vec<Entry<'a, 'i>>,
}

/// An object.
pub(super) struct Entry<'a, 'i> {
    pub(super) name: String,
    pub(super) guid: String,
    pub(super) parent: String,
    /// Its folder in the tree.
    pub(super) view: String,
    /// The first digits of the identifier of its kind.
    pub(super) kind: String,
    pub(super) node: Element<'a, 'i>,
    pub(super) object: Option<Element<'a, 'i>>,
}

impl<'a, 'i> Export<'a, 'i> {
    /// Parses an export; its texts are added to the world.
    pub(super) fn read(
        file: &'a FileText,
        document: &'a Document<'i>,
        world: &mut World<'_>,
    ) -> Self {
        let lists = document.descendants().filter(|it| it.attribute("Name") == Some("EntryList"));
        let nodes = lists.flat_map(|it| it.children()).filter(Element::is_element);
        let entries: Vec<Entry<'a, 'i>> = nodes.filter_map(entry).collect();
        let export = Self { file, entries };
        let mut rest = file.text.clone();
        // From the end, so that earlier positions stay valid.
        let mut blank: Vec<std::ops::Range<usize>> = Vec::new();
        for entry in &export.entries {
            export.take(entry, world, &mut blank);
        }
        let is_bytes = |it: &Element<'_, '_>| {
            it.attribute("Type") == Some("byte") || it.attribute("Name") == Some("Path")
        };
        blank.extend(document.descendants().filter(is_bytes).map(|it| it.range()));
        blank.sort_by_key(|it| std::cmp::Reverse(it.start));
        for at in blank {
            if rest.get(at.clone()).is_some() {
                rest.replace_range(at, " ");
            }
        }
        world.beside.push((file.file, rest));
        export
    }

    fn task_entries(&self) -> impl Iterator<Item = &Entry<'a, 'i>> {
        self.entries.iter().filter(|it| it.kind == "98a2708a")
    }

    /// The name of an object, behind those of its owners.
    fn full(&self, entry: &Entry<'_, '_>) -> String {
        let owners = self.owners(entry);
        let parts = owners.iter().map(|it| it.name.as_str()).chain([entry.name.as_str()]);
        parts.collect::<Vec<_>>().join(".")
    }

    /// The entries above one, without folders.
    fn owners(&self, entry: &Entry<'_, '_>) -> Vec<&Entry<'a, 'i>> {
        let by_guid: HashMap<&str, &Entry<'a, 'i>> =
            self.entries.iter().map(|it| (it.guid.as_str(), it)).collect();
        let mut found = Vec::new();
        let mut at = by_guid.get(entry.parent.as_str()).copied();
        while let Some(above) = at.filter(|_| found.len() < 64) {
            match above.kind.as_str() {
                "738bea1e" => {}
                "6f9dac99" | "6654496c" | "5a3b8626" => found.push(above),
                _ => break,
            }
            at = by_guid.get(above.parent.as_str()).copied();
        }
        found.reverse();
        found
    }

    fn take(
        &self,
        entry: &Entry<'a, 'i>,
        world: &mut World<'_>,
        blank: &mut Vec<std::ops::Range<usize>>,
    ) {
        let Some(object) = entry.object else { return };
        let full = self.full(entry);
        let mut text = |aspect: &str, world: &mut World<'_>| {
            let aspect = field(object, aspect)?;
            let piece = document(self.file.piece(), aspect)?;
            blank.push(aspect.range());
            Some(world.text(piece))
        };
        let declaration = text("Interface", world);
        let code = text("Implementation", world);
        let mut unit = declaration.and_then(|it| {
            let mut units = world.declare(it);
            let first = units.first().cloned()?;
            // A list of several sections is one unit.
            let more: Vec<Unit> = units.drain(1..).collect();
            let mut first = first;
            first.whole.end = world.texts[it].piece.text.len();
            first.sections.extend(more.into_iter().flat_map(|it| it.sections));
            Some(first)
        });
        if unit.is_none() && (code.is_some() || field(object, "Implementation").is_some()) {
            unit = Some(Unit::action(declaration.or(code).unwrap_or(usize::MAX)));
        }
        let Some(mut unit) = unit else { return };
        unit.name = full;
        if matches!(entry.kind.as_str(), "ffbfa93a" | "261bd6e6") {
            unit.kind = UnitKind::Globals;
        }
        unit.code = code.map(|it| (it, 0..world.texts[it].piece.text.len()));
        world.units.push(unit);
        if code.is_none()
            && let Some(drawn) = field(object, "Implementation")
        {
            self.operands(drawn, world, blank);
        }
    }

    /// The operands of a drawing are separate texts.
    fn operands(
        &self,
        drawn: Element<'a, 'i>,
        world: &mut World<'_>,
        blank: &mut Vec<std::ops::Range<usize>>,
    ) {
        let is_operand = |it: &Element<'_, '_>| {
            it.attribute("Name") == Some("Operand")
                && it.attribute("Type") == Some("string")
                && !start_tag(&self.file.text, *it).1
        };
        let unit = world.units.len() - 1;
        for it in drawn.descendants().filter(is_operand) {
            let Some(piece) = Piece::of_element(self.file.piece(), it) else { continue };
            let text = world.text(piece);
            blank.push(start_tag(&self.file.text, it).0..end_tag(&self.file.text, it));
            world.operands.push((text, unit));
        }
    }
}

impl<'a> Objects<'a> for Export<'a, '_> {
    fn drawn(&self, world: &World<'_>) -> Vec<Drawn<'a>> {
        let all = self.entries.iter().filter_map(|it| {
            let networks = Box::new(ExportNetworks::of(&self.file.text, it.object?)?);
            let full = self.full(it);
            let at = world.units.iter().position(|unit| unit.name == full)?;
            let name = it.name.clone();
            Some(Drawn { name, file: self.file.file, at, networks, edited: None })
        });
        all.collect()
    }

    fn duplicate(&self, world: &World<'_>) -> Result<Draft, Stop> {
        copies::duplicate(world, self)
    }

    fn tasks(&self) -> Vec<String> {
        self.task_entries().map(|it| it.name.clone()).collect()
    }

    /// Modelled on the entry before it, with the other name and without its comment.
    fn scheduled(&self, task: usize, program: &str) -> Option<(usize, String)> {
        let list = field(self.task_entries().nth(task)?.object?, "PouList")?;
        let model = children(list, "Single").last()?;
        let text = &self.file.text;
        let whole = model.range();
        let inside = |it| start_tag(text, it).0..end_tag(text, it);
        let mut parts = vec![(inside(field(model, "Name")?), escaped(program))];
        if let Some(comment) = field(model, "Comment").filter(|it| !start_tag(text, *it).1) {
            parts.push((inside(comment), String::new()));
        }
        let copy = rewritten(text, whole.clone(), parts);
        let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
        Some((whole.end, format!("{blanks}{copy}")))
    }

    fn listed(&self, task: usize, program: &str) -> Option<std::ops::Range<usize>> {
        let list = field(self.task_entries().nth(task)?.object?, "PouList")?;
        let is_it = |it: &Element<'_, '_>| {
            field(*it, "Name").and_then(|it| it.text()).is_some_and(|it| it == program)
        };
        let found = children(list, "Single").find(is_it)?;
        Some(crate::element::with_blanks(&self.file.text, found))
    }

    fn create(&self, world: &World<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
        created::create(world, self, change)
    }
}

fn entry<'a, 'i>(node: Element<'a, 'i>) -> Option<Entry<'a, 'i>> {
    let meta = field(node, "MetaObject")?;
    let kind = said(meta, "TypeGuid").to_ascii_lowercase();
    Some(Entry {
        name: said(meta, "Name"),
        guid: said(meta, "Guid").to_ascii_lowercase(),
        parent: said(meta, "ParentGuid").to_ascii_lowercase(),
        view: said(node, "ParentSVNodeGuid").to_ascii_lowercase(),
        kind: kind.get(..8)?.to_owned(),
        node,
        object: field(node, "Object"),
    })
}
