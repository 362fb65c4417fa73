//! The object that words mean which are not its name.

use super::{
    SETTINGS, Sentence, lists, ranked,
    reading::{OTHERS, Reading},
};

use crate::{
    MeantName,
    classify::{Intent, classify},
    common::is_one_of,
    is_timer,
    reader::{Chosen, LONG},
    resolve::Subject,
};
use tagbridge_logic::types;

/// How much lower the score of a place that code turns on or off may be than that of another.
const TURNED_NEAR: f32 = 0.2;
/// How much lower the score of an output of the controller.
const OUTPUT_NEAR: f32 = 0.1;
/// How much lower it may be for a number that is written behind the name.
const NUMBERED_NEAR: f32 = 0.25;
/// Maximum number of candidates that are checked for that.
const TURNED_LOOKED_AT: usize = 30;
/// Minimum chance of a name for words of which a part is nowhere in the project.
const SURE_OF_PART: f32 = 0.6;
/// Common words that names often have.
const NOUNS: &str = "count counter counts time delay limit state step alarm fault reset stop start speed value valve \
    setpoint preset number total level low high open closed full empty zeit zähler grenze grenzwert zustand \
    störung sollwert stellung up down";
/// Types of numbers and times.
const NUMBERS: &str =
    "sint int dint lint usint uint udint ulint real lreal time ltime s5time counter";
/// Words that ask for an input or output of the controller.
const ADDRESS: &str = "address addresses adresse adrese addresse byte terminal klemme klemmen slot karte card \
    channel kanal angeschlossen wired eingang ausgang input output";
/// Verbs next to a name.
const VERBS: &str = "sound sounds tear tears open opens close closes press pressed light lights move moves fill \
    fills ertönt leuchtet reißt öffnet schließt";

/// Whether a question is about what code turns on or off.
pub(super) fn is_of_turning(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::On
            | Intent::Off
            | Intent::WhyOff
            | Intent::WhyOn
            | Intent::Twice
            | Intent::NeverWritten
    )
}

/// The first names, each once.
pub(super) fn distinct(mut names: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names.truncate(super::NEAREST_MAX);
    names
}

/// The candidates that are as likely as the best one.
fn best(candidates: &[MeantName]) -> &[MeantName] {
    let Some(first) = candidates.first() else { return &[] };
    let count = candidates.iter().take_while(|it| it.is_near(first)).count();
    &candidates[..count]
}

impl Sentence<'_> {
    /// The meaning of words that are not a name: an object with a similar name or comment.
    pub(super) fn of_words(&self, content: &[usize]) -> Option<Reading> {
        let reader = self.reader;
        if content.is_empty() {
            return None;
        }
        let meant = |content: &[usize]| {
            let written = content.iter().map(|at| reader.mentions[*at].text.clone());
            self.facts.lexicon().meant(&written.collect::<Vec<_>>())
        };
        // A common word next to them may belong to the name: "bottle count", "speed setpoint".
        let wider = self.wider(content);
        let is_wider = wider.len() > content.len();
        let found = is_wider
            .then(|| meant(&wider))
            .filter(|found| found.first().is_some_and(|it| it.rests_on.len() == wider.len()));
        let (content, found) = match found {
            Some(found) => (&wider[..], found),
            None => (content, meant(content)),
        };
        let first = found.first()?;
        let first_names: Vec<String> = best(&found).iter().map(|it| it.name.clone()).collect();
        let used: Vec<usize> = first.rests_on.iter().map(|at| content[*at]).collect();
        // One name in several groups of words is masked once: "which temperature has {x}".
        let last =
            used.iter().rev().zip((0..=*used.last()?).rev()).take_while(|(at, place)| *at == place);
        let mut group: Vec<usize> = last.map(|(at, _)| *at).collect();
        // "the {x} time" asks for a time.
        if group.len() > 1
            && group.first().is_some_and(|at| is_one_of(&reader.words[*at], SETTINGS))
        {
            group.remove(0);
        }
        let likely = classify(&reader.masked(&group));
        let intent = likely.first().map_or(Intent::Other, |it| it.0);
        let is_whole = used.len() == content.len() && lists::kind(&reader.words[used[0]]).is_none();
        let asks_of_it = intent.has_subject() || intent == Intent::Other;
        let is_fault_of_it = intent.is_fault() && is_whole;
        if !asks_of_it && !is_fault_of_it {
            return Some(Reading { likely, chosen: None, taken_for: None });
        }
        let written: Vec<&str> = used.iter().map(|at| reader.mentions[*at].text.as_str()).collect();
        let numbers = self.numbers(&used);
        let numbered = self.numbered(found, &numbers);
        let names = self.fitting(&numbered, intent);
        let lacking = self.lacking(content, &used);
        let others = content.len() - used.len();
        let is_weak = used.len() == 1 && others >= OTHERS && reader.words.len() > LONG;
        let is_partial = (others > 0 || names.len() > 1) && intent != Intent::States;
        let found = if is_partial { self.ranked_for(intent) } else { Vec::new() };
        let is_sure = |it: &&MeantName| {
            lacking.is_empty() || (it.rests_on.len() > 1 && it.score >= SURE_OF_PART)
        };
        // A name that has all words is meant rather than one that has some.
        let is_open = |it: &&MeantName| !lacking.is_empty() || names.contains(&it.name);
        let clear = ranked::clear(&found).filter(is_sure).filter(is_open);
        let clear = clear.filter(|_| !numbered.is_empty());
        let one = ranked::one_of(&found, &names).filter(|_| others == 0);
        if let Some(name) = clear.map(|it| it.name.clone()).or(one) {
            let subject = self.facts.target(&name, intent.is_about_code());
            let written = content.iter().map(|at| reader.mentions[*at].text.as_str());
            let written = written.collect::<Vec<_>>().join(" ");
            let chosen = Chosen { subject, written: written.clone(), used };
            return Some(Reading { likely, chosen: Some(chosen), taken_for: Some(written) });
        }
        if numbered.is_empty() || !lacking.is_empty() || is_weak {
            // A part of the words matches no name: similar names are offered as choices.
            let mut at: Vec<usize> = used.iter().chain(&lacking).copied().collect();
            at.sort_unstable();
            let said = at
                .iter()
                .map(|at| reader.mentions[*at].text.as_str())
                .chain(numbers.iter().map(String::as_str));
            let written = said.collect::<Vec<_>>().join(" ");
            let mut nearest = ranked::offered(&found);
            nearest.extend(if names.is_empty() { first_names } else { names });
            let nearest = distinct(nearest);
            let chosen = Chosen { subject: Subject::Unknown(nearest), written, used: at };
            return Some(Reading { likely, chosen: Some(chosen), taken_for: None });
        }
        let subject = match names.as_slice() {
            [] => return None,
            [one] => self.facts.target(one, intent.is_about_code()),
            several => Subject::Several(several.to_vec()),
        };
        let written = written.join(" ");
        let taken_for = Some(written.clone());
        Some(Reading { likely, chosen: Some(Chosen { subject, written, used }), taken_for })
    }

    /// Words with the common words next to them that names often have.
    fn wider(&self, content: &[usize]) -> Vec<usize> {
        let words = &self.reader.words;
        let is_noun = |at: usize| words.get(at).is_some_and(|it| is_one_of(it, NOUNS));
        let mut found = content.to_vec();
        for at in content {
            found.extend(Some(at + 1).filter(|it| is_noun(*it)));
            found.extend(at.checked_sub(1).filter(|it| is_noun(*it)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The numbers behind the words of a name: "pump 3".
    pub(super) fn numbers(&self, used: &[usize]) -> Vec<String> {
        let words = &self.reader.words;
        let is_number = |at: usize| {
            let word = words.get(at)?;
            let is_unit =
                words.get(at + 1).is_some_and(|it| crate::items::milliseconds(it).is_some());
            let is_short = word.len() <= 3 && word.chars().all(|it| it.is_ascii_digit());
            (is_short && !is_unit).then(|| word.clone())
        };
        used.iter().filter_map(|at| is_number(at + 1)).collect()
    }

    /// The candidates with a number, if one of the likeliest has any; all without a number.
    fn numbered(&self, found: Vec<MeantName>, numbers: &[String]) -> Vec<MeantName> {
        let Some(best) = found.first().map(|it| it.score) else { return found };
        let digits = |it: &MeantName| -> Vec<String> {
            let symbol = self.facts.symbols.find_without_hint(&it.name).ok();
            let said = symbol.and_then(|it| it.comment).unwrap_or_default();
            let words = crate::words::words(&format!("{} {said}", it.name));
            words
                .into_iter()
                .filter(|it| it.starts_with(|char: char| char.is_ascii_digit()))
                .collect()
        };
        let is_near = |it: &&MeantName| it.score >= best - NUMBERED_NEAR;
        if numbers.is_empty() || !found.iter().filter(is_near).any(|it| !digits(it).is_empty()) {
            return found;
        }
        let has = |it: &MeantName| numbers.iter().all(|number| digits(it).contains(number));
        found.into_iter().filter(|it| is_near(&it) && has(it)).collect()
    }

    /// The words next to those of a name that nothing in the project has: "glue" of "glue pump".
    fn lacking(&self, content: &[usize], used: &[usize]) -> Vec<usize> {
        let reader = self.reader;
        let (Some(first), Some(last)) = (used.iter().min(), used.iter().max()) else {
            return Vec::new();
        };
        let is_german = self.asked.language == crate::Language::German;
        let is_noun = |at: usize| {
            let text = &reader.mentions[at].text;
            !is_german || (text.starts_with(char::is_uppercase) && at > 0)
        };
        let is_free = |at: &usize| content.contains(at) && !used.contains(at) && is_noun(*at);
        // Words before it in one group, and those behind "of the".
        let before = (0..*first).rev().take_while(|at| content.contains(at)).filter(is_free);
        let between = (*first..*last).filter(is_free);
        let mut found: Vec<usize> = before.chain(between).collect();
        let links = "of von vom des der the am an im in dem den das";
        let is_noun_word = |at: usize| reader.words.get(at).is_some_and(|it| is_one_of(it, NOUNS));
        let mut next = last + 1;
        while is_noun_word(next) {
            next += 1;
        }
        let is_link = |at: usize| reader.words.get(at).is_some_and(|it| is_one_of(it, links));
        if is_link(next) || (is_german && content.contains(&next)) {
            while is_link(next) {
                next += 1;
            }
            found.extend(
                (next..reader.words.len()).take_while(|at| content.contains(at)).filter(is_free),
            );
        }
        let is_verb = |at: &usize| is_one_of(&reader.words[*at], VERBS);
        found.retain(|at| !is_verb(at));
        found
    }

    /// Whether code turns a thing on, or executes what gives it its value.
    pub(super) fn is_turned_on(&self, name: &str) -> bool {
        let Subject::Place(place) = self.facts.bit(name) else { return false };
        let logic = self.facts.logic();
        if types::is_bit(logic.project, logic.index, place) == Some(false) {
            return false;
        }
        let turned = logic.turned(place, tagbridge_logic::query::Turned::On);
        let is_run = || logic.uses(place, tagbridge_logic::query::Wanted::Written).rows;
        !turned.rows.is_empty() || is_run().iter().any(|row| !row.may_write)
    }

    /// The candidates that fit the intent: code for questions about code; places that code turns on
    /// or off for questions about that.
    pub(super) fn fitting(&self, found: &[MeantName], intent: Intent) -> Vec<String> {
        let is_code = |it: &MeantName| it.is_code == intent.is_about_code();
        let fits: Vec<MeantName> = found.iter().filter(|it| is_code(it)).cloned().collect();
        let fits = if fits.is_empty() { found.to_vec() } else { fits };
        let turns = is_of_turning(intent);
        let near = best(&fits);
        let is_turned = |it: &&MeantName| self.is_turned_on(&it.name);
        let mut names: Vec<String> = Vec::new();
        if turns {
            let close = fits.iter().take_while(|it| it.score >= fits[0].score - TURNED_NEAR);
            let mut written: Vec<&MeantName> =
                close.take(TURNED_LOOKED_AT).filter(is_turned).collect();
            // An output of the controller is what a person sees.
            let best = written.first().map_or(0.0, |it| it.score);
            let is_output =
                |it: &MeantName| it.score >= best - OUTPUT_NEAR && self.is_io(&it.name, &['Q']);
            if written.iter().any(|it| is_output(it)) {
                written.retain(|it| is_output(it));
            }
            if let Some(best) = written.first() {
                let as_good = written.iter().take_while(|it| it.score >= best.score - 0.02);
                names = as_good.map(|it| it.name.clone()).collect();
            }
        }
        if matches!(intent, Intent::Affects | Intent::Outputs) {
            // What a person does something to is an input rather than what follows from it.
            let close: Vec<&MeantName> =
                fits.iter().take_while(|it| it.score >= fits[0].score - TURNED_NEAR).collect();
            let mut inputs = close.iter().filter(|it| self.is_io(&it.name, &['I']));
            names.extend(
                inputs.next().filter(|_| inputs.next().is_none()).map(|it| it.name.clone()),
            );
        }
        if intent == Intent::Limits {
            let close = fits.iter().take_while(|it| it.score >= fits[0].score - TURNED_NEAR);
            let set: Vec<&MeantName> =
                close.take(TURNED_LOOKED_AT).filter(|it| self.is_set(&it.name)).collect();
            let best = set.first().map_or(0.0, |it| it.score);
            let as_good = set.iter().take_while(|it| it.score >= best - 0.02);
            names = as_good.map(|it| it.name.clone()).collect();
        }
        let asks_where = self.reader.words.iter().any(|it| is_one_of(it, ADDRESS));
        if names.is_empty() && asks_where {
            let close = fits.iter().filter(|it| it.score >= fits[0].score - TURNED_NEAR);
            let wired: Vec<&MeantName> =
                close.filter(|it| self.is_io(&it.name, &['I', 'Q'])).collect();
            let best = wired.first().map_or(0.0, |it| it.score);
            let wired = wired.iter().take_while(|it| it.score >= best - 0.02);
            names = wired.map(|it| it.name.clone()).collect();
        }
        if names.is_empty() {
            names = near.iter().map(|it| it.name.clone()).collect();
        }
        self.without_instances(&names)
    }

    /// The names without the members of instances whose block is among them: the code is about its own.
    pub(super) fn without_instances(&self, names: &[String]) -> Vec<String> {
        let blocks = &self.facts.project().blocks;
        let own = |name: &String| {
            let (instance, member) = name.rsplit_once('.')?;
            let instance = blocks.iter().find(|it| it.name == instance.trim_matches('"'))?;
            Some(format!("{}#{}", instance.instance_of.as_ref()?, member.trim_matches('"')))
        };
        let is_instance = |name: &String| own(name).is_some_and(|own| names.contains(&own));
        names.iter().filter(|it| !is_instance(it)).cloned().collect()
    }

    /// Whether a name is a timer, a counter or a number: something that is set to a value.
    fn is_set(&self, name: &str) -> bool {
        let facts = self.facts;
        let (project, index) = (facts.project(), facts.logic().index);
        match facts.value_called(name) {
            Some(Subject::Place(place)) => {
                let of = types::name_of(project, index, place).unwrap_or_default();
                is_timer(&of) || is_one_of(&of.to_lowercase(), NUMBERS)
            }
            Some(Subject::Declared(name)) => {
                let symbol = facts.symbols.find_without_hint(&name).ok();
                let initial = symbol.and_then(|it| it.initial);
                initial.is_some_and(|it| it.starts_with("T#") || it.parse::<f64>().is_ok())
            }
            _ => false,
        }
    }

    /// Whether a name is an input or output of the controller.
    pub(super) fn is_io(&self, name: &str, areas: &[char]) -> bool {
        let mut tags = self.facts.project().tags.iter();
        let tag = tags.find(|it| it.name == name);
        tag.and_then(crate::area).is_some_and(|it| areas.contains(&it))
    }
}
