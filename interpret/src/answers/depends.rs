//! The dependencies of an object.

use tagbridge_logic::{
    PlaceId,
    query::{Dependence, Direction, Turned},
    types,
};

use crate::{book::Book, say::with};

/// Maximum number of steps in the answer.
const DEPTH: u32 = 2;

pub(super) fn back(book: &mut Book<'_>, place: PlaceId, name: &str) {
    let logic = book.logic();
    let is_bit = types::is_bit(logic.project, logic.index, place) == Some(true);
    if is_bit && !logic.turned(place, Turned::On).rows.is_empty() {
        // A bit depends on its conditions, back to the inputs.
        return super::turned::turned(book, place, name, Turned::On, None);
    }
    let answer = book.logic().slice(place, Direction::Back, DEPTH);
    let Some(slice) = answer.rows.first() else { return };
    let count = slice.nodes.len().saturating_sub(1);
    let key = if count == 0 { "depends-nothing" } else { "depends" };
    book.say(key, &with!["name" => name, "count" => count, "depth" => DEPTH]);
    for node in &slice.nodes {
        let (Some(citation), Some(edge)) = (&node.citation, node.edge) else { continue };
        let key = match edge {
            Dependence::Data => "edge-data",
            Dependence::Control => "edge-control",
            Dependence::Bound => "edge-bound",
        };
        let on = node.name.as_str();
        let of = node.from.map_or("", |at| slice.nodes[at].name.as_str());
        let how = book.words(key, &with!["name" => on, "from" => of]);
        let how = if node.certain { how } else { book.words("perhaps", &with!["what" => how]) };
        let quote = book.quote(citation);
        book.item(citation, &format!("{how}: {quote}"));
    }
    book.completeness(&answer.opaque, &answer.gaps);
}
