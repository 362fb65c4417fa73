//! What is asked for: a request of a few words, in English or German, taken apart.

mod grammar;
mod patterns;
mod spoken;
mod words;

use std::collections::BTreeMap;

use tagbridge_texts::Language;

use self::words::words;
pub(crate) use self::{
    spoken::{Names, words_of},
    words::{german, is_dangerous},
};
use crate::condition::Condition;

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
    /// A contact that lets through where it did not.
    Invert,
    /// A contact that is to be open, or closed.
    Polarity,
    /// Another bit at a contact.
    Replace,
    /// A contact out of the rung of an output, a branch of its own with it.
    Take,
    /// An output that also needs something.
    Series,
    /// An output that something else turns on, too.
    Parallel,
    /// An output that stays until something resets it.
    Latch,
    /// An output that is on where it was off.
    InvertOutput,
    /// A rung more.
    NewRung,
    /// A rung less.
    DeleteRung,
    /// A rung at another place.
    MoveRung,
    /// The constant that decides about an output.
    Limit,
    /// An output that comes later.
    OnDelay,
    /// An output that stays longer.
    OffDelay,
    /// A bit that must be on for some time before it counts.
    Debounce,
    /// The time that something runs.
    Hours,
    /// A motor with start, stop, feedback and fault.
    Starter,
    /// A valve with end positions and a fault.
    Valve,
    /// An alarm with hysteresis that is acknowledged.
    LimitAlarm,
    /// A bit that is on while all of several are, and one that stays when it was off.
    Chain,
}

impl Kind {
    /// Whether it is code for a task that every plant has.
    pub(crate) fn is_recipe(self) -> bool {
        use Kind::{Chain, Debounce, Hours, LimitAlarm, Starter, Valve};
        matches!(self, Debounce | Hours | Starter | Valve | LimitAlarm | Chain)
    }

    /// Whether it is a change of a rung that is there.
    pub(crate) fn is_in_rung(self) -> bool {
        matches!(
            self,
            Self::Invert
                | Self::Polarity
                | Self::Replace
                | Self::Take
                | Self::Series
                | Self::Parallel
                | Self::Latch
                | Self::InvertOutput
                | Self::DeleteRung
                | Self::MoveRung
                | Self::Limit
                | Self::OnDelay
                | Self::OffDelay
        )
    }
}

/// A request, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) kind: Kind,
    slots: BTreeMap<&'static str, String>,
    /// The condition that it names.
    pub(crate) when: Option<Condition>,
}

impl Request {
    pub(crate) fn of(kind: Kind, slots: &[(&'static str, &str)]) -> Self {
        let slots = slots.iter().map(|(slot, value)| (*slot, (*value).to_owned())).collect();
        Self { kind, slots, when: None }
    }

    /// What is in a place of the sentence, without the quotes around all of it.
    pub(crate) fn get(&self, slot: &str) -> Option<&str> {
        self.slots.get(slot).map(String::as_str)
    }

    /// The same, where the sentence cannot do without.
    pub(crate) fn need(&self, slot: &str) -> &str {
        self.get(slot).unwrap_or_default()
    }

    /// With another name in place of one.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        let new = |it: &str| if it.eq_ignore_ascii_case(from) { to } else { it }.to_owned();
        self.slots.values_mut().for_each(|it| *it = new(it));
        self.when = self.when.as_ref().map(|it| {
            it.written::<()>(&mut |name, _| Ok(new(name))).unwrap_or_else(|()| it.clone())
        });
    }

    /// All places of the sentence, with what is in them.
    pub(crate) fn slots(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.slots.iter().map(|(slot, value)| (*slot, value.as_str()))
    }

    /// With something that was asked back, or is amended.
    pub(crate) fn set(&mut self, slot: &'static str, value: impl Into<String>) {
        self.slots.insert(slot, value.into());
    }
}

/// Takes a request apart; none where it is not known.
pub(crate) fn understand(prompt: &str) -> Option<Request> {
    let words = words(prompt);
    patterns::all().iter().find_map(|(kind, pattern)| {
        let slots = grammar::matches(pattern, prompt, &words)?;
        Some(Request { kind: *kind, slots, when: None })
    })
}

/// The changes that a request asks for, in order: as a fixed sentence, else in any words.
pub(crate) fn understand_all(prompt: &str, names: &dyn Names) -> Option<Vec<Request>> {
    let fixed = understand(prompt).filter(|it| match it.kind {
        // The rung of an output is meant where no unit is called so.
        Kind::AddContact | Kind::RemoveContact => {
            let place = it.get("place");
            place.is_none_or(|place| names.is_unit(place) || !names.is_known(place))
        }
        // The limit of a bit is what it is compared with.
        Kind::SetValue => {
            let is_bit = names.type_of(it.need("tag")).as_deref() == Some("BOOL");
            !is_bit || ["0", "1", "true", "false"].contains(&it.need("to").to_lowercase().as_str())
        }
        _ => true,
    });
    fixed
        .map(|it| vec![it])
        .or_else(|| (!is_refused(prompt)).then(|| spoken::understand(prompt, names))?)
}

/// Whether a sentence wants a protection out of the way or a machine to do something: it is not served
/// in any words.
fn is_refused(prompt: &str) -> bool {
    const WORDS: &str = "bypass bypasses jumper überbrücke überbrücken force forces erzwinge unforce \
        disable deaktiviere deaktivieren defeat override overrule umgehe umgehen";
    let words = words(prompt);
    words.iter().any(|word| WORDS.split_whitespace().any(|it| word.is(it)))
}

/// What a plan is carried out otherwise: changed places of the sentence, steps left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Amendment {
    pub(crate) slots: Vec<(&'static str, String)>,
    pub(crate) left_out: Vec<usize>,
}

/// Takes an amendment apart; none where it is not known.
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

/// The language that a request is written in; `otherwise` where it is too short to show it.
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
