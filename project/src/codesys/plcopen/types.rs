//! Types and values.

use roxmltree::Node;

use super::{data, interface};
use crate::{
    declaration::{Bounds, EnumItem, MAX_DEPTH, TypeDeclaration, TypeExpr, Unit},
    line_index::LineIndex,
    xml,
};

/// Reads a `dataType` or a `union`.
pub(super) fn declaration(lines: &LineIndex<'_>, node: Node<'_, '_>) -> Unit {
    let expr = match node.tag_name().name() {
        "union" => Some(TypeExpr::Union(interface::variables(lines, node))),
        _ => xml::child(node, "baseType").and_then(|it| type_of(lines, it)),
    };
    let Some(mut expr) = expr else { return Unit::default() };
    comment_values(node, &mut expr);
    let declared = TypeDeclaration {
        name: super::named(node).unwrap_or_default().to_owned(),
        attributes: Vec::new(),
        extends: extends(node),
        expr,
        initial: xml::child(node, "initialValue").and_then(|it| value(it, 0)),
        comment: documentation(node),
    };
    Unit { types: vec![declared], ..Unit::default() }
}

/// Reads the type in a `type`, `baseType` or `returnType` element.
pub(super) fn type_of(lines: &LineIndex<'_>, node: Node<'_, '_>) -> Option<TypeExpr> {
    typed(lines, node, 0)
}

fn typed(lines: &LineIndex<'_>, around: Node<'_, '_>, depth: usize) -> Option<TypeExpr> {
    if depth > MAX_DEPTH {
        return None;
    }
    let node = around.children().find(|it| {
        it.is_element() && !matches!(it.tag_name().name(), "addData" | "documentation")
    })?;
    let tag = node.tag_name().name();
    let inner = || typed(lines, xml::child(node, "baseType")?, depth + 1);
    Some(match tag {
        "derived" => named(super::named(node)?),
        "array" => TypeExpr::Array {
            bounds: xml::children(node, "dimension")
                .map(|dimension| Bounds {
                    low: dimension.attribute("lower").unwrap_or_default().to_owned(),
                    high: dimension.attribute("upper").unwrap_or_default().to_owned(),
                })
                .collect(),
            of: Box::new(inner()?),
        },
        "string" | "wstring" => TypeExpr::Named {
            name: tag.to_uppercase(),
            quoted: false,
            length: node.attribute("length").map(str::to_owned),
        },
        // The recursion for nested structures is through the types of their variables, one level of
        // elements at a time, so it is bounded by the limit on nested elements.
        "struct" => TypeExpr::Structure(interface::variables(lines, node)),
        "enum" => TypeExpr::Enumeration {
            values: xml::child(node, "values").map(enumeration).unwrap_or_default(),
            base: xml::child(node, "baseType")
                .and_then(|it| typed(lines, it, depth + 1))
                .map(|it| spell(&it)),
        },
        "subrangeSigned" | "subrangeUnsigned" => inner()?,
        "pointer" => TypeExpr::Reference(format!("POINTER TO {}", spell(&inner()?))),
        _ if tag.eq_ignore_ascii_case("reference") => {
            TypeExpr::Reference(format!("REFERENCE TO {}", spell(&inner()?)))
        }
        _ => named(tag),
    })
}

fn named(name: &str) -> TypeExpr {
    TypeExpr::Named { name: name.to_owned(), quoted: false, length: None }
}

/// Formats a type as in a declaration.
fn spell(expr: &TypeExpr) -> String {
    match expr {
        TypeExpr::Named { name, length: None, .. } => name.clone(),
        TypeExpr::Named { name, length: Some(length), .. } => format!("{name}({length})"),
        TypeExpr::Array { bounds, of } => {
            let bounds: Vec<_> =
                bounds.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
            format!("ARRAY [{}] OF {}", bounds.join(", "), spell(of))
        }
        TypeExpr::Structure(_) => "STRUCT".to_owned(),
        TypeExpr::Union(_) => "UNION".to_owned(),
        TypeExpr::Enumeration { base, .. } => base.clone().unwrap_or_else(|| "INT".to_owned()),
        TypeExpr::Reference(text) => text.clone(),
    }
}

fn enumeration(values: Node<'_, '_>) -> Vec<EnumItem> {
    xml::children(values, "value")
        .filter_map(|value| {
            Some(EnumItem {
                name: super::named(value)?.to_owned(),
                number: value.attribute("value").map(str::to_owned),
                comment: documentation(value),
            })
        })
        .collect()
}

/// Sets the comments of an enumeration's values, which are stored next to the type.
fn comment_values(node: Node<'_, '_>, expr: &mut TypeExpr) {
    let TypeExpr::Enumeration { values, .. } = expr else { return };
    let Some(list) = data(node, "enumvaluedocumentation") else { return };
    for said in list.descendants().filter(|it| it.tag_name().name() == "EnumValue") {
        let name = xml::child(said, "Name").map(xml::text).unwrap_or_default();
        let comment = xml::child(said, "Documentation").map(document);
        if let Some(value) = values.iter_mut().find(|value| value.name == name.trim()) {
            value.comment = comment.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        }
    }
}

fn extends(node: Node<'_, '_>) -> Option<String> {
    let added = xml::child(node, "addData")?;
    let extends = added.descendants().find(|it| it.tag_name().name() == "Extends")?;
    Some(xml::text(extends).trim().to_owned()).filter(|it| !it.is_empty())
}

/// Formats an `initialValue` as in a declaration: `5`, `(a := 1, b := [2(0)])`.
pub(super) fn value(around: Node<'_, '_>, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let node = around.children().find(Node::is_element)?;
    match node.tag_name().name() {
        "simpleValue" => node.attribute("value").map(str::to_owned),
        "arrayValue" => {
            let items = xml::children(node, "value").map(|item| {
                let text = value(item, depth + 1).unwrap_or_default();
                match item.attribute("repetitionValue") {
                    Some(count) => format!("{count}({text})"),
                    None => text,
                }
            });
            Some(format!("[{}]", items.collect::<Vec<_>>().join(", ")))
        }
        "structValue" => {
            let fields = xml::children(node, "value").filter_map(|field| {
                let name = field.attribute("member")?;
                Some(format!("{name} := {}", value(field, depth + 1)?))
            });
            Some(format!("({})", fields.collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}

/// The text of an element's documentation.
pub(super) fn documentation(node: Node<'_, '_>) -> Option<String> {
    let text = document(xml::child(node, "documentation")?);
    let lines: Vec<&str> =
        text.lines().map(|line| line.trim().trim_start_matches('/').trim()).collect();
    let text = lines.join("\n").trim().to_owned();
    text.contains(char::is_alphanumeric).then_some(text)
}

/// All text below a node, without the elements around it.
pub(super) fn document(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|it| if it.is_text() { it.text() } else { None }).collect()
}
