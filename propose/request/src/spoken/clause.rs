//! A part of a sentence with one request.

use super::{
    KnownNames,
    described::{joined, words_of},
    lexicon::{Token, UNIT},
};
use crate::words::RequestWord;
use tagbridge_forms::condition::{Comparator as Relation, SwitchCondition as Condition};

/// A part of a sentence with one request.
pub(super) struct Clause<'n> {
    tokens: Vec<Token>,
    names: &'n dyn KnownNames,
    /// All its words.
    pub(super) words: Vec<RequestWord>,
    /// The number of its rung, and the routine.
    pub(super) rung: Option<(String, Option<String>)>,
    /// The program, routine or block for the change.
    pub(super) place: Option<String>,
}

impl<'n> Clause<'n> {
    pub(super) fn new(
        words: Vec<RequestWord>,
        mut tokens: Vec<Token>,
        names: &'n dyn KnownNames,
    ) -> Self {
        let is_rung = |pair: &[Token]| {
            matches!(pair, [Token::RequestWord("rung"), Token::Value(number)]
                if number.bytes().all(|it| it.is_ascii_digit()))
        };
        let mut rung = None;
        if let Some(at) = tokens.windows(2).position(is_rung) {
            let Token::Value(number) = tokens.remove(at + 1) else { unreachable!("a number") };
            let is_place = |it: &Token| matches!(it, Token::Name(name) if names.is_unit(name));
            let behind = tokens[at..].iter().position(is_place).map(|it| at + it);
            let place = behind.or_else(|| tokens[..at].iter().position(is_place));
            let place = place.map(|it| tokens.remove(it)).and_then(|it| match it {
                Token::Name(name) => Some(name),
                _ => None,
            });
            rung = Some((number, place));
        }
        Self { tokens, names, words, rung, place: None }
    }

    /// Separates the place of the change from the names that the change is about: `in Alarms`.
    pub(super) fn separate_place(&mut self) {
        if self.place.is_some() {
            return;
        }
        let is_unit = |it: &Token| {
            matches!(it, Token::Name(name) if words_of(name).is_some()
                || self.names.is_unit(name) && self.names.type_of(name).is_none())
        };
        let is_place = |pair: &[Token]| match pair {
            [Token::RequestWord(UNIT), name] => is_unit(name),
            [Token::RequestWord("of"), name @ Token::Name(of)] => {
                is_unit(name) && words_of(of).is_none()
            }
            _ => false,
        };
        let begins = |tokens: &[Token]| {
            matches!(tokens, [first @ Token::Name(name), rest @ ..] if words_of(name).is_none()
                && is_unit(first) && rest.iter().any(|it| matches!(it, Token::Name(_))))
        };
        // "In the counter TIME_COUNTER": the noun before the name describes it.
        let is_named_twice = |three: &[Token]| match three {
            [Token::RequestWord("of"), Token::Name(noun), name @ Token::Name(of)] => {
                words_of(noun).is_some() && words_of(of).is_none() && is_unit(name)
            }
            _ => false,
        };
        if let Some(at) = self.tokens.windows(3).position(is_named_twice) {
            self.tokens.remove(at + 1);
        }
        let found = match self.tokens.windows(2).position(is_place) {
            Some(at) => self.tokens.drain(at..at + 2).next_back(),
            None if begins(&self.tokens) => Some(self.tokens.remove(0)),
            None => None,
        };
        if let Some(Token::Name(name)) = found {
            self.place = Some(name);
        }
    }

    /// Whether it has one of these words themselves.
    pub(super) fn says(&self, words: &[&str]) -> bool {
        self.words.iter().any(|it| words.iter().any(|own| it.is(own)))
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.tokens.iter().any(|it| matches!(it, Token::RequestWord(own) if *own == word))
    }

    /// Its names in order, without duplicates.
    pub(super) fn names(&self) -> Vec<String> {
        Self::names_of(&self.tokens)
    }

    pub(super) fn names_of(tokens: &[Token]) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for token in tokens {
            if let Token::Name(name) = token
                && !found.iter().any(|it| it.eq_ignore_ascii_case(name))
            {
                found.push(name.clone());
            }
        }
        found
    }

    pub(super) fn first_name(tokens: &[Token]) -> Option<String> {
        Self::names_of(tokens).into_iter().next()
    }

    pub(super) fn values(&self) -> Vec<String> {
        let values = self.tokens.iter().filter_map(|it| match it {
            Token::Value(value) => Some(value.clone()),
            _ => None,
        });
        values.collect()
    }

    /// The last value among tokens.
    pub(super) fn values_of(tokens: &[Token]) -> Option<String> {
        tokens.iter().rev().find_map(|it| match it {
            Token::Value(value) => Some(value.clone()),
            _ => None,
        })
    }

    /// A value with a unit of time.
    pub(super) fn time(&self) -> Option<String> {
        self.values().into_iter().find(|it| it.contains(' '))
    }

    pub(super) fn text(&self) -> Option<String> {
        self.tokens.iter().find_map(|it| match it {
            Token::Text(text) => Some(text.clone()),
            _ => None,
        })
    }

    pub(super) fn declared_type(&self) -> Option<String> {
        self.declared_types().into_iter().next()
    }

    /// The data types in it, in order.
    pub(super) fn declared_types(&self) -> Vec<String> {
        let types = self.tokens.iter().filter_map(|it| match it {
            Token::Type(name) => Some(name.clone()),
            _ => None,
        });
        types.collect()
    }

    pub(super) fn compares(&self) -> bool {
        self.tokens.iter().any(|it| matches!(it, Token::Compare(_)))
    }

    /// The first comparison: the name, the operator, the value.
    pub(super) fn comparison(&self) -> Option<(String, Relation, String)> {
        let at = self.tokens.iter().position(|it| matches!(it, Token::Compare(_)))?;
        let Token::Compare(how) = self.tokens[at] else { return None };
        let name = Self::names_of(&self.tokens[..at]).pop()?;
        let value = self.tokens[at + 1..].iter().find_map(|it| match it {
            Token::Value(value) => Some(value.clone()),
            Token::Name(name) => Some(name.clone()),
            _ => None,
        })?;
        Some((name, how, value))
    }

    /// The first name after a word.
    pub(super) fn name_behind(&self, word: &str) -> Option<String> {
        let at = self
            .tokens
            .iter()
            .position(|it| matches!(it, Token::RequestWord(own) if *own == word))?;
        Self::first_name(&self.tokens[at..])
    }

    /// The first name that does not follow one of these words.
    pub(super) fn name_but(&self, words: &[&str]) -> Option<String> {
        let mut is_other = false;
        for token in &self.tokens {
            match token {
                Token::RequestWord(word) => {
                    is_other = words.contains(word) || (is_other && *word == "with");
                }
                Token::Name(name) if !is_other => return Some(name.clone()),
                _ => {}
            }
        }
        None
    }

    /// The tokens before and after a word.
    pub(super) fn split(&self, word: &str) -> Option<(&[Token], &[Token])> {
        let at = self
            .tokens
            .iter()
            .position(|it| matches!(it, Token::RequestWord(own) if *own == word))?;
        Some((&self.tokens[..at], &self.tokens[at + 1..]))
    }

    pub(super) fn is_unit(&self, name: &str) -> bool {
        self.names.is_unit(name)
    }

    pub(super) fn is_place(&self, name: &str) -> bool {
        self.names.is_place(name)
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        self.names.is_type(name)
    }

    /// The task that is named, with or without the word for it.
    pub(super) fn task(&self) -> Option<String> {
        let words: Vec<String> = self.words.iter().map(|it| it.text.to_lowercase()).collect();
        self.names.task(&words)
    }

    pub(super) fn type_of(&self, name: &str) -> Option<String> {
        self.names.type_of(name)
    }

    pub(super) fn is_timer(&self, name: &str) -> bool {
        self.type_of(name).is_some_and(|it| {
            ["TIMER", "TON", "TOF", "TP", "IEC_TIMER", "TONR"]
                .iter()
                .any(|kind| it.starts_with(kind))
        })
    }

    /// The condition in tokens: `a and not b or Level is above 90`; AND has priority over OR.
    pub(super) fn condition(tokens: &[Token]) -> Option<Condition> {
        let is = |word: &'static str| move |it: &Token| *it == Token::RequestWord(word);
        let any = tokens.split(is("or")).map(|leg| {
            let all: Option<Vec<Condition>> = leg.split(is("and")).map(simple).collect();
            let mut all = all?;
            Some(if all.len() == 1 { all.remove(0) } else { Condition::All(all) })
        });
        let mut any: Vec<Condition> = any.collect::<Option<_>>()?;
        Some(if any.len() == 1 { any.remove(0) } else { Condition::Any(any) })
    }
}

fn simple(tokens: &[Token]) -> Option<Condition> {
    let name = Clause::first_name(tokens)?;
    let says =
        |word: &'static str| tokens.iter().filter(|it| **it == Token::RequestWord(word)).count();
    let compare = tokens.iter().position(|it| matches!(it, Token::Compare(_)));
    let is_not = says("not") % 2 == 1;
    if let Some(at) = compare {
        let Token::Compare(how) = tokens[at] else { return None };
        let value = tokens[at + 1..].iter().find_map(|it| match it {
            Token::Value(value) => Some(value.clone()),
            Token::Name(name) => Some(name.clone()),
            _ => None,
        })?;
        let how = if is_not { how.opposite() } else { how };
        return Some(Condition::Compare { name, how, value });
    }
    // A second name or a number that nothing relates is not understood.
    if Clause::values_of(tokens).is_some() {
        return None;
    }
    let name = joined(&Clause::names_of(tokens))?;
    Some(Condition::bit(&name, is_not == (says("off") % 2 == 1)))
}
