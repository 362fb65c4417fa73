//! What a project's comments and titles say in other languages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Comments and titles in all languages of the file: by language (`de-DE`), the text that the model
/// has and the text in that language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Translations(BTreeMap<String, BTreeMap<String, String>>);

impl Translations {
    /// Whether the file has one language alone.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Stores what a text is in each language.
    pub(crate) fn add<'t>(&mut self, shown: &str, all: impl Iterator<Item = (&'t str, &'t str)>) {
        for (language, text) in all.filter(|(_, text)| *text != shown && !text.is_empty()) {
            let texts = self.0.entry(language.to_owned()).or_default();
            texts.entry(plain(shown)).or_insert_with(|| text.to_owned());
        }
    }

    /// A text in a language (`de`, `de-DE`), as it is where the file does not have it.
    pub fn in_language<'t>(&'t self, language: &str, text: &'t str) -> &'t str {
        let of_language = |name: &str| name.to_lowercase().starts_with(&language.to_lowercase());
        let mut texts = self.0.iter().filter(|(name, _)| of_language(name));
        let shown = plain(text);
        texts.find_map(|(_, texts)| texts.get(&shown)).map_or(text, String::as_str)
    }

    /// A text in the other languages.
    pub fn of(&self, text: &str) -> impl Iterator<Item = (&str, &str)> {
        let shown = plain(text);
        self.0
            .iter()
            .filter_map(move |(name, texts)| Some((name.as_str(), texts.get(&shown)?.as_str())))
    }
}

/// Lines and blanks as one line.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_each_language() {
        let mut translations = Translations::default();
        let all = [("en-US", "Tank\nlevel"), ("de-DE", "Füllstand"), ("fr-FR", "")];
        translations.add("Tank\nlevel", all.into_iter());
        let check = |language: &str, text: &str, expected: &str| {
            assert_eq!(translations.in_language(language, text), expected, "{language} {text}");
        };
        check("de", "Tank level", "Füllstand");
        check("de-DE", "Tank\nlevel", "Füllstand");
        check("en", "Tank level", "Tank level");
        check("fr", "Tank level", "Tank level");
        check("de", "Valve", "Valve");
        assert_eq!(translations.of("Tank level").collect::<Vec<_>>(), [("de-DE", "Füllstand")]);
    }
}
