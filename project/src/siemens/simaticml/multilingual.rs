//! Texts in several languages: English is preferred, otherwise the first one that is not empty.

use roxmltree::Node;

use super::elements;
use crate::xml;

/// Returns a text of an object: `Comment` or `Title`.
pub(super) fn of_object(object: Node<'_, '_>, name: &str) -> Option<String> {
    let list = xml::child(object, "ObjectList");
    let text = list.and_then(|list| {
        let mut texts = xml::children(list, "MultilingualText");
        texts.find(|text| text.attribute("CompositionName") == Some(name))
    });
    match text {
        Some(text) => {
            let items = xml::child(text, "ObjectList")?;
            preferred(xml::children(items, "MultilingualTextItem").filter_map(|item| {
                let attributes = xml::child(item, "AttributeList")?;
                let culture = xml::child(attributes, "Culture").map(xml::text).unwrap_or_default();
                let text = xml::text(xml::child(attributes, "Text")?).into_owned();
                Some((culture.into_owned(), text))
            }))
        }
        None => of_element(xml::descend(object, &["AttributeList", name])?),
    }
}

/// Returns the text of an element with `MultiLanguageText` for each language.
pub(super) fn of_element(element: Node<'_, '_>) -> Option<String> {
    preferred(elements(element).filter(|it| it.tag_name().name() == "MultiLanguageText").map(
        |it| (it.attribute("Lang").unwrap_or_default().to_owned(), xml::text(it).into_owned()),
    ))
}

fn preferred(texts: impl Iterator<Item = (String, String)>) -> Option<String> {
    let filled = texts.map(|(language, text)| (language, text.trim().replace("\r\n", "\n")));
    let mut filled: Vec<_> = filled.filter(|(_, text)| !text.is_empty()).collect();
    let english = filled.iter().position(|(language, _)| language.starts_with("en"));
    (!filled.is_empty()).then(|| filled.swap_remove(english.unwrap_or(0)).1)
}
