//! What a question must be, whatever it is about.

use tagbridge_api::turn::Answered;

use super::Refusal;

/// The longest question, in characters.
const PROMPT_CHARS_MAX: usize = 8_000;
/// The longest answer in words of one's own, in characters.
const FREE_TEXT_CHARS_MAX: usize = 2_000;
/// The most answers at once.
const ANSWERS_MAX: usize = 10;

/// 400 with the field's name.
pub(super) fn check(prompt: Option<&str>, answers: &[Answered]) -> Result<(), Refusal> {
    let bad = |message: String| Err(Refusal::bad_request(message));
    match prompt {
        None if answers.is_empty() => {
            return bad("prompt: is missing; it may be where `answers` are given".to_owned());
        }
        Some(prompt) => {
            let length = prompt.chars().count();
            if prompt.trim().is_empty() || length > PROMPT_CHARS_MAX {
                return bad(format!(
                    "prompt: must have 1 to {PROMPT_CHARS_MAX} characters, found {length}"
                ));
            }
        }
        None => {}
    }
    if answers.len() > ANSWERS_MAX {
        return bad(format!("answers: must be {ANSWERS_MAX} at most, found {}", answers.len()));
    }
    for (at, answer) in answers.iter().enumerate() {
        if answers[..at].iter().any(|earlier| earlier.id == answer.id) {
            return bad(format!("answers[{at}].id: `{}` is answered twice", answer.id));
        }
        match (&answer.selected_index, &answer.free_text) {
            (Some(_), None) => {}
            (None, Some(text)) => {
                let length = text.chars().count();
                if text.trim().is_empty() || length > FREE_TEXT_CHARS_MAX {
                    return bad(format!(
                        "answers[{at}].free_text: must have 1 to {FREE_TEXT_CHARS_MAX} characters, \
                         found {length}"
                    ));
                }
            }
            _ => {
                return bad(format!(
                    "answers[{at}]: must have exactly one of `selected_index` and `free_text`"
                ));
            }
        }
    }
    Ok(())
}
