//! The sentences: `en/` and `de/`, one file for each crate.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::{LazyLock, OnceLock},
};

use crate::{Argument, Code, Language, Message};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

macro_rules! file {
    ($folder:literal, $name:literal) => {
        include_str!(concat!("../", $folder, "/", $name, ".ftl"))
    };
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        fn sources(language: Language) -> Vec<(&'static str, &'static str)> {
            match language {
                Language::English => vec![$(($name, file!("en", $name))),*],
                Language::German => vec![$(($name, file!("de", $name))),*],
            }
        }
    };
}

files![
    "texts",
    "bytes",
    "driver",
    "client",
    "cip",
    "s7",
    "s7-address",
    "opcua",
    "project",
    "naming",
    "cause",
    "recording",
    "bridge",
    "broker",
    "fleet",
    "mirror",
    "store",
    "store-errors",
    "service",
    "service-refusals",
    "desk",
    "simulator",
    "desktop",
    "logic",
    "diff",
    "analysis",
    "analysis-code",
    "check",
    "report",
    "propose",
    "cli-refusals",
    "cli-lines",
    "cli-logic",
];

type Bundle = FluentBundle<FluentResource>;

/// The sentences of a language. A file is parsed when its first sentence is needed: most runs need
/// few files.
struct Catalogue {
    language: Language,
    files: Vec<(&'static str, &'static str, OnceLock<Bundle>)>,
    /// The file with the sentence of a code.
    places: HashMap<&'static str, usize>,
}

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::of(Language::English));
static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::of(Language::German));

fn of(language: Language) -> &'static Catalogue {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    }
}

impl Catalogue {
    fn of(language: Language) -> Self {
        let mut places = HashMap::new();
        let mut files = Vec::new();
        for (name, source) in sources(language) {
            for code in source.lines().filter_map(begun) {
                let taken = places.insert(code, files.len());
                assert!(taken.is_none(), "texts/{language}/{name}.ftl: {code} is taken");
            }
            files.push((name, source, OnceLock::new()));
        }
        Self { language, files, places }
    }

    fn bundle(&self, place: usize) -> &Bundle {
        let (name, source, bundle) = &self.files[place];
        bundle.get_or_init(|| bundle_of(self.language, name, source))
    }
}

/// The code whose sentence begins on this line.
fn begun(line: &'static str) -> Option<&'static str> {
    let (code, _) = line.split_once(" =")?;
    code.starts_with(|it: char| it.is_ascii_lowercase()).then_some(code)
}

fn bundle_of(language: Language, name: &str, source: &str) -> Bundle {
    let locale = language.tag().parse().expect("a language's tag is one of a locale");
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    // Arguments have no isolation marks, because sentences are also written to terminals and logs.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource(language, name, source)).unwrap_or_else(|errors| {
        panic!("texts/{language}/{name}.ftl has a code that is taken: {errors:?}")
    });
    bundle
}

fn resource(language: Language, name: &str, source: &str) -> FluentResource {
    FluentResource::try_new(source.to_owned()).unwrap_or_else(|(_, errors)| {
        panic!("texts/{language}/{name}.ftl does not read: {errors:?}")
    })
}

/// The message as a fragment of a sentence. A message of a newer version, without a sentence, is
/// shown as its code.
pub(crate) fn render(message: &Message, language: Language) -> String {
    let catalogue = of(language);
    let place = catalogue.places.get(message.code());
    let Some((bundle, pattern)) = place.and_then(|&it| {
        let bundle = catalogue.bundle(it);
        Some((bundle, bundle.get_message(message.code())?.value()?))
    }) else {
        return format!("{message:?}");
    };
    let mut arguments = FluentArgs::new();
    for (name, argument) in message.arguments() {
        let value = match argument {
            Argument::Number(number) => FluentValue::from(*number),
            other => FluentValue::from(text(other, language)),
        };
        arguments.set(name.as_ref(), value);
    }
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors);
    if errors.is_empty() { text.into_owned() } else { format!("{text} {message:?}") }
}

pub(crate) fn text(argument: &Argument, language: Language) -> Cow<'_, str> {
    match argument {
        Argument::Number(number) => Cow::Owned(number.to_string()),
        Argument::Text(text) => Cow::Borrowed(text),
        Argument::Message(message) => Cow::Owned(render(message, language)),
        Argument::List(list) => {
            let is_said = list.iter().any(|it| matches!(it, Argument::Message(_)));
            let parts: Vec<_> = list.iter().map(|it| text(it, language)).collect();
            Cow::Owned(parts.join(if is_said { "; " } else { ", " }))
        }
    }
}

/// For tests of a crate: checks that each code has a sentence in each language with the same
/// arguments, and that each sentence of its files has a code.
///
/// # Panics
///
/// If one of these is missing.
pub fn assert_complete(file: &str, codes: &[&[Code]]) {
    for language in [Language::English, Language::German] {
        let source = sources(language).into_iter().find(|(name, _)| *name == file);
        let (_, source) = source.unwrap_or_else(|| panic!("no file {file}"));
        let written: BTreeMap<_, _> =
            resource(language, file, source).entries().filter_map(code).collect();
        // Only support reads the number of an operating system error.
        let is_short = |code: &str| language != Language::English && code.starts_with("system-");
        let written: Vec<_> = written
            .iter()
            .map(|(code, arguments)| {
                let arguments = if is_short(code) { "text".into() } else { arguments.join(", ") };
                format!("{code}({arguments})")
            })
            .collect();
        let mut said: Vec<_> = codes
            .iter()
            .flat_map(|it| it.iter())
            .map(|Code { code, arguments }| {
                let mut arguments = arguments.to_vec();
                arguments.sort_unstable();
                format!("{code}({})", arguments.join(", "))
            })
            .collect();
        said.sort_unstable();
        let missing: Vec<_> = said.iter().filter(|it| !written.contains(it)).collect();
        let unsaid: Vec<_> = written.iter().filter(|it| !said.contains(it)).collect();
        assert!(
            missing.is_empty() && unsaid.is_empty(),
            "texts/{language}/{file}.ftl lacks {missing:#?} and has for nothing {unsaid:#?}"
        );
        said.dedup();
        assert_eq!(said.len(), codes.iter().map(|it| it.len()).sum::<usize>(), "a code is taken");
    }
}

fn code(entry: &Entry<&str>) -> Option<(String, Vec<String>)> {
    let Entry::Message(message) = entry else { return None };
    let mut names = Vec::new();
    of_pattern(message.value.as_ref()?, &mut names);
    names.sort_unstable();
    names.dedup();
    Some((message.id.name.to_owned(), names))
}

fn of_pattern(pattern: &Pattern<&str>, names: &mut Vec<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => of_inline(inline, names),
            Expression::Select { selector, variants } => {
                of_inline(selector, names);
                for variant in variants {
                    of_pattern(&variant.value, names);
                }
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, names: &mut Vec<String>) {
    match inline {
        InlineExpression::VariableReference { id } => names.push(id.name.to_owned()),
        InlineExpression::Placeable { expression } => match &**expression {
            Expression::Inline(inline) => of_inline(inline, names),
            Expression::Select { selector, .. } => of_inline(selector, names),
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads_and_each_of_its_codes_is_found_in_it() {
        for language in [Language::English, Language::German] {
            let catalogue = of(language);
            for (place, (name, source, _)) in catalogue.files.iter().enumerate() {
                let read: Vec<_> = resource(language, name, source)
                    .entries()
                    .filter_map(code)
                    .map(|(code, _)| code)
                    .collect();
                let mut found: Vec<_> =
                    catalogue.places.iter().filter(|it| *it.1 == place).map(|it| *it.0).collect();
                found.sort_by_key(|it| read.iter().position(|read| read == it));
                assert_eq!(found, read, "texts/{language}/{name}.ftl");
            }
        }
    }
}
