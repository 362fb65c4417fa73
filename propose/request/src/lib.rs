//! Parses requests of a few words, in English or German.

mod evidence;
mod grammar;
mod meanings;
mod opposites;
mod patterns;
mod protections;
mod spoken;
mod words;

use std::collections::BTreeMap;

use tagbridge_texts::Language;

use self::words::{is_new_step, is_refused, is_undo, words};
pub use self::{
    evidence::{has_its_values, has_number, telling_words, written_number},
    meanings::{MEANINGS, SentenceMeaning, WishParts, constant_sentence, value_sentence},
    opposites::opposite,
    protections::{protects, shows},
    spoken::{KnownNames, UnclearPart, words_of},
    words::{german, is_dangerous},
};
use tagbridge_forms::condition::SwitchCondition as Condition;

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RequestedChange {
    /// Adds a tag or a variable.
    AddTag,
    /// Adds an alias of a tag.
    AddAlias,
    /// Adds a member to a type.
    AddMember,
    /// Renames an object everywhere.
    Rename,
    /// Gives a variable another type.
    Retype,
    /// Changes a preset, a limit, an initial value.
    SetValue,
    /// Changes a constant in code.
    SetConstant,
    /// Adds a condition.
    AddContact,
    /// Removes a condition.
    RemoveContact,
    /// Adds a bit that is on while a value is beyond a limit.
    AddAlarm,
    /// Copies an object with another name.
    Duplicate,
    /// Changes a comment.
    Comment,
    /// Adds a program to a task.
    Schedule,
    /// Deletes an unused object.
    Delete,
    /// Inverts a contact.
    Invert,
    /// Sets a contact to normally open or normally closed.
    Polarity,
    /// Replaces the bit of a contact.
    Replace,
    /// Removes a contact of an output, with its branch if it is the only one.
    Take,
    /// Adds a condition in series to an output.
    Series,
    /// Adds a condition to the input of a call that drives an output.
    Feed,
    /// Adds a condition in parallel to an output.
    Parallel,
    /// Latches an output until a reset.
    Latch,
    /// Inverts an output.
    InvertOutput,
    /// Adds a rung.
    NewRung,
    /// Gives a number a value in the first scan.
    Put,
    /// Keeps a number between two limits.
    Clamp,
    /// Two outputs that are never on together.
    Mutual,
    /// Combines the rungs that write one output.
    Merge,
    /// Exchanges the addresses of two signals.
    Exchange,
    /// Sets the range of a measured value.
    Scale,
    /// Lets an output blink.
    Blink,
    /// Lets only the edge of an input or an output count.
    Pulse,
    /// Lets an output be on for one scan.
    PulseOutput,
    /// Inverts all contacts of a bit.
    Swapped,
    /// Deletes a rung.
    DeleteRung,
    /// Moves a rung.
    MoveRung,
    /// Changes the constant in the conditions of an output.
    Limit,
    /// Adds an on-delay to an output.
    OnDelay,
    /// Adds an off-delay to an output.
    OffDelay,
    /// Adds the debounced copy of a bit.
    Debounce,
    /// Adds the operating hours of an object.
    Hours,
    /// Adds a motor with start, stop, feedback and fault.
    Starter,
    /// Adds a valve with end positions and a fault.
    Valve,
    /// Adds an alarm with hysteresis and acknowledgement.
    LimitAlarm,
    /// A bit that is on while all of several are, and one that stays when it was off.
    Chain,
}

impl RequestedChange {
    /// Whether it adds code of its own.
    pub fn is_recipe(self) -> bool {
        use RequestedChange::{
            AddAlarm, Chain, Debounce, Hours, LimitAlarm, NewRung, Put, Starter, Valve,
        };
        matches!(self, AddAlarm | NewRung | Put | Debounce | Hours | Starter | Valve)
            || matches!(self, LimitAlarm | Chain)
    }

    /// Whether it changes an existing rung.
    pub fn is_in_rung(self) -> bool {
        matches!(
            self,
            Self::Invert
                | Self::Polarity
                | Self::Replace
                | Self::Take
                | Self::Series
                | Self::Feed
                | Self::Parallel
                | Self::Latch
                | Self::InvertOutput
                | Self::DeleteRung
                | Self::MoveRung
                | Self::Limit
                | Self::OnDelay
                | Self::OffDelay
                | Self::PulseOutput
        )
    }
}

/// A parsed request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeRequest {
    pub kind: RequestedChange,
    slots: BTreeMap<&'static str, String>,
    /// The condition in the request.
    pub when: Option<Condition>,
}

impl ChangeRequest {
    pub fn of(kind: RequestedChange, slots: &[(&'static str, &str)]) -> Self {
        let slots = slots.iter().map(|(slot, value)| (*slot, (*value).to_owned())).collect();
        Self { kind, slots, when: None }
    }

    /// The text of a slot, without the quotes around it.
    pub fn get(&self, slot: &str) -> Option<&str> {
        self.slots.get(slot).map(String::as_str)
    }

    /// The text of a required slot.
    pub fn need(&self, slot: &str) -> &str {
        self.get(slot).unwrap_or_default()
    }

    /// Replaces a name.
    pub fn rename(&mut self, from: &str, to: &str) {
        let new = |it: &str| if it.eq_ignore_ascii_case(from) { to } else { it }.to_owned();
        self.slots.values_mut().for_each(|it| *it = new(it));
        self.when = self.when.as_ref().map(|it| {
            it.written::<()>(&mut |name, _| Ok(new(name))).unwrap_or_else(|()| it.clone())
        });
    }

    /// All places of the sentence, with what is in them.
    pub fn slots(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.slots.iter().map(|(slot, value)| (*slot, value.as_str()))
    }

    /// Without a slot.
    pub fn unset(&mut self, slot: &str) {
        self.slots.remove(slot);
    }

    /// With something that was asked back, or is amended.
    pub fn set(&mut self, slot: &'static str, value: impl Into<String>) {
        self.slots.insert(slot, value.into());
    }
}

/// Parses a request; `None` if it is unknown.
pub fn understand(prompt: &str) -> Option<ChangeRequest> {
    let words = words(prompt);
    patterns::all().iter().find_map(|(kind, pattern)| {
        let slots = grammar::matches(pattern, prompt, &words)?;
        Some(ChangeRequest { kind: *kind, slots, when: None })
    })
}

/// The changes in a request, in order: a fixed sentence, otherwise free text.
pub fn understand_all(prompt: &str, names: &dyn KnownNames) -> Option<Vec<ChangeRequest>> {
    let fixed = understand(prompt).filter(|it| match it.kind {
        // Without a unit of this name, the rung of an output is meant.
        RequestedChange::AddContact | RequestedChange::RemoveContact => {
            let place = it.get("place");
            place.is_none_or(|place| names.is_unit(place) || !names.is_known(place))
        }
        // The limit of a bit is the value with which it is compared.
        RequestedChange::SetValue => {
            let is_bit = names.type_of(it.need("tag")).as_deref() == Some("BOOL");
            !is_bit || ["0", "1", "true", "false"].contains(&it.need("to").to_lowercase().as_str())
        }
        _ => true,
    });
    fixed.map(|it| vec![it]).or_else(|| {
        (!is_refused(prompt) && !is_new_step(prompt)).then(|| spoken::understand(prompt, names))?
    })
}

/// Whether a request only asks to take back an earlier one.
pub fn is_undone(prompt: &str) -> bool {
    is_undo(prompt)
}

/// Whether a request asks for a new step of a sequence, which is several changes that belong together.
pub fn is_of_new_step(prompt: &str) -> bool {
    is_new_step(prompt)
}

/// The part of a request that is not understood, if it asks for nothing that is always refused.
pub fn unclear(prompt: &str, names: &dyn KnownNames) -> Option<UnclearPart> {
    if is_refused(prompt) { None } else { spoken::unclear(prompt, names) }
}

/// Whether a request has the form of a fixed sentence.
pub fn is_fixed(prompt: &str) -> bool {
    understand(prompt).is_some()
}

/// The numbers and times of a request, in order.
pub fn values(prompt: &str) -> Vec<String> {
    spoken::values(prompt)
}

/// The value that a setting has by a request, and the one that it gets.
pub fn replaced_value(prompt: &str) -> Option<(String, String)> {
    spoken::replaced_value(prompt)
}

/// Whether a request says itself that something is delayed.
pub fn says_delay(prompt: &str) -> bool {
    const WORDS: &str =
        "delay|verzöger|später|later|timer|zeitglied|only after|erst nach|debounc|entprell";
    let lower = prompt.to_lowercase();
    WORDS.split('|').any(|it| lower.contains(it))
}

/// Whether a text asks for an answer, and for no change.
pub fn is_question(prompt: &str) -> bool {
    spoken::is_question(prompt)
}

/// Whether a word is a unit of time.
pub fn is_time_unit(word: &str) -> bool {
    spoken::unit_of(&word.to_lowercase()).is_some()
}

/// The amendment of a plan: changed slots of the request, omitted steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amendment {
    pub slots: Vec<(&'static str, String)>,
    pub left_out: Vec<usize>,
}

/// Parses an amendment; `None` if it is unknown.
pub fn amendment(text: &str, of: &ChangeRequest) -> Option<Amendment> {
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

fn new_name_of(kind: RequestedChange) -> Option<&'static str> {
    match kind {
        RequestedChange::AddTag
        | RequestedChange::AddAlias
        | RequestedChange::AddMember
        | RequestedChange::AddAlarm => Some("name"),
        RequestedChange::Rename | RequestedChange::Duplicate => Some("to"),
        _ => None,
    }
}

fn new_value_of(kind: RequestedChange) -> Option<&'static str> {
    match kind {
        RequestedChange::AddTag | RequestedChange::AddAlarm => Some("value"),
        RequestedChange::SetValue | RequestedChange::SetConstant => Some("to"),
        RequestedChange::Comment => Some("text"),
        _ => None,
    }
}

/// The language of a request; `otherwise` if it is too short to show it.
pub fn language(prompt: &str, otherwise: Language) -> Language {
    german(&words(prompt)).map_or(
        otherwise,
        |is| {
            if is { Language::German } else { Language::English }
        },
    )
}

#[cfg(test)]
mod tests;
