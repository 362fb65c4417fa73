//! Sentences from a catalogue for each language.

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
pub(crate) use tagbridge_project::spelling::one_line;
use unic_langid::LanguageIdentifier;

use crate::Language;

pub(crate) const ENGLISH: &str = include_str!("../texts/en.ftl");
pub(crate) const GERMAN: &str = include_str!("../texts/de.ftl");

type Bundle = FluentBundle<FluentResource>;

static IN_ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle("en", ENGLISH));
static IN_GERMAN: LazyLock<Bundle> = LazyLock::new(|| bundle("de", GERMAN));

fn bundle(language: &str, catalogue: &str) -> Bundle {
    let language: LanguageIdentifier = language.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Names are not isolated, because a terminal would show the marks.
    bundle.set_use_isolating(false);
    // A catalogue with an error still contains the rest; the test below finds the error.
    let resource = FluentResource::try_new(catalogue.to_owned()).unwrap_or_else(|(it, _)| it);
    bundle.add_resource_overriding(resource);
    bundle
}

/// What a sentence is made with beside its words: `with!["name" => name]`.
macro_rules! with {
    [$($key:literal => $value:expr),* $(,)?] => {{
        let mut arguments = fluent_bundle::FluentArgs::new();
        $(arguments.set($key, $value);)*
        arguments
    }};
}
pub(crate) use with;

/// A sentence of the catalogue.
pub(crate) fn say(language: Language, key: &str, arguments: &FluentArgs<'_>) -> String {
    let bundle: &Bundle = match language {
        Language::English => &IN_ENGLISH,
        Language::German => &IN_GERMAN,
    };
    let mut errors = Vec::new();
    let pattern = bundle.get_message(key).and_then(|it| it.value());
    pattern.map_or_else(
        || key.to_owned(),
        |it| bundle.format_pattern(it, Some(arguments), &mut errors).into_owned(),
    )
}

/// The names of add-on instructions in the notation of the field: `Motor.Run`. Citations of code
/// contain the full names.
pub(crate) fn in_the_field(text: &str) -> String {
    text.replace("AOI:", "")
}

/// The beginning of a text.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The arguments of each message, which begins at the start of a line.
    fn arguments(catalogue: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut key = String::new();
        for line in catalogue.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty()) {
            if !line.starts_with([' ', '}']) {
                key = line.split(" =").next().unwrap_or_default().to_owned();
                assert!(!found.contains_key(&key), "{key} stands there twice");
                found.insert(key.clone(), BTreeSet::new());
            }
            for after in line.split('$').skip(1) {
                let end = after
                    .find(|it: char| !it.is_alphanumeric() && it != '_')
                    .unwrap_or(after.len());
                found.get_mut(&key).expect("a message").insert(after[..end].to_owned());
            }
        }
        found
    }

    #[test]
    fn both_catalogues_are_whole_and_have_the_same_messages_with_the_same_arguments() {
        for catalogue in [ENGLISH, GERMAN] {
            FluentResource::try_new(catalogue.to_owned()).expect("no mistake");
        }
        let (english, german) = (arguments(ENGLISH), arguments(GERMAN));
        assert!(english.len() > 80, "{}", english.len());
        assert_eq!(english, german);
    }

    #[test]
    fn every_message_that_is_said_is_there_and_every_one_is_said() {
        let mut sources = String::new();
        let mut folders =
            vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    sources += &std::fs::read_to_string(path).expect("a source");
                }
            }
        }
        let known = arguments(ENGLISH);
        for key in known.keys().filter(|it| !it.starts_with("change-")) {
            assert!(sources.contains(&format!("\"{key}\"")), "nobody says {key}");
        }
        for after in sources.split("say(\"").skip(1) {
            let key = after.split('"').next().unwrap_or_default();
            assert!(known.contains_key(key), "{key} is said, and not there");
        }
    }
}
