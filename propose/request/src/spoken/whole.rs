//! All sentences of a request: the changes, and the statements before them.

use super::{
    KnownNames,
    clause::Clause,
    combined::combined,
    described::{described, words_of},
    lexicon::{Token, tokens},
    rules::{about_that, rule, split},
    sentences::{parts, with_remark},
    story::{is_aside, is_remark, is_restraint, is_state, is_told},
};
use crate::{
    ChangeRequest, RequestedChange,
    words::{RequestWord, words},
};

/// The changes in a sentence, in order; `None` if a part is not understood.
pub(crate) fn understand(prompt: &str, names: &dyn KnownNames) -> Option<Vec<ChangeRequest>> {
    if let Some(request) = combined(prompt, names) {
        return Some(vec![request]);
    }
    let parts = parts(&with_remark(prompt));
    let (mut all, mut story): (Vec<ChangeRequest>, Story) = (Vec::new(), Story::default());
    for (at, part) in parts.iter().enumerate() {
        if is_restraint(part) {
            continue;
        }
        let before = all.last().and_then(|it| it.get("output")).map(ToOwned::to_owned);
        let is_begin = before.is_none() && !is_told(part);
        let found = story
            .about(part, names)
            .or_else(|| split(&story.with_noun(part)?, names, None))
            .filter(|_| is_begin)
            .or_else(|| split(part, names, before.as_deref()))
            .or_else(|| story.subject_of(part, names).filter(|_| before.is_none()));
        // A statement before the sentence that asks.
        let is_story = all.is_empty() && at + 1 < parts.len() && is_told(part);
        let is_vague = |it: &Vec<ChangeRequest>| {
            it.iter().all(|it| it.slots().all(|(_, value)| !names.is_known(value)))
        };
        let asks_later = || parts[at + 1..].iter().any(|it| !is_told(it) && !is_restraint(it));
        let is_background =
            |found: &Vec<ChangeRequest>| is_vague(found) || (is_state(part) && asks_later());
        match found {
            Some(found) if !(is_story && is_background(&found)) => {
                let found = found.into_iter().map(|it| story.extended(it, names));
                all.extend(found.map(|it| story.placed(it)));
            }
            _ if is_story => story.tell(part, names),
            _ if !all.is_empty() && (is_aside(part, names) || is_remark(part, names)) => {}
            _ => return scaling(&parts, names),
        }
    }
    (!all.is_empty()).then_some(all)
}

/// A range whose numbers and name are in different sentences: "The sensor is 0..10 bar now. Adapt the
/// scaling."
fn scaling(parts: &[String], names: &dyn KnownNames) -> Option<Vec<ChangeRequest>> {
    let whole = parts.iter().map(|it| it.trim_end_matches('.')).collect::<Vec<_>>().join(" ");
    let words = words(&whole);
    let tokens = tokens(&words, names);
    let request = rule(&mut Clause::new(words, tokens, names))?;
    (parts.len() > 1 && request.kind == RequestedChange::Scale).then(|| vec![request])
}

/// What the statements before a request say.
#[derive(Default)]
struct Story {
    /// The names in them, in order.
    names: Vec<String>,
    /// The routine or block that they are about.
    place: Option<String>,
    /// Whether they say that nothing uses these names.
    is_unused: bool,
}

impl Story {
    fn tell(&mut self, part: &str, names: &dyn KnownNames) {
        let words = words(part);
        let mut clause = Clause::new(words.clone(), tokens(&words, names), names);
        clause.separate_place();
        self.place = clause.place.take().or(self.place.take());
        self.is_unused |= clause.has("unused");
        // Exact names are more certain than descriptions.
        self.names.extend(clause.names());
        self.names.sort_by_key(|it| words_of(it).is_some());
    }

    /// An order about a contact of the story, in the rung of the only name of the order: "turn it round in
    /// the ready condition".
    fn about(&self, part: &str, names: &dyn KnownNames) -> Option<Vec<ChangeRequest>> {
        let subject = self.names.first()?;
        let words = words(part);
        let mut tokens = tokens(&words, names);
        let count = tokens.iter().filter(|it| matches!(it, Token::Name(_))).count();
        let is_place = |it: &[Token]| matches!(it, [Token::RequestWord("of"), Token::Name(_)]);
        if count != 1 || !tokens.windows(2).any(is_place) {
            return None;
        }
        tokens.insert(0, Token::Name(subject.clone()));
        let request = rule(&mut Clause::new(words, tokens, names))?;
        let is_contact = matches!(
            request.kind,
            RequestedChange::Invert | RequestedChange::Polarity | RequestedChange::Take
        );
        // "At each fault, it counts up."
        let is_count =
            request.get("count").is_some() && request.get("output") == Some(subject.as_str());
        (is_contact || is_count).then(|| vec![request])
    }

    /// A sentence about one of the names of the story, the first one that fits.
    fn subject_of(&self, part: &str, names: &dyn KnownNames) -> Option<Vec<ChangeRequest>> {
        let is_name = |it: &Token| matches!(it, Token::Name(_));
        let tokens = tokens(&words(part), names);
        let removes = tokens.contains(&Token::RequestWord("remove"));
        // "A and B are not used. Delete them."
        let exact = self.names.iter().filter(|it| words_of(it).is_none());
        if let (true, true, false, [first, more @ ..]) = (
            self.is_unused,
            removes,
            tokens.iter().any(is_name),
            exact.cloned().collect::<Vec<_>>().as_slice(),
        ) {
            let slots = [("noun", "tag"), ("name", first.as_str())];
            let mut request = ChangeRequest::of(RequestedChange::Delete, &slots);
            if !more.is_empty() {
                request.set("more", more.join("\n"));
            }
            return Some(vec![request]);
        }
        self.names.iter().find_map(|it| {
            split(part, names, Some(it)).or_else(|| about_that(part, names, it.clone()))
        })
    }

    /// A condition with the noun of the story in place of its pronoun: "only when it is on".
    fn with_noun(&self, part: &str) -> Option<String> {
        const WHEN: [&str; 8] =
            ["when", "if", "while", "wenn", "falls", "solange", "sobald", "until"];
        let subject = self.names.first()?;
        let noun = words_of(subject).map_or_else(|| subject.clone(), |it| it.join(" "));
        let words = words(part);
        let is_it = |pair: &[RequestWord]| {
            WHEN.iter().any(|it| pair[0].is(it))
                && ["it", "er", "sie", "es"].iter().any(|it| pair[1].is(it))
        };
        let at = words.windows(2).position(is_it)? + 1;
        let it = words[at].at.clone();
        Some(format!("{}{noun}{}", &part[..it.start], &part[it.end..]))
    }

    /// A description of a value, with the description of the thing of the story: "The clamp is slow. Closing
    /// time to 450 ms."
    fn extended(&self, mut request: ChangeRequest, names: &dyn KnownNames) -> ChangeRequest {
        let own = request.get("tag").and_then(words_of);
        let (Some(own), RequestedChange::SetValue) = (own, request.kind) else { return request };
        let whole = self.names.iter().filter_map(|it| words_of(it)).find_map(|before| {
            let count = before.len();
            let all = [before, own.clone()].concat();
            let best = names.meant(&all).into_iter().next()?;
            let has = |is: &dyn Fn(usize) -> bool| best.rests_on.iter().any(|it| is(*it));
            (has(&|it| it < count) && has(&|it| it >= count)).then_some(all)
        });
        if let Some(whole) = whole {
            request.set("tag", described(&whole));
        }
        request
    }

    /// A change in the routine or block of the story, where it names no other place.
    fn placed(&self, mut request: ChangeRequest) -> ChangeRequest {
        if let Some(place) = &self.place
            && request.get("place").is_none()
            && !matches!(request.kind, RequestedChange::Rename | RequestedChange::Duplicate)
        {
            request.set("place", place.clone());
        }
        request
    }
}
