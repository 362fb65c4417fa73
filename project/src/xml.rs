//! XML as the vendors write it: without document types, with limited nesting; errors contain a line.

use std::borrow::Cow;

use roxmltree::{Document, Error, Node, NodeId, ParsingOptions};

use crate::ProjectError;
use crate::says::{Advice, Wrong};
use tagbridge_texts::{Coded, Message};

/// Maximum nesting of elements. The nested tag data of real projects exceeds 100.
const MAX_DEPTH: u32 = 1000;
/// Maximum number of nodes of a tree: a project of 60 MB has about two million.
const MAX_NODES: u32 = 16_000_000;
/// Maximum number of attributes of an element: the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 500;
/// Maximum of the number of prefixed namespaces times that of all namespaces: for each of the
/// former the parser copies all known namespaces.
const MAX_NAMESPACES: usize = 50_000_000;

/// Parses a text that [`text::decode`](crate::text::decode) returned.
///
/// Returns an error if it is not well-formed, has a document type (entities can expand without
/// limit, or read other files), nests more than 1,000 elements, or has an element with more than
/// 500 attributes.
pub(crate) fn parse<'text>(file: &str, text: &'text str) -> Result<Document<'text>, ProjectError> {
    check_attributes(file, text)?;
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let (what, remedy) = explain(&error);
        let at = match error {
            Error::UnclosedRootNode | Error::UnexpectedEndOfStream => text.lines().count(),
            _ => error.pos().row as usize,
        };
        ProjectError::new(file, what, &remedy).at_line(u32::try_from(at.max(1)).unwrap_or(u32::MAX))
    })?;
    check_depth(file, &document)?;
    Ok(document)
}

/// The text directly in an element. A comment or a second CDATA section may split it.
pub(crate) fn text<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let mut parts = node.children().filter(Node::is_text).filter_map(|child| child.text());
    let Some(first) = parts.next() else { return Cow::Borrowed("") };
    let mut all = Cow::Borrowed(first);
    parts.for_each(|part| all.to_mut().push_str(part));
    all
}

/// The child elements with a local name, in any namespace.
pub(crate) fn children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// The first child element with a local name.
pub(crate) fn child<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    name: &str,
) -> Option<Node<'a, 'input>> {
    children(node, name).next()
}

/// The element at the end of a path of local names; each is the first with its name.
pub(crate) fn descend<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    path: &[&str],
) -> Option<Node<'a, 'input>> {
    path.iter().try_fold(node, |at, name| child(at, name))
}

/// The line of an element, from 1.
pub(crate) fn line(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

/// The place of an element's first text that is not blank.
pub(crate) fn text_begin(node: Node<'_, '_>) -> usize {
    let text = node
        .descendants()
        .find(|it| it.is_text() && it.text().is_some_and(|text| !text.trim().is_empty()));
    text.unwrap_or(node).range().start
}

/// The path of an element for display: `Controller/Tags/Tag Speed`.
pub(crate) fn path(node: Node<'_, '_>) -> String {
    let mut steps: Vec<String> = node
        .ancestors()
        .filter(Node::is_element)
        .map(|element| {
            let tag = element.tag_name().name();
            let name = ["Name", "name"].iter().find_map(|key| element.attribute(*key));
            name.map_or_else(|| tag.to_owned(), |name| format!("{tag} {name}"))
        })
        .take(8)
        .collect();
    steps.reverse();
    steps.join("/")
}

fn explain(error: &Error) -> (Message, Advice) {
    match error {
        Error::DtdDetected => (Wrong::DocumentType.message(), Advice::RemoveDocumentType),
        Error::NodesLimitReached => {
            (Wrong::TooManyNodes { most: MAX_NODES.into() }.message(), Advice::ByProgram)
        }
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream | Error::NoRootNode => {
            (Wrong::XmlEnds.message(), Advice::CopyOrExport)
        }
        error => {
            let why = Message::verbatim(error.to_string());
            (Wrong::XmlBroken { why }.message(), Advice::ExportUnedited)
        }
    }
}

/// Checks, before parsing, the limits without which parsing would need more than proportional time
/// and memory.
fn check_attributes(file: &str, text: &str) -> Result<(), ProjectError> {
    let too_many = |at: usize| {
        let what = Wrong::XmlBroken { why: Wrong::TooManyAttributes.message() };
        let line = text[..at].matches('\n').count() + 1;
        ProjectError::new(file, &what, &Advice::ExportUnedited)
            .at_line(u32::try_from(line).unwrap_or(u32::MAX))
    };
    let (all, prefixed) = (text.matches("xmlns").count(), text.matches("xmlns:").count());
    if all.saturating_mul(prefixed) > MAX_NAMESPACES {
        return Err(too_many(0));
    }
    let mut from = 0;
    while let Some(begin) = text[from..].find('<').map(|at| from + at) {
        let rest = &text[begin..];
        let behind = |sign: &str| rest.find(sign).map_or(rest.len(), |at| at + sign.len());
        let length = if rest.starts_with("<!--") {
            behind("-->")
        } else if rest.starts_with("<![CDATA[") {
            behind("]]>")
        } else if rest.starts_with("<?") {
            behind("?>")
        } else {
            let (length, attributes) = tag(rest);
            if attributes > MAX_ATTRIBUTES {
                return Err(too_many(begin));
            }
            length
        };
        from = begin + length;
    }
    Ok(())
}

/// The length of the tag that begins here, and the number of its attributes.
fn tag(text: &str) -> (usize, usize) {
    let mut attributes = 0;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (at + 1, attributes),
            (None, b'"' | b'\'') => {
                attributes += 1;
                quote = Some(byte);
            }
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    (text.len(), attributes)
}

fn check_depth(file: &str, document: &Document<'_>) -> Result<(), ProjectError> {
    // The stack of open elements: a parent always precedes its children.
    let mut open: Vec<NodeId> = Vec::new();
    for node in document.root_element().descendants().filter(Node::is_element) {
        let parent = node.parent_element().map(|parent| parent.id());
        while open.last().is_some_and(|last| Some(*last) != parent) {
            open.pop();
        }
        open.push(node.id());
        if open.len() > MAX_DEPTH as usize {
            let what = Wrong::TooDeep { most: MAX_DEPTH.into() };
            return Err(ProjectError::new(file, &what, &Advice::ExportAgain).at_line(line(node)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let error = parse("a.xml", text).expect_err(text);
        format!("{error} | {}", error.remedy)
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        for (text, says) in [
            ("<a>\n<b>\n", "a.xml line 2: the XML is incomplete | the file is incomplete"),
            ("<a>\n<b></c></a>", "a.xml line 2: not well-formed XML"),
            ("<a x='1' x='2'/>", "a.xml line 1: not well-formed XML"),
            ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "a document type (DTD) is not allowed"),
            ("", "the XML is incomplete"),
            ("\0\u{1}", "not well-formed XML"),
        ] {
            let said = error(text);
            assert!(said.contains(says), "{text}: {said}");
        }
    }

    #[test]
    fn nests_as_deep_as_real_files_and_not_bottomless() {
        let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
        assert!(parse("a.xml", &nested(1000)).is_ok());
        assert!(error(&nested(5000)).contains("nested deeper than 1000"));
        let wide = format!("<r>{}</r>", "<a><b/></a>".repeat(2000));
        assert!(parse("a.xml", &wide).is_ok());
    }

    #[test]
    fn attributes_do_not_multiply() {
        let before = std::time::Instant::now();
        let many = |count: usize, name: &str| {
            let all: Vec<String> = (0..count).map(|at| format!(" {name}{at}='u'")).collect();
            all.concat()
        };
        let wide = format!("<a>\n<b{}/></a>", many(200_000, "a"));
        assert!(error(&wide).contains("line 2: not well-formed XML: too many attributes"));
        let around: Vec<String> =
            (0..10).map(|at| format!("<a{}>", many(400, &format!("xmlns:p{at}q")))).collect();
        let around = around.concat();
        let inside = "<b xmlns:z='u'/>".repeat(20_000);
        let namespaces = format!("{around}{inside}{}", "</a>".repeat(10));
        assert!(error(&namespaces).contains("too many attributes"));
        // Comments, sections and values contain no attributes.
        let quotes = "a='b' ".repeat(1_000);
        let fine = format!("<a x='>'><!-- <b {quotes} --><![CDATA[<b {quotes}]]>{quotes}</a>");
        assert!(parse("a.xml", &fine).is_ok());
        assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
    }

    #[test]
    fn joins_text_that_sections_and_comments_split() {
        for (xml, text) in [
            ("<a><![CDATA[x]]]]><![CDATA[>y]]></a>", "x]]>y"),
            ("<a>x<!-- not this -->y</a>", "xy"),
            ("<a><b>not this</b>z</a>", "z"),
            ("<a/>", ""),
        ] {
            let document = parse("a.xml", xml).unwrap();
            assert_eq!(super::text(document.root_element()), text, "{xml}");
        }
    }

    #[test]
    fn finds_elements_by_local_name_and_says_where_they_are() {
        let document =
            parse("a.xml", "<r xmlns='urn:x'>\n<Tags>\n<Tag Name='Speed'/></Tags></r>").unwrap();
        let tag = descend(document.root_element(), &["Tags", "Tag"]).unwrap();
        assert_eq!((line(tag), path(tag).as_str()), (3, "r/Tags/Tag Speed"));
        assert!(descend(document.root_element(), &["Tags", "Nope"]).is_none());
    }
}
