//! A position in the text of an address, and the errors at it.

use tagbridge_texts::{Code, Coded, Message};

use crate::{
    MAX_END,
    mistake::{AddressMistake, Number},
};

/// The error in an entered address, its position, and the correction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct AddressError {
    /// The position: number of characters before it.
    pub at: usize,
    /// The error, and the correction.
    pub what: Message,
    /// Whether this is a symbolic name, which a project could resolve.
    pub symbolic: bool,
}

impl Coded for AddressError {
    const CODES: &'static [Code] = AddressMistake::CODES;

    fn message(&self) -> Message {
        self.what.clone()
    }
}

/// A position in the text.
#[derive(Clone)]
pub(super) struct Text<'a> {
    pub(super) all: &'a str,
    pub(super) at: usize,
}

impl Text<'_> {
    /// Parses a number in brackets or parentheses, if there is one.
    pub(super) fn bracket(&mut self) -> Result<Option<u32>, AddressError> {
        let close = if self.eat("[") {
            "]"
        } else if self.eat("(") {
            ")"
        } else {
            return Ok(None);
        };
        let number = self.number(Number::Brackets)?;
        if self.eat(close) {
            return Ok(Some(number));
        }
        Err(self.error(self.at, |at| AddressMistake::BracketOpen { at, close }))
    }

    /// The number after a point, if there is one, and its position.
    pub(super) fn bit(&mut self) -> Result<(Option<u32>, usize), AddressError> {
        if !self.eat(".") {
            return Ok((None, self.at));
        }
        let at = self.at;
        Ok((Some(self.number(Number::Bit)?), at))
    }

    pub(super) fn number(&mut self, of: Number) -> Result<u32, AddressError> {
        let at = self.at;
        let digits = self.while_next(|it| it.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error(at, |at| AddressMistake::NumberMissing { at, of }));
        }
        digits.parse().map_err(|_| {
            self.error(at, |at| AddressMistake::TooLarge { at, digits: &digits, last: MAX_END - 1 })
        })
    }

    /// Letters only, in upper case: the part before a number.
    pub(super) fn letters(&mut self) -> String {
        // DTL, LDT, TIME_OF_DAY and similar names may be before a number; S5TIME contains a digit.
        if self.rest().get(..6).is_some_and(|it| it.eq_ignore_ascii_case("S5TIME")) {
            self.at += 6;
            return "S5TIME".to_owned();
        }
        self.while_next(|it| it.is_ascii_alphabetic() || it == '_').to_ascii_uppercase()
    }

    pub(super) fn word(&mut self) -> String {
        self.while_next(|it| it.is_ascii_alphanumeric() || it == '_').to_ascii_uppercase()
    }

    pub(super) fn while_next(&mut self, fits: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|it| !fits(it)).unwrap_or(rest.len());
        let taken = rest[..length].to_owned();
        self.at += length;
        taken
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(super) fn rest(&self) -> &str {
        &self.all[self.at..]
    }

    pub(super) fn error<'w>(
        &self,
        at: usize,
        wrong: impl FnOnce(usize) -> AddressMistake<'w>,
    ) -> AddressError {
        let at = self.all[..at.min(self.all.len())].chars().count();
        AddressError { at, what: wrong(at + 1).message(), symbolic: false }
    }
}
