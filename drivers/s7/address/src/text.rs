//! A place in the text of an address, and what to say when the text goes wrong there.

use crate::parse::MAX_END;

/// What is wrong with an address as a person typed it, where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} (at character {}); {remedy}", at + 1)]
pub struct AddressError {
    /// Where: characters before it.
    pub at: usize,
    /// What is wrong.
    pub what: String,
    /// What to write.
    pub remedy: String,
    /// Whether this is a symbolic name, which a project could resolve.
    pub symbolic: bool,
}

/// A place in the text.
#[derive(Clone)]
pub(super) struct Text<'a> {
    pub(super) all: &'a str,
    pub(super) at: usize,
}

impl Text<'_> {
    /// A number in brackets or parentheses, where there is one.
    pub(super) fn bracket(&mut self) -> Result<Option<u32>, AddressError> {
        let close = if self.eat("[") {
            "]"
        } else if self.eat("(") {
            ")"
        } else {
            return Ok(None);
        };
        let number = self.number("the number in the brackets")?;
        if self.eat(close) {
            return Ok(Some(number));
        }
        Err(self.error(
            self.at,
            "the bracket is not closed",
            format!("write {close} after the number"),
        ))
    }

    /// The number after a point, where there is one, and where it stands.
    pub(super) fn bit(&mut self) -> Result<(Option<u32>, usize), AddressError> {
        if !self.eat(".") {
            return Ok((None, self.at));
        }
        let at = self.at;
        Ok((Some(self.number("the number after the point")?), at))
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, AddressError> {
        let at = self.at;
        let digits = self.while_next(|it| it.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error(at, format!("{what} is missing"), "write it in digits"));
        }
        digits.parse().map_err(|_| {
            self.error(
                at,
                format!("{digits} is too large"),
                format!("the largest byte is {}", MAX_END - 1),
            )
        })
    }

    /// Letters only, in upper case: what stands in front of a number.
    pub(super) fn letters(&mut self) -> String {
        // DTL, LDT, TIME_OF_DAY and the like may stand before a number; S5TIME holds a digit.
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

    pub(super) fn error(
        &self,
        at: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> AddressError {
        AddressError {
            at: self.all[..at.min(self.all.len())].chars().count(),
            what: what.into(),
            remedy: remedy.into(),
            symbolic: false,
        }
    }
}
