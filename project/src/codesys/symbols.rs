//! The symbol configuration that CODESYS writes next to the download:
//! `<project>.<Device>.<Application>.xml`.
//!
//! `TypeList` contains the types by key, `NodeList` the published variables. It is the best source
//! of tags: it contains all published variables.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;
use tagbridge_texts::Coded;

use super::{MAX_NAME, access, object::Publication};
use crate::reason::Why;
use crate::says::{Advice, Wrong};
use crate::says::{Noted, Where};
use crate::{
    ProjectError,
    model::{
        Access, Block, BlockKind, Controller, DataType, DataTypeKind, Dimension, EnumValue, Format,
        Member, Note, NoteKind, Place, Project, Published, Section, Tag, TypeUse, Vendor,
    },
    text, xml,
};

/// Maximum nesting of arrays of arrays, which may be circular.
const MAX_ARRAYS: usize = 16;

/// Reads a symbol configuration.
pub(crate) fn read_symbols(file: &str, bytes: &[u8]) -> Result<Project, ProjectError> {
    let text = text::decode(bytes);
    let document = xml::parse(file, &text)?;
    let root = document.root_element();
    let Some(nodes) = xml::child(root, "NodeList") else {
        return Err(ProjectError::new(file, &Wrong::NoVariableList, &Advice::BuildAgain)
            .at_line(xml::line(root))
            .in_element("Symbolconfiguration/NodeList"));
    };
    let info = xml::descend(root, &["Header", "ProjectInfo"]);
    let say = |key: &str| info.and_then(|info| info.attribute(key)).unwrap_or_default().to_owned();
    let types = Types::new(root);
    let mut project = Project::new(Vendor::Codesys, Format::SymbolConfiguration, say("name"));
    let device = say("devicename");
    if !device.is_empty() {
        project.controller = Some(Controller { name: device, ..Controller::default() });
    }
    types.define(&mut project);
    variables(nodes, &types, &mut project);
    Ok(project)
}

struct Types<'a, 'input> {
    by_key: HashMap<&'a str, Node<'a, 'input>>,
    in_order: Vec<Node<'a, 'input>>,
}

impl<'a, 'input> Types<'a, 'input> {
    fn new(root: Node<'a, 'input>) -> Self {
        let in_order: Vec<_> = xml::children(root, "TypeList")
            .flat_map(|list| list.children().filter(Node::is_element))
            .collect();
        let mut by_key = HashMap::new();
        for node in &in_order {
            if let Some(key) = node.attribute("name") {
                by_key.entry(key).or_insert(*node);
            }
        }
        Self { by_key, in_order }
    }

    /// Adds structures, unions and enumerations as data types, and function blocks as blocks.
    fn define(&self, project: &mut Project) {
        let mut taken = HashSet::new();
        let user_defined = self.in_order.iter().filter(|it| it.tag_name().name() == "TypeUserDef");
        for node in user_defined {
            let name = node.attribute("iecname").or(node.attribute("name")).unwrap_or_default();
            if !taken.insert(name.to_lowercase()) {
                project.notes.push(Note::new(NoteKind::Conflict, name, &Noted::TypeTaken));
                continue;
            }
            let class = node.attribute("pouclass").unwrap_or_default();
            if matches!(class, "FUNCTION_BLOCK" | "PROGRAM") {
                project.blocks.push(self.block(name, *node));
            } else {
                project.data_types.push(self.data_type(name, class, *node));
            }
        }
    }

    fn block(&self, name: &str, node: Node<'_, '_>) -> Block {
        Block {
            name: name.to_owned(),
            kind: BlockKind::FunctionBlock,
            members: xml::children(node, "UserDefElement")
                .map(|it| self.member(it, true))
                .collect(),
            comment: comment(node),
            ..Block::default()
        }
    }

    fn data_type(&self, name: &str, class: &str, node: Node<'_, '_>) -> DataType {
        let elements = || xml::children(node, "UserDefElement");
        let is_enumeration = node.attribute("typeclass") == Some("Enum");
        let kind = match class {
            _ if is_enumeration => DataTypeKind::Enumeration,
            "UNION" => DataTypeKind::Union,
            "" if elements().next().is_none() => DataTypeKind::Alias,
            _ => DataTypeKind::Structure,
        };
        let values = elements().filter(|_| is_enumeration).map(|element| EnumValue {
            name: element.attribute("iecname").unwrap_or_default().to_owned(),
            number: element.attribute("enumvalue").and_then(|text| text.parse().ok()),
            comment: comment(element),
        });
        DataType {
            name: name.to_owned(),
            kind,
            members: elements()
                .filter(|_| !is_enumeration)
                .map(|element| self.member(element, false))
                .collect(),
            values: values.collect(),
            base: node.attribute("basetype").map(|key| self.type_use(key)),
            comment: comment(node),
            ..DataType::default()
        }
    }

    fn member(&self, element: Node<'_, '_>, has_sections: bool) -> Member {
        let section = match element.attribute("vartype") {
            Some("VAR_INPUT") => Section::Input,
            Some("VAR_OUTPUT") => Section::Output,
            Some("VAR_IN_OUT") => Section::InOut,
            Some("VAR_TEMP") => Section::Temp,
            _ => Section::Static,
        };
        let bytes = element.attribute("byteoffset").and_then(|text| text.parse::<u32>().ok());
        Member {
            name: element.attribute("iecname").unwrap_or_default().to_owned(),
            type_use: self.type_use(element.attribute("type").unwrap_or_default()),
            section: has_sections.then_some(section),
            access: open(element).unwrap_or_default(),
            bit_offset: bytes.and_then(|bytes| bytes.checked_mul(8)),
            comment: comment(element),
            ..Member::default()
        }
    }

    /// The type with this key.
    fn type_use(&self, key: &str) -> TypeUse {
        let mut dimensions = Vec::new();
        let mut key = key;
        for _ in 0..MAX_ARRAYS {
            let Some(node) = self.by_key.get(key) else { break };
            if node.tag_name().name() != "TypeArray" {
                let name = node.attribute("iecname").unwrap_or(key);
                return TypeUse { dimensions, ..named(name) };
            }
            dimensions.extend(xml::children(*node, "ArrayDim").map(|dimension| {
                let bound = |name: &str| dimension.attribute(name)?.trim().parse().ok();
                match (bound("minrange"), bound("maxrange")) {
                    (Some(low), Some(high)) => Dimension { low, high },
                    _ => Dimension { low: 0, high: -1 },
                }
            }));
            key = node.attribute("basetype").unwrap_or_default();
        }
        // A type that is not in the list has its key as its name.
        TypeUse { dimensions, ..named(key) }
    }
}

/// Parses the length of a type such as `STRING(6)`.
fn named(name: &str) -> TypeUse {
    let text = name.split_once('(').and_then(|(kind, length)| {
        let length = length.strip_suffix(')')?.trim().parse().ok()?;
        Some(TypeUse { length: Some(length), ..TypeUse::scalar(kind.trim()) })
    });
    text.unwrap_or_else(|| TypeUse::scalar(name))
}

/// Adds the variables: they are the nodes with a type, and the nodes above are their path.
fn variables(list: Node<'_, '_>, types: &Types<'_, '_>, project: &mut Project) {
    let mut applications = HashSet::new();
    let mut taken = HashSet::new();
    for node in list.descendants().filter(|it| is_node(*it)) {
        let Some(key) = node.attribute("type") else { continue };
        let mut path: Vec<&str> = node
            .ancestors()
            .filter(|it| is_node(*it))
            .map(|it| it.attribute("name").unwrap_or_default())
            .collect();
        path.reverse();
        let [application, below @ ..] = path.as_slice() else { continue };
        applications.insert(*application);
        let full = path.join(".");
        if full.len() > MAX_NAME {
            let subject = Where::Line { line: xml::line(node) };
            project.notes.push(Note::new(NoteKind::Unreadable, &subject, &Noted::NameTooLong));
            continue;
        }
        if !taken.insert(full.clone()) {
            project.notes.push(Note::new(NoteKind::Conflict, &full, &Noted::TwiceRead));
            continue;
        }
        let name = if applications.len() > 1 { full.clone() } else { below.join(".") };
        let scope = below.split_last().map(|(_, owners)| owners.join(".")).unwrap_or_default();
        let place = match open(node) {
            Some(Access::None) => Place::Nowhere { reason: Why::WriteOnly.message() },
            _ => Place::Node { path: full, published: Published::Yes },
        };
        project.tags.push(Tag {
            name,
            scope,
            type_use: types.type_use(key),
            comment: comment(node),
            access: open(node).unwrap_or_default(),
            place,
            ..Tag::default()
        });
    }
    if project.name.is_empty() {
        applications.into_iter().min().unwrap_or_default().clone_into(&mut project.name);
    }
}

fn is_node(node: Node<'_, '_>) -> bool {
    node.is_element() && node.tag_name().name() == "Node"
}

fn open(node: Node<'_, '_>) -> Option<Access> {
    Some(match access::by_word(node.attribute("access")?)? {
        Publication::Open(access) => access,
        Publication::WriteOnly | Publication::Hidden => Access::None,
    })
}

/// The comment of a node, without blanks around its lines.
fn comment(node: Node<'_, '_>) -> Option<String> {
    let text = xml::text(xml::child(node, "Comment")?);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
