//! Interfaces as declarations, in the same form as parsed text.

use roxmltree::Node;

use super::{data, types};
use crate::{
    declaration::{Attribute, Dialect, Head, SectionDeclaration, Unit, Variable, unit},
    line_index::LineIndex,
    xml,
};

/// The declaration of a POU, a method or a property: from its text if the file contains it,
/// otherwise from its elements.
pub(super) fn unit_of(lines: &LineIndex<'_>, keyword: &str, node: Node<'_, '_>) -> Unit {
    let interface = xml::child(node, "interface");
    let plain = [Some(node), interface].into_iter().flatten().find_map(|it| {
        let text = types::document(data(it, "interfaceasplaintext")?);
        (!text.trim().is_empty()).then_some(text)
    });
    if let Some(text) = plain {
        return unit(&text, Dialect::Codesys);
    }
    let mut unit = head(keyword, node);
    let Some(interface) = interface else { return unit };
    unit.attributes = attributes(interface);
    unit.comment = types::documentation(node).or_else(|| types::documentation(interface));
    unit.sections = sections(lines, interface);
    if let Some(head) = &mut unit.head {
        head.returns = xml::child(interface, "returnType").and_then(|it| types::type_of(lines, it));
        let inheritance = data(interface, "pouinheritance");
        let words = |name: &str| -> Vec<String> {
            inheritance
                .into_iter()
                .flat_map(|data| data.descendants())
                .filter(|it| it.tag_name().name() == name)
                .flat_map(|it| {
                    xml::text(it).split(',').map(|it| it.trim().to_owned()).collect::<Vec<_>>()
                })
                .filter(|it| !it.is_empty())
                .collect()
        };
        head.extends = words("Extends");
        head.implements = words("Implements");
    }
    unit
}

/// A unit that only has a head.
pub(super) fn head(keyword: &str, node: Node<'_, '_>) -> Unit {
    let head = Head {
        keyword: keyword.to_owned(),
        modifiers: Vec::new(),
        name: super::named(node).unwrap_or_default().to_owned(),
        returns: None,
        extends: Vec::new(),
        implements: Vec::new(),
    };
    Unit { comment: types::documentation(node), head: Some(head), ..Unit::default() }
}

/// A list of global variables. If only some of them are constant, a copy in `addData` has separate
/// sections, the list itself does not.
pub(super) fn globals(lines: &LineIndex<'_>, node: Node<'_, '_>) -> Unit {
    let plain = data(node, "interfaceasplaintext").map(types::document);
    if let Some(text) = plain.filter(|text| !text.trim().is_empty()) {
        return unit(&text, Dialect::Codesys);
    }
    let mixed = data(node, "mixedattrsvarlist")
        .and_then(|data| xml::child(data, "MixedAttrsVarList"))
        .map(|list| xml::children(list, "globalVars").collect::<Vec<_>>());
    let lists = mixed.filter(|lists| !lists.is_empty()).unwrap_or_else(|| vec![node]);
    let mut sections: Vec<_> =
        lists.into_iter().map(|list| section(lines, "VAR_GLOBAL", list)).collect();
    if let Some(first) = sections.first_mut() {
        first.attributes.extend(attributes(node));
    }
    Unit { comment: types::documentation(node), sections, ..Unit::default() }
}

fn sections(lines: &LineIndex<'_>, interface: Node<'_, '_>) -> Vec<SectionDeclaration> {
    let keyword = |node: Node<'_, '_>| match node.tag_name().name() {
        "inputVars" => Some("VAR_INPUT"),
        "outputVars" => Some("VAR_OUTPUT"),
        "inOutVars" => Some("VAR_IN_OUT"),
        "localVars" => Some("VAR"),
        "tempVars" => Some("VAR_TEMP"),
        "externalVars" => Some("VAR_EXTERNAL"),
        "globalVars" => Some("VAR_GLOBAL"),
        _ => None,
    };
    interface
        .children()
        .filter(Node::is_element)
        .filter_map(|node| Some(section(lines, keyword(node)?, node)))
        .collect()
}

fn section(lines: &LineIndex<'_>, keyword: &str, node: Node<'_, '_>) -> SectionDeclaration {
    let modifiers = [("constant", "CONSTANT"), ("retain", "RETAIN"), ("persistent", "PERSISTENT")];
    SectionDeclaration {
        keyword: keyword.to_owned(),
        modifiers: modifiers
            .into_iter()
            .filter(|(name, _)| node.attribute(*name) == Some("true"))
            .map(|(_, word)| word.to_owned())
            .collect(),
        attributes: Vec::new(),
        variables: variables(lines, node),
    }
}

/// The variables of a section or a structure, without those that have no type.
pub(super) fn variables(lines: &LineIndex<'_>, node: Node<'_, '_>) -> Vec<Variable> {
    xml::children(node, "variable")
        .filter_map(|variable| {
            Some(Variable {
                name: super::named(variable)?.to_owned(),
                type_expr: Some(types::type_of(lines, xml::child(variable, "type")?)?),
                attributes: attributes(variable),
                at: variable.attribute("address").map(str::to_owned).filter(|it| !it.is_empty()),
                initial: xml::child(variable, "initialValue").and_then(|it| types::value(it, 0)),
                comment: types::documentation(variable),
                line: lines.position(variable.range().start).line,
            })
        })
        .collect()
}

fn attributes(node: Node<'_, '_>) -> Vec<Attribute> {
    let own = xml::child(node, "Attributes");
    let added = data(node, "attributes").and_then(|data| xml::child(data, "Attributes"));
    own.into_iter()
        .chain(added)
        .flat_map(|list| xml::children(list, "Attribute").collect::<Vec<_>>())
        .filter_map(|attribute| {
            Some(Attribute {
                name: attribute.attribute("Name")?.to_owned(),
                value: attribute.attribute("Value").unwrap_or_default().to_owned(),
            })
        })
        .collect()
}
