//! Ladder and function block networks (`FlgNet`) as neutral text.
//!
//! What stands one after the other is in series, `[a ,b ]` is parallel, and each path ends with
//! `;`: `Contact("Start")[Contact(NOT #off) ,Contact(#on) ]Coil("Run");`. The text is walked along
//! the wires from the power rail.

mod net;
mod path;
mod write;

use roxmltree::Node;

/// Bigger networks are listed part by part.
const MAX_PARTS: usize = 2000;

/// A network as text, one line for each path that leaves the power rail on its own.
pub(super) fn text(source: Node<'_, '_>) -> String {
    let net = net::Net::of(source);
    if net.parts.len() > MAX_PARTS {
        return write::listing(&net);
    }
    write::paths(&net)
}

/// How many contacts, coils and boxes a network has.
pub(super) fn parts(source: Node<'_, '_>) -> usize {
    net::Net::of(source).parts.len()
}
