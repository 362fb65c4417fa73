//! Which kinds of facts a text asks for in addition to its subject: a time, a limit, a terminal, a reset.

use crate::common::is_one_of;

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// How long, and after which time.
    Time,
    /// From which value, and how many.
    Limit,
    /// Which terminal, channel or module.
    Terminal,
    /// Whether something must be reset, and by what.
    Reset,
    /// What to do so that it runs again.
    Restart,
    /// Whether it stops the plant.
    Stops,
}

/// A part of a text with the kinds of facts that it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) text: String,
    pub(crate) wants: Vec<Want>,
}

const ENDS: [&str; 11] =
    [". ", "? ", "! ", "; ", ": ", ", ", " - ", " – ", " and ", " und ", " but "];

const TIME: &str = "delay delays delayed verzögerung verzögert timeout time-out pause duration dauer anlaufverzögerung \
    wartezeit";
const UNITS: &str = "sekunden sekunde seconds second minuten minutes stunden hours";
const LIMIT: &str =
    "limit limits threshold grenze grenzen grenzwert grenzwerte schwelle prozent percent";
const ALARM: &str = "alarm alarme alarms störung störungen meldung fehler fault faults";
const WHICH: &str = "which what welche welcher welches welchem welchen wieviel how wo where";
const TERMINAL: &str = "karte card kanal channel klemme klemmen terminal terminals steckplatz slot input output eingang ausgang eingangskarte \
    ausgangskarte baugruppe module";
const RESET: &str = "quittieren quittiert quittiere quittierung reset resets resetting acknowledge acknowledged ack clear \
    clears cleared rücksetzen zurücksetzen zurückgesetzt rückgesetzt löschen latched latches selbsthaltend";
const STOPS: &str = "stop stops stopped stoppt stoppen stehen steht anhalten hält halten stehenbleiben abgeschaltet";
const ASKS_IF: &str = "does is will do ist wird werden bleibt hält muss dann then beides both";
/// Words for the plant and for "it", after which a stop is a question about the whole.
const WHOLE: &str = "line linie plant anlage machine maschine it er sie es packer the die das";

/// The parts of a text, each with what it asks for.
pub(crate) fn clauses(text: &str) -> Vec<Clause> {
    let mut rest = vec![text.to_lowercase()];
    for end in ENDS {
        let cut = |it: String| it.split(end).map(str::to_owned).collect::<Vec<_>>();
        rest = rest.into_iter().flat_map(cut).collect();
    }
    let clause = |text: String| Clause { wants: wants(&text), text };
    rest.into_iter().filter(|it| it.contains(char::is_alphanumeric)).map(clause).collect()
}

/// Whether a word only says what kind of fact is asked for.
pub(crate) fn is_of_want(word: &str) -> bool {
    [TIME, UNITS, LIMIT, TERMINAL, RESET, STOPS, WHOLE].iter().any(|it| is_one_of(word, it))
        || is_one_of(
            word,
            "zeit time long lang lange dauern dauert takes take wait waits wartet warten",
        )
}

fn wants(text: &str) -> Vec<Want> {
    let is_part = |it: char| !(it.is_alphanumeric() || it == '-' || it == '_');
    let words: Vec<&str> = text.split(is_part).filter(|it| !it.is_empty()).collect();
    let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
    let pair = |first: &'static str, second: &'static str| {
        words.windows(2).any(|it| is_one_of(it[0], first) && is_one_of(it[1], second))
    };
    let mut found = Vec::new();
    let is_time = has(TIME)
        || pair("how wie", "long lang lange fast")
        || pair("welcher welche what which", "zeit time")
        || pair("many viel viele vielen wieviel wieviele", UNITS)
        || (has("where wo") && has("time zeit"));
    found.extend(is_time.then_some(Want::Time));
    let is_limit = has(LIMIT) && has(WHICH)
        || pair("ab", "wann wieviel welcher welchem welchen wie")
        || pair("at from above below over under", "what which how")
        || (pair("how wie", "many much viel viele vielen") && !is_time)
        || (has("wieviel wieviele") && !is_time);
    found.extend(is_limit.then_some(Want::Limit));
    let is_terminal =
        has(TERMINAL) && has("welche welcher welchem welchen which what where wo worauf");
    found.extend(is_terminal.then_some(Want::Terminal));
    let is_reset = has(RESET) || (has("weg away rid") && has(ALARM));
    found.extend(is_reset.then_some(Want::Reset));
    let is_restart = pair("running weiter wieder", "again läuft laufen weiterläuft")
        || has("weiterläuft weiterlaufen restart wiederanlauf weitermachen")
        || pair("get bring krieg kriege bekomme", "it sie ihn das die")
            && has("running run going laufen lauf start gang")
        || pair("what was", "now jetzt nun")
        || (has("press drücke drücken drückt") && has("start") && has("need only reicht muss nur"))
        || pair("reicht", "es das")
        || pair("it that", "enough");
    found.extend(is_restart.then_some(Want::Restart));
    let begins = words.first().is_some_and(|it| is_one_of(it, STOPS));
    let stops =
        has(STOPS) && (has(ASKS_IF) || begins) && has(WHOLE) && !has("why warum wieso weshalb");
    found.extend(stops.then_some(Want::Stops));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_text_has_its_own_wants() {
        for (text, expected) in [
            ("How long does the horn sound and where is that set?", vec![Want::Time]),
            ("nach welcher Zeit schaltet er auf Stau und muss ich da was quittieren?", {
                vec![Want::Time, Want::Reset]
            }),
            ("Ab wieviel Prozent Folie wird gewarnt? Bleibt er dann stehen?", {
                vec![Want::Limit, Want::Stops]
            }),
            ("Auf welcher Karte und welchem Kanal hängt der Taster?", {
                vec![Want::Terminal, Want::Terminal]
            }),
            ("The guard was open. What do I have to do to get it running?", vec![Want::Restart]),
            ("Stoppt ein leerer Tank die Linie?", vec![Want::Stops]),
            ("Why does the line stop?", vec![]),
            ("After a few minutes the lamp is on", vec![]),
            ("nach wie viel Minuten kommt das", vec![Want::Time]),
            ("Where is Pump written?", vec![]),
        ] {
            let found: Vec<Want> = clauses(text).into_iter().flat_map(|it| it.wants).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
