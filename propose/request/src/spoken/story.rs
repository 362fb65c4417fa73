//! Statements before the sentence that asks.

use super::{
    KnownNames,
    clause::Clause,
    lexicon::{Token, meaning, tokens},
};
use crate::words::{is_filler, words};

/// What people order, by the first words of their rows in the lexicon.
const ACTIONS: &[&str] = &[
    "invert",
    "remove",
    "replace",
    "set",
    "rename",
    "add",
    "comment",
    "duplicate",
    "move",
    "delay",
    "debounce",
    "keep",
    "interlock",
    "latch",
    "turn-on",
    "seal",
    "off-delay",
];
/// Other words at the beginning of an order.
const ORDERS: &str = "get let lass lassen give gib use nimm verwende please bitte";
/// Words of a wish.
const WISHES: &str = "should must shall may can could ought want wants wanted need needs please bitte \
    soll sollen sollte muss müssen darf dürfen braucht brauchen möchte only nur to-be never nie";

/// Whether a sentence begins as an order.
pub(super) fn is_order(part: &str) -> bool {
    let words = words(part);
    let first = words.iter().find(|it| !is_filler(it) || it.is("bitte") || it.is("please"));
    first.is_some_and(|it| {
        let lower = it.text.to_lowercase();
        let known = meaning(&lower).is_some_and(|it| ACTIONS.contains(&it));
        !it.quoted && (known || ORDERS.split_whitespace().any(|own| own == lower))
    })
}

/// Whether a sentence is a statement, not an order or a wish.
pub(super) fn is_told(part: &str) -> bool {
    let wishes = |it: &crate::words::RequestWord| WISHES.split_whitespace().any(|own| it.is(own));
    !is_order(part) && !words(part).iter().any(wishes)
}

/// Whether a part of a sentence says how something is, and has no value.
pub(super) fn is_statement(part: &str, names: &dyn KnownNames) -> bool {
    is_state(part) && !tokens(&words(part), names).iter().any(|it| matches!(it, Token::Value(_)))
}

/// Whether a statement says how something is or behaves.
pub(super) fn is_state(part: &str) -> bool {
    const STATES: &str = "is isn't are was were has have had keeps keep comes makes tells stays goes runs moves uses \
        disappears disappear gets ist sind war waren wird werden hat haben hatte kommt macht fällt nervt sagt \
        meldet läuft geht bleibt bleiben verschwindet steht stört hängt trips tripping";
    let says = |it: &crate::words::RequestWord| STATES.split_whitespace().any(|own| it.is(own));
    is_told(part) && words(part).iter().any(says)
}

/// Whether a part of a sentence says nothing about the project, or that all uses are meant.
pub(super) fn is_aside(part: &str, names: &dyn KnownNames) -> bool {
    let lower = part.trim().to_lowercase();
    if ["auch dort", "also where", "everywhere", "überall"].iter().any(|it| lower.starts_with(it))
    {
        return true;
    }
    tokens(&words(part), names).iter().all(|it| match it {
        Token::RequestWord(word) => !ACTIONS.contains(word),
        _ => false,
    })
}

/// Whether a sentence behind the request adds nothing: an order that names nothing, or a short statement.
pub(super) fn is_remark(part: &str, names: &dyn KnownNames) -> bool {
    let count = words(part).len();
    let tokens = tokens(&words(part), names);
    let has_value = tokens.iter().any(|it| matches!(it, Token::Value(_) | Token::Type(_)));
    (is_reason(part) && !has_value)
        || (count <= 3 && tokens.iter().all(|it| matches!(it, Token::RequestWord(_))))
        || (is_told(part) && count <= 4 && !has_value)
}

/// Beginnings of statements that say why, or how it is now.
const REASONS: &str = "otherwise|because|since|sonst|weil|denn|neulich|recently|currently|momentan|zurzeit|derzeit|bisher|\
    nobody|somebody|we|wir|at the moment|right now|so far|im moment|zur zeit|bis jetzt";

/// Whether a part of a sentence only says why, or how it is now.
pub(super) fn is_reason(part: &str) -> bool {
    let lower = format!("{} ", part.trim().to_lowercase());
    is_told(part) && REASONS.split('|').any(|it| lower.starts_with(&format!("{it} ")))
}

/// Whether a part of a sentence says that something else is enough: "the lamp suffices".
pub(super) fn is_enough(part: &str) -> bool {
    const ENOUGH: &str = "enough suffices sufficient reicht genügt ausreichend";
    let says = |it: &crate::words::RequestWord| ENOUGH.split_whitespace().any(|own| it.is(own));
    is_told(part) && words(part).len() <= 5 && words(part).iter().any(says)
}

/// Whether a sentence only says what must stay as it is.
pub(super) fn is_restraint(part: &str) -> bool {
    const ENDS: [&str; 12] = [
        "alone",
        "unchanged",
        "as it is",
        "as they are",
        "as today",
        "as now",
        "wie sie sind",
        "wie er ist",
        "wie es ist",
        "wie bisher",
        "so bleiben",
        "unverändert",
    ];
    const STAYS: &str = "leave keep bleibt bleiben stays stay lass lassen remain remains";
    let lower = part.trim().trim_end_matches(['.', '!']).to_lowercase();
    let says = |it: &crate::words::RequestWord| STAYS.split_whitespace().any(|own| it.is(own));
    let begins = ["not ", "no ", "kein ", "keine ", "keinen "];
    let is_ban = lower.ends_with(" nicht") || begins.iter().any(|it| lower.starts_with(it));
    let is_short_ban = words(part).len() <= 3 && is_ban;
    // "It must not stop the line because of that."
    let is_kept = KEPT.iter().any(|it| lower.contains(it));
    let is_no_effect = NO_EFFECTS.iter().any(|it| lower.contains(it))
        && words(part).iter().any(|it| it.is("not") || it.is("nicht") || it.is("kein"));
    is_short_ban
        || is_no_effect
        || is_kept
        || (ENDS.iter().any(|it| lower.ends_with(it)) && words(part).iter().any(says))
}

/// Words of a sentence about what stays.
const KEPT: [&str; 3] = [" weiterhin ", "nach wie vor", " as before"];
/// Words of a sentence about what a change does not cause.
const NO_EFFECTS: [&str; 7] = [
    "deswegen nicht",
    "deshalb nicht",
    "dadurch nicht",
    "dabei nicht",
    "because of it",
    "because of that",
    "for that reason",
];

/// Whether a part of a sentence only says what the value was: "not at the syrup already".
pub(super) fn is_contrast(part: &str, names: &dyn KnownNames) -> bool {
    let words = words(part);
    let begins = ["nicht", "not", "statt", "instead"];
    let is_value = |it: &Token| matches!(it, Token::Value(_));
    words.len() <= 6
        && words.first().is_some_and(|it| begins.iter().any(|own| it.is(own)))
        && !tokens(&words, names).iter().any(is_value)
}

/// What a sentence is about.
pub(super) fn subject(part: &str, names: &dyn KnownNames) -> Option<String> {
    Clause::first_name(&tokens(&words(part), names))
}
