//! Elements of an XML file, and the positions of their parts in its text.

use std::ops::Range;

/// An element.
pub type XmlElement<'a, 'i> = roxmltree::Node<'a, 'i>;

/// The first child with this name.
pub fn child<'a, 'i>(of: XmlElement<'a, 'i>, name: &str) -> Option<XmlElement<'a, 'i>> {
    children(of, name).next()
}

/// The children with this name.
pub fn children<'a, 'i>(
    of: XmlElement<'a, 'i>,
    name: &str,
) -> impl Iterator<Item = XmlElement<'a, 'i>> {
    of.children().filter(move |it| it.is_element() && it.tag_name().name() == name)
}

/// Its name.
pub fn name_of<'a>(element: XmlElement<'a, '_>) -> &'a str {
    element.attribute("Name").unwrap_or_default()
}

/// The position of an attribute's value.
pub fn attribute(element: XmlElement<'_, '_>, name: &str) -> Option<Range<usize>> {
    element.attribute_node(name).map(|it| it.range_value())
}

/// The position of the text in its only CDATA section; `None` if it has none or several.
pub fn section(text: &str, element: XmlElement<'_, '_>) -> Option<Range<usize>> {
    const OPEN: &str = "<![CDATA[";
    let whole = element.range();
    let inside = &text[whole.clone()];
    let from = inside.find(OPEN)? + OPEN.len();
    let to = from + inside[from..].find("]]>")?;
    (!inside[to..].contains(OPEN)).then_some(whole.start + from..whole.start + to)
}

/// The end of its start tag, and whether the element is empty.
pub fn start_tag(text: &str, element: XmlElement<'_, '_>) -> (usize, bool) {
    let whole = element.range();
    let mut quoted = None;
    for (at, char) in text[whole.clone()].char_indices() {
        match (quoted, char) {
            (None, '"' | '\'') => quoted = Some(char),
            (Some(open), close) if open == close => quoted = None,
            (None, '>') => {
                let end = whole.start + at + 1;
                return (end, text[..end].ends_with("/>"));
            }
            _ => {}
        }
    }
    (whole.end, true)
}

/// The beginning of its end tag.
pub fn end_tag(text: &str, element: XmlElement<'_, '_>) -> usize {
    let whole = element.range();
    text[whole.clone()].rfind("</").map_or(whole.end, |at| whole.start + at)
}

/// The position of an element with the blanks before it, for its deletion.
pub fn with_blanks(text: &str, element: XmlElement<'_, '_>) -> Range<usize> {
    let whole = element.range();
    text[..whole.start].trim_end().len()..whole.end
}

/// Escaped for an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
