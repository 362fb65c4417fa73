//! Requests to change the project: they are answered by another endpoint.

/// Whether these words, in lower case, ask for a change.
pub(crate) fn asks_for_a_change(words: &[String]) -> bool {
    let mut rest: &[String] = words;
    while let [first, after @ ..] = rest
        && is_one(first, POLITE)
    {
        rest = after;
    }
    while let [before @ .., last] = rest
        && before.len() > 1
        && is_one(last, POLITE)
    {
        rest = before;
    }
    let Some(first) = rest.first().map(String::as_str) else { return false };
    if is_one(first, ASKS_SURELY) {
        return false;
    }
    if is_one(first, IMPERATIVES) {
        // "start conditions of …" is no order to start.
        return !rest.get(1).is_some_and(|it| is_one(it, OF_NOUNS));
    }
    // "How can I change …", "I want to delete …", "Kannst du … ändern", "Den Timer auf 5 s setzen".
    let wishes = rest.iter().take(4).any(|it| is_one(it, WISHES));
    let asks = is_one(first, ASKS) && !wishes;
    if asks {
        return false;
    }
    let ends = rest.last().is_some_and(|it| is_one(it, INFINITIVES));
    let says = rest.iter().any(|it| is_one(it, IMPERATIVES) && !is_one(it, AMBIGUOUS));
    ends || (wishes && (says || rest.iter().any(|it| is_one(it, INFINITIVES))))
}

fn is_one(word: &str, of: &str) -> bool {
    of.split(' ').any(|it| it == word)
}

const POLITE: &str = "kurz eben schnell thanks danke please bitte now then and also just hey hi hello hallo jetzt dann und mal so ok okay";

const ASKS: &str = "what where which who why when how is are was were does do did has have explain show \
    list find search describe tell give wo wer wann wie welche welcher welches welchen \
    warum wieso weshalb wovon wodurch wozu worauf wird werden ist sind hat zeige zeig \
    liste finde suche such erkläre erklär erklaere erläutere beschreibe";

/// Whatever follows, these ask.
const ASKS_SURELY: &str = "what where which who why when wer wo wann welche welcher welches welchen warum \
    wieso weshalb wovon wodurch wozu worauf womit";

/// What a verb before them belongs to.
const OF_NOUNS: &str = "condition conditions logic command circuit of";

const WISHES: &str = "can could would will want need like let kannst können könntest kann möchte will soll \
    sollst muss würde würdest";

const IMPERATIVES: &str = "bypass override jumper simulate defeat mute unmute fake überbrücke ueberbruecke simuliere \
    erzwinge umgehe brücke activate add adjust append assign change comment convert copy create deactivate \
    decrease delete disable drop duplicate edit enable erase extend fix force generate \
    implement increase insert install invert lower make modify move negate overwrite \
    patch program put raise refactor remove rename replace reset rewrite schedule set \
    shift split start stop swap switch turn unforce update upgrade wire write aktiviere \
    baue benenne deaktiviere dupliziere entfern entferne ergänze erhöhe erhöh ersetze \
    erstelle erweitere erzeuge forciere füge implementiere invertiere kommentiere \
    kopiere korrigiere lege lösch lösche mach mache negiere passe programmiere schalt \
    schalte schreib schreibe senke setz setze starte stell stelle stoppe tausche \
    verdopple verkürze verlängere verringere verschieb verschiebe ändere änder \
    überschreibe";

/// These mean something else in the midst of a question.
const AMBIGUOUS: &str = "set reset start stop turn switch write program make force stelle comment";

const INFINITIVES: &str = "überbrücken ueberbruecken simulieren erzwingen umgehen stilllegen brücken forcen \
    abschalten aktivieren anlegen anpassen ausschalten deaktivieren einfügen einschalten einbauen \
    entfernen ergänzen erhöhen ersetzen erstellen erweitern erzeugen forcieren \
    hinzufügen invertieren kopieren löschen negieren programmieren reduzieren setzen \
    stellen tauschen umbenennen verdoppeln verkürzen verlängern verringern verschieben \
    zurücksetzen ändern überschreiben";

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: bool) {
        let words: Vec<String> = sentence
            .split_whitespace()
            .map(|it| it.trim_matches(['.', '?', ',', '!']).to_lowercase())
            .collect();
        assert_eq!(asks_for_a_change(&words), expected, "{sentence}");
    }

    #[test]
    fn a_question_is_no_request_whatever_its_verbs() {
        for request in [
            "Please change the preset to 5 seconds.",
            "Set Motor to 1.",
            "Can you delete rung 4?",
            "How can I rename Motor?",
            "I want to add a rung that resets Alarm",
            "Bitte den Timer auf 5 s setzen",
            "Kannst du Motor in Pumpe umbenennen?",
            "Lösche Netzwerk 3.",
            "Turn the pump on",
            "Schalte die Pumpe ein",
            "can you bypass Guard for now",
            "Guard mal kurz überbrücken",
            "Level_Low überbrücken bitte",
        ] {
            check(request, true);
        }
        for question in [
            "What sets Motor?",
            "Where is Motor reset?",
            "Can you show what sets Motor?",
            "Why does the pump not start?",
            "Wodurch wird Motor gesetzt?",
            "Wer ruft Start auf?",
            "List all writes of Motor.",
            "Is Guard bypassed?",
            "What changed since version 2?",
            "Motor",
        ] {
            check(question, false);
        }
    }
}
