//! Checks of all questions.

use tagbridge_api::turn::Answered;

use crate::core::{Refusal, TechnicalReason};

/// The maximum length of a question, in characters.
const PROMPT_CHARS_MAX: usize = 8_000;
/// The maximum length of a free-text answer, in characters.
const FREE_TEXT_CHARS_MAX: usize = 2_000;
/// The maximum number of answers in a request.
const ANSWERS_MAX: usize = 10;

/// The maximum length of an amendment, in characters.
const AMENDMENT_CHARS_MAX: usize = 2_000;

/// Refuses (400) an amendment that is too long, or has no plan to amend.
pub(super) fn check_amendment(amendment: Option<&str>, approve: bool) -> Result<(), Refusal> {
    let Some(amendment) = amendment else { return Ok(()) };
    let found = amendment.chars().count();
    if !approve || amendment.trim().is_empty() || found > AMENDMENT_CHARS_MAX {
        let high = if approve { AMENDMENT_CHARS_MAX } else { 0 };
        let low = usize::from(approve);
        return Err(Refusal::bad_field(
            "amendment",
            &TechnicalReason::Characters { low, high, found },
        ));
    }
    Ok(())
}

/// Refuses (400) invalid fields by name.
pub(super) fn check(prompt: Option<&str>, answers: &[Answered]) -> Result<(), Refusal> {
    let bad = |why: TechnicalReason<'_>| Err(Refusal::bad_request(&why));
    let field = |field: &str, why: TechnicalReason<'_>| Err(Refusal::bad_field(field, &why));
    match prompt {
        None if answers.is_empty() => {
            return bad(TechnicalReason::NoPrompt);
        }
        Some(prompt) => {
            let length = prompt.chars().count();
            if prompt.trim().is_empty() || length > PROMPT_CHARS_MAX {
                let why =
                    TechnicalReason::Characters { low: 1, high: PROMPT_CHARS_MAX, found: length };
                return field("prompt", why);
            }
        }
        None => {}
    }
    if answers.len() > ANSWERS_MAX {
        return bad(TechnicalReason::TooManyAnswers { most: ANSWERS_MAX, found: answers.len() });
    }
    for (at, answer) in answers.iter().enumerate() {
        if answers[..at].iter().any(|earlier| earlier.id == answer.id) {
            return field(
                &format!("answers[{at}].id"),
                TechnicalReason::AnsweredTwice { id: &answer.id },
            );
        }
        match (&answer.selected_index, &answer.free_text) {
            (Some(_), None) => {}
            (None, Some(text)) => {
                let length = text.chars().count();
                if text.trim().is_empty() || length > FREE_TEXT_CHARS_MAX {
                    let why = TechnicalReason::Characters {
                        low: 1,
                        high: FREE_TEXT_CHARS_MAX,
                        found: length,
                    };
                    return field(&format!("answers[{at}].free_text"), why);
                }
            }
            _ => {
                return field(&format!("answers[{at}]"), TechnicalReason::OneAnswer);
            }
        }
    }
    Ok(())
}
