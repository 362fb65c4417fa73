//! Statement lists as AWL text.

use roxmltree::Node;

use super::{access, elements};
use crate::{line_index::LineIndex, model::Origins, xml};

/// One line for each statement: `label: OP operand;  // comment`, and the places of the lines in the file.
pub(super) fn text(index: &LineIndex<'_>, source: Node<'_, '_>) -> (String, Origins) {
    let (mut text, mut origins, mut count) = (String::new(), Origins::default(), 0);
    for node in xml::children(source, "StlStatement") {
        origins.line_at(count, || index.position(node.range().start));
        let line = statement(node);
        count += line.matches('\n').count() + 1;
        text.extend([&line, "\n"]);
    }
    text.truncate(text.trim_end().len());
    (text, origins)
}

fn statement(node: Node<'_, '_>) -> String {
    let mut line = String::new();
    let mut comment = String::new();
    for part in elements(node) {
        match part.tag_name().name() {
            "LabelDeclaration" => {
                let label = xml::child(part, "Label").and_then(|label| label.attribute("Name"));
                line.push_str(label.unwrap_or_default());
                line.push_str(": ");
            }
            "StlToken" => line.push_str(mnemonic(part.attribute("Text").unwrap_or_default())),
            "Access" => {
                line.push(' ');
                operand(part, &mut line);
            }
            "LineComment" | "Comment" => {
                comment = elements(part).map(|it| xml::text(it).into_owned()).collect();
            }
            _ => {}
        }
    }
    let line = line.trim_end();
    let end = if line.is_empty() || line.ends_with(':') { "" } else { ";" };
    match comment.trim() {
        "" => format!("{line}{end}"),
        comment if line.is_empty() => format!("// {comment}"),
        comment => format!("{line}{end}  // {comment}"),
    }
}

/// An operand, the label of a jump, or a call with its parameters.
fn operand(node: Node<'_, '_>, line: &mut String) {
    if let Some(label) = xml::child(node, "Label") {
        line.push_str(label.attribute("Name").unwrap_or_default());
        return;
    }
    let Some(call) = xml::child(node, "CallInfo").or_else(|| xml::child(node, "Instruction"))
    else {
        return access::write(node, 0, line);
    };
    line.push('"');
    line.push_str(call.attribute("Name").unwrap_or_default());
    line.push('"');
    if let Some(instance) = xml::child(call, "Instance") {
        line.push_str(", ");
        access::instance(instance, 0, line);
    }
    let parameters: Vec<String> = xml::children(call, "Parameter")
        .map(|parameter| {
            let value = xml::child(parameter, "Access").map(access::text).unwrap_or_default();
            format!("{} := {value}", parameter.attribute("Name").unwrap_or_default())
        })
        .collect();
    if !parameters.is_empty() {
        line.push_str(" (");
        line.push_str(&parameters.join(", "));
        line.push(')');
    }
}

/// The mnemonic in editors for a name of the schema.
fn mnemonic(token: &str) -> &str {
    const SIGNS: [(&str, &str); 18] = [
        ("Assign", "="),
        ("Rise", "FP"),
        ("Fall", "FN"),
        ("ADD_I", "+I"),
        ("SUB_I", "-I"),
        ("MUL_I", "*I"),
        ("DIV_I", "/I"),
        ("ADD_D", "+D"),
        ("SUB_D", "-D"),
        ("MUL_D", "*D"),
        ("DIV_D", "/D"),
        ("ADD_R", "+R"),
        ("SUB_R", "-R"),
        ("MUL_R", "*R"),
        ("DIV_R", "/R"),
        ("NOP_0", "NOP 0"),
        ("NOP_1", "NOP 1"),
        ("OPEN_DB", "OPN"),
    ];
    match token {
        "COMMENT" | "EMPTY_LINE" => "",
        _ => SIGNS.iter().find(|(name, _)| *name == token).map_or(token, |(_, sign)| sign),
    }
}
