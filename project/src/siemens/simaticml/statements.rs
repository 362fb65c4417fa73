//! Statement lists, with their text in AWL.

use roxmltree::Node;
use tagbridge_code::{ListLine, ListStatement, ListText};

use super::{access, elements};
use crate::{line_index::LineIndex, model::Origins, xml};

/// The text of a list, its statements, and the places of its lines in the file.
pub(super) fn read(
    index: &LineIndex<'_>,
    source: Node<'_, '_>,
) -> (String, Vec<ListStatement>, Origins) {
    let (mut list, mut origins, mut count) = (ListText::default(), Origins::default(), 0);
    for node in xml::children(source, "StlStatement") {
        origins.line_at(count, || index.position(node.range().start));
        count += list.line(&line(node));
    }
    let (text, statements) = list.into_parts();
    (text, statements, origins)
}

fn line(node: Node<'_, '_>) -> ListLine {
    let mut line = ListLine::default();
    for part in elements(node) {
        match part.tag_name().name() {
            "LabelDeclaration" => {
                let label = xml::child(part, "Label").and_then(|label| label.attribute("Name"));
                label.unwrap_or_default().clone_into(&mut line.label);
            }
            "StlToken" => {
                line.operation = mnemonic(part.attribute("Text").unwrap_or_default());
            }
            "Access" => operand(part, &mut line),
            "LineComment" | "Comment" => {
                let comment: String = elements(part).map(|it| xml::text(it).into_owned()).collect();
                comment.trim().clone_into(&mut line.comment);
            }
            _ => {}
        }
    }
    line
}

/// An operand, the label of a jump, or a call with its parameters.
fn operand(node: Node<'_, '_>, line: &mut ListLine) {
    let call = xml::child(node, "CallInfo").or_else(|| xml::child(node, "Instruction"));
    let Some(call) = call else {
        let text = access::text(node);
        line.operands.push(if text.is_empty() { xml::text(node).trim().to_owned() } else { text });
        return;
    };
    line.operands.push(format!("\"{}\"", call.attribute("Name").unwrap_or_default()));
    if let Some(instance) = xml::child(call, "Instance") {
        let mut text = String::new();
        access::instance(instance, 0, &mut text);
        line.operands.push(text);
    }
    for parameter in xml::children(call, "Parameter") {
        let value = xml::child(parameter, "Access").map(access::text).unwrap_or_default();
        let name = parameter.attribute("Name").unwrap_or_default().to_owned();
        line.arguments.push((name, value));
    }
}

/// The mnemonic in editors for a name of the schema.
fn mnemonic(token: &str) -> String {
    const NAMES: [(&str, &str); 10] = [
        ("COMMENT", ""),
        ("EMPTY_LINE", ""),
        ("Assign", "="),
        ("Rise", "FP"),
        ("Fall", "FN"),
        ("OnDelay", "SD"),
        ("OffDelay", "SF"),
        ("BRACKET", ")"),
        ("NOP_0", "NOP 0"),
        ("NOP_1", "NOP 1"),
    ];
    const SIGNS: [(&str, &str); 10] = [
        ("ADD", "+"),
        ("SUB", "-"),
        ("MUL", "*"),
        ("DIV", "/"),
        ("EQ", "=="),
        ("NE", "<>"),
        ("GT", ">"),
        ("GE", ">="),
        ("LT", "<"),
        ("LE", "<="),
    ];
    if let Some((_, known)) = NAMES.iter().find(|(name, _)| *name == token) {
        return (*known).to_owned();
    }
    match token.split_once('_') {
        Some((name @ ("A" | "AN" | "O" | "ON" | "X" | "XN"), "BRACK")) => format!("{name}("),
        Some(("OPEN", "DB")) => "OPN".to_owned(),
        Some((name, kind @ ("I" | "D" | "R"))) => {
            let sign = SIGNS.iter().find(|(known, _)| *known == name);
            sign.map_or_else(|| token.to_owned(), |(_, sign)| format!("{sign}{kind}"))
        }
        _ => token.to_owned(),
    }
}
