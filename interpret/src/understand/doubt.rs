//! Sentences whose subject is doubtful, is one of several, or is only named by a state.

use tagbridge_api::query::{Aspect, ItemFilter, ItemKind, Query};

use super::{
    LISTS, SETTINGS, Sentence, compose, lists, reading, states, story, taken, text::sentences,
};
use crate::{
    Asked, Facts,
    asked::Open,
    classify::Intent,
    common::{is_common, is_one_of},
    mention::{Mention, mentions},
    reader::{Chosen, LONG, Reader},
    resolve::Subject,
    words::split,
};

/// Maximum number of words of a question that is only a name.
const NOUN_MAX: usize = 5;
/// Maximum number of names that are answered side by side where words may mean each of them.
const SEVERAL_MAX: usize = 3;

/// Leaves out a whole sequence, and a list of all names with a word, where a long question asks more.
pub(super) fn leave_out_dumps(facts: &Facts, question: &str, asked: &mut Asked) {
    let is_dump = |it: &Query| match it {
        Query::Sequence { state, .. } => state.is_none(),
        Query::Inventory { kind: ItemKind::Tags, filters } => {
            matches!(filters.as_slice(), [ItemFilter::Words { .. }])
        }
        _ => false,
    };
    if !asked.queries.iter().any(is_dump) {
        return;
    }
    if question.split_whitespace().count() <= LONG {
        return;
    }
    // A sentence that asks for the steps is asked by itself.
    let names_sequence = |text: &str| {
        let reader = Reader::new(facts, text);
        reader.words.iter().any(|it| states::is_of_sequence(it))
    };
    let mut parts = sentences(question).into_iter().filter(|it| it.asks);
    let part = parts.find(|it| names_sequence(&it.text)).map(|it| it.text);
    let reader = Reader::new(facts, part.as_deref().unwrap_or(question));
    let words = |it: &Query| match it {
        Query::Inventory { filters, .. } => {
            let of_filter = |it: &ItemFilter| match it {
                ItemFilter::Words { words } => words.join(" "),
                _ => String::new(),
            };
            filters.iter().map(of_filter).collect::<Vec<_>>().join(" ")
        }
        other => other.subject().unwrap_or_default().to_owned(),
    };
    let own: Vec<String> = asked.queries.iter().flat_map(|it| split(&words(it))).collect();
    let is_other = |at: &&usize| {
        let word = &reader.words[**at];
        !states::is_of_sequence(word) && !split(word).iter().all(|it| own.contains(it))
    };
    let content = reader.content(&[]);
    if content.iter().filter(is_other).count() >= reading::OTHERS {
        asked.queries.retain(|it| !is_dump(it));
        if asked.queries.is_empty() && asked.open.is_none() {
            asked.open = Some(Open::NotUnderstood);
        }
    }
}

/// The only one of several names whose program or block has a word of the question that those of the
/// others do not have: "PF525 … Start".
pub(super) fn in_named_unit<'a>(names: &'a [String], question: &str) -> Option<&'a str> {
    // A word is a part of a name where it is spelled like one.
    let mentions = mentions(question);
    let is_spelled = |it: &&Mention| it.is_path || it.text.chars().skip(1).any(char::is_uppercase);
    let said: Vec<String> =
        mentions.iter().filter(is_spelled).flat_map(|it| split(&it.text)).collect();
    let owner = |name: &str| name.rfind(['.', '#', '/']).map(|at| name[..at].to_owned());
    let score = |name: &String| {
        let own = split(&owner(name).unwrap_or_default());
        let is_telling = |it: &&String| it.chars().count() > 1 && !is_common(it);
        own.iter().filter(is_telling).filter(|it| said.contains(it)).count()
    };
    let most = names.iter().map(score).max().filter(|it| *it > 0)?;
    let mut best = names.iter().filter(|it| score(it) == most);
    let first = best.next()?;
    best.next().is_none().then_some(first)
}

impl Sentence<'_> {
    /// The words with content.
    pub(super) fn telling(&self) -> Vec<String> {
        let content = self.reader.content(&[]);
        content.iter().map(|at| self.reader.mentions[*at].text.clone()).collect()
    }

    /// Whether a sentence has many more words than those that mean its subject.
    pub(super) fn is_doubtful(&self, chosen: &Chosen) -> bool {
        self.reader.content(&chosen.used).len() >= reading::OTHERS
    }

    /// The same question about each of a few names that the words may mean; `None` if the user must
    /// choose.
    pub(super) fn of_several(
        &self,
        intent: Intent,
        names: &[String],
        chosen: &Chosen,
        taken_for: Option<&String>,
    ) -> Option<Asked> {
        taken_for?;
        let others = self.reader.content(&chosen.used).len();
        if others > 1 && chosen.used.len() == 1 {
            return Some(self.asked.clone().open(Open::NotUnderstood));
        }
        let is_sure = chosen.used.len() > 1 || others == 0;
        if names.len() > SEVERAL_MAX || !intent.has_subject() || !is_sure {
            return None;
        }
        let query = |name: &String| {
            let subject = self.facts.target(name, intent.is_about_code());
            let one = Chosen { subject, written: name.clone(), used: chosen.used.clone() };
            let is_single = reading::is_single(&one.subject);
            compose::compose(self.facts, self.reader, intent, Some(&one)).filter(|_| is_single)
        };
        let mut queries: Vec<Query> = names.iter().map(query).collect::<Option<_>>()?;
        queries.dedup();
        let written = taken_for.cloned().unwrap_or_default();
        let taken_for = queries.iter().filter_map(Query::subject);
        let taken_for = taken_for.map(|name| (written.clone(), name.to_owned())).collect();
        Some(Asked { queries, taken_for, ..self.asked.clone() })
    }

    /// A state that the sentence names without the name of its machine.
    pub(super) fn of_state(&self, intent: Intent, chosen: Option<&Chosen>) -> Option<Query> {
        let reader = self.reader;
        let is_exact = |it: &Chosen| it.used.iter().any(|at| reader.mentions[*at].is_path);
        if self.before.chosen.is_some() || chosen.is_some_and(is_exact) {
            return None;
        }
        let content = reader.content(&[]);
        let said: Vec<String> = content.iter().map(|at| reader.words[*at].clone()).collect();
        let asks =
            matches!(intent, Intent::States | Intent::WhyOff | Intent::WhyOn | Intent::Other);
        let has = |any: &'static str| reader.words.iter().any(|word| is_one_of(word, any));
        let is_order =
            has("after before nach vor danach davor next") && has("comes come kommt follows folgt");
        let asks_states = intent == Intent::States || is_order;
        let by_label = || states::of_label(self.facts, &said).filter(|_| asks_states);
        by_label().or_else(|| {
            let story = || states::of_story(self.facts, &reader.words, &said);
            story().filter(|_| asks || chosen.is_none())
        })
    }

    /// The same question about two things in other words than their names: "the key switch and the air
    /// valve".
    pub(super) fn of_two(&self, intent: Intent, chosen: Option<&Chosen>) -> Option<Asked> {
        let chosen = chosen.filter(|it| reading::is_single(&it.subject))?;
        let name = self.name(chosen);
        let is_of_two = matches!(intent, Intent::Path | Intent::Compare | Intent::States);
        if !intent.has_subject() || is_of_two {
            return None;
        }
        let reader = self.reader;
        let links =
            (1..reader.words.len()).filter(|at| is_one_of(&reader.words[*at], "and und or oder"));
        links.into_iter().find_map(|at| {
            let link = &reader.mentions[at].at;
            let sides = [&reader.question[..link.start], &reader.question[link.end..]];
            let [one, other] = sides.map(|it| story::told(self.facts, it, &self.asked, None));
            let (one, other) = (one?, other?);
            let is_it = one.name == name || other.name == name;
            if !is_it || one.name == other.name || one.is_exact || other.is_exact {
                return None;
            }
            let query = |told: &story::Told| {
                let subject = self.facts.target(&told.name, intent.is_about_code());
                let used = chosen.used.clone();
                let one = Chosen { subject, written: told.name.clone(), used };
                compose::compose(self.facts, reader, intent, Some(&one))
            };
            let queries = vec![query(&one)?, query(&other)?];
            let taken_for = [one, other].map(|it| (it.written, it.name)).to_vec();
            Some(Asked { queries, taken_for, ..self.asked.clone() })
        })
    }

    /// The same question about each of several exact names: "who calls A, B and C".
    pub(super) fn of_list(
        &self,
        intent: Intent,
        likely: &[(Intent, f32)],
        chosen: Option<&Chosen>,
    ) -> Option<Vec<Query>> {
        let listed = self.listed_with(chosen?);
        let is_of_two = |it: Intent| matches!(it, Intent::Path | Intent::Compare);
        let intent = match intent {
            // "what drives A and B" names no way between them.
            Intent::Path if !self.names_way() => {
                likely.iter().map(|it| it.0).find(|it| it.has_subject() && !is_of_two(*it))?
            }
            intent => intent,
        };
        if listed.len() < 2 || !intent.has_subject() || is_of_two(intent) {
            return None;
        }
        let composed =
            listed.iter().map(|it| compose::compose(self.facts, self.reader, intent, Some(it)));
        let mut queries: Vec<Query> = composed.collect::<Option<_>>()?;
        queries.dedup();
        let turns = |it: &Query| matches!(it, Query::Condition { .. } | Query::WhyNow { .. });
        let is_code = |it: &Chosen| matches!(it.subject, Subject::Block(_) | Subject::Units(_));
        // Code is neither on nor off.
        (!listed.iter().all(is_code) || !queries.iter().all(turns)).then_some(queries)
    }

    /// A question that is only a name in other words: "mixing time?".
    pub(super) fn of_noun(&self) -> Option<Asked> {
        let reader = self.reader;
        let is_kind =
            |word: &String| crate::kinds::kind_of(word).is_some_and(|it| it != ItemKind::Timers);
        let is_list = |word: &String| is_one_of(word, LISTS);
        if reader.words.len() > NOUN_MAX || reader.words.iter().any(|it| is_kind(it) || is_list(it))
        {
            return None;
        }
        let is_setting = |at: &usize| is_one_of(&reader.words[*at], SETTINGS);
        let mut content = reader.content(&[]);
        let is_of_list = |at: &usize| lists::is_about_list(&reader.words[*at]);
        let names_kind = |at: &usize| crate::kinds::kind_of(&reader.words[*at]).is_some();
        if content.iter().all(names_kind) || content.iter().any(is_of_list) {
            return None;
        }
        let settings: Vec<usize> = (0..reader.words.len()).filter(is_setting).collect();
        content.extend(&settings);
        content.sort_unstable();
        content.dedup();
        let reading = self.of_words(&content)?;
        let chosen = reading.chosen?;
        let name = self.name(&chosen);
        let query = match chosen.subject {
            Subject::Several(names) if names.len() > 1 => {
                return Some(self.asked.clone().open(Open::Which(names)));
            }
            Subject::Unknown(_) | Subject::Several(_) => return None,
            _ if settings.is_empty() => Query::Explain { name, aspect: Aspect::Declaration },
            _ => Query::Settings { name },
        };
        let taken_for = taken(&query, reading.taken_for);
        Some(Asked { queries: vec![query], taken_for, ..self.asked.clone() })
    }
}
