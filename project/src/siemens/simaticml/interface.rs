//! Interfaces: sections of members.

use roxmltree::Node;

use super::{elements, multilingual};
use crate::{
    declaration::{Attribute, Cursor, Dialect, MAX_DEPTH, SectionDeclaration, TypeExpr, Variable},
    line_index::LineIndex,
    siemens::{found::FoundBlock, text::RETURN},
    xml,
};

/// Maximum length of a member's name, in bytes. The name is repeated for everything in the member,
/// so a longer one, which no tool allows, could fill the memory.
const MAX_NAME: usize = 512;

/// Reads all sections into a block: its members, and the start values and comments of elements and
/// nested members.
pub(super) fn read(lines: &LineIndex<'_>, sections: Node<'_, '_>, block: &mut FoundBlock) {
    for section in xml::children(sections, "Section") {
        let (keyword, constant) = match section.attribute("Name") {
            Some("Input") => ("VAR_INPUT", false),
            Some("Output") => ("VAR_OUTPUT", false),
            Some("InOut") => ("VAR_IN_OUT", false),
            Some("Temp") => ("VAR_TEMP", false),
            Some("Constant") => ("VAR", true),
            Some("Return") => (RETURN, false),
            _ => ("VAR", false),
        };
        let mut path = Path::default();
        let variables: Vec<Variable> = xml::children(section, "Member")
            .filter_map(|member| variable(lines, member, &mut path, block))
            .collect();
        if !variables.is_empty() {
            block.sections.push(SectionDeclaration {
                keyword: keyword.to_owned(),
                modifiers: constant.then(|| "CONSTANT".to_owned()).into_iter().collect(),
                attributes: Vec::new(),
                variables,
            });
        }
    }
}

/// The path of a member: names from the outermost, each with its number of indices.
#[derive(Default)]
struct Path(Vec<(String, usize)>);

impl Path {
    /// Formats the path with the indices of an element, `0,1,5`, distributed over the names.
    fn with(&self, indices: &str) -> String {
        let mut indices = indices.split(',').map(str::trim).filter(|index| !index.is_empty());
        let mut text = String::new();
        for (name, dimensions) in &self.0 {
            // The first name may contain a dot.
            let (open, close) = if text.is_empty() { ("\"", "\"") } else { (".", "") };
            text.extend([open, name.as_str(), close]);
            let taken: Vec<&str> = indices.by_ref().take(*dimensions).collect();
            if !taken.is_empty() {
                text.push('[');
                text.push_str(&taken.join(","));
                text.push(']');
            }
        }
        text
    }
}

fn variable(
    lines: &LineIndex<'_>,
    node: Node<'_, '_>,
    path: &mut Path,
    block: &mut FoundBlock,
) -> Option<Variable> {
    if path.0.len() >= MAX_DEPTH {
        return None;
    }
    let name = node.attribute("Name").filter(|name| name.len() <= MAX_NAME)?.to_owned();
    let datatype = node.attribute("Datatype").unwrap_or_default();
    let mut type_expr = Cursor::new(datatype, Dialect::Siemens).type_expr();
    path.0.push((name.clone(), type_expr.as_ref().map_or(0, dimensions)));
    // The members of an anonymous structure are its type; those of a named type repeat the type's.
    let members: Vec<Variable> = xml::children(node, "Member")
        .filter_map(|member| variable(lines, member, path, block))
        .collect();
    if let Some(slot) = type_expr.as_mut().and_then(structure) {
        *slot = members;
    }
    let nested = xml::children(node, "Sections").flat_map(|it| xml::children(it, "Section"));
    for member in nested.flat_map(|section| xml::children(section, "Member")) {
        repeated(lines, member, path, block);
    }
    for element in xml::children(node, "Subelement") {
        about_element(element, path, block);
    }
    path.0.pop();
    Some(Variable {
        name,
        type_expr,
        attributes: attributes(node),
        at: None,
        initial: start_value(node),
        comment: xml::child(node, "Comment").and_then(multilingual::of_element),
        line: lines.position(node.range().start).line,
    })
}

/// Reads a member of a named type, which the file repeats only because of differing values.
fn repeated(lines: &LineIndex<'_>, node: Node<'_, '_>, path: &mut Path, block: &mut FoundBlock) {
    let before = path.0.len();
    let informative = xml::child(node, "StartValue").is_some_and(is_informative);
    if let Some(variable) = variable(lines, node, path, block)
        && let Some(value) = variable.initial
        && !informative
    {
        path.0.push((variable.name, 0));
        block.starts.push((path.with(""), value));
    }
    path.0.truncate(before);
}

fn about_element(element: Node<'_, '_>, path: &Path, block: &mut FoundBlock) {
    let indices = element.attribute("Path").unwrap_or_default();
    if let Some(value) = start_value(element) {
        block.starts.push((path.with(indices), value));
    }
    if let Some(comment) = xml::child(element, "Comment").and_then(multilingual::of_element) {
        block.comments.push((path.with(indices), comment));
    }
}

fn start_value(node: Node<'_, '_>) -> Option<String> {
    let value = xml::child(node, "StartValue")?;
    Some(xml::text(value).trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether a value is shown only for information: it is that of the type.
fn is_informative(value: Node<'_, '_>) -> bool {
    value.attribute("Informative") == Some("true")
}

fn attributes(node: Node<'_, '_>) -> Vec<Attribute> {
    let list = xml::child(node, "AttributeList");
    let remanence = node
        .attribute("Remanence")
        .map(|value| Attribute { name: "Remanence".to_owned(), value: value.to_owned() });
    list.into_iter()
        .flat_map(elements)
        .filter_map(|attribute| {
            let name = attribute.attribute("Name")?.to_owned();
            Some(Attribute { name, value: xml::text(attribute).trim().to_owned() })
        })
        .chain(remanence)
        .collect()
}

fn dimensions(expr: &TypeExpr) -> usize {
    match expr {
        TypeExpr::Array { bounds, of } => bounds.len() + dimensions(of),
        _ => 0,
    }
}

/// Where the members of an anonymous structure are stored.
fn structure(expr: &mut TypeExpr) -> Option<&mut Vec<Variable>> {
    match expr {
        TypeExpr::Array { of, .. } => structure(of),
        TypeExpr::Structure(members) => Some(members),
        _ => None,
    }
}
