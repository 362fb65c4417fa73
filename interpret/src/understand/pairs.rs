//! Two things that are compared, in other words than their names: "conveyor 1 and 2", "Limo und Cola".

use tagbridge_api::query::Query;

use super::{Sentence, reading::is_single, states};
use crate::{Asked, common::is_one_of, reader::Reader, resolve::Subject};

/// Words that compare.
const COMPARES: &str = "difference differences differ differs different compare compared comparing comparison versus vs \
    unterschied unterschiede unterschieden unterscheiden unterscheidet vergleich vergleiche vergleichen anders verschieden \
    abweichung abweichungen identical identisch unterschiedlich";
/// Words between two things.
const LINKS: &str = "and und vs versus with mit to zu from von than als or oder gegenüber bzw";
/// Maximum number of compared pairs.
const PAIRS_MAX: usize = 3;

impl Sentence<'_> {
    /// A comparison of two things.
    pub(super) fn pair(&self) -> Option<Asked> {
        let reader = self.reader;
        let compares = reader.words.iter().any(|word| is_one_of(word, COMPARES));
        if !compares || self.before.chosen.is_some() {
            return None;
        }
        let links = (1..reader.words.len()).filter(|at| is_one_of(&reader.words[*at], LINKS));
        links.into_iter().find_map(|at| {
            let at = &reader.mentions[at].at;
            self.compared(&reader.question[..at.start], &reader.question[at.end..])
        })
    }

    fn compared(&self, left: &str, right: &str) -> Option<Asked> {
        let [first, second] = [left, right].map(|it| telling(&Reader::new(self.facts, it)));
        if first.is_empty() || second.is_empty() {
            return None;
        }
        if let Some(queries) = self.states(&first, &second) {
            return Some(Asked { queries, ..self.asked.clone() });
        }
        // What one side leaves out is said on the other: "conveyor 1 and 2", "upper and lower limit".
        let mut tries = vec![(first.join(" "), second.join(" "))];
        let is_number = |word: &String| word.chars().all(|it| it.is_ascii_digit());
        if second.len() < first.len() || second.iter().all(is_number) {
            let kept = first.len().saturating_sub(second.len()).max(1);
            let whole = [&first[..kept], &second[..]].concat().join(" ");
            tries.push((first.join(" "), whole));
        }
        if first.len() < second.len() {
            let whole = [&first[..], &second[first.len()..]].concat().join(" ");
            tries.push((whole, second.join(" ")));
        }
        tries.into_iter().find_map(|(one, other)| {
            let pairs = self.pairs(&one, &other);
            let first = pairs.first()?;
            let is_said = |said: &str, name: &str| name.eq_ignore_ascii_case(said);
            let mut taken_for = Vec::new();
            for (said, name) in [(&one, &first.0), (&other, &first.1)] {
                if pairs.len() == 1 && !is_said(said, name) {
                    taken_for.push((said.clone(), name.clone()));
                }
            }
            let query = |(name, with)| Query::Compare { name, with };
            let queries = pairs.into_iter().take(PAIRS_MAX).map(query).collect();
            Some(Asked { queries, taken_for, ..self.asked.clone() })
        })
    }

    /// Two states of one machine, such as two recipes: what the code does in each.
    fn states(&self, one: &[String], other: &[String]) -> Option<Vec<Query>> {
        self.facts.logic().machines().iter().find_map(|machine| {
            let first = states::labelled(self.facts, machine, one)?;
            let second = states::labelled(self.facts, machine, other)?;
            let query = |state: String| Query::Sequence {
                name: machine.subject.clone(),
                state: Some(state),
            };
            (first != second).then(|| vec![query(first), query(second)])
        })
    }

    /// The names that two texts may mean, in pairs of the same form.
    fn pairs(&self, one: &str, other: &str) -> Vec<(String, String)> {
        let [first, second] = [one, other].map(|it| self.meant_by(it));
        if let ([one], [other]) = (first.as_slice(), second.as_slice()) {
            return if one == other { Vec::new() } else { vec![(one.clone(), other.clone())] };
        }
        let form = |name: &str, said: &str| {
            let said = crate::words::words(said);
            let mut own = crate::words::words(name);
            own.retain(|it| !said.contains(it));
            own
        };
        let mut pairs = Vec::new();
        for name in &first {
            let own = form(name, one);
            let is_like = |it: &&String| *it != name && form(it, other) == own;
            if let Some(found) = second.iter().find(is_like) {
                pairs.push((name.clone(), found.clone()));
            }
        }
        pairs
    }

    /// The names that a text may mean.
    fn meant_by(&self, text: &str) -> Vec<String> {
        let question = format!("what is {text}");
        let reader = Reader::new(self.facts, &question);
        let sentence = Sentence { reader: &reader, asked: self.asked.clone(), ..*self };
        let Some(chosen) = sentence.reading().chosen else { return Vec::new() };
        match &chosen.subject {
            Subject::Several(names) => names.clone(),
            subject if is_single(subject) => {
                vec![self.facts.name_of(subject, &chosen.written)]
            }
            _ => Vec::new(),
        }
    }
}

/// The words of a text that say which thing is meant.
fn telling(reader: &Reader<'_>) -> Vec<String> {
    let content = reader.content(&[]);
    let is_telling = |at: &usize| {
        let word = &reader.words[*at];
        let is_number = word.chars().all(|it| it.is_ascii_digit());
        (content.contains(at) || is_number) && !is_one_of(word, COMPARES)
    };
    let all = (0..reader.words.len()).filter(is_telling);
    all.map(|at| reader.mentions[at].text.clone()).collect()
}
