//! SCL, which SimaticML stores as a sequence of tokens.

use roxmltree::Node;

use super::{access, elements};
use crate::{
    declaration::MAX_DEPTH, line_index::LineIndex, model::Origins, siemens::text::Tidy, xml,
};

/// Returns the text of the tokens, and the places of its lines in the file.
pub(super) fn text(lines: &LineIndex<'_>, source: Node<'_, '_>) -> (String, Origins) {
    let mut writer = Writer { lines, out: String::new(), line: 0, origins: Origins::default() };
    writer.tokens(source, 0);
    let Writer { out, origins, .. } = writer;
    let Tidy { text, first_line, .. } = Tidy::of(&out);
    (text, origins.behind(first_line))
}

/// Writes tokens, and records the place of the first token of each line.
struct Writer<'a, 'text> {
    lines: &'a LineIndex<'text>,
    out: String,
    line: usize,
    origins: Origins,
}

impl Writer<'_, '_> {
    fn tokens(&mut self, node: Node<'_, '_>, depth: usize) {
        for token in elements(node) {
            self.write(token, depth);
        }
    }

    fn write(&mut self, token: Node<'_, '_>, depth: usize) {
        let out = &mut self.out;
        if depth > MAX_DEPTH {
            out.push('…');
            return;
        }
        let kind = token.tag_name().name();
        if !["Blank", "NewLine"].contains(&kind) {
            self.origins.line_at(self.line, || self.lines.position(begin(token)));
        }
        match kind {
            "Token" => out.push_str(token.attribute("Text").unwrap_or_default()),
            "Blank" => out.extend(std::iter::repeat_n(' ', count(token))),
            "NewLine" => {
                out.extend(std::iter::repeat_n('\n', count(token)));
                self.line += count(token);
            }
            "Text" => {
                let text = xml::text(token);
                out.push_str(&text);
                self.line += text.matches('\n').count();
            }
            "LineComment" => {
                let inserted = token.attribute("Inserted") == Some("true");
                out.push_str(if inserted { "(/*" } else { "//" });
                self.tokens(token, depth + 1);
                if inserted && token.attribute("NoClosingBracket") != Some("true") {
                    self.out.push_str("*/)");
                }
            }
            "Comment" => {
                out.push_str("(*");
                self.tokens(token, depth + 1);
                self.out.push_str("*)");
            }
            "Access" => match token.attribute("Scope") {
                Some("Call" | "Expression") => self.tokens(token, depth + 1),
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
                self.tokens(token, depth + 1);
            }
            "Instance" => access::instance(token, depth, out),
            "Instruction" | "Parameter" | "NamelessParameter" => {
                out.push_str(token.attribute("Name").unwrap_or_default());
                self.tokens(token, depth + 1);
            }
            _ => {}
        }
    }
}

/// The place of a token: its text, or the name of the first element in it.
fn begin(token: Node<'_, '_>) -> usize {
    let says = |it: &Node<'_, '_>| {
        ["Text", "Name"].iter().any(|name| it.has_attribute(*name))
            || it.text().is_some_and(|text| !text.trim().is_empty())
    };
    token.descendants().find(says).unwrap_or(token).range().start
}

/// The number of blanks or empty lines, limited to a plausible one.
fn count(token: Node<'_, '_>) -> usize {
    token.attribute("Num").and_then(|it| it.parse().ok()).unwrap_or(1).min(200)
}
