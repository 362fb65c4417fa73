//! Which names of the project a request means that describes things instead of naming them.

mod nearest;
mod states;

use tagbridge_forms::names::{is_type_of_number, new_name, parts};
use tagbridge_interpret::MeantName;
use tagbridge_logic::query::Found;
use tagbridge_project::spelling::last_name;

use self::nearest::deciding_bits;
pub(crate) use self::nearest::{deciding, missing, nearest};
use crate::{
    blocks,
    condition::Condition,
    draft::{Asking, Stop, ask},
    locate::Known,
    request::{ChangeRequest, KnownNames, RequestedChange, opposite, words_of},
    says::{Ask, Assumed, Why},
};

/// The id of the question which name is meant.
const NAME: &str = "name";
/// A question offers no more names.
const OPTIONS_MAX: usize = 4;

/// What the place of a sentence has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A bit that code writes.
    Output,
    /// An output of the controller.
    Wired,
    /// A bit.
    Bit,
    /// A number, or a timer.
    Number,
    /// The same, if possible one that no code writes.
    Setting,
    /// Something that exists.
    Any,
    /// Something that will not exist: it is always asked back.
    Deleted,
    /// A program, a routine or a block.
    Unit,
    /// A name that is new.
    New,
}

/// Sets names where requests have descriptions; asks where several names fit.
///
/// `answer` returns the answer to a question by its id and number. Returns what each description is
/// taken for.
pub(crate) fn name_all(
    known: &Known<'_>,
    requests: &mut [ChangeRequest],
    prompt: &str,
    answer: &dyn Fn(&str, usize) -> Option<String>,
) -> Result<Vec<Assumed>, Stop> {
    let (named, bit) = (Vec::new(), Role::Bit);
    let mut naming = Naming { known, answer, named, prompt, bit, is_time: false };
    for request in requests {
        let kind = request.kind;
        naming.is_time = kind == RequestedChange::SetValue && request.need("to").contains(' ');
        let slots: Vec<(&'static str, String)> =
            request.slots().map(|(slot, value)| (slot, value.to_owned())).collect();
        for (slot, value) in slots {
            let Some(words) = naming.words(kind, slot, &value) else { continue };
            if let Some(name) = naming.by_value(request, (slot, &words))? {
                naming.named.push((words, Role::Setting, name.clone(), false));
                request.set(slot, name);
                continue;
            }
            let is_number = slot == "output" && request.get("count").is_some();
            let role = if is_number { Role::Number } else { role(kind, slot) };
            let (name, negated) = naming.name(&words, role)?;
            if negated && slot != "output" {
                request.set("polarity", "closed");
            }
            request.set(slot, name);
        }
        if let Some(when) = request.when.clone() {
            // How often a thing starts is how often its output turns on.
            naming.bit = if request.get("count").is_some() { Role::Output } else { Role::Bit };
            request.when = Some(naming.condition(&when)?);
        }
        naming.value_of_bit(request)?;
    }
    let named = naming.named.into_iter();
    Ok(named.map(|it| Assumed::Named { words: it.0.join(" "), name: it.2 }).collect())
}

/// What a place of a sentence has to be.
fn role(kind: RequestedChange, slot: &str) -> Role {
    match (kind, slot) {
        (
            RequestedChange::AddTag
            | RequestedChange::AddAlias
            | RequestedChange::AddMember
            | RequestedChange::AddAlarm,
            "name",
        )
        | (RequestedChange::LimitAlarm, "alarm")
        | (RequestedChange::Rename | RequestedChange::Duplicate, "to") => Role::New,
        (RequestedChange::SetValue, "tag") => Role::Setting,
        (RequestedChange::Retype, "name") => Role::Any,
        (
            RequestedChange::AddAlarm | RequestedChange::LimitAlarm | RequestedChange::Scale,
            "tag",
        )
        | (RequestedChange::Put, "output")
        | (RequestedChange::Clamp, "output" | "low" | "high") => Role::Number,
        (RequestedChange::Schedule, "name") | (_, "place") => Role::Unit,
        (RequestedChange::Exchange, "one" | "other") => Role::Wired,
        (_, "output" | "one" | "other") => Role::Output,
        (RequestedChange::Delete, _) => Role::Deleted,
        (RequestedChange::Rename | RequestedChange::Comment | RequestedChange::Duplicate, _) => {
            Role::Any
        }
        _ => Role::Bit,
    }
}

struct Naming<'a> {
    known: &'a Known<'a>,
    answer: &'a dyn Fn(&str, usize) -> Option<String>,
    /// The whole request.
    prompt: &'a str,
    /// What was named so far: a description has one meaning in a request.
    named: Vec<(Vec<String>, Role, String, bool)>,
    /// What a bit of a condition has to be.
    bit: Role,
    /// Whether the new value is a time.
    is_time: bool,
}

impl Naming<'_> {
    /// The words of a place of a sentence that has a description.
    fn words(&self, kind: RequestedChange, slot: &str, value: &str) -> Option<Vec<String>> {
        let described = words_of(value);
        // A word of a fixed sentence that is no name is a description of one word.
        let is_value = matches!(role(kind, slot), Role::Output | Role::Bit | Role::Number);
        let is_word = is_value
            && ["output", "tag", "by", "around", "start", "stop", "feedback"].contains(&slot)
            && value.chars().all(char::is_alphabetic)
            && !self.known.is_known(value)
            && !self.known.meant(&[value.to_owned()]).is_empty();
        described.or_else(|| is_word.then(|| vec![value.to_lowercase()]))
    }

    /// The value of a bit is the limit with which it is compared, or the time of a timer that decides
    /// about it.
    fn value_of_bit(&mut self, request: &mut ChangeRequest) -> Result<(), Stop> {
        let (tag, to) = (request.need("tag").to_owned(), request.need("to").to_owned());
        let is_bit = self.known.type_of(&tag).as_deref() == Some("BOOL");
        let is_value = !["0", "1", "true", "false"].contains(&to.to_lowercase().as_str());
        if request.kind != RequestedChange::SetValue || !is_bit || !is_value {
            return Ok(());
        }
        if to.parse::<f64>().is_ok() {
            request.kind = RequestedChange::Limit;
            request.set("output", tag);
            if let Some(was) = request.get("was").map(ToOwned::to_owned) {
                request.set("from", was);
            }
            return Ok(());
        }
        let timers = deciding(self.known, &tag);
        let chosen = (self.answer)("tag", 0).or_else(|| match timers.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        });
        match chosen {
            Some(timer) => {
                let words = vec![format!("{tag}: {to}")];
                self.named.push((words, Role::Number, timer.clone(), false));
                request.set("tag", timer);
                Ok(())
            }
            None if timers.is_empty() => Ok(()),
            None => Err(about(ask("tag", Ask::Name, Ask::WhyName, timers), tag)),
        }
    }

    fn condition(&mut self, when: &Condition) -> Result<Condition, Stop> {
        let all = |naming: &mut Self, of: &[Condition]| -> Result<Vec<Condition>, Stop> {
            of.iter().map(|it| naming.condition(it)).collect()
        };
        Ok(match when {
            Condition::Bit { name, on } => match words_of(name) {
                Some(words) => {
                    let (name, negated) = self.name(&words, self.bit)?;
                    Condition::bit(&name, *on != negated)
                }
                None => when.clone(),
            },
            Condition::Compare { name, how, value } => {
                let mut named = |of: &String| match words_of(of) {
                    Some(words) => self.name(&words, Role::Number).map(|it| it.0),
                    None => Ok(of.clone()),
                };
                let (name, value) = (named(name)?, named(value)?);
                Condition::Compare { name, how: *how, value }
            }
            Condition::All(of) => Condition::All(all(self, of)?),
            Condition::Any(of) => Condition::Any(all(self, of)?),
        })
    }

    /// The name that words mean, and whether they mean the opposite of the bit.
    fn name(&mut self, words: &[String], role: Role) -> Result<(String, bool), Stop> {
        if role == Role::New {
            return Ok((new_name(words), false));
        }
        // A comment is about the thing that was changed before.
        let same = |it: &&(Vec<String>, Role, String, bool)| {
            it.0 == words && (it.1 == role || role == Role::Unit)
        };
        let earlier = self.named.iter().find(same);
        if let Some((_, _, name, negated)) = earlier {
            return Ok((name.clone(), *negated));
        }
        let nth = self.named.len();
        let answered = (self.answer)(NAME, nth);
        let (name, missing) = self.chosen(words, role, answered).map_err(|stop| stop.of(nth))?;
        let negated =
            if role == Role::Bit { self.is_opposite(&name, &missing, nth)? } else { false };
        let name = self.as_written(name);
        self.named.push((words.to_vec(), role, name.clone(), negated));
        Ok((name, negated))
    }

    /// The name, and the words that neither it nor its comment has.
    fn chosen(
        &self,
        words: &[String],
        role: Role,
        answered: Option<String>,
    ) -> Result<(String, Vec<String>), Stop> {
        let all = self.known.meant(words);
        let missing = |rests_on: &[usize]| {
            let left = words.iter().enumerate().filter(|(at, _)| !rests_on.contains(at));
            left.map(|(_, word)| word.clone()).collect::<Vec<_>>()
        };
        if let Some(name) = answered {
            let rests_on = all.iter().find(|it| it.name == name);
            return Ok((name, rests_on.map(|it| missing(&it.rests_on)).unwrap_or_default()));
        }
        let fits = |role| all.iter().filter(move |it| self.is(&it.name, it.is_code, role));
        let mut of_role: Vec<&MeantName> = fits(role).collect();
        if of_role.is_empty() && role == Role::Setting {
            // What code writes in each scan has no value to set.
            let is_set = |it: &&MeantName| {
                let is_kept = !self.is_written(&it.name) || self.has_time(&[*it]);
                is_kept && !self.known.has_address(&it.name)
            };
            of_role = fits(Role::Number).filter(is_set).collect();
        }
        // What simulates a device is not the device.
        let is_real = |it: &&MeantName| !blocks::is_of_simulation(&it.name);
        if of_role.iter().any(&is_real) {
            of_role.retain(|it| is_real(it));
        }
        if role == Role::Setting {
            of_role = self.with_value(of_role);
            let is_other = self.is_time && words.len() == 1 && !self.has_time(&of_role);
            if of_role.is_empty() || is_other {
                let codes = fits(Role::Unit).map(|it| it.name.as_str());
                if let Some(timer) = self.timer_of(&codes.collect::<Vec<_>>(), words)? {
                    return Ok((timer, Vec::new()));
                }
            }
        }
        let fitting = if of_role.is_empty() { all.iter().collect() } else { of_role };
        let Some(best) = fitting.first() else {
            return Err(Why::NoTag { name: words.join(" ") }.into());
        };
        let left = missing(&best.rests_on);
        if left.len() * 2 > words.len() {
            return Err(Why::NoTag { name: words.join(" ") }.into());
        }
        // A word that only other names have may mean one of those.
        let others: Vec<MeantName> = left
            .iter()
            .filter(|it| opposite(it).is_none())
            .flat_map(|it| self.known.meant(std::slice::from_ref(it)))
            .collect();
        let mut likely: Vec<&MeantName> =
            fitting.iter().copied().filter(|it| it.is_near(best)).collect();
        let others = others.iter().filter(|it| self.is(&it.name, it.is_code, role));
        for other in others.take(OPTIONS_MAX) {
            if likely.iter().all(|it| it.name != other.name) {
                likely.insert(1.min(likely.len()), other);
            }
        }
        // A name says more about a thing than a comment.
        if likely.len() > 1 && matches!(role, Role::Bit | Role::Output | Role::Setting) {
            let named: Vec<_> = likely.iter().filter(|it| it.is_of_name).copied().collect();
            if !named.is_empty() {
                likely = named;
            }
        }
        // A name that has no more words than these is meant before longer ones.
        let shortest =
            likely.iter().map(|it| parts(last_name(&it.name).trim_matches('"'))).min().unwrap_or(0);
        let short: Vec<_> = likely
            .iter()
            .filter(|it| parts(last_name(&it.name).trim_matches('"')) == shortest)
            .copied()
            .collect();
        let mut likely = if left.is_empty() && shortest <= words.len() && short.len() == 1 {
            short
        } else {
            likely
        };
        if matches!(role, Role::Number | Role::Setting) && likely.len() > 1 {
            likely = self.told_apart(likely, words);
        }
        // What reports a movement is called like the output that makes it.
        let drives = |it: &&MeantName| self.known.is_physical_output(&it.name);
        if role == Role::Output && !likely.iter().any(drives) {
            let outputs = fitting.iter().copied().filter(drives);
            likely.extend(outputs.take(OPTIONS_MAX.saturating_sub(likely.len())));
        }
        match likely.as_slice() {
            // A comment alone says too little where other bits decide about this one.
            [one] if role == Role::Output && words.len() == 1 && !one.is_of_name => {
                let mut names = vec![one.name.clone()];
                names.extend(deciding_bits(self.known, &one.name));
                match names.len() {
                    1 => Ok((one.name.clone(), missing(&one.rests_on))),
                    _ => Err(about(ask(NAME, Ask::Name, Ask::WhyName, names), words.join(" "))),
                }
            }
            [one] if role != Role::Deleted => Ok((one.name.clone(), missing(&one.rests_on))),
            several => {
                let names = self.offered(several, role);
                Err(about(ask(NAME, Ask::Name, Ask::WhyName, names), words.join(" ")))
            }
        }
    }

    fn is(&self, name: &str, is_code: bool, role: Role) -> bool {
        let type_of = || self.known.type_of(name);
        let is_bit = || type_of().as_deref() == Some("BOOL");
        match role {
            Role::Output => !is_code && is_bit() && self.is_written(name),
            Role::Wired => is_bit() && self.known.is_physical_output(name),
            Role::Bit => !is_code && is_bit(),
            Role::Number => {
                !is_code
                    && type_of().is_some_and(|it| is_type_of_number(&it))
                    && !Self::is_pin(name)
            }
            Role::Setting => {
                let is_real = !blocks::is_of_simulation(name) && !self.known.has_address(name);
                self.is(name, is_code, Role::Number) && !self.is_written(name) && is_real
            }
            Role::Unit => is_code,
            Role::Any | Role::Deleted | Role::New => true,
        }
    }

    fn is_written(&self, name: &str) -> bool {
        self.known.is_written(name)
    }

    /// Whether it is a pin of a timer or a counter. Its value is a value of the timer.
    fn is_pin(name: &str) -> bool {
        const PINS: [&str; 7] = ["PT", "ET", "PRE", "ACC", "PV", "CV", "IN"];
        name.rsplit_once('.').is_some_and(|(_, pin)| PINS.contains(&pin.trim_matches('"')))
    }

    /// A name as code writes it: without its program where it is the only one of this name.
    fn as_written(&self, name: String) -> String {
        let Some((_, own)) = name.strip_prefix("Program:").and_then(|it| it.split_once('.')) else {
            return name;
        };
        match self.known.logic.find(own) {
            Found::One(_) => own.to_owned(),
            _ => name,
        }
    }
}

/// A question about words of the request.
fn about(stop: Stop, words: String) -> Stop {
    match stop {
        Stop::Ask(asking) => Stop::Ask(Asking { about: Some(words), ..asking }),
        no @ Stop::No(_) => no,
    }
}
