//! The settings of an analysis: `tagbridge-analyse.toml`.

use std::{
    collections::BTreeMap,
    fs, io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use tagbridge_analysis::{NameCase, NamingRules};
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do},
};

/// The file name, in the folder of the project's file or in a folder above it.
const NAME: &str = "tagbridge-analyse.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    naming: Option<Naming>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Naming {
    longest: Option<NonZeroUsize>,
    #[serde(default)]
    plain: bool,
    case: Option<Case>,
    #[serde(default)]
    prefixes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Case {
    Camel,
    Pascal,
    Snake,
    Upper,
}

impl From<Naming> for NamingRules {
    fn from(naming: Naming) -> Self {
        let case = naming.case.map(|case| match case {
            Case::Camel => NameCase::Camel,
            Case::Pascal => NameCase::Pascal,
            Case::Snake => NameCase::Snake,
            Case::Upper => NameCase::Upper,
        });
        Self {
            longest: naming.longest.map(NonZeroUsize::get),
            plain: naming.plain,
            case,
            prefixes: naming.prefixes.into_iter().collect(),
        }
    }
}

/// The naming rules: from the named file, otherwise from the nearest one to the project's file;
/// `None` if there is no file.
pub(in crate::verbs) fn naming(
    project: &Path,
    named: Option<&Path>,
) -> Result<Option<NamingRules>, Failure> {
    match named {
        Some(file) => read(file),
        None => nearest(project).map_or(Ok(None), |file| read(&file)),
    }
}

/// Reads the naming rules from this file.
pub(in crate::verbs) fn read(file: &Path) -> Result<Option<NamingRules>, Failure> {
    let refused = |what: &Cannot<'_>, why: Message, remedy: &Do<'_>| {
        Failure::new(Exit::Usage, what, why, remedy)
    };
    let text = fs::read_to_string(file).map_err(|error| {
        let remedy = match error.kind() {
            io::ErrorKind::NotFound => Do::NameExistingFile,
            _ => Do::AnotherFile,
        };
        refused(&Cannot::UseFile { file }, Message::system(&error), &remedy)
    })?;
    let settings: Settings = toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let what = Cannot::UseLine { file, line: before.matches('\n').count() + 1 };
        let example = Do::WriteLike { example: "naming = { longest = 32, case = \"pascal\" }" };
        refused(&what, Message::verbatim(error.message().to_owned()), &example)
    })?;
    Ok(settings.naming.map(NamingRules::from))
}

fn nearest(project: &Path) -> Option<PathBuf> {
    let project: io::Result<PathBuf> = fs::canonicalize(project);
    let project = project.ok()?;
    project.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}
