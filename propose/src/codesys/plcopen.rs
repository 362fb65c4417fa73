//! The objects of PLCopen XML, and their texts.

use std::ops::Range;

use roxmltree::Document;
use tagbridge_api::generate::ProposedChange;
use tagbridge_code::DiagramEnd;
use tagbridge_forms::{
    boxes::rewritten,
    plcopen::{PlcopenBody, added, declaration},
};

use tagbridge_project::{Body, Routine};

use super::{Objects, copies::derived, networks::Drawn};
use crate::{
    copy::FileText,
    draft::{Content, Draft, Stop},
    element::{Element, attribute, child, children, end_tag, start_tag, with_blanks},
    l5x::not_carried_out,
    says::Why,
    text::{
        World,
        add::code_type,
        copies::{expect, own_values},
        outline::{Unit, UnitKind},
        piece::{Edit, Piece, escaped},
    },
};

/// The objects of a file.
pub(super) struct Plcopen<'a, 'i> {
    file: &'a FileText,
    objects: Vec<Object<'a, 'i>>,
    tasks: Vec<Element<'a, 'i>>,
}

struct Object<'a, 'i> {
    /// Its index in the world.
    at: usize,
    node: Element<'a, 'i>,
}

/// Reads the objects, and notes what other text names.
struct Reader<'r, 'a, 'w> {
    file: &'a FileText,
    world: &'r mut World<'w>,
    /// Ranges that are texts of the world, or comments.
    known: Vec<Range<usize>>,
}

impl<'a, 'i> Plcopen<'a, 'i> {
    /// Reads the objects of a file; their texts are added to the world.
    pub(super) fn read(
        file: &'a FileText,
        document: &'a Document<'i>,
        world: &mut World<'_>,
    ) -> Self {
        let mut reader = Reader { file, world, known: Vec::new() };
        let mut objects = Vec::new();
        let root = document.root_element();
        for node in root.descendants().filter(Element::is_element) {
            let parent = node.parent_element().map_or("", |it| it.tag_name().name());
            let keyword = match (node.tag_name().name(), node.attribute("pouType")) {
                ("pou", Some("program")) => "PROGRAM",
                ("pou", Some("function")) => "FUNCTION",
                ("pou", Some(_)) => "FUNCTION_BLOCK",
                ("dataType" | "union", _) if parent != "variable" => "TYPE",
                ("globalVars", _) if parent != "MixedAttrsVarList" => "VAR_GLOBAL",
                ("Interface", _) if parent == "data" => "INTERFACE",
                ("documentation" | "comment" | "vendorElement" | "ProjectStructure", _) => {
                    reader.known.push(node.range());
                    continue;
                }
                _ => continue,
            };
            reader.object(node, keyword, "", &mut objects);
        }
        let mut rest = file.text.clone();
        let mut known = reader.known;
        known.sort_by_key(|it| (std::cmp::Reverse(it.start), std::cmp::Reverse(it.end)));
        for at in known {
            if let Some(text) = rest.get(at.clone()) {
                let blank = " ".repeat(text.len());
                rest.replace_range(at, &blank);
            }
        }
        world.beside.push((file.file, rest));
        let is_task = |it: &Element<'_, '_>| {
            it.has_tag_name("task")
                && it.parent_element().is_some_and(|it| it.has_tag_name("resource"))
        };
        Self { file, objects, tasks: root.descendants().filter(is_task).collect() }
    }
}

impl<'a> Reader<'_, 'a, '_> {
    fn object<'i>(
        &mut self,
        node: Element<'a, 'i>,
        keyword: &str,
        owner: &str,
        objects: &mut Vec<Object<'a, 'i>>,
    ) {
        let Some(name) = node.attribute("name").map(str::trim).filter(|it| !it.is_empty()) else {
            return;
        };
        let full = if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") };
        let mut unit = match keyword {
            "" => None,
            _ => self.declared(node, keyword),
        };
        let body = child(node, "body");
        let code = body.and_then(|it| child(it, "ST")).and_then(|it| child(it, "xhtml"));
        let code = code
            .and_then(|it| Piece::of_element(self.file.piece(), it))
            .map(|it| self.world.text(it));
        if unit.is_none() && keyword.is_empty() {
            unit = Some(Unit::action(code.unwrap_or(usize::MAX)));
        }
        let Some(mut unit) = unit else { return };
        unit.name.clone_from(&full);
        if keyword == "VAR_GLOBAL" {
            unit.kind = UnitKind::Globals;
        }
        unit.code = code.map(|it| (it, 0..self.world.texts[it].piece.text.len()));
        self.world.units.push(unit);
        objects.push(Object { at: self.world.units.len() - 1, node });
        if let Some(body) = body {
            if code.is_none() {
                self.operands(body);
            }
            self.known.push(body.range());
        }
        let groups = ["addData", "actions", "transitions", "Methods", "Properties"];
        let inside = node.children().filter(|it| groups.contains(&it.tag_name().name()));
        for group in inside {
            let all = group.children().flat_map(|it| match it.tag_name().name() {
                "data" => it.children().collect::<Vec<_>>(),
                _ => vec![it],
            });
            for member in all.filter(Element::is_element) {
                match member.tag_name().name() {
                    "Method" => self.object(member, "METHOD", &full, objects),
                    "Property" => {
                        self.object(member, "PROPERTY", &full, objects);
                        let own = member.attribute("name").unwrap_or_default();
                        for (accessor, name) in [("GetAccessor", "Get"), ("SetAccessor", "Set")] {
                            if let Some(it) = child(member, accessor) {
                                self.accessor(it, format!("{full}.{own}.{name}"), objects);
                            }
                        }
                    }
                    "action" | "Action" | "transition" | "Transition" => {
                        self.object(member, "", &full, objects);
                    }
                    _ => {}
                }
            }
        }
    }

    /// An accessor has no name of its own.
    fn accessor<'i>(
        &mut self,
        node: Element<'a, 'i>,
        full: String,
        objects: &mut Vec<Object<'a, 'i>>,
    ) {
        let code = child(node, "body").and_then(|it| child(it, "ST"));
        let code = code.and_then(|it| child(it, "xhtml"));
        let Some(piece) = code.and_then(|it| Piece::of_element(self.file.piece(), it)) else {
            return;
        };
        let code = self.world.text(piece);
        let whole = 0..self.world.texts[code].piece.text.len();
        self.world.units.push(Unit {
            piece: code,
            kind: UnitKind::Block,
            keyword: "ACTION".to_owned(),
            name: full,
            name_at: None,
            whole: 0..0,
            sections: Vec::new(),
            made_of: None,
            extends: None,
            code: Some((code, whole)),
            protected: false,
        });
        self.known.push(node.range());
        objects.push(Object { at: self.world.units.len() - 1, node });
    }

    /// The declaration of an object as a text of the world.
    fn declared(&mut self, node: Element<'a, '_>, keyword: &str) -> Option<Unit> {
        let (plain, text, listed) = declaration(&self.file.text, node, keyword);
        let piece = match plain {
            Some(element) => Piece::of_element(self.file.piece(), element)?.with(listed),
            None => Piece::shown(self.file.piece(), text, listed),
        };
        let interface = child(node, "interface").map(|it| it.range());
        let plain = added(node, "interfaceasplaintext").map(|it| it.range());
        self.known.extend(interface.into_iter().chain(plain));
        if matches!(keyword, "TYPE" | "VAR_GLOBAL") {
            self.known.push(node.range());
        }
        let text = self.world.text(piece);
        let mut units = self.world.declare(text);
        let mut first = units.first().cloned()?;
        // A list of several sections is one unit.
        first.whole.end = self.world.texts[text].piece.text.len();
        first.sections.extend(units.drain(1..).flat_map(|it| it.sections));
        Some(first)
    }

    /// The operands of a drawing are separate texts.
    fn operands(&mut self, drawn: Element<'a, '_>) {
        let unit = self.world.units.len() - 1;
        let text = &self.file.text;
        for it in drawn.descendants().filter(Element::is_element) {
            let is_text = !it.children().any(|it| it.is_element()) && !start_tag(text, it).1;
            let in_code = || !it.ancestors().any(|it| it.has_tag_name("comment"));
            let place = match it.tag_name().name() {
                "variable" | "expression" if is_text => start_tag(text, it).0..end_tag(text, it),
                "xhtml" if is_text && in_code() => start_tag(text, it).0..end_tag(text, it),
                "block" => match attribute(it, "instanceName") {
                    Some(at) => at,
                    None => continue,
                },
                _ => continue,
            };
            let piece = self.world.text(Piece::of_range(self.file.piece(), place));
            self.world.operands.push((piece, unit));
        }
    }
}

/// The ends of the networks of a drawing.
fn ends(routine: &Routine) -> Vec<&DiagramEnd> {
    match &routine.body {
        Body::Rungs(rungs) => rungs.iter().filter_map(|it| it.diagram.as_deref()).collect(),
        _ => Vec::new(),
    }
}

impl<'a> Objects<'a> for Plcopen<'a, '_> {
    fn drawn(&self, world: &World<'_>) -> Vec<Drawn<'a>> {
        let path = &world.context.source.files[self.file.file].path;
        let is_here = |it: &&Routine| it.origin.as_ref().is_some_and(|it| it.file == *path);
        let routines = world.context.logic.project.routines.iter().filter(is_here);
        let drawings: Vec<Vec<&DiagramEnd>> = routines.map(ends).collect();
        let all = self.objects.iter().filter_map(|it| {
            let body = child(it.node, "body")?;
            let mut here = drawings.iter();
            let networks = here.find_map(|ends| PlcopenBody::of(&self.file.text, body, ends))?;
            let networks = Box::new(networks);
            let name = world.units[it.at].name.clone();
            Some(Drawn { name, file: self.file.file, at: it.at, networks, edited: None })
        });
        all.collect()
    }

    /// Copies an object behind itself.
    fn duplicate(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let with = world.context;
        let (at, unit, to) = world.copied()?;
        let other = || Stop::No(Why::OtherPlatform { what: unit.name.clone() });
        // A part of another object, or an object with an address, cannot be copied completely.
        let has_address = unit.variables().any(|it| it.1.at.is_some());
        let object = self.objects.iter().find(|it| it.at == at).ok_or_else(other)?;
        if unit.name.contains('.') || has_address {
            return Err(other());
        }
        let part = format!("{}.", unit.name.to_lowercase());
        for routine in &with.logic.project.routines {
            if format!("{}.", routine.owner.to_lowercase()).starts_with(&part) {
                with.writable(&routine.owner, &routine.name)?;
            }
        }
        let text = &self.file.text;
        // Each is alone in an element that says what it is.
        let node = object.node.parent_element().filter(|it| it.has_tag_name("data"));
        let node = node.unwrap_or(object.node);
        let whole = with_blanks(text, node);
        let mut parts: Vec<(Range<usize>, String)> =
            attribute(object.node, "name").map(|it| (it, to.to_owned())).into_iter().collect();
        let mut edited = |piece: usize, at: Range<usize>| {
            let edit = Edit { at: (at.start, at.end), text: to.to_owned() };
            let splices = world.texts[piece].piece.splices(&[edit]);
            parts.extend(splices.into_iter().map(|it| (it.start..it.end, it.text)));
        };
        if let Some(name) = unit.name_at.clone() {
            edited(unit.piece, name);
        }
        if let Some((code, _)) = unit.code.as_ref().filter(|_| unit.keyword == "FUNCTION") {
            for it in own_values(world, at) {
                edited(*code, it);
            }
        }
        for it in node.descendants().filter(Element::is_element) {
            let id = attribute(it, "ObjectId").or_else(|| {
                let is_id = it.has_tag_name("ObjectId") && !start_tag(text, it).1;
                is_id.then(|| start_tag(text, it).0..end_tag(text, it))
            });
            parts.extend(id.map(|it| (it.clone(), derived(&text[it], to))));
        }
        let copy = rewritten(text, whole.clone(), parts);
        let mut draft = Draft::default();
        draft.splice(self.file.file, whole.end, whole.end, copy);
        expect(world, &mut draft, &unit.name, to);
        let declaration = world.texts[unit.piece].piece.text.clone();
        draft.copied(&unit.name, to, code_type(world, unit), Content::Given(declaration));
        Ok(draft)
    }

    fn tasks(&self) -> Vec<String> {
        let names = self.tasks.iter().map(|it| it.attribute("name").unwrap_or_default().to_owned());
        names.collect()
    }

    /// CODESYS writes the program as the name of an instance, others as its type.
    fn scheduled(&self, task: usize, program: &str) -> Option<(usize, String)> {
        let model = children(*self.tasks.get(task)?, "pouInstance").last()?;
        let (name, kind) = (attribute(model, "name")?, attribute(model, "typeName"));
        let is_typed = model.attribute("typeName").is_some_and(|it| !it.is_empty());
        let program = escaped(program);
        let parts = match kind.filter(|_| is_typed) {
            Some(kind) => vec![(name, format!("{program}_instance")), (kind, program)],
            None => vec![(name, program)],
        };
        let whole = with_blanks(&self.file.text, model);
        Some((whole.end, rewritten(&self.file.text, whole, parts)))
    }

    fn listed(&self, task: usize, program: &str) -> Option<Range<usize>> {
        let is_it = |it: &Element<'_, '_>| {
            ["typeName", "name"].iter().any(|of| it.attribute(*of) == Some(program))
        };
        let found = children(*self.tasks.get(task)?, "pouInstance").find(is_it)?;
        Some(with_blanks(&self.file.text, found))
    }

    fn create(&self, _: &World<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
        Err(not_carried_out(change))
    }
}
