//! What an answer is made of beside the program.

use tagbridge_logic::why;

use crate::{Asked, Facts, Intent, Since, resolve::Subject};

impl Asked {
    /// The names of the values of now that the answer is made of: what it is about first.
    pub fn values(&self, facts: &Facts) -> Vec<String> {
        match (self.intent, &self.subject) {
            (Intent::Why { .. }, Some(Subject::Place(place))) => why::needed(facts.logic(), *place),
            (Intent::Why { .. } | Intent::Value, Some(Subject::Declared(name))) => {
                vec![name.clone()]
            }
            (Intent::Value, Some(Subject::Place(_))) => self.name.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// The names of the values that are worth having beside the answer: what it is about, and what
    /// stands in the conditions of that.
    pub fn watched(&self, facts: &Facts) -> Vec<String> {
        match &self.subject {
            Some(Subject::Place(place)) => why::needed(facts.logic(), *place),
            Some(Subject::Declared(name)) => vec![name.clone()],
            _ => Vec::new(),
        }
    }

    /// The version that the program is held against.
    pub fn since(&self) -> Option<Since> {
        match self.intent {
            Intent::Changed(since) => Some(since),
            _ => None,
        }
    }
}
