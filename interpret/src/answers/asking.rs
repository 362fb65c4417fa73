//! What is asked back, and what is said where a question has no answer.

use fluent_bundle::FluentArgs;
use tagbridge_api::turn::{OPTIONS_MAX, Outcome, Question};
use tagbridge_logic::{Effect, How};

use crate::{
    Facts, Language, READING, WHICH,
    say::{in_the_field, say, with},
};

/// Asks which of several is meant; one that is not among the first can be written.
pub(super) fn which(language: Language, names: &[String]) -> Outcome {
    let shown = names.len().min(OPTIONS_MAX);
    let counts = with!["count" => names.len(), "shown" => shown, "more" => names.len() - shown];
    let say = |key| say(language, key, &counts);
    Outcome::NeedsInput {
        questions: vec![Question {
            id: WHICH.to_owned(),
            question: say("which"),
            options: names[..shown].to_vec(),
            recommended_index: None,
            why_it_matters: say("which-why"),
        }],
    }
}

/// Asks which of several questions is meant.
pub(super) fn readings(language: Language, questions: &[String]) -> Outcome {
    let say = |key| say(language, key, &FluentArgs::new());
    Outcome::NeedsInput {
        questions: vec![Question {
            id: READING.to_owned(),
            question: say("reading"),
            options: questions.iter().take(OPTIONS_MAX).cloned().collect(),
            recommended_index: Some(0),
            why_it_matters: say("reading-why"),
        }],
    }
}

pub(super) fn nothing_called_so(
    facts: &Facts,
    language: Language,
    written: &str,
    nearest: &[String],
) -> Outcome {
    let mut reason = say(language, "nothing-so", &with!["name" => written.trim_start_matches(':')]);
    let more = match nearest {
        [] => what_can_be_asked(facts, language),
        names => {
            let or = say(language, "or", &FluentArgs::new());
            say(language, "did-you-mean", &with!["name" => names.join(&format!(" {or} "))])
        }
    };
    reason = format!("{reason} {more}");
    Outcome::Unresolved { reason }
}

pub(super) fn unresolved(facts: &Facts, language: Language) -> Outcome {
    let not_understood = say(language, "not-understood", &FluentArgs::new());
    let reason = format!("{not_understood} {}", what_can_be_asked(facts, language));
    Outcome::Unresolved { reason }
}

/// Examples with names of this project.
fn what_can_be_asked(facts: &Facts, language: Language) -> String {
    let logic = facts.logic();
    // A bit that the code turns, and uses most, is what people ask about.
    let statements = logic.index.units().flat_map(|(id, _)| logic.index.statements_of(id));
    let turned = statements.filter_map(|(_, statement)| match &statement.effect {
        Effect::Assign { to, how: How::Follow | How::Latch, .. } => {
            Some(logic.index.reference(*to).place)
        }
        _ => None,
    });
    let most = turned.max_by_key(|place| logic.index.refs_to(*place).len());
    let most = most.map(|place| logic.place(place));
    let named = || logic.index.places.ids().max_by_key(|place| logic.index.refs_to(*place).len());
    let most = most.or_else(|| named().map(|place| logic.place(place)));
    let any = || facts.project().tags.first().map(|tag| tag.name.clone());
    match most.or_else(any).map(|name| in_the_field(&name)) {
        Some(name) => say(language, "can-ask", &with!["name" => name]),
        None => say(language, "can-ask-nothing", &FluentArgs::new()),
    }
}
