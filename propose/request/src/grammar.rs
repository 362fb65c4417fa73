//! Sentences as patterns: `add tag|variable {name} [of type {type}]`.
//!
//! `a|b` is one of these words, `[…]` is optional, `{x}` is one word, `{x*}` is the text up to the
//! next element, `{x=a|b}` is one of these words, which is stored. Articles and similar words are
//! skipped.

use std::collections::BTreeMap;

use super::words::{RequestWord, is_filler};

#[derive(Debug)]
enum Piece<'a> {
    RequestWord(Vec<&'a str>),
    Slot(&'static str),
    Choice(&'static str, Vec<&'a str>),
    Rest(&'static str),
    Maybe(Vec<Piece<'a>>),
}

type Slots = BTreeMap<&'static str, String>;

/// The slots of the pattern, if the sentence matches it.
pub(super) fn matches(
    pattern: &'static str,
    sentence: &str,
    words: &[RequestWord],
) -> Option<Slots> {
    let mut tokens = pattern.split_whitespace();
    let pieces = parse(&mut tokens);
    let words: Vec<&RequestWord> = words.iter().filter(|it| !is_filler(it)).collect();
    let mut slots = Slots::new();
    let pieces: Vec<&Piece<'_>> = pieces.iter().collect();
    fits(&pieces, sentence, &words, &mut slots).then_some(slots)
}

fn parse(tokens: &mut dyn Iterator<Item = &'static str>) -> Vec<Piece<'static>> {
    let mut pieces = Vec::new();
    while let Some(token) = tokens.next() {
        if token == "[" {
            pieces.push(Piece::Maybe(parse(tokens)));
        } else if token == "]" {
            return pieces;
        } else if let Some(slot) = token.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
            pieces.push(match (slot.strip_suffix('*'), slot.split_once('=')) {
                (Some(name), _) => Piece::Rest(name),
                (None, Some((name, words))) => Piece::Choice(name, words.split('|').collect()),
                (None, None) => Piece::Slot(slot),
            });
        } else {
            pieces.push(Piece::RequestWord(token.split('|').collect()));
        }
    }
    pieces
}

fn fits(pieces: &[&Piece<'_>], sentence: &str, words: &[&RequestWord], slots: &mut Slots) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return words.is_empty() };
    match piece {
        Piece::Maybe(inside) => {
            let with: Vec<&Piece<'_>> = inside.iter().chain(rest.iter().copied()).collect();
            let mut tried = slots.clone();
            if fits(&with, sentence, words, &mut tried) {
                *slots = tried;
                return true;
            }
            fits(rest, sentence, words, slots)
        }
        Piece::RequestWord(any) => words.split_first().is_some_and(|(word, others)| {
            any.iter().any(|it| word.is(it)) && fits(rest, sentence, others, slots)
        }),
        Piece::Choice(name, any) => words.split_first().is_some_and(|(word, others)| {
            let Some(said) = any.iter().find(|it| word.is(it)) else { return false };
            slots.insert(name, (*said).to_owned());
            fits(rest, sentence, others, slots)
        }),
        Piece::Slot(name) => words.split_first().is_some_and(|(word, others)| {
            if !fits(rest, sentence, others, slots) {
                return false;
            }
            slots.insert(name, word.text.clone());
            true
        }),
        Piece::Rest(name) => (1..=words.len()).any(|length| {
            if !fits(rest, sentence, &words[length..], slots) {
                return false;
            }
            let text = match &words[..length] {
                [one] if one.quoted => one.text.clone(),
                several => {
                    let (from, to) = (several[0].at.start, several[length - 1].at.end);
                    sentence[from..to].to_owned()
                }
            };
            slots.insert(name, text);
            true
        }),
    }
}
