//! The names and locations in a question.

use crate::{
    Facts,
    common::is_common,
    kinds::kind_of,
    mention::{Mention, mentions, whole_names},
    resolve::{Owner, Subject},
};

/// Words before the number of a rung.
const RUNG: &[&str] =
    &["rung", "network", "netzwerk", "strompfad", "sprosse", "sheet", "blatt", "nw"];

/// The beginning of an address, and the words for it before a number.
const AREAS: &[(&str, &[&str])] = &[
    ("I", &["i", "e", "input", "eingang"]),
    ("Q", &["q", "a", "output", "ausgang"]),
    ("M", &["m", "flag", "marker", "merker"]),
    ("DB", &["db", "datenbaustein"]),
    ("FB", &["fb"]),
    ("FC", &["fc"]),
    ("OB", &["ob"]),
];

/// A question with more words is long.
pub(crate) const LONG: usize = 8;
/// Maximum number of words that form one name.
const JOINED_MAX: usize = 4;

/// A question as words, and the possible names in it.
pub(crate) struct Reader<'a> {
    facts: &'a Facts,
    pub(crate) question: &'a str,
    pub(crate) mentions: Vec<Mention>,
    /// The mentions in lower case.
    pub(crate) words: Vec<String>,
    pub(crate) owners: Vec<Owner>,
    rung: Option<(usize, u32)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(facts: &'a Facts, question: &'a str) -> Self {
        let mentions = whole_names(facts, question, mentions(question));
        let words: Vec<String> = mentions.iter().map(Mention::word).collect();
        let owners = facts.owners(&words);
        let rung = words.iter().enumerate().find_map(|(at, word)| {
            let number = words.get(at + 1)?.parse().ok()?;
            RUNG.contains(&word.as_str()).then_some((at + 1, number))
        });
        Self { facts, question, mentions, words, owners, rung }
    }

    /// The exact name in the question: of code or of a value first. Mentions in `skip` belong to
    /// another name.
    pub(crate) fn exact(&self, code: bool, skip: &[usize]) -> Option<Chosen> {
        if skip.is_empty()
            && let Some(found) = self.rung_named()
        {
            return Some(found);
        }
        let found = if code {
            self.code(skip).or_else(|| self.value(skip))
        } else {
            self.value(skip).or_else(|| self.code(skip))
        };
        found.or_else(|| self.address(skip))
    }

    /// A text in the shape of an address, in one word or two: `Q0.3`, `DB 10`, `Eingang 0.3`.
    fn address(&self, skip: &[usize]) -> Option<Chosen> {
        let mentions = self.mentions.iter().enumerate();
        mentions.filter(|(at, _)| !skip.contains(at)).find_map(|(at, mention)| {
            let area = |at: &usize| {
                // `A 0.3` is an output; `a 0.3 s delay` is not an address.
                let text = &self.mentions[*at].text;
                let is_word = text.len() > 1 || text.starts_with(|it: char| it.is_uppercase());
                let found = AREAS.iter().find(|it| it.1.contains(&self.words[*at].as_str()));
                found.filter(|_| is_word)
            };
            let begins_with_digit = mention.text.starts_with(|it: char| it.is_ascii_digit());
            let before = at.checked_sub(1).filter(|_| begins_with_digit);
            if let Some((before, (letter, _))) = before.and_then(|it| Some((it, area(&it)?))) {
                let written = format!("{letter}{}", mention.text);
                if let Some(subject) = self.facts.addressed(&written) {
                    return Some(Chosen { subject, written, used: vec![before, at] });
                }
            }
            let subject = self.facts.addressed(&mention.text).filter(|_| mention.is_path)?;
            Some(Chosen { subject, written: mention.text.clone(), used: vec![at] })
        })
    }

    /// Words that form one name together: `line speed` means `Line_Speed`.
    pub(crate) fn joined(&self) -> Option<Chosen> {
        let count = self.mentions.len();
        let windows = (2..=JOINED_MAX.min(count)).rev();
        windows.flat_map(|width| (0..=count - width).map(move |at| at..at + width)).find_map(|at| {
            let words: Vec<&str> =
                self.mentions[at.clone()].iter().map(|it| it.text.as_str()).collect();
            if words.iter().all(|word| is_common(&word.to_lowercase())) {
                return None;
            }
            let written = words.join(" ");
            let subject = ["_", ""].iter().find_map(|mark| {
                let name = words.join(mark);
                let code = || self.facts.code_called(&name, None);
                self.facts.value_called(&name).or_else(code)
            })?;
            Some(Chosen { subject, written, used: at.collect() })
        })
    }

    /// A common word that is the name of a value.
    pub(crate) fn common_name(&self, at: usize) -> Option<Chosen> {
        let written = self.mentions[at].text.clone();
        let is_number = self.words[at].chars().all(char::is_numeric);
        let code = || self.facts.code_called(&written, None);
        let subject = self.facts.value_called(&written).or_else(code).filter(|_| !is_number)?;
        Some(Chosen { subject, written, used: vec![at] })
    }

    /// The mentions of other objects of the project.
    pub(crate) fn other_names(&self, used: &[usize]) -> Vec<usize> {
        let is_name = |at: &usize| {
            let mention = &self.mentions[*at];
            mention.is_path
                && !used.contains(at)
                && (self.facts.value_called(&mention.text).is_some()
                    || self.facts.code_called(mention.text.trim_matches('"'), None).is_some())
        };
        (0..self.mentions.len()).filter(is_name).collect()
    }

    /// The question with these mentions masked.
    pub(crate) fn masked(&self, used: &[usize]) -> String {
        let mut text = String::new();
        let mut end = 0;
        for (at, mention) in self.mentions.iter().enumerate() {
            let is_number = self.words[at].chars().all(char::is_numeric);
            if used.contains(&at) && !is_number && mention.at.start >= end {
                text += &self.question[end..mention.at.start];
                text += " {x} ";
                end = mention.at.end;
            }
        }
        text += &self.question[end..];
        text
    }

    /// The words of the question with its signs of comparison, which are no mentions: `> 5 s`.
    pub(crate) fn compared(&self) -> Vec<String> {
        let mut text = String::new();
        let mut before = ' ';
        for char in self.question.chars().flat_map(char::to_lowercase) {
            let [is, was] = [char, before].map(|it| "<>=≥≤≠".contains(it));
            if is != was {
                text.push(' ');
            }
            text.push(char);
            before = char;
        }
        let bare = |word: &str| {
            word.trim_matches(['?', '!', ';', '"']).trim_end_matches(['.', ',']).to_owned()
        };
        text.split_whitespace().map(bare).collect()
    }

    /// The words that are no part of a name, for what they ask.
    pub(crate) fn rest(&self, used: &[usize]) -> Vec<String> {
        let words = self.words.iter().enumerate();
        let rest = words.filter(|(at, _)| !used.contains(at));
        rest.map(|(_, word)| word.clone()).collect()
    }

    /// The positions of the words with content, without those of a name.
    pub(crate) fn content(&self, used: &[usize]) -> Vec<usize> {
        let words = self.mentions.iter().zip(&self.words).enumerate();
        words
            .filter(|(at, (mention, word))| {
                let is_telling = mention.is_path || !is_common(word);
                is_telling && !used.contains(at) && !word.starts_with(|it: char| it.is_numeric())
            })
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether a word of a long question has a name's letters in lower case: "the line" is not the program
    /// `Line`.
    fn is_other_case(&self, at: usize, name: &str) -> bool {
        let own = name.rsplit(['/', '.']).next().unwrap_or(name);
        let text = &self.mentions[at].text;
        self.words.len() > LONG && *text == self.words[at] && text != own
    }

    /// A rung, network or sheet by its number.
    fn rung_named(&self) -> Option<Chosen> {
        let (at, number) = self.rung?;
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
        Some(Chosen { subject: subject.unwrap_or(Subject::Unknown(Vec::new())), written, used })
    }

    /// The rung with this number, if only one routine has it.
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

    /// A value with exactly this name.
    fn value(&self, skip: &[usize]) -> Option<Chosen> {
        let mut best: Option<(u8, Chosen)> = None;
        for (at, mention) in self.mentions.iter().enumerate() {
            if self.words[at].chars().all(char::is_numeric) || skip.contains(&at) {
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
            // A word that is only a name is preferred to a common one, and a name that is also an
            // owner's is the owner if there is another name.
            let is_owner = self.owners.iter().any(|it| it.mentions.contains(&at));
            let score = 4 * u8::from(!is_common)
                + 2 * u8::from(mention.is_path)
                + u8::from(used.len() > 1 || !is_owner);
            // Of two words, the later one is closer to "… of the block …".
            if best.as_ref().is_none_or(|(than, ..)| score >= *than + u8::from(!is_common)) {
                let written = mention.text.clone();
                best = Some((score, Chosen { subject, written, used }));
            }
        }
        best.map(|it| it.1)
    }

    /// The meaning of a capitalised common word within a question, in the exact spelling of the
    /// project: "What writes Out?".
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

    /// The meaning of a mention in a program or a block that the question names.
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

    /// Code with exactly this name.
    fn code(&self, skip: &[usize]) -> Option<Chosen> {
        let is_free = |owner: &&Owner| !owner.mentions.clone().any(|at| skip.contains(&at));
        let named = self.owners.iter().filter(is_free).filter(|owner| {
            owner.mentions.len() > 1 || {
                let at = owner.mentions.start;
                self.mentions[at].is_path
                    || (!is_common(&self.words[at]) && !self.is_other_case(at, &owner.name))
            }
        });
        for owner in named {
            let written = self.mentions[owner.mentions.start].text.clone();
            let name = if owner.mentions.len() == 1 { &written } else { &owner.name };
            if let Some(subject) = self.facts.code_called(name.trim_matches('"'), None) {
                let used = owner.mentions.clone().collect();
                return Some(Chosen { subject, written: owner.name.clone(), used });
            }
        }
        for (at, mention) in self.mentions.iter().enumerate() {
            let is_word = is_common(&self.words[at])
                || kind_of(&self.words[at]).is_some()
                || (self.words.len() > LONG && mention.text == self.words[at]);
            if (!mention.is_path && is_word) || skip.contains(&at) {
                continue;
            }
            if let Some(subject) = self.facts.code_called(mention.text.trim_matches('"'), None) {
                let written = mention.text.clone();
                return Some(Chosen { subject, written, used: vec![at] });
            }
        }
        None
    }
}

/// The subject of a question.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub(crate) subject: Subject,
    /// As written in the question.
    pub(crate) written: String,
    /// The mentions of the subject.
    pub(crate) used: Vec<usize>,
}
