//! New networks, modelled on another network of the same file.

use std::ops::Range;

use crate::element::{Element, child, end_tag, start_tag};

/// A network, modelled on another one, with this drawing, without comments, and with ids from
/// `next`.
pub(super) fn like(
    text: &str,
    unit: Element<'_, '_>,
    network: &str,
    mut next: u32,
) -> Option<String> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for node in unit.descendants().filter(Element::is_element) {
        if let Some(id) = node.attribute_node("ID") {
            edits.push((id.range_value(), format!("{next:X}")));
            next += 1;
        }
        if node.tag_name().name() == "Text"
            && node.ancestors().any(|it| it.tag_name().name() == "MultilingualTextItem")
            && node.text().is_some()
        {
            edits.push((node.range(), "<Text />".to_owned()));
        }
    }
    let list = child(unit, "AttributeList")?;
    let source = child(list, "NetworkSource")?;
    let (start, is_empty) = start_tag(text, source);
    if is_empty {
        return None;
    }
    edits.push((start..end_tag(text, source), network.to_owned()));
    if let Some(language) = child(list, "ProgrammingLanguage") {
        edits.push((start_tag(text, language).0..end_tag(text, language), "LAD".to_owned()));
    }
    let inside = start..end_tag(text, source);
    edits.retain(|(at, _)| *at == inside || !(inside.start <= at.start && at.end <= inside.end));
    edits.sort_by_key(|it| it.0.start);
    let whole = unit.range();
    let (mut copy, mut at) = (String::new(), whole.start);
    for (range, new) in edits {
        copy.push_str(text.get(at..range.start)?);
        copy.push_str(&new);
        at = range.end;
    }
    copy.push_str(text.get(at..whole.end)?);
    Some(copy)
}
