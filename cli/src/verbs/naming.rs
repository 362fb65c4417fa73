//! Selects the tag names for a controller: its own, or those of a project's file.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::Args;
use tagbridge_bridge::{Names, SourceError, Supplement};
use tagbridge_driver::Endpoint;
use tagbridge_drivers::Question;

use crate::{
    failure::{Exit, Failure},
    messages::{BadValue, Cannot, Do, ReasonText},
    verbs::project::tell_unread,
};

/// The project that tag names come from.
#[derive(Args)]
pub(crate) struct ByProject {
    /// The project's file or folder. TAG is then a name of the project, and the types of the tags
    /// are compared with the project [default: the controller's names].
    #[arg(long, value_name = "FILE")]
    project: Option<PathBuf>,

    #[command(flatten)]
    told: ProjectAdditions,
}

impl ByProject {
    /// The project's names for the protocol of an endpoint; `None` if no project was given.
    pub(crate) fn names(&self, endpoint: &Endpoint) -> Result<Option<Names>, Failure> {
        let Some(file) = self.project.as_deref() else {
            return match self.told.options().into_iter().find(|(_, is_said, _)| *is_said) {
                None => Ok(None),
                Some((option, ..)) => Err(Failure::new(
                    Exit::Usage,
                    &Cannot::UseWithoutProject { option },
                    &ReasonText::TellsBeyondFile,
                    &Do::NameProject { option },
                )),
            };
        };
        self.told.names(file, endpoint).map(Some)
    }
}

/// A supplement: what the project's file does not contain.
#[derive(Args)]
pub(crate) struct ProjectAdditions {
    /// The number of a Siemens data block, if the project's file does not contain it, such as
    /// "Recipe=20"; may be repeated.
    #[arg(long = "number", value_name = "NAME=N", value_parser = block_number)]
    numbers: Vec<(String, u16)>,

    /// The text before the application's name in the node ids of a CODESYS controller, such as
    /// "CODESYS Control Win V3 x64" [default: read from the server].
    #[arg(long)]
    prefix: Option<String>,
}

impl ProjectAdditions {
    /// The names of a project's file for the protocol of an endpoint.
    pub(crate) fn names(&self, file: &Path, endpoint: &Endpoint) -> Result<Names, Failure> {
        self.check(endpoint)?;
        let supplement =
            Supplement { block_numbers: by_name(&self.numbers)?, prefix: self.prefix.clone() };
        let names = Names::open(file, endpoint.scheme(), supplement)
            .map_err(|error| unusable(file, &error))?;
        if let Some((what, remedy)) = names.remarks().into_iter().next() {
            let subject = Cannot::UseNumberFor { file };
            return Err(Failure::new(Exit::Usage, &subject, what, remedy));
        }
        tell_unread(names.symbols.project(), file);
        Ok(names)
    }

    /// Each option, whether it was given, and the question that it answers.
    fn options(&self) -> [(&'static str, bool, Question); 2] {
        [
            ("--number", !self.numbers.is_empty(), Question::BlockNumbers),
            ("--prefix", self.prefix.is_some(), Question::Prefix),
        ]
    }

    /// Returns an error if an option has no meaning for a protocol.
    fn check(&self, endpoint: &Endpoint) -> Result<(), Failure> {
        for (option, is_said, question) in self.options() {
            if is_said && !tagbridge_drivers::of(endpoint).is_some_and(|it| it.asks(question)) {
                let scheme = endpoint.scheme();
                let schemes = tagbridge_drivers::schemes_that(|it| it.asks(question));
                let what = Cannot::UseOptionOver { option, scheme };
                let why = ReasonText::ForSchemes { schemes: &schemes };
                return Err(Failure::new(Exit::Usage, &what, &why, &Do::LeaveOut { option }));
            }
        }
        Ok(())
    }
}

/// The numbers of data blocks by their names.
pub(crate) fn by_name(numbers: &[(String, u16)]) -> Result<BTreeMap<String, u16>, Failure> {
    if let Some(why) = contradiction(numbers) {
        return Err(Failure::new(Exit::Usage, &Cannot::UseNumbers, &why, &Do::EachBlockOnce));
    }
    Ok(numbers.iter().cloned().collect())
}

/// Two numbers of one block, or two blocks with one number.
fn contradiction(numbers: &[(String, u16)]) -> Option<ReasonText<'_>> {
    numbers.iter().enumerate().find_map(|(at, (name, number))| {
        numbers[..at].iter().find_map(|(other, others)| {
            if other.to_lowercase() == name.to_lowercase() {
                Some(ReasonText::BlockTwice {
                    name,
                    one: (*others).into(),
                    other: (*number).into(),
                })
            } else if others == number {
                Some(ReasonText::NumberTwice { one: other, other: name, number: (*number).into() })
            } else {
                None
            }
        })
    })
}

fn unusable(file: &Path, error: &SourceError) -> Failure {
    let what = match error {
        SourceError::Project(_) => Cannot::ReadProject { file },
        SourceError::Platform(_) => Cannot::UseProject { file },
    };
    Failure::new(Exit::Usage, &what, error, error.remedy())
}

/// Parses `Recipe=20` to name and number; the name may be quoted.
pub(crate) fn block_number(text: &str) -> Result<(String, u16), BadValue> {
    let pair = text.rsplit_once('=').and_then(|(name, number)| {
        let name = name.trim().trim_matches('"');
        let number = number.trim().parse::<u16>().ok().filter(|it| *it > 0)?;
        (!name.is_empty()).then(|| (name.to_owned(), number))
    });
    pair.ok_or(BadValue::NoBlockNumber)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_numbered_by_its_name() {
        for (text, is) in [
            ("Recipe=20", Some(("Recipe", 20))),
            ("\"My block\" = 7", Some(("My block", 7))),
            ("a=b=3", Some(("a=b", 3))),
            ("Recipe", None),
            ("=20", None),
            ("Recipe=0", None),
            ("Recipe=65536", None),
            ("Recipe=DB20", None),
        ] {
            let expected = is.map(|(name, number)| (name.to_owned(), number));
            assert_eq!(block_number(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_block_has_one_number_and_a_number_one_block() {
        for (numbers, says) in [
            (&[("Recipe", 20), ("Line", 21)][..], None),
            (
                &[("Recipe", 20), ("recipe", 21)],
                Some("the data block `recipe` has two numbers: 20 and 21"),
            ),
            (&[("Recipe", 20), ("Line", 20)], Some("`Recipe` and `Line` have the same number, 20")),
        ] {
            let numbers: Vec<_> =
                numbers.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
            let said = contradiction(&numbers).map(|why| why.to_string());
            assert_eq!(said.as_deref(), says);
        }
    }
}
