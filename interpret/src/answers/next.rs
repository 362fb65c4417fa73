//! Suggested next questions.

use tagbridge_api::query::{Accessed, Query, Turn};

use crate::{book::Book, resolve::Subject, say::with};

/// Adds at most two questions that follow a query.
pub(super) fn next(book: &mut Book<'_>, query: &Query, subject: &Subject, name: &str) {
    let keys: [&str; 2] = match (query, subject) {
        (Query::Condition { change: Turn::On, .. }, Subject::Place(_)) => {
            ["ask-off", "ask-affects"]
        }
        (Query::Condition { .. }, Subject::Place(_)) => ["ask-on", "ask-why-off"],
        (Query::WhyNow { .. } | Query::WhyThen { .. }, Subject::Place(_)) => {
            ["ask-written", "ask-depends"]
        }
        (Query::References { access: Accessed::Write, .. }, Subject::Place(_)) => {
            ["ask-read", "ask-affects"]
        }
        (Query::References { .. } | Query::Value { .. }, Subject::Place(_)) => {
            ["ask-on", "ask-affects"]
        }
        (Query::Impact { .. }, Subject::Place(_)) => ["ask-used", "ask-on"],
        (Query::Explain { .. }, Subject::Place(_)) => ["ask-used", "ask-affects"],
        (_, Subject::Units(_) | Subject::Block(_)) => match query {
            Query::Structure { .. } => ["ask-purpose", "ask-calls"],
            _ => ["ask-callers", "ask-task"],
        },
        _ => return,
    };
    let [one, other] = keys.map(|key| book.words(key, &with!["name" => name]));
    let text = book.words("next", &with!["one" => one, "other" => other]);
    book.next(text);
}
