//! Rockwell `.L5X`: exports of a whole controller, or of a program, a routine, rungs, a data type,
//! an add-on instruction or a module with everything that they use.
//!
//! Format: Rockwell 1756-RM084 (Logix 5000 Controllers Import/Export).

mod add_on;
mod alias;
mod built_in;
mod data;
mod data_type;
mod diagram;
mod export;
mod mention;
mod module;
mod path;
mod reader;
mod routine;
mod sequence;
mod stored;
mod tag;
mod tree;
mod types;
mod walk;

use crate::{Project, ProjectError, Translations, text};

/// Reads a project; `hash` is left empty.
///
/// Returns an error if the file is not well-formed XML, or another kind of XML. Missing, repeated
/// and protected parts become notes.
pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Project, ProjectError> {
    let text = text::decode(bytes);
    let mut project = walk::walk(file, &text)?.finish();
    project.translations = localized(&text);
    Ok(project)
}

/// What `LocalizedDescription` and `LocalizedComment` say, by their `Lang`; the first is shown.
fn localized(text: &str) -> Translations {
    let mut translations = Translations::default();
    let mut shown: Option<String> = None;
    for piece in text.split("<Localized").skip(1) {
        let Some((head, rest)) = piece.split_once('>') else { continue };
        let language = head.split_once("Lang=\"").and_then(|(_, it)| it.split_once('"'));
        let said = rest.split_once("<![CDATA[").and_then(|(_, it)| it.split_once("]]>"));
        let (Some((language, _)), Some((said, _))) = (language, said) else { continue };
        let said = said.trim();
        let first = shown.get_or_insert_with(|| said.to_owned());
        translations.add(first, std::iter::once((language, said)));
        // Those of one description follow each other.
        if rest.contains("</Description>") || rest.contains("</Comment>") {
            shown = None;
        }
    }
    translations
}

#[cfg(test)]
mod tests;
