//! A text in quotes that is no name: the tag whose comment has it, or the code that writes it.

use tagbridge_api::query::Query;

use super::{Sentence, compose};
use crate::{
    Asked,
    asked::Open,
    classify::{Intent, classify},
    reader::Chosen,
    resolve::Subject,
};

impl Sentence<'_> {
    /// A question about such a text.
    pub(super) fn quoted(&self) -> Option<Asked> {
        let reader = self.reader;
        let at = (0..reader.mentions.len()).find(|at| {
            let text = &reader.mentions[*at].text;
            let is_name = || {
                self.facts.value_called(text).is_some()
                    || self.facts.code_called(text.trim_matches('"'), None).is_some()
            };
            text.contains(' ') && !is_name()
        })?;
        let written = reader.mentions[at].text.trim_matches('"').to_owned();
        let wanted = written.to_lowercase();
        let names = self.saying(&wanted);
        if names.len() != 1 {
            let logic = self.facts.logic();
            let mut code = logic.index.units().map(|(id, _)| logic.text(id));
            if code.any(|text| text.to_lowercase().contains(&wanted)) {
                return Some(self.asks(Query::Text { words: vec![written] }));
            }
            if names.is_empty() {
                return None;
            }
        }
        let likely = classify(&reader.masked(&[at]));
        let intent = likely.first().map_or(Intent::WhatIs, |it| it.0);
        let intent = if intent.has_subject() { intent } else { Intent::On };
        let [name] = names.as_slice() else {
            return Some(self.asked.clone().open(Open::Which(names)));
        };
        let subject = self.facts.target(name, false);
        if let Subject::Several(names) = subject {
            return Some(self.asked.clone().open(Open::Which(names)));
        }
        let chosen = Chosen { subject, written: written.clone(), used: vec![at] };
        let query = compose::compose(self.facts, reader, intent, Some(&chosen))?;
        let taken_for = vec![(written, name.clone())];
        Some(Asked { taken_for, ..self.asks(query) })
    }

    /// The tags whose comment has a text, in lower case, in any language.
    fn saying(&self, wanted: &str) -> Vec<String> {
        let project = self.facts.project();
        let tags = project.tags.iter().filter(|tag| {
            let comment = tag.comment.as_deref().unwrap_or_default();
            let others = project.translations.of(comment).map(|it| it.1);
            let mut all = std::iter::once(comment).chain(others);
            all.any(|it| it.to_lowercase().contains(wanted))
        });
        tags.map(|tag| tag.name.clone()).collect()
    }
}
