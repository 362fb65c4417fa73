//! Requests to change the project.

use crate::common::is_one_of;

/// Verbs that always ask for a change.
const STRONG: &str = "add delete remove rename insert replace swap lösch lösche ersetz ersetze entfern entferne füg füge \
    benenn benenne";
/// Verbs that ask for a change where a new value or place is said.
const WEAK: &str = "make set change raise lower increase decrease reduce adjust extend shorten lengthen move let stell \
    stelle setz setze mach mache änder ändere bau baue nimm trag trage erhöh erhöhe senk senke verlänger verlängere \
    verkürz verkürze verschieb verschiebe";
/// Words for a new value or place, and the ends of such verbs.
const GOALS: &str =
    "to instead auf hinzu statt anstatt länger kürzer höher niedriger longer shorter higher lower";
const ENDS: &str = "ein um raus rein weg aus";
/// Verbs at the end of "can you …".
const INFINITIVES: &str = "erhöhen senken ändern setzen löschen entfernen verlängern verkürzen einbauen eintragen umbenennen \
    ersetzen hinzufügen stellen einfügen austauschen verschieben";
const POLITE: &str = "please pls plz bitte mal can could would will you kannst könntest kann könnte du sie wir man we just \
    then dann and und so hey also i want need ich";
const ASKS: &str = "what which who why how when where was welche welcher welches wer wie warum wieso wann wo ? does do is \
    are ist sind";

/// Whether a sentence, or a clause of it, asks to change the project.
pub(super) fn is_change(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.split([',', ';', '!']).flat_map(|it| it.split(". ")).any(|clause| {
        let words: Vec<&str> = clause
            .split(|char: char| !(char.is_alphanumeric() || "-_.#\"?".contains(char)))
            .map(|word| word.trim_end_matches('.'))
            .filter(|it| !it.is_empty())
            .collect();
        let verb = words.iter().position(|word| !is_one_of(word, POLITE));
        let asks = words.iter().any(|word| is_one_of(word, ASKS));
        let is_wish = verb.is_some_and(|at| at > 0)
            && words.last().is_some_and(|it| is_one_of(it.trim_end_matches('?'), INFINITIVES));
        verb.is_some_and(|at| is_request(&words[at..]))
            || (!asks && (is_wish || is_new_value(&words)))
    })
}

/// Whether words ask somebody to do something, in the form of a question: "can you".
pub(super) fn is_polite(words: &[String]) -> bool {
    let begins = "can could would will please kannst könntest könnten können würdest bitte";
    let you = "you please du sie mir bitte";
    words.iter().take(2).any(|it| is_one_of(it, begins))
        && words.iter().take(3).any(|it| is_one_of(it, you))
}

fn is_request(words: &[&str]) -> bool {
    let [verb, rest @ ..] = words else { return false };
    // "can I change from Production to Manual" asks for a change of the mode of the plant.
    if rest.first().is_some_and(|it| is_one_of(it, "from von")) {
        return false;
    }
    let kept = rest.iter().rfind(|word| !is_one_of(word, POLITE));
    let has_goal = rest.iter().any(|word| is_one_of(word, GOALS))
        || kept.is_some_and(|it| is_one_of(it, ENDS));
    !rest.is_empty() && (is_one_of(verb, STRONG) || (is_one_of(verb, WEAK) && has_goal))
}

/// `Vacuum_Min to -0.4 bar, please`: a name with a new value at the end.
fn is_new_value(words: &[&str]) -> bool {
    let kept: Vec<&&str> =
        words.iter().filter(|word| !is_one_of(word, "please pls plz bitte")).collect();
    let is_number =
        |word: &str| word.trim_start_matches('-').starts_with(|it: char| it.is_ascii_digit());
    let goal = kept.iter().rposition(|word| ["to", "auf"].contains(word));
    goal.is_some_and(|at| {
        at > 0 && kept.get(at + 1).is_some_and(|it| is_number(it)) && kept.len() <= at + 3
    }) && kept.len() < words.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_a_change_and_its_goal() {
        for (text, expected) in [
            ("Stell bitte die Wickelzeit auf 6 Sekunden", true),
            ("Make the mixing time 10 s instead of 4 and tell me when it's done", true),
            ("The guard is missing, bau mir Level_Low in Netzwerk 14 ein", true),
            ("vacuum min to -0.4 bar pls", true),
            ("can you add a rung for me", true),
            ("can you tell me what sets X to 1", false),
            ("how do I set X to 5", false),
            ("can I change from Production to Manual while it is idle", false),
            ("make me a list of the timers", false),
            ("give me a table of all outputs", false),
            ("I need a list of the inputs", false),
            ("wer stellt X auf 5", false),
            ("path from A to 3", false),
            ("put A and B side by side pls", false),
            ("mach mal ein diff von A zu B", false),
            ("Kannst du den Grenzwert von A auf 5 erhöhen?", true),
        ] {
            assert_eq!(is_change(text), expected, "{text}");
        }
    }
}
