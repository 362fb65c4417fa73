//! Errors of the command line. The parser's library supports only English, so its errors are
//! converted to our own codes. Help and version are its own texts.

use std::{ffi::OsString, num::ParseIntError, process::ExitCode};

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use tagbridge_texts::{Coded, Language, Message};

use crate::{
    failure::{Exit, Failure},
    messages::{ArgumentError, BadValue, Cannot, Do},
    output::{self, Output},
};

/// Prints help and version on stdout, and errors as a failure.
pub(crate) fn refuse(error: &Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // If the terminal itself is gone, no message is possible.
        let _ = error.print();
        return u8::try_from(error.exit_code()).unwrap_or(2).into();
    }
    output::set_language(language(std::env::args_os()));
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    let failure = Failure::new(Exit::Usage, &Cannot::ReadCommandLine, wrong(error), &Do::SeeHelp);
    failure.report(Output::new(wants_json));
    Exit::Usage.into()
}

/// The requested language, even if the rest of the line is not valid.
fn language(arguments: impl Iterator<Item = OsString>) -> Language {
    let arguments: Vec<_> = arguments.filter_map(|argument| argument.into_string().ok()).collect();
    let tag = arguments.iter().enumerate().find_map(|(at, argument)| {
        match argument.strip_prefix("--language")? {
            "" => arguments.get(at + 1).map(String::as_str),
            rest => rest.strip_prefix('='),
        }
    });
    tag.and_then(|tag| tag.parse().ok()).unwrap_or_else(Language::of_environment)
}

fn wrong(error: &Error) -> Message {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(all)) => all.join(", "),
        _ => String::new(),
    };
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let (argument, value) = (argument.as_str(), value.as_str());
    match error.kind() {
        ErrorKind::UnknownArgument if is_negative(argument) => {
            let argument = std::env::args().find(|word| word.starts_with(argument));
            ArgumentError::Negative { argument: &argument.unwrap_or_default() }.message()
        }
        ErrorKind::UnknownArgument => unknown(argument, &text(ContextKind::SuggestedArg)).message(),
        ErrorKind::InvalidSubcommand => {
            let verb = text(ContextKind::InvalidSubcommand);
            unknown(&verb, &text(ContextKind::SuggestedSubcommand)).message()
        }
        ErrorKind::MissingRequiredArgument => {
            ArgumentError::Missing { arguments: argument }.message()
        }
        ErrorKind::MissingSubcommand => ArgumentError::MissingVerb.message(),
        ErrorKind::InvalidValue if value.is_empty() => {
            ArgumentError::MissingValue { argument }.message()
        }
        ErrorKind::InvalidValue => {
            let known = text(ContextKind::ValidValue);
            ArgumentError::ValueBut { value, argument, known: &known }.message()
        }
        ErrorKind::ValueValidation => of_value(error, value, argument),
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            if other == argument || other.is_empty() {
                ArgumentError::Twice { argument }.message()
            } else {
                ArgumentError::Together { argument, other: &other }.message()
            }
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            ArgumentError::Count { argument }.message()
        }
        ErrorKind::InvalidUtf8 => ArgumentError::NoText.message(),
        // An error of a newer library version, in its own words.
        _ => Message::verbatim(error.to_string()),
    }
}

/// Whether an argument that looks like an option is a negative number: `-1s`.
fn is_negative(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
}

fn unknown<'a>(argument: &'a str, similar: &'a str) -> ArgumentError<'a> {
    if similar.is_empty() {
        ArgumentError::Unknown { argument }
    } else {
        ArgumentError::UnknownButSimilar { argument, similar }
    }
}

/// The message for a value that its parser refused: our parsers return the reason, those of the
/// library the expected form.
fn of_value(error: &Error, value: &str, argument: &str) -> Message {
    let source = std::error::Error::source(error);
    let why = match source {
        Some(source) if source.is::<ParseIntError>() => BadValue::NoWholeNumber.message(),
        Some(source) => match source.downcast_ref::<BadValue>() {
            Some(why) => why.message(),
            None => Message::verbatim(source.to_string()),
        },
        None => return ArgumentError::Value { value, argument }.message(),
    };
    ArgumentError::ValueBecause { value, argument, why }.message()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_still_says_its_language() {
        for (line, asked) in [
            (&["tagbridge", "nope", "--language", "de"][..], Language::German),
            (&["tagbridge", "--language=de", "nope"], Language::German),
            (&["tagbridge", "--language", "en", "nope"], Language::English),
        ] {
            assert_eq!(language(line.iter().map(OsString::from)), asked, "{line:?}");
        }
    }
}
