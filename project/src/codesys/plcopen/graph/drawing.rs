//! The elements of a drawing.

use roxmltree::Node;
use tagbridge_code::{DiagramNode, DiagramPin};
use tagbridge_structured_text::Assignment;

use super::super::types::document;
use crate::xml;

/// All elements, in the order of the file.
pub(super) fn read(code: Node<'_, '_>) -> Vec<DiagramNode> {
    code.children().filter(Node::is_element).map(node).collect()
}

fn node(node: Node<'_, '_>) -> DiagramNode {
    let said = xml::child(node, "variable").or_else(|| xml::child(node, "expression"));
    let owned = |name: &str| node.attribute(name).map(str::to_owned);
    let kind = node.tag_name().name();
    let mut is_plain = is_free(node, "edge");
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    let name = match kind {
        "block" => {
            for variable in ["inputVariables", "inOutVariables"].into_iter().flat_map(pins(node)) {
                let pin = pin(variable);
                is_plain &= is_free(variable, "edge") && is_free(variable, "storage");
                is_plain &= pin.value.is_none();
                inputs.push(pin);
            }
            let outs = pins(node)("outputVariables").into_iter();
            outputs = outs.map(|it| attribute(it, "formalParameter").to_owned()).collect();
            owned("typeName")
        }
        "jump" | "return" | "label" => owned("label"),
        "comment" => xml::child(node, "content").map(document),
        _ => owned("name"),
    };
    if kind != "block" {
        inputs.push(pin(node));
    }
    let storage = match node.attribute("storage") {
        Some("set") => Assignment::Set,
        Some("reset") => Assignment::Reset,
        other => {
            is_plain &= matches!(other, None | Some("" | "none"));
            Assignment::Store
        }
    };
    let operand = said.map(|it| xml::text(it).trim().to_owned());
    DiagramNode {
        id: attribute(node, "localId").to_owned(),
        kind: kind.to_owned(),
        name,
        operand: operand.or_else(|| owned("instanceName").filter(|_| kind == "block")),
        storage,
        is_negated: is(node, "negated"),
        is_plain,
        inputs,
        outputs,
        drawn_at: drawn_at(node),
        source: node.range(),
        begin: said.map_or(node.range().start, xml::text_begin),
    }
}

/// The variables in a list of a block.
fn pins<'a, 'i: 'a>(block: Node<'a, 'i>) -> impl Fn(&str) -> Vec<Node<'a, 'i>> {
    move |list| {
        let list = xml::child(block, list).into_iter();
        list.flat_map(|it| xml::children(it, "variable")).collect()
    }
}

fn pin(of: Node<'_, '_>) -> DiagramPin {
    let connections =
        xml::children(of, "connectionPointIn").flat_map(|it| xml::children(it, "connection"));
    let from = |it: Node<'_, '_>| {
        let pin = |name: &str| attribute(it, name).to_owned();
        (pin("refLocalId"), pin("formalParameter"))
    };
    let value = xml::descend(of, &["connectionPointIn", "expression"]);
    DiagramPin {
        name: attribute(of, "formalParameter").to_owned(),
        is_negated: is(of, "negated"),
        value: value.map(|it| xml::text(it).trim().to_owned()),
        from: connections.map(from).collect(),
    }
}

/// The position of an element in the editor. CODESYS writes 0, 0 for elements that it places itself.
fn drawn_at(node: Node<'_, '_>) -> Option<(i32, i32)> {
    let place = xml::child(node, "position")?;
    let number = |name: &str| place.attribute(name)?.parse::<f64>().ok();
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    let at = (number("x")? as i32, number("y")? as i32);
    (at != (0, 0)).then_some(at)
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.attribute(name) == Some("true")
}

/// Whether an attribute says nothing.
fn is_free(node: Node<'_, '_>, name: &str) -> bool {
    node.attribute(name).is_none_or(|it| it.is_empty() || it == "none")
}
