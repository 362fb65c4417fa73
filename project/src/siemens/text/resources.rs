//! Texts of SIMATIC SD: the file `.s7res` next to `.s7dcl`.

use std::collections::HashMap;

use crate::{
    declaration::{Attribute, TypeExpr, Variable},
    model::Translations,
};

/// Texts by the path of their file without its extension, and by id.
#[derive(Debug, Default)]
pub(in crate::siemens) struct Resources(HashMap<String, HashMap<String, String>>);

impl Resources {
    /// Adds a file: a list of entries, each with an `id` and its text in several languages.
    ///
    /// ```text
    /// MultiLingualTexts:
    ///   - id: MLC_pD
    ///     en-US: Enable simulation
    /// ```
    pub(in crate::siemens) fn add(
        &mut self,
        path: &str,
        text: &str,
        translations: &mut Translations,
    ) {
        let texts = self.0.entry(stem(path).to_owned()).or_default();
        let mut id = None;
        let mut chosen = false;
        let mut all: Vec<(String, String, String)> = Vec::new();
        for line in text.lines() {
            let line = line.trim().trim_start_matches("- ").trim_start();
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = scalar(value);
            if key == "id" {
                id = Some(value);
                chosen = false;
            } else if let Some(id) = &id
                && !value.is_empty()
            {
                let english = key.starts_with("en");
                all.push((id.clone(), key.to_owned(), value.clone()));
                if english && !chosen || !texts.contains_key(id) {
                    texts.insert(id.clone(), value);
                    chosen = english;
                }
            }
        }
        for (id, language, text) in &all {
            if let Some(shown) = texts.get(id) {
                translations.add(shown, std::iter::once((language.as_str(), text.as_str())));
            }
        }
    }

    /// The text that the attribute with this name refers to.
    pub(super) fn of(&self, path: &str, attributes: &[Attribute], name: &str) -> Option<String> {
        let id = attributes.iter().find(|attribute| attribute.is(name))?;
        self.0.get(stem(path))?.get(&id.value).cloned()
    }

    /// Sets the comments that the attributes of variables refer to.
    pub(super) fn comment(&self, path: &str, variables: &mut [Variable]) {
        if self.0.is_empty() {
            return;
        }
        for variable in variables {
            if let Some(comment) = self.of(path, &variable.attributes, "S7_MLC") {
                variable.comment = Some(comment);
            }
            let mut expr = variable.type_expr.as_mut();
            while let Some(inner) = expr {
                expr = match inner {
                    TypeExpr::Array { of, .. } => Some(of),
                    TypeExpr::Structure(members) => {
                        self.comment(path, members);
                        None
                    }
                    _ => None,
                };
            }
        }
    }
}

fn stem(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Parses a value on one line, with or without quotes.
fn scalar(text: &str) -> String {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return inner.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
    }
    match text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        Some(inner) => inner.replace("''", "'"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_preferred_else_the_first() {
        let mut resources = Resources::default();
        let text = "MultiLingualTexts:\n  - id: A\n    de-DE: Eins\n    en-US: One\n  - id: B\n    \
                    fr-FR: 'l''un: deux'\n    de-DE: Zwei\n  - id: C\n    en-US: \"a \\\"b\\\"\"\n";
        let mut translations = Translations::default();
        resources.add("x/Block.s7res", text, &mut translations);
        assert_eq!(translations.in_language("de", "One"), "Eins");
        assert_eq!(translations.in_language("de", "l'un: deux"), "Zwei");
        let check = |id: &str, expected: Option<&str>| {
            let attributes = [Attribute { name: "S7_MLC".to_owned(), value: id.to_owned() }];
            let text = resources.of("x/Block.s7dcl", &attributes, "s7_mlc");
            assert_eq!(text.as_deref(), expected, "{id}");
        };
        check("A", Some("One"));
        check("B", Some("l'un: deux"));
        check("C", Some("a \"b\""));
        check("D", None);
    }
}
