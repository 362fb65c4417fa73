//! Handles: the only way for a model to cite.

use std::collections::HashSet;

use serde_json::json;
use tagbridge_api::turn::{Citation, Outcome};

/// The handles of a turn, and all names in the tools' results.
#[derive(Debug, Default)]
pub(super) struct Handles {
    citations: Vec<Citation>,
    told: HashSet<String>,
}

impl Handles {
    /// Returns the handle of a citation: `[c17]`.
    pub(super) fn of(&mut self, citation: &Citation) -> String {
        let at = self.citations.iter().position(|it| it == citation).unwrap_or_else(|| {
            self.citations.push(citation.clone());
            self.citations.len() - 1
        });
        format!("[c{}]", at + 1)
    }

    /// The citation of a handle, by its number.
    pub(super) fn find(&self, number: usize) -> Option<&Citation> {
        self.citations.get(number.checked_sub(1)?)
    }

    /// Whether a tool returned a name in this turn.
    pub(super) fn has_told(&self, name: &str) -> bool {
        self.told.contains(name)
    }

    /// Lines as JSON, up to this number of bytes.
    pub(super) fn tell(&mut self, lines: &[String], most: usize) -> String {
        let mut told = Vec::new();
        let mut bytes = 0;
        for line in lines {
            bytes += line.len() + 4;
            if bytes > most {
                told.push("more is left out");
                break;
            }
            self.told.extend(names(line));
            told.push(line);
        }
        json!({ "lines": told }).to_string()
    }

    /// The lines of an answer of the built-in interpreter, each with its handles.
    pub(super) fn lines(&mut self, outcome: &Outcome) -> Vec<String> {
        match outcome {
            Outcome::Answer { answer, citations, .. } => {
                answer.lines().map(|line| self.line(line, citations)).collect()
            }
            Outcome::NeedsInput { questions } => questions
                .iter()
                .flat_map(|it| [it.question.clone()].into_iter().chain(it.options.iter().cloned()))
                .collect(),
            Outcome::Plan { plan, .. } => vec![plan.summary.clone()],
            Outcome::Code { explanation, .. } => vec![explanation.clone()],
            Outcome::Unresolved { reason } => vec![reason.clone()],
        }
    }

    /// Converts `… [3]` to `[c17] …`.
    fn line(&mut self, line: &str, citations: &[Citation]) -> String {
        let mut handles = String::new();
        let mut text = line.to_owned();
        for (at, citation) in citations.iter().enumerate() {
            let mark = format!(" [{}]", at + 1);
            if text.contains(&mark) {
                handles += &self.of(citation);
                handles.push(' ');
                text = text.replace(&mark, "");
            }
        }
        handles + text.trim_start_matches("– ")
    }
}

/// The words in a text that look like names, in lower case: whole paths, and each part of them.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let is_path = move |char: char| {
        is_part(char) || matches!(char, '.' | ':' | '[' | ']' | '#' | '%' | '\\' | '/')
    };
    let paths = text.split(move |char| !is_path(char)).map(trimmed);
    let parts = text.split(move |char| !is_part(char));
    paths.chain(parts).filter(|it| !it.is_empty()).map(str::to_lowercase)
}

/// Removes punctuation around a name.
pub(super) fn trimmed(name: &str) -> &str {
    let name = name.trim_matches(['.', ':', '/', '\\', '#']);
    let bare = name.trim_start_matches('[');
    // `Tag[2]` keeps its brackets.
    if bare.contains('[') { bare } else { bare.trim_end_matches(']') }
}
