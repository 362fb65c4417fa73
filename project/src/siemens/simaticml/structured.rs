//! SCL, which SimaticML keeps as a stream of tokens.

use roxmltree::Node;

use super::{access, elements};
use crate::{declaration::MAX_DEPTH, xml};

/// The text that the tokens were.
pub(super) fn text(source: Node<'_, '_>) -> String {
    let mut out = String::new();
    tokens(source, 0, &mut out);
    out
}

fn tokens(node: Node<'_, '_>, depth: usize, out: &mut String) {
    for token in elements(node) {
        write(token, depth, out);
    }
}

fn write(token: Node<'_, '_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH {
        out.push('…');
        return;
    }
    match token.tag_name().name() {
        "Token" => out.push_str(token.attribute("Text").unwrap_or_default()),
        "Blank" => out.extend(std::iter::repeat_n(' ', count(token))),
        "NewLine" => out.extend(std::iter::repeat_n('\n', count(token))),
        "Text" => out.push_str(&xml::text(token)),
        "LineComment" => {
            let inserted = token.attribute("Inserted") == Some("true");
            out.push_str(if inserted { "(/*" } else { "//" });
            tokens(token, depth + 1, out);
            if inserted && token.attribute("NoClosingBracket") != Some("true") {
                out.push_str("*/)");
            }
        }
        "Comment" => {
            out.push_str("(*");
            tokens(token, depth + 1, out);
            out.push_str("*)");
        }
        "Access" => match token.attribute("Scope") {
            Some("Call" | "Expression") => tokens(token, depth + 1, out),
            _ => access::write(token, depth, out),
        },
        "CallInfo" => {
            if let Some(name) = token.attribute("Name") {
                let has_instance = xml::child(token, "Instance").is_some();
                if !has_instance {
                    out.push('"');
                    out.push_str(name);
                    out.push('"');
                }
            }
            tokens(token, depth + 1, out);
        }
        "Instance" => access::instance(token, depth, out),
        "Instruction" | "Parameter" | "NamelessParameter" => {
            out.push_str(token.attribute("Name").unwrap_or_default());
            tokens(token, depth + 1, out);
        }
        _ => {}
    }
}

/// Nobody writes more blanks or empty lines at once.
fn count(token: Node<'_, '_>) -> usize {
    token.attribute("Num").and_then(|it| it.parse().ok()).unwrap_or(1).min(200)
}
