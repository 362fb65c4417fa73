//! What is asked for: a request of a few words, in English or German, taken apart.

mod grammar;
mod patterns;
mod words;

use std::collections::BTreeMap;

use tagbridge_texts::Language;

use self::words::words;
pub(crate) use self::words::{german, is_dangerous};

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A tag or a variable more.
    AddTag,
    /// Another name for a tag.
    AddAlias,
    /// A member of a type more.
    AddMember,
    /// Another name, everywhere.
    Rename,
    /// A preset, a limit, a value to start with.
    SetValue,
    /// A constant of the code.
    SetConstant,
    /// A condition more.
    AddContact,
    /// A condition less.
    RemoveContact,
    /// A bit that is on while a value is beyond a limit.
    AddAlarm,
    /// A copy under another name.
    Duplicate,
    /// What is said of something.
    Comment,
    /// A program in a task.
    Schedule,
    /// What is not used goes.
    Delete,
}

/// A request, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) kind: Kind,
    slots: BTreeMap<&'static str, String>,
}

impl Request {
    /// What stands in a place of the sentence, without the quotes around all of it.
    pub(crate) fn get(&self, slot: &str) -> Option<&str> {
        self.slots.get(slot).map(String::as_str)
    }

    /// The same, where the sentence cannot do without.
    pub(crate) fn need(&self, slot: &str) -> &str {
        self.get(slot).unwrap_or_default()
    }

    /// With something that was asked back, or is amended.
    pub(crate) fn set(&mut self, slot: &'static str, value: impl Into<String>) {
        self.slots.insert(slot, value.into());
    }
}

/// Takes a request apart; nothing where it is none that is known.
pub(crate) fn understand(prompt: &str) -> Option<Request> {
    let words = words(prompt);
    patterns::all().iter().find_map(|(kind, pattern)| {
        let slots = grammar::matches(pattern, prompt, &words)?;
        Some(Request { kind: *kind, slots })
    })
}

/// What a plan is carried out otherwise: changed places of the sentence, steps left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Amendment {
    pub(crate) slots: Vec<(&'static str, String)>,
    pub(crate) left_out: Vec<usize>,
}

/// Takes an amendment apart; nothing where it is none that is known.
pub(crate) fn amendment(text: &str, of: &Request) -> Option<Amendment> {
    let words = words(text);
    let (slot, value) = patterns::amendments().iter().find_map(|(slot, pattern)| {
        let slots = grammar::matches(pattern, text, &words)?;
        Some((*slot, slots.into_values().next()?))
    })?;
    let mut amendment = Amendment::default();
    match slot {
        "step" => amendment.left_out.push(value.trim_start_matches("step_").parse().ok()?),
        "name" => amendment.slots.push((new_name_of(of.kind)?, value)),
        "value" => amendment.slots.push((new_value_of(of.kind)?, value)),
        _ => amendment.slots.push((slot, value)),
    }
    Some(amendment)
}

fn new_name_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::AddTag | Kind::AddAlias | Kind::AddMember | Kind::AddAlarm => Some("name"),
        Kind::Rename | Kind::Duplicate => Some("to"),
        _ => None,
    }
}

fn new_value_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::AddTag | Kind::AddAlarm => Some("value"),
        Kind::SetValue | Kind::SetConstant => Some("to"),
        Kind::Comment => Some("text"),
        _ => None,
    }
}

/// The language that a request is written in; `otherwise` where it is too short to tell.
pub(crate) fn language(prompt: &str, otherwise: Language) -> Language {
    german(&words(prompt)).map_or(
        otherwise,
        |is| {
            if is { Language::German } else { Language::English }
        },
    )
}

#[cfg(test)]
mod tests;
