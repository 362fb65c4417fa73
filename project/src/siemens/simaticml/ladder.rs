//! Ladder and function block networks (`FlgNet`) as neutral text.
//!
//! What stands one after the other is in series, `[a ,b ]` is parallel, and each path ends with
//! `;`: `Contact("Start")[Contact(NOT #off) ,Contact(#on) ]Coil("Run");`. The text is walked along
//! the wires from the power rail.

mod net;
mod path;
mod write;

use roxmltree::Node;

use crate::{Net, line_index::LineIndex};

/// Bigger networks are listed part by part.
const MAX_PARTS: usize = 2000;

/// A network as text, one line for each path that leaves the power rail on its own, and what it
/// is made of.
pub(super) fn network(lines: &LineIndex<'_>, source: Node<'_, '_>) -> (String, Net) {
    let net = net::Net::of(lines, source);
    let (text, spans) =
        if net.parts.len() > MAX_PARTS { write::listing(&net) } else { write::paths(&net) };
    (text, net.into_model(spans))
}
