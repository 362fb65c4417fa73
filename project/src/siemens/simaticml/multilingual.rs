//! Texts in several languages: English is preferred, otherwise the first one that is not empty.

use roxmltree::Node;

use super::elements;
use crate::{model::Translations, xml};

/// Stores what the texts of a document are in each of their languages.
pub(super) fn all(document: Node<'_, '_>, translations: &mut Translations) {
    let named = |node: &Node<'_, '_>, name: &str| node.tag_name().name() == name;
    for node in document.descendants().filter(Node::is_element) {
        let texts = if named(&node, "MultilingualText") {
            of_items(node)
        } else if node.children().any(|it| named(&it, "MultiLanguageText")) {
            of_languages(node)
        } else {
            continue;
        };
        if let Some(shown) = preferred(texts.iter().cloned()) {
            let texts = texts.iter().map(|(language, text)| (language.as_str(), text.trim()));
            translations.add(&shown, texts);
        }
    }
}

/// Returns a text of an object: `Comment` or `Title`.
pub(super) fn of_object(object: Node<'_, '_>, name: &str) -> Option<String> {
    let list = xml::child(object, "ObjectList");
    let text = list.and_then(|list| {
        let mut texts = xml::children(list, "MultilingualText");
        texts.find(|text| text.attribute("CompositionName") == Some(name))
    });
    match text {
        Some(text) => preferred(of_items(text).into_iter()),
        None => of_element(xml::descend(object, &["AttributeList", name])?),
    }
}

/// Returns the text of an element with `MultiLanguageText` for each language.
pub(super) fn of_element(element: Node<'_, '_>) -> Option<String> {
    preferred(of_languages(element).into_iter())
}

/// The languages and the texts of a `MultilingualText`.
fn of_items(text: Node<'_, '_>) -> Vec<(String, String)> {
    let Some(items) = xml::child(text, "ObjectList") else { return Vec::new() };
    let items = xml::children(items, "MultilingualTextItem").filter_map(|item| {
        let attributes = xml::child(item, "AttributeList")?;
        let culture = xml::child(attributes, "Culture").map(xml::text).unwrap_or_default();
        let text = xml::text(xml::child(attributes, "Text")?).into_owned();
        Some((culture.into_owned(), text))
    });
    items.collect()
}

/// The same of an element that holds `MultiLanguageText`.
fn of_languages(element: Node<'_, '_>) -> Vec<(String, String)> {
    let texts = elements(element).filter(|it| it.tag_name().name() == "MultiLanguageText");
    let texts = texts.map(|it| {
        (it.attribute("Lang").unwrap_or_default().to_owned(), xml::text(it).into_owned())
    });
    texts.collect()
}

fn preferred(texts: impl Iterator<Item = (String, String)>) -> Option<String> {
    let filled = texts.map(|(language, text)| (language, text.trim().replace("\r\n", "\n")));
    let mut filled: Vec<_> = filled.filter(|(_, text)| !text.is_empty()).collect();
    let english = filled.iter().position(|(language, _)| language.starts_with("en"));
    (!filled.is_empty()).then(|| filled.swap_remove(english.unwrap_or(0)).1)
}
