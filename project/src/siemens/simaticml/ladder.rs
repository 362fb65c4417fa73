//! Ladder and function block networks (`FlgNet`) as neutral text.
//!
//! What stands one after the other is in series, `[a ,b ]` is parallel, and each path ends with
//! `;`: `Contact("Start")[Contact(NOT #off) ,Contact(#on) ]Coil("Run");`. The text is walked along
//! the wires from the power rail.

mod net;
mod path;
mod write;

use roxmltree::Node;

use crate::{Net, line_index::LineIndex, xml};

/// Bigger networks are listed part by part.
const MAX_PARTS: usize = 2000;

/// A network as text, one line for each path that leaves the power rail on its own, and what it
/// is made of.
pub(super) fn network(lines: &LineIndex<'_>, source: Node<'_, '_>) -> (String, Net) {
    let net = net::Net::of(lines, source);
    let (text, mut spans) =
        if net.parts.len() > MAX_PARTS { write::listing(&net) } else { write::paths(&net) };
    let labels = labels(source);
    let before = u32::try_from(labels.len()).unwrap_or(u32::MAX);
    for span in spans.iter_mut().flatten() {
        *span = span.start.saturating_add(before)..span.end.saturating_add(before);
    }
    (labels + &text, net.into_model(spans))
}

/// The labels that jumps lead to this network by: `Label(again);`, a line each.
fn labels(source: Node<'_, '_>) -> String {
    let declared = xml::child(source, "Labels").into_iter();
    let declared = declared.flat_map(|labels| xml::children(labels, "LabelDeclaration"));
    let names = declared.filter_map(|it| xml::child(it, "Label")?.attribute("Name"));
    names.fold(String::new(), |text, name| text + "Label(" + name + ");\n")
}
