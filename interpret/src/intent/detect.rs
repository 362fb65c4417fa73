//! From the words around a name to what is asked about it.

use super::{Intent, Since};

/// What these words, in lower case and without the name, ask.
pub(crate) fn detect(words: &[String], has_name: bool) -> Intent {
    let words = Words(words);
    words
        .since()
        .or_else(|| words.why())
        .or_else(|| words.of_project(has_name))
        .or_else(|| words.calls())
        .or_else(|| words.turned())
        .or_else(|| words.uses())
        .or_else(|| words.more())
        .unwrap_or(if has_name { Intent::WhatIs } else { Intent::Unknown })
}

struct Words<'a>(&'a [String]);

impl Words<'_> {
    /// Whether one of these is among them.
    fn has(&self, any: &str) -> bool {
        self.0.iter().any(|word| any.split(' ').any(|it| it == word))
    }

    fn begins(&self, any: &str) -> bool {
        self.0.first().is_some_and(|word| any.split(' ').any(|it| it == word))
    }

    /// Whether some word begins with one of these.
    fn stem(&self, any: &str) -> bool {
        self.0.iter().any(|word| any.split(' ').any(|stem| word.starts_with(stem)))
    }

    fn never(&self) -> bool {
        self.has("never nie niemals nirgends nowhere")
            || (self.has("not nicht no keine keinem without") && !self.has("why warum"))
    }

    fn since(&self) -> Option<Intent> {
        let changed = self.has(
            "changed changes change difference differences different diff geändert \
            änderung änderungen unterschied unterschiede anders ändert neu new",
        );
        let since = self.has(
            "since version versions versionen previous last seit vorherige vorherigen \
            vorigen vorige letzte letzten letzter",
        );
        if !changed || !since {
            return None;
        }
        let number = self.0.iter().find_map(|word| word.trim_start_matches('v').parse().ok());
        Some(Intent::Changed(number.map_or(Since::Previous, Since::Number)))
    }

    fn why(&self) -> Option<Intent> {
        let asks = self.has("why warum wieso weshalb");
        let keeps = self.has(KEEPS) && self.has("what was who wer is ist");
        if !asks && !keeps {
            return None;
        }
        let (on, off, not) = (self.has(ON), self.has(OFF), self.has(NOT));
        // Why it is off asks what would turn it on.
        let is_on = if off { not } else { on && !not };
        Some(Intent::Why { wanted: !is_on })
    }

    fn of_project(&self, has_name: bool) -> Option<Intent> {
        if self.has("unused unbenutzt unbenutzte unbenutzten ungenutzt ungenutzte ungenutzten") {
            return Some(Intent::Unused);
        }
        if self.has("unreachable unerreichbar unerreichbarer dead toter tot tote toten")
            && !has_name
        {
            return Some(Intent::Unreachable);
        }
        if has_name {
            return None;
        }
        let written = self.has("written writes write set assigned geschrieben beschrieben gesetzt");
        let twice = self.has(
            "twice several multiple double many doppelt zweimal mehrfach mehrmals \
            mehreren",
        ) || (self.has("more") && self.has("once one"));
        if written && twice {
            return Some(Intent::WrittenTwice);
        }
        if !self.never() {
            let alarms = self.has("alarm alarms alarme fault faults störung störungen fehler");
            return alarms.then_some(Intent::Alarms);
        }
        if written {
            return Some(Intent::NeverWritten);
        }
        if self.has("read reads gelesen abgefragt") {
            return Some(Intent::NeverRead);
        }
        if self.has("used use referenced verwendet benutzt genutzt") {
            return Some(Intent::Unused);
        }
        let runs = self.has("executed called run runs reached ausgeführt aufgerufen läuft laufen");
        runs.then_some(Intent::Unreachable)
    }

    fn calls(&self) -> Option<Intent> {
        if self.has(
            "call calls called caller callers calling aufgerufen aufruf aufrufe aufrufer \
            ruft rufen",
        ) {
            return Some(Intent::Callers);
        }
        let runs = self.has("run runs running executed execute executes läuft laufen ausgeführt");
        let when = self
            .has("when often task tasks interval cycle wann oft intervall zyklus how wie where");
        (runs && when
            || self.begins("when wann") && self.has("task")
            || self.has("task") && self.has("which what in welcher welche welchem welchen"))
        .then_some(Intent::Runs)
    }

    fn turned(&self) -> Option<Intent> {
        if self.has("unlatched unlatch unlatches entriegelt") {
            return Some(Intent::Unlatched);
        }
        if self.has("latched latch latches verriegelt gelatcht") {
            return Some(Intent::Latched);
        }
        let back = self.has("zurück back");
        let off = self.has(
            "resets reset resetting clears cleared clear deactivates deactivated disables \
            disabled stops stopped zurücksetzt zurückgesetzt rücksetzt rückgesetzt \
            ausschaltet ausgeschaltet abschaltet abgeschaltet deaktiviert stoppt \
            gestoppt gelöscht",
        ) || self.stem("de-energ deenerg");
        let set = self.has(
            "sets set setting activates activated enables enabled energizes energized \
            energises energised starts started setzt gesetzt einschaltet eingeschaltet \
            aktiviert startet gestartet",
        );
        let turns = self.has(
            "turns turn turned turning switches switch switched schaltet geschaltet \
            schalten makes make goes go macht geht drives driven steuert",
        );
        let says_off = self.has("off aus ab false low");
        let says_on = self.has("on ein an true high");
        if off || (set && back) || (turns && says_off && !self.has("drives driven steuert")) {
            return Some(Intent::TurnsOff);
        }
        let drives = self.has("drives driven steuert");
        (set || (turns && says_on) || drives).then_some(Intent::TurnsOn)
    }

    fn uses(&self) -> Option<Intent> {
        let written = self.has(
            "written writes write writing assigned assigns geschrieben beschrieben \
            schreibt beschreibt zugewiesen schreiben beschreiben",
        );
        let read = self.has(
            "read reads reading gelesen liest abgefragt lesen checked evaluated \
            ausgewertet",
        );
        let used = self.has(
            "used use uses using usage usages referenced reference references cross occur \
            occurs appear appears accessed verwendet verwendung verwendungen benutzt \
            genutzt querverweis querverweise querverweisliste referenz referenzen vor \
            zugegriffen verwenden benutzen",
        );
        match (written, read, used) {
            (true, false, _) => Some(Intent::Written),
            (false, true, _) => Some(Intent::Read),
            (true, true, _) | (_, _, true) => Some(Intent::Used),
            _ => None,
        }
    }

    fn more(&self) -> Option<Intent> {
        if self.has(
            "state states machine sequence transitions transition steps zustand zustände \
            zustandsautomat schrittkette schritte übergang übergänge",
        ) {
            return Some(Intent::States);
        }
        if self.has(
            "preset presets limit limits setpoint setpoints compared threshold thresholds \
            sollwert sollwerte vorgabe voreinstellung grenze grenzen grenzwert \
            grenzwerte zeitwert schwelle verglichen",
        ) {
            return Some(Intent::Limits);
        }
        if self.has("depends depend abhängig hängt abhängt wovon") {
            let forward = self.begins("what was which welche") && !self.has("does do wovon");
            return Some(if forward { Intent::Affects } else { Intent::DependsOn });
        }
        if self.has(
            "influences influence affects affect influenced affected beeinflusst controls \
            bewirkt",
        ) {
            let back = self.begins("what was which who wer") && !self.has("does do bewirkt");
            return Some(if back { Intent::DependsOn } else { Intent::Affects });
        }
        let does = self.has("what how") && self.has("do does doing work works");
        if does
            || self.has(
                "explain erkläre erklär erklaere erklären erläutere macht tut describe \
                beschreibe bedeutet happens passiert",
            )
        {
            return Some(Intent::Explain);
        }
        if self.has("find search finde suche such look")
            || (self.has("which welche list liste")
                && self.has("tags tag variables variablen rungs networks netzwerke"))
        {
            return Some(Intent::Find);
        }
        self.value()
    }

    fn value(&self) -> Option<Intent> {
        if self.has("initial initially start startwert anfangswert values werte type typ") {
            return None;
        }
        let of_now = self.has(
            "value wert now current currently jetzt momentan gerade aktuell aktuelle aktuellen \
            aktueller",
        );
        let is_so = self.begins("is are ist sind") && (self.has(ON) || self.has(OFF));
        let how_much =
            self.has("how wie") && self.has("high low large much long hoch groß lang viel");
        (of_now || is_so || how_much).then_some(Intent::Value)
    }
}

/// What keeps something from happening.
const KEEPS: &str = "keeps keeping prevents preventing prevented blocks blocking blocked holds holding \
    missing verhindert blockiert hält fehlt";
/// What is on is, or does.
const ON: &str = "on running run runs active true set high start starting starts open 1 come comes \
    energized latched stuck ein an läuft aktiv gesetzt eingeschaltet startet starten \
    anlaufen laufen";
/// What is off is, or does.
const OFF: &str = "off false stopped stop stops low inactive 0 reset aus inaktiv gestoppt steht stehen \
    ausgeschaltet abgeschaltet zurückgesetzt";
/// What turns that round.
const NOT: &str = "not t isn doesn won never no from prevents preventing prevented blocks blocking \
    blocked missing nicht nie kein verhindert blockiert fehlt";

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: Intent) {
        let words: Vec<String> = sentence
            .split_whitespace()
            .map(|it| it.trim_matches(['.', '?', ',', '!']).to_lowercase())
            .collect();
        let has_name = words.iter().any(|it| it == "x");
        let words: Vec<String> = words.into_iter().filter(|it| it != "x").collect();
        assert_eq!(detect(&words, has_name), expected, "{sentence}");
    }

    const QUESTIONS: &[(Intent, &[&str])] = &[
        (
            Intent::Used,
            &[
                "Where is X used?",
                "Show the cross reference of X",
                "Wo wird X verwendet?",
                "Wo kommt X vor?",
            ],
        ),
        (Intent::Read, &["Which code reads X?", "Wo wird X gelesen?", "Wer liest X?"]),
        (
            Intent::Written,
            &[
                "List all writes of X.",
                "Who writes X?",
                "Wo wird X geschrieben?",
                "Wer beschreibt X?",
            ],
        ),
        (
            Intent::TurnsOn,
            &["What turns X on?", "What sets X?", "Was schaltet X ein?", "Wodurch wird X gesetzt?"],
        ),
        (
            Intent::TurnsOff,
            &[
                "What resets X?",
                "What turns X off?",
                "Was setzt X zurück?",
                "Wodurch wird X ausgeschaltet?",
            ],
        ),
        (Intent::Latched, &["Where is X latched?", "Wo wird X verriegelt?"]),
        (
            Intent::Why { wanted: true },
            &[
                "Why is X off?",
                "Why is X not on?",
                "Why doesn t X start?",
                "Warum ist X aus?",
                "Warum läuft X nicht?",
                "What prevents X from running?",
                "Why?",
            ],
        ),
        (Intent::Why { wanted: false }, &["Why is X on?", "Warum läuft X?", "Why is X not off?"]),
        (Intent::Callers, &["Who calls X?", "Where is X called?", "Wer ruft X auf?"]),
        (
            Intent::Runs,
            &[
                "When is X executed?",
                "In which task runs X?",
                "How often does X run?",
                "Wie oft läuft X?",
                "In welcher Task läuft X?",
            ],
        ),
        (
            Intent::Explain,
            &["Explain rung 4 of X", "What does X do?", "Was macht X?", "Erkläre Netzwerk 3 von X"],
        ),
        (Intent::Limits, &["What is the preset of X?", "Welche Grenzwerte hat X?"]),
        (Intent::States, &["Which states has X?", "Welche Zustände hat X?"]),
        (Intent::DependsOn, &["What does X depend on?", "Wovon hängt X ab?", "What influences X?"]),
        (Intent::Affects, &["What depends on X?", "What does X affect?"]),
        (
            Intent::Value,
            &[
                "What is the value of X?",
                "What is X now?",
                "Is X on?",
                "How high is X?",
                "Welchen Wert hat X?",
                "Wie hoch ist X gerade?",
                "Ist X ein?",
            ],
        ),
        (
            Intent::WhatIs,
            &[
                "What is X?",
                "Was ist X?",
                "X",
                "What is the initial value of X?",
                "Which type is X?",
            ],
        ),
        (Intent::Find, &["Find X", "Suche X"]),
        (Intent::Unused, &["Which tags are unused?", "Welche Variablen werden nicht verwendet?"]),
        (
            Intent::NeverWritten,
            &["Which tags are never written?", "Welche Variablen werden nie beschrieben?"],
        ),
        (
            Intent::WrittenTwice,
            &["Which tags are written more than once?", "Welche Tags werden mehrfach beschrieben?"],
        ),
        (Intent::Unreachable, &["Which code is never executed?", "Gibt es toten Code?"]),
        (Intent::Alarms, &["Which alarms are there?", "Welche Störungen gibt es?"]),
        (
            Intent::Changed(Since::Number(3)),
            &["What changed since version 3?", "Was hat sich seit Version 3 geändert?"],
        ),
        (Intent::Changed(Since::Previous), &["What changed since the last version?"]),
        (Intent::Unknown, &["Good morning"]),
    ];

    #[test]
    fn both_languages_ask_the_same() {
        for (intent, sentences) in QUESTIONS {
            for sentence in *sentences {
                check(sentence, *intent);
            }
        }
    }
}
