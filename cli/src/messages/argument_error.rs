//! Errors in the arguments of a command line.

use tagbridge_texts::{Coded, Message};

/// Errors of the command line, by argument.
#[derive(Coded)]
#[coded(prefix = "cli-wrong")]
pub(crate) enum ArgumentError<'a> {
    Negative { argument: &'a str },
    Unknown { argument: &'a str },
    UnknownButSimilar { argument: &'a str, similar: &'a str },
    Missing { arguments: &'a str },
    MissingValue { argument: &'a str },
    MissingVerb,
    Value { value: &'a str, argument: &'a str },
    ValueBut { value: &'a str, argument: &'a str, known: &'a str },
    ValueBecause { value: &'a str, argument: &'a str, why: Message },
    Together { argument: &'a str, other: &'a str },
    Twice { argument: &'a str },
    NoText,
    Count { argument: &'a str },
}

/// Why a value of the command line cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "cli-value")]
pub(crate) enum BadValue {
    NoAddress,
    NoTime,
    TimeIsNothing,
    TimeIsTooLong,
    NoNumber { low: u64, high: u64 },
    NoWholeNumber,
    NoScans,
    HostIsEndpoint,
    NoHost,
    NoPort,
    NoBlockNumber,
    NoAnswer,
    NoneOf { known: String },
    NoSecurity { known: String },
    NoUrl,
    NoOrigin,
    NoMoment,
    NoExport,
}

impl std::error::Error for BadValue {}
