//! What a question is about, and what it asks.

mod about;

use crate::{
    Facts, Intent, Language,
    intent::{asks_for_a_change, detect, is_common},
    kind,
    language::language_of,
    mention::{Mention, mentions, whole_names},
    resolve::{Owner, Subject},
};

pub use about::{about, source};

/// What is known from before a question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Before<'a> {
    /// What the last question of the conversation was about, by name: "and why is it off?".
    pub subject: Option<&'a str>,
    /// What a person chose, who was asked which of several is meant.
    pub chosen: Option<&'a str>,
    /// What the last question was asked in: two words hardly tell.
    pub language: Option<Language>,
}

/// A question that is understood, as far as it can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub intent: Intent,
    /// What it is asked in.
    pub language: Language,
    /// What it is about, as the project writes it.
    pub name: Option<String>,
    pub(crate) subject: Option<Subject>,
    /// What was written, where the project has only something like that.
    pub(crate) taken_for: Option<String>,
    /// The words to look for, of a question that looks for words.
    pub(crate) words: Vec<String>,
}

/// Words that stand before a rung's number.
const RUNG: &[&str] =
    &["rung", "network", "netzwerk", "strompfad", "sprosse", "sheet", "blatt", "nw"];

/// Finds out what a question is about, and what it asks.
pub fn understand(facts: &Facts, question: &str, before: &Before<'_>) -> Asked {
    Reader::new(facts, question).read(before)
}

struct Reader<'a> {
    facts: &'a Facts,
    mentions: Vec<Mention>,
    words: Vec<String>,
    owners: Vec<Owner>,
    rung: Option<(usize, u32)>,
}

impl<'a> Reader<'a> {
    fn new(facts: &'a Facts, question: &str) -> Self {
        let mentions = whole_names(facts, question, mentions(question));
        let words: Vec<String> = mentions.iter().map(Mention::word).collect();
        let owners = facts.owners(&words);
        let rung = words.iter().enumerate().find_map(|(at, word)| {
            let number = words.get(at + 1)?.parse().ok()?;
            RUNG.contains(&word.as_str()).then_some((at + 1, number))
        });
        Self { facts, mentions, words, owners, rung }
    }

    fn read(&self, before: &Before<'_>) -> Asked {
        let mut language = language_of(&self.words);
        if self.words.len() <= 2 {
            language = before.language.unwrap_or(language);
        }
        let asked = |intent, subject: Option<Subject>| Asked {
            intent,
            language,
            name: None,
            subject,
            taken_for: None,
            words: self.content(),
        };
        if asks_for_a_change(&self.words) {
            return asked(Intent::Change, None);
        }
        if let Some(chosen) = before.chosen {
            let (_, used) = self.subject_of(false);
            let intent = detect(&self.rest(&used), true);
            let subject = self.of_name(chosen, intent);
            return self.named(asked(intent, Some(subject)), None);
        }
        // Most questions are about something with a value; whether one is about code only its words
        // tell, and which words there are depends on which of them are the name.
        let (found, used) = self.of_kind().unwrap_or_else(|| self.subject_of(false));
        let is_surely_named = found.as_ref().is_some_and(|it| it.is_sure);
        let alone = detect(&self.rest(&used), false);
        if !is_surely_named && !alone.has_subject() && alone != Intent::Unknown {
            return asked(alone, None);
        }
        let has_name = found.is_some() || before.subject.is_some() || self.rung.is_some();
        let mut intent = detect(&self.rest(&used), has_name);
        let (mut found, used) =
            if intent.is_about_code() { self.subject_of(true) } else { (found, used) };
        if intent.is_about_code() {
            intent = detect(&self.rest(&used), has_name);
        }
        if intent == Intent::Find {
            return asked(intent, found.map(|it| it.subject));
        }
        if found.is_none()
            && intent.has_subject()
            && let Some(name) = before.subject
        {
            let subject = self.of_name(name, intent);
            found = Some(Chosen { subject, written: name.to_owned(), is_sure: true });
        }
        match found {
            Some(it) => {
                let written = (!it.is_sure).then_some(it.written);
                self.named(asked(intent, Some(it.subject)), written)
            }
            None => asked(if intent.has_subject() { Intent::Unknown } else { intent }, None),
        }
    }

    /// With its subject's own name.
    fn named(&self, asked: Asked, taken_for: Option<String>) -> Asked {
        let logic = self.facts.logic();
        let project = self.facts.project();
        let name = match &asked.subject {
            Some(Subject::Place(id)) => Some(logic.place(*id)),
            Some(Subject::Declared(name) | Subject::Called(name)) => Some(name.clone()),
            Some(Subject::Units(units)) => match units.as_slice() {
                [one] => Some(logic.name(*one)),
                [first, ..] => Some(logic.path(logic.index.unit(*first).routine)),
                [] => None,
            },
            Some(Subject::Block(at)) => Some(project.blocks[*at].name.clone()),
            Some(Subject::Type(at)) => Some(project.data_types[*at].name.clone()),
            Some(Subject::Several(_)) | None => None,
            Some(Subject::Unknown(_)) => taken_for.clone(),
        };
        Asked { name, taken_for, ..asked }
    }

    /// What somebody means who writes nothing but this name.
    fn of_name(&self, name: &str, intent: Intent) -> Subject {
        let value = || self.facts.value_called(name);
        let code = || self.facts.code_called(name, None);
        let found =
            if intent.is_about_code() { code().or_else(value) } else { value().or_else(code) };
        found.unwrap_or_else(|| self.facts.likely(name))
    }

    /// The words that are no part of a name, for what they ask.
    fn rest(&self, used: &[usize]) -> Vec<String> {
        let words = self.words.iter().enumerate();
        let rest = words.filter(|(at, _)| !used.contains(at));
        rest.map(|(_, word)| word.clone()).collect()
    }

    /// The words that say something.
    fn content(&self) -> Vec<String> {
        let words = self.mentions.iter().zip(&self.words);
        let content = words.filter(|(mention, word)| mention.is_path || !is_common(word));
        content.map(|(mention, _)| mention.text.clone()).collect()
    }

    /// Something that is named by its kind alone, where nothing is called so.
    fn of_kind(&self) -> Option<(Option<Chosen>, Vec<usize>)> {
        let (at, places) = kind::of_kind(self.facts, &self.words)?;
        let written = self.mentions[at].text.clone();
        if self.value().is_some() || self.rung.is_some() {
            return None;
        }
        let subject = match places.as_slice() {
            [one] => Subject::Place(*one),
            several => self.facts.several(several),
        };
        Some((Some(Chosen { subject, written, is_sure: true }), vec![at]))
    }

    /// What the question is about, and the mentions that say so; code first where it asks of code.
    fn subject_of(&self, code: bool) -> (Option<Chosen>, Vec<usize>) {
        if let Some((at, number)) = self.rung {
            let mut used: Vec<usize> = vec![at];
            let owner = self.owners.iter().find(|it| !it.mentions.contains(&at));
            used.extend(owner.iter().flat_map(|it| it.mentions.clone()));
            let subject = owner.map_or_else(
                || self.rung_anywhere(number),
                |owner| self.facts.code_called(&owner.name, Some(number)),
            );
            let written = owner.map_or_else(
                || format!("{} {number}", self.words[at - 1]),
                |it| format!("{}:{number}", it.name),
            );
            let subject = subject.unwrap_or(Subject::Unknown(None));
            let is_sure = !matches!(subject, Subject::Unknown(_));
            return (Some(Chosen { subject, written, is_sure }), used);
        }
        if code && let Some(found) = self.code() {
            return found;
        }
        if let Some(found) = self.value() {
            return found;
        }
        if let Some(found) = self.code() {
            return found;
        }
        let guess = self.guess();
        match &guess {
            (Some(it), used) if code && matches!(it.subject, Subject::Unknown(_)) => {
                match self.facts.code_like(&it.written) {
                    Some(subject) => (Some(Chosen { subject, ..it.clone() }), used.clone()),
                    None => guess,
                }
            }
            _ => guess,
        }
    }

    /// The rung of this number, where one routine alone has it.
    fn rung_anywhere(&self, number: u32) -> Option<Subject> {
        let logic = self.facts.logic();
        let units: Vec<String> = logic
            .index
            .units()
            .map(|(id, _)| id)
            .filter(|id| logic.cite(*id, tagbridge_logic::Span::new(0, 0)).rung == Some(number))
            .map(|id| logic.name(id))
            .collect();
        match units.as_slice() {
            [] => None,
            [one] => self.facts.code_called(one, None),
            _ => Some(Subject::Several(units.into_iter().take(4).collect())),
        }
    }

    /// Something with a value that is called exactly so.
    fn value(&self) -> Option<(Option<Chosen>, Vec<usize>)> {
        let mut best: Option<(u8, Chosen, Vec<usize>)> = None;
        for (at, mention) in self.mentions.iter().enumerate() {
            if self.words[at].chars().all(char::is_numeric) {
                continue;
            }
            let is_common = !mention.is_path && is_common(&self.words[at]);
            let (subject, used) = match self.in_owner(at) {
                Some(found) => found,
                None if is_common => match self.spelled_as_declared(at) {
                    Some(subject) => (subject, vec![at]),
                    None => continue,
                },
                None => match self.facts.value_called(&mention.text) {
                    Some(subject) => (subject, vec![at]),
                    None => continue,
                },
            };
            // A word that nobody writes for anything else is a name before one that may be, and
            // what is called like its owner is meant as the owner where something else is there.
            let is_owner = self.owners.iter().any(|it| it.mentions.contains(&at));
            let score = 4 * u8::from(!is_common)
                + 2 * u8::from(mention.is_path)
                + u8::from(used.len() > 1 || !is_owner);
            // Of two words the later is nearer to "… of the block …".
            if best.as_ref().is_none_or(|(than, ..)| score >= *than + u8::from(!is_common)) {
                let written = mention.text.clone();
                best = Some((score, Chosen { subject, written, is_sure: true }, used));
            }
        }
        best.map(|(_, chosen, used)| (Some(chosen), used))
    }

    /// What a common word means that begins with a capital, inside of a question, exactly as the
    /// project spells it: "What writes Out?".
    fn spelled_as_declared(&self, at: usize) -> Option<Subject> {
        let text = &self.mentions[at].text;
        let is_name = at > 0 && text.starts_with(char::is_uppercase) && text.is_ascii();
        let subject = self.facts.value_called(text).filter(|_| is_name)?;
        let logic = self.facts.logic();
        let is_so = |name: &str| {
            name.strip_suffix(text.as_str())
                .is_some_and(|before| before.is_empty() || before.ends_with(['.', '#', ':', '?']))
        };
        let spelled = match &subject {
            Subject::Place(place) => is_so(&logic.place(*place)),
            Subject::Declared(name) => is_so(name),
            Subject::Several(names) => names.iter().all(|name| is_so(name)),
            _ => false,
        };
        spelled.then_some(subject)
    }

    /// What a mention means in a program or a block that the question names beside it.
    fn in_owner(&self, at: usize) -> Option<(Subject, Vec<usize>)> {
        let owners = self.owners.iter().filter(|it| !it.mentions.contains(&at));
        owners.into_iter().find_map(|owner| {
            let name = &self.mentions[at].text;
            let place = self.facts.place_in(&owner.name, name).map(Subject::Place);
            let declared = || {
                let is_path = self.mentions[at].is_path || !is_common(&self.words[at]);
                let mut found =
                    is_path.then(|| self.facts.members_called(Some(&owner.name), name))?;
                found.pop().map(Subject::Declared)
            };
            let used = owner.mentions.clone().chain([at]).collect();
            Some((place.or_else(declared)?, used))
        })
    }

    /// Code that is called exactly so.
    fn code(&self) -> Option<(Option<Chosen>, Vec<usize>)> {
        let named = self.owners.iter().filter(|owner| {
            owner.mentions.len() > 1 || {
                let at = owner.mentions.start;
                self.mentions[at].is_path || !is_common(&self.words[at])
            }
        });
        for owner in named {
            let written = self.mentions[owner.mentions.start].text.clone();
            let name = if owner.mentions.len() == 1 { &written } else { &owner.name };
            if let Some(subject) = self.facts.code_called(name.trim_matches('"'), None) {
                let used = owner.mentions.clone().collect();
                return Some((
                    Some(Chosen { subject, written: owner.name.clone(), is_sure: true }),
                    used,
                ));
            }
        }
        for (at, mention) in self.mentions.iter().enumerate() {
            if !mention.is_path && is_common(&self.words[at]) {
                continue;
            }
            if let Some(subject) = self.facts.code_called(mention.text.trim_matches('"'), None) {
                let written = mention.text.clone();
                return Some((Some(Chosen { subject, written, is_sure: true }), vec![at]));
            }
        }
        None
    }

    /// What comes near to what is written.
    fn guess(&self) -> (Option<Chosen>, Vec<usize>) {
        let candidates: Vec<usize> = (0..self.mentions.len())
            .filter(|at| self.mentions[*at].is_path || !is_common(&self.words[*at]))
            .filter(|at| !self.words[*at].chars().all(char::is_numeric))
            .collect();
        if candidates.is_empty() {
            return (None, Vec::new());
        }
        let joined: Vec<&str> =
            candidates.iter().map(|at| self.mentions[*at].text.as_str()).collect();
        let joined = joined.join(" ");
        let mut tries: Vec<(String, Vec<usize>)> = Vec::new();
        if candidates.len() > 1 {
            tries.push((joined.clone(), candidates.clone()));
        }
        let paths = candidates.iter().filter(|at| self.mentions[**at].is_path);
        let words = candidates.iter().filter(|at| !self.mentions[**at].is_path);
        tries.extend(paths.chain(words).map(|at| (self.mentions[*at].text.clone(), vec![*at])));
        let mut unknown = None;
        for (written, used) in tries {
            match self.facts.likely(&written) {
                Subject::Unknown(nearest) => {
                    unknown = unknown.or(nearest.map(|it| (it, written, used)));
                }
                subject => {
                    return (Some(Chosen { subject, written, is_sure: false }), used);
                }
            }
        }
        let (nearest, written, used) = match unknown {
            Some((nearest, written, used)) => (Some(nearest), written, used),
            None => (None, joined, candidates),
        };
        (Some(Chosen { subject: Subject::Unknown(nearest), written, is_sure: false }), used)
    }
}

/// What a question is about.
#[derive(Debug, Clone)]
struct Chosen {
    subject: Subject,
    /// As the question writes it.
    written: String,
    /// Whether something in the project is called exactly so.
    is_sure: bool,
}
